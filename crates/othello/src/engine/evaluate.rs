//! How good a board is for the side to move: the discs by which it will win, as far as weights can
//! tell.
//!
//! The weights are data, in `weights.bin` beside this file, fitted to games that the program played
//! against itself (`cargo run --release -p tune othello` writes it). The file is checked
//! at compile time: one that is damaged or has another shape does not build. It has four stages of the game: 12,
//! 26, 40 and 54 discs on the board, between which the weights are mixed. A stage has
//!
//! - for each count in [`counts`], the weights of the values 0 to 31, in 256ths of a disc;
//! - for each pattern, the weight of each of its configurations, of mirror images the first, in the
//!   order of their indices, in eighths of a disc.

use super::board::Board;
use super::patterns::{COUNTS, INDICES, MOST, WEIGHT_OF, WEIGHTS, counts, each_index};
use std::sync::LazyLock;
use weights::{ArrayLayout, File, Kind, Layout};

/// What a weight of one disc is.
pub const DISC: i32 = 256;
/// What a weight of one disc is in the byte of a pattern.
pub const DISC_IN_PATTERN: i32 = 8;

/// The discs on the board at each stage.
pub const STAGES: [u32; 4] = [12, 26, 40, 54];
/// The weights of a stage: those of the counts, then those of the patterns.
pub const STAGE: usize = COUNTS * MOST + WEIGHTS;

/// What the file holds.
pub const LAYOUT: Layout<'static> =
    Layout { game: "othello", architecture: "staged-patterns", arrays: &ARRAYS };

const ARRAYS: [ArrayLayout<'static>; 2] = [
    ArrayLayout::new("counts", Kind::I16, &[STAGES.len() as u32, COUNTS as u32, MOST as u32]),
    ArrayLayout::new("patterns", Kind::I8, &[STAGES.len() as u32, WEIGHTS as u32]),
];

const FILE: File<'static> = weights::embedded(include_bytes!("weights.bin"), &LAYOUT);

/// The discs that a phase lasts.
const PHASE: u32 = 4;
const PHASES: usize = 16;

/// Beyond this no score goes: a whole board won.
const MOST_DISCS: i32 = 64 * DISC;

/// The weights of one phase of the game, with a place for every index.
struct Phase {
    counts: [[i16; MOST]; COUNTS],
    patterns: Box<[i16]>,
}

/// The weights of all phases.
pub struct Weights {
    phases: Vec<Phase>,
}

static FITTED: LazyLock<Weights> = LazyLock::new(|| Weights::of(&stages(&FILE)));

/// The weights of the stages one after the other, in discs: in each those of the counts, then those of the patterns.
pub fn stages(file: &File<'_>) -> Vec<f32> {
    let mut stages = vec![0.0; STAGE * STAGES.len()];
    let parts = [(0, COUNTS * MOST, DISC), (COUNTS * MOST, WEIGHTS, DISC_IN_PATTERN)];
    for (array, (start, length, disc)) in file.arrays().zip(parts) {
        let places = stages.chunks_exact_mut(STAGE).flat_map(|stage| &mut stage[start..][..length]);
        for (place, number) in places.zip(array.numbers()) {
            *place = number as f32 / disc as f32;
        }
    }
    stages
}

/// The weights of the file.
#[inline]
pub fn fitted() -> &'static Weights {
    &FITTED
}

/// The two stages between which a phase lies, and how far it is on the way from the first to the second.
pub fn mixture(phase: usize) -> (usize, f64) {
    let discs = (phase as u32 * PHASE + PHASE / 2).clamp(STAGES[0], STAGES[3]);
    let stage = if discs < STAGES[1] {
        0
    } else if discs < STAGES[2] {
        1
    } else {
        2
    };
    let length = STAGES[stage + 1] - STAGES[stage];
    (stage, f64::from(discs - STAGES[stage]) / f64::from(length))
}

/// The phase that a board belongs to.
#[inline]
pub fn phase(board: Board) -> usize {
    ((board.mover | board.opponent).count_ones() / PHASE) as usize % PHASES
}

impl Weights {
    /// The weights of the stages one after the other, in discs, mixed for each phase.
    pub fn of(stages: &[f32]) -> Weights {
        let phases = (0..PHASES).map(|phase| {
            let (stage, way) = mixture(phase);
            let weight = |number: usize| {
                let [from, to] = [stage, stage + 1].map(|stage| stages[stage * STAGE + number]);
                let mixed = f64::from(from) * (1.0 - way) + f64::from(to) * way;
                (mixed * f64::from(DISC)).round() as i16
            };
            Phase {
                counts: std::array::from_fn(|count| {
                    std::array::from_fn(|value| weight(count * MOST + value))
                }),
                patterns: WEIGHT_OF.iter().map(|&n| weight(COUNTS * MOST + n as usize)).collect(),
            }
        });
        Weights { phases: phases.collect() }
    }

    /// How good the board is for the side to move, in 256ths of a disc.
    #[inline]
    pub fn evaluate(&self, board: Board) -> i32 {
        let Phase { counts: counted, patterns } = &self.phases[phase(board)];
        let mut sum = 0;
        each_index(board, |index| sum += i32::from(patterns[index]));
        for (weights, count) in counted.iter().zip(counts(board)) {
            sum += i32::from(weights[count]);
        }
        sum.clamp(-MOST_DISCS, MOST_DISCS)
    }
}

const _: () = assert!(INDICES < u32::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn the_evaluation_is_the_same_in_all_eight_symmetries() {
        for seed in 0..300 {
            let board = random_board(seed, seed as u32 % 60);
            let mut image = board;
            for turn in 0..8 {
                image = if turn % 2 == 0 { image.transposed() } else { image.upside_down() };
                assert_eq!(fitted().evaluate(image), fitted().evaluate(board), "{board:?}");
            }
        }
    }

    #[test]
    fn stages_are_mixed_from_the_first_to_the_last() {
        assert_eq!(mixture(0), (0, 0.0));
        assert_eq!(mixture(PHASES - 1), (2, 1.0));
        for phase in 1..PHASES {
            let ((before, a), (after, b)) = (mixture(phase - 1), mixture(phase));
            assert!(before as f64 + a <= after as f64 + b);
        }
    }
}
