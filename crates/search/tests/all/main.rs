//! The search from outside, with chess.

mod mates;
mod parameters;
