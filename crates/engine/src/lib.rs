//! Computer players.
//!
//! A [`Thinker`] chooses the moves of a seat in which no person sits. It looks at the table as a
//! person in that seat would, and its move goes through the same commands. Thinking takes time, so
//! [`Background`] does it on a thread of its own and can be stopped.
//!
//! [`SearchMind`] plays every game with hooks for the search: `engine` plays as well as its limit allows,
//! `level:1` to `level:10` hold back to suit a person, `minimax:N` looks through the plain tree, which it
//! keeps from move to move, and `random` draws from a seed that is part of the game, so that the same
//! game replays the same moves. [`UciMind`] adds programs that speak UCI. A game without hooks for the
//! search brings a mind of its own.

mod background;
mod bench;
mod level;
mod mind;
mod outside;
mod random;
mod thinker;
pub mod tune;
pub mod uci;

pub use background::Background;
pub use bench::{Signature, bench, bench_nodes};
pub use mind::{SearchMind, Searched};
pub use outside::UciMind;
pub use thinker::{Thinker, agrees_to_draw, can_play, draw_lots, has_own_limit};
