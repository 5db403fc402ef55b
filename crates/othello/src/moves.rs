//! Moves, and why one may not be made.

use crate::Square;
use std::fmt;

/// A disc placed on a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc goes on this square and turns the lines that it closes in.
    Place(Square),
    /// Nothing is placed, which is a move only when nothing can be.
    Pass,
}

/// `f5` or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The board has no such square.
    #[error("{column}{row} is off the board, which ends at {last}")]
    OffTheBoard {
        /// The letter of the column.
        column: char,
        /// The number of the row.
        row: u8,
        /// The last square that the board has.
        last: Square,
    },
    /// A disc lies there already.
    #[error("there is a disc on {0} already")]
    Occupied(Square),
    /// The square is free, but no line of the opponent's discs would be closed in.
    #[error("a disc on {0} turns nothing over")]
    TurnsNothing(Square),
    /// A side that can place a disc must.
    #[error("passing is for when there is no move, and {0} is one")]
    PassWithMoves(Square),
    /// No side can move any more.
    #[error("the game is over: neither side can move")]
    GameOver,
}
