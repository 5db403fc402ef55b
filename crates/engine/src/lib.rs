//! Computer players.
//!
//! A [`Thinker`] chooses the moves of a seat that no person sits in. It looks at the table as a
//! person in that seat would, and its move goes through the same commands. Thinking takes time, so
//! [`Background`] does it on a thread of its own and can be told to stop.
//!
//! Here are the players that need no search of their own: `random` and `minimax:n`. The random
//! player draws from a seed that is part of the game, so the same game replays the same moves. The
//! minimax player keeps its tree from move to move and reports what it saved.

mod background;
mod checkers;
pub mod chess;
pub mod othello;
mod random;
mod search;
mod searchable;
mod thinker;
pub mod tune;

pub use background::{Background, Stop};
pub use search::{Bound, Budget, Control, Found, Limits, Parameters, Progress, Score, Searcher};
pub use searchable::{Searchable, Solution};
pub use thinker::{CannotThink, Report, Thinker, Thought, can_play};
