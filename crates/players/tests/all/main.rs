//! Computer players at a table.

mod players;
mod programs;
mod review;
