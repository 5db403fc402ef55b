//! The rules, one by one.

use crate::common::{paths, position, positions, square};
use checkers::{Ending, Illegal, Move, Piece, Position, Rank, Setup, history};
use game::{Game, Notation, Perfect, Rules, Seat, Side, Turn, Verdict};
use proptest::prelude::*;

/// Why the path is refused, in words.
fn refusal(fen: &str, numbers: &[u8]) -> String {
    let squares: Vec<_> = numbers.iter().map(|&number| square(number)).collect();
    let mv = Move::along(&squares).unwrap();
    position(fen).check(mv).unwrap_err().to_string()
}

fn played(fen: &str, moves: &str) -> Position {
    moves
        .split_whitespace()
        .fold(position(fen), |position, text| position.play(position.read_move(text).unwrap()))
}

#[test]
fn black_moves_first() {
    assert_eq!(Position::START.turn(), Turn::ToMove(Seat::Side(Side::Black)));
    assert_eq!(
        paths(&Position::START),
        ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    );
}

#[test]
fn a_capture_is_mandatory_and_the_choice_among_captures_is_free() {
    assert_eq!(paths(&position("W:W18,29:B14")), ["18x9"]);
    // Two pieces against one: both ways may be taken.
    assert_eq!(paths(&position("W:W26,27:B22,14,23")), ["26x17x10", "26x19", "27x18x9"]);
}

#[test]
fn a_man_that_reaches_the_far_row_is_crowned_and_stops() {
    assert_eq!(paths(&position("W:W11:B7,6")), ["11x2"]);
    let crowned = played("W:W11:B7,6", "11x2");
    assert_eq!(crowned.piece_at(square(2)), Some(Piece { side: Side::White, rank: Rank::King }));
    assert_eq!(paths(&position("W:WK11:B7,6")), ["11x2x9"]);
    assert_eq!(played("B:W21:B25", "25-29").to_string(), "W:W21:BK29");
}

#[test]
fn a_king_may_end_where_it_began() {
    let circle = position("W:WK14:B10,11,19,18");
    assert_eq!(paths(&circle), ["14x23x16x7x14", "14x7x16x23x14"]);
    for &mv in &circle.moves() {
        assert_eq!(circle.play(mv).to_string(), "B:WK14:B");
    }
}

#[test]
fn paths_over_the_same_pieces_are_different_moves() {
    let moves = position("W:W18:B14,15,7,6").moves();
    assert_eq!(moves.len(), 2);
    assert_eq!((moves[0].from(), moves[0].to()), (moves[1].from(), moves[1].to()));
    assert_ne!(moves[0], moves[1]);
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let outcome = |fen| position(fen).turn().outcome().unwrap();
    let taken = outcome("W:W:B1-12");
    assert_eq!((taken.verdict, taken.reason), (Verdict::won_by(Side::Black), Ending::NoPieces));
    let blocked = outcome("W:W29:B22,25");
    assert_eq!((blocked.verdict, blocked.reason), (Verdict::won_by(Side::Black), Ending::NoMoves));
    assert_eq!(blocked.to_string(), "Black wins: no piece can move");
}

#[test]
fn illegal_moves_say_why() {
    let start = "B:W21-32:B1-12";
    let table: [(&str, &[u8], &str); 13] = [
        (start, &[14, 18], "there is no piece on 14"),
        (start, &[22, 18], "a white man stands on 22, and it is Black's turn"),
        (start, &[7, 10], "10 is taken by a black man"),
        ("B:W32:B14", &[14, 10], "a man moves forward only: 14 to 10 is backwards"),
        ("W:W18:B2", &[18, 22], "a man moves forward only: 18 to 22 is backwards"),
        ("W:W18,29:B14", &[29, 25], "a capture is mandatory: 18x9"),
        ("W:W26:B22,14", &[26, 17], "the jump must go on from 17: 26x17x10"),
        ("W:W26:B14", &[26, 17], "there is nothing to jump on 22 between 26 and 17"),
        ("W:W26,22:B14", &[26, 17], "the piece on 22 is your own and cannot be jumped"),
        ("W:W11:B7,6", &[11, 2, 9], "a man that is crowned stops: the move ends on 2"),
        ("W:W29:B22,25", &[29, 25], "the game is over: White cannot move and has lost"),
        ("W:WK14:B10,11,19,18", &[14, 10], "10 is taken by a black man"),
        ("W:WK14:B10,11", &[14, 7, 16, 23], "there is nothing to jump on 19 between 16 and 23"),
    ];
    for (fen, path, words) in table {
        assert_eq!(refusal(fen, path), words, "{path:?} in {fen}");
    }
}

#[test]
fn a_piece_is_jumped_only_once() {
    let text = "14x7x14";
    let error = position("W:WK14:B10,18").read_move(text).unwrap_err();
    assert_eq!(error.to_string(), "14x7x14: the piece on 10 can be jumped only once");
    let twice = [14, 7, 14].map(square);
    assert!(Move::along(&twice).is_err());
}

#[test]
fn long_lists_of_captures_are_cut() {
    let moves = position("W:WK18:B14,15,22,23").moves().repeat(3);
    let words = Illegal::CaptureMandatory { captures: moves }.to_string();
    assert!(words.ends_with(" and 4 more"), "{words}");
}

#[test]
fn every_fault_of_a_setup_is_listed() {
    let mut setup: Setup = "B:W21-32:B1-12".parse().unwrap();
    setup.kings.white = setup.men.black;
    let text = setup.position().unwrap_err().to_string();
    assert!(text.starts_with("there are several pieces on square 1; "), "{text}");
    assert!(text.ends_with("White has 24 pieces, which is more than 12"), "{text}");
    assert_eq!(
        Setup::empty(Side::White).position().unwrap_err().to_string(),
        "there is no piece on the board"
    );
}

#[test]
fn forty_moves_each_without_progress_are_a_draw() {
    // Kings on ever other squares: no position comes up twice, nothing is captured, no man moves.
    let walk = |i: usize| {
        let side = if i.is_multiple_of(2) { "B" } else { "W" };
        position(&format!("{side}:W29,K{}:BK{}", 20 + i / 2 % 9, 1 + i / 18))
    };
    let mut game = vec![position("W:W29,K20:B5,K1"), walk(0)];
    for i in 1..=80 {
        assert_eq!(history::draw(&game), None, "after {} moves", i - 1);
        game.push(walk(i));
        assert_eq!(history::moves_without_progress(&game), i);
    }
    let draw = history::draw(&game).unwrap();
    assert_eq!((draw.verdict, draw.reason), (Verdict::Draw, Ending::FortyMoves));

    game.push(position("W:W25,K20:BK1"));
    assert_eq!(history::moves_without_progress(&game), 0);
    assert_eq!(history::draw(&game), None);
}

#[test]
fn a_position_with_the_other_side_to_move_is_not_a_repetition() {
    let black = position("B:WK32:BK1");
    let white = position("W:WK32:BK1");
    assert_eq!(history::repetitions::<Position>(&[]), 0);
    assert_eq!(history::repetitions(&[black]), 1);
    assert_eq!(history::repetitions(&[black, white, black]), 2);
    assert_eq!(history::repetitions(&[white, white, white, black]), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_pair_of_squares_is_a_move_or_has_a_reason(
        position in positions(),
        path in prop::collection::vec(1u8..=32, 2..5),
    ) {
        let squares: Vec<_> = path.into_iter().map(square).collect();
        if let Ok(mv) = Move::along(&squares) {
            match position.check(mv) {
                Ok(()) => prop_assert!(position.moves().contains(&mv)),
                Err(Illegal::CaptureMandatory { captures }) => {
                    prop_assert!(captures.iter().all(|mv| mv.is_capture()));
                    prop_assert!(!captures.is_empty() && !mv.is_capture());
                }
                Err(Illegal::JumpGoesOn { ways, .. }) => prop_assert!(!ways.is_empty()),
                Err(_) => prop_assert!(!position.moves().contains(&mv)),
            }
        }
    }

    #[test]
    fn every_part_of_a_jump_must_go_on(position in positions()) {
        for &mv in &position.moves() {
            let squares: Vec<_> = mv.squares().collect();
            for length in 2..squares.len() {
                let part = Move::along(&squares[..length]).unwrap();
                let refused = position.check(part);
                prop_assert!(
                    matches!(refused, Err(Illegal::JumpGoesOn { ref ways, .. }) if ways.contains(&mv)),
                    "{part} of {mv}: {refused:?}"
                );
            }
        }
    }
}

#[test]
fn a_side_must_capture_exactly_when_its_moves_are_captures() {
    for fen in ["W:W18,29:B14", "B:W18,29:B14", "W:W26:B1", "B:WK10:B6,7", "W:WK10:B6,15"] {
        let position = position(fen);
        let captures = position.moves().iter().any(|mv| mv.is_capture());
        assert_eq!(position.must_capture(), captures, "{fen}");
    }
    assert!(!Position::START.must_capture());
}
