//! The same two questions as in `lanes`, for the board of ten rows in a word of 128 bits.
//!
//! No machine has vectors of four such words, so that each direction is walked for itself, in plain
//! words: forward a shift to the left, and back one to the right.

use crate::word::Word;

/// How far one step shifts along a row, a rising diagonal, a column and a falling diagonal, and
/// whether the discs of the outer columns end a line there, since it would wrap round to the other
/// side of the board.
const LINES: [(usize, bool); 4] =
    [(1, true), (u128::ROW - 1, true), (u128::ROW, false), (u128::ROW + 1, true)];

const INNER_COLUMNS: u128 =
    u128::ALL & !(u128::FIRST_COLUMN | u128::FIRST_COLUMN << (u128::ROW - 1));

/// The opponent's discs that a line in such a direction can cross.
#[inline]
fn crossed(opponent: u128, wraps: bool) -> u128 {
    if wraps { opponent & INNER_COLUMNS } else { opponent }
}

/// The empty squares, and bits beyond the last square, from which a line of one or more of the
/// opponent's discs leads to one of the mover's.
///
/// By parallel prefix: a run grows by one square twice and then, over pairs of discs, by two squares
/// three times, which makes eight, the longest line there is.
#[inline]
pub fn places(mover: u128, opponent: u128) -> u128 {
    let found = LINES.map(|(step, wraps)| {
        let crossed = crossed(opponent, wraps);
        let mut ahead = crossed & mover << step;
        let mut back = crossed & mover >> step;
        ahead |= crossed & ahead << step;
        back |= crossed & back >> step;
        let pair_ahead = crossed & crossed << step;
        let pair_back = crossed & crossed >> step;
        for _ in 0..3 {
            ahead |= pair_ahead & ahead << (2 * step);
            back |= pair_back & back >> (2 * step);
        }
        ahead << step | back >> step
    });
    (found[0] | found[1] | found[2] | found[3]) & !(mover | opponent)
}

/// The opponent's discs that a disc of the mover's turns over.
#[inline]
pub fn turned(disc: u128, mover: u128, opponent: u128) -> u128 {
    let mut turned = 0;
    for (step, wraps) in LINES {
        let crossed = crossed(opponent, wraps);
        turned |= turned_along(disc, mover, crossed, |squares| squares << step);
        turned |= turned_along(disc, mover, crossed, |squares| squares >> step);
    }
    turned
}

/// The run of discs next to the disc in one direction, if one of the mover's ends it.
#[inline]
fn turned_along(disc: u128, mover: u128, crossed: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut run = 0;
    let mut next = step(disc);
    while next & crossed != 0 {
        run |= next;
        next = step(next);
    }
    if next & mover != 0 { run } else { 0 }
}
