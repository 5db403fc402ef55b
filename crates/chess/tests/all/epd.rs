//! EPD, read and written.

use chess::epd::{
    Epd, EpdError, EpdFault, MAX_LINE_BYTES, MAX_OPCODE_LENGTH, Operand, OperandError, Operation,
    OperationError,
};
use chess::fen::{FenError, PositionError};
use chess::{Position, San};
use game::{Perfect, perft};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(text: &str) -> Epd {
    text.parse().unwrap_or_else(|error: EpdError| panic!("{error}\n{text}"))
}

fn fails(operations: &str, column: usize, fault: EpdFault) {
    let text = format!("{START} {operations}");
    let column = START.len() + 1 + column;
    assert_eq!(text.parse::<Epd>(), Err(EpdError { column, fault }), "{text}");
}

#[test]
fn operations_are_read_with_their_operands() {
    let epd = read(&format!(
        "{START} bm e4 d4; am f3; id \"a; b\"; acd 12; ce -25; c0 \"one\" \"two\"; draw_offer; pv e4 e5 Nf3;"
    ));
    assert_eq!(epd.position, Position::standard());
    let names: Vec<_> = epd.operations.iter().map(Operation::opcode).collect();
    assert_eq!(names, ["bm", "am", "id", "acd", "ce", "c0", "draw_offer", "pv"]);
    let sans = |moves: &[chess::Move]| {
        moves.iter().map(|&mv| San::of(&epd.position, mv).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(sans(&epd.best_moves().unwrap()), ["e4", "d4"]);
    assert_eq!(sans(&epd.avoid_moves().unwrap()), ["f3"]);
    assert_eq!(epd.line("pv").unwrap().len(), 3);
    assert_eq!(epd.id(), Some("a; b"));
    assert_eq!(
        (epd.number("acd"), epd.number("ce"), epd.number("id")),
        (Some(12), Some(-25), None)
    );
    let texts: Vec<_> = epd.operation("c0").unwrap().operands().iter().map(Operand::text).collect();
    assert_eq!(texts, ["one", "two"]);
    assert!(epd.operation("c0").unwrap().operands()[0].is_quoted());
    assert!(epd.operation("draw_offer").unwrap().operands().is_empty());
    assert_eq!(epd.moves("sm"), Ok(vec![]));
    assert_eq!(read(&epd.to_string()), epd);
}

#[test]
fn the_counters_belong_to_the_position() {
    let epd = read("4k3/8/8/8/8/8/8/4K2R b K - hmvc 7; id \"x\"; fmvn 30;");
    assert_eq!(epd.position.to_string(), "4k3/8/8/8/8/8/8/4K2R b K - 7 30");
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R b K - hmvc 7; fmvn 30; id \"x\";");
    assert_eq!(read("4k3/8/8/8/8/8/8/4K2R b K - 7 30 id \"x\""), epd);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K2R b K -").to_string(), "4k3/8/8/8/8/8/8/4K2R b K -");
}

#[test]
fn careless_lines_are_understood() {
    let expected = read(&format!("{START} bm e4; id \"x\";"));
    for text in [
        format!("{START} bm e4; id \"x\""),
        format!("  {START}   bm  e4 ;; ;id \"x\" ; \r\n"),
        format!("{START} 0 1 bm e4; id \"x\";"),
        format!("{START} 0 1 ;bm e4 ;id \"x\""),
        format!("{START}\tbm e4;id \"x\";"),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_says_where_and_what() {
    fails("bm e4; 7 8;", 8, EpdFault::Opcode("7".into()));
    fails("bm e4; \"id\" x;", 8, EpdFault::Opcode("\"".into()));
    fails("averylongopcodename 1;", 1, EpdFault::Opcode("averylongopcodename".into()));
    fails("id \"ü\"; id \"no end;", 12, EpdFault::UnterminatedText);
    fails("id x\"y\";", 5, EpdFault::QuoteInWord);
    fails("hmvc ;", 1, EpdFault::Counter("hmvc", ";".into()));
    fails("hmvc 10000;", 1, EpdFault::Counter("hmvc", "10000".into()));
    fails("id 1; fmvn 1 2;", 7, EpdFault::Counter("fmvn", "1".into()));
    let error = format!(" {START} 1x;").parse::<Epd>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 2: the halfmove clock of a FEN is a number from 0 to 9999, not \"1x\""
    );
    let error = "8/8/8/8 w".parse::<Epd>().unwrap_err();
    assert_eq!(error.fault, EpdFault::Position(PositionError::Fen(FenError::Fields(2))));
    assert!(matches!(
        " 8/8/8/8/8/8/8/8 w - - id \"x\";".parse::<Epd>(),
        Err(EpdError { column: 2, fault: EpdFault::Position(PositionError::Faults(_)) })
    ));
    let long = format!("{START} id \"{}\";", "x".repeat(MAX_LINE_BYTES));
    assert_eq!(
        long.parse::<Epd>().unwrap_err().to_string(),
        format!("column 1: a line of EPD may have 4096 bytes, not {}", long.len())
    );
}

#[test]
fn operands_that_are_no_moves_here_say_so() {
    let epd = read(&format!("{START} bm Ke2 x; am xyz; pv e4 e4;"));
    assert!(matches!(epd.best_moves(), Err(OperandError::Move(opcode, _)) if opcode == "bm"));
    assert_eq!(epd.avoid_moves(), Err(OperandError::NotAMove("am".into(), "xyz".into())));
    assert!(epd.line("pv").is_err());
}

#[test]
fn moves_are_read_in_coordinates_and_beside_marks_that_stand_alone() {
    let epd =
        read("4k2r/P7/8/8/8/8/8/R3K3 w Q - bm Ra6 a7a8q + e1c1; am O-O-O # Ra1a6; pv a8=Q + Ke7;");
    let names = |moves: Vec<chess::Move>| -> Vec<String> {
        moves.into_iter().map(|mv| chess::Coordinate::of(&epd.position, mv).to_string()).collect()
    };
    assert_eq!(names(epd.best_moves().unwrap()), ["a1a6", "a7a8q", "e1c1"]);
    assert_eq!(names(epd.avoid_moves().unwrap()), ["e1c1", "a1a6"]);
    assert_eq!(epd.line("pv").unwrap().len(), 2);
    assert!(read("4k3/8/8/8/8/8/8/4K3 w - - bm +;").best_moves().unwrap().is_empty());
}

#[test]
fn operations_refuse_what_cannot_be_written() {
    assert_eq!(Operation::new("hmvc", vec![]), Err(OperationError::Counter("hmvc")));
    for opcode in ["", "1a", "a b", "ü", &"x".repeat(MAX_OPCODE_LENGTH + 1)] {
        assert!(matches!(Operation::new(opcode, vec![]), Err(OperationError::Opcode(_))));
    }
    for text in ["", "a b", "a;", "\"", "\t"] {
        assert!(matches!(Operand::word(text), Err(OperationError::Word(_))));
    }
    for text in ["\"", "a\nb"] {
        assert!(matches!(Operand::quoted(text), Err(OperationError::Text(_))));
    }
}

#[test]
#[ignore = "needs reference data"]
fn win_at_chess_is_read_with_its_best_moves() {
    let text = reference::read("chess/wac.epd");
    let mut positions = 0;
    for row in text.lines() {
        let epd = read(row);
        let best = epd.best_moves().unwrap();
        let avoided = epd.avoid_moves().unwrap();
        assert!(!best.is_empty() || !avoided.is_empty(), "{row}");
        assert!(best.iter().chain(&avoided).all(|mv| epd.position.moves().contains(mv)));
        assert!(epd.id().unwrap().starts_with("WAC."));
        assert_eq!(read(&epd.to_string()), epd);
        positions += 1;
    }
    assert_eq!(positions, 300);
}

#[test]
#[ignore = "needs reference data"]
fn balanced_openings_are_read() {
    let text = reference::read("chess/balanced-3moves.epd");
    assert_eq!(text.lines().count(), 1000);
    for row in text.lines() {
        let epd = read(row);
        assert_eq!(epd.position.to_string(), row);
        assert!(epd.operations.is_empty());
        assert_eq!(read(&epd.to_string()), epd);
    }
}

#[test]
#[ignore = "needs reference data"]
fn lists_of_perft_numbers_are_read() {
    for name in ["chess/perft.epd", "chess/perft-960.epd"] {
        let text = reference::read(name);
        for row in text.lines() {
            let epd = read(row);
            let numbers: Vec<_> = epd.perft().collect();
            assert_eq!(numbers.len(), row.matches(";D").count(), "{row}");
            for &(depth, nodes) in numbers.iter().filter(|number| number.0 <= 2) {
                assert_eq!(perft(&epd.position, depth), nodes, "{row}");
            }
            assert_eq!(read(&epd.to_string()), epd);
        }
    }
}

fn any_operand() -> impl Strategy<Value = Operand> {
    prop_oneof![
        "[!#-:<-~ü]{1,12}".prop_map(|text| Operand::word(&text).unwrap()),
        "[ !#-~ü;]{0,30}".prop_map(|text| Operand::quoted(&text).unwrap()),
    ]
}

fn any_epd() -> impl Strategy<Value = Epd> {
    let operation = ("c[0-9a-zA-Z_]{0,10}", prop::collection::vec(any_operand(), 0..4))
        .prop_map(|(opcode, operands)| Operation::new(&opcode, operands).unwrap());
    let position = (0_u16..960, 0_u16..10000, 1_u16..10000).prop_map(|(number, clock, full)| {
        let mut setup = Position::chess960(number).unwrap().to_setup();
        (setup.halfmove_clock, setup.fullmove_number) = (clock % 101, full);
        setup.validate().unwrap()
    });
    (position, prop::collection::vec(operation, 0..6))
        .prop_map(|(position, operations)| Epd { position, operations })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_equal(epd in any_epd()) {
        prop_assert_eq!(read(&epd.to_string()), epd);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = text.parse::<Epd>();
        let _ = format!("{START} {text}").parse::<Epd>();
    }

    #[test]
    fn damaged_lines_are_read_or_refused(
        epd in any_epd(),
        at in any::<prop::sample::Index>(),
        letter in any::<char>(),
        end in any::<prop::sample::Index>(),
    ) {
        let mut letters: Vec<char> = epd.to_string().chars().collect();
        let at = at.index(letters.len());
        letters[at] = letter;
        letters.truncate(end.index(letters.len()) + 1);
        let text: String = letters.iter().collect();
        match text.parse::<Epd>() {
            Ok(epd) => {
                let _ = epd.best_moves();
                prop_assert_eq!(read(&epd.to_string()), epd);
            }
            Err(error) => {
                prop_assert!(error.column <= letters.len() + 1);
                prop_assert!(error.to_string().len() < 600);
            }
        }
    }
}

#[test]
fn very_long_lines_are_refused_before_they_are_read() {
    for piece in [" ", ";", "\"", "a ", "bm e4;", "8/", "1", "ü"] {
        let text = format!("{START} {}", piece.repeat(1 << 20));
        let fault = text.parse::<Epd>().unwrap_err().fault;
        assert_eq!(fault, EpdFault::TooLong(text.len()));
        let short = piece.repeat(4000 / piece.len());
        let _ = format!("{START} {short}").parse::<Epd>();
        let _ = short.parse::<Epd>();
    }
}
