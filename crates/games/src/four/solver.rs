//! Exact results: alpha-beta to the end of the game, with a table of bounds.
//!
//! The value of a position is how many cells are still empty when the side to move wins, plus one; the
//! negative of that when it loses, and 0 for a draw. So a sooner win is worth more.

use super::rules::{Column, Position};
use arrayvec::ArrayVec;
use game::{Perfect, Rules};
use search::{Score, Searchable, Solution};

/// Entries of the table: a prime, so that similar positions are spread.
const ENTRIES: usize = 1_048_573;
/// Positions between two questions whether to go on.
const BETWEEN_QUESTIONS: u64 = 1024;

pub struct Solver<'a, const COLUMNS: usize, const ROWS: usize> {
    /// A key, and the bound that is known of the value: at least, at most.
    table: Vec<(u64, i8, i8)>,
    nodes: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
}

impl<'a, const COLUMNS: usize, const ROWS: usize> Solver<'a, COLUMNS, ROWS> {
    pub fn new(go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Solver { table: vec![(0, 0, 0); ENTRIES], nodes: 0, go_on, stopped: false }
    }

    /// The value and the best play of a game that goes on; `None` if it was stopped.
    pub fn solve(mut self, position: Position<COLUMNS, ROWS>) -> Option<Solution<Column>> {
        let value = self.value(position);
        let mut line = Vec::new();
        let (mut at, mut left) = (position, value);
        while at.can_move() && !self.stopped {
            let good = |&&column: &&Column| self.bound(at.play(column), -left) <= -left;
            let best = *at.moves().iter().find(good)?;
            line.push(best);
            (at, left) = (at.play(best), -left);
        }
        (self.go_on)(self.nodes % BETWEEN_QUESTIONS);
        let plies = line.len() as u32;
        let score = match value.signum() {
            0 => Score::DRAW,
            1 => Score::win_in(plies),
            _ => -Score::win_in(plies),
        };
        (!self.stopped).then_some(Solution::exact(score, line))
    }

    /// The value, by narrowing the range in which it lies with one question after the other: is it a
    /// win, then how soon?
    fn value(&mut self, position: Position<COLUMNS, ROWS>) -> i32 {
        let empty = position.empty_cells();
        let (mut low, mut high) = (1 - empty, empty);
        while low < high && !self.stopped {
            let middle = match low + (high - low) / 2 {
                middle if middle <= 0 && low / 2 < middle => low / 2,
                middle if middle >= 0 && high / 2 > middle => high / 2,
                middle => middle,
            };
            match self.bound(position, middle) {
                value if value <= middle => high = value,
                value => low = value,
            }
        }
        low
    }

    /// Something that the value is at most, if that is not above `alpha`; else something that it is at
    /// least.
    fn bound(&mut self, at: Position<COLUMNS, ROWS>, alpha: i32) -> i32 {
        if Position::<COLUMNS, ROWS>::has_four(at.opponent) {
            -1 - at.empty_cells()
        } else if at.landing() & at.winning_cells() != 0 {
            at.empty_cells()
        } else if at.can_move() {
            self.search(at, alpha, alpha + 1)
        } else {
            0
        }
    }

    /// A bound of the value on the side of the window on which it lies. The side to move cannot win at
    /// once.
    fn search(&mut self, at: Position<COLUMNS, ROWS>, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && !(self.go_on)(BETWEEN_QUESTIONS) {
            self.stopped = true;
        }
        let empty = at.empty_cells();
        let safe = at.safe_cells();
        if safe == 0 {
            return 1 - empty;
        }
        if empty <= 2 || self.stopped {
            return 0;
        }
        let key = if empty > SYMMETRIC { at.tt_key() } else { at.key() };
        let place = (key % ENTRIES as u64) as usize;
        let (known, at_least, at_most) = self.table[place];
        let (mut low, mut high) = (3 - empty, empty - 2);
        if known == key {
            (low, high) = (low.max(i32::from(at_least)), high.min(i32::from(at_most)));
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if alpha >= beta {
            return alpha;
        }
        let first = alpha;
        for (_, cell) in at.ordered(safe) {
            let next = Position { mover: at.opponent, opponent: at.mover | cell };
            alpha = alpha.max(-self.search(next, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        if !self.stopped {
            if alpha > first { low = alpha } else { high = alpha }
            self.table[place] = (key, low as i8, high as i8);
        }
        alpha
    }
}

/// Mirror images are looked up as one position where at least so many cells are empty: below, looking
/// for the image takes longer than it saves.
const SYMMETRIC: i32 = 20;

impl<const COLUMNS: usize, const ROWS: usize> Position<COLUMNS, ROWS> {
    pub(super) fn empty_cells(self) -> i32 {
        (COLUMNS * ROWS) as i32 - (self.mover | self.opponent).count_ones().cast_signed()
    }

    /// The cells that a disc may fall into without losing at once.
    fn safe_cells(self) -> u64 {
        let landing = self.landing();
        let threats = Self { mover: self.opponent, opponent: self.mover }.winning_cells();
        let forced = landing & threats;
        let cells = match forced.count_ones() {
            0 => landing,
            1 => forced,
            _ => 0,
        };
        cells & !(threats >> 1)
    }

    /// Cells with the ordering bonus of each, the best first: those that threaten most, then the middle.
    fn ordered(self, mut cells: u64) -> ArrayVec<(u32, u64), COLUMNS> {
        let mut ordered = ArrayVec::new();
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let threats = Position { mover: self.mover | cell, ..self }.winning_cells();
            let column = cell.trailing_zeros() as usize / Self::HEIGHT;
            let aside = (2 * column).abs_diff(COLUMNS - 1) as u32;
            ordered.push((16 * threats.count_ones() + 15 - aside, cell));
        }
        ordered.sort_unstable_by(|a, b| b.cmp(a));
        ordered
    }
}
