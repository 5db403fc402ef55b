//! The search from outside, with chess.

mod parameters;
