//! How good a board is for the side to move: the discs by which it will win, as far as weights can
//! tell.
//!
//! The weights are data, in `weights.bin` beside this file, fitted to games that the program played
//! against itself (`cargo run --release -p learn --example tune othello` writes the file anew).
//! The file has four parts, one for each stage of the game: 12, 26, 40 and 54 discs on the board.
//! Between two stages the weights are mixed. A part has
//!
//! - for each count in [`counts`], the weights of the values 0 to 31: two bytes each, the low one
//!   first, in 256ths of a disc;
//! - for each pattern, the weight of each of its configurations, of mirror images the first, in the
//!   order of their indices: one byte each, in eighths of a disc.

use super::board::Board;
use super::patterns::{COUNTS, INDICES, MOST, WEIGHT_OF, WEIGHTS, counts, each_index};
use std::sync::LazyLock;

/// What a weight of one disc is.
pub const DISC: i32 = 256;
/// What a weight of one disc is in the byte of a pattern.
const DISC_IN_PATTERN: i32 = 8;

/// The discs on the board at each stage.
pub const STAGES: [u32; 4] = [12, 26, 40, 54];
/// The weights of a stage: those of the counts, then those of the patterns.
pub const STAGE: usize = COUNTS * MOST + WEIGHTS;
/// The bytes of a stage in the file.
const STAGE_BYTES: usize = 2 * COUNTS * MOST + WEIGHTS;

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

static FITTED: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_bytes!("weights.bin")).unwrap_or_else(Weights::none));

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
    /// Weights that know nothing.
    fn none() -> Weights {
        Weights::of(&vec![0.0; STAGE * STAGES.len()])
    }

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

    /// Reads the file; none if its length is not right.
    pub fn read(file: &[u8]) -> Option<Weights> {
        if file.len() != STAGE_BYTES * STAGES.len() {
            return None;
        }
        let mut stages = Vec::with_capacity(STAGE * STAGES.len());
        for part in file.chunks_exact(STAGE_BYTES) {
            let (counts, patterns) = part.split_at(2 * COUNTS * MOST);
            let counts = counts.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
            stages.extend(counts.map(|weight| f32::from(weight) / DISC as f32));
            let patterns = patterns.iter().map(|&byte| byte.cast_signed());
            stages.extend(patterns.map(|weight| f32::from(weight) / DISC_IN_PATTERN as f32));
        }
        Some(Weights::of(&stages))
    }

    /// Writes the weights of the stages as a file.
    pub fn write(stages: &[f32]) -> Vec<u8> {
        let mut file = Vec::with_capacity(STAGE_BYTES * STAGES.len());
        for stage in stages.chunks_exact(STAGE) {
            let (counts, patterns) = stage.split_at(COUNTS * MOST);
            for weight in counts {
                file.extend(((weight * DISC as f32).round() as i16).to_le_bytes());
            }
            let byte = |weight: &f32| (weight * DISC_IN_PATTERN as f32).round() as i8;
            file.extend(patterns.iter().map(byte).map(i8::cast_unsigned));
        }
        file
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
    fn the_weights_in_the_file_are_all_there() {
        assert!(Weights::read(include_bytes!("weights.bin")).is_some());
        assert!(Weights::read(&[0; 100]).is_none());
    }

    #[test]
    fn weights_that_are_written_read_back() {
        let stages: Vec<f32> =
            (0..STAGE * STAGES.len()).map(|i| (i % 200) as f32 / 8.0 - 12.0).collect();
        let (one, other) = (Weights::of(&stages), Weights::read(&Weights::write(&stages)).unwrap());
        for seed in 0..100 {
            let board = random_board(seed, seed as u32 % 60);
            assert_eq!(one.evaluate(board), other.evaluate(board));
        }
    }

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
