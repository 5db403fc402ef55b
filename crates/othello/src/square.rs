//! A square, and the eight directions in which lines of discs run.

use crate::text::excerpt;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// A square of the largest board, `a1` to `j10`. Smaller boards use the columns and rows nearest
/// to `a1`, so that a name means the same square on all of them.
///
/// ```
/// # use othello::Square;
/// let square: Square = "f5".parse()?;
/// assert_eq!((square.column(), square.row()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// # Ok::<(), othello::SquareError>(())
/// ```
// Bit 7 is always set, which leaves zero for `Move::Pass`: a move is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU8);

/// The rows, and the columns, of the largest board.
pub(crate) const MOST_ROWS: usize = 10;
/// The rows of the usual board, whose squares are numbered first.
const USUAL_ROWS: usize = 8;
/// The number of `i1`, the first square that the usual board does not have.
const FIRST_BESIDE: usize = USUAL_ROWS * USUAL_ROWS;
/// The number of `a9`, the first square below the usual board and what lies beside it.
const FIRST_BELOW: usize = USUAL_ROWS * MOST_ROWS;

impl Square {
    /// The square at a column and a row, both counted from 0, if there is one.
    pub const fn new(column: usize, row: usize) -> Option<Square> {
        if column >= MOST_ROWS || row >= MOST_ROWS {
            return None;
        }
        Some(Square::at(if row >= USUAL_ROWS {
            row * MOST_ROWS + column
        } else if column >= USUAL_ROWS {
            FIRST_BESIDE + row * (MOST_ROWS - USUAL_ROWS) + column - USUAL_ROWS
        } else {
            row * USUAL_ROWS + column
        }))
    }

    /// The square with this number, if there is one.
    ///
    /// ```
    /// # use othello::Square;
    /// assert_eq!(Square::with_index(63), Some("h8".parse()?));
    /// assert_eq!(Square::with_index(100), None);
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    #[inline]
    pub const fn with_index(index: usize) -> Option<Square> {
        if index < MOST_ROWS * MOST_ROWS { Some(Square::at(index)) } else { None }
    }

    /// The square with this index, a number below 100. Higher bits are ignored.
    #[inline]
    pub(crate) const fn at(index: usize) -> Square {
        match NonZeroU8::new(128 | index as u8) {
            Some(byte) => Square(byte),
            None => unreachable!(),
        }
    }

    /// The squares of the usual board are counted row by row: `a1` is 0, `b1` is 1, `a2` is 8, `h8`
    /// is 63. Those that only a larger board has come after them: `i1` is 64, `j1` 65, `j8` 79,
    /// `a9` 80, `j10` 99.
    // So the words of the boards that are played most need no translation, and the board of ten rows
    // pays for it.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize & 127
    }

    /// The column, counted from 0 for `a`.
    pub const fn column(self) -> usize {
        match self.index() {
            index @ FIRST_BELOW.. => index % MOST_ROWS,
            index @ FIRST_BESIDE.. => USUAL_ROWS + index % (MOST_ROWS - USUAL_ROWS),
            index => index % USUAL_ROWS,
        }
    }

    /// The row, counted from 0 for `1`.
    pub const fn row(self) -> usize {
        match self.index() {
            index @ FIRST_BELOW.. => index / MOST_ROWS,
            index @ FIRST_BESIDE.. => (index - FIRST_BESIDE) / (MOST_ROWS - USUAL_ROWS),
            index => index / USUAL_ROWS,
        }
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
        f.pad(&format!("{}{}", column_letter(self.column()), self.row() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter from a to j and a number from 1 to 10, such as f5, not {given:?}")]
pub struct SquareError {
    /// What was given, cut short.
    pub given: String,
}

/// Reads `f5` or `F5`.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        leading(text.as_bytes())
            .filter(|&(_, length)| length == text.len())
            .map(|(square, _)| square)
            .ok_or_else(|| SquareError { given: excerpt(text.as_bytes()) })
    }
}

/// The square whose name the text begins with, and how many bytes the name takes. There is one row of
/// two digits; what comes after any other digit is no part of the name.
pub(crate) fn leading(text: &[u8]) -> Option<(Square, usize)> {
    let column = text.first()?.to_ascii_lowercase().checked_sub(b'a')?;
    let (row, length) = match text.get(1..)? {
        [b'1', b'0', ..] => (9, 3),
        [digit, ..] => (digit.checked_sub(b'1').filter(|&row| row < 9)?, 2),
        [] => return None,
    };
    Square::new(column.into(), row.into()).map(|square| (square, length))
}

/// The letter of a column, counted from 0 for `a`.
pub(crate) const fn column_letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

/// One of the eight ways in which a line leaves a square. North is towards row 1, west towards
/// column a.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up the column.
    North,
    /// Up the rising diagonal.
    NorthEast,
    /// Along the row towards the last column.
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
