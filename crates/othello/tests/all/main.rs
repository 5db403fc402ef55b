//! The rules and notations of Othello, from outside.

mod bad_input;
mod notation;
mod obvious;
mod other_sizes;
mod plain_array;
mod rules;
mod solver;
mod tree;
