//! Every reader is given what it does not expect. None may panic; what is accepted can be written
//! and read again.

use checkers::pdn::{Games, Limits, Record};
use checkers::{MoveText, Position, Setup, text_board};
use game::{Notation, Rules, Side};
use proptest::prelude::*;

fn read_everything(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
    if let Ok(setup) = text_board::read(&text, Side::White) {
        assert_eq!(text_board::read(&text_board::write(&setup), Side::White), Ok(setup));
    }
    if let Ok(read) = text.parse::<MoveText>() {
        assert_eq!(read.to_string().parse(), Ok(read));
    }
    if let Ok(mv) = Position::START.read_move(&text) {
        assert_eq!(Position::START.check(mv), Ok(()));
    }
    let limits = Limits { bytes: 2000, nesting: 4, variations: true };
    let mut records: Vec<Record> = Vec::new();
    for record in Games::new(bytes, limits) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => assert!(error.to_string().len() < 300, "{error}"),
        }
    }
    for record in &records {
        let _ = record.moves();
        let again = record.to_string();
        let back = Games::new(again.as_bytes(), Limits::default()).next().unwrap().unwrap();
        assert_eq!(back.to_string(), again);
    }
}

const VALID: [&str; 7] = [
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "W:W21-32:B1-12.",
    "11x18x25",
    "c3-d4",
    ".b.b.b.bb.b.b.b..b.b.b.b . . . .. . . .  . . . .. . . .  . . . .",
    "........\nb.b.b.b.\n........\n........\n........\n........\n........\nW.......",
    "[Event \"a\"]\n[FEN \"W:WK14:B10,11,19,18\"]\n{x} 1. 14x7x16x23x14! (1. 14x14 $3) 1-0\n\n\
     [Event \"b\"]\n1. 11-15 23-19 2. 8-11 ; end\n(8-12 (9-14)) 22x17 *",
];

const PIECES: &[u8] = b"0123456789-x:,.KWBbwc [](){};%$!?*\"\\\n\r\t\xc3\xa4\xff\0";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everything(&bytes);
    }

    #[test]
    fn random_pieces_of_notation(
        bytes in prop::collection::vec(prop::sample::select(PIECES), 0..200),
    ) {
        read_everything(&bytes);
    }

    #[test]
    fn truncated_texts(text in prop::sample::select(&VALID[..]), length in any::<prop::sample::Index>()) {
        read_everything(&text.as_bytes()[..length.index(text.len() + 1)]);
    }

    #[test]
    fn mutated_texts(
        text in prop::sample::select(&VALID[..]),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..3, prop::sample::select(PIECES)), 1..6),
    ) {
        let mut bytes = text.as_bytes().to_vec();
        for (place, kind, byte) in changes {
            let place = place.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(place, byte),
                1 if place < bytes.len() => bytes[place] = byte,
                _ if place < bytes.len() => drop(bytes.remove(place)),
                _ => bytes.push(byte),
            }
        }
        read_everything(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn very_long_texts(
        part in prop::collection::vec(prop::sample::select(PIECES), 1..6),
        before in prop::sample::select(&VALID[..]),
    ) {
        let mut bytes = before.as_bytes().to_vec();
        bytes.extend(part.iter().copied().cycle().take(100_000));
        read_everything(&bytes);
    }
}
