//! FEN, moves as text, and the openings of tournament play.

use crate::common::{position, setups, square};
use checkers::{MoveText, Position, Setup};
use game::{Notation, Perfect, Rules};
use proptest::prelude::*;

fn fen_error(text: &str) -> String {
    text.parse::<Setup>().unwrap_err().to_string()
}

fn move_error(fen: &str, text: &str) -> String {
    position(fen).read_move(text).unwrap_err().to_string()
}

#[test]
fn fen_is_read_in_all_its_forms() {
    let start = Position::START;
    for text in [
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "B:W21-32:B1-12",
        "B:B1-12:W21-32.",
        " b : w21-32 : b1-6 , 7-12 . ",
        "B:W21-32:B01,02,3-12",
    ] {
        assert_eq!(Position::read_start(text), Ok(start), "{text}");
    }
    let kings = Position::read_start("W:WK1-3,K30,5:B").unwrap();
    assert_eq!(kings.to_string(), "W:WK1,K2,K3,5,K30:B");
}

#[test]
fn a_bad_fen_says_where() {
    let table = [
        ("", "at character 1 of the FEN: expected W or B, found \"\""),
        ("X:W1:B2", "at character 1 of the FEN: expected W or B, found \"X:W1:B2\""),
        ("W:W1", "the FEN does not list the pieces of Black"),
        ("W:W1:W2:B3", "at character 6 of the FEN: the pieces of White are listed twice"),
        ("W:W1,:B3", "at character 6 of the FEN: expected a square, found \":B3\""),
        ("W:W1:B1", "at character 7 of the FEN: square 1 is named twice"),
        ("W:W5,5:B1", "at character 6 of the FEN: square 5 is named twice"),
        (
            "W:W33:B1",
            "at character 4 of the FEN: squares are numbered 1 to 32, there is no square 33",
        ),
        ("W:W9-5:B1", "at character 4 of the FEN: the squares 9-5 are the wrong way round"),
        ("W:W5:B1..", "at character 9 of the FEN: expected a colon or the end, found \".\""),
        ("W:W5:Bä", "at character 7 of the FEN: expected a square, found \"ä\""),
    ];
    for (text, words) in table {
        assert_eq!(fen_error(text), words, "{text}");
    }
    assert!(fen_error(&"1".repeat(5000)).contains("5000 bytes"));
    let faults = Position::read_start("W:W1:B32").unwrap_err().to_string();
    assert_eq!(
        faults,
        "a white man cannot stand on 1, where it would be a king; \
         a black man cannot stand on 32, where it would be a king"
    );
}

#[test]
fn a_move_is_read_however_it_is_written() {
    let start = Position::START;
    for text in ["11-15", "11x15", "11 15", " 11 - 15 ", "1115", "f6-e5", "f6e5", "F6:E5"] {
        let mv = start.read_move(text).unwrap();
        assert_eq!(mv.squares().collect::<Vec<_>>(), [square(11), square(15)], "{text}");
    }
    assert_eq!(start.read_move("09-13").unwrap().to_string(), "9-13");
}

#[test]
fn landing_squares_may_be_left_out_while_it_stays_clear() {
    let jumps = position("W:W26:B22,14");
    let whole = jumps.read_move("26x17x10").unwrap();
    assert_eq!(jumps.read_move("26x10"), Ok(whole));
    assert_eq!(jumps.read_move("26-10"), Ok(whole));
    assert_eq!(jumps.write_move(whole), "26x10");

    let circle = position("W:WK14:B10,11,19,18");
    assert_eq!(
        circle.read_move("14x14").unwrap_err().to_string(),
        "14x14 can be 14x7x16x23x14, 14x23x16x7x14: write the whole path"
    );
    let by_seven = circle.read_move("14x7x14").map(|mv| mv.to_string());
    assert_eq!(
        by_seven.unwrap_err().to_string(),
        "14x7x14 can be 14x7x16x23x14, 14x23x16x7x14: write the whole path"
    );
    let clear = circle.read_move("14x7x23x14").unwrap();
    assert_eq!(clear.to_string(), "14x7x16x23x14");
    assert_eq!(circle.write_move(clear), "14x7x16x23x14");
}

#[test]
fn a_bad_move_says_what_is_wrong() {
    let start = "B:W21-32:B1-12";
    let table = [
        (
            "",
            "a move names the square it starts from and the one it goes to, such as 11-15, not \"\"",
        ),
        (
            "11",
            "a move names the square it starts from and the one it goes to, such as 11-15, not \"11\"",
        ),
        (
            "11-33",
            "in the move \"11-33\", at character 4: squares are numbered 1 to 32, there is no square 33",
        ),
        (
            "11-e4",
            "in the move \"11-e4\", at character 4: e4 is a light square, checkers is played on the dark ones",
        ),
        (
            "11-?",
            "in the move \"11-?\", at character 4: a square is a number from 1 to 32 or a name from a1 to h8, not \"?\"",
        ),
        ("1-2-3-4-5-6-7-8-9-10-11", "no move has more than 10 squares"),
        ("11-22", "11-22: 11 to 22 is neither a step nor a jump along a diagonal"),
        (
            "11-11",
            "a step goes from one square to another, and \"11-11\" does not leave its square",
        ),
        ("11x11", "11x11: 11 to 11 is neither a step nor a jump along a diagonal"),
        ("11-15-18", "11-15-18: 11 to 15 is a step, and only jumps go on"),
    ];
    for (text, words) in table {
        assert_eq!(move_error(start, text), words, "{text}");
    }
    assert!(move_error(start, &"9".repeat(300)).contains("this has 300"));
}

#[test]
#[ignore = "needs reference data"]
fn the_three_move_openings_lead_to_their_positions() {
    let table = reference::read("checkers/three-move.tsv");
    let mut openings = 0;
    for row in table.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let [moves, fen, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let end = moves.split(' ').skip(1).fold(Position::START, |position, text| {
            position.play(position.read_move(text).unwrap())
        });
        assert_eq!(Position::read_start(fen), Ok(end), "{row}");
        openings += 1;
    }
    assert_eq!(openings, 174);
}

#[test]
fn three_openings_a_fresh_clone_can_check() {
    for (moves, fen) in [
        ("9-13 22-17 13-22", "W:W21,23-32:B1-8,10-12,22"),
        ("11-15 23-19 8-11", "W:W19,21,22,24-32:B1-7,9-12,15"),
        ("10-14 24-19 14-18", "W:W19,21-23,25-32:B1-9,11,12,18"),
    ] {
        let end = moves.split(' ').fold(Position::START, |position, text| {
            position.play(position.read_move(text).unwrap())
        });
        assert_eq!(Position::read_start(fen), Ok(end), "{moves}");
    }
}

proptest! {
    #[test]
    fn a_fen_is_read_back(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
    }

    #[test]
    fn the_whole_path_of_a_move_is_read_back(position in crate::common::positions()) {
        for &mv in &position.moves() {
            let text: MoveText = mv.to_string().parse().unwrap();
            prop_assert_eq!(&text, &MoveText::from(mv));
            prop_assert_eq!(text.resolve(&position), Ok(mv));
            let names: Vec<String> = mv.squares().map(checkers::Square::algebraic).collect();
            prop_assert_eq!(position.read_move(&names.join("-")), Ok(mv));
        }
    }
}
