//! Saved games that are damaged, from elsewhere, or impossible.

use crate::support::{minefield, people, read_log};
use proptest::prelude::*;
use table::log::{self, LONGEST_LOG, LogError};
use table::{AnyTable, BadEvent};

const START: &str = r#"{"event":"started","version":1,"game":"chess","start":"startpos","players":{"white":"human","black":"human"},"at":0}"#;

/// A game of these lines after the usual start.
fn read(lines: &[&str]) -> Result<AnyTable, LogError> {
    let mut text = START.to_owned();
    for line in lines {
        text.push('\n');
        text.push_str(line);
    }
    read_log(&text)
}

#[track_caller]
fn said(result: Result<AnyTable, LogError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn damaged_lines_are_named_with_their_place() {
    let line = r#"{"event":"moved","seat":"white","move":"e4","at":1}"#;
    assert!(read(&[line]).is_ok());
    assert_eq!(
        said(read(&["", &line[..20]])),
        "line 3 of the saved game, column 20: EOF while parsing a string"
    );
    let error = said(read(&[&line.replace("white", "blue")]));
    assert!(error.starts_with("line 2 of the saved game, column "), "{error}");
    assert!(error.contains("unknown variant `blue`, expected one of `white`"), "{error}");
    assert!(said(read(&[&line.replace("moved", "flew")])).contains("unknown variant `flew`"));
    assert!(said(read(&[&line.replace("at\":1", "at\":-1")])).contains("line 2"));
    assert!(said(read(&[&line.replace("\"at", "\"extra\":1,\"at")])).contains("unknown field"));
    assert!(said(read(&["[1,2"])).contains("line 2"));
    assert!(said(read(&["null"])).contains("line 2"));
}

#[test]
fn a_damaged_start_is_named() {
    let read = |from: &str, to: &str| said(read_log(&START.replace(from, to)));
    assert!(
        read("\"human\",\"black", "\"martian\",\"black").contains("\"martian\" is not a player")
    );
    assert!(read("\"white\":\"human\",", "").contains("the seats are white and black, or solo"));
    assert!(read("\"white\":", "\"solo\":").contains("the seats are white and black, or solo"));
    assert_eq!(
        read("{\"white\":\"human\",\"black\":\"human\"}", "{\"solo\":\"human\"}"),
        "the saved game: event 0: the players do not fit the seats of the game"
    );
    assert!(
        read("startpos", "8/8").starts_with("the saved game: event 0: the start of the game: ")
    );
    assert_eq!(
        read("\"chess\"", "\"go\""),
        "the saved game: the game is \"go\", which this table does not play"
    );
    assert!(read("\"at\":0", "\"clock\":\"never\",\"at\":0").contains("such as 5+3"));
}

#[test]
fn a_later_version_is_not_guessed_at() {
    let error = read_log(&START.replace("version\":1", "version\":3")).unwrap_err();
    assert_eq!(error, LogError::Event(BadEvent::Version(3)));
}

#[test]
fn nothing_is_not_a_game() {
    assert_eq!(read_log("").unwrap_err(), LogError::Event(BadEvent::Empty));
    assert_eq!(read_log("\n \n").unwrap_err(), LogError::Event(BadEvent::Empty));
    let headless = r#"{"event":"aborted","at":1}"#;
    assert_eq!(read_log(headless).unwrap_err(), LogError::Event(BadEvent::NotAStart(0)));
}

#[test]
fn impossible_events_are_named_with_their_number() {
    let impossible = |lines: &[&str]| match read(lines).unwrap_err() {
        LogError::Event(BadEvent::Impossible(number)) => number,
        other => panic!("{other}"),
    };
    let moved = |seat: &str, mv: &str| {
        format!(r#"{{"event":"moved","seat":"{seat}","move":"{mv}","at":1}}"#)
    };
    let by = |event: &str, seat: &str| format!(r#"{{"event":"{event}","seat":"{seat}","at":1}}"#);
    let (e4, e5) = (moved("white", "e4"), moved("black", "e5"));
    assert_eq!(impossible(&[&moved("black", "e5")]), 1);
    assert_eq!(impossible(&[&by("draw-agreed", "white")]), 1);
    assert_eq!(impossible(&[&by("draw-declined", "white")]), 1);
    assert_eq!(impossible(&[&by("draw-offered", "solo")]), 1);
    assert_eq!(impossible(&[&by("draw-offered", "white"), &by("draw-agreed", "white")]), 2);
    assert_eq!(impossible(&[&by("draw-claimed", "white")]), 1);
    assert_eq!(impossible(&[&by("takeback-asked", "white")]), 1);
    assert_eq!(impossible(&[&e4, &by("takeback-declined", "black")]), 2);
    assert_eq!(impossible(&[&by("time-ran-out", "white")]), 1);
    let down = r#"{"event":"downtime","milliseconds":5,"at":9}"#;
    assert_eq!(impossible(&[down]), 1, "no clock runs");
    assert_eq!(impossible(&[&by("resigned", "solo")]), 1);
    assert_eq!(impossible(&[&by("resigned", "white"), &e4]), 2);
    assert_eq!(impossible(&[&e4, &e5, r#"{"event":"aborted","at":1}"#]), 3);
    for moves in ["0", "1", "2", "99"] {
        let taken = format!(r#"{{"event":"taken-back","moves":{moves},"at":1}}"#);
        assert_eq!(impossible(&[&e4, &taken]), 2, "nobody asked");
    }
    let changed = r#"{"event":"player-changed","seat":"solo","player":"human","at":1}"#;
    assert_eq!(impossible(&[changed]), 1);
    assert_eq!(
        said(read(&[&e4, &moved("black", "Ke5")])),
        "the saved game: event 2: the move \"Ke5\": Illegal king move: a king cannot go from e8 to e5"
    );
    assert_eq!(
        read(&[START]).unwrap_err(),
        LogError::Event(BadEvent::NotAStart(1)),
        "a second start"
    );
}

#[test]
fn time_runs_out_only_when_it_has_run_out() {
    let start = START.replace("\"at\":0", "\"clock\":\"1+0\",\"at\":0");
    let read = |last: &str| {
        let text = [
            start.as_str(),
            r#"{"event":"moved","seat":"white","move":"e4","at":10}"#,
            r#"{"event":"moved","seat":"black","move":"e5","at":20}"#,
            last,
        ];
        read_log(&text.join("\n"))
    };
    let ran_out = r#"{"event":"time-ran-out","seat":"white","at":60020}"#;
    assert!(read(ran_out).is_ok());
    assert!(read(&ran_out.replace("60020", "60019")).is_err());
    assert!(read(&ran_out.replace("white", "black")).is_err());
    let late = r#"{"event":"moved","seat":"white","move":"Nf3","at":60020}"#;
    assert!(read(late).is_err(), "a move after the flag fell");
    assert!(read(&late.replace("60020", "60019")).is_ok());
}

#[test]
fn very_long_input_is_refused_before_it_is_read() {
    let text = " ".repeat(LONGEST_LOG + 1);
    assert_eq!(read_log(&text).unwrap_err(), LogError::TooLong(LONGEST_LOG + 1));
}

#[test]
fn errors_do_not_echo_long_input() {
    let long = "x".repeat(100_000);
    for line in [
        format!(r#"{{"event":"{long}","at":1}}"#),
        format!(r#"{{"event":"moved","seat":"{long}","move":"e4","at":1}}"#),
        format!(r#"{{"event":"moved","seat":"white","move":"{long}","at":1}}"#),
        format!(r#"{{"event":"player-changed","seat":"white","player":"{long}","at":1}}"#),
        format!(r#"{{"event":"aborted","at":1,"{long}":1}}"#),
    ] {
        assert!(said(read(&[&line])).len() < 600);
    }
    for (from, to) in [("startpos", long.as_str()), ("\"chess\"", &format!("\"{long}\""))] {
        assert!(said(read_log(&START.replace(from, to))).len() < 600);
    }
}

#[test]
fn deep_nesting_is_refused() {
    assert!(said(read(&[&"[".repeat(200_000)])).contains("line 2"));
    let nested = format!(r#"{{"event":"moved","at":{}"#, "[".repeat(200_000));
    assert!(said(read(&[&nested])).contains("line 2"));
}

#[test]
fn boards_that_are_written_out_are_checked() {
    let play = minefield(&["*..", "..."]);
    let text = log::write(play.table.events());
    assert!(text.contains("\"board:030200010000\""));
    for wrong in [
        "board:",
        "board:0302",
        "board:03020001000",
        "board:0302000100zz",
        "board:030200010900",
        "board:é",
    ] {
        let error = said(read_log(&text.replace("board:030200010000", wrong)));
        assert!(error.starts_with("the saved game: event 0: the start of the game: "), "{error}");
    }
    let long = format!("board:{}", "00".repeat(100_000));
    assert!(said(read_log(&text.replace("board:030200010000", &long))).len() < 300);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(lines in prop::collection::vec("\\PC{0,60}", 0..4)) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let _ = read(&lines);
        let _ = read_log(&lines.join("\n"));
    }

    #[test]
    fn a_log_with_a_byte_changed_is_read_or_refused(place: prop::sample::Index, byte in 0x20_u8..0x7f) {
        let mut play = people("checkers", "");
        play.moves("11-15 22-18 15x22").act(crate::support::WHITE, &table::Action::OfferDraw);
        let mut text = log::write(play.table.events()).into_bytes();
        let place = place.index(text.len());
        text[place] = byte;
        let _ = read_log(std::str::from_utf8(&text).unwrap());
    }

    #[test]
    fn a_log_that_is_cut_off_is_the_game_so_far_or_refused(place: prop::sample::Index) {
        let mut play = people("othello", "");
        play.moves("f5 d6 c3 d3");
        let text = log::write(play.table.events());
        let cut = &text[..place.index(text.len())];
        if let Ok(table) = read_log(cut) {
            prop_assert!(table.events().iter().zip(play.table.events()).all(|(one, other)| one == other));
        }
    }
}
