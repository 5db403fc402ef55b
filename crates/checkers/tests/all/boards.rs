//! The text boards of the program that this crate grew from, with its counts, and the official
//! moves next to them.

use crate::common::{paths, setups};
use checkers::{Position, Setup, StartError, seed, text_board};
use game::{Notation, Perfect, Side};
use proptest::prelude::*;

/// Name, board, its count for white, the official moves of white, both for black, over, FEN.
type Row = (&'static str, &'static str, u32, usize, u32, usize, bool, &'static str);

#[rustfmt::skip]
const BOARDS: [Row; 13] = [
    ("must have piece to move",
     ".b.b.b.bb.b.b.b..b.b.b.b . . . .. . . .  . . . .. . . .  . . . .", 0, 0, 7, 7, true, "W:W:B1,2,3,4,5,6,7,8,9,10,11,12"),
    ("one move",
     ". . . .  . . . .. . . .  . . . .. . . .  . . . .. . . . w. . . .", 1, 1, 0, 0, true, "W:W29:B"),
    ("one king move",
     ". . . .  . . . .. . . .  . . . .. . . .  . . . .. . . . W. . . .", 1, 1, 0, 0, true, "W:WK29:B"),
    ("two moves",
     ". . . .  . . . .. . . .  . . . .. . . .  . . . .. . . .  .w. . .", 2, 2, 0, 0, true, "W:W30:B"),
    ("king can move back from end",
     ". . .W.  . . . .. . . .  . . . .. . . .  . . . .. . . .  . . . .", 2, 2, 0, 0, true, "W:WK3:B"),
    ("can jump opponent pawn",
     ". . . .  . . . .. . . .  . . . .. . . .  . . . ..b. . . w. . . .", 1, 1, 1, 1, false, "W:W29:B25"),
    ("can't jump blocked opponent",
     ". . . .  . . . .. . . .  . . . .. . . .  .b. . ..b. . . w. . . .", 0, 0, 2, 2, true, "W:W29:B22,25"),
    ("can jump opponent king",
     ". . . .  . . . .. . . .  . . . .. . . .  . . . ..B. . . w. . . .", 1, 1, 3, 3, false, "W:W29:BK25"),
    ("king can jump trailing opponent",
     ". . . .W . . .b.. . . .  . . . .. . . .  . . . .. . . .  . . . .", 1, 1, 2, 2, false, "W:WK4:B8"),
    ("king can't jump protected opponent",
     ". . . .W . . .b.. . .b.  . . . .. . . .  . . . .. . . .  . . . .", 0, 0, 3, 3, true, "W:WK4:B8,11"),
    ("king can't jump onto own piece",
     ". . . .W . . .b.. . .w.  . . . .. . . .  . . . .. . . .  . . . .", 1, 1, 2, 1, false, "W:WK4,11:B8"),
    ("king has four moves",
     ". . . .  . . . .. . . .  . .W. .. . . .  . . . .. . . .  . . . .", 4, 4, 0, 0, true, "W:WK15:B"),
    ("cannot displace opponent on king row",
     ". . .b.b . . .w.. . . .  . . . .. . . .  . . . .. . . .  . . . .", 0, 0, 3, 2, true, "W:W8:B3,4"),
];

fn official(setup: Setup, side: Side) -> usize {
    Setup { side_to_move: side, ..setup }.position().unwrap().count_moves()
}

#[test]
fn the_thirteen_boards_have_their_counts_for_both_sides() {
    for (name, text, white, legal_white, black, legal_black, over, fen) in BOARDS {
        let setup = text_board::read(text, Side::White).unwrap();
        assert_eq!(setup.to_string(), fen, "{name}");
        assert_eq!(seed::moves_for(&setup, Side::White), white, "{name}");
        assert_eq!(seed::moves_for(&setup, Side::Black), black, "{name}");
        assert_eq!(official(setup, Side::White), legal_white, "{name}");
        assert_eq!(official(setup, Side::Black), legal_black, "{name}");
        assert_eq!(seed::game_over(&setup), over, "{name}");
        assert_eq!(text_board::write(&setup).replace('\n', ""), text, "{name}");

        // The seed's own dual: the text backwards with the colours exchanged, for the other side.
        let exchanged: String = text
            .chars()
            .rev()
            .map(|c| match c {
                'w' => 'b',
                'b' => 'w',
                'W' => 'B',
                'B' => 'W',
                other => other,
            })
            .collect();
        let dual = text_board::read(&exchanged, Side::Black).unwrap();
        assert_eq!(dual, setup.turned(), "{name}");
        assert_eq!(seed::moves_for(&dual, Side::Black), white, "{name}");
        assert_eq!(official(dual, Side::Black), legal_white, "{name}");
        assert_eq!(seed::game_over(&dual), over, "{name}");
    }
}

#[test]
fn eight_boards_tell_the_two_counts_apart() {
    let table: [(&str, u32, &[&str]); 8] = [
        ("W:W18,29:B14", 3, &["18x9"]),
        ("W:W26:B22,14", 2, &["26x17x10"]),
        ("W:W15:B10,6", 1, &["15-11"]),
        ("W:W18:B14,15,7,6", 2, &["18x11x2", "18x9x2"]),
        ("W:WK18:B14,15,22,23", 4, &["18x11", "18x25", "18x27", "18x9"]),
        ("W:W11:B7,6", 2, &["11x2"]),
        ("W:WK11:B7,6", 4, &["11x2x9"]),
        ("W:WK14:B10,11,19,18", 4, &["14x23x16x7x14", "14x7x16x23x14"]),
    ];
    for (fen, count, moves) in table {
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(seed::moves_for(&setup, Side::White), count, "{fen}");
        assert_eq!(paths(&setup.position().unwrap()), moves, "{fen}");
    }
}

#[test]
fn rows_may_stand_on_lines_with_their_spaces_cut_off() {
    let setup = text_board::read(".b\n\n\n\n\r\n\n\n    W\r\n", Side::White).unwrap();
    assert_eq!(setup.to_string(), "W:WK31:B1");
}

#[test]
fn rows_may_stand_on_one_line_with_slashes_between_them() {
    let text = ".b///////....W";
    assert_eq!(text_board::read(text, Side::White).unwrap().to_string(), "W:WK31:B1");
    assert_eq!(Position::read_start(text).unwrap().to_string(), "B:WK31:B1");
}

#[test]
fn bad_text_boards_say_where() {
    let read = |text: &str| text_board::read(text, Side::White).unwrap_err().to_string();
    assert_eq!(read(""), "a board has eight rows of eight characters, and this has 0 rows");
    assert_eq!(
        read(&"\n".repeat(1_000_000)),
        "a board has eight rows of eight characters, and this has 9 rows"
    );
    let eight = |row: &str| format!("\n{row}{}", "\n".repeat(7));
    assert_eq!(
        read(&eight(".....x")),
        "row 2, column 6: expected b, w, B, W, a space or a full stop, found 'x'"
    );
    assert_eq!(read(&eight(".W")), "row 2, column 2: a white king on a light square");
    assert_eq!(read(&eight(".........")), "row 2 has more than eight characters: \".........\"");
}

#[test]
fn a_game_starts_from_a_text_board_with_black_to_move() {
    for (name, text, .., fen) in BOARDS {
        let start = Position::read_start(text).unwrap().to_string();
        assert_eq!(start, fen.replacen('W', "B", 1), "{name}");
        let lines = text_board::write(&text_board::read(text, Side::Black).unwrap());
        assert_eq!(Position::read_start(&lines).unwrap().to_string(), start, "{name}");
    }
    let refused = |text: &str| Position::read_start(text).unwrap_err();
    assert!(matches!(refused("b\nw"), StartError::TextBoard(_)));
    assert!(matches!(refused(&"?".repeat(64)), StartError::TextBoard(_)));
    // A man on the row where it would have been crowned.
    assert!(matches!(refused(".w\n\n\n\n\n\n\n\n"), StartError::Invalid(_)));
    assert!(matches!(refused("nonsense"), StartError::Unreadable(_)));
}

#[test]
fn the_diagram_shows_numbers_and_turns_with_the_side() {
    let setup: Setup = "W:WK1,32:B5".parse().unwrap();
    let from_white = "     a    b    c    d    e    f    g    h
8        W1         2         3         4    8
7   b5         6         7         8         7
6         9        10        11        12    6
5   13        14        15        16         5
4        17        18        19        20    4
3   21        22        23        24         3
2        25        26        27        28    2
1   29        30        31       w32         1
     a    b    c    d    e    f    g    h
";
    assert_eq!(text_board::diagram(&setup, Side::White), from_white);
    let from_black = text_board::diagram(&setup, Side::Black);
    let first_rows: Vec<&str> = from_black.lines().take(2).collect();
    assert_eq!(first_rows[0], "     h    g    f    e    d    c    b    a");
    assert_eq!(first_rows[1], "1       w32        31        30        29    1");
}

proptest! {
    #[test]
    fn a_text_board_is_read_back(setup in setups()) {
        let text = text_board::write(&setup);
        prop_assert_eq!(text_board::read(&text, setup.side_to_move), Ok(setup));
        prop_assert_eq!(text_board::read(&text.replace('\n', ""), setup.side_to_move), Ok(setup));
    }

    #[test]
    fn a_start_is_the_same_from_its_text_board_and_from_its_fen(position in crate::common::positions()) {
        let fen = Setup { side_to_move: Side::Black, ..position.setup() }.to_string();
        let board = text_board::write(&position.setup());
        prop_assert_eq!(Position::read_start(&board), Position::read_start(&fen));
        prop_assert!(text_board::is_meant_by(&board) && !text_board::is_meant_by(&fen));
    }

    #[test]
    fn turning_the_board_round_keeps_the_count_for_the_other_side(setup in setups()) {
        for side in Side::BOTH {
            prop_assert_eq!(
                seed::moves_for(&setup, side),
                seed::moves_for(&setup.turned(), !side)
            );
        }
        prop_assert_eq!(seed::game_over(&setup), seed::game_over(&setup.turned()));
    }

    #[test]
    fn a_side_has_single_moves_exactly_when_it_has_moves(position in crate::common::positions()) {
        let count = seed::moves_for(&position.setup(), position.side_to_move());
        prop_assert_eq!(count > 0, position.can_move());
    }
}
