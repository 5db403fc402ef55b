//! The field, its chances, the solver and its records, from outside.

mod field;
mod hint;
mod no_guess;
mod probability;
mod replay;
mod solver;
