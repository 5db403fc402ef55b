//! Texts of positions and games: what is read, what is refused, and that what is written reads back.

use crate::obvious::arrangement;
use game::{Notation, Perfect, Rules, Side, laws};
use othello::{
    DiagramFault, Ggf, GgfFault, GgfReadError, GgfReader, GgfResolveError, Illegal, Move,
    MoveError, Obf, ObfFault, ObfResolveError, Position, ReplayError, ReplayFault, Rows, Setup,
    Size, Square, StartError, Tag, TextPosition, Transcript, TranscriptFault, WrongSize,
};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO--------------------------- X;";

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn place(name: &str) -> Move {
    Move::Place(square(name))
}

/// The moves of a game played at random, and the positions on the way.
fn game<const N: usize>(choices: &[u32]) -> (Vec<Move>, Vec<Position<N>>)
where
    Rows<N>: Size,
{
    let positions = laws::playout(Position::standard(), choices);
    let moves = positions.windows(2).map(|pair| {
        let leads_on = |mv: &&Move| pair[0].play(**mv) == pair[1];
        *pair[0].moves().iter().find(leads_on).unwrap()
    });
    (moves.collect(), positions)
}

#[test]
fn squares_are_named_by_letter_and_digit() {
    assert_eq!(square("a1").index(), 0);
    assert_eq!(square("H8").index(), 63);
    assert_eq!(square("f5").to_string(), "f5");
    assert_eq!(square("J10"), Square::new(9, 9).unwrap());
    for wrong in ["", "f", "f0", "k5", "f55", "f11", "f100", "f01", " f5", "é"] {
        assert_eq!(wrong.parse::<Square>().unwrap_err().given, wrong);
    }
}

#[test]
fn every_square_has_a_number_and_a_name_of_its_own() {
    let squares: Vec<Square> = (0..100).map(|index| Square::with_index(index).unwrap()).collect();
    for (index, &square) in squares.iter().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::new(square.column(), square.row()), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    assert_eq!(squares[8], square("a2"));
    assert_eq!([64, 65, 66, 79].map(|index| squares[index]), ["i1", "j1", "i2", "j8"].map(square));
    assert_eq!(
        [80, 89, 90, 99].map(|index| squares[index]),
        ["a9", "j9", "a10", "j10"].map(square)
    );
    assert_eq!(
        (Square::with_index(100), Square::new(10, 0), Square::new(0, 10)),
        (None, None, None)
    );
}

#[test]
fn moves_are_read_as_people_write_them() {
    let start = Position::<8>::standard();
    assert_eq!(start.read_move(" F5\n"), Ok(place("f5")));
    assert_eq!(start.write_move(place("f5")), "f5");
    let stuck = Position::<8>::new(square("a1").into(), square("b1").into(), Side::White);
    for pass in ["pass", "PASS", "pa", "--", "ps"] {
        assert_eq!(stuck.read_move(pass), Ok(Move::Pass));
    }
    assert_eq!(stuck.write_move(Move::Pass), "pass");
}

#[test]
fn moves_are_refused_with_a_reason() {
    let start = Position::<8>::standard();
    let why = |text| start.read_move(text).unwrap_err().to_string();
    assert_eq!(why("d4"), "there is a disc on d4 already");
    assert_eq!(why("a1"), "a disc on a1 turns nothing over");
    assert_eq!(why("i5"), "i5 is off the board, which ends at h8");
    assert_eq!(why("A10"), "a10 is off the board, which ends at h8");
    assert_eq!(why("k5"), "k5 is off the board, which ends at h8");
    assert_eq!(why("a11"), "a11 is off the board, which ends at h8");
    assert_eq!(
        Position::<10>::standard().read_move("a11").unwrap_err().to_string(),
        "a11 is off the board, which ends at j10"
    );
    assert_eq!(why("--"), "passing is for when there is no move, and d3 is one");
    assert_eq!(why("hello"), "a move is a square such as f5, or pass, not \"hello\"");
    assert_eq!(why("f05"), "a move is a square such as f5, or pass, not \"f05\"");
    assert_eq!(start.read_move("f5f5"), Err(MoveError::Unreadable { given: "f5f5".into() }));
    assert_eq!(
        Position::<6>::standard().read_move("g1").unwrap_err().to_string(),
        "g1 is off the board, which ends at f6"
    );
}

#[test]
fn obf_is_read_with_any_letters() {
    let standard = Ok(Position::<8>::standard());
    assert_eq!(Position::read_start(START), standard);
    for (black, white, empty) in
        [("*", "O", "-"), ("x", "o", "."), ("b", "w", "."), ("B", "W", "-")]
    {
        let text = START.replace('-', empty).replace('X', black).replace('O', white);
        assert_eq!(Position::read_start(&text), standard, "{text}");
    }
    for ending in ["", " ", ";", " % the start", "; % the start", "% F5:+0; D3:+0", " ; ; \r\n"] {
        assert_eq!(Position::read_start(&START.replace(';', ending)), standard, "{ending:?}");
    }
    assert_eq!(Position::read_start("-----OX--XO----- X"), Ok(Position::<4>::standard()));
    assert_eq!(Position::<8>::write_start(&Position::standard()), START);
}

#[test]
fn obf_keeps_scores_and_comments() {
    let line = START.replace(';', " % D3:-2; pa:+64;f5 : 0");
    let obf: Obf = line.parse().unwrap();
    let scores: Vec<(Move, i8)> = obf.scores.iter().map(|score| (score.mv, score.value)).collect();
    assert_eq!(scores, [(place("d3"), -2), (Move::Pass, 64), (place("f5"), 0)]);
    assert_eq!(obf.to_string(), format!("{START} D3:-2; PA:+64; F5:+0;"));

    let obf: Obf = format!("{START} f5:+0; % as 5: told; by Ann").parse().unwrap();
    assert_eq!(obf.scores.len(), 1);
    assert_eq!(obf.comment, "as 5: told; by Ann");
    assert_eq!(obf.to_string(), format!("{START} F5:+0; % as 5: told; by Ann"));
}

#[test]
fn a_line_break_in_an_obf_comment_does_not_break_the_line() {
    let obf: Obf = format!("{START} % one\n\ttwo\r").parse().unwrap();
    assert_eq!(obf.comment, "one  two");
    assert_eq!(obf.to_string().parse(), Ok(obf));
}

#[test]
fn wrong_obf_is_refused_with_the_place() {
    let fault = |text: &str| {
        let error = text.parse::<Obf>().unwrap_err();
        assert_eq!(error.place.line, 1);
        (error.place.column, error.fault)
    };
    assert_eq!(fault(""), (1, ObfFault::SquareCount { given: 0 }));
    assert_eq!(fault("--?-"), (3, ObfFault::Contents { given: '?' }));
    assert_eq!(fault("--é-"), (3, ObfFault::Contents { given: 'é' }));
    assert_eq!(fault(&START[1..]), (64, ObfFault::SquareCount { given: 63 }));
    assert_eq!(fault(&START[..64]), (65, ObfFault::SideToMove { given: String::new() }));
    let given = |given: &str| ObfFault::SideToMove { given: given.into() };
    assert_eq!(fault(&START.replace(" X", " -")), (66, given("-")));
    assert_eq!(fault(&START.replace(" X", " XO")), (66, given("XO")));
    let given = |given: &str| ObfFault::Score { most: 64, given: given.into() };
    assert_eq!(fault(&format!("{START} f5:+1; f6")), (76, given("f6")));
    assert_eq!(fault(&format!("{START} f5:+65")), (69, given("f5:+65")));
    assert_eq!(fault(&"-".repeat(1 << 20)), (4097, ObfFault::TooLong));
}

#[test]
fn obf_of_another_board_is_refused_when_it_is_resolved() {
    let small = "-----OX--XO----- X";
    let size = WrongSize { given: 4, wanted: 8 };
    assert_eq!(
        Position::<8>::read_start(small),
        Err(StartError::Resolve(ObfResolveError::Size(size)))
    );
    let score: Obf = format!("{START} a1:+2;").parse().unwrap();
    let reason = Illegal::TurnsNothing(square("a1"));
    assert_eq!(score.resolve::<8>(), Err(ObfResolveError::Score { mv: place("a1"), reason }));
}

#[test]
fn lines_of_obf_are_read_each_for_itself() {
    let text = format!("% two\n{START}\n\nnonsense\n{START}\n");
    let read: Vec<_> = Obf::lines(&text).collect();
    assert_eq!(read.len(), 3);
    assert!(read[0].is_ok() && read[2].is_ok());
    let error = read[1].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: a square is X, O or -, not 'n'");
}

#[test]
#[ignore = "needs reference data"]
fn the_ffo_positions_have_the_known_side_to_move_and_empties() {
    let text = reference::read("othello/ffo-40-59.obf");
    // By the numbers of the positions, 40 to 59.
    let sides = "XXXOOXXOOXXOOXXOOXXX";
    let empties = [20, 22, 22, 23, 23, 24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 34];
    let mut read = 0;
    for (obf, (side, empty)) in Obf::lines(&text).zip(sides.chars().zip(empties)) {
        let obf = obf.unwrap();
        let position = obf.resolve::<8>().unwrap();
        let to_move = if side == 'X' { Side::Black } else { Side::White };
        assert_eq!(position.side_to_move(), to_move, "{obf}");
        assert_eq!(position.empty().len(), empty, "{obf}");
        assert!(!obf.scores.is_empty() && obf.scores.len() <= position.count_moves(), "{obf}");
        assert_eq!(obf.to_string().parse(), Ok(obf));
        read += 1;
    }
    assert_eq!(read, 20);
    assert_eq!(Obf::lines(&text).count(), 20);
}

#[test]
fn transcripts_are_read_with_numbers_blanks_and_passes() {
    let plain: Transcript = "f5d6c3".parse().unwrap();
    for text in ["F5 d6\nC3", "1. f5 2. d6 3. c3", "1.f5d6 2.c3", " f5d62.c3 "] {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text}");
    }
    let passes: Transcript = "f5paPass--psd6".parse().unwrap();
    assert_eq!(passes.to_string(), "f5--------d6");
    assert_eq!("".parse(), Ok(Transcript::default()));
}

#[test]
fn wrong_transcripts_are_refused_with_the_place() {
    let fault = |text: &str| {
        let error = text.parse::<Transcript>().unwrap_err();
        (error.place.line, error.place.column, error.fault)
    };
    let given = |given: &str| TranscriptFault::Move { given: given.into() };
    assert_eq!(fault("f5\nd6 k3"), (2, 4, given("k3")));
    assert_eq!(fault("f5d"), (1, 3, given("d")));
    assert_eq!(fault("f5 12 d6"), (1, 6, TranscriptFault::NumberWithoutDot));
    assert_eq!(fault(&"f5".repeat(201)), (1, 401, TranscriptFault::TooManyMoves));
    assert_eq!(fault(&" ".repeat(1 << 20)), (1, 4097, TranscriptFault::TooLong));
}

#[test]
fn a_row_of_two_digits_is_told_from_the_number_of_a_move() {
    let moves = |text: &str| text.parse::<Transcript>().unwrap().moves;
    assert_eq!(moves("a10b1"), [place("a10"), place("b1")]);
    assert_eq!(moves("10. a10 11. b1"), [place("a10"), place("b1")]);
    assert_eq!(moves("9.a1010.b1"), [place("a10"), place("b1")]);
    assert_eq!(moves("9.a110.b1"), [place("a1"), place("b1")]);
    assert_eq!("j10A10".parse::<Transcript>().unwrap().to_string(), "j10a10");
}

#[test]
fn scores_go_as_far_as_the_board() {
    let start = Position::<10>::write_start(&Position::standard());
    let obf: Obf = format!("{start} G6:+100; PA:-100;").parse().unwrap();
    assert_eq!((obf.scores[0].value, obf.scores[1].value), (100, -100));
    assert_eq!(obf.to_string().parse(), Ok(obf));
    let error = format!("{start} G6:+101;").parse::<Obf>().unwrap_err();
    assert_eq!(error.fault, ObfFault::Score { most: 100, given: "G6:+101".into() });
}

#[test]
fn a_game_of_ten_rows_is_written_in_ggf() {
    let start = Position::<10>::standard();
    let ggf = Ggf::of(start, &[place("g6")]);
    let text = ggf.to_string();
    assert!(text.starts_with("(;GM[Othello]TY[10]BO[10 ----------"), "{text}");
    assert_eq!(text.parse::<Ggf>().unwrap().replay::<10>(), Ok((start, vec![place("g6")])));
    let last: Ggf = text.replace("B[g6]", "B[j10]").parse().unwrap();
    assert_eq!(last.moves[0].mv, place("j10"));
    let size = WrongSize { given: 10, wanted: 8 };
    assert_eq!(ggf.replay::<8>(), Err(GgfResolveError::Size(size)));
}

#[test]
fn a_transcript_that_cannot_be_played_names_the_move() {
    let transcript: Transcript = "f5d6a1".parse().unwrap();
    let error = transcript.replay(Position::<8>::standard()).unwrap_err();
    assert_eq!(error.number, 3);
    assert_eq!(error.reason, ReplayFault::Illegal(Illegal::TurnsNothing(square("a1"))));
    assert_eq!(error.to_string(), "move 3, a1: a disc on a1 turns nothing over");
}

const GAME: &str = r"(;GM[Othello]PC[GGS/os]PB[Ann [1\]]PW[Bob \\]TI[05:00//02:00]TY[8]RE[+64.00:r]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[F5/0.5/1.25]W[d6//2]B[C3/-1.50];)";

#[test]
fn ggf_is_read_with_everything_in_it() {
    let ggf: Ggf = GAME.parse().unwrap();
    assert_eq!(ggf.tag("PB"), Some("Ann [1]"));
    assert_eq!(ggf.tag("PW"), Some(r"Bob \"));
    assert_eq!(ggf.tag("RE"), Some("+64.00:r"));
    assert_eq!(ggf.tag("DT"), None);
    let numbers: Vec<_> = ggf.moves.iter().map(|mv| (mv.evaluation, mv.seconds)).collect();
    assert_eq!(numbers, [(Some(0.5), Some(1.25)), (None, Some(2.0)), (Some(-1.5), None)]);
    let (start, moves) = ggf.replay::<8>().unwrap();
    assert_eq!(start, Position::standard());
    assert_eq!(moves, ["f5", "d6", "c3"].map(place));
    assert_eq!(
        ggf.to_string(),
        r"(;GM[Othello]PC[GGS/os]PB[Ann [1\]]PW[Bob \\]TI[05:00//02:00]TY[8]RE[+64.00:r]BO[8 ---------------------------O*------*O--------------------------- *]B[f5/0.5/1.25]W[d6//2]B[c3/-1.5];)"
    );
}

#[test]
fn wrong_ggf_is_refused_with_the_place() {
    let fault = |text: &str| {
        let error = text.parse::<Ggf>().unwrap_err();
        (error.place.line, error.place.column, error.fault)
    };
    let board = "BO[4 -----O*--*O----- *]";
    let moves = |moves: &str| fault(&format!("(;GM[Othello]{board}\n{moves};)"));
    assert_eq!(fault("hello"), (1, 1, GgfFault::NoBeginning));
    assert_eq!(fault("(;GM[Othello]"), (1, 14, GgfFault::NoEnd));
    assert_eq!(fault("(;GM[Othello];)"), (1, 16, GgfFault::NoBoard));
    assert_eq!(fault(&format!("(;{board};)")), (1, 29, GgfFault::NoGame));
    assert_eq!(fault("(;GM[Go];)"), (1, 6, GgfFault::OtherGame { given: "Go".into() }));
    assert_eq!(fault("(;GM;)"), (1, 5, GgfFault::NoValue { name: "GM".into() }));
    assert_eq!(fault("(;GM[Oth;)"), (1, 3, GgfFault::UnclosedValue { name: "GM".into() }));
    assert_eq!(moves(board), (2, 4, GgfFault::SecondBoard));
    assert_eq!(moves("b[b1]"), (2, 1, GgfFault::Name { given: "b[b1];)".into() }));
    assert_eq!(moves(";)x"), (2, 3, GgfFault::MoreAfterEnd));
    assert_eq!(moves("B[b0]"), (2, 3, GgfFault::Move { given: "b0".into() }));
    assert_eq!(moves("B[b1/x]"), (2, 6, GgfFault::Number { given: "x".into() }));
    assert_eq!(moves("B[b1/1/NaN]"), (2, 8, GgfFault::Number { given: "NaN".into() }));
    assert_eq!(moves(&"B[b1]".repeat(201)), (2, 1003, GgfFault::TooManyMoves));
    assert_eq!(moves(&" ".repeat(1 << 20)).2, GgfFault::TooLong);

    let board = |board: &str| fault(&format!("(;BO[{board}];)"));
    assert_eq!(board("12 -- *"), (1, 6, GgfFault::BoardSize { given: "12 -- *".into() }));
    assert_eq!(board("10 -- *"), (1, 6, GgfFault::BoardLength { wanted: 100, given: 3 }));
    assert_eq!(board("4 -- *"), (1, 6, GgfFault::BoardLength { wanted: 16, given: 3 }));
    let letter = board("4 -----O*--*O---?- *");
    assert_eq!(letter, (1, 22, GgfFault::Contents { given: '?' }));
    assert_eq!(board("4 -----O*--*O----- -"), (1, 25, GgfFault::SideToMove { given: '-' }));
}

/// Written out, these numbers made the text of a game longer than a game may be.
#[test]
fn a_number_that_would_fill_a_page_is_refused() {
    let text = |mv: &str| format!("(;GM[Othello]BO[4 -----O*--*O----- *]{};)", mv.repeat(128));
    let error = text("B[b1/1e-300/1e-300]").parse::<Ggf>().unwrap_err();
    assert_eq!(error.fault, GgfFault::Number { given: "1e-300".into() });
    let small: Ggf = text("B[b1/1.2345678901234567e-9/-0]").parse().unwrap();
    assert_eq!(small.to_string().parse(), Ok(small));
}

#[test]
fn ggf_that_cannot_be_played_says_why() {
    let ggf: Ggf = GAME.replace("W[d6//2]", "").parse().unwrap();
    let reason = ReplayFault::NotToMove(Side::Black);
    let error = ReplayError { number: 2, mv: place("c3"), reason };
    assert_eq!(ggf.replay::<8>(), Err(GgfResolveError::Move(error)));
    assert_eq!(error.to_string(), "move 2, c3: it is not Black's turn");
    let size = WrongSize { given: 8, wanted: 6 };
    assert_eq!(ggf.replay::<6>(), Err(GgfResolveError::Size(size)));
}

#[test]
fn tags_have_names_that_can_be_read_back() {
    assert!(Tag::new("PB", "anything ] at \\ all").is_ok());
    for wrong in ["", "pb", "B", "W", "GM", "BO", "P B", "P[", "NINELETTERS"] {
        assert!(Tag::new(wrong, "").is_err(), "{wrong}");
    }
}

#[test]
fn a_stream_of_games_goes_on_after_a_wrong_one() {
    let unclosed = "(;GM[Othello]PB[";
    let stream = format!("2 {GAME}{GAME}\n\n1 (;GM[Chess];)\n{GAME}\n{unclosed}");
    let games: Vec<_> = GgfReader::new(stream.as_bytes()).collect();
    assert_eq!(games.len(), 5);
    for i in [0, 1, 3] {
        assert_eq!(games[i].as_ref().unwrap(), &GAME.parse::<Ggf>().unwrap());
    }
    let wrong = games[2].as_ref().unwrap_err().to_string();
    assert_eq!(wrong, "line 7, column 8: the game is \"Chess\", not Othello");
    let wrong = games[4].as_ref().unwrap_err().to_string();
    assert_eq!(wrong, "line 11, column 14: the value of PB has no closing bracket");
}

#[test]
fn a_game_too_long_is_an_error_and_not_the_end() {
    let stream = format!("\n(;C[{}];)\n{GAME}", "x".repeat(100_000));
    let games: Vec<_> = GgfReader::new(stream.as_bytes()).collect();
    assert_eq!(games.len(), 2);
    match &games[0] {
        Err(GgfReadError::Text(error)) => {
            assert_eq!(error.fault, GgfFault::TooLong);
            assert_eq!(error.place, TextPosition { line: 2, column: 1 });
        }
        other => panic!("{other:?}"),
    }
    assert!(games[1].is_ok());
}

#[test]
fn a_stream_that_fails_ends_the_games() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the wire is cut"))
        }
    }
    let mut games = GgfReader::new(std::io::BufReader::new(Broken));
    let error = games.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the games could not be read: the wire is cut");
    assert!(games.next().is_none());
}

#[test]
fn the_board_is_drawn_with_its_names() {
    let drawn = Position::<4>::standard().to_string();
    assert_eq!(drawn, "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nBlack (X) to move");
}

#[test]
fn a_board_of_ten_rows_is_drawn_with_room_for_their_numbers() {
    let drawn = Position::<10>::standard().to_string();
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "   a b c d e f g h i j");
    assert_eq!(lines[5], " 5 - - - - O X - - - -");
    assert_eq!(lines[10], "10 - - - - - - - - - -");
    assert_eq!(Setup::from_diagram(&drawn).unwrap().position(), Ok(Position::<10>::standard()));
    let framed = drawn.replace("10 -", "10|-").replace("\nBlack", "|10\nBlack");
    assert_eq!(Setup::from_diagram(&framed), Setup::from_diagram(&drawn));
    let wrong = Setup::from_diagram(&drawn.replace("10 -", "1 0 -")).unwrap_err().fault;
    assert_eq!(wrong, DiagramFault::RowNumber { wanted: 10 });
}

#[test]
fn drawings_are_read_generously() {
    let drawings = [
        "....\n.OX.\n.XO.\n....\nX",
        "\n  A B C D\n1|- - - -|1\n2|- w b -|2\n3|- b w -|3\n4|- - - -|4\n  A B C D\n\nblack\n",
        "1 ----\r\n2 -O*-\r\n3 -*O-\r\n4 ----\r\n* to move\r\n",
    ];
    for drawing in drawings {
        let setup = Setup::from_diagram(drawing).unwrap();
        assert_eq!(setup.position(), Ok(Position::<4>::standard()), "{drawing}");
    }
}

#[test]
fn wrong_drawings_are_refused_with_the_place() {
    let fault = |text: &str| {
        let error = Setup::from_diagram(text).unwrap_err();
        (error.place.line, error.place.column, error.fault)
    };
    assert_eq!(fault(""), (1, 1, DiagramFault::RowsMissing { given: 0, wanted: 8 }));
    assert_eq!(fault("...\n"), (1, 1, DiagramFault::RowLength { given: 3 }));
    assert_eq!(fault("....\n....\n"), (3, 1, DiagramFault::RowsMissing { given: 2, wanted: 4 }));
    let rows = "....\n....\n....\n";
    assert_eq!(
        fault(&format!("{rows}.....\n")),
        (4, 1, DiagramFault::UnevenRow { given: 5, wanted: 4 })
    );
    assert_eq!(fault(&format!("{rows}..?.\n")), (4, 3, DiagramFault::Contents { given: '?' }));
    assert_eq!(fault(&format!("{rows}3 ....\n")), (4, 1, DiagramFault::RowNumber { wanted: 4 }));
    let given = |given: &str| DiagramFault::SideToMove { given: given.into() };
    assert_eq!(fault(&format!("{rows}....\n")), (5, 1, given("")));
    assert_eq!(fault(&format!("{rows}....\nred")), (5, 1, given("red")));
    assert_eq!(fault(&format!("{rows}....\nX\nX")), (6, 1, DiagramFault::MoreAfterEnd));
    assert_eq!(fault(&".\n".repeat(1 << 20)).2, DiagramFault::TooLong);
}

fn positions_read_back<const N: usize>(position: Position<N>)
where
    Rows<N>: Size,
{
    assert_eq!(Position::read_start(&Position::write_start(&position)), Ok(position));
    let drawn = Setup::from_diagram(&position.to_string()).unwrap();
    assert_eq!(drawn.position(), Ok(position));
    let held: Vec<_> = drawn.contents().collect();
    assert_eq!(Setup::new(&held, position.side_to_move()), Some(drawn));
}

fn games_read_back<const N: usize>(choices: &[u32])
where
    Rows<N>: Size,
{
    let (moves, positions) = game::<N>(choices);
    let start = positions[0];
    let transcript: Transcript = moves.iter().copied().collect();
    assert_eq!(transcript.to_string().parse(), Ok(transcript.clone()));
    assert_eq!(transcript.replay(start), Ok(moves.clone()));

    let ggf = Ggf::of(start, &moves).with_tag("PB", "[Ann\\]").unwrap();
    assert_eq!(ggf.to_string().parse(), Ok(ggf.clone()));
    assert_eq!(ggf.replay(), Ok((start, moves.clone())));

    // A pass left out is implied by the move after it.
    let heard = moves.iter().rposition(|mv| *mv != Move::Pass).map_or(0, |last| last + 1);
    let silent: Transcript = moves.iter().copied().filter(|mv| *mv != Move::Pass).collect();
    assert_eq!(silent.replay(start).unwrap(), moves[..heard]);
    let mut silent = ggf;
    silent.moves.retain(|written| written.mv != Move::Pass);
    assert_eq!(silent.replay::<N>().unwrap().1, moves[..heard]);
}

proptest! {
    #[test]
    fn positions_of_all_sizes_read_back(
        largest in arrangement::<10>(),
        large in arrangement::<8>(),
        middle in arrangement::<6>(),
        small in arrangement::<4>(),
    ) {
        positions_read_back(largest);
        positions_read_back(large);
        positions_read_back(middle);
        positions_read_back(small);
    }

    #[test]
    fn games_of_all_sizes_read_back(choices in prop::collection::vec(any::<u32>(), 0..110)) {
        games_read_back::<10>(&choices);
        games_read_back::<8>(&choices);
        games_read_back::<6>(&choices);
        games_read_back::<4>(&choices);
    }
}
