//! Sets of squares.

use crate::Square;
use crate::word::Word;
use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// A set of squares, one bit for each in a [`Word`]. In a word of 64 bits, that of boards of up to 8
/// rows, it is the bit numbered [`Square::index`].
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
pub struct Squares<W = u64>(pub W);

impl<W: Word> Squares<W> {
    /// No square at all.
    pub const NONE: Squares<W> = Squares(W::NONE);

    /// Is the square in the set?
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        W::has(square) && self.0 & W::of(square) != W::NONE
    }

    /// How many squares there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// Is there no square?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::NONE
    }

    /// The squares, row by row from `a1`.
    #[inline]
    pub const fn iter(self) -> SquaresIter<W> {
        SquaresIter(self.0)
    }

    /// Those that another word has, in that word.
    pub fn in_word<V: Word>(self) -> Squares<V> {
        self.iter().collect()
    }
}

/// The square alone; nothing where the word does not have it.
impl<W: Word> From<Square> for Squares<W> {
    #[inline]
    fn from(square: Square) -> Squares<W> {
        if W::has(square) { Squares(W::of(square)) } else { Squares::NONE }
    }
}

impl<W: Word> FromIterator<Square> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares<W> {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.into())
    }
}

impl<W: Word> IntoIterator for Squares<W> {
    type Item = Square;
    type IntoIter = SquaresIter<W>;

    #[inline]
    fn into_iter(self) -> SquaresIter<W> {
        self.iter()
    }
}

/// The squares of a set, one after the other.
#[derive(Debug, Clone)]
pub struct SquaresIter<W = u64>(W);

impl<W: Word> Iterator for SquaresIter<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let (square, others) = self.0.split_first()?;
        self.0 = others;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<W: Word> ExactSizeIterator for SquaresIter<W> {
    fn len(&self) -> usize {
        self.0.count()
    }
}

/// The squares in both sets.
impl<W: Word> BitAnd for Squares<W> {
    type Output = Squares<W>;

    #[inline]
    fn bitand(self, other: Squares<W>) -> Squares<W> {
        Squares(self.0 & other.0)
    }
}

/// The squares in either set.
impl<W: Word> BitOr for Squares<W> {
    type Output = Squares<W>;

    #[inline]
    fn bitor(self, other: Squares<W>) -> Squares<W> {
        Squares(self.0 | other.0)
    }
}

/// The squares in the first set that are not in the second.
impl<W: Word> Sub for Squares<W> {
    type Output = Squares<W>;

    #[inline]
    fn sub(self, other: Squares<W>) -> Squares<W> {
        Squares(self.0 & !other.0)
    }
}

/// The squares of the word that are not in the set.
impl<W: Word> Not for Squares<W> {
    type Output = Squares<W>;

    #[inline]
    fn not(self) -> Squares<W> {
        Squares(W::ALL & !self.0)
    }
}

/// The names of the squares with spaces between them.
impl<W: Word> fmt::Display for Squares<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{square}")?;
        }
        Ok(())
    }
}

impl<W: Word> fmt::Debug for Squares<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
