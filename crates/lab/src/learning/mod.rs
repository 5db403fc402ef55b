//! A program that teaches itself: runs, what they cost, and how strong each generation is.
//!
//! A [`Run`] is a directory; a [`Session`] is a run at work: it learns step by step, measures each generation
//! against players that do not learn, and keeps it. [`Comparison`] rates the generations of several runs from
//! all their games, and [`chart`] draws them. A [`Catalogue`] is a directory of runs that a caller looks at
//! again and again. Time is processor time: on learning, everything that a method
//! spends; on measuring, apart.

mod catalogue;
pub mod chart;
mod compare;
mod cpu;
pub mod heat;
mod library;
mod run;
mod session;

pub use catalogue::{Catalogue, Contents, Group, Listed, Look, MOST_RUNS, Seen, Unreadable};
pub use compare::{Comparison, Curve, Point, Yardstick};
pub use library::{Library, LibraryError, run_name};
pub use run::{Entry, Header, Measured, Run, RunError};
pub use session::{Budget, Measuring, News, Session, SessionError, learning_of, measured};
