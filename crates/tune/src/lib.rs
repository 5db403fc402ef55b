//! The weights that are part of the program: games that it plays against itself, and the weights of its
//! evaluations fitted to them.
//!
//! Each game has a module that plays games, keeps their positions as samples, and fits the weights of its own
//! evaluation to them with the fits of [`learn`]. Everything is fixed by a seed: the same seed gives the same
//! weights. `cargo run --release -p tune` reads and writes the files. What starts from nothing and knows no
//! game is in [`learn`].

pub mod checkers;
pub mod chess;
mod contest;
pub mod levels;
pub mod othello;
mod random;
pub mod spsa;
