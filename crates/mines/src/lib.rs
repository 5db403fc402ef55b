//! Minesweeper.
//!
//! Not finished yet.

mod cell;
mod combine;
mod component;
mod engine;
mod field;
mod frontier;
mod knowledge;
mod layout;
mod level;
mod mbf;
pub mod no_guess;
mod notation;
mod probability;
mod rawvf;
mod start;
mod statistics;
mod text;
mod view;

pub use cell::{Cell, CellError};
pub use field::{Ending, Field, Illegal, Move};
pub use layout::{Layout, LayoutError, SCHEME};
pub use level::{LARGEST, Level, LevelError, Rule, RuleError, SMALLEST};
pub use mbf::MbfError;
pub use no_guess::NoGuessError;
pub use notation::MoveError;
pub use probability::{Probabilities, ProbabilityError};
pub use rawvf::{LONGEST_REPLAY, Replay, ReplayError};
pub use start::{Start, StartError};
pub use statistics::{BoardValue, Clicks, Statistics, Timed};
pub use view::{Seen, Status, View, ViewError};
