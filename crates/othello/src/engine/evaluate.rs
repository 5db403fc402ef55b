//! How good a board is for the side to move: the discs by which it will win, as far as weights can
//! tell.
//!
//! The weights are data, in `weights.bin` beside this file, fitted to games that the program played
//! against itself (`cargo run --release -p tune othello` writes it). The file is checked
//! at compile time: one that is damaged or has another shape does not build. It has a stage for each four discs of the
//! game, and a stage has, in 256ths of a disc,
//!
//! - for each count in [`counts`], the weights of the values 0 to 31;
//! - for each pattern, the weight of each of its configurations, of mirror images the first, in the
//!   order of their indices.

use super::board::Board;
use super::patterns::{COUNTS, INDICES, Indices, MOST, WEIGHT_OF, WEIGHTS, counts};
use std::sync::LazyLock;
use weights::{ArrayLayout, File, Kind, Layout};

/// What a weight of one disc is.
pub const DISC: i32 = 256;

/// The stages of the game.
pub const STAGES: usize = 13;
/// How many discs a stage lasts.
const LENGTH: u32 = 4;
/// The discs on the board with which the second stage begins: the first lasts longer.
const SECOND: u32 = 16;

/// The weights of a stage: those of the counts, then those of the patterns.
pub const STAGE: usize = COUNTS * MOST + WEIGHTS;

/// What the file holds.
pub const LAYOUT: Layout<'static> =
    Layout { game: "othello", architecture: "staged-patterns-2", arrays: &ARRAYS };

const ARRAYS: [ArrayLayout<'static>; 1] =
    [ArrayLayout::new("weights", Kind::I16, &[STAGES as u32, STAGE as u32])];

// The checksum of a few megabytes takes the compiler a moment.
#[allow(long_running_const_eval)]
const FILE: File<'static> = weights::embedded(include_bytes!("weights.bin"), &LAYOUT);

/// Beyond this no score goes: a whole board won.
const MOST_DISCS: i32 = 64 * DISC;

/// A power of two, so that an index is made safe by a mask.
const PLACES: usize = INDICES.next_power_of_two();

/// The weights of one stage of the game, with a place for every index.
struct Stage {
    counts: [[i16; MOST]; COUNTS],
    patterns: Box<[i16; PLACES]>,
}

/// The weights of all stages.
pub struct Weights {
    stages: Vec<Stage>,
}

static FITTED: LazyLock<Weights> = LazyLock::new(|| Weights::of(&stages(&FILE)));

/// The weights of the stages one after the other: in each those of the counts, then those of the patterns.
pub fn stages(file: &File<'_>) -> Vec<i16> {
    file.arrays().flat_map(|array| array.numbers()).map(|number| number as i16).collect()
}

/// The weights of the file.
#[inline]
pub fn fitted() -> &'static Weights {
    &FITTED
}

/// The stage that a board belongs to.
#[inline]
pub fn stage(board: Board) -> usize {
    let discs = (board.mover | board.opponent).count_ones();
    ((discs + LENGTH).saturating_sub(SECOND) / LENGTH).min(STAGES as u32 - 1) as usize
}

impl Weights {
    /// The weights of the stages one after the other.
    pub fn of(stages: &[i16]) -> Weights {
        let stage = |weights: &[i16]| {
            let (counted, fitted) = weights.split_at(COUNTS * MOST);
            // Half a megabyte passes over the stack, once for each stage.
            #[allow(clippy::large_stack_arrays)]
            let mut patterns = Box::new([0; PLACES]);
            for (place, &number) in patterns.iter_mut().zip(&*WEIGHT_OF) {
                *place = fitted[number as usize];
            }
            let counts = std::array::from_fn(|count| {
                std::array::from_fn(|value| counted[count * MOST + value])
            });
            Stage { counts, patterns }
        };
        Weights { stages: stages.chunks_exact(STAGE).map(stage).collect() }
    }

    /// How good the board is for the side to move, in 256ths of a disc. The indices are those of the board.
    #[inline]
    pub fn evaluate(&self, board: Board, indices: &Indices) -> i32 {
        let Stage { counts: counted, patterns } = &self.stages[stage(board)];
        let mut sum = 0;
        indices.each(|index| sum += i32::from(patterns[index % PLACES]));
        for (weights, count) in counted.iter().zip(counts(board)) {
            sum += i32::from(weights[count]);
        }
        sum.clamp(-MOST_DISCS, MOST_DISCS)
    }
}

/// The indices of the board that was evaluated last: the next one differs from it by few discs.
#[derive(Debug, Clone, Default)]
pub struct LastEvaluated {
    /// Its discs, seen from one side that stays the same,
    first: u64,
    second: u64,
    /// and its indices from that side.
    indices: Indices,
}

impl LastEvaluated {
    /// How good a board is for the first side, which is to move, or for the second.
    #[inline]
    pub fn evaluate(&mut self, first: u64, second: u64, first_moves: bool) -> i32 {
        let (before, now) = (self.first | self.second, first | second);
        // On its own, and not behind a reference, it stays in registers.
        let mut indices = self.indices;
        indices.add(self.first & second, -2);
        indices.add(self.second & first, 2);
        indices.add(self.first & !now, -1);
        indices.add(self.second & !now, 1);
        indices.add(first & !before, 1);
        indices.add(second & !before, -1);
        *self = LastEvaluated { first, second, indices };
        if first_moves {
            fitted().evaluate(Board { mover: first, opponent: second }, &indices)
        } else {
            let board = Board { mover: second, opponent: first };
            fitted().evaluate(board, &indices.passed())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn the_evaluation_is_the_same_in_all_eight_symmetries() {
        let value = |board: Board| fitted().evaluate(board, &Indices::of(board));
        for seed in 0..300 {
            let board = random_board(seed, seed as u32 % 60);
            let mut image = board;
            for turn in 0..8 {
                image = if turn % 2 == 0 { image.transposed() } else { image.upside_down() };
                assert_eq!(value(image), value(board), "{board:?}");
            }
        }
    }

    #[test]
    fn what_was_evaluated_before_changes_nothing() {
        let mut last = LastEvaluated::default();
        for seed in 0..300 {
            let board = random_board(seed / 2, 2 + seed as u32 % 58);
            let expected = fitted().evaluate(board, &Indices::of(board));
            assert_eq!(last.evaluate(board.mover, board.opponent, true), expected);
            assert_eq!(last.evaluate(board.opponent, board.mover, false), expected);
        }
    }

    #[test]
    fn the_game_goes_through_all_stages() {
        let stages = (4..=64).map(|discs| {
            stage(Board { mover: u64::MAX.checked_shr(64 - discs).unwrap_or(0), opponent: 0 })
        });
        let mut stages: Vec<usize> = stages.collect();
        assert!(stages.is_sorted());
        stages.dedup();
        assert_eq!(stages, (0..STAGES).collect::<Vec<_>>());
    }
}
