//! The rules: discs fall to the bottom of their column, and four in a line win.
//!
//! Boards have 7x6, 6x5 or 8x7 cells. Red begins and is [`Side::White`]; Yellow is [`Side::Black`].
//!
//! The cells of a column are neighbouring bits, `a1` the lowest of all, and one more bit above each
//! column stays empty: a full column does not run over into the next, and no line wraps round.

use arrayvec::ArrayVec;
use game::{Outcome, Perfect, Rules, Side, Valued, Verdict};
use std::fmt;

/// The discs of both sides. Whose turn it is follows from how many there are. The side to move never
/// has four in a line; where the opponent has, the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const COLUMNS: usize, const ROWS: usize> {
    /// The discs of the side to move. Kept by turn and not by colour: moves need no choice then.
    pub(super) mover: u64,
    pub(super) opponent: u64,
}

/// A column, counted from 0 at the left, and the move of putting a disc in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(pub u8);

/// The letter of the column.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(b'a'.saturating_add(self.0)).fmt(f)
    }
}

/// Why a disc cannot be put in a column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Something else than a column of the board, and the last one that the board has.
    #[error("a move is a column, a to {1}, not {0:?}")]
    NotAColumn(String, Column),
    /// There is no room.
    #[error("column {0} is full")]
    Full(Column),
    /// It has been won, or the board is full.
    #[error("the game is over: {0}")]
    GameOver(Ending),
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Ending {
    /// The side that moved last has won.
    #[error("four in a line")]
    FourInALine,
    /// Neither side has four in a line and no cell is empty: a draw.
    #[error("the board is full")]
    BoardFull,
}

impl<const COLUMNS: usize, const ROWS: usize> Position<COLUMNS, ROWS> {
    /// No disc has been played.
    pub const EMPTY: Self = Position { mover: 0, opponent: 0 };

    pub(super) const LAST: Column = Column(COLUMNS as u8 - 1);

    /// The bits of a column, the empty one above it included.
    pub(super) const HEIGHT: usize = {
        assert!(matches!((COLUMNS, ROWS), (7, 6) | (6, 5) | (8, 7)), "boards are 7x6, 6x5 or 8x7");
        ROWS + 1
    };

    /// The lowest cell of each column: one bit in every [`HEIGHT`](Self::HEIGHT).
    pub(super) const BOTTOM: u64 =
        (((1 << (COLUMNS * Self::HEIGHT)) - 1) / ((1u128 << Self::HEIGHT) - 1)) as u64;

    const BOARD: u64 = Self::BOTTOM * ((1 << ROWS) - 1);

    /// How far apart neighbours lie: upwards, to the right, and on both diagonals.
    const STEPS: [usize; 4] = [1, Self::HEIGHT, Self::HEIGHT - 1, Self::HEIGHT + 1];

    /// The side whose disc lies in the cell; rows are counted from 0 at the bottom.
    pub fn cell(self, column: usize, row: usize) -> Option<Side> {
        let bit = (column < COLUMNS && row < ROWS).then(|| 1 << (column * Self::HEIGHT + row))?;
        if self.mover & bit != 0 {
            Some(self.side_to_move())
        } else {
            (self.opponent & bit != 0).then(|| !self.side_to_move())
        }
    }

    /// The row in which a disc put in this column comes to lie, if there is room.
    pub fn landing_row(self, column: Column) -> Option<usize> {
        let cell = self.landing() & Self::column(column);
        (cell != 0).then(|| cell.trailing_zeros() as usize % Self::HEIGHT)
    }

    /// Is the disc in the cell part of a line that has won the game?
    pub fn is_in_four(self, column: usize, row: usize) -> bool {
        let cells = Self::STEPS.into_iter().fold(0, |cells, step| {
            let first = fours(self.opponent, step);
            cells | first | first << step | first << (2 * step) | first << (3 * step)
        });
        self.cell(column, row).is_some() && cells >> (column * Self::HEIGHT + row) & 1 != 0
    }

    /// The cells of a column; none if the board has no such column.
    pub(super) fn column(column: Column) -> u64 {
        let shift = usize::from(column.0) * Self::HEIGHT;
        if column.0 > Self::LAST.0 { 0 } else { ((1 << ROWS) - 1) << shift }
    }

    /// The cell of each column in which a disc would come to lie.
    pub(super) fn landing(self) -> u64 {
        ((self.mover | self.opponent) + Self::BOTTOM) & Self::BOARD
    }

    /// The empty cells, in reach or not, in which a disc of the side to move completes four in a line.
    pub(super) fn winning_cells(self) -> u64 {
        let own = self.mover;
        let along = |cells: u64, step: usize| {
            let (after, before) = (own << step, own >> step);
            let (pair_before, pair_after) = (after & own << (2 * step), before & own >> (2 * step));
            let three_before = pair_before & (own << (3 * step) | before);
            let three_after = pair_after & (own >> (3 * step) | after);
            cells | three_before | three_after
        };
        Self::STEPS.into_iter().fold(0, along) & Self::BOARD & !(own | self.opponent)
    }

    pub(super) fn has_four(discs: u64) -> bool {
        Self::STEPS.into_iter().any(|step| fours(discs, step) != 0)
    }

    /// How much better the side to move stands: by discs in lines that can still become its four,
    /// where three in one line count double.
    pub fn balance(self) -> i32 {
        let prospects = |own: u64, other: u64| -> u32 {
            let along = |step: usize| {
                let open = fours(Self::BOARD & !other, step);
                let [a, b, c, d] = [0, 1, 2, 3].map(|place| own >> (place * step) & open);
                let threes = a & b & (c | d) | c & d & (a | b);
                [a, b, c, d, threes, threes, threes].map(u64::count_ones).iter().sum::<u32>()
            };
            Self::STEPS.into_iter().map(along).sum()
        };
        let (own, other) = (self.mover, self.opponent);
        prospects(own, other).cast_signed() - prospects(other, own).cast_signed()
    }
}

/// The first cells of every four among `cells` that lie in a line, a step from one to the next.
fn fours(cells: u64, step: usize) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

impl<const COLUMNS: usize, const ROWS: usize> Rules for Position<COLUMNS, ROWS> {
    type Move = Column;
    type Illegal = Illegal;
    type Ending = Ending;

    fn check(&self, column: Column) -> Result<(), Illegal> {
        if column.0 > Self::LAST.0 {
            Err(Illegal::NotAColumn(column.to_string(), Self::LAST))
        } else if let Some(outcome) = self.ending(self.can_move()) {
            Err(Illegal::GameOver(outcome.reason))
        } else {
            self.landing_row(column).map(|_| ()).ok_or(Illegal::Full(column))
        }
    }

    #[inline]
    fn play(&self, column: Column) -> Self {
        let disc = self.landing() & Self::column(column);
        Position { mover: self.opponent, opponent: self.mover | disc }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Perfect for Position<COLUMNS, ROWS> {
    type Moves = ArrayVec<Column, 8>;

    fn side_to_move(&self) -> Side {
        Side::BOTH[(self.mover | self.opponent).count_ones() as usize % 2]
    }

    fn moves(&self) -> ArrayVec<Column, 8> {
        let landing = if Self::has_four(self.opponent) { 0 } else { self.landing() };
        let columns = (0..=Self::LAST.0).map(Column);
        columns.filter(|&column| landing & Self::column(column) != 0).collect()
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<Ending>> {
        if Self::has_four(self.opponent) {
            let verdict = Verdict::won_by(!self.side_to_move());
            Some(Outcome { verdict, reason: Ending::FourInALine })
        } else {
            (!can_move).then_some(Outcome { verdict: Verdict::Draw, reason: Ending::BoardFull })
        }
    }

    /// No two positions share it: the sum tells how high each column is and whose discs it holds,
    /// and the mixing can be undone.
    fn key(&self) -> u64 {
        let columns = self.mover + (self.mover | self.opponent) + Self::BOTTOM;
        let mixed = (columns ^ columns >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if Self::has_four(self.opponent) { 0 } else { self.landing().count_ones() as usize }
    }
}

/// The balance, scaled to lie strictly between -1 and 1.
impl<const COLUMNS: usize, const ROWS: usize> Valued for Position<COLUMNS, ROWS> {
    /// More than any balance: in each of four directions fewer lines begin than there are cells.
    const UNITS: f64 = (4 * 6 * COLUMNS * ROWS) as f64;

    fn valuation(&self) -> f64 {
        match self.ending(self.can_move()).map(|outcome| outcome.reason) {
            None => f64::from(self.balance()) / Self::UNITS,
            Some(Ending::FourInALine) => -1.0,
            Some(Ending::BoardFull) => 0.0,
        }
    }
}
