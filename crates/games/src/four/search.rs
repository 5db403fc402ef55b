//! What the search asks of four in a row.

use super::rules::{Column, Position};
use game::Perfect;
use super::solver::Solver;
use search::{Parameters, Searchable, Solution, Threats};

/// The ordering malus of half a column away from the middle, compared with the history of a move.
const MIDDLE: i32 = 500;
/// With so many cells empty the game is solved in seconds at most.
const SOLVED: i32 = 30;

impl<const COLUMNS: usize, const ROWS: usize> Searchable for Position<COLUMNS, ROWS> {
    type EvalCache = ();

    const PARAMETERS: Parameters = Parameters::without_passing(2);
    const FROM_TO: usize = 64;

    fn evaluate(&self, (): &mut ()) -> i32 {
        10 * self.balance()
    }

    /// The cell in which the disc comes to lie.
    fn from_to(&self, column: Column) -> usize {
        usize::from(column.0) * 8 + self.landing_row(column).unwrap_or(0)
    }

    /// Winning on the spot.
    fn is_noisy(&self, column: Column) -> bool {
        self.landing() & self.winning_cells() & Self::column(column) != 0
    }

    fn ordering_bonus(&self, column: Column, _: &Threats) -> i32 {
        -MIDDLE * (2 * i32::from(column.0) - i32::from(Self::LAST.0)).abs()
    }

    fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Column>> {
        let within_reach = self.can_move() && self.empty_cells() <= SOLVED;
        within_reach.then(|| Solver::new(go_on).solve(*self)).flatten()
    }

    /// Mirror images share it.
    fn tt_key(&self) -> u64 {
        let mirrored = |discs: u64| {
            (0..COLUMNS).fold(0, |mirrored, column| {
                let cells = discs >> (column * Self::HEIGHT) & ((1 << Self::HEIGHT) - 1);
                mirrored | cells << ((COLUMNS - 1 - column) * Self::HEIGHT)
            })
        };
        let (mover, opponent) = (mirrored(self.mover), mirrored(self.opponent));
        self.key().min(Position::<COLUMNS, ROWS> { mover, opponent }.key())
    }
}
