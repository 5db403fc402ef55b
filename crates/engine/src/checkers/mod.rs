//! Checkers: the evaluation.

mod features;
mod view;
mod weights;
