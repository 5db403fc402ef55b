//! How starts and moves are written down.

use crate::text::shortened;
use crate::{Cell, Field, Illegal, Move, Start, StartError};
use game::{Notation, Rules};

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

    fn standard_start() -> Start {
        Start::STANDARD
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

impl Move {
    /// Reads a move as [`Field::read_move`](Notation::read_move) does, without asking whether it is legal.
    pub fn read(text: &str) -> Option<Move> {
        read(text)
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
