//! FEN for draughts: `B:W18,24,K10:B12,16,K22`.

use crate::excerpt::excerpt;
use crate::{Piece, Rank, Setup, Square, Squares};
use game::Side;
use std::fmt;
use std::str::FromStr;

const LONGEST: usize = 400;

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Longer than any board needs.
    #[error("the FEN has {0} bytes, and no board needs more than {LONGEST}")]
    TooLong(usize),
    /// Something else was expected.
    #[error("at character {column} of the FEN: expected {expected}, found {found:?}")]
    Unexpected {
        /// Where.
        column: usize,
        /// What was expected.
        expected: Expected,
        /// What stood there, shortened.
        found: String,
    },
    /// A number that no square has.
    #[error(
        "at character {column} of the FEN: squares are numbered 1 to 32, there is no square {number}"
    )]
    NoSuchSquare {
        /// Where.
        column: usize,
        /// The number, shortened.
        number: String,
    },
    /// A range from a higher number to a lower one.
    #[error("at character {column} of the FEN: the squares {first}-{last} are the wrong way round")]
    Backwards {
        /// Where.
        column: usize,
        /// The first square.
        first: Square,
        /// The last square.
        last: Square,
    },
    /// A square that already holds a piece.
    #[error("at character {column} of the FEN: square {square} is named twice")]
    SquareTwice {
        /// Where.
        column: usize,
        /// Which square.
        square: Square,
    },
    /// A side whose pieces are listed twice.
    #[error("at character {column} of the FEN: the pieces of {side} are listed twice")]
    SideTwice {
        /// Where.
        column: usize,
        /// Which side.
        side: Side,
    },
    /// A side whose pieces are not listed.
    #[error("the FEN does not list the pieces of {0}")]
    SideMissing(Side),
}

/// What can come next in a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    #[error("W or B")]
    Side,
    #[error("a square")]
    Square,
    #[error("a colon or the end")]
    ColonOrEnd,
}

/// Reads a FEN: the side to move, then the pieces of both sides in either order. Kings have a `K` before
/// them, `1-12` means every square from 1 to 12, a side without pieces has nothing after its
/// letter, and a full stop may end it all.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        if text.len() > LONGEST {
            return Err(FenError::TooLong(text.len()));
        }
        let mut reader = Reader { text, rest: text };
        let mut setup = Setup::empty(reader.side()?);
        let mut listed = [false; 2];
        while reader.skip(':') {
            let column = reader.column();
            let side = reader.side()?;
            if std::mem::replace(&mut listed[side as usize], true) {
                return Err(FenError::SideTwice { column, side });
            }
            setup = reader.pieces(side, setup)?;
        }
        reader.skip('.');
        if !reader.rest.trim_start().is_empty() {
            return Err(reader.unexpected(Expected::ColonOrEnd));
        }
        match Side::BOTH.into_iter().find(|&side| !listed[side as usize]) {
            Some(side) => Err(FenError::SideMissing(side)),
            None => Ok(setup),
        }
    }
}

/// The text and what is left of it.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    fn column(&self) -> usize {
        let rest = self.rest.trim_start();
        self.text[..self.text.len() - rest.len()].chars().count() + 1
    }

    fn unexpected(&self, expected: Expected) -> FenError {
        let found = excerpt(self.rest.trim_start());
        FenError::Unexpected { column: self.column(), expected, found }
    }

    /// Skips spaces and then the letter in either case, if it is there.
    fn skip(&mut self, letter: char) -> bool {
        let rest = self.rest.trim_start();
        let lower = letter.to_ascii_lowercase();
        match rest.strip_prefix(letter).or_else(|| rest.strip_prefix(lower)) {
            Some(rest) => self.rest = rest,
            None => return false,
        }
        true
    }

    fn side(&mut self) -> Result<Side, FenError> {
        if self.skip('W') {
            Ok(Side::White)
        } else if self.skip('B') {
            Ok(Side::Black)
        } else {
            Err(self.unexpected(Expected::Side))
        }
    }

    fn square(&mut self) -> Result<Square, FenError> {
        let column = self.column();
        let rest = self.rest.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.unexpected(Expected::Square));
        }
        let (number, rest) = rest.split_at(digits);
        self.rest = rest;
        let no_such = |_| FenError::NoSuchSquare { column, number: excerpt(number) };
        number.parse().map_err(no_such)
    }

    /// A list of squares, which may be empty.
    fn pieces(&mut self, side: Side, mut setup: Setup) -> Result<Setup, FenError> {
        let next = self.rest.trim_start();
        if next.is_empty() || next.starts_with([':', '.']) {
            return Ok(setup);
        }
        loop {
            let column = self.column();
            let rank = if self.skip('K') { Rank::King } else { Rank::Man };
            let first = self.square()?;
            let last = if self.skip('-') { self.square()? } else { first };
            if last < first {
                return Err(FenError::Backwards { column, first, last });
            }
            for square in Squares::between(first, last).iter() {
                if setup.piece_at(square).is_some() {
                    return Err(FenError::SquareTwice { column, square });
                }
                setup = setup.with(square, Some(Piece { side, rank }));
            }
            if !self.skip(',') {
                return Ok(setup);
            }
        }
    }
}

/// Writes the FEN: white's pieces, then black's, in the order of their squares.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side| if side == Side::White { 'W' } else { 'B' };
        write!(f, "{}", letter(self.side_to_move))?;
        for side in Side::BOTH {
            write!(f, ":{}", letter(side))?;
            for (i, square) in self.pieces(side).iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let king = if self.kings[side].contains(square) { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        Ok(())
    }
}
