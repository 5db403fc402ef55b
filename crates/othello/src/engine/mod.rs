//! Othello: the evaluation, the exact end of the game, and what the search asks of the game.
//!
//! - [`Solver`] finds the exact score of a position and best play to the end. The search hands over to it as
//!   soon as few squares are empty.
//! - The evaluation adds up weights of patterns (`patterns.rs`). The weights are data, fitted to games of the
//!   program against itself (`evaluate.rs`).
//!
//! Everything works on a `Board`: the discs of the side to move and those of the other. The indices of its patterns
//! are no part of it, because positions are copied everywhere: the small search hands them from move to move, and the search
//! that all games share keeps those of the board that it evaluated last.

mod board;
mod busy_moves;
mod candidates;
mod endgame;
mod errors;
mod evaluate;
mod hooks;
mod last;
mod midgame;
mod patterns;
mod selective;
mod solver;
mod stability;
mod table;
mod unfitted;

pub use hooks::BOOK;
pub use solver::{Goal, Plan, Solved, Solver};

/// What the fit of the weights needs to see.
pub mod tuning {
    pub use super::board::Board;
    pub use super::candidates::listed;
    pub use super::errors::{DEEPEST, LAYOUT as ERRORS, LEAST, shallow};
    pub use super::evaluate::{DISC, LAYOUT, STAGE, STAGES, Weights, stage, stages};
    pub use super::midgame::Midgame;
    pub use super::patterns::{COUNTS, Indices, MOST, WEIGHT_OF, counts};
}
