//! Published counts of lines of play, and the fast generator against the obvious one.

use crate::common::{obvious_paths, paths, position, positions};
use checkers::{Position, Square};
use game::{Perfect, Rules, Side, laws, perft};
use proptest::prelude::*;
use std::collections::HashMap;

#[test]
fn the_start_has_the_published_counts() {
    let counts =
        [1, 7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];
    for (depth, &lines) in counts.iter().enumerate() {
        assert_eq!(perft(&Position::START, depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn positions_with_kings_have_the_published_counts() {
    let table: [(&str, &[u64]); 5] = [
        (
            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
            &[5, 38, 178, 1378, 5836, 40745, 197_933, 1_377_007, 6_924_287],
        ),
        ("W:W18,24,K27:B12,16", &[7, 12, 48, 69, 227, 432, 1492, 3381, 12527]),
        (
            "B:WK3,K4,21,22,26,29,31:BK32,K30,5,9,12,13,20",
            &[1, 9, 60, 325, 1879, 11095, 65592, 402_180, 2_382_636],
        ),
        (
            "W:WK18,K19,K31:BK1,K2,K32",
            &[10, 56, 456, 2536, 20055, 121_771, 942_238, 5_682_022, 44_257_036],
        ),
        ("W:WK14:B10,11,19,18", &[2, 0]),
    ];
    for (fen, counts) in table {
        for (depth, &lines) in (1..).zip(counts) {
            assert_eq!(perft(&position(fen), depth), lines, "{fen} depth {depth}");
        }
    }
}

#[test]
fn keys_tell_positions_apart() {
    fn visit(position: Position, depth: u32, seen: &mut HashMap<u64, Position>) {
        let known = *seen.entry(position.key()).or_insert(position);
        assert_eq!(known, position, "one key for two positions");
        if depth > 0 {
            for &mv in &position.moves() {
                visit(position.play(mv), depth - 1, seen);
            }
        }
    }
    let mut seen = HashMap::new();
    visit(Position::START, 9, &mut seen);
    visit(position("W:WK18,K19,K31:BK1,K2,K32"), 6, &mut seen);
    assert!(seen.len() > 200_000, "{}", seen.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_fast_generator_agrees_with_the_obvious_one(position in positions()) {
        prop_assert_eq!(paths(&position), obvious_paths(&position));
        laws::hold_in(&position);
        laws::notation_holds_in(&position);
    }

    #[test]
    fn a_move_does_what_its_path_says(position in positions()) {
        for &mv in &position.moves() {
            let mut expected = position.setup();
            let mut piece = position.piece_at(mv.from()).unwrap();
            expected = expected.with(mv.from(), None);
            for square in mv.captured().iter() {
                prop_assert_eq!(position.piece_at(square).unwrap().side, !piece.side);
                expected = expected.with(square, None);
            }
            let far = if piece.side == Side::White { 7 } else { 0 };
            if mv.to().rank() == far {
                piece.rank = checkers::Rank::King;
            }
            expected = expected.with(mv.to(), Some(piece));
            expected.side_to_move = !expected.side_to_move;
            prop_assert_eq!(position.play(mv), expected.position().unwrap());
            let squares: Vec<Square> = mv.squares().collect();
            prop_assert_eq!(checkers::Move::along(&squares), Ok(mv));
        }
    }

    #[test]
    fn the_board_turned_round_has_the_same_moves(position in positions()) {
        let turned = position.turned();
        prop_assert_eq!(turned.turned(), position);
        prop_assert_eq!(turned.setup(), position.setup().turned());
        let turn = |square: Square| Square::new(33 - square.number()).unwrap();
        let mut expected: Vec<Vec<Square>> =
            position.moves().iter().map(|mv| mv.squares().map(turn).collect()).collect();
        let mut found: Vec<Vec<Square>> =
            turned.moves().iter().map(|mv| mv.squares().collect()).collect();
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(perft(&turned, 3), perft(&position, 3));
    }
}

proptest! {
    #[test]
    fn the_laws_hold_on_every_line(choices in prop::collection::vec(any::<u32>(), 0..120)) {
        for position in laws::playout(Position::START, &choices) {
            laws::hold_in(&position);
            laws::notation_holds_in(&position);
            prop_assert_eq!(paths(&position), obvious_paths(&position));
            prop_assert_eq!(position.setup().position(), Ok(position));
        }
    }

    #[test]
    fn a_move_from_elsewhere_breaks_nothing(one in positions(), other in positions()) {
        for &mv in &one.moves() {
            let next = other.play(mv);
            prop_assert_eq!(next.moves().len(), next.count_moves());
            prop_assert_eq!(other.check(mv).is_ok(), other.moves().contains(&mv));
        }
    }
}
