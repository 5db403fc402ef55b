//! A network that evaluates positions.
//!
//! Each side sees the board from its own first rank, and mirrored where its king stands on files e to h, so that
//! the king is always on files a to d. A piece on a square, as a side sees it, is one of 768 inputs. The hidden layer
//! has the same weights for both views; the output takes that of the side to move first, with weights of its own for each
//! phase of the game. The activation is the square of what was clipped to the range from 0 to 1. All numbers are integers, so that every machine comes to
//! the same score.
//!
//! The sums of the hidden layer are kept from one evaluation to the next, with the board that they belong to, and
//! brought up to date by the pieces in which two boards differ: after a move these are two to four. So nothing is
//! made or unmade along with the moves of a search, and the score depends on the position alone.

use crate::{Bitboard, Board, Piece, Position, Role, Square};
use game::{Perfect, Side};
use std::sync::{Arc, LazyLock};
pub use weights::NetworkError;
use weights::{ArrayLayout, File, Kind, Layout, WriteError};

/// The inputs of a view.
pub const INPUTS: usize = 768;
/// The units of the hidden layer for each view.
pub const HIDDEN: usize = 128;
/// Phases of the game, by the number of pieces: each has its own weights of the output.
pub const PHASES: usize = 8;
/// In the hidden layer this stands for 1.
pub const HIDDEN_ONE: i16 = 255;
/// Among the weights of the output this stands for 1.
pub const OUTPUT_ONE: i16 = 64;
/// An output of 1 is so many hundredths of a pawn.
pub const SCALE: i32 = 400;

/// What the file of a network holds.
pub const LAYOUT: Layout<'static> = Layout {
    game: "chess",
    architecture: "mirrored-768-128x2-8",
    arrays: &[
        ArrayLayout::new("inputs", Kind::I16, &[INPUTS as u32, HIDDEN as u32]),
        ArrayLayout::new("hidden-biases", Kind::I16, &[HIDDEN as u32]),
        ArrayLayout::new("output", Kind::I16, &[PHASES as u32, 2, HIDDEN as u32]),
        ArrayLayout::new("output-bias", Kind::I32, &[PHASES as u32]),
    ],
};

/// The network that is part of the program. A file that is damaged, or of another shape than [`LAYOUT`], does not build.
/// `tablero learn chess --method network --from-shipped` goes on from it; docs/learning.md says how it was made.
const FILE: File<'static> = weights::embedded(include_bytes!("network.bin"), &LAYOUT);

static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| Arc::new(Network::of(&FILE)));

/// A number for each unit of the hidden layer, in whole cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Row([i16; HIDDEN]);

impl Row {
    #[inline]
    fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, add)| *sum = sum.wrapping_add(*add));
    }

    #[inline]
    fn subtract(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, take)| *sum = sum.wrapping_sub(*take));
    }
}

/// A network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The weights of each input.
    inputs: Vec<Row>,
    biases: Row,
    outputs: [Output; PHASES],
}

/// The output in a phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Output {
    /// For the view of the side to move, then for that of the other side.
    weights: [Row; 2],
    bias: i32,
}

/// The phase of a game with so many pieces on the board, kings included.
#[inline]
pub fn phase(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / 4).min(PHASES - 1)
}

impl Network {
    /// The one that is part of the program.
    pub fn shipped() -> Arc<Network> {
        Arc::clone(&SHIPPED)
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let file = File::read(bytes)?;
        file.check(&LAYOUT)?;
        Ok(Network::of(&file))
    }

    /// The network of a file whose layout was checked.
    fn of(file: &File<'_>) -> Network {
        Network::of_numbers(file.arrays().flat_map(|array| array.numbers()))
    }

    /// The network that trained weights become: in the order of [`LAYOUT`], as multiples of what stands for 1. What does not fit into its
    /// integer becomes the nearest that does.
    pub fn rounded(weights: &[f32]) -> Network {
        Network::of_numbers(scaled(weights).map(|number| number.round() as i32))
    }

    /// The file of that network, which [`read`](Network::read) reads.
    pub fn file(weights: &[f32]) -> Result<Vec<u8>, WriteError> {
        weights::write_floats(&LAYOUT, &scaled(weights).collect::<Vec<f32>>())
    }

    /// The network of these numbers in the order of [`LAYOUT`].
    fn of_numbers(mut numbers: impl Iterator<Item = i32>) -> Network {
        let narrow = |number: i32| number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let mut row = || Row([(); HIDDEN].map(|()| narrow(numbers.next().unwrap_or(0))));
        let inputs = (0..INPUTS).map(|_| row()).collect();
        let biases = row();
        let mut outputs = [(); PHASES].map(|()| Output { weights: [row(), row()], bias: 0 });
        for output in &mut outputs {
            output.bias = numbers.next().unwrap_or(0);
        }
        Network { inputs, biases, outputs }
    }

    /// What a position with these sums is worth to the side to move, in hundredths of a pawn.
    fn score(&self, own: &Row, other: &Row, pieces: usize) -> i32 {
        let Output { weights, bias } = &self.outputs[phase(pieces)];
        let sum = weighted(own, &weights[0]) + weighted(other, &weights[1]);
        let one = i64::from(HIDDEN_ONE);
        let output = i64::from(sum) / one + i64::from(*bias);
        (output * i64::from(SCALE) / (one * i64::from(OUTPUT_ONE))) as i32
    }
}

/// The weights that [`rounded`](Network::rounded) makes the network of, for the one that is part of the program.
pub fn shipped_weights() -> Vec<f32> {
    let numbers = FILE.arrays().flat_map(|array| array.numbers());
    numbers.zip(ones()).map(|(number, one)| number as f32 / one).collect()
}

/// Trained weights times what stands for 1 among them.
fn scaled(weights: &[f32]) -> impl Iterator<Item = f32> {
    weights.iter().zip(ones()).map(|(weight, one)| weight * one)
}

/// What stands for 1 in each place of a file.
fn ones() -> impl Iterator<Item = f32> {
    let (hidden, output) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
    std::iter::repeat_n(hidden, (INPUTS + 1) * HIDDEN)
        .chain(std::iter::repeat_n(output, 2 * PHASES * HIDDEN))
        .chain(std::iter::repeat_n(hidden * output, PHASES))
}

/// The sum of the activations, each with its weight. An activation is the square of a clipped sum; one of the two
/// factors is multiplied with the weight first, which fits into 16 bits where the weight is below 2.
#[inline]
fn weighted(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let clipped = sum.clamp(0, HIDDEN_ONE);
        total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    total
}

/// Does a side see the board with its files exchanged? It does where its king stands on files e to h.
#[inline]
pub fn is_mirrored(board: &Board, side: Side) -> bool {
    let east = Bitboard(0xf0f0_f0f0_f0f0_f0f0);
    (board.pieces(side, Role::King) & east).any()
}

/// How a side sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct View {
    side: Side,
    /// Are the files exchanged?
    mirrored: bool,
}

impl View {
    #[inline]
    fn of(board: &Board, side: Side) -> View {
        View { side, mirrored: is_mirrored(board, side) }
    }

    /// The number of the input for the piece on a square that holds one.
    #[inline]
    fn input_of(self, board: &Board, square: Square) -> usize {
        let side = if board.side(Side::White).has(square) { Side::White } else { Side::Black };
        self.input(side, board.role_on_occupied(square), square)
    }

    /// The number of the input for a piece on a square.
    #[inline]
    fn input(self, side: Side, role: Role, square: Square) -> usize {
        let ranks = if self.side == Side::White { 0 } else { 0b11_1000 };
        let files = if self.mirrored { 0b111 } else { 0 };
        let kind = role as usize + if side == self.side { 0 } else { 6 };
        kind * 64 + (square.index() ^ ranks ^ files)
    }
}

/// The inputs of each piece of a position: in the view of the side to move, and in that of the other.
pub fn inputs(position: &Position) -> impl Iterator<Item = [usize; 2]> {
    let (side, board) = (position.side_to_move(), position.board());
    let views = [side, !side].map(|side| View::of(board, side));
    board
        .iter()
        .map(move |(square, Piece { side, role })| views.map(|view| view.input(side, role, square)))
}

/// The sums of the hidden layer in a view, and the board that they belong to.
#[derive(Debug, Clone)]
struct Sums {
    board: Board,
    sums: Row,
}

impl Sums {
    /// Brings the sums up to date for a board.
    #[inline]
    fn update(&mut self, network: &Network, view: View, board: &Board) {
        let changed = self.board.changed(board);
        for square in changed & board.occupied() {
            self.sums.add(&network.inputs[view.input_of(board, square)]);
        }
        for square in changed & self.board.occupied() {
            self.sums.subtract(&network.inputs[view.input_of(&self.board, square)]);
        }
        self.board = *board;
    }
}

/// A network at work: what it keeps from one evaluation to the next.
#[derive(Debug, Clone)]
pub struct NetworkCache {
    network: Arc<Network>,
    /// For each side, as it is and mirrored.
    views: [[Sums; 2]; 2],
}

impl NetworkCache {
    pub fn new(network: Arc<Network>) -> NetworkCache {
        let sums = Sums { board: Board::EMPTY, sums: network.biases };
        NetworkCache { network, views: [(); 2].map(|()| [sums.clone(), sums.clone()]) }
    }

    /// What a position is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let (side, board) = (position.side_to_move(), position.board());
        let [white, black] = &mut self.views;
        let [white, black] = [(Side::White, white), (Side::Black, black)].map(|(side, sums)| {
            let view = View::of(board, side);
            let sums = &mut sums[usize::from(view.mirrored)];
            sums.update(&self.network, view, board);
            &sums.sums
        });
        let pieces = board.occupied().count();
        match side {
            Side::White => self.network.score(white, black, pieces),
            Side::Black => self.network.score(black, white, pieces),
        }
    }
}
