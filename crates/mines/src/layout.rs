//! Where the mines lie, and how they are laid.
//!
//! # The scheme, version 1
//! A seed, a rule and a first click give the same board for ever:
//!
//! 1. The key of a ChaCha stream cipher with 8 rounds is the seed as 8 bytes, lowest first, and 24
//!    zero bytes; counter and nonce are zero. Its key stream is read as 32-bit words, lowest byte
//!    first.
//! 2. A number below `n` is drawn by taking words until one is below the largest multiple of `n` that
//!    is at most 2³², and dividing that one by `n`: the remainder is the number.
//! 3. The cells, listed row by row from the top left, are permuted: for `i` from 0 upwards, the cell at
//!    `i` changes places with the one at `i` plus a number below `cells - i`.
//! 4. The mines lie on the first cells of the permutation that are not excluded. The first click is
//!    excluded, and with the rule [`Rule::Opening`] the cells around it.
//!
//! Every set of cells is equally likely because every permutation is.

use crate::{Cell, Level, Rule};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The version of the scheme by which mines are laid. It is part of every share code.
pub const SCHEME: u8 = 1;

/// Where the mines of a board lie.
///
/// ```
/// # use mines::{Cell, Layout, Level, Rule};
/// let layout = Layout::lay(Level::BEGINNER, Rule::Opening, 7, Cell { x: 4, y: 4 });
/// assert_eq!(layout.number(Cell { x: 4, y: 4 }), Some(0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    level: Level,
    mines: Vec<bool>,
}

/// Why a list of cells is no layout of a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A mine beyond the edge.
    #[error("a mine lies at column {}, row {} of a board of {level}", .cell.x, .cell.y)]
    OffTheBoard {
        /// Where it lies.
        cell: Cell,
        /// The board.
        level: Level,
    },
    /// Two mines in one cell.
    #[error("two mines lie in {0}")]
    Twice(Cell),
    /// More or fewer mines than the level says.
    #[error("{found} mines lie on a board of {level}")]
    Count {
        /// How many there are.
        found: usize,
        /// The board.
        level: Level,
    },
}

impl Layout {
    /// Lays the mines of a level by the scheme of this module.
    ///
    /// Where the rule asks for more free cells than the level has, the cells around the first click
    /// are used once all the others hold a mine, in the order of the permutation, and the first click
    /// itself last. A game never comes to that: it refuses such a click.
    pub fn lay(level: Level, rule: Rule, seed: u64, first: Cell) -> Layout {
        let click = level.index(first);
        let wanted = usize::from(level.mines());
        let mut mines = vec![false; level.cells()];
        let mut laid = 0;
        let mut spared = Vec::new();
        for index in Permutation::of(level.cells(), seed) {
            if laid == wanted {
                break;
            }
            if rule.spares(level, click, index) {
                spared.push(index);
            } else {
                mines[index] = true;
                laid += 1;
            }
        }
        spared.sort_by_key(|&index| index == click);
        for index in spared.into_iter().take(wanted - laid) {
            mines[index] = true;
        }
        Layout { level, mines }
    }

    /// A layout with its mines in the given cells.
    pub fn from_mines(
        level: Level,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Layout, LayoutError> {
        let mut mines = vec![false; level.cells()];
        let mut found = 0;
        for cell in cells {
            if !level.contains(cell) {
                return Err(LayoutError::OffTheBoard { cell, level });
            }
            if std::mem::replace(&mut mines[level.index(cell)], true) {
                return Err(LayoutError::Twice(cell));
            }
            found += 1;
        }
        if found == usize::from(level.mines()) {
            Ok(Layout { level, mines })
        } else {
            Err(LayoutError::Count { found, level })
        }
    }

    /// The size and the number of mines.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Is there a mine at this place in reading order? Beyond the board there is none.
    pub fn is_mine(&self, index: usize) -> bool {
        self.mines.get(index).copied().unwrap_or(false)
    }

    /// The cells with mines in reading order.
    pub fn mines(&self) -> impl Iterator<Item = Cell> {
        let places = self.mines.iter().enumerate().filter(|(_, mine)| **mine);
        places.map(|(index, _)| self.level.cell(index))
    }

    /// How many mines lie around a place, whether or not there is one in it.
    pub(crate) fn count_around(&self, index: usize) -> u8 {
        self.level.around(index).filter(|&around| self.mines[around]).count() as u8
    }

    /// The number that a cell shows when it is open; `None` for a mine and beyond the board.
    pub fn number(&self, cell: Cell) -> Option<u8> {
        let index = self.level.index(cell);
        (self.level.contains(cell) && !self.mines[index]).then(|| self.count_around(index))
    }

    /// One mine moved from a place to another.
    pub(crate) fn move_mine(&mut self, from: usize, to: usize) {
        self.mines[from] = false;
        self.mines[to] = true;
    }
}

impl Rule {
    /// Does the rule keep mines away from a place when the first click is at another?
    pub(crate) fn spares(self, level: Level, click: usize, index: usize) -> bool {
        let (a, b) = (level.cell(click), level.cell(index));
        match self {
            Rule::Safe => click == index,
            Rule::Opening => a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1,
        }
    }

    /// How many cells the rule keeps free of mines when the first click is at a place.
    pub(crate) fn needs(self, level: Level, click: usize) -> usize {
        match self {
            Rule::Safe => 1,
            Rule::Opening => 1 + level.around(click).count(),
        }
    }
}

/// The cells of a board in random order, drawn one by one.
pub(crate) struct Permutation {
    stream: Draws,
    cells: Vec<u16>,
    next: usize,
}

impl Permutation {
    pub(crate) fn of(cells: usize, seed: u64) -> Permutation {
        Permutation { stream: Draws::from_seed(seed), cells: (0..cells as u16).collect(), next: 0 }
    }
}

impl Iterator for Permutation {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let left = self.cells.len() - self.next;
        if left == 0 {
            return None;
        }
        let other = self.next + self.stream.below(left as u32) as usize;
        self.cells.swap(self.next, other);
        self.next += 1;
        Some(usize::from(self.cells[self.next - 1]))
    }
}

/// Numbers drawn from a key stream.
pub(crate) struct Draws(ChaCha8Rng);

impl Draws {
    pub(crate) fn from_seed(seed: u64) -> Draws {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Draws(ChaCha8Rng::from_seed(key))
    }

    /// A number below `limit`, each equally likely.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        let whole = (1 << 32) - (1 << 32) % u64::from(limit);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < whole {
                return word % limit;
            }
        }
    }

    /// The next 64 bits: two words, the lower one first.
    pub(crate) fn next_seed(&mut self) -> u64 {
        let low = u64::from(self.0.next_u32());
        low | u64::from(self.0.next_u32()) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(layout: &Layout) -> Vec<String> {
        let letter = |&mine: &bool| if mine { '*' } else { '0' };
        let rows = layout.mines.chunks(usize::from(layout.level.width()));
        rows.map(|row| row.iter().map(letter).collect()).collect()
    }

    #[test]
    fn a_seed_means_the_same_board_for_ever() {
        let layout = Layout::lay(Level::BEGINNER, Rule::Safe, 2026, Cell { x: 0, y: 0 });
        let golden = [
            "000000000",
            "*0*000000",
            "*00000000",
            "0000000*0",
            "0000000*0",
            "000000000",
            "0*0000*00",
            "0*0000000",
            "00*0000*0",
        ];
        assert_eq!(rows(&layout), golden);
    }

    /// The key stream itself, against the published test vector of ChaCha8 with a zero key.
    #[test]
    fn the_key_stream_is_that_of_chacha8() {
        let mut draws = Draws::from_seed(0);
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        assert_eq!(draws.0.next_u32(), word([0x3e, 0x00, 0xef, 0x2f]));
        assert_eq!(draws.0.next_u32(), word([0x89, 0x5f, 0x40, 0xd6]));
    }

    #[test]
    fn the_first_click_only_moves_the_mines_that_it_must() {
        let centre = Cell { x: 15, y: 8 };
        for seed in 0..50 {
            let safe = Layout::lay(Level::EXPERT, Rule::Safe, seed, centre);
            let opening = Layout::lay(Level::EXPERT, Rule::Opening, seed, centre);
            assert_eq!(safe.mines().count(), 99);
            assert_eq!(opening.mines().count(), 99);
            assert_eq!(opening.number(centre), Some(0));
            let click = Level::EXPERT.index(centre);
            let around = Level::EXPERT.around(click).filter(|&index| safe.is_mine(index)).count();
            let moved = safe.mines().filter(|&cell| opening.number(cell).is_some()).count();
            assert_eq!(moved, around);
        }
    }

    /// Two mines in seven free cells, 21 layouts, or in four, 6 layouts: 21,000 seeds must hit each
    /// evenly. With 20 degrees of freedom chi-square is above 45.3 once in a thousand times, with 5
    /// above 20.5.
    #[test]
    fn every_layout_is_equally_likely() {
        let level = Level::new(4, 2, 2).unwrap();
        let first = Cell { x: 0, y: 0 };
        let (mut safe, mut opening) = (vec![0_u32; 64], vec![0_u32; 64]);
        for seed in 0..21_000 {
            for (rule, counts) in [(Rule::Safe, &mut safe), (Rule::Opening, &mut opening)] {
                let layout = Layout::lay(level, rule, seed, first);
                let places: Vec<usize> = layout.mines().map(|cell| level.index(cell)).collect();
                counts[places[0] * 8 + places[1]] += 1;
            }
        }
        for (counts, layouts, limit) in [(safe, 21, 45.3), (opening, 6, 20.5)] {
            let hit: Vec<f64> = counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n)).collect();
            assert_eq!(hit.len(), layouts);
            let expected = 21_000.0 / layouts as f64;
            let chi_square: f64 = hit.iter().map(|n| (n - expected).powi(2) / expected).sum();
            assert!(chi_square < limit, "chi-square {chi_square} over {layouts} layouts");
        }
    }
}
