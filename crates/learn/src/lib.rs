//! Learning: games that the program plays against itself, and the weights of the evaluations fitted to them.
//!
//! Each game has a module that plays games, keeps their positions as samples, and fits its weights to them.
//! There are two fits for all: [`least_squares`] predicts a number (the discs by which a game of Othello is
//! won), [`logistic`] the share of the point. Everything is fixed by a seed: the same seed gives the same
//! weights. Nothing here reads or writes files; `cargo run --release -p learn --example tune` does.

pub mod checkers;
pub mod chess;
pub mod least_squares;
pub mod logistic;
pub mod othello;
