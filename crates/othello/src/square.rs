//! A square, and the eight directions in which lines of discs run.

use crate::text::excerpt;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// A square of the largest board, `a1` to `h8`. Smaller boards use the columns and rows nearest
/// to `a1`, so that a name means the same square on all of them.
///
/// ```
/// # use othello::Square;
/// let square: Square = "f5".parse()?;
/// assert_eq!((square.column(), square.row()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// # Ok::<(), othello::SquareError>(())
/// ```
// Bit 6 is always set, which leaves zero for `Move::Pass`: a move is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU8);

impl Square {
    /// The square at a column and a row, both counted from 0, if there is one.
    pub const fn new(column: usize, row: usize) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square::at(row * 8 + column)) } else { None }
    }

    /// The square with this index, a number below 64. Higher bits are ignored.
    #[inline]
    pub(crate) const fn at(index: usize) -> Square {
        match NonZeroU8::new(64 | index as u8 & 63) {
            Some(byte) => Square(byte),
            None => unreachable!(),
        }
    }

    /// Squares are counted row by row: `a1` is 0, `b1` is 1, `a2` is 8, `h8` is 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize & 63
    }

    /// The column, counted from 0 for `a`.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The row, counted from 0 for `1`.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// The square so many columns and rows away, if the largest board has it.
    ///
    /// ```
    /// # use othello::Square;
    /// let c1: Square = "c1".parse()?;
    /// assert_eq!(c1.shifted(1, 0), Some("d1".parse()?));
    /// let c4: Square = "c4".parse()?;
    /// assert_eq!(c4.shifted(0, -2), Some("c2".parse()?));
    /// assert_eq!(c4.shifted(-3, 0), None);
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn shifted(self, columns: isize, rows: isize) -> Option<Square> {
        Square::new(
            self.column().checked_add_signed(columns)?,
            self.row().checked_add_signed(rows)?,
        )
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter from a to h and a digit from 1 to 8, such as f5, not {given:?}")]
pub struct SquareError {
    /// What was given, cut short.
    pub given: String,
}

/// Reads `f5` or `F5`.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [column, row] => from_name(column, row),
            _ => None,
        }
        .ok_or_else(|| SquareError { given: excerpt(text.as_bytes()) })
    }
}

/// The square with a letter and a digit for its name.
pub(crate) fn from_name(column: u8, row: u8) -> Option<Square> {
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    let row = row.checked_sub(b'1')?;
    Square::new(column.into(), row.into())
}

/// One of the eight ways in which a line leaves a square. North is towards row 1, west towards
/// column a.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up the column.
    North,
    /// Up the rising diagonal.
    NorthEast,
    /// Along the row towards column h.
    East,
    /// Down the falling diagonal.
    SouthEast,
    /// Down the column.
    South,
    /// Down the rising diagonal.
    SouthWest,
    /// Along the row towards column a.
    West,
    /// Up the falling diagonal.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The columns and rows by which one step goes.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        }
    }
}
