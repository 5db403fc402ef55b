//! What a position is, and what is wrong with the ones that are none.

use chess::fen::{FenError, PositionError};
use chess::history::{self, HistoryDraw};
use chess::{Ending, Fault, Faults, Position, Setup, Square};
use game::{Game, Notation, Perfect, Rules, Side, Verdict};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn faults(fen: &str) -> Vec<Fault> {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    match setup.validate() {
        Ok(_) => Vec::new(),
        Err(Faults(faults)) => faults,
    }
}

#[test]
fn every_fault_has_its_name() {
    let (white, black) = (Side::White, Side::Black);
    let cases = [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", vec![Fault::NoKing(black)]),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", vec![Fault::ManyKings(black, 2)]),
        ("k6P/8/8/8/8/8/8/K7 b - - 0 1", vec![Fault::PawnOnBackRank(square("h8"))]),
        ("k7/8/8/8/8/8/8/R6K w - - 0 1", vec![Fault::KingCanBeTaken(black, white)]),
        (
            "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
            vec![Fault::ImpossibleCheck(square("d3"), square("f3"))],
        ),
        ("4r2k/8/8/b7/8/5n2/8/4K3 w - - 0 1", vec![Fault::TooManyCheckers(3)]),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", vec![Fault::CastlingWithoutRook(square("h1"))]),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", vec![Fault::CastlingOffBackRank(square("h1"))]),
        ("4k3/8/8/8/8/8/8/K5RR w HG - 0 1", vec![Fault::CastlingTwice(square("g1"), square("h1"))]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", vec![Fault::NoEnPassant(square("e6"))]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", vec![Fault::NoEnPassant(square("d5"))]),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", vec![Fault::NoEnPassant(square("d6"))]),
        ("3rk3/8/8/3pP3/8/8/8/K2b4 w - d6 0 1", vec![]),
        ("k6r/8/8/3pP3/8/8/8/7K w - d6 0 1", vec![Fault::NoEnPassant(square("d6"))]),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", vec![Fault::TooManyPawns(black, 9, 0)]),
        ("4k3/pppppppp/8/8/8/8/8/qq2K3 w - - 0 1", vec![Fault::TooManyPawns(black, 8, 1)]),
    ];
    for (fen, expected) in cases {
        assert_eq!(faults(fen), expected, "{fen}");
    }
}

#[test]
fn all_faults_are_listed_at_once() {
    assert_eq!(
        faults("P6k/8/8/8/8/8/8/RNBQQBN1 w KQ e6 0 1"),
        [
            Fault::NoKing(Side::White),
            Fault::PawnOnBackRank(square("a8")),
            Fault::CastlingOffBackRank(square("a1")),
            Fault::CastlingWithoutRook(square("h1")),
            Fault::NoEnPassant(square("e6")),
        ]
    );
}

#[test]
fn unreadable_fens_say_what_was_expected() {
    let cases = [
        (
            "",
            "a FEN has 4 to 6 fields (pieces, side to move, castling, en passant, and two counters), not 0",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 7",
            "a FEN has 4 to 6 fields (pieces, side to move, castling, en passant, and two counters), not 7",
        ),
        ("8/8/8/8/8/8/8 w - -", "the pieces of a FEN are 8 ranks with slashes between, not 7"),
        ("8/8/8/8/8/8/7/8 w - -", "rank 2 of a FEN has 7 squares, not 8"),
        ("8/8/8/8/8/8/8/8Q w - -", "rank 1 of a FEN has 9 squares, not 8"),
        (
            "8/x7/8/8/8/8/8/8 w - -",
            "in the pieces of a FEN, character 3: 'x' is neither a piece (PNBRQK, pnbrqk) nor a digit from 1 to 8",
        ),
        ("8/8/8/8/8/8/8/8 x - -", "the side to move in a FEN is w or b, not \"x\""),
        (
            "8/8/8/8/8/8/8/8 w KZ -",
            "castling rights in a FEN are -, letters of KQkq or files A-H and a-h, not 'Z'",
        ),
        (
            "8/8/8/8/8/8/8/8 w - e9",
            "the en passant square of a FEN is - or a square such as e3, not \"e9\"",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - -3",
            "the halfmove clock of a FEN is a number from 0 to 9999, not \"-3\"",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 99999",
            "the move number of a FEN is a number from 0 to 9999, not \"99999\"",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Setup>().unwrap_err().to_string(), message, "{text}");
    }
    let long = "8/".repeat(1000);
    assert_eq!(long.parse::<Setup>(), Err(FenError::TooLong(2000)));
    assert!(matches!("8/8/8/8/8/8/8/8 w - -".parse::<Position>(), Err(PositionError::Faults(_))));
}

#[test]
fn castling_rights_are_read_in_all_three_ways() {
    // Two rooks on the king's right: K means the outer one, F the inner one.
    let outer = position("4k3/8/8/8/8/8/8/R2K1R1R w KQ - 0 1");
    let inner = position("4k3/8/8/8/8/8/8/R2K1R1R w FQ - 0 1");
    assert_eq!(outer.castling_rooks(), [square("a1"), square("h1")].into_iter().collect());
    assert_eq!(inner.castling_rooks(), [square("a1"), square("f1")].into_iter().collect());
    assert_eq!(position("4k3/8/8/8/8/8/8/R2K1R1R w HA - 0 1"), outer);
    assert_eq!(outer.to_string(), "4k3/8/8/8/8/8/8/R2K1R1R w KQ - 0 1");
    assert_eq!(inner.to_string(), "4k3/8/8/8/8/8/8/R2K1R1R w FQ - 0 1");
}

#[test]
fn an_en_passant_square_where_nothing_can_be_taken_is_dropped() {
    let after_e4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(after_e4.en_passant(), None);
    let start = Position::standard();
    assert_eq!(start.play(start.read_move("e4").unwrap()), after_e4);
    // A pawn that is pinned to its rank cannot take either.
    assert_eq!(position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").en_passant(), None);
    assert_eq!(position("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1").en_passant(), Some(square("d3")));
}

#[test]
fn the_ends_of_a_game() {
    let (mate, stale, dead) = (Ending::Checkmate, Ending::Stalemate, Ending::InsufficientMaterial);
    let cases = [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some((mate, Some(Side::Black))),
        ),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Some((mate, Some(Side::White)))),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some((stale, None))),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some((dead, None))),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some((dead, None))),
        ("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", Some((dead, None))),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", Some((dead, None))),
        ("4kbb1/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("4kb2/8/3b4/8/8/8/8/2B1K3 w - - 0 1", Some((dead, None))),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ];
    for (fen, expected) in cases {
        let outcome = position(fen).turn().outcome();
        let found = outcome.map(|outcome| (outcome.reason, outcome.verdict.winner()));
        assert_eq!(found, expected, "{fen}");
        assert_eq!(
            outcome.is_some_and(|o| o.verdict == Verdict::Draw),
            matches!(expected, Some((_, None)))
        );
    }
}

#[test]
fn who_can_still_mate_when_time_runs_out() {
    // Position, white can, black can.
    let cases = [
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false),
        ("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", true, true),
        ("4k2q/8/8/8/8/8/8/4KN2 b - - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false),
        ("4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", false, true),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", true, false),
    ];
    for (fen, white, black) in cases {
        assert_eq!(position(fen).can_mate(Side::White), white, "{fen} white");
        assert_eq!(position(fen).can_mate(Side::Black), black, "{fen} black");
    }
}

#[test]
fn knights_going_back_and_forth_repeat_the_start() {
    let mut current = Position::standard();
    let mut keys = vec![current.key()];
    let mut draws = Vec::new();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4) {
        current = current.play(current.read_move(text).unwrap());
        keys.push(current.key());
        draws.push(history::draw(&keys, current.halfmove_clock()));
    }
    assert_eq!(draws.iter().position(Option::is_some), Some(7), "third time after eight moves");
    assert_eq!(draws[7], Some(HistoryDraw::Threefold));
    assert_eq!(draws[15], Some(HistoryDraw::Fivefold));
    assert!(draws[15].unwrap().is_automatic() && !draws[7].unwrap().is_automatic());
}

#[test]
fn losing_the_right_to_castle_makes_another_position() {
    let mut current = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let first = current.key();
    for text in ["Rg1", "Kd8", "Rh1", "Ke8"] {
        current = current.play(current.read_move(text).unwrap());
    }
    assert_ne!(current.key(), first);
    assert_eq!(current.board(), position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").board());
}

#[test]
fn the_clocks_count() {
    let mut current = Position::standard();
    let mut clocks = Vec::new();
    for text in ["e4", "Nc6", "Nf3", "Nb8", "Ng1", "d5", "exd5"] {
        current = current.play(current.read_move(text).unwrap());
        clocks.push((current.halfmove_clock(), current.fullmove_number()));
    }
    assert_eq!(clocks, [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (0, 4), (0, 4)]);
}

#[test]
fn an_error_repeats_no_more_than_the_beginning_of_a_field() {
    let board = "8/8/8/8/8/8/8/8";
    let long = "\u{12}".repeat(100);
    for fields in [format!("{long} - -"), format!("w - {long}"), format!("w - - {long}")] {
        let error = format!("{board} {fields}").parse::<Setup>().unwrap_err();
        assert!(error.to_string().len() < 250, "{error}");
    }
}

#[test]
fn starts_can_be_named() {
    assert_eq!(Position::read_start(" startpos "), Ok(Position::standard()));
    assert_eq!(Position::read_start("chess960:518"), Ok(Position::standard()));
    let pieces_alone = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(Position::read_start(pieces_alone), Ok(Position::standard()));
    let moved = Position::read_start("r3k3/8/8/8/8/8/8/4KR2").unwrap();
    assert_eq!(moved.to_string(), "r3k3/8/8/8/8/8/8/4KR2 w q - 0 1");
    let error = Position::read_start("chess960:960").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Chess960 starts are numbered chess960:0 to chess960:959, not chess960:960"
    );
}

proptest! {
    #[test]
    fn any_text_is_a_setup_or_an_error(text in "\\PC{0,140}") {
        if let Ok(setup) = text.parse::<Setup>() {
            let _ = setup.validate();
        }
    }

    #[test]
    fn a_damaged_fen_is_a_setup_or_an_error(
        which in 0..3usize,
        cut in 0..90usize,
        place in 0..90usize,
        byte in any::<u8>(),
    ) {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1",
        ];
        let mut bytes = fens[which].as_bytes().to_vec();
        if let Some(slot) = bytes.get_mut(place) {
            *slot = byte;
        }
        bytes.truncate(cut);
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup), "{}", text);
            if let Ok(position) = setup.validate() {
                game::laws::hold_in(&position);
            }
        }
    }
}
