//! What a learner asks of a game.

use crate::engine::Engine;
use game::{Notation, Side};
use search::Searchable;
use std::collections::BTreeMap;

/// No board has more cells.
pub const MOST_CELLS: usize = 64;

/// What each cell holds, in the order of [`Learnable::cells`].
pub type Cells = [u8; MOST_CELLS];

/// A game that a program can learn. The implementing type is the marker of a kind of game on its card.
///
/// A cell holds 0 when it is empty, 1 to [`KINDS`](Learnable::KINDS) a piece of the side that looks, and
/// `KINDS + 1` to `2 * KINDS` one of the other side.
pub trait Learnable: Sized + Send + Sync + 'static {
    type Game: Searchable + Notation<Start = Self::Game>;

    /// The game as files of weights name it.
    const NAME: &'static str;
    /// The kind of board, in a word that tells it from the other kinds of the game.
    const VARIANT: &'static str;
    const COLUMNS: usize;
    const ROWS: usize;
    /// How many kinds of pieces a side has.
    const KINDS: usize;
    /// The maps of the board onto itself that change nothing for the side that looks.
    const SYMMETRY: Symmetry;
    /// Are positions to be judged only when no capture is left? Then a look-ahead goes on with captures.
    const QUIESCENCE: bool = false;
    /// How many plies learnt players look ahead when they are measured.
    const MEASURED_DEPTH: u8 = 1;
    /// A measured game begins with so many random moves.
    const RANDOM_PLIES: usize;
    /// A game of so many plies is drawn.
    const LONGEST: usize;
    /// The lengths of the straight n-tuples that are learnt where none are asked for.
    const TUPLES: &'static [u8];
    /// The levels that players are measured against.
    const LEVELS: &'static [u8];

    /// The cells that can hold something, as (column, row) in the view of the side that looks.
    fn cells() -> Vec<(u8, u8)> {
        let row = |row: usize| (0..Self::COLUMNS).map(move |column| (column as u8, row as u8));
        (0..Self::ROWS).flat_map(row).collect()
    }

    /// What the cells hold for the side that looks. Where sides play in opposite directions, the board is
    /// turned so that each looks from its own edge.
    fn view(position: &Self::Game, side: Side, cells: &mut Cells);

    /// The number of a cell in the view of the other side.
    fn opposite(cell: usize) -> usize {
        cell
    }

    /// What the kinds of pieces are called, for pictures.
    fn kind_names() -> &'static [&'static str];

    /// Do the positions of a game so far, the present one last, make it a draw?
    fn is_drawn(_past: &[Self::Game]) -> bool {
        false
    }

    /// Does each move belong to a cell, so that a policy over cells can be learnt?
    const POLICY: bool = false;

    /// The cell that a legal move belongs to, in the view of the side to move; `None` for a pass. No other
    /// move of the position has the same.
    fn move_cell(_position: &Self::Game, _mv: <Self::Game as game::Rules>::Move) -> Option<usize> {
        None
    }

    /// How many features people have thought of; 0 where there are none.
    const FEATURES: usize = 0;

    /// Calls `visit` with each feature of a position and how strongly it is there, for the side to move.
    fn features(_position: &Self::Game, _visit: impl FnMut(u32, f32)) {}

    /// A player that was published as a yardstick.
    fn heuristic() -> Option<Heuristic<Self::Game>> {
        None
    }

    /// The engine of the game, where it evaluates by a network that can be learnt.
    const ENGINE: Option<&'static Engine<Self>> = None;

    /// Which moves are best, by the order of the list of moves, where a solver can say so in a moment.
    fn best_moves(_position: &Self::Game) -> Option<Vec<bool>> {
        None
    }
}

/// For each map of the board of a game onto itself, where it takes each cell, the identity first.
pub fn cell_maps<L: Learnable>() -> Vec<Vec<u8>> {
    let cells = L::cells();
    let number: BTreeMap<(u8, u8), u8> = (0..).zip(&cells).map(|(n, &cell)| (cell, n)).collect();
    let image_of = |&cell: &(u8, u8)| L::SYMMETRY.images(L::COLUMNS as u8, L::ROWS as u8, cell);
    let images: Vec<Vec<(u8, u8)>> = cells.iter().map(image_of).collect();
    (0..images.first().map_or(0, Vec::len))
        .map(|map| images.iter().map(|images| number[&images[map]]).collect())
        .collect()
}

/// A published one-ply player.
#[derive(Clone, Copy)]
pub struct Heuristic<G> {
    pub name: &'static str,
    /// What it thinks of a position, for the side to move. It moves to where this is least.
    pub value: fn(&G) -> f32,
    /// In its league each move of either player is a random one with this probability.
    pub random_moves: f32,
}

/// The maps of a board onto itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    None,
    /// Left and right exchanged.
    Mirror,
    /// The four rotations of a square and their mirror images.
    Square,
}

impl Symmetry {
    /// Where (column, row) goes under each map, the identity first.
    pub fn images(self, columns: u8, rows: u8, (column, row): (u8, u8)) -> Vec<(u8, u8)> {
        let (far_column, far_row) = (columns - 1 - column, rows - 1 - row);
        match self {
            Symmetry::None => vec![(column, row)],
            Symmetry::Mirror => vec![(column, row), (far_column, row)],
            Symmetry::Square => vec![
                (column, row),
                (far_column, row),
                (column, far_row),
                (far_column, far_row),
                (row, column),
                (far_row, column),
                (row, far_column),
                (far_row, far_column),
            ],
        }
    }
}
