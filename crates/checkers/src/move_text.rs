//! A move as written by a person or a program: read without a board, resolved against a position later.

use crate::excerpt::excerpt;
use crate::illegal::{self, List};
use crate::moves::MOST_HOPS;
use crate::{Illegal, Move, Position, Square, SquareError};
use arrayvec::ArrayVec;
use game::Perfect;
use std::fmt;
use std::str::FromStr;

/// A move as written: two squares or more, the last reached from the first.
///
/// Between the first square and the last, any landing squares may be left out, as long as only one
/// legal move fits what is there. The separator does not matter for what is meant, for real game
/// records write steps with `x` and jumps with `-`.
///
/// ```
/// use checkers::{MoveText, Position};
/// let text: MoveText = "11-15".parse().unwrap();
/// let mv = text.resolve(&Position::START).unwrap();
/// assert_eq!(mv.to_string(), "11-15");
///
/// let algebraic: MoveText = "f6-e5".parse().unwrap();
/// assert_eq!(algebraic.resolve(&Position::START), Ok(mv));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoveText {
    squares: ArrayVec<Square, MOST_SQUARES>,
    written_as_jump: bool,
}

const MOST_SQUARES: usize = MOST_HOPS + 1;
const LONGEST: usize = 64;

/// Why a text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// No or just one square.
    #[error(
        "a move names the square it starts from and the one it goes to, such as 11-15, not {0:?}"
    )]
    TooFewSquares(String),
    /// A step that stays where it is. A jump may come back to where it began: `14x14`.
    #[error("a step goes from one square to another, and {0:?} does not leave its square")]
    NoStep(String),
    /// More squares than any move has.
    #[error("no move has more than {MOST_SQUARES} squares")]
    TooManySquares,
    /// Longer than any move.
    #[error("a move has no more than {LONGEST} characters, this has {0}")]
    TooLong(usize),
    /// Something in it is not a square.
    #[error("in the move {text:?}, at character {column}: {source}")]
    BadSquare {
        /// The whole text, shortened.
        text: String,
        /// Where, counted from 1.
        column: usize,
        /// What is wrong there.
        source: SquareError,
    },
}

/// Why a text names no legal move here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// Several legal moves fit.
    #[error("{text} can be {}: write the whole path", List(.paths))]
    Ambiguous {
        /// What was written.
        text: MoveText,
        /// Every legal move that fits.
        paths: Vec<Move>,
    },
    /// None fits.
    #[error("{text}: {reason}")]
    Illegal {
        /// What was written.
        text: MoveText,
        /// Why it is not legal.
        reason: Illegal,
    },
}

impl MoveText {
    /// The squares that were written.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The one legal move that is meant.
    pub fn resolve(&self, position: &Position) -> Result<Move, ResolveError> {
        let legal = position.moves();
        if let Some(&mv) = legal.iter().find(|mv| mv.squares().eq(self.squares.iter().copied())) {
            return Ok(mv);
        }
        let paths: Vec<Move> = legal.iter().filter(|&&mv| self.fits(mv)).copied().collect();
        match *paths {
            [mv] => Ok(mv),
            [] => {
                let reason = illegal::why_not(position, &self.squares);
                Err(ResolveError::Illegal { text: self.clone(), reason })
            }
            _ => Err(ResolveError::Ambiguous { text: self.clone(), paths }),
        }
    }

    /// Does the path start and end like the text and come through all of its squares in order?
    fn fits(&self, mv: Move) -> bool {
        let mut path = mv.squares();
        self.squares.first() == Some(&mv.from())
            && self.squares.last() == Some(&mv.to())
            && self.squares.iter().all(|&square| path.any(|other| other == square))
    }

    /// The shortest text that names `mv`, a legal move, among the legal moves.
    pub(crate) fn shortest(mv: Move, legal: &[Move]) -> MoveText {
        let alike = |other: &&Move| other.from() == mv.from() && other.to() == mv.to();
        if legal.iter().filter(alike).count() > 1 {
            return mv.into();
        }
        let squares = [mv.from(), mv.to()].into_iter().collect();
        MoveText { squares, written_as_jump: mv.is_capture() }
    }
}

/// The whole path of a move.
impl From<Move> for MoveText {
    fn from(mv: Move) -> MoveText {
        MoveText { squares: mv.squares().collect(), written_as_jump: mv.is_capture() }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares.iter().enumerate() {
            if i > 0 {
                f.write_str(if self.written_as_jump { "x" } else { "-" })?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

/// Reads `11-15`, `11x18x25`, `c3-d4`, `c3d4`, and `1115` where nothing stands between two squares of two
/// digits each. Separators are `-`, `x`, `:` and spaces.
impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<MoveText, MoveTextError> {
        if text.len() > LONGEST {
            return Err(MoveTextError::TooLong(text.len()));
        }
        let mut squares: ArrayVec<Square, MOST_SQUARES> = ArrayVec::new();
        let mut written_as_jump = false;
        let mut rest = text.trim_end();
        loop {
            let trimmed = rest.trim_start_matches(['-', 'x', 'X', ':', ' ', '\t']);
            let separators = &rest[..rest.len() - trimmed.len()];
            written_as_jump |= separators.contains(['x', 'X', ':']);
            if trimmed.is_empty() {
                break;
            }
            let (word, after) = trimmed.split_at(square_length(trimmed));
            let square = word.parse().map_err(|source| MoveTextError::BadSquare {
                text: excerpt(text),
                column: text.trim_end()[..text.trim_end().len() - trimmed.len()].chars().count()
                    + 1,
                source,
            })?;
            squares.try_push(square).map_err(|_| MoveTextError::TooManySquares)?;
            rest = after;
        }
        if squares.len() < 2 {
            return Err(MoveTextError::TooFewSquares(excerpt(text)));
        }
        // It would be written as 1-1, say, which game records mean as a drawn result.
        if !written_as_jump && squares.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(MoveTextError::NoStep(excerpt(text)));
        }
        Ok(MoveText { squares, written_as_jump })
    }
}

/// How many bytes at the beginning of `text` belong to its first square, or to what stands in its
/// place.
fn square_length(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match *text.as_bytes() {
        _ if digits == 4 => 2,
        _ if digits > 0 => digits,
        [letter, b'0'..=b'9', ..] if letter.is_ascii_alphabetic() => 2,
        _ => text.find(['-', 'x', 'X', ':', ' ', '\t']).unwrap_or(text.len()),
    }
}
