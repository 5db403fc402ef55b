//! How far a shallow search tends to be from a deep one: the error model of Multi-ProbCut.
//!
//! The errors are data, in `errors.bin` beside this file, measured on positions of the program's own games
//! (`cargo run --release -p tune othello-errors` writes it): for each stage of the game and each depth the standard deviation
//! of the difference between a search to that depth and one to the [shallow depth](shallow) that stands for it, in 256ths of
//! a disc.

use super::board::Board;
use super::evaluate::{DISC, STAGES, stage};
use search::Prediction;
use std::sync::LazyLock;
use weights::{ArrayLayout, File, Kind, Layout};

/// Searches that are deeper than this are taken for so deep.
pub const DEEPEST: usize = 24;
/// Shallower ones are not worth predicting.
pub const LEAST: usize = 3;

/// What the file holds.
pub const LAYOUT: Layout<'static> =
    Layout { game: "othello", architecture: "search-errors", arrays: &ARRAYS };

const ARRAYS: [ArrayLayout<'static>; 1] =
    [ArrayLayout::new("errors", Kind::I16, &[STAGES as u32, DEEPEST as u32 + 1])];

const FILE: File<'static> = weights::embedded(include_bytes!("errors.bin"), &LAYOUT);

/// The errors of the file, in hundredths of a disc.
static ERRORS: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let hundredths = |number: i32| number * 100 / DISC;
    FILE.arrays().flat_map(|array| array.numbers()).map(hundredths).collect()
});

/// The depth of the search that stands for one of this depth: about half of it, and odd where it is odd, because scores after
/// a move of the same side are alike.
pub const fn shallow(depth: usize) -> usize {
    let half = depth / 2;
    half - (half + depth) % 2
}

/// How well a shallow search of a board predicts one of this depth.
#[inline]
pub fn prediction(board: Board, depth: i32) -> Option<Prediction> {
    let deep = usize::try_from(depth).ok().filter(|&deep| deep >= LEAST)?;
    let error = ERRORS.get(stage(board) * (DEEPEST + 1) + deep.min(DEEPEST))?;
    Some(Prediction { depth: shallow(deep) as i32, error: *error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn a_shallow_search_ends_with_the_same_side_and_is_shallower() {
        for depth in LEAST..=40 {
            assert_eq!(shallow(depth) % 2, depth % 2);
            assert!(shallow(depth) < depth && shallow(depth) > 0);
        }
    }

    #[test]
    fn every_depth_worth_predicting_has_an_error() {
        for empties in 3..60 {
            let board = random_board(u64::from(empties), empties);
            assert!(prediction(board, 2).is_none() && prediction(board, -1).is_none());
            for depth in LEAST as i32..60 {
                let error = prediction(board, depth).unwrap().error;
                assert!((20..3000).contains(&error), "{empties} {depth} {error}");
            }
        }
    }
}
