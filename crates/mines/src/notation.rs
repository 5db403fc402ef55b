//! How starts and moves are written down.

use crate::text::shortened;
use crate::{Cell, Field, Illegal, Level, Move, Rule, Start, StartError};
use game::{Game, Notation};

/// What is wrong with the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not the text of a move.
    #[error(
        "{0:?} is no move: `open`, `flag` or `chord` and a cell, such as `flag c4`, was expected"
    )]
    Unreadable(String),
    /// A move that the rules refuse.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl Notation for Field {
    type StartError = StartError;
    type MoveError = MoveError;

    /// The beginner's board with a safe first click and the seed 0.
    fn standard_start() -> Start {
        Start::new(Level::BEGINNER, Rule::Safe, 0)
            .unwrap_or_else(|_| unreachable!("a corner is free"))
    }

    fn read_start(text: &str) -> Result<Start, StartError> {
        text.parse()
    }

    fn write_start(start: &Start) -> String {
        start.to_string()
    }

    /// Reads `open c4`, `flag c4` and `chord c4`, their first letters in place of the words, and a
    /// cell alone, which opens it.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = read(text).ok_or_else(|| MoveError::Unreadable(shortened(text)))?;
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: Move) -> String {
        let word = match mv {
            Move::Open(_) => "open",
            Move::Flag(_) => "flag",
            Move::Chord(_) => "chord",
        };
        format!("{word} {}", mv.cell())
    }
}

fn read(text: &str) -> Option<Move> {
    let text = text.trim();
    let Some((word, cell)) = text.split_once(char::is_whitespace) else {
        return text.parse().ok().map(Move::Open);
    };
    let cell: Option<Cell> = cell.parse().ok();
    match word.to_ascii_lowercase().as_str() {
        "open" | "o" => cell.map(Move::Open),
        "flag" | "f" => cell.map(Move::Flag),
        "chord" | "c" => cell.map(Move::Chord),
        _ => text.parse().ok().map(Move::Open),
    }
}
