//! Transcripts: the moves of a game in a row, `f5d6c3`.
//!
//! Letters may be of either case, moves may have blanks between them and numbers with a dot before
//! them. A pass is written `--`, `pa`, `ps` or `pass`, or is left out, as is the custom: then it is
//! implied by the fact that the side to move has nothing else. `a10` is one square wherever it stands: no
//! number of a move begins with 0.

use crate::replay::{self, ReplayError};
use crate::text::{self, TextError, excerpt};
use crate::word::{Rows, Size};
use crate::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// The longest text that is read, in bytes.
pub const TRANSCRIPT_LIMIT: usize = 4096;

/// The most moves that a written game can have: a disc on each of 100 squares, and a pass after each.
pub const MOVES_LIMIT: usize = 200;

/// Moves as they were written, not yet known to be legal.
///
/// ```
/// # use othello::{Position, Transcript};
/// let transcript: Transcript = "1. F5 d6 2. c3".parse()?;
/// assert_eq!(transcript.to_string(), "f5d6c3");
/// assert_eq!(transcript.replay(Position::<8>::standard())?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Transcript {
    /// The moves.
    pub moves: Vec<Move>,
}

/// What is wrong with the text of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptFault {
    /// The text is too long.
    #[error("a transcript has at most {TRANSCRIPT_LIMIT} bytes")]
    TooLong,
    /// No game has so many moves.
    #[error("a game has at most {MOVES_LIMIT} moves")]
    TooManyMoves,
    /// What should be a move is none.
    #[error("a move such as f5, or -- for a pass, was expected, not {given:?}")]
    Move {
        /// What it is, cut short.
        given: String,
    },
    /// A number stands where no number of a move can.
    #[error("a dot was expected after the number of a move")]
    NumberWithoutDot,
}

/// What is wrong with the text of a transcript, and where.
pub type TranscriptError = TextError<TranscriptFault>;

impl Transcript {
    /// The moves from `start`, with the passes that the text implies put in, each checked.
    pub fn replay<const N: usize>(&self, start: Position<N>) -> Result<Vec<Move>, ReplayError>
    where
        Rows<N>: Size,
    {
        replay::replay(start, self.moves.iter().map(|&mv| (None, mv)))
    }
}

impl FromStr for Transcript {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Transcript, TranscriptError> {
        let text = text.as_bytes();
        let fault = |offset, fault| Err(TextError::at(text, offset, fault));
        if text.len() > TRANSCRIPT_LIMIT {
            return fault(TRANSCRIPT_LIMIT, TranscriptFault::TooLong);
        }
        let mut moves = Vec::new();
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            if byte.is_ascii_whitespace() {
                at += 1;
            } else if byte.is_ascii_digit() {
                let digits = text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                if text.get(at + digits) != Some(&b'.') {
                    return fault(at + digits, TranscriptFault::NumberWithoutDot);
                }
                at += digits + 1;
            } else if let Some((mv, length)) = text::leading_move(&text[at..]) {
                if moves.len() == MOVES_LIMIT {
                    return fault(at, TranscriptFault::TooManyMoves);
                }
                moves.push(mv);
                at += length;
            } else {
                return fault(at, TranscriptFault::Move { given: excerpt(&text[at..]) });
            }
        }
        Ok(Transcript { moves })
    }
}

/// The squares without anything between them, `--` for a pass.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|mv| match mv {
            Move::Place(square) => write!(f, "{square}"),
            Move::Pass => f.write_str("--"),
        })
    }
}

impl FromIterator<Move> for Transcript {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Transcript {
        Transcript { moves: moves.into_iter().collect() }
    }
}
