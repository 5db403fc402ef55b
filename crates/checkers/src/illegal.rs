//! Why a move is not legal, in words for people.

use crate::moves::{Hop, hop};
use crate::setup::crowning_row;
use crate::squares::Direction;
use crate::{Move, Piece, Position, Rank, Square, Squares};
use game::{Perfect, Side};
use std::fmt;

/// Why a move is not legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The side to move cannot move at all.
    #[error("the game is over: {loser} cannot move and has lost")]
    GameOver {
        /// The side that would be to move.
        loser: Side,
    },
    /// The move starts on a vacant square.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The move starts on a piece of the other side.
    #[error("{piece} stands on {square}, and it is {}'s turn", !.piece.side)]
    NotYours {
        /// Where.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The two squares are not one or two diagonal steps apart.
    #[error("{from} to {to} is neither a step nor a jump along a diagonal")]
    NotDiagonal {
        /// The square before.
        from: Square,
        /// The square after.
        to: Square,
    },
    /// The square to land on is taken.
    #[error("{square} is taken by {piece}")]
    Taken {
        /// Where.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// A man was to move back.
    #[error("a man moves forward only: {from} to {to} is backwards")]
    Backwards {
        /// The square before.
        from: Square,
        /// The square after.
        to: Square,
    },
    /// A step where a capture is possible.
    #[error("a capture is mandatory: {}", List(.captures))]
    CaptureMandatory {
        /// Every legal move.
        captures: Vec<Move>,
    },
    /// A jump over a vacant square.
    #[error("there is nothing to jump on {over} between {from} and {to}")]
    NothingToJump {
        /// The square before.
        from: Square,
        /// The vacant square between.
        over: Square,
        /// The square after.
        to: Square,
    },
    /// A jump over an own piece.
    #[error("the piece on {0} is your own and cannot be jumped")]
    OwnPiece(Square),
    /// A jump over a piece that was jumped earlier in the sequence.
    #[error("the piece on {0} can be jumped only once")]
    JumpedTwice(Square),
    /// A step among jumps.
    #[error("{from} to {to} is a step, and only jumps go on")]
    StepAndMore {
        /// The square before the step.
        from: Square,
        /// The square after it.
        to: Square,
    },
    /// A man was to jump on after being crowned.
    #[error("a man that is crowned stops: the move ends on {0}")]
    CrownedStops(Square),
    /// The jump sequence is not finished.
    #[error("the jump must go on from {at}: {}", List(.ways))]
    JumpGoesOn {
        /// Where the sequence was to stop.
        at: Square,
        /// Every legal move that begins like it.
        ways: Vec<Move>,
    },
}

/// Moves in a message, the first few by name.
pub(crate) struct List<'a>(pub &'a [Move]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 8;
        for (i, mv) in self.0.iter().take(NAMED).enumerate() {
            write!(f, "{}{mv}", if i == 0 { "" } else { ", " })?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Why the path along `squares`, which is not the path of a legal move, is not one.
pub(crate) fn why_not(position: &Position, squares: &[Square]) -> Illegal {
    let legal = position.moves();
    let side = position.side_to_move();
    let ([from, rest @ ..], false) = (squares, legal.is_empty()) else {
        return Illegal::GameOver { loser: side };
    };
    let mut walk = match position.piece_at(*from) {
        None => return Illegal::NoPiece(*from),
        Some(piece) if piece.side != side => return Illegal::NotYours { square: *from, piece },
        Some(piece) => Walk { position, piece, start: *from, at: *from, jumped: Squares::NONE },
    };
    for &to in rest {
        let fault = match hop(walk.at, to) {
            None => Some(Illegal::NotDiagonal { from: walk.at, to }),
            Some(Hop { over: None, .. }) if rest.len() > 1 => {
                Some(Illegal::StepAndMore { from: walk.at, to })
            }
            Some(Hop { over: None, direction }) => {
                let mandatory = || Illegal::CaptureMandatory { captures: legal.to_vec() };
                Some(walk.landing_fault(to, direction).unwrap_or_else(mandatory))
            }
            Some(Hop { over: Some(over), direction }) => walk.jump(over, to, direction).err(),
        };
        if let Some(fault) = fault {
            return fault;
        }
    }
    let begins_alike = |mv: &&Move| mv.squares().zip(squares).all(|(one, &other)| one == other);
    let ways = legal.iter().filter(begins_alike).copied().collect();
    Illegal::JumpGoesOn { at: walk.at, ways }
}

/// A piece on its way along a path.
struct Walk<'a> {
    position: &'a Position,
    piece: Piece,
    start: Square,
    at: Square,
    jumped: Squares,
}

impl Walk<'_> {
    /// Why the piece cannot land on `to`, coming from where it is.
    fn landing_fault(&self, to: Square, direction: Direction) -> Option<Illegal> {
        let north = matches!(direction, Direction::NorthEast | Direction::NorthWest);
        let forward = north == (self.piece.side == Side::White);
        match self.position.piece_at(to) {
            Some(piece) if to != self.start => Some(Illegal::Taken { square: to, piece }),
            _ if self.piece.rank == Rank::Man && !forward => {
                Some(Illegal::Backwards { from: self.at, to })
            }
            _ => None,
        }
    }

    /// Jumps, or says why not.
    fn jump(&mut self, over: Square, to: Square, direction: Direction) -> Result<(), Illegal> {
        let crowned = crowning_row(self.piece.side).contains(self.at);
        if self.piece.rank == Rank::Man && crowned && self.at != self.start {
            return Err(Illegal::CrownedStops(self.at));
        }
        if let Some(fault) = self.landing_fault(to, direction) {
            return Err(fault);
        }
        match self.position.piece_at(over) {
            _ if self.jumped.contains(over) => Err(Illegal::JumpedTwice(over)),
            Some(piece) if piece.side != self.piece.side => {
                self.jumped = self.jumped | over.into();
                self.at = to;
                Ok(())
            }
            Some(_) if over != self.start => Err(Illegal::OwnPiece(over)),
            _ => Err(Illegal::NothingToJump { from: self.at, over, to }),
        }
    }
}
