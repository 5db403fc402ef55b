//! Playing in a terminal, line by line.
//!
//! A [`Session`] turns lines into commands at a table and scenes into text. It is a value: lines,
//! thoughts, files and the time come in, text and wishes go out, so a whole evening can be tested
//! without a terminal. [`play`] is the thin shell around it, which owns everything that waits: the
//! keyboard, the clock, the files, the computer players and Ctrl-C.
//!
//! The text is the same on a terminal and in a pipe. On a terminal there are questions before the game, a
//! line that can be edited, pieces and colours; in a pipe each line is repeated behind its prompt, so
//! that the output reads like the session that it was.
//!
//! Decided against: a session that calls back for what it needs. It says what it waits for
//! ([`Next`]) and is handed it, so nothing in it knows of threads or files.

mod ask;
mod board;
mod command;
mod files;
mod help;
mod options;
mod orders;
mod reader;
mod session;
mod shell;
mod telling;

pub use ask::Questions;
pub use board::{Look, draw};
pub use options::{Options, OptionsError};
pub use session::{Manner, Next, Session, Turning};
pub use shell::{PlayError, Wishes, play};
