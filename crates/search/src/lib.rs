//! One search for all games: alpha-beta, deeper and deeper, with what decades of computer chess have
//! found to help. A game tells it by [`Searchable`] what it needs to know.
//!
//! Decided against: a search for each game. What differs between games are opinions about positions and
//! a few numbers, and both are data here. Decided against, too: locks around the table that threads
//! share; see `transpositions.rs`.

mod frame;
mod histories;
mod limits;
mod node;
mod pages;
mod parameters;
mod picker;
mod prefetch;
mod progress;
mod root;
mod score;
mod searchable;
mod searcher;
mod settle;
mod transpositions;
mod tree;

pub use limits::{Budget, Control, Limits};
pub use parameters::Parameters;
pub use progress::{Found, Progress};
pub use score::{Bound, Score};
pub use searchable::{Searchable, Solution};
pub use searcher::Searcher;
pub use settle::MOST_EVASIONS;
