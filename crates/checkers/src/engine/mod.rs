//! Checkers: the evaluation, and what the search asks of the game.
//!
//! The evaluation adds up features of a position (`features.rs`), each with a weight for a full board and one
//! for an empty one. The weights are data (`weights.bin`), fitted to games of the program against itself.
//!
//! Decided against: tables of endgames. Those that would fit into the program hold four pieces, which the
//! search plays well without them.

mod features;
mod giveaway;
mod hooks;
mod view;
mod weights;

/// What the fit of the weights needs to see.
pub mod tuning {
    pub use super::features::{FEATURES, each as each_feature};
    pub use super::view::View;
    pub use super::weights::{LAYOUT, Weights, fitted, fullness};
}
