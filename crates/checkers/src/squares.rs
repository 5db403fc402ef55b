//! Sets of squares, and the layout that lets a whole set step at once.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of squares, one bit each.
///
/// The square on file x and rank y (counted from 0) has the bit 4y - 3x modulo 32. A step up and
/// to the right is then one bit further, up and to the left seven bits further, and the steps down
/// are the same the other way round: a set steps by being rotated.
///
/// ```text
///     a   b   c   d   e   f   g   h
/// 8      25      19      13       7
/// 7  24      18      12       6
/// 6      17      11       5      31
/// 5  16      10       4      30
/// 4       9       3      29      23
/// 3   8       2      28      22
/// 2       1      27      21      15
/// 1   0      26      20      14
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u32);

/// The bit of each square, by its number less one.
const BITS: [u8; 32] = {
    let mut bits = [0; 32];
    let mut number = 1;
    while let Some(square) = Square::new(number) {
        bits[number as usize - 1] = (4 * square.rank() + 32 - 3 * square.file()) % 32;
        number += 1;
    }
    bits
};

/// The square of each bit.
const SQUARES: [Square; 32] = {
    let Some(first) = Square::new(1) else { unreachable!() };
    let mut squares = [first; 32];
    let mut number = 2;
    while let Some(square) = Square::new(number) {
        squares[bit_of(square) as usize] = square;
        number += 1;
    }
    squares
};

/// The square of a bit; only the lowest five binary digits count.
pub(crate) const fn square_of(bit: u32) -> Square {
    SQUARES[bit as usize % 32]
}

/// The bit of a square, 0 to 31.
pub(crate) const fn bit_of(square: Square) -> u32 {
    BITS[square.number() as usize - 1] as u32
}

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);
    /// Every square.
    pub const ALL: Squares = Squares(u32::MAX);
    /// The squares with a neighbour in all four directions: only there can a piece be jumped.
    pub(crate) const INNER: Squares = Squares(
        !(Squares::file(0).0 | Squares::file(7).0 | Squares::rank(0).0 | Squares::rank(7).0),
    );

    /// The squares from one number to another, both included.
    pub const fn between(first: Square, last: Square) -> Squares {
        let mut set = 0;
        let mut number = first.number();
        while number <= last.number() {
            set |= 1 << BITS[number as usize - 1];
            number += 1;
        }
        Squares(set)
    }

    /// The squares of a rank, 0 to 7.
    pub const fn rank(rank: u8) -> Squares {
        let mut set = 0;
        let mut file = 0;
        while file < 8 {
            if let Some(square) = Square::at(file, rank) {
                set |= 1 << bit_of(square);
            }
            file += 1;
        }
        Squares(set)
    }

    /// The squares of a file, 0 to 7.
    pub const fn file(file: u8) -> Squares {
        let mut set = 0;
        let mut rank = 0;
        while rank < 8 {
            if let Some(square) = Square::at(file, rank) {
                set |= 1 << bit_of(square);
            }
            rank += 1;
        }
        Squares(set)
    }

    /// Is the square in the set?
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> bit_of(square) & 1 != 0
    }

    /// How many squares there are in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is there no square in the set?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as it lies when the board is turned round.
    ///
    /// ```
    /// use checkers::{Square, Squares};
    /// let [corner, opposite] = [4, 29].map(|number| Square::new(number).unwrap());
    /// assert_eq!(Squares::from(corner).turned(), Squares::from(opposite));
    /// ```
    pub const fn turned(self) -> Squares {
        Squares(self.0.reverse_bits().rotate_left(8))
    }

    /// The squares in the set, from 1 to 32.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.contains(square))
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Squares {
        Squares(1 << bit_of(square))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.into())
    }
}

impl BitOr for Squares {
    type Output = Squares;

    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl Not for Squares {
    type Output = Squares;

    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One of the four ways along a diagonal; north is black's side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Towards black's side and the file h.
    NorthEast,
    /// Towards black's side and the file a.
    NorthWest,
    /// Towards white's side and the file h.
    SouthEast,
    /// Towards white's side and the file a.
    SouthWest,
}

impl Direction {
    /// All four, each at the place of its number.
    pub const ALL: [Direction; 4] =
        [Direction::NorthEast, Direction::NorthWest, Direction::SouthEast, Direction::SouthWest];

    /// The way of a number; only its lowest two binary digits count.
    pub(crate) const fn from_number(number: u32) -> Direction {
        Direction::ALL[number as usize % 4]
    }

    /// The other way along the same diagonal.
    pub const fn back(self) -> Direction {
        match self {
            Direction::NorthEast => Direction::SouthWest,
            Direction::NorthWest => Direction::SouthEast,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
        }
    }

    /// The word one step on, with squares at the edge coming in again elsewhere.
    #[inline]
    pub(crate) const fn rotated(self, set: u32) -> u32 {
        match self {
            Direction::NorthEast => set.rotate_left(1),
            Direction::NorthWest => set.rotate_left(7),
            Direction::SouthEast => set.rotate_right(7),
            Direction::SouthWest => set.rotate_right(1),
        }
    }

    /// The bit from which a step in this direction leads to the bit `to`.
    #[inline]
    pub(crate) const fn bit_before(self, to: u32) -> u32 {
        let distance = match self {
            Direction::NorthEast => 1,
            Direction::NorthWest => 7,
            Direction::SouthEast => 32 - 7,
            Direction::SouthWest => 32 - 1,
        };
        (to + 32 - distance) % 32
    }

    /// The squares that a step in this direction can lead to.
    const fn reachable(self) -> u32 {
        let (row, column) = match self {
            Direction::NorthEast => (0, 0),
            Direction::NorthWest => (0, 7),
            Direction::SouthEast => (7, 0),
            Direction::SouthWest => (7, 7),
        };
        !(Squares::rank(row).0 | Squares::file(column).0)
    }

    /// The squares one step on; what would leave the board is dropped.
    ///
    /// ```
    /// use checkers::{Direction, Square, Squares};
    /// let [from, to] = [18, 15].map(|number| Squares::from(Square::new(number).unwrap()));
    /// assert_eq!(Direction::NorthEast.stepped(from), to);
    /// ```
    #[inline]
    pub const fn stepped(self, set: Squares) -> Squares {
        Squares(self.step(set.0))
    }

    /// The word one step on; what would leave the board is dropped.
    #[inline]
    pub(crate) const fn step(self, set: u32) -> u32 {
        self.rotated(set) & const { Direction::REACHABLE }[self as usize]
    }

    const REACHABLE: [u32; 4] = [
        Direction::NorthEast.reachable(),
        Direction::NorthWest.reachable(),
        Direction::SouthEast.reachable(),
        Direction::SouthWest.reachable(),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(direction: Direction) -> (i8, i8) {
        match direction {
            Direction::NorthEast => (1, 1),
            Direction::NorthWest => (-1, 1),
            Direction::SouthEast => (1, -1),
            Direction::SouthWest => (-1, -1),
        }
    }

    fn neighbour(square: Square, direction: Direction) -> Option<Square> {
        let (right, up) = offset(direction);
        let file = square.file().checked_add_signed(right)?;
        Square::at(file, square.rank().checked_add_signed(up)?)
    }

    #[test]
    fn every_square_has_a_bit_of_its_own() {
        let bits: Squares = Square::all().collect();
        assert_eq!(bits, Squares::ALL);
        for square in Square::all() {
            assert_eq!(square_of(bit_of(square)), square);
        }
    }

    #[test]
    fn a_step_is_a_step_on_the_board() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let there: Squares = neighbour(square, direction).into_iter().collect();
                let set = Squares::from(square).0;
                assert_eq!(Squares(direction.step(set)), there, "{square} {direction:?}");
                assert_eq!(Direction::from_number(direction as u32), direction);
                assert_eq!(direction.back().rotated(direction.rotated(set)), set);
                let bit = direction.rotated(set).trailing_zeros();
                assert_eq!(direction.bit_before(bit), bit_of(square));
            }
        }
    }

    #[test]
    fn inner_squares_have_four_neighbours() {
        for square in Square::all() {
            let neighbours = Direction::ALL.iter().filter_map(|&d| neighbour(square, d)).count();
            assert_eq!(Squares::INNER.contains(square), neighbours == 4, "{square}");
        }
    }

    #[test]
    fn turning_the_board_round_turns_every_square() {
        for square in Square::all() {
            let opposite = Square::new(33 - square.number()).unwrap();
            assert_eq!(Squares::from(square).turned(), Squares::from(opposite));
        }
    }
}
