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
         1.234 lc 1 1 (8 8)\n1.234 lr 1 1 (8 8)\nlost\n"
    );
    assert!(matches!(replay.play().seen().status(), Status::Lost(_)));
}

#[test]
fn a_new_replay_has_the_header_that_other_programs_write() {
    let level = Level::new(2, 2, 3).unwrap();
    let corner = Cell { x: 1, y: 1 };
    let mines = [Cell { x: 0, y: 0 }, Cell { x: 1, y: 0 }, Cell { x: 0, y: 1 }];
    let layout = Layout::from_mines(level, mines).unwrap();
    let open = Timed { milliseconds: 2_050, mv: Move::Open(corner) };
    let text = Replay::new(layout, vec![open]).write();
    assert_eq!(
        text,
        "RawVF_Version: Rev6\nProgram: tablero\nLevel: Custom\nMode: Classic\nMarks: Off\n\
         SquareSize: 16\nTime: 2.050\nStatus: Won\nWidth: 2\nHeight: 2\nMines: 3\nBoard:\n**\n*0\n\
         Events:\n0.000 start\n2.050 lc 2 2 (24 24)\n2.050 lr 2 2 (24 24)\nwon\n"
    );
    for (size, name) in
        [((8, 8, 10), "Beginner"), ((9, 9, 10), "Beginner"), ((30, 16, 99), "Expert")]
    {
        let level = Level::new(size.0, size.1, size.2).unwrap();
        let layout = Layout::lay(level, Rule::Safe, 1, corner);
        assert!(Replay::new(layout, vec![]).write().contains(&format!("\nLevel: {name}\n")));
    }
}

/// A board with one mine at each end, as programs write it after their headers.
const SMALL: &str = "Width: 4\nHeight: 3\nMines: 2\nBoard:\n*000\n0000\n000*\nEvents:\n";

#[track_caller]
fn end_of(header: &str, events: &str) -> Status {
    let text = format!("{header}{SMALL}{events}");
    let replay = Replay::read(&text).unwrap();
    assert_eq!(Replay::read(&replay.write()).as_ref(), Ok(&replay), "{}", replay.write());
    replay.play().seen().status()
}

/// As converted from a file of Arbiter: columns and rows are rounded towards 0, so that a pixel above the
/// board stands in its first row, and there is no `start`.
#[test]
fn a_release_above_the_board_opens_nothing_whatever_its_row_says() {
    let header = "RawVF_Version: Rev6\nProgram: Minesweeper Arbiter\nVersion: 0.52.3\nPlayer: Ada\n\
                  Level: Custom\nMarks: Off\nTime: 2.10\nBBBV: 2\nBBBVS: 0.952\n\
                  Timestamp: 21.05.2019 13:24:56.1234\nMode: Classic\nSkin: \n";
    let end = end_of(
        header,
        "0.000 mv 4 1 (50 9)\n0.000 lc 4 1 (56 3)\n0.120 lr 4 1 (56 3)\n\
         1.000 lc 1 1 (5 3)\n1.100 mv 1 1 (5 -1)\n1.200 lr 1 1 (5 -1)\n\
         1.300 lc 1 1 (5 3)\n1.350 lr 1 1 (-7 3)\n\
         2.000 lc 1 3 (5 40)\n2.100 lr 1 3 (5 40)\n",
    );
    assert_eq!(end, Status::Won);
}

/// As written by a page in a browser: cells of 64 pixels, columns and rows from 0, and chords with the
/// left button alone.
#[test]
fn a_left_click_on_an_open_number_is_a_chord_where_superclick_is_on() {
    let header = "RawVF_Version: Rev6.2\nProgram: Some Page\nLevel: Custom\nMarks: Off\nSuperClick: On\n\
                  SquareSize: 64\nTime: 3.000\nStatus: won\nMode: Classic NG\n";
    let events = "0.000 mv 3 0 (230 30)\n0.000 lc 3 0 (224 32)\n0.000 lr 3 0 (224 32)\n\
                  1.000 rc 0 0 (10 10)\n1.000 rr 0 0 (10 10)\n\
                  3.000 lc 1 1 (80 80)\n3.000 lr 1 1 (80 80)\n";
    assert_eq!(end_of(header, events), Status::Won);
    assert_eq!(
        end_of(&header.replace("SuperClick: On", "SuperClick: Off"), events),
        Status::Running
    );
    let replay = Replay::read(&format!("{header}{SMALL}{events}")).unwrap();
    assert!(replay.header.contains(&("SuperClick".into(), "Off".into())));
    assert_eq!(replay.moves.last().map(|timed| timed.mv), Some(Move::Chord(Cell { x: 1, y: 1 })));
}

/// As converted from a file of Clone: the first press is put in, and both buttons make chords in any order.
#[test]
fn chords_with_both_buttons_with_shift_and_with_the_middle_button_come_to_the_same_end() {
    let header = "RawVF_Version: 6\nProgram: Minesweeper Clone\nVersion: 2007\nLevel: Custom\nMode: Classic\n";
    let opened = "0.000 start\n0.000 lc 4 1 (56 3)\n0.010 lr 4 1 (56 3)\n1.000 rc 1 1 (3 3)\n";
    for chord in [
        "1.100 rr 1 1 (3 3)\n2.000 lc 2 2 (20 20)\n2.010 rc 2 2 (20 20)\n2.020 lr 2 2 (20 20)\n2.030 rr 2 2 (20 20)\n",
        "1.100 rr 1 1 (3 3)\n2.000 rc 2 2 (20 20)\n2.010 lc 2 2 (20 20)\n2.020 rr 2 2 (20 20)\n2.030 lr 2 2 (20 20)\n",
        // The right button stays down after the flag.
        "1.100 mv 2 2 (20 20)\n2.000 lc 2 2 (20 20)\n2.010 lr 2 2 (20 20)\n2.020 rr 2 2 (20 20)\n",
        "1.100 rr 1 1 (3 3)\n2.000 sc 2 2 (20 20)\n2.010 lr 2 2 (20 20)\n",
        "1.100 rr 1 1 (3 3)\n2.000 mc 2 2 (20 20)\n2.005 lc 4 3 (60 40)\n2.006 lr 4 3 (60 40)\n2.010 mr 2 2 (20 20)\n",
    ] {
        assert_eq!(end_of(header, &format!("{opened}{chord}")), Status::Won, "{chord}");
    }
    let released_off_the_board = "1.100 rr 1 1 (3 3)\n2.000 lc 2 2 (20 20)\n2.010 rc 2 2 (20 20)\n\
                                  2.020 rr 2 1 (20 -3)\n2.030 lr 4 3 (60 40)\n";
    assert_eq!(
        end_of(header, &format!("{opened}{released_off_the_board}")),
        Status::Running,
        "the release after a chord opens nothing"
    );
}

/// As converted from a file of Viennasweeper: what happened on the board stands between the clicks, the
/// pixels are those of cells of 16 whatever the header says, and the last line has no time.
#[test]
fn pixels_that_were_scaled_to_the_usual_size_are_told_by_their_columns() {
    let header = "RawVF_Version: RMV 6.2\nProgram: Vienna Minesweeper\nLevel: Custom\nMarks: Off\n\
                  Status: lost\nMode: Classic\nStyle: FL\nKeybind: 0\nSkin: \nSquareSize: 24\n";
    let events = "0.000 start\n0.000 lc 4 1 (56 3)\n0.000 lr 4 1 (56 3)\nnumber0 4 1\nnumber1 2 1\n\
                  0.500 reduced 3 4\n1.000 lc 4 3 (60 40)\npressed 4 3\n1.100 lr 4 3 (60 40)\nblast 4 3\nlost\n";
    assert_eq!(end_of(header, events), Status::Lost(Cell { x: 3, y: 2 }));
}

#[test]
fn with_question_marks_a_third_right_click_leaves_nothing() {
    let clicks = "0.000 lc 4 1 (56 3)\n0.010 lr 4 1 (56 3)\n";
    let thrice = "1.000 rc 1 3 (3 40)\n1.000 rr 1 3 (3 40)\n".repeat(3);
    let open = "2.000 lc 1 3 (3 40)\n2.000 lr 1 3 (3 40)\n";
    let played = format!("{clicks}{thrice}{open}");
    assert_eq!(end_of("Marks: On\n", &played), Status::Won);
    assert_eq!(end_of("QuestionMarks: on\n", &played), Status::Won);
    assert_eq!(end_of("Marks: Off\n", &played), Status::Running, "a flag guards the cell");
    assert_eq!(end_of("", &format!("0.000 mt (1 1)\n{played}")), Status::Won);
}

#[test]
fn with_superflag_a_right_click_on_a_number_flags_what_must_be_mines() {
    let played = "0.000 lc 4 1 (56 3)\n0.010 lr 4 1 (56 3)\n1.000 lc 1 2 (3 20)\n1.000 lr 1 2 (3 20)\n\
                  2.000 rc 2 1 (20 3)\n2.000 rr 2 1 (20 3)\n3.000 mc 2 2 (20 20)\n3.000 mr 2 2 (20 20)\n";
    assert_eq!(end_of("SuperFlag: on\n", played), Status::Won);
    assert_eq!(end_of("", played), Status::Running);
}

#[test]
fn without_a_pixel_column_and_row_are_counted_from_1() {
    let replay = Replay::read(&format!("{SMALL}0.5 rc 4 3\n0.6 rr 4 3\n")).unwrap();
    let flag = Timed { milliseconds: 500, mv: Move::Flag(Cell { x: 3, y: 2 }) };
    assert_eq!(replay.moves, [flag]);
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
