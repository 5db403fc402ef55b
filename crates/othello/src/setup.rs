//! A board as a text describes it.

use crate::word::{Rows, SIZES, Size};
use crate::{Position, Square, Squares};
use game::Side;

/// Discs and a side to move on a board of any size that is played. Texts are read into this;
/// [`position`](Setup::position) turns it into a position of the size that the program wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    size: usize,
    black: Squares<u128>,
    white: Squares<u128>,
    side_to_move: Side,
}

/// A board of another size than the one wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a board of {wanted}x{wanted} squares was expected, and this one has {given}x{given}")]
pub struct WrongSize {
    /// How many rows the board has.
    pub given: usize,
    /// How many it should have.
    pub wanted: usize,
}

/// The number of rows of a board with so many squares, if it is one that is played.
pub(crate) fn rows_of(squares: usize) -> Option<usize> {
    SIZES.into_iter().find(|size| size * size == squares)
}

impl Setup {
    /// The board whose squares, row by row from `a1`, hold this; `None` unless there are 16, 36,
    /// 64 or 100 of them.
    pub fn new(contents: &[Option<Side>], side_to_move: Side) -> Option<Setup> {
        rows_of(contents.len()).map(|size| Setup::of_rows(size, contents, side_to_move))
    }

    /// The board with so many rows, a number that [`rows_of`] gave.
    pub(crate) fn of_rows(size: usize, contents: &[Option<Side>], side_to_move: Side) -> Setup {
        let held_by = |side| {
            let squares = contents.iter().enumerate().filter(|(_, held)| **held == Some(side));
            squares.filter_map(|(i, _)| Square::new(i % size, i / size)).collect()
        };
        Setup { size, black: held_by(Side::Black), white: held_by(Side::White), side_to_move }
    }

    /// How many rows the board has, which is how many columns it has: 4, 6, 8 or 10.
    pub const fn size(self) -> usize {
        self.size
    }

    /// The side whose turn it is.
    pub const fn side_to_move(self) -> Side {
        self.side_to_move
    }

    /// What the squares hold, row by row from `a1`.
    pub fn contents(self) -> impl Iterator<Item = Option<Side>> {
        let squares = (0..self.size * self.size)
            .filter_map(move |i| Square::new(i % self.size, i / self.size));
        squares.map(move |square| {
            if self.black.contains(square) {
                Some(Side::Black)
            } else {
                self.white.contains(square).then_some(Side::White)
            }
        })
    }

    /// The position, if the board has `N` rows.
    pub fn position<const N: usize>(self) -> Result<Position<N>, WrongSize>
    where
        Rows<N>: Size,
    {
        if self.size == N {
            Ok(Position::new(self.black.in_word(), self.white.in_word(), self.side_to_move))
        } else {
            Err(WrongSize { given: self.size, wanted: N })
        }
    }

    /// The squares row by row, with these letters for black, white and empty squares.
    pub(crate) fn letters(self, black: char, white: char, empty: char) -> String {
        let letter = |held| match held {
            Some(Side::Black) => black,
            Some(Side::White) => white,
            None => empty,
        };
        self.contents().map(letter).collect()
    }
}

impl<const N: usize> From<Position<N>> for Setup
where
    Rows<N>: Size,
{
    fn from(position: Position<N>) -> Setup {
        Setup {
            size: N,
            black: position.discs(Side::Black).in_word(),
            white: position.discs(Side::White).in_word(),
            side_to_move: game::Perfect::side_to_move(&position),
        }
    }
}
