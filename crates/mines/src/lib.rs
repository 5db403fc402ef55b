//! Minesweeper.
//!
//! Not finished yet.

mod cell;
mod combine;
mod component;
mod endgame;
mod engine;
mod field;
mod frontier;
mod guess;
mod hint;
mod knowledge;
mod layout;
mod level;
mod mbf;
pub mod no_guess;
mod notation;
pub mod outlook;
mod probability;
mod rawvf;
mod solver;
mod start;
mod statistics;
mod tally;
mod text;
mod view;

pub use cell::{Cell, CellError};
pub use endgame::Effort;
pub use field::{Ending, Field, Illegal, Move};
pub use hint::{Hint, Reason};
pub use layout::{Layout, LayoutError, SCHEME};
pub use level::{LARGEST, Level, LevelError, Rule, RuleError, SMALLEST};
pub use mbf::MbfError;
pub use no_guess::NoGuessError;
pub use notation::MoveError;
pub use probability::{Probabilities, ProbabilityError};
pub use rawvf::{LONGEST_REPLAY, Replay, ReplayError};
pub use solver::{Solver, Style};
pub use start::{Start, StartError};
pub use statistics::{BoardValue, Clicks, Statistics, Timed};
pub use tally::Tally;
pub use view::{Seen, Status, View, ViewError};
