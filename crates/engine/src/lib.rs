//! Computer players.
//!
//! A [`Thinker`] chooses the moves of a seat that no person sits in. It looks at the table as a
//! person in that seat would, and its move goes through the same commands. Thinking takes time, so
//! [`Background`] does it on a thread of its own and can be told to stop.
//!
//! The strong players search: [`Searcher`] is one alpha-beta search for all games, and [`Searchable`] is
//! what a game tells it. `engine` plays as well as its limit allows, `level:1` to `level:10` hold
//! back to suit a person, and Minesweeper is played by its exact solver. `random` and `minimax:n` need
//! no search: the one draws from a seed that is part of the game, so the same game replays the same
//! moves, and the other keeps its tree from move to move and reports what it saved.

mod background;
mod bench;
mod checkers;
pub mod chess;
mod level;
pub mod othello;
mod outside;
mod random;
mod search;
mod searchable;
mod searching;
mod thinker;
pub mod tune;
pub mod uci;

pub use background::{Background, Stop};
pub use bench::{Signature, bench};
pub use search::{Bound, Budget, Control, Found, Limits, Parameters, Progress, Score, Searcher};
pub use searchable::{Searchable, Solution};
pub use thinker::{CannotThink, Report, Thinker, Thought, agrees_to_draw, can_play, has_own_limit};
