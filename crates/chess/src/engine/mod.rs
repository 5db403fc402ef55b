//! Chess for the search: what a position is worth, what an exchange brings, and the rest of what
//! [`Searchable`](search::Searchable) asks.

mod bare_king;
mod breakdown;
mod evaluation;
mod evaluator;
mod exchange;
mod hooks;
pub mod network;
mod parameters;

pub use breakdown::{Breakdown, PieceWorth};
pub use evaluator::{Evaluator, Tablebase};
pub use hooks::RATINGS;
