//! The board as people draw it.
//!
//! ```text
//!   a b c d e f g h
//! 1 - - - - - - - -
//! 2 - - - - - - - -
//! 3 - - - - - - - -
//! 4 - - - O X - - -
//! 5 - - - X O - - -
//! 6 - - - - - - - -
//! 7 - - - - - - - -
//! 8 - - - - - - - -
//! Black (X) to move
//! ```
//!
//! Read generously: the letters above or below and the numbers on either side may be missing, as
//! may the blanks; discs may have any letter that OBF knows; the last line begins with the name or
//! the letter of the side to move.

use crate::square::MOST_ROWS;
use crate::text::{self, TextError, excerpt};
use crate::word::{Rows, SIZES, Size};
use crate::{Position, Setup};
use game::Side;
use std::fmt;

/// The longest drawing that is read, in bytes.
pub const DIAGRAM_LIMIT: usize = 4096;

/// What is wrong with a drawing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramFault {
    /// The text is too long.
    #[error("a board is drawn with at most {DIAGRAM_LIMIT} bytes")]
    TooLong,
    /// A letter says nothing about a square.
    #[error("a square is X, O or -, not {given:?}")]
    Contents {
        /// The letter.
        given: char,
    },
    /// No board has rows of this length.
    #[error("a row has 4, 6, 8 or 10 squares, not {given}")]
    RowLength {
        /// How many squares the first row has.
        given: usize,
    },
    /// Rows differ in length.
    #[error("this row has {given} squares, and the first one has {wanted}")]
    UnevenRow {
        /// How many squares this row has.
        given: usize,
        /// How many the first one has.
        wanted: usize,
    },
    /// A row has the number of another.
    #[error("this is row {wanted}, and its number says otherwise")]
    RowNumber {
        /// The number that it should have.
        wanted: usize,
    },
    /// There are fewer rows than columns.
    #[error("{wanted} rows were expected, and there are {given}")]
    RowsMissing {
        /// How many there are.
        given: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// After the rows comes no side.
    #[error("the side to move, black or white, was expected, not {given:?}")]
    SideToMove {
        /// What comes, cut short.
        given: String,
    },
    /// The text goes on when all is said.
    #[error("there is more after the side to move")]
    MoreAfterEnd,
}

/// What is wrong with a drawing, and where.
pub type DiagramError = TextError<DiagramFault>;

/// Draws the board.
impl<const N: usize> fmt::Display for Position<N>
where
    Rows<N>: Size,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = Setup::from(*self);
        // Wide enough for the number of the last row.
        let margin = N.to_string().len();
        f.write_str(&" ".repeat(margin))?;
        COLUMNS.chars().take(N).try_for_each(|letter| write!(f, " {letter}"))?;
        let letters: Vec<char> = setup.letters('X', 'O', '-').chars().collect();
        for (i, row) in letters.chunks(N).enumerate() {
            write!(f, "\n{:margin$}", i + 1)?;
            row.iter().try_for_each(|letter| write!(f, " {letter}"))?;
        }
        f.write_str(match setup.side_to_move() {
            Side::Black => "\nBlack (X) to move",
            Side::White => "\nWhite (O) to move",
        })
    }
}

const COLUMNS: &str = "abcdefghij";
const _: () = assert!(COLUMNS.len() == MOST_ROWS);

impl Setup {
    /// Reads a drawn board.
    ///
    /// ```
    /// # use othello::{Position, Setup};
    /// let start = Position::<6>::standard();
    /// assert_eq!(Setup::from_diagram(&start.to_string())?.position(), Ok(start));
    /// assert_eq!(Setup::from_diagram("....\n.wb.\n.bw.\n....\nb")?.position(), Ok(Position::<4>::standard()));
    /// # Ok::<(), othello::DiagramError>(())
    /// ```
    pub fn from_diagram(text: &str) -> Result<Setup, DiagramError> {
        let fault = |offset, fault| TextError::at(text.as_bytes(), offset, fault);
        if text.len() > DIAGRAM_LIMIT {
            return Err(fault(DIAGRAM_LIMIT, DiagramFault::TooLong));
        }
        let lines = lines_with_meaning(text);
        let missing =
            |given, wanted| fault(text.len(), DiagramFault::RowsMissing { given, wanted });
        let &(start, first) = lines.first().ok_or_else(|| missing(0, 8))?;
        let size = squares_in(first);
        if !SIZES.contains(&size) {
            return Err(fault(start, DiagramFault::RowLength { given: size }));
        }
        let (rows, rest) =
            lines.split_at_checked(size).ok_or_else(|| missing(lines.len(), size))?;
        let mut contents = Vec::with_capacity(size * size);
        for (i, &(start, line)) in rows.iter().enumerate() {
            contents
                .extend(row_of(line, i + 1, size).map_err(|(at, wrong)| fault(start + at, wrong))?);
        }
        let (start, last) = rest.first().copied().unwrap_or((text.len(), ""));
        let mover = side_named(last).map_err(|wrong| fault(start, wrong))?;
        match rest.get(1) {
            Some(&(start, _)) => Err(fault(start, DiagramFault::MoreAfterEnd)),
            None => Ok(Setup::of_rows(size, &contents, mover)),
        }
    }
}

/// The lines that are neither blank nor the names of the columns, each with its first byte.
fn lines_with_meaning(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let placed = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line)
    });
    placed.filter(|(_, line)| !line.trim_ascii().is_empty() && !names_columns(line)).collect()
}

/// Is this the line of letters above or below a board?
fn names_columns(line: &str) -> bool {
    let letters: Vec<u8> = line.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    letters.len() >= 4
        && letters.len() <= COLUMNS.len()
        && letters.eq_ignore_ascii_case(&COLUMNS.as_bytes()[..letters.len()])
}

/// How many squares a row draws.
fn squares_in(line: &str) -> usize {
    line.bytes().filter(|&byte| !belongs_to_frame(byte) && !byte.is_ascii_digit()).count()
}

fn belongs_to_frame(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'|'
}

/// The squares of a row, without its number and whatever frames it.
fn row_of(
    line: &str,
    number: usize,
    wanted: usize,
) -> Result<Vec<Option<Side>>, (usize, DiagramFault)> {
    let mut row = Vec::with_capacity(wanted);
    let named = number.to_string();
    for (i, letter) in line.char_indices() {
        let byte = u8::try_from(letter).unwrap_or(b'?');
        if byte.is_ascii_digit() {
            let begins = !line[..i].ends_with(|letter: char| letter.is_ascii_digit());
            let digits = line[i..].bytes().take_while(u8::is_ascii_digit).count();
            if begins && line[i..i + digits] != named {
                return Err((i, DiagramFault::RowNumber { wanted: number }));
            }
        } else if !belongs_to_frame(byte) {
            let wrong = DiagramFault::Contents { given: letter };
            row.push(text::contents(byte).ok_or((i, wrong))?);
        }
    }
    if row.len() == wanted {
        Ok(row)
    } else {
        Err((0, DiagramFault::UnevenRow { given: row.len(), wanted }))
    }
}

/// The side whose name or letter the line begins with.
fn side_named(line: &str) -> Result<Side, DiagramFault> {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    match word.as_bytes() {
        name if name.eq_ignore_ascii_case(b"black") => Some(Side::Black),
        name if name.eq_ignore_ascii_case(b"white") => Some(Side::White),
        &[letter] => text::side(letter),
        _ => None,
    }
    .ok_or_else(|| DiagramFault::SideToMove { given: excerpt(word.as_bytes()) })
}
