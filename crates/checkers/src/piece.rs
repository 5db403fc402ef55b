//! The pieces.

use game::Side;
use std::fmt;

/// What a piece may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Moves forward only, and is crowned on the far row.
    Man,
    /// Moves both ways.
    King,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// A man or a king.
    pub rank: Rank,
}

impl Piece {
    /// `b` and `w` for men, `B` and `W` for kings.
    pub const fn letter(self) -> char {
        match (self.side, self.rank) {
            (Side::Black, Rank::Man) => 'b',
            (Side::Black, Rank::King) => 'B',
            (Side::White, Rank::Man) => 'w',
            (Side::White, Rank::King) => 'W',
        }
    }

    /// The piece with this [`letter`](Piece::letter).
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let (side, rank) = match letter {
            'b' => (Side::Black, Rank::Man),
            'B' => (Side::Black, Rank::King),
            'w' => (Side::White, Rank::Man),
            'W' => (Side::White, Rank::King),
            _ => return None,
        };
        Some(Piece { side, rank })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.side, self.rank) {
            (Side::Black, Rank::Man) => "a black man",
            (Side::Black, Rank::King) => "a black king",
            (Side::White, Rank::Man) => "a white man",
            (Side::White, Rank::King) => "a white king",
        })
    }
}
