//! Othello: the evaluation, the exact end of the game, and what the search asks of the game.
//!
//! - [`Solver`] finds the exact score of a position and best play to the end. The search hands over to it as
//!   soon as few squares are empty.
//! - The evaluation adds up weights of patterns (`patterns.rs`). The weights are data, fitted to games of the
//!   program against itself (`evaluate.rs`).
//!
//! Everything works on a `Board`: the discs of the side to move and those of the other. Patterns are
//! computed anew for each position, forty-six of them by shifts and multiplications; keeping them
//! from move to move would make positions large, and positions are copied everywhere.

mod board;
mod candidates;
mod evaluate;
mod hooks;
mod last;
mod midgame;
mod patterns;
mod small;
mod solver;
mod stability;
mod table;

pub use solver::{Goal, Solved, Solver};

/// What the fit of the weights needs to see.
pub mod tuning {
    pub use super::board::Board;
    pub use super::candidates::listed;
    pub use super::evaluate::{
        DISC, DISC_IN_PATTERN, LAYOUT, STAGE, STAGES, Weights, mixture, phase, stages,
    };
    pub use super::midgame::Midgame;
    pub use super::patterns::{COUNTS, MOST, WEIGHT_OF, counts, each_index};
    pub use super::solver::{Goal, Solver};
}
