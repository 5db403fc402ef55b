//! Moves as two squares: `e2e4`, `e7e8q`, `e1g1`.

use crate::generate::castling_squares;
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Square};
use game::{Perfect, Rules};
use std::fmt;
use std::str::FromStr;

/// A move written as from, to and the letter of a promotion, not yet looked at on a board.
///
/// Castling is the king's move (`e1g1`) or, always in Chess960, the king taking its own rook
/// (`e1h1`).
///
/// ```
/// # use chess::{Coordinate, Position};
/// let written: Coordinate = "g1f3".parse().unwrap();
/// let mv = written.resolve(&Position::standard()).unwrap();
/// assert_eq!(written, Coordinate::of(&Position::standard(), mv));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// The square that is left.
    pub from: Square,
    /// The square that is reached.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

/// The text is not a move in coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a move in coordinates is two squares such as e2e4, with a letter of qrbn for a promotion")]
pub struct NotACoordinate;

impl FromStr for Coordinate {
    type Err = NotACoordinate;

    fn from_str(text: &str) -> Result<Coordinate, NotACoordinate> {
        let (from, rest) = text.split_at_checked(2).ok_or(NotACoordinate)?;
        let (to, letter) = rest.split_at_checked(2).ok_or(NotACoordinate)?;
        let square = |text: &str| text.parse().map_err(|_| NotACoordinate);
        let promotion = match letter.as_bytes() {
            [] => None,
            &[letter] => Some(Role::from_letter(letter).ok_or(NotACoordinate)?),
            _ => return Err(NotACoordinate),
        };
        Ok(Coordinate { from: square(from)?, to: square(to)?, promotion })
    }
}

impl Coordinate {
    /// The legal move that is meant, or why there is none.
    pub fn resolve(self, position: &Position) -> Result<Move, Illegal> {
        let mv = self.meant(position)?;
        position.check(mv)?;
        Ok(mv)
    }

    /// The move that is meant, legal or not.
    pub(crate) fn meant(self, position: &Position) -> Result<Move, Illegal> {
        let plain = match self.promotion {
            Some(role @ (Role::Pawn | Role::King)) => return Err(Illegal::WrongPromotion(role)),
            Some(role) => Move::promoting(self.from, self.to, role),
            None => Move::new(self.from, self.to),
        };
        Ok(self.castling_meant(position).unwrap_or(plain))
    }

    /// The king goes two squares or more, to where castling would take it.
    fn castling_meant(self, position: &Position) -> Option<Move> {
        let us = position.side_to_move();
        let king = position.king(us);
        let far =
            self.from.rank() == self.to.rank() && self.from.index().abs_diff(self.to.index()) > 1;
        if self.from != king || !far || self.promotion.is_some() {
            return None;
        }
        let rooks = position.castling_rooks() & position.board().side(us);
        let rook = rooks.into_iter().find(|&rook| castling_squares(us, king, rook).0 == self.to)?;
        let onto_rook = position.castling_rooks().has(self.to);
        (!onto_rook).then(|| Move::new(king, rook))
    }

    /// How a legal move is written. Castling is the king's move where king and rook stand where
    /// they do in standard chess, and king takes rook anywhere else.
    pub fn of(position: &Position, mv: Move) -> Coordinate {
        let standard = mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H);
        Coordinate::written(position, mv, standard)
    }

    /// How a legal move is written where Chess960 is agreed upon: castling is always king takes rook.
    pub fn of_chess960(position: &Position, mv: Move) -> Coordinate {
        Coordinate::written(position, mv, false)
    }

    fn written(position: &Position, mv: Move, castling_as_king_move: bool) -> Coordinate {
        let (from, mut to) = (mv.from(), mv.to());
        if castling_as_king_move && position.is_castling(mv) {
            (to, _) = castling_squares(position.side_to_move(), from, to);
        }
        Coordinate { from, to, promotion: mv.promotion() }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}
