//! The rules and notations of Othello, from outside.

mod bad_input;
mod notation;
mod obvious;
mod rules;
mod small_boards;
mod solver;
mod tree;
