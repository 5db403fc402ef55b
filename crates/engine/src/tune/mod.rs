//! Learning the parameters of the evaluations from games that the program plays against itself.
//!
//! `cargo run --release -p engine --example tune GAME` plays the games and writes the parameters anew.
//! Everything is fixed by a seed: the same seed gives the same file.

pub mod checkers;
pub mod least_squares;
pub mod logistic;
pub mod othello;
