//! What a piece is and whose it is.

use game::Side;
use std::fmt;

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// From the pawn to the king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, the queen first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The role of an English letter, in either case.
    pub const fn from_letter(letter: u8) -> Option<Role> {
        Some(match letter.to_ascii_lowercase() {
            b'p' => Role::Pawn,
            b'n' => Role::Knight,
            b'b' => Role::Bishop,
            b'r' => Role::Rook,
            b'q' => Role::Queen,
            b'k' => Role::King,
            _ => return None,
        })
    }

    /// The English letter in lower case.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["pawn", "knight", "bishop", "rook", "queen", "king"][*self as usize])
    }
}

/// A role and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The piece of a FEN letter: white's in upper case, black's in lower.
    ///
    /// ```
    /// # use chess::{Piece, Role};
    /// # use game::Side;
    /// let knight = Piece { side: Side::White, role: Role::Knight };
    /// assert_eq!(Piece::from_letter(b'N'), Some(knight));
    /// assert_eq!(knight.letter(), 'N');
    /// ```
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { side, role }),
            None => None,
        }
    }

    /// The FEN letter.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.role.letter().to_ascii_uppercase(),
            Side::Black => self.role.letter(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Side::White { "white" } else { "black" };
        write!(f, "{side} {}", self.role)
    }
}
