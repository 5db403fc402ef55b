//! The rules: the fast way against the obvious one, published figures, and what the words mean.

use crate::obvious::arrangement;
use game::{Game, Perfect, Rules, Seat, Side, Turn, Valued, Verdict, laws, perft};
use othello::{Direction, Illegal, Move, Position, Rows, Size, Square, Squares, Transcript, Word};
use proptest::prelude::*;
use std::collections::HashSet;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Squares {
    names.split_whitespace().map(square).collect()
}

fn after<const N: usize>(transcript: &str) -> Position<N>
where
    Rows<N>: Size,
{
    let start = Position::standard();
    let moves = transcript.parse::<Transcript>().unwrap().replay(start).unwrap();
    moves.into_iter().fold(start, |position, mv| position.play(mv))
}

/// Thirteen discs to none after nine moves.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn perft_gives_the_published_figures() {
    let figures: Vec<u64> = "1 4 12 56 244 1396 8200 55092 390216 3005288 24571284 212258800"
        .split(' ')
        .map(|figure| figure.parse().unwrap())
        .collect();
    for (depth, &lines) in figures.iter().enumerate() {
        assert_eq!(perft(&Position::<8>::standard(), depth as u32), lines, "depth {depth}");
    }
    for (depth, &lines) in figures[..10].iter().enumerate() {
        assert_eq!(perft(&Position::<8>::mirrored(), depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn small_boards_are_counted_as_the_obvious_way_counts_them() {
    for depth in 0..=6 {
        let start = Position::<8>::standard();
        assert_eq!(perft(&start, depth), crate::obvious::perft(start, depth), "8x8, depth {depth}");
    }
    for depth in 0..=7 {
        let start = Position::<6>::standard();
        assert_eq!(perft(&start, depth), crate::obvious::perft(start, depth), "6x6, depth {depth}");
    }
    // Twelve discs can be placed on the smallest board: beyond that every game is over, some of
    // them after passes.
    for depth in [1, 5, 10, 20] {
        let start = Position::<4>::standard();
        assert_eq!(perft(&start, depth), crate::obvious::perft(start, depth), "4x4, depth {depth}");
    }
}

/// The disc difference that best play reaches, as the side to move sees it.
fn best_difference<const N: usize>(position: Position<N>) -> i32
where
    Rows<N>: Size,
{
    let moves = position.moves();
    if moves.is_empty() {
        let discs = |side| position.discs(side).len() as i32;
        return discs(position.side_to_move()) - discs(!position.side_to_move());
    }
    moves.iter().map(|&mv| -best_difference(position.play(mv))).max().unwrap()
}

#[test]
fn the_second_player_wins_by_eight_on_the_smallest_board() {
    assert_eq!(best_difference(Position::<4>::standard()), -8);
    assert_eq!(best_difference(Position::<4>::mirrored()), -8);
}

#[test]
fn the_two_starts_are_mirror_images() {
    let standard = Position::<8>::standard();
    assert_eq!(standard.discs(Side::White), squares("d4 e5"));
    assert_eq!(standard.discs(Side::Black), squares("e4 d5"));
    assert_eq!(standard.places(), squares("c4 d3 e6 f5"));
    let mirrored = Position::<8>::mirrored();
    assert_eq!(mirrored.discs(Side::Black), squares("d4 e5"));
    assert_eq!(mirrored.discs(Side::White), squares("e4 d5"));
    assert_eq!(mirrored.places(), squares("c5 d6 e3 f4"));
    for start in [standard, mirrored] {
        assert_eq!(start.turn(), Turn::ToMove(Seat::Side(Side::Black)));
        assert_eq!(start.empty().len(), 60);
    }
    assert_eq!(Position::<10>::standard().discs(Side::White).to_string(), "e5 f6");
    assert_eq!(Position::<6>::standard().discs(Side::White), squares("c3 d4"));
    assert_eq!(Position::<4>::standard().discs(Side::Black), squares("c2 b3"));
}

#[test]
fn placing_and_turning_replace_what_was_there() {
    let empty = Position::<8>::empty_board();
    let one = empty.with_disc(square("c4"), Side::White);
    assert_eq!(one.contents(square("c4")), Some(Side::White));
    assert_eq!(one.contents(square("c5")), None);
    let other = one.with_disc(square("c4"), Side::Black);
    assert_eq!(other.contents(square("c4")), Some(Side::Black));
    assert_eq!(other.discs(Side::White), Squares::NONE);
    assert_eq!(one.with_turned(squares("c4 c5")), other);
    assert_eq!(Position::<4>::empty_board().with_disc(square("e5"), Side::Black).empty().len(), 16);
}

#[test]
fn a_line_is_walked_to_the_edge_of_its_board() {
    let walk = |way| Position::<8>::walk(square("f5"), way).collect::<Vec<_>>();
    assert_eq!(walk(Direction::South), ["f5", "f6", "f7", "f8"].map(square));
    assert_eq!(walk(Direction::SouthEast), ["f5", "g6", "h7"].map(square));
    assert_eq!(walk(Direction::NorthWest), ["f5", "e4", "d3", "c2", "b1"].map(square));
    let small = Position::<6>::walk(square("f5"), Direction::South);
    assert_eq!(small.collect::<Vec<_>>(), ["f5", "f6"].map(square));
    assert_eq!(Position::<4>::walk(square("f5"), Direction::West).count(), 0);
    let large = Position::<10>::walk(square("h8"), Direction::SouthEast);
    assert_eq!(large.collect::<Vec<_>>(), ["h8", "i9", "j10"].map(square));
}

#[test]
fn a_move_turns_every_line_that_it_closes_in() {
    let start = Position::<8>::standard();
    assert_eq!(start.discs_turned(square("f5")), squares("e5"));
    assert_eq!(start.discs_turned(square("a1")), Squares::NONE);
    assert_eq!(start.discs_turned(square("d4")), Squares::NONE);

    let ring = squares("c3 d3 e3 c4 e4 c5 d5 e5");
    let star = Position::<8>::new(squares("b2 d2 f2 b4 f4 b6 d6 f6"), ring, Side::Black);
    assert_eq!(star.discs_turned(square("d4")), ring);
    assert_eq!(star.play(Move::Place(square("d4"))).discs(Side::Black).len(), 17);
}

#[test]
fn illegal_moves_say_why() {
    let start = Position::<8>::standard();
    let why = |mv| start.check(mv).unwrap_err();
    assert_eq!(why(Move::Place(square("d4"))), Illegal::Occupied(square("d4")));
    assert_eq!(why(Move::Place(square("c5"))), Illegal::TurnsNothing(square("c5")));
    assert_eq!(why(Move::Pass), Illegal::PassWithMoves(square("d3")));
    let off = Position::<6>::standard().check(Move::Place(square("g2"))).unwrap_err();
    assert_eq!(off.to_string(), "g2 is off the board, which ends at f6");

    let over = after::<8>(WIPEOUT);
    assert_eq!(over.check(Move::Pass), Err(Illegal::GameOver));
    assert_eq!(over.check(Move::Place(square("a1"))), Err(Illegal::GameOver));
    assert_eq!(over.check(Move::Place(square("d4"))), Err(Illegal::GameOver));
}

#[test]
fn a_side_without_discs_has_lost() {
    let over = after::<8>(WIPEOUT);
    assert_eq!(over.discs(Side::Black).len(), 13);
    assert_eq!(over.discs(Side::White).len(), 0);
    assert!(over.is_over() && !over.must_pass());
    assert_eq!(over.winner(), Some(Side::Black));
    assert_eq!(over.turn().outcome().unwrap().to_string(), "Black wins: neither side can move");
    assert_eq!(over.side_to_move(), Side::White);
    assert!((over.valuation() - -1.0).abs() < 1e-12);
    assert!((crate::obvious::passed(over).valuation() - 1.0).abs() < 1e-12);
}

#[test]
fn equal_discs_at_the_end_are_a_draw() {
    let drawn = Position::<4>::new(squares("a1 b2"), squares("d1 d4"), Side::White);
    assert!(drawn.is_over());
    assert_eq!(drawn.turn().outcome().unwrap().verdict, Verdict::Draw);
    assert_eq!(drawn.winner(), None);
    assert!(drawn.valuation().abs() < 1e-12);
    assert!(Position::<8>::empty_board().valuation().abs() < 1e-12);
}

#[test]
fn the_valuation_is_the_movers_share_of_the_discs() {
    // Black has four of five discs, and it is white's turn.
    assert!((after::<8>("f5").valuation() - (2.0 / 5.0 - 1.0)).abs() < 1e-12);
    assert!((after::<8>("f5d6").valuation()).abs() < 1e-12);
    assert_eq!(after::<8>("f5").winner(), None);
}

#[test]
fn a_pass_is_the_only_move_when_only_the_other_side_can_place() {
    let white_stuck = Position::<8>::new(squares("a1"), squares("b1"), Side::White);
    assert!(white_stuck.must_pass());
    assert_eq!(&white_stuck.moves()[..], [Move::Pass]);
    assert_eq!(white_stuck.count_moves(), 1);
    assert_eq!(white_stuck.check(Move::Pass), Ok(()));
    assert_eq!(
        white_stuck.check(Move::Place(square("c1"))),
        Err(Illegal::TurnsNothing(square("c1")))
    );
    let black_again = white_stuck.play(Move::Pass);
    assert_eq!(black_again.side_to_move(), Side::Black);
    assert_eq!(&black_again.moves()[..], [Move::Place(square("c1"))]);
}

#[test]
fn a_move_takes_one_byte_and_a_position_three_words() {
    assert_eq!(size_of::<Move>(), 1);
    assert_eq!(size_of::<Position<8>>(), 24);
    assert_eq!(size_of::<Option<Square>>(), 1);
}

fn collect(position: Position<8>, depth: u32, seen: &mut HashSet<Position<8>>) {
    if seen.insert(position) && depth > 0 {
        for &mv in &position.moves() {
            collect(position.play(mv), depth - 1, seen);
        }
    }
}

#[test]
fn keys_of_different_positions_differ_and_spread_evenly() {
    let mut seen = HashSet::new();
    collect(Position::standard(), 8, &mut seen);
    let keys: HashSet<u64> = seen.iter().map(Perfect::key).collect();
    assert_eq!(keys.len(), seen.len());

    // A table of any size takes either end of the key: both fill like balls thrown at random.
    let slots = 1 << 16;
    let expected = f64::from(slots) * (1.0 - (-(seen.len() as f64) / f64::from(slots)).exp());
    for end in [|key: u64| key as u16, |key: u64| (key >> 48) as u16] {
        let filled = keys.iter().map(|&key| end(key)).collect::<HashSet<_>>().len() as f64;
        assert!((filled / expected - 1.0).abs() < 0.01, "{filled} of {expected} expected");
    }
}

fn agrees_with_the_obvious_way<const N: usize>(position: Position<N>)
where
    Rows<N>: Size,
{
    assert_eq!(position.places(), crate::obvious::places(position), "{position:?}");
    for square in Squares(u128::ALL) {
        let turned = crate::obvious::turned(position, square);
        assert_eq!(position.discs_turned(square), turned, "{square} in {position:?}");
    }
    let moves = crate::obvious::moves(position);
    assert_eq!(&position.moves()[..], moves, "{position:?}");
    for mv in moves {
        assert_eq!(position.play(mv), crate::obvious::play(position, mv), "{mv} in {position:?}");
    }
}

fn lawful<const N: usize>(choices: &[u32])
where
    Rows<N>: Size,
{
    for position in laws::playout(Position::<N>::standard(), choices) {
        laws::hold_in(&position);
        laws::notation_holds_in(&position);
        agrees_with_the_obvious_way(position);
    }
}

proptest! {
    #[test]
    fn fast_and_obvious_agree_on_any_arrangement(
        largest in arrangement::<10>(),
        large in arrangement::<8>(),
        middle in arrangement::<6>(),
        small in arrangement::<4>(),
    ) {
        agrees_with_the_obvious_way(largest);
        agrees_with_the_obvious_way(large);
        agrees_with_the_obvious_way(middle);
        agrees_with_the_obvious_way(small);
    }

    #[test]
    fn the_laws_hold_on_every_line(choices in prop::collection::vec(any::<u32>(), 0..100)) {
        lawful::<10>(&choices);
        lawful::<8>(&choices);
        lawful::<6>(&choices);
        lawful::<4>(&choices);
    }

    #[test]
    fn the_valuation_is_one_only_at_the_end(position in arrangement::<8>()) {
        let decided = position.valuation().abs() >= 1.0;
        prop_assert_eq!(decided, position.winner().is_some());
        prop_assert!(position.valuation().abs() <= 1.0);
        prop_assert!(position.is_over() == position.moves().is_empty());
    }

    #[test]
    fn an_illegal_move_never_panics(
        small in arrangement::<6>(), large in arrangement::<10>(), index in 0..101usize,
    ) {
        let mv = Square::with_index(index).map_or(Move::Pass, Move::Place);
        let next = small.play(mv);
        let _ = (next.moves(), next.valuation(), next.to_string(), small.check(mv));
        let next = large.play(mv);
        let _ = (next.moves(), next.valuation(), next.to_string(), large.check(mv));
    }
}
