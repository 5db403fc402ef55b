//! The weights of the features, from `weights.bin`.
//!
//! The file has an array for each group of features, with a pair for each feature, in hundredths of a man: on a
//! full board, and on an empty one. In between they are mixed by the number of pieces. The file is read at
//! compile time: one that is damaged, or has other groups than `features.rs`, does not build.
//! `cargo run --release -p tune checkers` plays games with these weights and writes it.

use super::features::{self, FEATURES, GROUPS};
use super::view::View;
use crate::Position;
use weights::{ArrayLayout, Kind, Layout};

/// What the file holds.
pub const LAYOUT: Layout<'static> =
    Layout { game: "checkers", architecture: "tapered-features", arrays: &ARRAYS };

const ARRAYS: [ArrayLayout<'static>; GROUPS.len()] = {
    let mut arrays = [ArrayLayout::new("", Kind::I16, &[1]); GROUPS.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        let shape = [GROUPS[group].length as u32, 2];
        arrays[group] = ArrayLayout::new(GROUPS[group].name, Kind::I16, &shape);
        group += 1;
    }
    arrays
};

/// A board with so many pieces, or more, is full,
const FULL: i32 = 22;
/// and with so many or fewer it is empty.
const EMPTY: i32 = 6;

/// The weights of every feature, in hundredths of a man.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// On a full board, and on an empty one.
    pub values: [[i16; 2]; FEATURES],
}

static FITTED: Weights =
    Weights { values: weights::embedded(include_bytes!("weights.bin"), &LAYOUT).pairs() };

/// The weights of the file.
#[inline]
pub fn fitted() -> &'static Weights {
    &FITTED
}

/// How full the board is, from 0 to 1.
pub fn fullness(view: View) -> f64 {
    f64::from(fullness_steps(view)) / f64::from(FULL - EMPTY)
}

#[inline]
fn fullness_steps(view: View) -> i32 {
    ((view.own() | view.other()).count_ones() as i32).clamp(EMPTY, FULL) - EMPTY
}

impl Weights {
    /// How good the position is for the side to move, in hundredths of a man.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let view = View::of(position);
        let [mut full, mut empty] = [0, 0];
        features::each(view, |feature, amount| {
            let [on_full, on_empty] = self.values[feature];
            full += amount * i32::from(on_full);
            empty += amount * i32::from(on_empty);
        });
        let steps = fullness_steps(view);
        (full * steps + empty * (FULL - EMPTY - steps)) / (FULL - EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Perfect, Rules};

    /// A position and the same one with the board turned round and the colours exchanged.
    #[test]
    fn both_colours_are_judged_alike() {
        let mut state = 1u64;
        for _ in 0..100 {
            let mut position = Position::START;
            while let Some(moves) = position.moves_unless_over() {
                assert_eq!(
                    fitted().evaluate(&position),
                    fitted().evaluate(&position.turned()),
                    "{position}"
                );
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
                if state >> 56 == 0 {
                    break;
                }
            }
        }
    }
}
