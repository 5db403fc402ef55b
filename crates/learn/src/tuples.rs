//! Systematic n-tuples: every straight row of n cells on a board, in all four directions, is a table with a
//! weight for each thing that its cells can hold. Rows that the symmetries of the game map onto each other
//! share their table.

use crate::learnable::{Cells, Learnable, cell_maps};
use std::collections::{BTreeMap, BTreeSet};

/// The longest row.
pub const LONGEST: u8 = 4;

/// All rows of some lengths on the board of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuples {
    contents: usize,
    /// Rows by their length: where the table begins, and the cells. What the first cell holds counts most.
    rows: Vec<(u32, [u8; 1])>,
    pairs: Vec<(u32, [u8; 2])>,
    triples: Vec<(u32, [u8; 3])>,
    fours: Vec<(u32, [u8; 4])>,
    weights: usize,
    /// Each table: where it begins, and the cells of one of its rows.
    tables: Vec<(u32, Vec<u8>)>,
}

impl Tuples {
    pub fn new<L: Learnable>(lengths: &[u8]) -> Tuples {
        let cells = L::cells();
        let number: BTreeMap<(u8, u8), u8> =
            (0..).zip(&cells).map(|(n, &cell)| (cell, n)).collect();
        let maps = cell_maps::<L>();
        let contents = 2 * L::KINDS + 1;
        let mut tuples = Tuples {
            contents,
            rows: Vec::new(),
            pairs: Vec::new(),
            triples: Vec::new(),
            fours: Vec::new(),
            weights: 0,
            tables: Vec::new(),
        };
        for &length in lengths {
            tuples.add_length(&straight_rows(&cells, &number, length), &maps);
        }
        tuples
    }

    fn add_length(&mut self, rows: &[Vec<u8>], maps: &[Vec<u8>]) {
        let mut tables: BTreeSet<Vec<u8>> = BTreeSet::new();
        for row in rows {
            let laid = |row: &[u8]| -> Vec<Vec<u8>> {
                let by = |map: &Vec<u8>| row.iter().map(|&cell| map[usize::from(cell)]).collect();
                maps.iter().map(by).collect()
            };
            let backwards: Vec<u8> = row.iter().rev().copied().collect();
            // One row, read in one direction, stands for all that the symmetries make of it.
            let all = laid(row).into_iter().chain(laid(&backwards));
            let Some(first) = all.min() else { continue };
            if tables.contains(&first) {
                continue;
            }
            let start = self.weights as u32;
            self.weights += self.contents.pow(row.len() as u32);
            // A row that is its own mirror image is read both ways, so that the symmetry is exact.
            let mut images = laid(&first);
            images.sort();
            images.dedup();
            for cells in images {
                self.push(start, &cells);
            }
            self.tables.push((start, first.clone()));
            tables.insert(first);
        }
    }

    fn push(&mut self, start: u32, cells: &[u8]) {
        match *cells {
            [a] => self.rows.push((start, [a])),
            [a, b] => self.pairs.push((start, [a, b])),
            [a, b, c] => self.triples.push((start, [a, b, c])),
            [a, b, c, d] => self.fours.push((start, [a, b, c, d])),
            _ => {}
        }
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// How many of them a position adds up.
    pub fn active(&self) -> usize {
        self.rows.len() + self.pairs.len() + self.triples.len() + self.fours.len()
    }

    /// What a cell can hold.
    pub fn contents(&self) -> usize {
        self.contents
    }

    /// Each table: where it begins, and the cells of one of its rows.
    pub fn tables(&self) -> &[(u32, Vec<u8>)] {
        &self.tables
    }

    /// Calls `visit` with the number of the weight of each row.
    #[inline]
    pub fn each(&self, cells: &Cells, mut visit: impl FnMut(u32)) {
        let contents = self.contents as u32;
        let held = |cell: u8| u32::from(cells[usize::from(cell) % cells.len()]);
        for &(start, [a]) in &self.rows {
            visit(start + held(a));
        }
        for &(start, [a, b]) in &self.pairs {
            visit(start + held(a) * contents + held(b));
        }
        for &(start, [a, b, c]) in &self.triples {
            visit(start + (held(a) * contents + held(b)) * contents + held(c));
        }
        for &(start, [a, b, c, d]) in &self.fours {
            let first = held(a) * contents + held(b);
            visit(start + (first * contents + held(c)) * contents + held(d));
        }
    }

    /// The sum of the weights of all rows.
    #[inline]
    pub fn sum(&self, cells: &Cells, weights: &[f32]) -> f32 {
        let mut sum = 0.0;
        self.each(cells, |index| sum += weights[index as usize]);
        sum
    }
}

/// Every row of this length, once.
fn straight_rows(cells: &[(u8, u8)], number: &BTreeMap<(u8, u8), u8>, length: u8) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let directions: &[(i8, i8)] =
        if length == 1 { &[(0, 0)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
    for &(column, row) in cells {
        for &(right, down) in directions {
            let cell = |step: i8| {
                let column = column.checked_add_signed(right * step)?;
                let row = row.checked_add_signed(down * step)?;
                number.get(&(column, row)).copied()
            };
            rows.extend((0..length.cast_signed()).map(cell).collect::<Option<Vec<u8>>>());
        }
    }
    rows
}
