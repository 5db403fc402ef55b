//! Playing in a terminal, line by line or on the full screen.
//!
//! A [`Session`] turns lines into commands at a table and scenes into text. It is a value: lines,
//! thoughts, files and the time come in, text and requests go out, so a whole evening can be tested
//! without a terminal. [`play`] is the thin shell around it, which owns everything that waits: the
//! keyboard, the clock, the files, the computer players and Ctrl-C.
//!
//! The text is the same on a terminal and in a pipe. On a terminal there are questions before the game, a
//! line that can be edited, pieces and colours; in a pipe each line is repeated behind its prompt, so
//! that the output reads like the session that it was.
//!
//! [`screen`] is the other front end, a whole window with a board in it. Below it is the same session,
//! so every command means the same in both.
//!
//! The games come in as data ([`Club`](table::Club)): nothing here knows which there are.
//!
//! Decided against: a session that calls back for what it needs. It says what it waits for
//! ([`Next`]) and is handed it, so nothing in it knows of threads or files.

mod analyse;
mod ask;
mod board;
mod catalogue;
mod command;
mod commands;
mod files;
mod help;
mod kept;
mod look;
mod options;
mod reader;
mod remote;
mod review;
mod saved;
pub mod screen;
mod session;
mod shell;
mod showing;
mod squares;
mod storage;
mod text;
mod tree;
mod words;

pub use analyse::{GamesOf, Subject, print_analysis};
pub use ask::Questions;
pub use board::draw;
pub use command::{Command, Missing};
pub use files::{FileError, FileJob, FileOutcome, without_last_end};
pub use look::{Colours, Look, Pieces, language_of_environment};
pub use options::{Instead, Options, OptionsError};
pub use remote::{JoinConfig, Remote, Request, join};
pub use review::{Summary, sparkline};
pub use session::{DisplayOptions, GamesJob, Next, Orientation, Question, Session};
pub use shell::{Config, PlayError, StorageConfig, play};
