//! The rules and notations of chess, from outside.

mod common;
mod epd;
mod laws;
mod moves;
mod network;
mod perft;
mod pgn;
mod positions;
mod san;
mod tree;
