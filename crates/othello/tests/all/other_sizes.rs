//! Boards of 4, 6 and 10 rows: what they are written like, and what they look like to a search.

use crate::obvious::arrangement;
use game::{Notation, Perfect, laws};
use othello::{Position, Rows, Size, Square, SquaresOf, judgement};
use proptest::prelude::*;

/// The position from black's side, black to move.
fn judged(black: &str, white: &str) -> i32 {
    let squares = |names: &str| -> SquaresOf<6> {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    };
    judgement(&Position::<6>::new(squares(black), squares(white), game::Side::Black))
}

#[test]
fn a_corner_is_better_than_any_other_square() {
    let elsewhere = ["b1", "b2", "a3", "c3", "f3"].map(|square| judged(square, "d4 d3 c4"));
    let best = elsewhere.into_iter().max().unwrap();
    for corner in ["a1", "f1", "a6", "f6"] {
        assert!(judged(corner, "d4 d3 c4") > best + 300, "{corner}");
    }
}

#[test]
fn a_square_next_to_a_corner_is_bad_while_the_corner_is_empty() {
    assert!(judged("b2", "d5 d6") < judged("c3", "d5 d6"));
    assert!(judged("b1", "d5 d6") < judged("c1", "d5 d6"));
    let taken = judged("a1 b2", "d5 d6") - judged("a1 c3", "d5 d6");
    let empty = judged("b2", "d5 d6") - judged("c3", "d5 d6");
    assert!(taken > empty);
}

fn both_sides_judge_alike<const N: usize>(position: Position<N>)
where
    Rows<N>: Size,
{
    let (side, judged) = (position.side_to_move(), judgement(&position));
    let [white, black] = game::Side::BOTH.map(|side| position.discs(side));
    assert_eq!(judgement(&Position::<N>::new(black, white, !side)), -judged);
    assert_eq!(judgement(&Position::<N>::new(white, black, !side)), judged);
    let across = |squares: SquaresOf<N>| -> SquaresOf<N> {
        squares.iter().filter_map(|square| Square::new(square.row(), square.column())).collect()
    };
    assert_eq!(judgement(&Position::<N>::new(across(black), across(white), side)), judged);
}

fn notation_holds_along<const N: usize>(choices: &[u32])
where
    Rows<N>: Size,
{
    for position in laws::playout(Position::<N>::standard(), choices) {
        laws::hold_in(&position);
        laws::notation_holds_in(&position);
        laws::valuation_holds_in(&position);
    }
}

fn starts_are_read_back<const N: usize>(position: Position<N>)
where
    Rows<N>: Size,
{
    let text = Position::write_start(&position);
    assert_eq!(text.len(), N * N + " X;".len());
    assert_eq!(Position::read_start(&text), Ok(position));
    assert!(Position::<8>::read_start(&text).is_err());
}

proptest! {
    #[test]
    fn a_judgement_knows_neither_colours_nor_directions(
        smallest in arrangement::<4>(), small in arrangement::<6>(), usual in arrangement::<8>(),
        largest in arrangement::<10>(),
    ) {
        both_sides_judge_alike(smallest);
        both_sides_judge_alike(small);
        both_sides_judge_alike(usual);
        both_sides_judge_alike(largest);
    }

    #[test]
    fn boards_of_other_sizes_are_written_and_read_back(
        smallest in arrangement::<4>(), small in arrangement::<6>(),
        largest in arrangement::<10>(), choices in prop::collection::vec(any::<u32>(), 0..100),
    ) {
        starts_are_read_back(largest);
        starts_are_read_back(smallest);
        starts_are_read_back(small);
        notation_holds_along::<10>(&choices);
        notation_holds_along::<4>(&choices);
        notation_holds_along::<6>(&choices);
    }
}
