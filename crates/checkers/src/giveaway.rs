//! Giveaway checkers: the moves of checkers, played to lose every piece.
//!
//! The rules differ in one thing only: a side that cannot move, having no piece or none that can
//! move, has won. So a [`Giveaway`] is a [`Position`] under another name, and everything but the
//! end of the game is the position's.
//!
//! Its starts are written `giveaway` and a FEN, so that no text of checkers is mistaken for one.

use crate::excerpt::excerpt;
use crate::{Move, Moves, Position};
use game::{Notation, Outcome, Perfect, Rules, Side, Valued, Verdict};
use std::borrow::Borrow;
use std::fmt;

/// A position of giveaway checkers. Any position of checkers is one.
///
/// ```
/// use checkers::Giveaway;
/// use game::{Game, Notation, Rules};
/// let start = Giveaway::read_start("giveaway W:W22:B18").unwrap();
/// let end = start.play(start.read_move("22x15").unwrap());
/// assert_eq!(end.turn().outcome().unwrap().to_string(), "Black wins: every piece was given away");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Giveaway(pub Position);

/// The word that starts begin with.
const WORD: &str = "giveaway";

/// Why a game is over by its own rules; draws come from [`history`](crate::history).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has no piece left: it has won.
    GaveAll,
    /// The side to move has pieces and none of them can move: it has won.
    NoMoves,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::GaveAll => "every piece was given away",
            Ending::NoMoves => "the winner has no move left",
        })
    }
}

/// Why a move is refused: for a reason of checkers, or because the game is over. In that case
/// checkers would name the wrong winner.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused<E> {
    /// The side to move cannot move.
    #[error("the game is over: {winner} cannot move and has won")]
    GameOver {
        /// The side that would be to move.
        winner: Side,
    },
    /// As in checkers.
    #[error(transparent)]
    AsInCheckers(#[from] E),
}

/// What is wrong with the text of a start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It does not begin with the word.
    #[error("{WORD:?}, or {WORD:?} and a FEN, was expected, not {0:?}")]
    WordMissing(String),
    /// What follows the word is no position.
    #[error(transparent)]
    Board(#[from] crate::StartError),
}

impl Giveaway {
    /// Twelve men each, black to move.
    pub const START: Giveaway = Giveaway(Position::START);

    fn refuse_if_over<E>(&self) -> Result<(), Refused<E>> {
        let winner = self.side_to_move();
        if self.can_move() { Ok(()) } else { Err(Refused::GameOver { winner }) }
    }
}

impl Rules for Giveaway {
    type Move = Move;
    type Illegal = Refused<crate::Illegal>;
    type Ending = Ending;

    fn check(&self, mv: Move) -> Result<(), Self::Illegal> {
        self.refuse_if_over()?;
        Ok(self.0.check(mv)?)
    }

    #[inline]
    fn play(&self, mv: Move) -> Giveaway {
        Giveaway(self.0.play(mv))
    }
}

impl Perfect for Giveaway {
    type Moves = Moves;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    #[inline]
    fn moves(&self) -> Moves {
        self.0.moves()
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<Ending>> {
        let reason = match self.0.ending(can_move)?.reason {
            crate::Ending::NoPieces => Ending::GaveAll,
            _ => Ending::NoMoves,
        };
        Some(Outcome { verdict: Verdict::won_by(self.side_to_move()), reason })
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    fn can_move(&self) -> bool {
        self.0.can_move()
    }
}

impl Notation for Giveaway {
    type StartError = StartError;
    type MoveError = Refused<crate::MoveError>;

    fn standard_start() -> Giveaway {
        Giveaway::START
    }

    /// Reads `giveaway`, which is the standard start, or `giveaway` and a FEN.
    fn read_start(text: &str) -> Result<Giveaway, StartError> {
        let text = text.trim();
        let (word, fen) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if !word.eq_ignore_ascii_case(WORD) {
            return Err(StartError::WordMissing(excerpt(text)));
        }
        match fen.trim() {
            "" => Ok(Giveaway::START),
            fen => Ok(Giveaway(Position::read_start(fen)?)),
        }
    }

    fn write_start(start: &Giveaway) -> String {
        format!("{WORD} {}", start.0)
    }

    fn read_move(&self, text: &str) -> Result<Move, Self::MoveError> {
        self.refuse_if_over()?;
        Ok(self.0.read_move(text)?)
    }

    fn write_move(&self, mv: Move) -> String {
        self.0.write_move(mv)
    }
}

/// What is good in checkers is bad here: the fewer pieces of its own, the better for a side.
impl Valued for Giveaway {
    const UNITS: f64 = Position::UNITS;

    fn valuation(&self) -> f64 {
        -self.0.valuation()
    }
}

/// A game of giveaway is drawn as one of checkers is, so [`history`](crate::history) takes both.
impl Borrow<Position> for Giveaway {
    fn borrow(&self) -> &Position {
        &self.0
    }
}
