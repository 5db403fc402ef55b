//! The network that evaluates positions.
//!
//! Its inputs are the pieces as the side to move sees them, a man or a king of either side on each square, and whether the side to move has the
//! move. Two hidden layers follow; the weights of the second and of the output depend on how many pieces are left. All numbers are
//! integers, so that every machine comes to the same score.
//!
//! Each evaluation computes the sums of the first layer from scratch: its weights fit into the first cache, and there
//! are at most 24 rows to add. Decided against: keeping the sums of both sides along with the moves of the search, which saves
//! few of these additions in endgames and makes a position larger.

use super::view::{OWN_FILES, View, bits};
pub use weights::NetworkError;
use weights::{ArrayLayout, File, Kind, Layout};

/// Men and kings of the side to move, then of the other side, on each square; then the move.
pub const INPUTS: usize = 4 * 32 + 1;
/// The input for having the move.
pub const THE_MOVE: usize = 4 * 32;
/// The units of the first hidden layer,
pub const FIRST: usize = 64;
/// and of the second.
pub const SECOND: usize = 16;
/// How many sets of weights there are after the first layer, by the number of pieces.
pub const STAGES: usize = 4;
/// In the hidden layers this stands for 1.
pub const UNIT_ONE: i16 = 255;
/// Among the weights of the second layer and of the output this stands for 1.
pub const WEIGHT_ONE: i16 = 256;
/// An output of 1 is so many hundredths of a man.
pub const SCALE: i32 = 100;

/// What the file of the network holds.
pub const LAYOUT: Layout<'static> = Layout {
    game: "checkers",
    architecture: "129-64-16-1x4",
    arrays: &[
        ArrayLayout::new("inputs", Kind::I16, &[INPUTS as u32, FIRST as u32]),
        ArrayLayout::new("first-biases", Kind::I16, &[FIRST as u32]),
        ArrayLayout::new("second", Kind::I16, &[(STAGES * SECOND) as u32, FIRST as u32]),
        ArrayLayout::new("second-biases", Kind::I32, &[STAGES as u32, SECOND as u32]),
        ArrayLayout::new("output", Kind::I16, &[STAGES as u32, SECOND as u32]),
        ArrayLayout::new("output-biases", Kind::I32, &[STAGES as u32]),
    ],
};

/// The stage of a position with so many pieces.
#[inline]
pub fn stage(pieces: u32) -> usize {
    match pieces {
        0..=8 => 0,
        9..=13 => 1,
        14..=18 => 2,
        _ => 3,
    }
}

/// The inputs of a position that are on.
pub fn inputs(view: View) -> impl Iterator<Item = usize> {
    let sets = [view.men, view.kings, view.other_men, view.other_kings];
    let pieces =
        (0..).step_by(32).zip(sets).flat_map(|(first, set)| bits(set).map(move |bit| first + bit));
    pieces.chain(has_the_move(view).then_some(THE_MOVE))
}

/// Would the other side be opposed last? By the parity of the pieces on the files of the own back row.
#[inline]
fn has_the_move(view: View) -> bool {
    ((view.own() | view.other()) & OWN_FILES).count_ones() % 2 == 1
}

/// A number for each unit of the first layer, in whole cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Row([i16; FIRST]);

impl Row {
    #[inline]
    fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, add)| *sum = sum.wrapping_add(*add));
    }

    #[inline]
    fn dot(&self, other: &Row) -> i32 {
        self.0.iter().zip(&other.0).map(|(&one, &other)| i32::from(one) * i32::from(other)).sum()
    }
}

/// The weights of a stage after the first layer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stage {
    second: [Row; SECOND],
    second_biases: [i32; SECOND],
    output: [i16; SECOND],
    output_bias: i32,
}

/// A network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The weights of each piece on each square.
    pieces: Box<[[Row; 32]; 4]>,
    the_move: Row,
    biases: Row,
    stages: Box<[Stage; STAGES]>,
}

impl Network {
    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let file = File::read(bytes)?;
        file.check(&LAYOUT)?;
        Ok(Network::of(&file))
    }

    /// The network of a file whose layout was checked.
    pub(super) fn of(file: &File<'_>) -> Network {
        let mut numbers = file.arrays().flat_map(|array| array.numbers());
        let mut row = || Row([(); FIRST].map(|()| numbers.next().unwrap_or(0) as i16));
        let pieces = Box::new([(); 4].map(|()| [(); 32].map(|()| row())));
        let (the_move, biases) = (row(), row());
        let second = [(); STAGES].map(|()| [(); SECOND].map(|()| row()));
        let mut number = || numbers.next().unwrap_or(0);
        let second_biases = [(); STAGES].map(|()| [(); SECOND].map(|()| number()));
        let output = [(); STAGES].map(|()| [(); SECOND].map(|()| number() as i16));
        let stages = std::array::from_fn(|stage| Stage {
            second: second[stage],
            second_biases: second_biases[stage],
            output: output[stage],
            output_bias: number(),
        });
        Network { pieces, the_move, biases, stages: Box::new(stages) }
    }

    /// What a position is worth to the side to move, in hundredths of a man.
    #[inline]
    pub fn evaluate(&self, view: View) -> i32 {
        let mut sums = self.biases;
        let sets = [view.men, view.kings, view.other_men, view.other_kings];
        for (rows, set) in self.pieces.iter().zip(sets) {
            for bit in bits(set) {
                sums.add(&rows[bit % 32]);
            }
        }
        if has_the_move(view) {
            sums.add(&self.the_move);
        }
        sums.0.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, UNIT_ONE));
        let stage = &self.stages[stage((view.own() | view.other()).count_ones())];
        let mut output = stage.output_bias;
        for unit in 0..SECOND {
            let sum = stage.second_biases[unit] + sums.dot(&stage.second[unit]);
            let active = (sum / i32::from(WEIGHT_ONE)).clamp(0, i32::from(UNIT_ONE));
            output += active * i32::from(stage.output[unit]);
        }
        (i64::from(output) * i64::from(SCALE) / (i64::from(UNIT_ONE) * i64::from(WEIGHT_ONE)))
            as i32
    }
}
