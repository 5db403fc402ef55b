//! Checkers: the evaluation.

mod features;
mod hooks;
mod view;
mod weights;

/// What the fit of the weights needs to see.
pub(crate) mod tuning {
    pub use super::features::{FEATURES, each as each_feature};
    pub use super::view::View;
    pub use super::weights::{Weights, fitted, fullness};
}
