//! Words that hold sets of squares, and which of them each size of board needs.

use crate::{Move, Square, Squares, lanes, square::MOST_ROWS, wide};
use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Deref, Not, Shl, Shr};

/// A word with a bit for each square of the largest board that it serves, row by row from `a1` in the
/// lowest. Smaller boards are a corner of that one.
///
/// There are two: 64 bits for boards of up to 8 rows, where the bit of a square is its
/// [index](Square::index), and 128 bits for boards of up to 10. Which of them a board has is decided
/// by [`Size`], so that the usual board pays nothing for the large one.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// How many bits one row lies from the next.
    const ROW: usize;
    /// No square.
    const NONE: Self;
    /// All squares that the word has.
    const ALL: Self;
    /// The first column.
    const FIRST_COLUMN: Self;

    /// Does the word have this square?
    fn has(square: Square) -> bool;

    /// The set of this square alone. Of a square that the word does not have, any set at all.
    fn of(square: Square) -> Self;

    /// The first square of the set, row by row from `a1`, and the others.
    fn split_first(self) -> Option<(Square, Self)>;

    /// How many squares there are.
    fn count(self) -> usize;

    /// The empty squares from which a line of one or more of the opponent's discs leads to one of the
    /// mover's. Bits beyond the edge of a smaller board, or beyond all squares, may be among them.
    fn places(mover: Self, opponent: Self) -> Self;

    /// The opponent's discs that a disc of the mover's on the square turns over. Of a square that the
    /// word does not have, any set at all.
    fn turned(square: Square, mover: Self, opponent: Self) -> Self;

    /// Two sets in one number, in which every bit depends on every bit of both.
    fn folded(mover: Self, opponent: Self) -> u64;
}

#[expect(
    clippy::inline_always,
    reason = "inlined one call later, `lanes` is made into other vector instructions, and perft takes 1.04 times as long"
)]
impl Word for u64 {
    const ROW: usize = 8;
    const NONE: u64 = 0;
    const ALL: u64 = u64::MAX;
    const FIRST_COLUMN: u64 = column(8, 8) as u64;

    #[inline(always)]
    fn has(square: Square) -> bool {
        square.index() < 64
    }

    #[inline(always)]
    fn of(square: Square) -> u64 {
        1 << (square.index() & 63)
    }

    #[inline(always)]
    fn split_first(self) -> Option<(Square, u64)> {
        if self == 0 {
            return None;
        }
        Some((Square::at(self.trailing_zeros() as usize), self & (self - 1)))
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline(always)]
    fn places(mover: u64, opponent: u64) -> u64 {
        lanes::places(mover, opponent)
    }

    #[inline(always)]
    fn turned(square: Square, mover: u64, opponent: u64) -> u64 {
        lanes::turned(square.index(), mover, opponent)
    }

    // Books keep it: it does not change.
    #[inline(always)]
    fn folded(mover: u64, opponent: u64) -> u64 {
        folded(mover ^ 0xa076_1d64_78bd_642f, opponent ^ 0xe703_7ed1_a0b4_28db)
    }
}

impl Word for u128 {
    const ROW: usize = MOST_ROWS;
    const NONE: u128 = 0;
    const ALL: u128 = board(MOST_ROWS, MOST_ROWS);
    const FIRST_COLUMN: u128 = column(MOST_ROWS, MOST_ROWS);

    #[inline]
    fn has(_: Square) -> bool {
        true
    }

    #[inline]
    fn of(square: Square) -> u128 {
        1 << (square.row() * MOST_ROWS + square.column())
    }

    #[inline]
    fn split_first(self) -> Option<(Square, u128)> {
        let bit = self.trailing_zeros() as usize;
        let square = Square::new(bit % MOST_ROWS, bit / MOST_ROWS)?;
        Some((square, self & (self - 1)))
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn places(mover: u128, opponent: u128) -> u128 {
        wide::places(mover, opponent)
    }

    #[inline]
    fn turned(square: Square, mover: u128, opponent: u128) -> u128 {
        wide::turned(u128::of(square), mover, opponent)
    }

    #[inline]
    fn folded(mover: u128, opponent: u128) -> u64 {
        let low = u64::folded(mover as u64, opponent as u64);
        let high = u64::folded((mover >> 64) as u64, (opponent >> 64) as u64);
        folded(low, high ^ 0x8ebc_6af0_9c88_c6e3)
    }
}

/// Both halves of a product in one word: every bit depends on every bit of the factors.
#[inline]
pub fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The first column of a board of so many rows, in a word whose rows lie so many bits apart.
const fn column(rows: usize, row: usize) -> u128 {
    let mut squares = 0;
    let mut i = 0;
    while i < rows {
        squares |= 1 << (row * i);
        i += 1;
    }
    squares
}

/// All squares of such a board: a row times a column has every row once.
const fn board(rows: usize, row: usize) -> u128 {
    column(rows, row) * ((1 << rows) - 1)
}

/// The four corners of such a board.
const fn corners(rows: usize, row: usize) -> u128 {
    (1 | 1 << (rows - 1)) * (1 | 1 << (row * (rows - 1)))
}

/// The squares on the edges of such a board: all but those of a board that is smaller by two.
const fn edges(rows: usize, row: usize) -> u128 {
    board(rows, row) & !(board(rows - 2, row) << (row + 1))
}

/// Stands for the boards of `N` rows: it has a [`Size`] if there are such boards.
#[derive(Debug, Clone, Copy)]
pub struct Rows<const N: usize>;

/// A size that boards have.
pub trait Size {
    /// What holds the squares of such a board.
    type Word: Word;
    /// A list of moves, with room for one on every square, since a position may be any arrangement of
    /// discs.
    type Moves: Deref<Target = [Move]> + FromIterator<Move> + Extend<Move>;
    /// All squares.
    const BOARD: Squares<Self::Word>;
    /// The four corners.
    const CORNERS: Squares<Self::Word>;
    /// The squares of the outer rows and columns.
    const EDGES: Squares<Self::Word>;
}

/// The word of a board of `N` rows.
pub type WordOf<const N: usize> = <Rows<N> as Size>::Word;

/// A set of squares of a board of `N` rows.
pub type SquaresOf<const N: usize> = Squares<WordOf<N>>;

macro_rules! sizes {
    ($($rows:literal: $word:ty, $most_moves:literal;)*) => {
        /// The rows that boards have.
        pub const SIZES: [usize; [$($rows),*].len()] = [$($rows),*];

        $(impl Size for Rows<$rows> {
            type Word = $word;
            type Moves = ArrayVec<Move, $most_moves>;
            const BOARD: Squares<$word> = Squares(board($rows, <$word>::ROW) as $word);
            const CORNERS: Squares<$word> = Squares(corners($rows, <$word>::ROW) as $word);
            const EDGES: Squares<$word> = Squares(edges($rows, <$word>::ROW) as $word);
        })*
    };
}

sizes! {
    4: u64, 64;
    6: u64, 64;
    8: u64, 64;
    10: u128, 100;
}
