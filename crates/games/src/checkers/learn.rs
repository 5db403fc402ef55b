//! Checkers and giveaway checkers as a learner sees them.

use super::{Checkers, GiveawayCheckers};
use ::checkers::engine::View;
use ::checkers::engine::tuning::{FEATURES, each_feature, fullness};
use ::checkers::{Giveaway, Position, Squares, history};
use game::Side;
use learn::{Cells, Learnable, Symmetry};

/// The dark squares, by column and row from the top left.
fn cells() -> Vec<(u8, u8)> {
    (0..8u8).flat_map(|row| (0..4u8).map(move |i| (2 * i + (row + 1) % 2, row))).collect()
}

/// The squares in their usual order, the board turned for black: each side looks up the board.
fn view(position: &Position, side: Side, cells: &mut Cells) {
    let position = if side == Side::White { *position } else { position.turned() };
    let mut put = |squares: Squares, content: u8| {
        for square in squares.iter() {
            cells[usize::from(square.number()) - 1] = content;
        }
    };
    put(position.men(Side::White), 1);
    put(position.kings(Side::White), 2);
    put(position.men(Side::Black), 3);
    put(position.kings(Side::Black), 4);
}

impl Learnable for Checkers {
    type Game = Position;

    const NAME: &'static str = "checkers";
    const VARIANT: &'static str = "english";
    const COLUMNS: usize = 8;
    const ROWS: usize = 8;
    const KINDS: usize = 2;
    const SYMMETRY: Symmetry = Symmetry::None;
    const QUIESCENCE: bool = true;
    const MEASURED_DEPTH: u8 = 4;
    const RANDOM_PLIES: usize = 6;
    const LONGEST: usize = 200;
    const TUPLES: &'static [u8] = &[1, 2, 3];
    const LEVELS: &'static [u8] = &[1, 3, 5];

    fn cells() -> Vec<(u8, u8)> {
        cells()
    }

    fn view(position: &Position, side: Side, cells: &mut Cells) {
        view(position, side, cells);
    }

    fn opposite(cell: usize) -> usize {
        31 - cell
    }

    fn kind_names() -> &'static [&'static str] {
        &["man", "king"]
    }

    fn is_drawn(past: &[Position]) -> bool {
        history::draw(past).is_some()
    }

    /// Those of the evaluation, on a full board and on an empty one.
    const FEATURES: usize = 2 * FEATURES;

    fn features(position: &Position, mut visit: impl FnMut(u32, f32)) {
        let view = View::of(position);
        let full = fullness(view) as f32;
        each_feature(view, |feature, amount| {
            visit(2 * feature as u32, full * amount as f32);
            visit(2 * feature as u32 + 1, (1.0 - full) * amount as f32);
        });
    }
}

impl Learnable for GiveawayCheckers {
    type Game = Giveaway;

    const NAME: &'static str = "checkers";
    const VARIANT: &'static str = "giveaway";
    const COLUMNS: usize = 8;
    const ROWS: usize = 8;
    const KINDS: usize = 2;
    const SYMMETRY: Symmetry = Symmetry::None;
    const QUIESCENCE: bool = true;
    const MEASURED_DEPTH: u8 = 4;
    const RANDOM_PLIES: usize = 6;
    const LONGEST: usize = 200;
    const TUPLES: &'static [u8] = &[1, 2, 3];
    const LEVELS: &'static [u8] = &[1, 3, 5];

    fn cells() -> Vec<(u8, u8)> {
        cells()
    }

    fn view(position: &Giveaway, side: Side, cells: &mut Cells) {
        view(&position.0, side, cells);
    }

    fn opposite(cell: usize) -> usize {
        31 - cell
    }

    fn kind_names() -> &'static [&'static str] {
        &["man", "king"]
    }

    fn is_drawn(past: &[Giveaway]) -> bool {
        history::draw(past).is_some()
    }
}
