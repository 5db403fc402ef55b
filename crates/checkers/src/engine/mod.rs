//! Checkers: the evaluation, and what the search asks of the game.
//!
//! A network evaluates (`network.rs`). Its weights are data (`weights.bin`), trained on games of the program against itself.
//!
//! Decided against: a sum of features with a weight each (`features.rs`, which learners still use), in which no two pieces matter more
//! together than each alone.

mod evaluator;
mod features;
mod giveaway;
mod hooks;
pub mod network;
mod view;

pub use evaluator::Evaluator;
pub use hooks::BOOK;
pub use view::View;

/// What a learner of linear weights looks at.
pub mod tuning {
    pub use super::features::{FEATURES, each as each_feature, fullness};
}
