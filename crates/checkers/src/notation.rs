//! How positions and moves are read and written: what the program's front ends call.

use crate::text_board::{self, TextBoardError};
use crate::{Faults, FenError, Move, MoveText, MoveTextError, Position, ResolveError, Setup};
use game::{Notation, Perfect};

/// What is wrong with the text of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] FenError),
    /// It is a board of eight rows, and one of them is wrong.
    #[error(transparent)]
    TextBoard(#[from] TextBoardError),
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

    /// A FEN, or a [`text_board`], which does not say whose turn it is: the side that begins a game is to move.
    fn read_start(text: &str) -> Result<Position, StartError> {
        let setup = if text_board::is_meant_by(text) {
            text_board::read(text, Position::START.side_to_move())?
        } else {
            text.parse::<Setup>()?
        };
        Ok(setup.position()?)
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
