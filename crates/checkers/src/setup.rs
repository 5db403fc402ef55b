//! Any board, and what may be wrong with it.

use crate::{Piece, Position, Rank, Square, Squares};
use game::{Pair, Side};
use std::fmt;

/// Pieces on a board and the side to move, valid or not.
///
/// Reading a text gives a setup; [`position`](Setup::position) turns it into a position that can be
/// played, or lists everything that is wrong with it.
///
/// ```
/// use checkers::{Position, Setup};
/// let setup: Setup = "B:W21-32:B1-12".parse().unwrap();
/// assert_eq!(setup.position(), Ok(Position::START));
///
/// let setup: Setup = "B:W1,2:B30".parse().unwrap();
/// assert_eq!(
///     setup.position().unwrap_err().to_string(),
///     "a white man cannot stand on 1, where it would be a king; \
///      a white man cannot stand on 2, where it would be a king; \
///      a black man cannot stand on 30, where it would be a king"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The men.
    pub men: Pair<Squares>,
    /// The kings.
    pub kings: Pair<Squares>,
    /// Whose turn it is.
    pub side_to_move: Side,
}

/// The most pieces a side can have.
pub(crate) const MOST_PIECES: u32 = 12;

/// The row where a side's men are crowned.
pub(crate) const fn crowning_row(side: Side) -> Squares {
    match side {
        Side::White => Squares::rank(7),
        Side::Black => Squares::rank(0),
    }
}

impl Setup {
    /// A board without pieces.
    pub const fn empty(side_to_move: Side) -> Setup {
        let none = Pair { white: Squares::NONE, black: Squares::NONE };
        Setup { men: none, kings: none, side_to_move }
    }

    /// Every piece of a side.
    pub fn pieces(&self, side: Side) -> Squares {
        self.men[side] | self.kings[side]
    }

    /// The squares without a piece.
    pub fn vacant(&self) -> Squares {
        !(self.pieces(Side::White) | self.pieces(Side::Black))
    }

    /// The piece on a square. Where a setup has several on one, it is any of them.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let rank = if self.kings[side].contains(square) {
                Rank::King
            } else if self.men[side].contains(square) {
                Rank::Man
            } else {
                return None;
            };
            Some(Piece { side, rank })
        })
    }

    /// The same board with `piece`, or nothing, on a square and whatever stood there gone.
    pub fn with(mut self, square: Square, piece: Option<Piece>) -> Setup {
        let here = Squares::from(square);
        for side in Side::BOTH {
            self.men[side] = self.men[side] & !here;
            self.kings[side] = self.kings[side] & !here;
        }
        if let Some(Piece { side, rank }) = piece {
            let pieces = match rank {
                Rank::Man => &mut self.men,
                Rank::King => &mut self.kings,
            };
            pieces[side] = pieces[side] | here;
        }
        self
    }

    /// The board turned round with the colours exchanged: what each side had, the other has now.
    pub fn turned(&self) -> Setup {
        Setup {
            men: self.men.swap().map(Squares::turned),
            kings: self.kings.swap().map(Squares::turned),
            side_to_move: !self.side_to_move,
        }
    }

    /// The position, if everything is right with it.
    pub fn position(&self) -> Result<Position, Faults> {
        let faults = self.faults();
        if faults.is_empty() { Ok(Position::from_valid(self)) } else { Err(Faults(faults)) }
    }

    /// Everything that is wrong. A side without pieces is not: it has lost.
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.vacant() == Squares::ALL {
            faults.push(Fault::NoPieces);
        }
        let sets = [self.men.white, self.men.black, self.kings.white, self.kings.black];
        for square in Square::all() {
            if sets.iter().filter(|set| set.contains(square)).count() > 1 {
                faults.push(Fault::SeveralOnOneSquare(square));
            }
        }
        for side in Side::BOTH {
            let pieces = self.men[side].count() + self.kings[side].count();
            if pieces > MOST_PIECES {
                faults.push(Fault::TooManyPieces { side, pieces });
            }
            for square in (self.men[side] & crowning_row(side)).iter() {
                faults.push(Fault::ManOnCrowningRow { side, square });
            }
        }
        faults
    }
}

/// One thing that is wrong with a setup.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nobody has a piece.
    #[error("there is no piece on the board")]
    NoPieces,
    /// A square holds more than one piece.
    #[error("there are several pieces on square {0}")]
    SeveralOnOneSquare(Square),
    /// More pieces than a side starts with.
    #[error("{side} has {pieces} pieces, which is more than {MOST_PIECES}")]
    TooManyPieces {
        /// Who.
        side: Side,
        /// How many.
        pieces: u32,
    },
    /// A man that should have been crowned.
    #[error("{} cannot stand on {square}, where it would be a king", Piece { side: *.side, rank: Rank::Man })]
    ManOnCrowningRow {
        /// Whose man.
        side: Side,
        /// Where.
        square: Square,
    },
}

/// Everything that is wrong with a setup.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}
