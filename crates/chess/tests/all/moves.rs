//! Moves as people write them, and why some are not legal.

use chess::{Coordinate, Illegal, Move, MoveError, Position, Role, San, SanError};
use game::{Notation, Rules};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn refusal(fen: &str, text: &str) -> String {
    match position(fen).read_move(text) {
        Ok(mv) => panic!("{text} is read as {mv:?}"),
        Err(error) => error.to_string(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn every_illegal_move_says_why() {
    let cases = [
        (START, "e4e5", "There is no piece on e4"),
        (START, "e7e5", "The black pawn on e7 is not yours: it is White's move"),
        (START, "e2e5", "Illegal pawn move: a pawn cannot go from e2 to e5"),
        (START, "e2d3", "Illegal pawn move: there is nothing to take on d3"),
        (START, "e2e2", "Illegal pawn move: it must go to another square than e2"),
        (START, "a1a2", "Illegal rook move: your own pawn stands on a2"),
        (START, "a1a5", "Illegal rook move: the way from a1 to a5 is blocked on a2"),
        (START, "a1b3", "Illegal rook move: a rook cannot go from a1 to b3"),
        (START, "g1g3", "Illegal knight move: a knight cannot go from g1 to g3"),
        (START, "e1g1", "Illegal castling: f1 is not empty"),
        (START, "O-O-O", "Illegal castling: d1 is not empty"),
        (START, "e2e4q", "Nothing is promoted here: only a pawn that reaches the last rank is"),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3e4",
            "Illegal pawn move: e4 is taken, and pawns capture diagonally",
        ),
        (
            "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
            "e2e4",
            "Illegal pawn move: e4 is taken, and pawns capture diagonally",
        ),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d1", "Illegal king move: d1 is attacked"),
        ("4k3/8/8/8/8/8/3r4/4KN2 w - - 0 1", "e1f2", "Illegal king move: f2 is attacked"),
        (
            "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
            "e2d3",
            "Illegal bishop move: it would leave your king in check",
        ),
        ("4k3/4r3/8/8/8/8/8/B3K3 w - - 0 1", "a1b2", "Illegal bishop move: your king is in check"),
        (CASTLING, "e1f3", "Illegal king move: a king cannot go from e1 to f3"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
            "e1g1",
            "Illegal castling: the king or that rook has moved before",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "The game is over: insufficient material"),
        (
            "4k2r/8/8/8/8/8/8/4K3 w - - 0 1",
            "O-O",
            "Illegal castling: the king or that rook has moved before",
        ),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "Illegal castling: your king is in check"),
        (
            "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1",
            "e1g1",
            "Illegal castling: your king would pass through check on f1",
        ),
        (
            "4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1",
            "O-O",
            "Illegal castling: your king would pass through check on g1",
        ),
        (
            "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8k",
            "A pawn becomes a queen, rook, bishop or knight, not a king",
        ),
        ("4k3/8/4Q3/8/8/8/8/4K3 b - - 0 1", "e8e7", "Illegal king move: e7 is attacked"),
        ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1f1", "Illegal king move: your own rook stands on f1"),
        ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "Kf1", "Illegal king move: your own rook stands on f1"),
        (
            "4k3/8/8/8/8/8/8/R1K5 w - - 0 1",
            "c1e1",
            "Illegal king move: a king cannot go from c1 to e1",
        ),
        (CASTLING, "e1c1q", "Illegal king move: a king cannot go from e1 to c1"),
        (START, "e2e4p", "A pawn becomes a queen, rook, bishop or knight, not a pawn"),
        (
            "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
            "a8=P",
            "A pawn becomes a queen, rook, bishop or knight, not a pawn",
        ),
        (
            "3qk3/3p4/8/8/8/8/3P4/3QK3 b - - 0 1",
            "d8d1",
            "Illegal queen move: the way from d8 to d1 is blocked on d7",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "The game is over: stalemate"),
    ];
    for (fen, text, message) in cases {
        assert_eq!(refusal(fen, text), message, "{fen} {text}");
    }
}

#[test]
fn strict_coordinates_ask_what_the_pawn_becomes_and_people_get_a_queen() {
    let before = position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    let written: Coordinate = "a7a8".parse().unwrap();
    let error = written.resolve(&before).unwrap_err();
    assert_eq!(error, Illegal::PromotionMissing(written.to));
    for text in ["a7a8", "a8", "a8=Q", "a8Q", "a7a8q", "a8(Q)", "a7-a8=Q", "a7a8Q"] {
        let mv = before.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(mv.promotion(), Some(Role::Queen), "{text}");
    }
    assert_eq!(before.read_move("a8=N").unwrap().promotion(), Some(Role::Knight));
    assert_eq!(before.read_move("a7a8n").unwrap().promotion(), Some(Role::Knight));
}

#[test]
fn algebraic_notation_is_read_generously() {
    let before = position("r3k2r/ppp2ppp/8/3pP3/2B5/5N2/PPP2PPP/R3K2R w KQkq d6 0 1");
    let same = [
        (
            "exd6",
            vec!["ed6", "exd6 e.p.", "exd6e.p.", "exd6e.p.+", "e5xd6", "e5d6", "e:d6", "exd6!?"],
        ),
        ("Bxd5", vec!["Bd5", "Bxd5!", "B:d5", "Bc4xd5", "Bc4-d5"]),
        ("O-O", vec!["0-0", "o-o", "e1g1", "e1h1", "O-O+", "0-0!!"]),
        ("Nd4", vec!["Nf3-d4", "Nfd4", "N3d4", "Nf3d4", "Nd4?", "nd4", "F3D4", "f3 d4"]),
        ("a4", vec!["a2a4", "a2-a4", "Pa4"]),
        ("Bb5+", vec!["Bb5", "Bb5++", "Bb5#"]),
    ];
    for (exact, others) in same {
        let mv = before.read_move(exact).unwrap();
        assert_eq!(before.write_move(mv), exact);
        for text in others {
            assert_eq!(before.read_move(text), Ok(mv), "{text}");
        }
    }
}

#[test]
fn algebraic_notation_is_written_as_short_as_can_be() {
    // Three queens that all reach e1, and knights on one file.
    let before = position("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let written: Vec<String> = ["e4e1", "h4e1", "h1e1"]
        .map(|text| before.write_move(before.read_move(text).unwrap()))
        .into();
    assert_eq!(written, ["Qee1", "Qh4e1", "Q1e1"]);
    let before = position("k7/8/8/8/8/N7/8/N3K3 w - - 0 1");
    assert_eq!(before.write_move(before.read_move("a3c2").unwrap()), "N3c2");
    // The knight on c3 is pinned, so nothing needs to be said of the other.
    let before = position("k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(before.write_move(before.read_move("g1e2").unwrap()), "Ne2");
    let before = position("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    assert_eq!(before.write_move(before.read_move("e1e8").unwrap()), "Re8#");
}

#[test]
fn moves_that_fit_none_or_several_pieces_say_so() {
    let start = Position::standard();
    assert_eq!(
        start.read_move("Nd4").unwrap_err().to_string(),
        "Nd4: no knight of yours can go to d4"
    );
    assert_eq!(
        start.read_move("Qd5").unwrap_err().to_string(),
        "Illegal queen move: the way from d1 to d5 is blocked on d2"
    );
    assert_eq!(
        start.read_move("Nh1f3").unwrap_err().to_string(),
        "Nh1f3: there is no knight of yours that could be meant"
    );
    let two = position("k7/8/8/8/8/N7/8/N3K3 w - - 0 1");
    let error = two.read_move("Nc2").unwrap_err();
    assert!(matches!(error, MoveError::San(SanError::Ambiguous(..))));
    assert_eq!(error.to_string(), "Nc2 can be several moves: N1c2, N3c2");
}

#[test]
fn unreadable_moves_are_echoed_shortened() {
    let error = Position::standard().read_move(&"x".repeat(500)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"xxxxxxxxxxxxxxxxxxxx\" is not a move: write two squares such as e2e4 (e7e8q for a promotion), or Nf3, exd5, O-O"
    );
}

#[test]
fn castling_is_written_as_the_king_s_move_or_as_king_takes_rook() {
    let standard = position(CASTLING);
    let mv = standard.read_move("O-O-O").unwrap();
    assert_eq!(Coordinate::of(&standard, mv).to_string(), "e1c1");
    assert_eq!(Coordinate::of_chess960(&standard, mv).to_string(), "e1a1");
    let other = position("3k4/8/8/8/8/8/8/1R1K2R1 w GB - 0 1");
    let mv = other.read_move("O-O").unwrap();
    assert_eq!(Coordinate::of(&other, mv).to_string(), "d1g1");
    let after = other.play(mv);
    assert_eq!(after.to_string(), "3k4/8/8/8/8/8/8/1R3RK1 b - - 1 1");
}

#[test]
fn en_passant_takes_the_pawn_that_passed() {
    let before = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    let after = before.play(before.read_move("exd6").unwrap());
    assert_eq!(after.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,24}") {
        let _ = Position::standard().read_move(&text);
        if let Ok(san) = text.parse::<San>() {
            prop_assert!(san.to_string().parse::<San>().is_ok());
        }
    }

    #[test]
    fn texts_like_moves_are_moves_or_errors(text in "[NBRQKP]?([a-h][1-8]?-|[a-h]?[1-8]?[x:]?)[a-h][1-8](=?[QRBNqrbnKP])?[+#]?[!?]{0,2}") {
        let san: San = text.parse().unwrap();
        prop_assert_eq!(san.to_string().parse::<San>(), Ok(san));
        for fen in [START, CASTLING, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"] {
            let before = position(fen);
            if let Ok(mv) = before.read_move(&text) {
                prop_assert_eq!(before.check(mv), Ok(()));
            }
        }
    }

    #[test]
    fn any_bits_are_a_move_that_can_be_named(bits in any::<u16>()) {
        let mv = Move::from_bits(bits);
        let _ = format!("{mv:?}");
        let _ = Position::standard().play(mv);
    }
}
