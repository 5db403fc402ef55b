//! The rules and notations of checkers, from outside.

mod bad_input;
mod boards;
mod common;
mod giveaway;
mod notation;
mod pdn;
mod perft;
mod rules;
mod tree;
