//! What a position looks like to a search that cannot see the end: for boards without weights that
//! were learned from games.

use crate::word::{Rows, Size, SquaresOf, Word};
use crate::{Position, Squares};
use game::Perfect;

/// In hundredths of a disc.
const CORNER: i32 = 900;
/// A disc on the edge that an unbroken row of its own side joins to a corner: it is never turned over.
const HELD: i32 = 200;
/// A disc diagonally next to an empty corner, which helps the other side to take it.
const BESIDE_DIAGONALLY: i32 = -400;
/// A disc on the edge next to an empty corner.
const BESIDE: i32 = -100;
const PLACE: i32 = 110;
/// A disc next to an empty square, which can give the other side a place.
const FRONTIER: i32 = -45;
/// An empty square next to a disc of the other side, which can become a place.
const PROSPECT: i32 = 40;
/// What a disc more is worth when the board is nearly full: it counts from two thirds on.
const DISC: i32 = 100;

/// How good the position is for the side to move, in hundredths of a disc, by its looks alone:
/// corners and what they hold of the edges, squares next to empty corners, places and empty squares
/// that can become some, discs next to empty squares, and, as the board fills, discs. It is the exact
/// opposite for the other side.
///
/// ```
/// # use othello::{Position, judgement};
/// assert_eq!(judgement(&Position::<6>::standard()), 0);
/// ```
pub fn judgement<const N: usize>(position: &Position<N>) -> i32
where
    Rows<N>: Size,
{
    let side = position.side_to_move();
    let (own, other) = (position.discs(side), position.discs(!side));
    let empty = position.empty();
    let difference = |set| (own & set).len() as i32 - (other & set).len() as i32;

    let corners = <Rows<N> as Size>::CORNERS;
    let open = corners & empty;
    let beside = straight(open);
    let places = |mover: SquaresOf<N>, opponent: SquaresOf<N>| {
        (Squares(Word::places(mover.0, opponent.0)) & Position::<N>::BOARD).len() as i32
    };
    let prospects = |opponent| (around(opponent) & empty).len() as i32;
    let held = |discs| held::<N>(discs).len() as i32;
    let squares = (N * N) as i32;
    let filled = squares - empty.len() as i32;

    CORNER * difference(corners)
        + HELD * (held(own) - held(other))
        + BESIDE * difference(beside)
        + BESIDE_DIAGONALLY * difference(around(open) - beside)
        + PLACE * (places(own, other) - places(other, own))
        + PROSPECT * (prospects(other) - prospects(own))
        + FRONTIER * difference(around(empty))
        + DISC * difference(own | other) * (3 * filled - 2 * squares).max(0) / squares
}

/// The discs of a side in its corners and, from there on, along the edges.
fn held<const N: usize>(discs: SquaresOf<N>) -> SquaresOf<N>
where
    Rows<N>: Size,
{
    let edges = discs & <Rows<N> as Size>::EDGES;
    let mut held = discs & <Rows<N> as Size>::CORNERS;
    loop {
        let more = (straight(held) & edges) - held;
        if more.is_empty() {
            return held;
        }
        held = held | more;
    }
}

/// The neighbours in the same row.
fn sideways<W: Word>(Squares(set): Squares<W>) -> Squares<W> {
    let last_column = W::FIRST_COLUMN << (W::ROW - 1);
    Squares((set & !last_column) << 1 | (set & !W::FIRST_COLUMN) >> 1)
}

/// The neighbours in the same row or column.
fn straight<W: Word>(set: Squares<W>) -> Squares<W> {
    sideways(set) | Squares(set.0 << W::ROW | set.0 >> W::ROW)
}

/// The neighbours in all eight directions.
fn around<W: Word>(set: Squares<W>) -> Squares<W> {
    let row = sideways(set) | set;
    sideways(set) | Squares(row.0 << W::ROW | row.0 >> W::ROW)
}
