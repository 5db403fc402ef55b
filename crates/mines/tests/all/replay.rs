//! Replays as other programs write them, and as this one does.

use mines::{
    Cell, Layout, Level, Move, Replay, ReplayError, Rule, Seen, Statistics, Status, Timed,
};
use proptest::prelude::*;

const RECORDED: &str = "\
RawVF_Version: Rev5
Program: Some Sweeper
Level: custom
Width: 4
Height: 3
Mines: 2
Mode: classic
Board:
*000
0000
000*
0.000 start
0.000 lc (56 3)
0.000 lr (56 3)
number0 4 1
-0.010 mv (20 20)
0.835 rc (3 3)
flag 1 1
0.926 rr (3 3)
1.00 rc 2 2 (20 20)
1.040 lc 2 2 (20 20) (lr)
pressed 1 2
1.10 lr (20 20)
number1 1 2
1.218 rr (20 20)
2.5 mc 3 2 (40 24)
2.51 mr 3 2 (40 24)
";

#[test]
fn presses_and_releases_become_moves() {
    let replay = Replay::read(RECORDED).unwrap();
    let cell = |text: &str| text.parse().unwrap();
    let moves: Vec<(u64, Move)> =
        replay.moves.iter().map(|timed| (timed.milliseconds, timed.mv)).collect();
    assert_eq!(
        moves,
        [
            (0, Move::Open(cell("d1"))),
            (835, Move::Flag(cell("a1"))),
            (1000, Move::Flag(cell("b2"))),
            (1100, Move::Chord(cell("b2"))),
            (2510, Move::Chord(cell("c2"))),
        ]
    );
    assert_eq!(replay.header[0], ("RawVF_Version".into(), "Rev5".into()));
    let field = replay.play();
    assert_eq!(field.seen().seen(Cell { x: 0, y: 1 }), Some(Seen::Number(1)));
    let accepted = replay.accepted();
    assert_eq!(accepted.len(), 3, "a flag on an open cell and an unfit chord do nothing");
    assert_eq!(Statistics::of(&field, &accepted).clicks.chord, 1);
}

#[test]
fn a_written_replay_says_how_it_ended() {
    let level = Level::new(2, 2, 1).unwrap();
    let layout = Layout::from_mines(level, [Cell { x: 0, y: 0 }]).unwrap();
    let lost = Timed { milliseconds: 1234, mv: Move::Open(Cell { x: 0, y: 0 }) };
    let replay = Replay { header: Vec::new(), layout, moves: vec![lost] };
    assert_eq!(
        replay.write(),
        "Width: 2\nHeight: 2\nMines: 1\nBoard:\n*0\n00\nEvents:\n0.000 start\n\
         1.234 lc 1 1 (8 8)\n1.234 lr 1 1 (8 8)\n1.234 boom\n"
    );
    assert!(matches!(replay.play().seen().status(), Status::Lost(_)));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let error = |text: &str| Replay::read(text).unwrap_err().to_string();
    assert_eq!(error("Width: 2"), "no line `Board:` was found");
    assert_eq!(error("nothing"), "line 1: \"nothing\" was found, and `Name: value` was expected");
    assert_eq!(error("Board:\n*0\n000\n"), "line 3: a row of 3 cells among rows of 2");
    assert_eq!(
        error("Mines: 2\nBoard:\n*0\n00\n"),
        "the header says Mines 2, and the board shows 1"
    );
    assert!(
        error("Board:\n*0\n00\n1.0 lc here\n").starts_with("line 4: \"1.0 lc here\" was found")
    );
    assert!(error("Board:\n*0\n00\n?\n").starts_with("line 4"));
    assert!(matches!(Replay::read("Board:\n00\n00\n"), Err(ReplayError::Level(_))));
    let long = " ".repeat(mines::LONGEST_REPLAY + 1);
    assert!(matches!(Replay::read(&long), Err(ReplayError::TooLong(_))));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "(Board:\n\\*0\n0\\*\n)?([0-9. ()a-z-]{0,20}\n){0,4}|\\PC{0,40}",
    ) {
        let _ = Replay::read(&text);
    }

    #[test]
    fn a_replay_reads_back_what_it_writes(
        seed: u64,
        moves in prop::collection::vec((0_u64..5000, 0_u8..9, 0_u8..9, 0..3_usize), 0..40),
        square in prop::option::of(1_u32..40),
    ) {
        let layout = Layout::lay(Level::BEGINNER, Rule::Safe, seed, Cell { x: 4, y: 4 });
        let mut milliseconds = 0;
        let moves = moves.into_iter().map(|(wait, x, y, kind)| {
            milliseconds += wait;
            let cell = Cell { x, y };
            let mv = [Move::Open(cell), Move::Flag(cell), Move::Chord(cell)][kind];
            Timed { milliseconds, mv }
        });
        let mut replay = Replay { header: Vec::new(), layout, moves: moves.collect() };
        replay.header.push(("Player".into(), "Ada: the first".into()));
        replay.header.extend(square.map(|size| ("SquareSize".into(), size.to_string())));
        prop_assert_eq!(Replay::read(&replay.write()), Ok(replay));
    }
}

/// The header may say the size in any case and more than once, and each time it must be right: a header
/// that is kept is written, and the next reader would take it for the size.
#[test]
fn every_header_that_says_the_size_is_checked_and_left_out() {
    let board = "Board:\n*000\n0000\n";
    for header in ["WIdth: 4t: 4\n", "Width: 4\nWIdth: 4t: 4\n", "MINES: 1\nMines: 2\n"] {
        let error = Replay::read(&format!("{header}{board}")).unwrap_err();
        assert!(matches!(error, ReplayError::Header { .. }), "{header}: {error}");
    }
    let replay = Replay::read(&format!("width: 4\nWidth: 4\nHEIGHT: 2\n{board}")).unwrap();
    assert_eq!(replay.header, []);
}

/// `Board :` is what is written for a header called `Board` without a value: it begins the board.
#[test]
fn a_space_before_the_colon_does_not_make_a_header_of_the_board() {
    let replay = Replay::read("Board :\n*0\n00\n").unwrap();
    assert_eq!(replay.header, []);
    assert_eq!(Replay::read(&replay.write()), Ok(replay));
}

/// What a written replay cannot hold is not read, either: a line end within a name or a value, and the
/// mark at the beginning of a file.
#[test]
fn a_header_is_read_as_it_can_be_written() {
    let replay = Replay::read("\n\u{feff}Pro\rgram: a\rb\nBoard:\n*0\n00\n").unwrap();
    assert_eq!(replay.header, [("Pro gram".into(), "a b".into())]);
    assert_eq!(Replay::read(&replay.write()), Ok(replay));
}

#[test]
fn any_time_that_a_move_can_have_is_read_back() {
    let level = Level::new(2, 2, 1).unwrap();
    let layout = Layout::from_mines(level, [Cell { x: 0, y: 0 }]).unwrap();
    for milliseconds in [1_000_000_000_000, u64::MAX] {
        let flag = Timed { milliseconds, mv: Move::Flag(Cell { x: 0, y: 0 }) };
        let replay = Replay::new(layout.clone(), vec![flag]);
        assert_eq!(Replay::read(&replay.write()), Ok(replay));
    }
    for time in ["18446744073709551.616", "99999999999999999999", "1.+5", "+1.0"] {
        let text = format!("Board:\n*0\n00\n{time} rc 1 1 (8 8)\n");
        assert!(Replay::read(&text).is_err(), "{time}");
    }
}
