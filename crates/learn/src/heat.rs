//! What was learnt, as a picture of the board: what a piece is worth on each square.

use crate::learnable::{Learnable, MOST_CELLS};
use crate::look_ahead::LookAhead;
use crate::model::{AnyModel, Model};
use crate::random::Numbers;
use crate::self_play;
use game::Perfect;

/// A number for each square of the board, row by row; `None` where nothing ever stood.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// The kind of piece.
    pub title: String,
    pub columns: usize,
    pub rows: usize,
    pub squares: Vec<Option<f32>>,
}

/// Games from which positions are taken, and the share of random moves in them.
const GAMES: u64 = 200;
const EXPLORATION: f32 = 0.3;
const PURPOSE: u64 = 201;

/// For each kind of piece the mean change of the value that an own piece makes on each square, in positions of
/// the model's own games, in hundredths of a game. Empty where the model does not look at squares.
pub fn heat_maps<L: Learnable>(model: &AnyModel<L>, start: L::Game) -> Vec<HeatMap> {
    let count = L::cells().len();
    let mut sums = vec![(0.0f64, 0u32); L::KINDS * count];
    for number in 0..GAMES {
        let mut numbers = Numbers::new(0, PURPOSE, number);
        self_play::play::<L>(start, |position| {
            let moves = position.moves_unless_over()?;
            add(model, position, count, &mut sums);
            if numbers.fraction() < EXPLORATION {
                return Some(moves[numbers.below(moves.len())]);
            }
            LookAhead::<L, _>::new(model).best(position, 1, numbers.word()).map(|best| best.mv)
        });
    }
    if sums.iter().all(|&(_, seen)| seen == 0) {
        return Vec::new();
    }
    let maps = L::kind_names().iter().zip(sums.chunks(count));
    maps.map(|(kind, sums)| {
        let mut squares = vec![None; L::COLUMNS * L::ROWS];
        for (&(column, row), &(sum, seen)) in L::cells().iter().zip(sums) {
            squares[usize::from(row) * L::COLUMNS + usize::from(column)] =
                (seen > 0).then(|| (100.0 * sum / f64::from(seen)) as f32);
        }
        HeatMap { title: (*kind).to_owned(), columns: L::COLUMNS, rows: L::ROWS, squares }
    })
    .collect()
}

fn add<L: Learnable>(
    model: &AnyModel<L>,
    position: &L::Game,
    count: usize,
    sums: &mut [(f64, u32)],
) {
    let mut cells = [0; MOST_CELLS];
    L::view(position, position.side_to_move(), &mut cells);
    let value = model.value(position);
    for (cell, &content) in cells[..count].iter().enumerate() {
        let kind = usize::from(content);
        if (1..=L::KINDS).contains(&kind)
            && let Some(without) = model.value_without(position, cell)
        {
            let (sum, seen) = &mut sums[(kind - 1) * count + cell];
            *sum += f64::from(value - without);
            *seen += 1;
        }
    }
}
