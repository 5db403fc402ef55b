//! Chess for the search: what a position is worth, what an exchange brings, and the rest of what
//! [`Searchable`](crate::Searchable) asks.

pub mod evaluation;
mod exchange;
mod hooks;
