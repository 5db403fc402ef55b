//! The program as a person runs it.

mod bench;
#[cfg(target_os = "linux")]
mod book;
#[cfg(unix)]
mod completions;
mod join;
mod json;
mod learn;
mod match_;
mod mines;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod serve;
mod transcripts;
mod uci;
mod upkeep;
