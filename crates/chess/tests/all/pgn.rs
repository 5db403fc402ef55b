//! PGN, read and written.

use chess::pgn::{
    Comment, Comments, Game, GameResult, Line, MAX_COMMENT_BYTES, MAX_GAME_BYTES, MAX_NESTING,
    MAX_TAG_BYTES, Nag, Node, PgnFault, ReadError, Reader, ResolveError, SyntaxError, TagError,
    Tags, TextError, TextPosition, Unresolved, Variant,
};
use chess::{Illegal, Move, Position, San, SanError};
use game::{Game as _, Perfect, Rules, Side, Verdict};
use proptest::prelude::*;
use std::io::{self, BufReader, Read};
use std::time::Duration;

fn read(text: &str) -> Game {
    text.parse().unwrap_or_else(|error: ReadError| panic!("{error}\n{text:.1000}"))
}

/// All games and errors of a text.
fn read_all(text: &[u8]) -> Vec<Result<Game, ReadError>> {
    Reader::new(text).collect()
}

fn syntax_error<T: std::fmt::Debug>(result: Result<T, ReadError>) -> SyntaxError {
    match result {
        Err(ReadError::Text(TextError::Syntax(error))) => error,
        other => panic!("expected a syntax error, found {other:?}"),
    }
}

fn resolve_error<T: std::fmt::Debug>(result: Result<T, ReadError>) -> ResolveError {
    match result {
        Err(ReadError::Resolve(error)) => error,
        other => panic!("expected a resolve error, found {other:?}"),
    }
}

fn fails(text: &str, line: u64, column: u64, fault: PgnFault) {
    let error = syntax_error(text.parse::<Game>());
    assert_eq!(error, SyntaxError { place: TextPosition { line, column }, fault }, "{text:.100}");
}

/// The main line in algebraic notation, without numbers.
fn main_line(game: &Game) -> String {
    let sans = game.main_line().map(|(position, node)| San::of(&position, node.mv).to_string());
    sans.collect::<Vec<_>>().join(" ")
}

fn comments(comments: &[Comment]) -> Vec<&str> {
    comments.iter().map(Comment::text).collect()
}

const TWO_GAMES: &str = r#"[Event "Club night"]
[Site "Here \"and\" there"]
[Date "2026.11.14"]
[Round "1"]
[White "Müller, A\\B"]
[Black "?"]
[Result "1-0"]
[ECO "C20"]
[Annotator "nobody"]

{Before the first move.} 1. e4 $1 {[%clk 0:02:59]} e5 {[%clk 0:02:58.5]
[%emt 0:00:01]} 2. Qh5?! (2. Nf3 Nc6 (2... Nf6 {Petrov} 3. Nxe5) 3. Bb5) (2. d4)
2... Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0

[Event "Second"]
[Result "*"]

1. d4 ; a comment to the end of the line
%this line is not there
1... d5 *
"#;

#[test]
fn a_game_is_read_with_all_that_is_said_about_it() {
    let games = read_all(TWO_GAMES.as_bytes());
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(first.tags.get("Event"), Some("Club night"));
    assert_eq!(first.tags.get("Site"), Some("Here \"and\" there"));
    assert_eq!(first.tags.get("White"), Some("Müller, A\\B"));
    assert_eq!(first.tags.get("ECO"), Some("C20"));
    assert_eq!(first.result, GameResult::WhiteWins);
    assert_eq!(main_line(first), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_eq!(comments(&first.moves.comments), ["Before the first move."]);
    let nodes = &first.moves.nodes;
    assert_eq!(nodes[0].nags, [Nag(1)]);
    assert_eq!(nodes[0].clock(), Some(Duration::from_secs(179)));
    assert_eq!(nodes[0].elapsed(), None);
    assert_eq!(nodes[1].clock(), Some(Duration::from_millis(178_500)));
    assert_eq!(nodes[1].elapsed(), Some(Duration::from_secs(1)));
    assert_eq!((&nodes[2].nags[..], &nodes[5].nags[..]), (&[Nag(6)][..], &[Nag(4)][..]));
    let [knight, pawn] = &nodes[2].variations[..] else { panic!("{:?}", nodes[2].variations) };
    assert_eq!((knight.nodes.len(), pawn.nodes.len()), (3, 1));
    assert_eq!(comments(&knight.nodes[1].variations[0].nodes[0].comments), ["Petrov"]);
    let outcome = first.last_position().turn().outcome().unwrap();
    assert_eq!(GameResult::of(Some(outcome.verdict)), first.result);

    assert_eq!(main_line(second), "d4 d5");
    assert_eq!(comments(&second.moves.nodes[0].comments), ["a comment to the end of the line"]);
}

#[test]
fn games_are_written_in_the_export_format() {
    let game = read(TWO_GAMES.split("\n\n[Event").next().unwrap());
    let expected = r#"[Event "Club night"]
[Site "Here \"and\" there"]
[Date "2026.11.14"]
[Round "1"]
[White "Müller, A\\B"]
[Black "?"]
[Result "1-0"]
[Annotator "nobody"]
[ECO "C20"]

{Before the first move.} 1. e4 $1 {[%clk 0:02:59]} 1... e5 {[%clk 0:02:58.5]
[%emt 0:00:01]} 2. Qh5 $6 (2. Nf3 Nc6 (2... Nf6 {Petrov} 3. Nxe5) 3. Bb5) (2.
d4) 2... Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0
"#;
    // A number stays with its move.
    let expected = expected.replace("(2.\nd4)", "\n(2. d4)").replace(" \n", "\n");
    assert_eq!(game.to_string(), expected);
}

#[test]
fn a_game_without_anything_has_the_seven_tags() {
    let text = Game::new(Position::standard(), []).to_string();
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n\n*\n"
    );
    assert_eq!(read(&text), Game::new(Position::standard(), []));
}

#[test]
fn careless_move_texts_are_understood() {
    for text in [
        "1.e4 e5 2.Nf3",
        "1. e4 1... e5 2. Nf3",
        "1. e4 1. ... e5 2. Nf3",
        "1 e4 e5 2 Nf3",
        "e4 e5 Nf3",
        "7. e4 e5 9... Nf3",
        "1.e4!e5?2.Nf3!!*",
        "\u{feff}1. e4 e5 2. Nf3 *",
        "\r\n\r\n1. e4\r\ne5\r\n2. Ng1-f3\r\n",
        "1. e4\0e5 \x1a2. Nf3\x1a",
        "1. e4 {}e5 ()2. Nf3",
        "1. e4 (1. d4 d5 1-0) e5 2. Nf3",
        "% a line for programs\n1. e4 e5\n%\n2. Nf3",
        "; a header\n{and more}\n[White \"A\"]\n[Black \"B\"]\n1. e4 e5 2. Nf3",
    ] {
        assert_eq!(main_line(&read(text)), "e4 e5 Nf3", "{text}");
    }
    let castled = read("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d4 0-0 1/2");
    assert!(main_line(&castled).ends_with("O-O Nf6 d4 O-O"));
    assert_eq!(castled.result, GameResult::Draw);
    for taken in ["exd6", "exd6e.p.", "exd6 e.p.", "ed6 ep $1"] {
        let game = read(&format!("1. e4 a6 2. e5 d5 3. {taken} *"));
        assert!(main_line(&game).ends_with("exd6"), "{taken}");
    }
}

#[test]
fn a_missing_result_is_taken_from_the_tag() {
    assert_eq!(read("1. e4").result, GameResult::Unknown);
    assert_eq!(read("[Result \"0-1\"]\n1. e4").result, GameResult::BlackWins);
    assert_eq!(read("[Result \"0-1\"]\n1. e4 1-0").result, GameResult::WhiteWins);
    assert_eq!(read("[Result \"what?\"]\n1. e4").result, GameResult::Unknown);
}

#[test]
fn a_star_behind_the_moves_leaves_the_result_to_the_tag() {
    assert_eq!(read("[Result \"0-1\"]\n1. e4 *").result, GameResult::BlackWins);
    assert_eq!(read("[Result \"1/2-1/2\"]\n*").result, GameResult::Draw);
    assert_eq!(read("[Result \"*\"]\n1. e4 *").result, GameResult::Unknown);
    assert_eq!(read("[Result \"*\"]\n1. e4 0-1").result, GameResult::BlackWins);
}

/// The variation of the first move, and the whole main line.
fn first_variation(text: &str) -> (String, String) {
    let game = read(text);
    assert_eq!(read(&game.to_string()), game, "{text}");
    let variations = game.moves.nodes[0].variations.iter().map(|variation| {
        let sans = variation.walk(game.start).map(|(at, node)| San::of(&at, node.mv).to_string());
        sans.collect::<Vec<_>>().join(" ")
    });
    (variations.collect::<Vec<_>>().join("; "), main_line(&game))
}

#[test]
fn a_null_move_or_a_wrong_move_costs_the_rest_of_its_variation() {
    for (variation, kept) in [
        ("(1. d4 -- 2. c4)", "d4"),
        ("(1. d4 Z0 2. c4 {threat})", "d4"),
        ("(1. d4 0000 2. c4)", "d4"),
        ("(1. d4 d5 2. Hello there! $3 3. Nf3)", "d4 d5"),
        ("(1. d4 d5 2. <what> (2. c4 (2. c3)) 3. Nf3)", "d4 d5"),
        ("(1. d4 Nf6 2. N@f3 Nc6)", "d4 Nf6"),
        ("(1. d4 d5 2. Ke3 Nf6)", "d4 d5"),
        ("(1. d4 ♞f6 2. c4)", "d4"),
        ("(1. d4 d5 2. ♘c3)", "d4 d5"),
        ("(-- 1... d5)", ""),
        ("(1. --)", ""),
        ("(1. Ke5) (1. c4)", "c4"),
        ("(1. --) (1. c4 -- 2. d4) (1. f4)", "c4; f4"),
    ] {
        let text = format!("1. e4 {variation} e5 2. Nf3 *");
        assert_eq!(first_variation(&text), (kept.into(), "e4 e5 Nf3".into()), "{text}");
    }
    let nested = read("1. e4 (1. d4 d5 (1... -- 2. e4) 2. c4) e5 *");
    assert_eq!(nested.moves.nodes[0].variations[0].nodes.len(), 3);
    let said = read("1. e4 ({Or} 1. --) e5 *");
    assert_eq!(comments(&said.moves.nodes[0].variations[0].comments), ["Or"]);
    fails("1. e4 (1. d4 -- 2. c4", 1, 7, PgnFault::UnterminatedVariation);
}

#[test]
fn coordinates_are_moves() {
    let game = read("1. e2e4 d7-d5 2. e4d5 g8f6 3. g1f3 f6d5 4. f1c4 e7e6 5. e1g1 *");
    assert_eq!(main_line(&game), "e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 e6 O-O");
    let game = read("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a7a8q+ *");
    assert_eq!(main_line(&game), "a8=Q+");
}

#[test]
fn annotations_that_are_signs_are_read() {
    let nags = |text: &str| {
        let game = read(&format!("1. e4 e5 2. Qh5 {text} Nc6 *"));
        assert_eq!(main_line(&game), "e4 e5 Qh5 Nc6", "{text}");
        assert!(game.moves.nodes.iter().all(|node| node.variations.is_empty()), "{text}");
        game.moves.nodes[2].nags.iter().map(|nag| nag.0).collect::<Vec<_>>()
    };
    assert_eq!(nags("N"), [146]);
    assert_eq!(nags("D"), [220]);
    assert_eq!(nags("+-"), [18]);
    assert_eq!(nags("-+ $1"), [19, 1]);
    assert_eq!(nags("= N"), [10, 146]);
    assert_eq!(nags("+/= +/- -/+ =/+"), [14, 16, 17, 15]);
    assert_eq!(nags("± ∓ ∞ ⩲ ⩱"), [16, 17, 13, 14, 15]);
    for passed_over in ["(=)", "( = )", "$300", "$", "!!!", "+", "#", "$99999999999999999999999"] {
        assert_eq!(nags(passed_over), [0; 0], "{passed_over}");
    }
    assert_eq!(main_line(&read("$1 D 1. e4 *")), "e4");
    let glued = read("1. e4+- e5= 2. Qh5-+ Ke7+/- 3. Qxe5++- *");
    assert_eq!(main_line(&glued), "e4 e5 Qh5 Ke7 Qxe5#");
    let nags: Vec<u8> = glued.moves.nodes.iter().map(|node| node.nags[0].0).collect();
    assert_eq!(nags, [18, 10, 19, 16, 18]);
}

#[test]
fn a_variant_that_is_not_known_is_named_whatever_its_moves_look_like() {
    let crazyhouse = "[Event \"a\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 {[%clk 1]} Qd8 1-0";
    let text = format!("{crazyhouse}\n\n[Event \"b\"]\n\n1. d4 *\n");
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert_eq!(main_line(&games.remove(1).unwrap()), "d4");
    let error = resolve_error(games.remove(0));
    assert_eq!(error.place, TextPosition { line: 2, column: 1 });
    assert_eq!(error.fault, Unresolved::Variant("Crazyhouse".into()));
}

#[test]
fn games_without_a_result_end_where_the_next_one_begins() {
    let games =
        read_all(b"[Event \"1\"]\n1. e4\n[Event \"2\"]\n[Event \"3\"]\n\n{x}\n[White \"4\"]\n");
    let games: Vec<Game> = games.into_iter().map(Result::unwrap).collect();
    let events: Vec<_> = games.iter().map(|game| game.tags.get("Event").unwrap()).collect();
    assert_eq!(events, ["1", "2", "3", "?"]);
    assert_eq!(comments(&games[2].moves.comments), ["x"]);
    assert_eq!(games[3].tags.get("White"), Some("4"));
}

#[test]
fn games_without_tags_are_told_apart_by_their_results() {
    let games = read_all(b"1. e4 * 1. d4 1-0 {done} 1. c4 0-1\n; the end\n");
    let lines: Vec<_> = games.into_iter().map(|game| main_line(&game.unwrap())).collect();
    assert_eq!(lines, ["e4", "d4", "c4"]);
}

#[test]
fn a_comment_after_the_result_belongs_to_the_game() {
    let game = read("1. e4 1-0 {Black resigns} ; yes\n\n; not this one");
    assert_eq!(comments(&game.moves.nodes[0].comments), ["Black resigns", "yes"]);
}

#[test]
fn nothing_but_comments_is_no_game() {
    assert!(read_all(b"").is_empty());
    assert!(read_all(b"\xef\xbb\xbf \r\n; hello\n% there\n{you}").is_empty());
    fails(" ; hello", 1, 1, PgnFault::NoGame);
    fails("1. e4 *\n {x} 1. d4 *", 2, 2, PgnFault::AnotherGame);
}

#[test]
fn what_is_not_utf_8_is_latin_1() {
    let text = b"[White \"M\xfcller\"]\n[Black \"Ren\xc3\xa9\"]\n1. e4 {\xfcber \xc3\xbcber} *";
    let game = read_all(text).remove(0).unwrap();
    assert_eq!(game.tags.get("White"), Some("Müller"));
    assert_eq!(game.tags.get("Black"), Some("René"));
    assert_eq!(comments(&game.moves.nodes[0].comments), ["über über"]);
    assert_eq!(read(&game.to_string()), game);
}

#[test]
fn a_game_starts_from_its_fen() {
    let fen = "4k3/8/8/8/8/8/4p3/K7 b - - 3 40";
    let game = read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... e1=Q+ 41. Ka2 *"));
    assert_eq!(game.start.to_string(), fen);
    let text = game.to_string();
    assert!(text.contains(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 3 40\"]\n\n40... e1=Q+ 41. Ka2 *\n"
    ));
    assert_eq!(read(&text), game);
}

#[test]
fn chess960_is_castled_from_where_king_and_rook_stand() {
    let text = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"5kr1/5ppp/8/8/8/8/5PPP/5KR1 w Gg - 0 1\"]\n\n1. O-O O-O *";
    let game = read(text);
    assert_eq!(game.variant, Variant::Chess960);
    let king = game.last_position().king(Side::White);
    assert_eq!(king.to_string(), "g1");
    assert_eq!(read(&game.to_string()), game);
    assert_eq!(read("[Variant \"From Position\"]\n*").variant, Variant::Standard);
    assert_eq!(read("[Variant \"Chess960\"]\n*").start, Position::standard());
}

#[test]
fn what_cannot_be_played_says_where_and_why() {
    let error = resolve_error("[White \"A\"]\n\n1. e4 e5\n2. Ke3 *".parse::<Game>());
    assert_eq!(error.place, TextPosition { line: 4, column: 4 });
    assert!(matches!(
        error.fault,
        Unresolved::Move(SanError::Illegal(_, Illegal::NotHowItMoves(..)))
    ));
    let error = resolve_error("\n [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"] *".parse::<Game>());
    assert_eq!(error.place, TextPosition { line: 2, column: 2 });
    assert!(matches!(error.fault, Unresolved::Start(_)));
    let error = resolve_error("[Variant \"Antichess\"] 1. e4".parse::<Game>());
    assert_eq!(error.fault, Unresolved::Variant("Antichess".into()));
    assert_eq!(
        error.to_string(),
        "line 1, column 1: expected the variant Standard, From Position or Chess960, \
         found \"Antichess\""
    );
}

#[test]
fn what_cannot_be_read_says_where_and_what() {
    let found = |text: &str| text.to_owned();
    fails("1. e4 {no end\n", 1, 7, PgnFault::UnterminatedComment);
    fails("1. e4 (1. d4\n(1. c4) ", 1, 7, PgnFault::UnterminatedVariation);
    fails("1. e4 (1. d4\n(1. c4 ", 2, 1, PgnFault::UnterminatedVariation);
    fails("\n[Event \"no end\n]\n", 2, 1, PgnFault::UnterminatedTag);
    fails("[Event \"x\" ", 1, 1, PgnFault::UnterminatedTag);
    fails("[Event \"x\"\n[Site \"y\"]", 1, 1, PgnFault::UnterminatedTag);
    fails("[", 1, 1, PgnFault::UnterminatedTag);
    fails("[ \"x\"]", 1, 3, PgnFault::NoTagName(found("\"x\"]")));
    fails("[Event x]", 1, 8, PgnFault::NoTagValue(found("x]")));
    fails("[Event \"a\" \"b\"]", 1, 12, PgnFault::NoTagEnd(found("\"b\"]")));
    fails("1. e4 Hello", 1, 7, PgnFault::NotAMove(found("Hello")));
    fails("1. e4 --", 1, 7, PgnFault::NotAMove(found("--")));
    fails("1. {ü} ü4", 1, 8, PgnFault::Unexpected(found("ü4")));
    fails("1. e4 <x>", 1, 7, PgnFault::Unexpected(found("<x>")));
    fails("\u{fe00}", 1, 1, PgnFault::Unexpected(found("\u{fe00}")));
    fails("1. e4 Z0", 1, 7, PgnFault::NotAMove(found("Z0")));
    fails("1. e4 0000", 1, 7, PgnFault::NotAMove(found("0000")));
    fails("1. e4 N@f6", 1, 8, PgnFault::Unexpected(found("@f6")));
    fails("(1. d4) 1. e4", 1, 1, PgnFault::VariationWithoutMove);
    fails("1. e4\r\n\r\n) e5", 3, 1, PgnFault::NoVariationToClose);
    fails("1. e4\r\re5 }", 3, 4, PgnFault::Unexpected(found("}")));
    let message = syntax_error(format!("1. {}", "x".repeat(500)).parse::<Game>()).to_string();
    assert_eq!(
        message,
        "line 1, column 4: expected a move, found \"xxxxxxxxxxxxxxxxxxxx...\"; \
         a move in algebraic notation looks like Nf3, exd5, O-O or e8=Q"
    );
}

#[test]
fn each_limit_has_its_own_error() {
    let deep = |depth: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&read(&deep(MAX_NESTING)).to_string()), read(&deep(MAX_NESTING)));
    let column = 7 + 7 * MAX_NESTING as u64;
    fails(&deep(MAX_NESTING + 1), 1, column, PgnFault::NestingTooDeep);
    fails(&deep(100_000), 1, column, PgnFault::NestingTooDeep);

    let comment = |length: usize| format!("1. e4 {{{}  }}", "x".repeat(length));
    assert_eq!(read(&comment(MAX_COMMENT_BYTES)).moves.nodes[0].comments.len(), 1);
    fails(&comment(MAX_COMMENT_BYTES + 1), 1, 7, PgnFault::CommentTooLong);
    fails(&format!(";{}", "x".repeat(1 << 20)), 1, 1, PgnFault::CommentTooLong);
    assert!(Comment::new(&"x".repeat(MAX_COMMENT_BYTES + 1)).is_err());
    // In UTF-8 the comment is twice as long as it was.
    let latin = [b"1. e4 {".to_vec(), vec![0xfc; MAX_COMMENT_BYTES], b"}".to_vec()].concat();
    assert_eq!(syntax_error(read_all(&latin).remove(0)).fault, PgnFault::CommentTooLong);

    let tag = |length: usize| format!("\n[White \"{}\"]", "x".repeat(length));
    assert!(read(&tag(MAX_TAG_BYTES - 5)).tags.get("White").is_some());
    fails(&tag(MAX_TAG_BYTES - 4), 2, 1, PgnFault::TagTooLong);
    fails(&format!("[{}", "x".repeat(1 << 20)), 1, 1, PgnFault::TagTooLong);

    let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(MAX_GAME_BYTES as usize / 22 + 1);
    let error = syntax_error(long.parse::<Game>());
    assert_eq!(error.fault, PgnFault::GameTooLarge);
    assert!(error.place.column.abs_diff(MAX_GAME_BYTES) < 20, "{error}");
    let comments = "{} ".repeat(MAX_GAME_BYTES as usize);
    assert_eq!(syntax_error(comments.parse::<Game>()).fault, PgnFault::GameTooLarge);
}

#[test]
fn after_an_error_the_next_game_is_read() {
    let broken = [
        "[Event \"bad\"]\n[White \"x]\n[Black \"y\"]\n\n1. e4 e5 *",
        "[Event bad]\n[White \"x\"]\n\n1. e4 *",
        "[Event\n[White \"x\"]\n\n1. e4 *",
        "[Event \"bad\"]\n\n1. e4 {never closed\n[%clk 0:00:01] *",
        "[Event \"bad\"]\n\n1. e4 (1. d4 d5",
        "[Event \"bad\"]\n\n1. e4 ) d5 2. xx\nyy zz\n[%clk 1] *",
        "[Event \"bad\"]\n\n1. Ke2 *",
        "no game at all\n\nno game",
        "1. e4 e9\n1. e4 *",
    ];
    for bad in broken {
        let text = format!("{bad}\n\n[Event \"good\"]\n[White \"z\"]\n\n1. c4 *\n\n{bad}");
        let games = read_all(text.as_bytes());
        let [first, Ok(good), last] = &games[..] else { panic!("{text}\n{games:?}") };
        assert!(first.is_err() && last.is_err(), "{text}\n{games:?}");
        assert_eq!((good.tags.get("Event"), good.tags.get("White")), (Some("good"), Some("z")));
        assert_eq!(main_line(good), "c4");
    }
    let games =
        read_all(b"[Event \"1\"]\n\n1. e9\n\n[Event 2]\n[White \"x\"]\n\n1. e4 *\n\n1. d4 *");
    assert!(games[0].is_err() && games[1].is_err() && games.len() == 2, "{games:?}");
}

/// Bytes that end in a failure.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_failing_source_is_reported_once() {
    for text in ["1. e4 * 1. d4", "1. e4 * xx yy", "1. e4 *\n{"] {
        let mut reader = Reader::new(BufReader::new(Failing(text.as_bytes())));
        assert!(reader.next().unwrap().is_ok());
        let errors: Vec<_> = reader.by_ref().map(Result::unwrap_err).collect();
        let (failure, others) = errors.split_last().unwrap();
        assert!(matches!(failure, ReadError::Text(TextError::Io(_))), "{text}: {errors:?}");
        assert!(others.len() <= 1, "{text}: {errors:?}");
    }
}

/// The same few games for ever, made as they are read.
struct Endless {
    game: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.game.len() - self.at).min(self.left);
        buffer[..length].copy_from_slice(&self.game[self.at..self.at + length]);
        self.at = (self.at + length) % self.game.len();
        self.left -= length;
        Ok(length)
    }
}

#[test]
fn a_stream_is_read_game_by_game() {
    let game = TWO_GAMES.as_bytes().to_vec();
    let left = game.len() * 2000;
    // A small buffer, so that every word is cut in two somewhere.
    let source = BufReader::with_capacity(7, Endless { game, at: 0, left });
    let mut games = Reader::new(source);
    let first = games.next().unwrap().unwrap();
    let mut read = 1;
    for game in games {
        let game = game.unwrap();
        assert!(read % 2 == 1 || game == first);
        read += 1;
    }
    assert_eq!(read, 4000);
}

#[test]
fn tags_refuse_what_cannot_be_written() {
    let mut tags = Tags::default();
    assert_eq!(tags.set("Result", "1-0"), Err(TagError::Derived("Result")));
    assert_eq!(tags.set("no name", "x"), Err(TagError::Name("no name".into())));
    assert_eq!(tags.set("", "x"), Err(TagError::Name(String::new())));
    assert_eq!(tags.set("White", "a\nb"), Err(TagError::ControlCharacter("White".into())));
    assert_eq!(tags.set("White", &"x".repeat(5000)), Err(TagError::TooLong(5005)));
    tags.set("White", "Ada").unwrap();
    tags.set("Opening", "Grob").unwrap();
    assert_eq!(tags.others().collect::<Vec<_>>(), [("Opening", "Grob")]);
    tags.remove("White");
    tags.set("Opening", "Clemenz").unwrap();
    assert_eq!(tags.get("White"), Some("?"));
    assert_eq!(tags.roster().count(), 6);
    tags.remove("Opening");
    assert_eq!(tags, Tags::default());
}

#[test]
fn clocks_are_read_in_every_form() {
    let clock = |text: &str| Comment::new(text).unwrap().clock().map(|time| time.as_millis());
    assert_eq!(clock("[%clk 0:01:23]"), Some(83_000));
    assert_eq!(clock("x [%eval 1.0][%clk 10:00:00.25] y"), Some(36_000_250));
    assert_eq!(clock("[%clk 1:30]"), Some(90_000));
    assert_eq!(clock("[%clk  59 ]"), Some(59_000));
    for bad in ["[%clk]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk 1:-2:3]", "[%clk 1.x]", "", "%clk 1"]
    {
        assert_eq!(clock(bad), None, "{bad}");
    }
    assert_eq!(clock("[%clk 9999999999:00:00]"), None, "too many digits");
    assert_eq!(clock("[%clk 0:00:01"), None, "not closed");
    assert_eq!(Comment::of_elapsed(Duration::from_millis(61_050)).text(), "[%emt 0:01:01.05]");
    assert_eq!(Comment::new("a [%clk 1] b [%x").unwrap().prose(), "a b [%x");
}

#[test]
fn verdicts_have_their_results() {
    assert_eq!(GameResult::of(None), GameResult::Unknown);
    assert_eq!(GameResult::of(Some(Verdict::Draw)), GameResult::Draw);
    assert_eq!(GameResult::of(Some(Verdict::won_by(Side::Black))), GameResult::BlackWins);
}

#[test]
#[ignore = "needs reference data"]
fn every_opening_can_be_replayed() {
    let text = reference::read("chess/openings.tsv");
    let mut openings = 0;
    for row in text.lines().skip(1) {
        let moves = row.rsplit('\t').next().unwrap();
        let game = read(moves);
        let written = game.to_string();
        let (_, movetext) = written.split_once("\n\n").unwrap();
        assert_eq!(movetext.split_whitespace().collect::<Vec<_>>().join(" "), format!("{moves} *"));
        openings += 1;
    }
    assert!(openings > 3000);
}

/// Grows a line with comments, annotations and variations out of random numbers.
fn grow(start: Position, random: &mut impl FnMut() -> u32, depth: usize) -> Line<Move> {
    let mut line = Line { comments: some_comments(random), nodes: Vec::new() };
    let mut position = start;
    let length = random() % if depth == 0 { 60 } else { 8 };
    for _ in 0..length {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mut node = Node::new(moves[random() as usize % moves.len()]);
        node.nags = (0..(random() % 8).saturating_sub(5)).map(|_| Nag(random() as u8)).collect();
        node.comments = some_comments(random);
        if depth < 4 && random().is_multiple_of(6) {
            let count = random() % 3;
            node.variations = (0..count).map(|_| grow(position, random, depth + 1)).collect();
        }
        position = position.play(node.mv);
        line.nodes.push(node);
    }
    line
}

fn some_comments(random: &mut impl FnMut() -> u32) -> Comments {
    const WORDS: [&str; 16] = [
        "good",
        "}",
        "{",
        "%",
        "%eval",
        "[Event",
        "\"x\"]",
        "[Event \"",
        ";",
        "(",
        "1-0",
        "schön",
        "[%csl",
        "Ga1]",
        "\\",
        "a-word-that-is-longer-than-any-line-may-be-so-that-it-stands-alone-on-a-line-of-its-own",
    ];
    let count = (random() % 10).saturating_sub(7);
    let mut comment = || {
        if random().is_multiple_of(4) {
            return Comment::of_clock(Duration::from_millis(u64::from(random() >> 4)));
        }
        let words: Vec<_> = (0..random() % 30).map(|_| WORDS[random() as usize % 16]).collect();
        Comment::new(&words.join(" ")).unwrap()
    };
    (0..count).map(|_| comment()).collect()
}

/// A game that is a function of the seed.
fn random_game(seed: u64, start: u16, values: &[String]) -> Game {
    let mut state = seed | 1;
    let mut random = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32
    };
    let start = Position::chess960(start).unwrap_or_else(Position::standard);
    let mut game = Game::new(start, []);
    game.moves = grow(start, &mut random, 0);
    game.variant = if random() % 2 == 0 { Variant::Standard } else { Variant::Chess960 };
    let results =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    game.result = results[random() as usize % 4];
    for (name, value) in ["Event", "Black", "Note", "a_b", "9", "ECO"].iter().zip(values) {
        game.tags.set(name, value).unwrap();
    }
    game
}

prop_compose! {
    fn any_game()(
        seed in any::<u64>(),
        start in 0_u16..1200,
        values in prop::collection::vec("[ -~äß\u{2028}♔\u{fffd}\"\\\\\\]\\[]{0,30}", 0..6),
    ) -> Game {
        random_game(seed, start, &values)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_is_written_is_read_back_equal(games in prop::collection::vec(any_game(), 1..3)) {
        let text = games.iter().map(Game::to_string).collect::<Vec<_>>().join("\n");
        let read: Vec<Game> = read_all(text.as_bytes()).into_iter().map(Result::unwrap).collect();
        prop_assert_eq!(&read, &games);
        let crlf = text.replace('\n', "\r\n");
        let read: Vec<Game> = read_all(crlf.as_bytes()).into_iter().map(Result::unwrap).collect();
        prop_assert_eq!(&read, &games);
    }

    #[test]
    fn no_line_is_wider_than_it_may_be(game in any_game()) {
        let text = game.to_string();
        let (_, movetext) = text.split_once("\n\n").unwrap();
        for line in movetext.lines() {
            let long_word = line.contains("longer-than-any") || line.contains("; ");
            let kept = line.contains(" %") || line.contains(" [Event");
            prop_assert!(long_word || kept || line.chars().count() < 80, "{}", line);
            prop_assert!(!line.starts_with('%') && !line.starts_with("[Event"), "{}", line);
        }
    }

    #[test]
    fn comments_are_any_text(text in "\\PC{0,60}|[ \t\r\n}{%;]{0,20}") {
        let comment = Comment::new(&text).unwrap();
        let mut game = Game::new(Position::standard(), []);
        game.moves.comments.push(comment.clone());
        prop_assert_eq!(read(&game.to_string()), game);
        prop_assert_eq!(Comment::new(comment.text()).unwrap(), comment);
    }

    #[test]
    fn clocks_are_read_back(milliseconds in 0_u64..400_000_000_000) {
        let time = Duration::from_millis(milliseconds);
        prop_assert_eq!(Comment::of_clock(time).clock(), Some(time));
        prop_assert_eq!(Comment::of_elapsed(time).elapsed(), Some(time));
    }

    #[test]
    fn any_bytes_give_games_or_errors(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let results = read_all(&bytes);
        prop_assert!(results.len() <= bytes.len());
    }

    #[test]
    fn pieces_of_pgn_in_any_order_give_games_or_errors(pieces in prop::collection::vec(
        prop::sample::select(vec![
            "[Event \"", "[", "]", "\"", "\\", "{", "}", "(", ")", ";", "%", "\n", "\r", " ", "$", "1",
            "1.", "...", "e4", "e5", "Nf3", "O-O", "0-0", "!", "?", "*", "1-0", "1/2-1/2", "e.p.",
            "[White \"x\"]\n", "\u{feff}", "\0", "ü", "+", "#", "=Q", "x", "[FEN \"", "8/8",
        ]),
        0..60,
    )) {
        let text = pieces.concat();
        for game in read_all(text.as_bytes()) {
            match game {
                Ok(game) => prop_assert_eq!(read(&game.to_string()), game),
                Err(error) => prop_assert!(error.to_string().len() < 400, "{}", error),
            }
        }
    }

    #[test]
    fn damaged_games_give_games_or_errors(
        game in any_game(),
        end in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let mut bytes = format!("{game}\n{TWO_GAMES}").into_bytes();
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        bytes.truncate(end.index(bytes.len()) + 1);
        let lines = bytes.split(|&byte| byte == b'\n' || byte == b'\r').count() as u64;
        for game in read_all(&bytes) {
            let place = match game {
                Ok(game) => {
                    prop_assert_eq!(read(&game.to_string()), game);
                    continue;
                }
                Err(ReadError::Text(TextError::Syntax(error))) => error.place,
                Err(ReadError::Resolve(error)) => error.place,
                Err(error) => panic!("{error}"),
            };
            prop_assert!(place.line <= lines && place.column <= bytes.len() as u64 + 1);
        }
    }
}

#[test]
fn very_long_inputs_are_refused_or_read_in_bounded_time() {
    const LENGTH: usize = 5 << 18;
    let repeated = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ";",
        "%",
        "\n",
        "\r",
        " ",
        "\0",
        "$",
        "$1 ",
        "1",
        "1.",
        ".",
        "x",
        "e4 ",
        "Nf3 Nf6 Ng1 Ng8 ",
        "!",
        "*",
        "1-0 ",
        "[Event \"x\"]",
        "[Event \"x\"]\n",
        "[a \"\"]\n",
        "[Event \"",
        "{\n[Event \"",
        "\n[",
        "e4 (",
        "()",
        "e4 (d4) e5 (e6) Nf3 (f3) Nf6 (f6) Ng1 Ng8 ",
        "{} ",
        "\u{feff}",
        "ü",
        "\\",
        "e.p. ",
        "[Event \"x\"]\n(\n",
        "\n[x\n",
    ];
    for piece in repeated {
        let text = piece.repeat(LENGTH / piece.len());
        let after_moves = format!("1. e4 e5 {text}");
        let in_a_tag = format!("[Event \"{text}");
        for input in [&text, &after_moves, &in_a_tag] {
            for game in Reader::new(input.as_bytes()) {
                match game {
                    Ok(game) => assert!(game.moves.nodes.len() < MAX_GAME_BYTES as usize),
                    Err(error) => assert!(error.to_string().len() < 400, "{error}"),
                }
            }
        }
    }
}
