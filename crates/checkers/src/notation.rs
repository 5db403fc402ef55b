//! How positions and moves are read and written: what the program's front ends call.

use crate::{Faults, FenError, Move, MoveText, MoveTextError, Position, ResolveError, Setup};
use game::{Notation, Perfect};

/// What is wrong with the text of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] FenError),
    /// It can be read, and the board is not valid.
    #[error(transparent)]
    Invalid(#[from] Faults),
}

/// What is wrong with the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] MoveTextError),
    /// It can be read, and names no legal move or several.
    #[error(transparent)]
    Unresolved(#[from] ResolveError),
}

impl Notation for Position {
    type StartError = StartError;
    type MoveError = MoveError;

    fn standard_start() -> Position {
        Position::START
    }

    fn read_start(text: &str) -> Result<Position, StartError> {
        Ok(text.parse::<Setup>()?.position()?)
    }

    fn write_start(start: &Position) -> String {
        start.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(text.parse::<MoveText>()?.resolve(self)?)
    }

    fn write_move(&self, mv: Move) -> String {
        MoveText::shortest(mv, &self.moves()).to_string()
    }
}
