//! Pieces on squares, and nothing else.

use crate::bitboard::Bitboard;
use crate::role::{Piece, Role};
use crate::square::{File, Rank, Square};
use game::{Pair, Side};
use std::fmt;

/// The pieces on a board: a set of squares for each role and for each side. Any board can be
/// written down with it, also ones that no game can reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    by_role: [Bitboard; 6],
    by_side: Pair<Bitboard>,
}

impl Board {
    /// No pieces at all.
    pub const EMPTY: Board = Board {
        by_role: [Bitboard::EMPTY; 6],
        by_side: Pair { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
    };

    /// The squares of one role, of both sides.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// The squares of one side.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.by_side[side]
    }

    /// The squares of one kind of piece.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.by_side[side] & self.role(role)
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_side.white | self.by_side.black
    }

    /// Rooks and queens: what goes along ranks and files.
    #[inline]
    pub fn straight_sliders(&self) -> Bitboard {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    /// Bishops and queens: what goes along diagonals.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    /// The king of a side. A board may have none or several; a position has just one.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.pieces(side, Role::King).first()
    }

    /// The role on a square that is known to hold a piece. Without branches: it is asked for
    /// every move played.
    #[inline]
    pub(crate) fn role_on_occupied(&self, square: Square) -> Role {
        let bit = |role: Role| (self.role(role).0 >> square.index() & 1) as usize;
        let number = bit(Role::Knight)
            + 2 * bit(Role::Bishop)
            + 3 * bit(Role::Rook)
            + 4 * bit(Role::Queen)
            + 5 * bit(Role::King);
        Role::ALL[number.min(5)]
    }

    /// The role on a square, if there is a piece.
    #[inline]
    pub fn role_on(&self, square: Square) -> Option<Role> {
        self.occupied().has(square).then(|| self.role_on_occupied(square))
    }

    /// The squares on which another board has another piece, or none.
    #[inline]
    pub(crate) fn changed(&self, other: &Board) -> Bitboard {
        let sides =
            (self.by_side.white ^ other.by_side.white) | (self.by_side.black ^ other.by_side.black);
        std::iter::zip(self.by_role, other.by_role)
            .fold(sides, |all, (own, other)| all | (own ^ other))
    }

    /// The piece on a square, if there is one.
    ///
    /// ```
    /// # use chess::{Board, Piece, Position, Role, Square};
    /// # use game::Side;
    /// let board = Position::standard(); let board = board.board();
    /// let e1: Square = "e1".parse().unwrap();
    /// assert_eq!(board.piece(e1), Some(Piece { side: Side::White, role: Role::King }));
    /// ```
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let side = if self.by_side.white.has(square) {
            Side::White
        } else if self.by_side.black.has(square) {
            Side::Black
        } else {
            return None;
        };
        Some(Piece { side, role: self.role_on_occupied(square) })
    }

    /// Puts a piece on a square, in the place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.toggle(Bitboard::of(square), piece.side, piece.role);
    }

    /// Takes away what stands on a square.
    pub fn clear(&mut self, square: Square) {
        let keep = !Bitboard::of(square);
        for squares in &mut self.by_role {
            *squares &= keep;
        }
        self.by_side.white &= keep;
        self.by_side.black &= keep;
    }

    /// Puts pieces of one kind where none are and takes them away where they are.
    #[inline]
    pub(crate) fn toggle(&mut self, squares: Bitboard, side: Side, role: Role) {
        self.by_role[role as usize] ^= squares;
        self.by_side[side] ^= squares;
    }

    /// The pieces with their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece(square)?)))
    }
}

/// Eight rows as white sees them, in FEN letters.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} |", rank.digit())?;
            for file in File::ALL {
                let piece = self.piece(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            f.write_str("\n")?;
        }
        f.write_str("  | a b c d e f g h")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}
