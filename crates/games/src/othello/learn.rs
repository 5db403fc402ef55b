//! Othello as a learner sees it.

use super::Othello;
use super::table::Searched;
use ::othello::engine::tuning::{
    Board, COUNTS, Indices, MOST, STAGE, STAGES, WEIGHT_OF, counts, stage,
};
use ::othello::{Move, Position, Rows, Size};
use game::{Notation, Perfect, Rules, Side};
use learn::{Cells, Heuristic, Learnable, Symmetry};
use search::Searchable;

impl<const N: usize> Learnable for Othello<N>
where
    Othello<N>: Searched,
    Rows<N>: Size<Word = u64>,
    Position<N>: Searchable + Notation<Start = Position<N>> + Rules<Move = Move>,
{
    type Game = Position<N>;

    const NAME: &'static str = "othello";
    const VARIANT: &'static str = match N {
        4 => "4x4",
        6 => "6x6",
        _ => "8x8",
    };
    const COLUMNS: usize = N;
    const ROWS: usize = N;
    const KINDS: usize = 1;
    const SYMMETRY: Symmetry = Symmetry::Square;
    const RANDOM_PLIES: usize = if N == 4 { 2 } else { 6 };
    const LONGEST: usize = 2 * N * N;
    const TUPLES: &'static [u8] = &[2, 3];
    const LEVELS: &'static [u8] = &[1, 3];

    #[inline]
    fn view(position: &Position<N>, side: Side, cells: &mut Cells) {
        let [own, other] = [side, !side].map(|side| position.discs(side).0);
        for row in 0..N {
            for column in 0..N {
                let bit = 8 * row + column;
                cells[N * row + column] = (own >> bit & 1) as u8 + 2 * (other >> bit & 1) as u8;
            }
        }
    }

    fn kind_names() -> &'static [&'static str] {
        &["disc"]
    }

    const POLICY: bool = true;

    fn move_cell(_: &Position<N>, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(square) => Some(N * (square.index() / 8) + square.index() % 8),
            Move::Pass => None,
        }
    }

    /// Those of the evaluation on the usual board: patterns and counts of places, at stages of the game. A learner has fewer
    /// games to learn from, so several stages are one.
    const FEATURES: usize = if N == 8 { STAGE * STAGES.div_ceil(STAGES_IN_ONE) } else { 0 };

    fn features(position: &Position<N>, mut visit: impl FnMut(u32, f32)) {
        if Self::FEATURES == 0 {
            return;
        }
        let side = position.side_to_move();
        let board =
            Board { mover: position.discs(side).0, opponent: position.discs(!side).0 };
        let first = stage(board) / STAGES_IN_ONE * STAGE;
        for (count, value) in counts(board).into_iter().enumerate() {
            visit((first + count * MOST + value) as u32, 1.0);
        }
        let patterns = (first + COUNTS * MOST) as u32;
        Indices::of(board).each(|index| visit(patterns + WEIGHT_OF[index], 1.0));
    }

    fn heuristic() -> Option<Heuristic<Position<N>>> {
        let name = "weighted piece counter";
        (N == 8).then_some(Heuristic { name, value: weighted_count, random_moves: 0.1 })
    }
}

/// So many stages of the evaluation are one of a learner.
const STAGES_IN_ONE: usize = 4;

/// The weights of the standard heuristic of the Othello League, in hundredths.
const WEIGHTS: [[i32; 8]; 8] = [
    [100, -25, 10, 5, 5, 10, -25, 100],
    [-25, -25, 1, 1, 1, 1, -25, -25],
    [10, 1, 5, 2, 2, 5, 1, 10],
    [5, 1, 2, 1, 1, 2, 1, 5],
    [5, 1, 2, 1, 1, 2, 1, 5],
    [10, 1, 5, 2, 2, 5, 1, 10],
    [-25, -25, 1, 1, 1, 1, -25, -25],
    [100, -25, 10, 5, 5, 10, -25, 100],
];

/// What the standard heuristic thinks of a position, for the side to move. A finished game counts by its
/// result.
fn weighted_count<const N: usize>(position: &Position<N>) -> f32
where
    Rows<N>: Size,
{
    let side = position.side_to_move();
    let count = |side: Side| -> i32 {
        position.discs(side).iter().map(|square| WEIGHTS[square.index() / 8][square.index() % 8]).sum()
    };
    (count(side) - count(!side)) as f32 / 100.0
}
