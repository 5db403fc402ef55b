//! Othello: the evaluation and the exact end of the game.

mod board;
mod candidates;
mod evaluate;
mod hooks;
mod last;
mod midgame;
mod patterns;
mod solver;
mod stability;
mod table;

pub use solver::{Goal, Solved, Solver};

/// What the fit of the weights needs to see.
pub(crate) mod tuning {
    pub use super::board::Board;
    pub use super::candidates::listed;
    pub use super::evaluate::{STAGE, STAGES, Weights, mixture, phase};
    pub use super::midgame::Midgame;
    pub use super::patterns::{COUNTS, MOST, WEIGHT_OF, counts, each_index};
    pub use super::solver::{Goal, Solver};
}
