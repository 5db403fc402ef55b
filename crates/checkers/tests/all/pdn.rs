//! Files of games, read and written.

use checkers::pdn::{
    self, Games, Limits, Line, PdnFault, Ply, Record, ReplayError, Score, TextPosition,
};
use checkers::{Move, MoveText, Position};
use game::{Perfect, Rules, Side, laws};
use proptest::prelude::*;
use std::io::{self, BufReader, Read};

/// Every game of a text, none of which is broken.
fn read(text: &str) -> Vec<Record> {
    pdn::games(text).collect::<Result<_, _>>().unwrap()
}

fn one(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The first error of a text.
fn error(text: &str) -> String {
    pdn::games(text).find_map(Result::err).unwrap().to_string()
}

fn texts(line: &Line) -> Vec<String> {
    line.plies.iter().map(|ply| ply.text.to_string()).collect()
}

/// Two games of 1946 as collections hold them: steps written with an x, no game type, the last
/// move without its number.
const COLLECTION: &str = r#"
[Event "US National 1946"]
[Black "E Fuller"] 
[White "MF Tinsley"] 
[Result "1-0"] 
1. 11-15 23-18 2. 9-14 18x11 3. 8x15 22-18 4. 15x22 25x18x9 5. 5x14 27-23 6. 
4-8 29x25 7. 8-11 24-19 8. 6-9 26-22 9. 11-15 32-27 10. 15x24 28x19 11. 7-11 
30-26 12. 3-7 22-18 13. 12-16 19x12 10x15 1-0

[Event "US National 1946"]
[Black "WF Ryan"] 
[White "MF Tinsley"] 
[Result "0-1"] 
1. 11-15 23-18 2. 12-16 18x11 3. 8x15 24-20 4. 9-14 20x11 5. 7x16 22-18 6. 
15x22 25x18x9 7. 5x14 29x25 8. 4-8 25-22 9. 16-20 26-23 10. 8-11 30-26 11. 
6-9 22-18 12. 1-5 26-22 13. 2-7 28-24 14. 9-13 18x9 15. 5x14 22-18 16. 14-17 
21x14 17. 10x17 18-14 18. 7-10 14x7 19. 3x10 23-18 20. 10x15 18-14 21. 11-16 
14-10 22. 16-19 32-28 23. 17-22 10-7 24. 22-25 7-3 25. 25-30 3-8 26. 30-25 
8-12 27. 25-22 12-16 0-1
"#;

#[test]
fn games_are_read_as_collections_hold_them() {
    let records = read(COLLECTION);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].tag("White"), Some("MF Tinsley"));
    assert_eq!(records[0].score(), Score::BlackWon);
    assert_eq!(records[1].score(), Score::WhiteWon);
    let lengths: Vec<usize> = records.iter().map(|record| record.moves().unwrap().len()).collect();
    assert_eq!(lengths, [27, 54]);
    let quiet = records[0].moves().unwrap()[26];
    assert_eq!(quiet.to_string(), "10-15");
}

#[test]
fn results_are_read_in_every_form() {
    let table = [
        ("1-0", Score::BlackWon),
        ("2-0", Score::BlackWon),
        ("0-1", Score::WhiteWon),
        ("0-2", Score::WhiteWon),
        ("1/2-1/2", Score::Draw),
        ("1-1", Score::Draw),
        ("*", Score::Unfinished),
    ];
    for (text, score) in table {
        assert_eq!(one(&format!("1. 11-15 {text}")).score(), score, "{text}");
        assert_eq!(one(&format!("[Result \"{text}\"]\n11-15")).score(), score, "{text}");
    }
    assert_eq!(one("11-15").score(), Score::Unfinished);
    assert_eq!(one("[Result \"?\"]").score(), Score::Unfinished);
    assert_eq!(one("[Result \"1-0\"] 11-15 0-1").score(), Score::WhiteWon);
    assert_eq!(one("[Result \"1-0\"] 11-15 *").score(), Score::BlackWon, "* leaves it to the tag");
    assert_eq!(one("[Result \"*\"] 11-15 *").score(), Score::Unfinished);
    assert_eq!(Score::of(Some(Side::Black)).to_string(), "1-0");
    assert_eq!(Score::of(Some(Side::White)).to_string(), "0-1");
    assert_eq!(Score::of(None).to_string(), "1/2-1/2");
}

#[test]
fn games_without_tags_end_with_their_results() {
    let records = read("1. 11-15 * 1. 9-14 22-18 1-0\n\n12-16 0-1");
    let lines: Vec<Vec<String>> = records.iter().map(|record| texts(record.line())).collect();
    assert_eq!(lines, [vec!["11-15"], vec!["9-14", "22-18"], vec!["12-16"]]);
}

#[test]
fn comments_marks_and_variations_are_kept() {
    let text = "{Two   \n words} 1. 11-15! {after} ; to the end\n\
                % escaped 1. 9-13\n\
                (1. 11-16 {inner} 24-20 (24-19) 16-19 1-0) (1. 12-16?!) 1... 23-19$7 (?) *";
    let record = one(text);
    let line = record.line();
    assert_eq!(line.preface, ["Two words"]);
    assert_eq!(texts(line), ["11-15", "23-19"]);
    let first = &line.plies[0];
    assert_eq!(
        (&first.glyphs[..], &first.comments[..]),
        (&[1][..], &["after".to_owned(), "to the end".to_owned()][..])
    );
    assert_eq!(first.variations.len(), 2);
    assert_eq!(texts(&first.variations[0]), ["11-16", "24-20", "16-19"]);
    assert_eq!(texts(&first.variations[0].plies[1].variations[0]), ["24-19"]);
    assert_eq!(first.variations[1].plies[0].glyphs, [6]);
    assert_eq!(line.plies[1].glyphs, [7, 2]);
    assert_eq!(line.plies[1].place, TextPosition { line: 4, column: 62 });
    assert!(first.variations[0].moves(&Position::START).is_ok());

    let limits = Limits { variations: false, ..Limits::default() };
    let skipped = Games::new(text.as_bytes(), limits).next().unwrap().unwrap();
    assert!(skipped.line().plies.iter().all(|ply| ply.variations.is_empty()));
    assert_eq!(texts(skipped.line()), ["11-15", "23-19"]);
}

#[test]
fn tags_are_read_with_their_escapes() {
    let record = one("\u{feff}[Event \"a \\\"b\\\" \\\\ c\"]\n[ Black  \"Jürgen\" ]\n*");
    assert_eq!(record.tag("Event"), Some("a \"b\" \\ c"));
    assert_eq!(record.tag("Black"), Some("Jürgen"));
    let latin = Games::new(&b"[Black \"J\xfcrgen\"] *"[..], Limits::default()).next();
    assert_eq!(latin.unwrap().unwrap().tag("Black"), Some("Jürgen"));
    assert!(Record::default().set_tag("not a name", "").is_err());
}

#[test]
fn a_game_may_start_from_a_position() {
    let record = one("[SetUp \"1\"]\n[FEN \"W:WK14:B10,11,19,18.\"]\n1. 14x7x16x23x14 1-0");
    assert_eq!(record.start().unwrap().to_string(), "W:WK14:B10,11,18,19");
    assert_eq!(record.moves().unwrap().len(), 1);
    let bad = one("[FEN \"W:W1:B2\"]").start().unwrap_err().to_string();
    assert!(bad.starts_with("the FEN of the start: a white man cannot stand on 1"), "{bad}");
}

#[test]
fn only_english_draughts_is_replayed() {
    assert!(one("[GameType \"21\"] 11-15").moves().is_ok());
    assert!(one("[GameType \"21,B,8,8,N1,0\"] 11-15").moves().is_ok());
    let other = one("[GameType \"20,W,10,10,N2,0\"] *").moves();
    assert_eq!(other, Err(ReplayError::OtherGame("20,W,10,10,N2,0".into())));
}

#[test]
fn errors_say_line_and_column() {
    let table = [
        (
            "1. 11-15\n  23-99 *",
            "line 2, column 3: in the move \"23-99\", at character 4: squares are numbered 1 to 32, there is no square 99",
        ),
        ("1. 11-15 {open\n\n", "line 1, column 10: the comment that opens here is never closed"),
        ("1. 11-15 (9-14\n", "line 1, column 10: the variation that opens here is never closed"),
        (
            "1. 11-15 )",
            "line 1, column 10: expected a variation that opens before it closes, found \")\"",
        ),
        (
            "(1. 11-15)",
            "line 1, column 1: expected a move before its variation, found \"(1. 11-15)\"",
        ),
        (
            "! 11-15",
            "line 1, column 1: expected a move before the mark that judges it, found \"! 11-15\"",
        ),
        (
            "11-15 $999",
            "line 1, column 7: expected a mark such as !, ?! or $1 to $255, found \"999\"",
        ),
        ("[Event \"x\n", "line 1, column 1: the tag that opens here is never closed"),
        ("[\"x\"]", "line 1, column 2: expected the name of a tag, found \"\\\"x\\\"]\""),
        ("[Event x]", "line 1, column 8: expected a value in quotation marks, found \"x]\""),
        (
            "[Event \"x\" y]",
            "line 1, column 12: expected the bracket that closes the tag, found \"y]\"",
        ),
        ("11-15 é #", "line 1, column 7: expected a move, a comment or a result, found \"é #\""),
    ];
    for (text, words) in table {
        assert_eq!(error(text), words, "{text}");
    }
    let illegal = one("1. 11-15\n23-19 2. 8-11 22-13").moves().unwrap_err().to_string();
    assert_eq!(
        illegal,
        "line 2, column 15, move 4: 22-13: there is nothing to jump on 17 between 22 and 13"
    );
}

#[test]
fn a_broken_game_does_not_cost_the_next() {
    let text = "[Event \"1\"]\n11-15 *\n\n[Event \"2\"]\n11-99 23-19\n9-14 *\n\n\
                [Event \"3\n[FEN \"W:W9:B1\"]\n\n9-14 *\n\n[Event \"4\"]\n11-15 (9-14\n\n\
                [Event \"5\"]\n9-14 *";
    let events: Vec<Option<String>> =
        pdn::games(text).map(|record| Some(record.ok()?.tag("Event")?.to_owned())).collect();
    let read = |event: &str| Some(event.to_owned());
    assert_eq!(events, [read("1"), None, None, None, read("5")]);
}

#[test]
fn a_game_has_limits() {
    let limits = Limits { bytes: 100, nesting: 2, variations: true };
    let long = format!("11-15 {{{}}} *\n[Event \"next\"]\n*", "x".repeat(1000));
    let mut games = Games::new(long.as_bytes(), limits);
    let first = games.next().unwrap().unwrap_err();
    assert!(matches!(first.fault, PdnFault::TooLong(100)), "{first}");
    assert_eq!(games.next().unwrap().unwrap().tag("Event"), Some("next"));
    assert!(games.next().is_none());

    let exact = format!("{{{}}} *", "x".repeat(96));
    assert!(Games::new(exact.as_bytes(), limits).next().unwrap().is_ok());

    let deep = "11-15 (11-16 (9-14 (9-13) ) ) *";
    let error = Games::new(deep.as_bytes(), limits).next().unwrap().unwrap_err();
    assert!(matches!(error.fault, PdnFault::TooDeep(2)), "{error}");
    let endless = "11-15 ".to_owned() + &"(9-14 ".repeat(100_000);
    assert!(pdn::games(&endless).next().unwrap().is_err());
}

#[test]
fn a_file_that_cannot_be_read_on_says_so_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let reader = BufReader::new("[Event \"1\"] 11-15 * 9-14".as_bytes().chain(Broken));
    let results: Vec<_> = Games::new(reader, Limits::default()).collect();
    assert_eq!(results.len(), 2);
    let message = results[1].as_ref().unwrap_err().to_string();
    assert_eq!(message, "line 1, column 25: the file cannot be read: the disk is gone");
}

/// The record as if it had been made and not read.
fn without_places(mut record: Record) -> Record {
    fn forget(line: &mut Line) {
        for ply in &mut line.plies {
            ply.place = TextPosition::default();
            ply.variations.iter_mut().for_each(forget);
        }
    }
    forget(record.line_mut());
    record
}

fn comments() -> impl Strategy<Value = Vec<String>> {
    let word = "[a-zA-Z0-9;%\\[\\]()$!?.*\"ä\\\\{]{1,9}";
    let words = prop::collection::vec(word, 1..30);
    prop::collection::vec(words.prop_map(|words| words.join(" ")), 0..2)
}

/// A line from `start`, with everything PDN can say about it, `depth` levels of variations deep.
fn annotated(
    start: Position,
    choices: &[u32],
    said: &[(Vec<u8>, Vec<String>)],
    depth: u32,
) -> Line {
    let positions = laws::playout(start, choices);
    let mut line = Line { preface: said[0].1.clone(), plies: Vec::new() };
    for (i, pair) in positions.windows(2).enumerate() {
        let mv = *pair[0].moves().iter().find(|&&mv| pair[0].play(mv) == pair[1]).unwrap();
        let (glyphs, comments) = said[i % said.len()].clone();
        let mut ply = Ply { glyphs, comments, ..Ply::new(MoveText::from(mv)) };
        if depth > 0 && i % 5 == 2 {
            ply.variations = vec![annotated(pair[0], &choices[i..], &said[1..], depth - 1)];
        }
        line.plies.push(ply);
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_played_game_is_read_back(
        start in prop_oneof![Just(Position::START), crate::common::positions()],
        choices in prop::collection::vec(any::<u32>(), 0..150),
        score in prop_oneof![Just(Score::BlackWon), Just(Score::Draw), Just(Score::Unfinished)],
    ) {
        let positions = laws::playout(start, &choices);
        let moves: Vec<Move> = positions.iter().zip(&choices).take(positions.len() - 1)
            .map(|(position, &choice)| {
                let moves = position.moves();
                moves[choice as usize % moves.len()]
            })
            .collect();
        let record = Record::of_game(&start, &moves, score);
        let text = record.to_string();
        prop_assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{}", text);
        let back = one(&text);
        prop_assert_eq!(back.start(), Ok(start));
        prop_assert_eq!(back.moves(), Ok(moves));
        prop_assert_eq!(without_places(back), record);
    }

    #[test]
    fn everything_said_about_a_game_is_read_back(
        choices in prop::collection::vec(any::<u32>(), 12..40),
        said in prop::collection::vec(
            (prop::collection::vec(any::<u8>(), 0..3), comments()), 4..6),
        value in "[^\\r\\n]{0,40}",
    ) {
        let mut record = Record::default();
        record.set_tag("Event", &value).unwrap();
        *record.line_mut() = annotated(Position::START, &choices, &said, 2);
        let text = format!("{record}\n{record}");
        for back in read(&text) {
            prop_assert_eq!(&without_places(back), &record, "{}", text);
        }
        prop_assert_eq!(read(&text).len(), 2);
    }
}

/// `B81!` was read as a step from b8, which is 1, to 1 and written as `1-1`, which is a drawn result.
#[test]
fn a_step_from_a_square_to_itself_is_not_written_as_a_result() {
    for text in ["B81!", "b8-1", "1-1-1", "0101", "1-01", "01-1"] {
        let read = pdn::games(text).next().unwrap();
        let error = read.unwrap_err().to_string();
        assert!(error.contains("does not leave its square"), "{text}: {error}");
    }
    let drawn = pdn::games("1. 11-15 1-1").next().unwrap().unwrap();
    assert_eq!(
        drawn.to_string(),
        pdn::games(&drawn.to_string()).next().unwrap().unwrap().to_string()
    );
    // Four jumps that come back to where they began are a move.
    let circle = "[FEN \"W:WK14:B10,11,19,18\"]\n1. 14x14 *";
    let record = pdn::games(circle).next().unwrap().unwrap();
    assert!(record.to_string().contains("14x14"), "{record}");
}

/// A comment to the end of its line can hold a closing brace, which was written as a parenthesis; a carriage
/// return in the value of a tag was written as a space.
#[test]
fn braces_in_comments_and_line_ends_in_tags_are_read_back() {
    let text = "[Event \"a\rb\"]\n1. 11-15 ; so }: good\n23-19 *";
    let record = pdn::games(text).next().unwrap().unwrap();
    assert_eq!(record.tag("Event"), Some("a b"));
    assert_eq!(record.line().plies[0].comments, ["so }: good"]);
    let back = pdn::games(&record.to_string()).next().unwrap().unwrap();
    assert_eq!(without_places(back), without_places(record));
}
