//! Moves, and lists of them.

use crate::role::Role;
use crate::square::Square;
use arrayvec::ArrayVec;
use std::fmt;

/// A move: from where, to where, and what a pawn becomes.
///
/// Castling is the king moving onto its own rook, which says all there is to say in standard chess
/// and in Chess960 alike. En passant is the pawn's diagonal step. What people write (`e1g1`, `O-O`)
/// is the business of the notations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The legal moves of a position. No position has more than 218.
pub type MoveList = ArrayVec<Move, 218>;

impl Move {
    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// A pawn's move that ends on the last rank.
    #[inline]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Move {
        Move(Move::new(from, to).0 | (role as u16) << 12)
    }

    /// The square that is left.
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked(self.0 as u32)
    }

    /// The square that is reached; the rook's when castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::masked(self.0 as u32 >> 6)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            0 => None,
            number => Some(Role::ALL[if number > 5 { 5 } else { number as usize }]),
        }
    }

    /// The move as a number of 15 bits, for tables.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move of a number that [`to_bits`](Move::to_bits) gave. Any other number gives some
    /// move, hardly a legal one.
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits & 0x7fff)
    }
}

/// From, to and promotion letter, castling as king takes rook.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}
