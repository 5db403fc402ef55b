//! What a player sees of a board.

use crate::{Cell, Level, LevelError};
use std::fmt;
use std::str::FromStr;

/// What is seen of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// Not open.
    Closed,
    /// Not open, and marked as a mine by the player. In a lost game: rightly so.
    Flag,
    /// Open, with this many mines around it.
    Number(u8),
    /// A mine that was neither opened nor flagged: shown when the game is lost.
    Mine,
    /// A mine that was opened.
    Hit,
    /// A flag where there is no mine: shown when the game is lost.
    WrongFlag,
}

impl Seen {
    /// Can there be a mine here for all that the player knows? Flags are marks and no knowledge.
    pub const fn is_closed(self) -> bool {
        matches!(self, Seen::Closed | Seen::Flag)
    }

    /// The character of the text form.
    pub const fn letter(self) -> char {
        match self {
            Seen::Closed => '.',
            Seen::Flag => 'F',
            Seen::Number(number) => (b'0' + number) as char,
            Seen::Mine => '*',
            Seen::Hit => 'X',
            Seen::WrongFlag => 'x',
        }
    }
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Running,
    /// Every cell without a mine is open.
    Won,
    /// A mine was opened, here.
    Lost(Cell),
}

/// Everything that a player may know: the level, and for each cell what is seen of it. Nothing in it
/// depends on a closed cell until the game is over.
///
/// Its text form is a line `WIDTHxHEIGHT/MINES` and the rows: `0` to `8` for open cells, `.` for closed
/// ones, `F` for flags, and at the end of a lost game `X` for a mine that was hit, `*` for the others
/// and `x` for a wrong flag. Only views of running games are read.
///
/// ```
/// # use mines::{Cell, Seen, View};
/// let view: View = "3x2/1\n1..\n.F.".parse()?;
/// assert_eq!(view.seen(Cell { x: 1, y: 1 }), Some(Seen::Flag));
/// assert_eq!(view.to_string(), "3x2/1\n1..\n.F.\n");
/// # Ok::<(), mines::ViewError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    pub(crate) level: Level,
    pub(crate) status: Status,
    pub(crate) cells: Vec<Seen>,
}

/// What is wrong with the text of a view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// The first line is no level.
    #[error("line 1: {0}")]
    Level(LevelError),
    /// More or fewer rows than the level says.
    #[error("{found} rows follow the first line, and {expected} were expected")]
    Rows {
        /// How many there are; counting stops when there are too many.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row of another length.
    #[error("line {line}: {found} cells in a row, and {expected} were expected")]
    Row {
        /// The line, counted from 1.
        line: usize,
        /// How many there are; counting stops when there are too many.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A character that stands for nothing.
    #[error("line {line}, column {column}: {found:?} was found, and 0 to 8, `.` or F was expected")]
    Letter {
        /// The line, counted from 1.
        line: usize,
        /// The character in the row, counted from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
}

impl View {
    /// A board on which nothing is open.
    pub fn closed(level: Level) -> View {
        View { level, status: Status::Running, cells: vec![Seen::Closed; level.cells()] }
    }

    /// The size and the number of mines.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What is seen of a cell; `None` beyond the board.
    pub fn seen(&self, cell: Cell) -> Option<Seen> {
        self.level.contains(cell).then(|| self.cells[self.level.index(cell)])
    }

    /// What is seen of every cell, row by row.
    pub fn cells(&self) -> &[Seen] {
        &self.cells
    }

    /// How many flags there are.
    pub fn flags(&self) -> usize {
        self.cells.iter().filter(|&&seen| matches!(seen, Seen::Flag | Seen::WrongFlag)).count()
    }

    /// What the mine counter shows: mines minus flags, so it can be negative.
    pub fn mines_left(&self) -> i32 {
        i32::from(self.level.mines()) - self.flags() as i32
    }

    /// How many cells are open.
    pub fn opened(&self) -> usize {
        self.cells.iter().filter(|seen| matches!(seen, Seen::Number(_))).count()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.level)?;
        for row in self.cells.chunks(usize::from(self.level.width())) {
            writeln!(f, "{}", row.iter().map(|seen| seen.letter()).collect::<String>())?;
        }
        Ok(())
    }
}

impl FromStr for View {
    type Err = ViewError;

    /// Reads the text form. Empty lines and spaces mean nothing.
    fn from_str(text: &str) -> Result<View, ViewError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty());
        let first = lines.next().map_or("", |(_, line)| line);
        let level: Level = first.parse().map_err(ViewError::Level)?;
        let (width, height) = (usize::from(level.width()), usize::from(level.height()));
        let mut cells = Vec::with_capacity(level.cells());
        let mut found = 0;
        for (line, row) in lines.take(height + 1) {
            found += 1;
            if found > height {
                break;
            }
            let start = cells.len();
            let letters = row.chars().filter(|c| !c.is_whitespace()).take(width + 1);
            for (column, letter) in letters.enumerate() {
                cells.push(read_letter(letter).ok_or(ViewError::Letter {
                    line,
                    column: column + 1,
                    found: letter,
                })?);
            }
            let found = cells.len() - start;
            if found != width {
                return Err(ViewError::Row { line, found, expected: width });
            }
        }
        if found != height {
            return Err(ViewError::Rows { found, expected: height });
        }
        Ok(View { level, status: Status::Running, cells })
    }
}

fn read_letter(letter: char) -> Option<Seen> {
    match letter {
        '0'..='8' => Some(Seen::Number(letter as u8 - b'0')),
        '.' => Some(Seen::Closed),
        'F' | 'f' => Some(Seen::Flag),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_wrong_with_a_text_is_said_with_its_place() {
        let error = |text: &str| text.parse::<View>().unwrap_err().to_string();
        assert!(error("").starts_with("line 1: \"\" is no level"));
        assert_eq!(error("2x2/1\n..\n"), "1 rows follow the first line, and 2 were expected");
        assert_eq!(
            error("2x2/1\n..\n..\n..\n..\n"),
            "3 rows follow the first line, and 2 were expected"
        );
        assert_eq!(error("2x2/1\n..\n.\n"), "line 3: 1 cells in a row, and 2 were expected");
        assert_eq!(
            error("2x2/1\n\n.9\n..\n"),
            "line 3, column 2: '9' was found, and 0 to 8, `.` or F was expected"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
            let _ = text.parse::<View>();
        }

        #[test]
        fn a_view_reads_back_what_it_writes(
            rows in prop::collection::vec("[0-8.F]{7}", 2..9),
            mines in 1_u32..13,
        ) {
            let text = format!("7x{}/{mines}\n{}\n", rows.len(), rows.join("\n"));
            prop_assert_eq!(text.parse::<View>().unwrap().to_string(), text);
        }
    }
}
