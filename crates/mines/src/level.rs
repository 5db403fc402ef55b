//! How large a board is, how many mines it hides, and what the first click is promised.

use crate::Cell;
use crate::text::shortened;
use std::fmt;
use std::str::FromStr;

/// The smallest width and height.
pub const SMALLEST: u8 = 2;
/// The largest width and height.
pub const LARGEST: u8 = 200;

/// A size and a number of mines: 2x2 to 200x200, at least one mine, at least one free cell.
///
/// ```
/// # use mines::Level;
/// let level: Level = "30x16/99".parse()?;
/// assert_eq!(level, Level::EXPERT);
/// assert_eq!("seed-expert".parse::<Level>()?.to_string(), "30x15/99");
/// # Ok::<(), mines::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Level {
    width: u8,
    height: u8,
    mines: u16,
}

/// Why there is no such level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// Too small or too large.
    #[error("a board of {width}x{height} was asked for: width and height go from 2 to 200")]
    Size {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
    },
    /// No mine, or no cell left free of one.
    #[error(
        "{mines} mines were asked for: {cells} cells take at least 1 and at most {}",
        cells - 1
    )]
    Mines {
        /// The number of mines asked for.
        mines: u32,
        /// The cells of the board.
        cells: u32,
    },
    /// Not the text of a level.
    #[error(
        "{0:?} is no level: beginner, intermediate, expert, seed-beginner, seed-intermediate, \
         seed-expert or WIDTHxHEIGHT/MINES such as 30x16/99 was expected"
    )]
    Unreadable(String),
}

impl Level {
    /// 9x9 with 10 mines.
    pub const BEGINNER: Level = Level { width: 9, height: 9, mines: 10 };
    /// 16x16 with 40 mines.
    pub const INTERMEDIATE: Level = Level { width: 16, height: 16, mines: 40 };
    /// 30x16 with 99 mines.
    pub const EXPERT: Level = Level { width: 30, height: 16, mines: 99 };
    /// The levels that have names. Those called after the seed are the ones of the game from
    /// which this one grew.
    pub const NAMED: [(&'static str, Level); 6] = [
        ("beginner", Level::BEGINNER),
        ("intermediate", Level::INTERMEDIATE),
        ("expert", Level::EXPERT),
        ("seed-beginner", Level { width: 10, height: 10, mines: 10 }),
        ("seed-intermediate", Level { width: 15, height: 15, mines: 40 }),
        ("seed-expert", Level { width: 30, height: 15, mines: 99 }),
    ];

    /// A level of any size within the limits.
    pub fn new(width: u32, height: u32, mines: u32) -> Result<Level, LevelError> {
        let sizes = u32::from(SMALLEST)..=u32::from(LARGEST);
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return Err(LevelError::Size { width, height });
        }
        let cells = width * height;
        if mines == 0 || mines >= cells {
            return Err(LevelError::Mines { mines, cells });
        }
        Ok(Level { width: width as u8, height: height as u8, mines: mines as u16 })
    }

    /// Columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Mines.
    pub const fn mines(self) -> u16 {
        self.mines
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The number of cells without a mine.
    pub const fn free_cells(self) -> usize {
        self.cells() - self.mines as usize
    }

    /// Is the cell on the board?
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// The place of a cell when the rows are read one after the other.
    pub const fn index(self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell at a place in reading order: the inverse of [`index`](Level::index).
    pub const fn cell(self, index: usize) -> Cell {
        let width = self.width as usize;
        Cell { x: (index % width) as u8, y: (index / width) as u8 }
    }

    /// The places around a place, in reading order: three in a corner, eight in the middle.
    pub fn around(self, index: usize) -> impl Iterator<Item = usize> {
        let Cell { x, y } = self.cell(index);
        let rows = y.saturating_sub(1)..=(y + 1).min(self.height - 1);
        let columns = x.saturating_sub(1)..=(x + 1).min(self.width - 1);
        rows.flat_map(move |y| columns.clone().map(move |x| self.index(Cell { x, y })))
            .filter(move |&around| around != index)
    }
}

/// `WIDTHxHEIGHT/MINES`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.width, self.height, self.mines)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads one of the names, or `WIDTHxHEIGHT/MINES` (a second `x` may stand for the slash).
    fn from_str(text: &str) -> Result<Level, LevelError> {
        let text = text.trim();
        if let Some((_, level)) = Level::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*level);
        }
        let numbers: Option<Vec<u32>> =
            text.splitn(4, ['x', 'X', '/']).map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[width, height, mines]) => Level::new(width, height, mines),
            _ => Err(LevelError::Unreadable(shortened(text))),
        }
    }
}

/// What the first click is promised. The mines are laid after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// It is not a mine.
    #[default]
    Safe,
    /// Neither it nor any cell around it is a mine, so it opens an area.
    Opening,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Rule::Safe => "safe",
            Rule::Opening => "opening",
        })
    }
}

/// Not one of the two rules for the first click.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the first click is `safe` or an `opening`, not {0:?}")]
pub struct RuleError(String);

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        match text {
            "safe" => Ok(Rule::Safe),
            "opening" => Ok(Rule::Opening),
            _ => Err(RuleError(shortened(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_beyond_the_limits_is_refused_with_the_limits_named() {
        for (text, message) in [
            ("1x5/1", "a board of 1x5 was asked for: width and height go from 2 to 200"),
            ("201x5/1", "a board of 201x5 was asked for: width and height go from 2 to 200"),
            ("2x2/0", "0 mines were asked for: 4 cells take at least 1 and at most 3"),
            ("2x2/4", "4 mines were asked for: 4 cells take at least 1 and at most 3"),
        ] {
            assert_eq!(text.parse::<Level>().unwrap_err().to_string(), message);
        }
        for text in ["", "x", "3x3", "3x3/1/1", "-3x3/1", "expert!", "99999999999x3/1"] {
            assert!(matches!(text.parse::<Level>(), Err(LevelError::Unreadable(_))), "{text}");
        }
    }

    #[test]
    fn every_level_reads_back_what_it_writes() {
        for (name, level) in Level::NAMED {
            assert_eq!(name.parse(), Ok(level));
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(Level::new(2, 2, 3).map(|level| level.free_cells()), Ok(1));
        assert!(Level::new(200, 200, 39_999).is_ok());
    }

    #[test]
    fn a_cell_has_three_five_or_eight_around_it() {
        let level = Level::new(4, 3, 1).unwrap();
        let counts: Vec<usize> = (0..12).map(|index| level.around(index).count()).collect();
        assert_eq!(counts, [3, 5, 5, 3, 5, 8, 8, 5, 3, 5, 5, 3]);
        assert_eq!(level.around(0).collect::<Vec<_>>(), [1, 4, 5]);
    }
}
