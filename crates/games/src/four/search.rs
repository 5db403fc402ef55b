//! What the search asks.

use super::rules::{Column, Position};
use game::{Perfect, Rules};
use search::{Parameters, Searchable};

/// A move nearer to the middle is tried first, compared with what history says of it.
const MIDDLE: i32 = 500;

impl<const COLUMNS: usize, const ROWS: usize> Searchable for Position<COLUMNS, ROWS> {
    type Memory = ();

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
        Self::has_four(self.play(column).opponent)
    }

    fn promise(&self, column: Column) -> i32 {
        -MIDDLE * (2 * i32::from(column.0) - i32::from(Self::LAST.0)).abs()
    }

    /// Mirror images share it.
    fn table_key(&self) -> u64 {
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
