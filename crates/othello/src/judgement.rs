//! What a position looks like to a search that cannot see the end: for boards without weights that
//! were learned from games.

use crate::{Position, Squares, lanes};
use game::Perfect;

/// In hundredths of a disc.
const CORNER: i32 = 600;
/// A disc diagonally next to an empty corner, which helps the other side to take it.
const BESIDE_DIAGONALLY: i32 = -250;
/// A disc on the edge next to an empty corner.
const BESIDE: i32 = -100;
const PLACE: i32 = 110;
/// A disc next to an empty square, which can give the other side a place.
const FRONTIER: i32 = -45;
/// What a disc more is worth when the board is nearly full.
const DISC: i32 = 100;

/// How good the position is for the side to move, in hundredths of a disc, by its looks alone:
/// corners, squares next to empty corners, places, discs next to empty squares, and, as the board
/// fills, discs. It is the exact opposite for the other side.
///
/// ```
/// # use othello::{Position, judgement};
/// assert_eq!(judgement(&Position::<6>::standard()), 0);
/// ```
pub fn judgement<const N: usize>(position: &Position<N>) -> i32 {
    let side = position.side_to_move();
    let (own, other) = (position.discs(side).0, position.discs(!side).0);
    let empty = position.empty().0;
    let difference = |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;

    let corners = [0, N - 1, (N - 1) * 8, (N - 1) * 9].map(|index| 1 << index);
    let open = corners.iter().fold(0, |open, corner| open | corner & empty);
    let beside = straight(open);
    let places = |mover, opponent| {
        (Squares(lanes::places(mover, opponent)) & Position::<N>::BOARD).len() as i32
    };
    let squares = (N * N) as i32;
    let filled = squares - empty.count_ones() as i32;

    CORNER * difference(corners.iter().sum())
        + BESIDE * difference(beside)
        + BESIDE_DIAGONALLY * difference(around(open) & !beside)
        + PLACE * (places(own, other) - places(other, own))
        + FRONTIER * difference(around(empty))
        + DISC * difference(own | other) * (2 * filled - squares).max(0) / squares
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The neighbours in the same row.
const fn sideways(set: u64) -> u64 {
    (set & !(FIRST_COLUMN << 7)) << 1 | (set & !FIRST_COLUMN) >> 1
}

/// The neighbours in the same row or column.
const fn straight(set: u64) -> u64 {
    sideways(set) | set << 8 | set >> 8
}

/// The neighbours in all eight directions.
const fn around(set: u64) -> u64 {
    let row = sideways(set) | set;
    sideways(set) | row << 8 | row >> 8
}
