//! How starts and moves are written in the words of [`game::Notation`].

use crate::obf::{Obf, ObfError, ObfResolveError};
use crate::text::{self, excerpt};
use crate::word::{Rows, Size};
use crate::{Illegal, Move, Position};
use game::{Notation, Rules};

/// What is wrong with the text of a start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It is not OBF.
    #[error(transparent)]
    Text(#[from] ObfError),
    /// It is OBF, but not of a position on this board.
    #[error(transparent)]
    Resolve(#[from] ObfResolveError),
}

/// What is wrong with the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is not the name of a move.
    #[error("a move is a square such as f5, or pass, not {given:?}")]
    Unreadable {
        /// What was given, cut short.
        given: String,
    },
    /// It is not legal here.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl<const N: usize> Notation for Position<N>
where
    Rows<N>: Size,
{
    type StartError = StartError;
    type MoveError = MoveError;

    fn standard_start() -> Self {
        Self::standard()
    }

    fn read_start(text: &str) -> Result<Self, StartError> {
        Ok(text.parse::<Obf>()?.resolve()?)
    }

    fn write_start(start: &Self) -> String {
        Obf::of(*start).to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let Some(mv) = text::whole_move(text.as_bytes()) else {
            return Err(Self::off_the_board(text).map_or_else(
                || MoveError::Unreadable { given: excerpt(text.as_bytes()) },
                MoveError::Illegal,
            ));
        };
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }
}

impl<const N: usize> Position<N>
where
    Rows<N>: Size,
{
    /// The refusal of a text that has the form of a square, `k5` or `a11`, but not of one that any
    /// board has.
    fn off_the_board(text: &str) -> Option<Illegal> {
        let column = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let row = text[1..].parse().ok().filter(|row: &u8| row.to_string() == text[1..])?;
        Some(Illegal::OffTheBoard { column: column.to_ascii_lowercase(), row, last: Self::LAST })
    }
}
