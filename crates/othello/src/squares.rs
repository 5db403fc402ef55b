//! Sets of squares.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// A set of squares, one bit for each: the bit numbered [`Square::index`].
///
/// ```
/// # use othello::{Position, Squares};
/// let places = Position::<8>::standard().places();
/// assert_eq!(places.to_string(), "d3 c4 f5 e6");
/// assert!(places.contains("f5".parse()?));
/// assert_eq!(places.iter().collect::<Squares>(), places);
/// # Ok::<(), othello::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u64);

impl Squares {
    /// No square at all.
    pub const NONE: Squares = Squares(0);

    /// Is the square in the set?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many squares there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there no square?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares, row by row from `a1`.
    #[inline]
    pub const fn iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Squares {
        Squares(1 << square.index())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.into())
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    #[inline]
    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

/// The squares of a set, one after the other.
#[derive(Debug, Clone)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::at(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for SquaresIter {
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }
}

/// The squares in both sets.
impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

/// The squares in either set.
impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

/// The squares in the first set that are not in the second.
impl Sub for Squares {
    type Output = Squares;

    #[inline]
    fn sub(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }
}

/// The squares of the largest board that are not in the set.
impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

/// The names of the squares with spaces between them.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
