//! Every reader is given what it must not trip over: random bytes, valid texts cut short and
//! changed, texts without end. What a reader accepts must read back as the same value.

use game::{Notation, Perfect, Rules, laws};
use othello::{
    Ggf, GgfReadError, GgfReader, Obf, Position, Setup, Square, TextPosition, Transcript,
};
use proptest::prelude::*;

/// A place that the text has, or the one just after its end.
fn within(place: TextPosition, text: &str) {
    let lines = text.split('\n').count();
    let (line_number, column) = (place.line as usize, place.column as usize);
    assert!((1..=lines).contains(&line_number), "{place} of {lines} lines");
    let line = text.split('\n').nth(line_number - 1).unwrap_or_default();
    assert!((1..=line.chars().count() + 1).contains(&column), "{place} of {line:?}");
}

fn every_reader_takes(text: &str) {
    let _ = text.parse::<Square>();
    let _ = Position::<8>::standard().read_move(text);
    let _ = Position::<6>::read_start(text);
    let _ = Position::<10>::read_start(text);
    match text.parse::<Obf>() {
        Ok(obf) => {
            assert_eq!(obf.to_string().parse(), Ok(obf.clone()));
            let _ = obf.resolve::<8>();
        }
        Err(error) => within(error.place, text),
    }
    match text.parse::<Transcript>() {
        Ok(transcript) => {
            assert_eq!(transcript.to_string().parse(), Ok(transcript.clone()));
            let _ = transcript.replay(Position::<8>::standard());
        }
        Err(error) => within(error.place, text),
    }
    match Setup::from_diagram(text) {
        Ok(setup) => {
            let position = setup.position::<8>();
            let drawn = position.map(|position| Setup::from_diagram(&position.to_string()));
            assert!(drawn.is_err() || drawn == Ok(Ok(setup)));
        }
        Err(error) => within(error.place, text),
    }
    match text.parse::<Ggf>() {
        Ok(ggf) => {
            assert_eq!(ggf.to_string().parse(), Ok(ggf.clone()));
            let _ = ggf.replay::<8>();
        }
        Err(error) => within(error.place, text),
    }
    for error in Obf::lines(text).filter_map(Result::err).take(10) {
        within(error.place, text);
    }
    every_stream_takes(text.as_bytes());
}

/// Every game of a stream takes at least its beginning from it.
fn every_stream_takes(bytes: &[u8]) {
    let games: Vec<_> = GgfReader::new(bytes).take(bytes.len() / 2 + 1).collect();
    assert!(games.len() <= bytes.len() / 2);
    for error in games.into_iter().filter_map(Result::err) {
        assert!(matches!(error, GgfReadError::Text(_)));
    }
}

/// A valid text of each kind, from a game played at random.
fn valid_texts(choices: &[u32]) -> Vec<String> {
    let positions = laws::playout(Position::<8>::standard(), choices);
    let last = positions[positions.len() - 1];
    let moves: Vec<_> = positions
        .windows(2)
        .filter_map(|pair| pair[0].moves().iter().copied().find(|&mv| pair[0].play(mv) == pair[1]))
        .collect();
    let mut timed = Ggf::of(positions[0], &moves);
    for written in &mut timed.moves {
        (written.evaluation, written.seconds) = (Some(-0.5), Some(1.25));
    }
    let scored = format!("{} {};", Position::write_start(&last), "F5:+2; pa:-64");
    vec![
        scored + " % a comment",
        Transcript { moves: moves.clone() }.to_string(),
        last.to_string(),
        Ggf::of(positions[0], &moves).with_tag("PB", "]\\[").unwrap().to_string(),
        timed.to_string(),
    ]
}

#[derive(Debug, Clone)]
enum Change {
    CutAt(usize),
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize),
    Repeat(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let telling = prop::sample::select(b" \n\r;[]()\\/:%.-+*|0189abhXOpBWG\xff\xc3".to_vec());
    let byte = prop_oneof![telling, any::<u8>()];
    let at = 0..600usize;
    prop_oneof![
        at.clone().prop_map(Change::CutAt),
        (at.clone(), byte.clone()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at.clone(), byte).prop_map(|(at, byte)| Change::Insert(at, byte)),
        at.clone().prop_map(Change::Remove),
        (at, 0..80usize).prop_map(|(at, length)| Change::Repeat(at, length)),
    ]
}

fn changed(text: &str, changes: &[Change]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for change in changes {
        let within = |at: &usize| at % bytes.len().max(1);
        match change {
            Change::CutAt(at) => bytes.truncate(within(at)),
            Change::Replace(at, byte) => {
                let at = within(at);
                bytes.splice(at..bytes.len().min(at + 1), [*byte]);
            }
            Change::Insert(at, byte) => bytes.insert(within(at), *byte),
            Change::Remove(at) => {
                let at = within(at);
                bytes.splice(at..bytes.len().min(at + 1), []);
            }
            Change::Repeat(at, length) => {
                let at = within(at);
                let part = bytes[at..bytes.len().min(at + length)].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    bytes
}

#[test]
fn texts_without_end_are_refused_at_once() {
    let parts = [
        "-",
        "X",
        " ",
        "\n",
        "f5",
        "1",
        "1.",
        "(",
        "(;",
        "(;)",
        "[",
        "\\",
        "B[",
        "B[pa]",
        ";",
        ";)",
        "%",
        "A1:+2;",
        "é",
        "\u{0}",
        "a b c d\n",
        "--------\n",
        "(;GM[Othello]",
    ];
    for part in parts {
        every_reader_takes(&part.repeat((1 << 20) / part.len()));
    }
    let endless = format!("(;GM[Othello]C[{}", "\\]".repeat(1 << 20));
    every_reader_takes(&endless);
}

proptest! {
    #[test]
    fn random_bytes_are_refused_politely(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        every_reader_takes(&String::from_utf8_lossy(&bytes));
        every_stream_takes(&bytes);
    }

    #[test]
    fn random_words_of_the_notations_are_refused_politely(
        words in prop::collection::vec(prop::sample::select(vec![
            "(;", ";)", "GM[Othello]", "BO[4 -----O*--*O----- *]", "B[", "W[f5]", "]", "\\", "[",
            "/", "-----OX--XO----- X", ";", "%", "A1:+2", ":", "f5", "pa", "12.", "3", "\n", " ",
            "----", "- - - -", "a b c d", "1", "black", "X", "O", "a10", "BO[10 ",
        ]), 0..30),
    ) {
        every_reader_takes(&words.concat());
        every_reader_takes(&words.join("\n"));
    }

    #[test]
    fn valid_texts_cut_short_and_changed_are_read_or_refused(
        choices in prop::collection::vec(any::<u32>(), 0..70),
        changes in prop::collection::vec(change(), 0..6),
    ) {
        for text in valid_texts(&choices) {
            let bytes = changed(&text, &changes);
            every_reader_takes(&String::from_utf8_lossy(&bytes));
            every_stream_takes(&bytes);
        }
    }
}
