//! Four in a row as a learner sees it.

use super::rules::{Column, Position};
use game::{Perfect, Rules, Side};
use learn::{Cells, Learnable, Symmetry};
use search::Searchable;

impl<const COLUMNS: usize, const ROWS: usize> Learnable for Position<COLUMNS, ROWS> {
    type Game = Self;

    const NAME: &'static str = "four";
    const VARIANT: &'static str = match COLUMNS {
        6 => "6x5",
        8 => "8x7",
        _ => "7x6",
    };
    const COLUMNS: usize = COLUMNS;
    const ROWS: usize = ROWS;
    const KINDS: usize = 1;
    const SYMMETRY: Symmetry = Symmetry::Mirror;
    const RANDOM_PLIES: usize = 4;
    const LONGEST: usize = 64;
    const TUPLES: &'static [u8] = &[3, 4];
    const LEVELS: &'static [u8] = &[1, 3];

    fn view(position: &Self, side: Side, cells: &mut Cells) {
        let (own, other) = if position.side_to_move() == side {
            (position.mover, position.opponent)
        } else {
            (position.opponent, position.mover)
        };
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let bit = column * Self::HEIGHT + ROWS - 1 - row;
                cells[COLUMNS * row + column] =
                    (own >> bit & 1) as u8 + 2 * (other >> bit & 1) as u8;
            }
        }
    }

    fn kind_names() -> &'static [&'static str] {
        &["disc"]
    }

    const POLICY: bool = true;

    /// The top cell of its column.
    fn move_cell(_: &Self, mv: Column) -> Option<usize> {
        Some(usize::from(mv.0))
    }

    /// By the solver of the game.
    fn best_moves(position: &Self) -> Option<Vec<bool>> {
        let moves = position.moves_unless_over()?;
        let scores: Vec<i32> = moves
            .iter()
            .map(|&mv| {
                let next = position.play(mv);
                if next.moves_unless_over().is_none() {
                    return Some(if Self::has_four(next.opponent) { i32::MAX } else { 0 });
                }
                next.solve(&mut |_| true).map(|solution| -solution.score.hundredths())
            })
            .collect::<Option<_>>()?;
        let results = scores.iter().map(|score| score.signum());
        let most = results.clone().max()?;
        Some(results.map(|result| result == most).collect())
    }
}
