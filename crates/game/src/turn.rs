//! Who acts, who looks on, and how it ended.

use crate::Side;
use std::fmt;

/// A place at the table from which moves are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// One of the two sides of a board.
    Side(Side),
    /// The only seat of a game for one, such as Minesweeper.
    Solo,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Side(side) => side.fmt(f),
            Seat::Solo => f.pad("The player"),
        }
    }
}

/// For whom the state is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who may know what that seat knows.
    Seat(Seat),
    /// A client without a seat, which may know what is public.
    Spectator,
}

/// Whose move it is, or how the game ended. `R` is the game's own reason for ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn<R> {
    /// The game goes on, and this seat is to move.
    ToMove(Seat),
    /// The game is over.
    Over(Outcome<R>),
}

impl<R> Turn<R> {
    /// How the game ended, if it did.
    pub fn outcome(self) -> Option<Outcome<R>> {
        match self {
            Turn::ToMove(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }
}

/// How a game ended, and why.
///
/// ```
/// # use game::{Outcome, Side, Verdict};
/// let mate = Outcome { verdict: Verdict::won_by(Side::White), reason: "checkmate" };
/// assert_eq!(mate.to_string(), "White wins: checkmate");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome<R> {
    /// The winner, or a draw.
    pub verdict: Verdict,
    /// Why: the game's own reason.
    pub reason: R,
}

impl<R: fmt::Display> fmt::Display for Outcome<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.reason)
    }
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player in this seat won.
    Won(Seat),
    /// Neither side won.
    Draw,
    /// The one player of a game for one lost.
    Lost,
}

impl Verdict {
    /// The side won.
    pub const fn won_by(side: Side) -> Verdict {
        Verdict::Won(Seat::Side(side))
    }

    /// The side that won, in a game of two.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Verdict::Won(Seat::Side(side)) => Some(side),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Won(seat) => write!(f, "{seat} wins"),
            Verdict::Draw => f.pad("Draw"),
            Verdict::Lost => f.pad("Lost"),
        }
    }
}
