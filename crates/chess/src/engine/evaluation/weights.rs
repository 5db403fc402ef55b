//! The weights of the evaluation, in hundredths of a pawn, from `weights.bin`.
//!
//! The file has an array for each group of terms, with a pair for each term: middle game and endgame. It is read
//! at compile time: one that is damaged, or has other groups than `terms.rs`, does not build.

use super::terms::{COUNT, GROUPS};
use weights::{ArrayLayout, Kind, Layout};

/// What the file holds.
const LAYOUT: Layout<'static> =
    Layout { game: "chess", architecture: "tapered-terms", arrays: &ARRAYS };

const ARRAYS: [ArrayLayout<'static>; GROUPS.len()] = {
    let mut arrays = [ArrayLayout::new("", Kind::I16, &[1]); GROUPS.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        let shape = [GROUPS[group].len as u32, 2];
        arrays[group] = ArrayLayout::new(GROUPS[group].name, Kind::I16, &shape);
        group += 1;
    }
    arrays
};

/// For the middle game and for the endgame, in the order of the terms.
pub static WEIGHTS: [[i16; 2]; COUNT] =
    weights::embedded(include_bytes!("weights.bin"), &LAYOUT).pairs();
