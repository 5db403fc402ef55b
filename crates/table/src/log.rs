//! Events as text: one JSON object to a line. This is the save format.

use crate::any::AnyTable;
use crate::card::Club;
use crate::event::Event;
use crate::refusal::Localized;
use crate::table::BadEvent;
use crate::words::json_error;

/// More than any game comes to: a Minesweeper board of 200 by 200 has 40,000 cells.
pub const LONGEST_LOG: usize = 16 << 20;

/// What is wrong with the text of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Too long to be a game.
    #[error("a saved game has at most {LONGEST_LOG} bytes, not {0}")]
    TooLong(usize),
    /// A line that is no event.
    #[error("line {line} of the saved game, column {column}: {reason}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        reason: Localized,
    },
    /// Events that do not make a game.
    #[error("the saved game: {0}")]
    Event(#[from] BadEvent),
}

/// Writes events, one to a line.
pub fn write<'a>(events: impl IntoIterator<Item = &'a Event>) -> String {
    let line = |event| serde_json::to_string(event).map(|json| json + "\n").unwrap_or_default();
    events.into_iter().map(line).collect()
}

/// Reads events, one to a line; empty lines are skipped.
pub fn read_events(text: &str) -> Result<Vec<Event>, LogError> {
    if text.len() > LONGEST_LOG {
        return Err(LogError::TooLong(text.len()));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| LogError::Line {
                line: index + 1,
                column: error.column().max(1),
                reason: json_error(&error),
            })
        })
        .collect()
}

/// Reads a game.
pub fn read(club: Club, text: &str) -> Result<AnyTable, LogError> {
    Ok(club.replay(&read_events(text)?)?)
}
