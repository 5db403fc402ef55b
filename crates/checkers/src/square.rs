//! The 32 dark squares, by number and by file and rank.

use crate::excerpt::excerpt;
use std::fmt;
use std::str::FromStr;

/// One of the 32 dark squares.
///
/// They are numbered from the top left, four to a row, black starting at the top. Files and
/// ranks are counted as in chess with white at the bottom, so that a1 is dark:
///
/// ```text
///     a   b   c   d   e   f   g   h
/// 8       1       2       3       4
/// 7   5       6       7       8
/// 6       9      10      11      12
/// 5  13      14      15      16
/// 4      17      18      19      20
/// 3  21      22      23      24
/// 2      25      26      27      28
/// 1  29      30      31      32
/// ```
///
/// ```
/// use checkers::Square;
/// let square: Square = "c3".parse().unwrap();
/// assert_eq!(square.number(), 22);
/// assert_eq!("22".parse(), Ok(square));
/// assert_eq!(square.algebraic(), "c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, 1 to 32.
    pub const fn new(number: u8) -> Option<Square> {
        if number >= 1 && number <= 32 { Some(Square(number - 1)) } else { None }
    }

    /// All squares, 1 to 32.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..32).map(Square)
    }

    /// The square on this file and rank, each counted from 0 (a and 1), if it is dark.
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 && (file + rank).is_multiple_of(2) {
            Some(Square((7 - rank) * 4 + file / 2))
        } else {
            None
        }
    }

    /// Its number, 1 to 32.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its file, 0 for a to 7 for h.
    pub const fn file(self) -> u8 {
        self.0 % 4 * 2 + (self.rank() & 1)
    }

    /// Its rank, 0 for white's side of the board to 7 for black's.
    pub const fn rank(self) -> u8 {
        7 - self.0 / 4
    }

    /// Its name by file and rank, such as `c3`.
    pub fn algebraic(self) -> String {
        format!("{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The number of the square.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why a text is not a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    /// A number that no square has.
    #[error("squares are numbered 1 to 32, there is no square {0}")]
    NoSuchNumber(String),
    /// A square of the board that is never played on.
    #[error("{0} is a light square, checkers is played on the dark ones")]
    Light(String),
    /// Something else.
    #[error("a square is a number from 1 to 32 or a name from a1 to h8, not {0:?}")]
    Unreadable(String),
}

/// Reads a number (`9`, `09`) or a name (`c3`, `C3`).
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [letter, digit @ b'1'..=b'8'] if matches!(letter | 0x20, b'a'..=b'h') => {
                let (file, rank) = ((letter | 0x20) - b'a', digit - b'1');
                Square::at(file, rank).ok_or_else(|| SquareError::Light(text.to_owned()))
            }
            [b'0'..=b'9', ..] if text.bytes().all(|c| c.is_ascii_digit()) => {
                let number = text.parse().ok().filter(|_| text.len() <= 2);
                number.and_then(Square::new).ok_or_else(|| SquareError::NoSuchNumber(excerpt(text)))
            }
            _ => Err(SquareError::Unreadable(excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_files_and_ranks_agree() {
        for square in Square::all() {
            assert_eq!(Square::new(square.number()), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(square.algebraic().parse(), Ok(square));
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        let named = [("b8", 1), ("h8", 4), ("a7", 5), ("a1", 29), ("c1", 30), ("g1", 32)];
        for (name, number) in named {
            assert_eq!(name.parse::<Square>().unwrap().number(), number, "{name}");
        }
    }

    #[test]
    fn what_is_not_a_square_says_why() {
        let error = |text: &str| text.parse::<Square>().unwrap_err();
        assert_eq!(error("0"), SquareError::NoSuchNumber("0".into()));
        assert_eq!(error("33"), SquareError::NoSuchNumber("33".into()));
        assert_eq!(error("001"), SquareError::NoSuchNumber("001".into()));
        assert_eq!(error("a2"), SquareError::Light("a2".into()));
        assert_eq!(error("i9"), SquareError::Unreadable("i9".into()));
        assert_eq!(error(""), SquareError::Unreadable(String::new()));
    }
}
