//! One cell of a board, and its name.

use crate::level::LARGEST;
use crate::text::shortened;
use std::fmt;
use std::str::FromStr;

/// A cell: column and row, both counted from 0 at the top left.
///
/// Its name is the column in letters and the row counted from 1: `a1` is the top left corner. After
/// column `z` come `aa`, `ab` and so on to `gr`, the two hundredth. `x,y`, both counted from 0, is
/// read as well.
///
/// ```
/// # use mines::Cell;
/// let cell: Cell = "ad16".parse()?;
/// assert_eq!(cell, Cell { x: 29, y: 15 });
/// assert_eq!("29,15".parse(), Ok(cell));
/// assert_eq!(cell.to_string(), "ad16");
/// # Ok::<(), mines::CellError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column, from 0 at the left.
    pub x: u8,
    /// The row, from 0 at the top.
    pub y: u8,
}

/// Not the name of a cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no cell: a column and a row such as c4, or x,y counted from 0, was expected")]
pub struct CellError(pub String);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u8| char::from(b'a' + number);
        let row = u16::from(self.y) + 1;
        match self.x {
            x @ 0..26 => write!(f, "{}{row}", letter(x)),
            x => write!(f, "{}{}{row}", letter(x / 26 - 1), letter(x % 26)),
        }
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Cell, CellError> {
        let text = text.trim();
        text.split_once(',')
            .map_or_else(|| from_name(text), |(x, y)| from_numbers(x, y))
            .ok_or_else(|| CellError(shortened(text)))
    }
}

fn from_numbers(x: &str, y: &str) -> Option<Cell> {
    let number = |text: &str| text.trim().parse().ok().filter(|&number: &u8| number < LARGEST);
    Some(Cell { x: number(x)?, y: number(y)? })
}

fn from_name(text: &str) -> Option<Cell> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, row) = text.split_at(digits);
    if !(1..=2).contains(&letters.len()) || !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = letters
        .bytes()
        .fold(0, |column, byte| column * 26 + u16::from(byte.to_ascii_lowercase() - b'a') + 1);
    let row: u16 = row.parse().ok()?;
    let limits = 1..=u16::from(LARGEST);
    (limits.contains(&column) && limits.contains(&row))
        .then(|| Cell { x: (column - 1) as u8, y: (row - 1) as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back_what_it_writes() {
        for x in 0..LARGEST {
            for y in [0, 8, 9, 99, LARGEST - 1] {
                let cell = Cell { x, y };
                assert_eq!(cell.to_string().parse(), Ok(cell));
                assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
                assert_eq!(format!("{x},{y}").parse(), Ok(cell));
            }
        }
        assert_eq!(Cell { x: 199, y: 0 }.to_string(), "gr1");
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for text in ["", "a", "1", "a0", "a201", "gs1", "aaa1", "a1b", "a-1", "1,", "200,0", "é1"]
        {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
