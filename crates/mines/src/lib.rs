//! Minesweeper: the game, exact probabilities, a solver, and boards without guessing.
//!
//! This crate decides where the mines lie, what a click does and what a player may know. A game is a
//! [`Field`]; it starts from a [`Start`] (level, rule for the first click, seed), and its mines are a pure
//! function of that and the first click ([`Layout::lay`] states the scheme). What a player sees is
//! another type, [`View`]: it is all that can be written down, and all that the rest of the crate works
//! from. [`Probabilities`] counts the layouts that explain a view, exactly. [`Solver`] plays, [`Hint`]
//! explains, [`no_guess`] lays boards that need no luck. Boards and replays are read and written in the
//! formats of other programs ([`Layout::from_mbf`], [`Replay`]).
//!
//! How the counting works, from the inside out: simple deductions settle what they can (`knowledge`); the
//! unknown cells beside open numbers are grouped by the clues they touch and split into components
//! (`frontier`); each component is counted by a sweep that grows with the width of the frontier and not
//! with its length (`component`); components and the cells beyond are combined by their number of
//! mines (`combine`). The same code counts with big integers for exact answers and with floating point
//! for the solver's thousands of questions (`engine`).
//!
//! Decided against: counting by trying placements one by one, which is simpler and takes for ever on some
//! boards; taking flags for knowledge, which would make a hint repeat a player's mistake; and a clock in
//! the game, since times come in as data with the moves.

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
mod number;
mod order;
mod pairs;
mod probability;
mod rawvf;
mod solver;
mod start;
mod statistics;
mod text;
mod view;
mod win_rate;

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
pub use rawvf::{Expected, LONGEST_REPLAY, Replay, ReplayError};
pub use solver::{Solver, Style};
pub use start::{Start, StartError};
pub use statistics::{BoardValue, Clicks, Statistics, Timed};
pub use view::{Seen, Status, View, ViewError};
pub use win_rate::WinRate;
