//! The two sides of a board, and pairs with one thing for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides. Which of them begins is a rule of each game: white in chess, black in
/// checkers and Othello.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
}

impl Side {
    /// White, then black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other side.
    ///
    /// ```
    /// # use game::Side;
    /// assert_eq!(Side::White.other(), Side::Black);
    /// ```
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// `!side` is the other side.
impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// One thing for white and one for black, picked by indexing with a [`Side`].
///
/// ```
/// # use game::{Pair, Side};
/// let discs = Pair { white: 2, black: 5 };
/// assert_eq!(discs[Side::Black], 5);
/// assert_eq!(discs.map(|n| n > 3), Pair { white: false, black: true });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pair<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Pair<T> {
    /// A pair made by asking for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Pair<T> {
        Pair { white: f(Side::White), black: f(Side::Black) }
    }

    /// The same function applied to both.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Pair<U> {
        Pair { white: f(self.white), black: f(self.black) }
    }

    /// Two pairs made one, side by side.
    pub fn zip<U>(self, other: Pair<U>) -> Pair<(T, U)> {
        Pair { white: (self.white, other.white), black: (self.black, other.black) }
    }

    /// White's and black's exchanged.
    ///
    /// ```
    /// # use game::Pair;
    /// assert_eq!(Pair { white: 1, black: 2 }.swap(), Pair { white: 2, black: 1 });
    /// ```
    pub fn swap(self) -> Pair<T> {
        Pair { white: self.black, black: self.white }
    }

    /// References to both, white's first, with their sides.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::White, &self.white), (Side::Black, &self.black)].into_iter()
    }
}

impl<T> Index<Side> for Pair<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for Pair<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
