//! Lines of play, looked at on the full screen.

use crate::desk::{Desk, UNICODE, against, options};
use crossterm::event::{KeyCode, MouseEventKind};
use games::CLUB;
use insta::assert_snapshot;
use table::{AnyTable, Found, FoundLine, Language};
use terminal::screen::{Effect, Focus, Input, Overlay, SavedGame, Stage, StorageEvent};
use terminal::{Colours, FileJob, FileOutcome, Look, Options};

const ASCII: Look = Look { unicode: false, colours: Colours::None };

const SPANISH_OPENING: &str = "\
[Event \"?\"]

1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4 Be7 {solid}) 3... exd4 $6) 3. Bb5 a6 $1 {Morphy's defence.} *
";

fn chess() -> Desk {
    Desk::analysing(SPANISH_OPENING, UNICODE, Language::English, (80, 24))
}

/// The search that was asked for last: its ticket and how many lines it looks for.
fn searched(desk: &Desk) -> (u64, usize) {
    let search = |effect: &Effect| match effect {
        Effect::Analyse { ticket, lines, .. } => Some((*ticket, *lines)),
        _ => None,
    };
    desk.effects.iter().rev().find_map(search).expect("nothing is searched")
}

fn line(value: f64, score: &str, own: &str, moves: &str) -> FoundLine {
    let moves = moves.split(' ').map(str::to_owned).collect();
    FoundLine {
        value,
        score: score.to_owned(),
        own: own.to_owned(),
        certainty: None,
        moves,
        paths: Vec::new(),
    }
}

fn found(lines: &[FoundLine], depth: u32, complete: bool) -> Found {
    Found { depth, nodes: 1000, complete, lines: lines.to_vec() }
}

/// The search has found something.
fn find(desk: &mut Desk, lines: &[FoundLine], depth: u32) {
    let (ticket, _) = searched(desk);
    desk.feed(Input::Found { ticket, found: found(lines, depth, false) });
}

fn forgotten(desk: &Desk, ticket: u64) -> bool {
    desk.effects.iter().any(|effect| matches!(effect, Effect::Forget(t) if *t == ticket))
}

/// The moves on the board.
fn path(desk: &Desk) -> String {
    desk.analysis().board().scene(desk.now).moves.join(" ")
}

/// The tree as PGN writes it.
fn record(desk: &Desk) -> String {
    let text = desk.analysis().game().export().unwrap().text;
    text.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ").trim().to_owned()
}

fn spanish_lines() -> [FoundLine; 3] {
    [
        line(0.08, "+0.31", "+0.31", "Ba4 Nf6 O-O Be7 Re1 b5 Bb3"),
        line(0.05, "+0.19", "+0.19", "Bxc6 dxc6 O-O"),
        line(-0.6, "-2.80", "-2.80", "d4 axb5"),
    ]
}

#[test]
fn an_analysis_fits_its_window_in_both_alphabets() {
    for (look, alphabet) in [(UNICODE, "unicode"), (ASCII, "ascii")] {
        for size in [(60, 20), (80, 24), (120, 40)] {
            let mut desk = Desk::analysing(SPANISH_OPENING, look, Language::English, size);
            find(&mut desk, &spanish_lines(), 17);
            let screen = desk.screen();
            let name = format!("analysis-{alphabet}-{}x{}", size.0, size.1);
            assert!(look.unicode || screen.is_ascii(), "{name}:\n{screen}");
            assert_snapshot!(name, screen);
        }
    }
}

#[test]
fn an_analysis_in_spanish_with_its_help() {
    let mut desk = Desk::analysing(SPANISH_OPENING, UNICODE, Language::Spanish, (80, 24));
    find(&mut desk, &spanish_lines(), 17);
    desk.keys("f");
    assert_snapshot!("analysis-spanish", desk.screen());
    desk.keys("?");
    assert_snapshot!("analysis-help-spanish", desk.screen());
    desk.keys("⎋⎋");
    assert_snapshot!("analysis-menu-spanish", desk.screen());
}

#[test]
fn each_move_of_a_game_in_which_discs_are_placed_has_its_value_on_its_square() {
    let mut desk = Desk::with(options("othello"), UNICODE, Language::English, (80, 24));
    desk.keys("A");
    assert_eq!(searched(&desk).1, 32, "every move is looked at");
    let lines = [
        line(0.1, "-1", "+1", "f5 d6"),
        line(0.0, "+12", "-12", "d3 c3"),
        line(0.0, "+0.35", "-0.35", "c4 c3"),
        line(0.0, "#3", "#-3", "e6 f6"),
    ];
    find(&mut desk, &lines, 9);
    assert_snapshot!("analysis-othello", desk.screen());
}

#[test]
fn arrows_walk_along_lines_and_between_them() {
    let mut desk = chess();
    assert_eq!(path(&desk), "e4 e5 Nf3 Nc6 Bb5 a6", "one begins at the end of what was played");
    desk.keys("←←");
    assert_eq!(path(&desk), "e4 e5 Nf3 Nc6");
    desk.keys("↓");
    assert_eq!(path(&desk), "e4 e5 Nf3 d6");
    desk.key(KeyCode::End);
    assert_eq!(path(&desk), "e4 e5 Nf3 d6 d4 exd4");
    desk.keys("←↑");
    assert_eq!(path(&desk), "e4 e5 Nf3 d6 Bc4");
    desk.key(KeyCode::Home);
    assert_eq!(path(&desk), "");
    desk.keys("←→");
    assert_eq!(path(&desk), "e4");
    desk.key(KeyCode::PageDown);
    desk.keys("u");
    assert_eq!(path(&desk), "e4");
    assert!(desk.kept().is_empty(), "walking changes nothing");
}

#[test]
fn a_move_that_the_tree_does_not_have_becomes_a_variation_and_is_saved() {
    let mut desk = chess();
    desk.key(KeyCode::Home);
    desk.keys("→");
    desk.line("c5");
    assert_eq!(path(&desk), "e4 c5");
    assert_eq!(desk.kept().len(), 1);
    // On the board, too.
    let (g1, f3) = (desk.square("g1"), desk.square("f3"));
    desk.click(g1);
    desk.click(f3);
    assert_eq!(path(&desk), "e4 c5 Nf3");
    assert_eq!(desk.kept().len(), 2);
    desk.keys("⎋←");
    desk.keys("⇥");
    assert_eq!(desk.analysis().board().focus, Focus::Board);
    desk.keys("⇥");
    desk.line("Nf3");
    assert_eq!(path(&desk), "e4 c5 Nf3");
    assert_eq!(desk.kept().len(), 2, "it is there already");
    assert!(record(&desk).starts_with("1. e4 e5 (1... c5 2. Nf3)"), "{}", record(&desk));
    desk.line("Ke8");
    assert_eq!(path(&desk), "e4 c5 Nf3");
    assert!(!desk.analysis().board().message.is_empty(), "it is said why that cannot be");
}

#[test]
fn a_move_can_be_typed_without_a_colon_unless_it_begins_with_a_key() {
    let mut desk = chess();
    desk.keys("O-O⏎");
    assert_eq!(path(&desk), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
}

#[test]
fn the_search_follows_the_board_and_what_it_found_is_remembered() {
    let mut desk = chess();
    let (first, lines) = searched(&desk);
    assert_eq!(lines, 3);
    find(&mut desk, &spanish_lines(), 17);
    assert!(desk.screen().contains("depth 17"));
    assert_eq!(desk.analysis().board().hint, ["b5", "a4"], "the best move is marked as a hint is");
    desk.keys("←");
    assert!(forgotten(&desk, first));
    assert!(desk.analysis().board().hint.is_empty());
    desk.feed(Input::Found { ticket: first, found: found(&spanish_lines(), 40, false) });
    assert!(!desk.screen().contains("depth"), "that was the answer to another question");
    desk.keys("→");
    assert!(desk.screen().contains("depth 17"), "known at once");
    find(&mut desk, &spanish_lines(), 3);
    assert!(desk.screen().contains("depth 17"), "and not replaced by less");
    let (ticket, _) = searched(&desk);
    desk.feed(Input::Found { ticket, found: found(&spanish_lines(), 18, true) });
    assert!(desk.screen().contains("depth 18"));
    assert!(forgotten(&desk, ticket), "there is nothing more to find");
}

#[test]
fn the_number_of_lines_is_chosen_and_the_search_can_be_stopped() {
    let mut desk = chess();
    desk.keys("+++");
    assert_eq!((desk.analysis().lines, searched(&desk).1), (5, 5));
    desk.keys("-----");
    assert_eq!((desk.analysis().lines, searched(&desk).1), (1, 1));
    let (ticket, _) = searched(&desk);
    desk.keys("E");
    assert!(forgotten(&desk, ticket));
    assert!(desk.screen().contains("E starts it"));
    desk.keys("E");
    assert!(searched(&desk).0 > ticket);
}

#[test]
fn the_best_move_is_made_by_a_key_and_any_line_by_a_click() {
    let mut desk = chess();
    find(&mut desk, &spanish_lines(), 17);
    desk.keys("*");
    assert_eq!(path(&desk), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
    desk.keys("←");
    let place = desk.find("4. Bxc6 dxc6");
    desk.click(place);
    assert_eq!(path(&desk), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6");
    let place = desk.find("3. Bc4");
    desk.click(place);
    assert_eq!(path(&desk), "e4 e5 Nf3 d6 Bc4");
    desk.mouse(MouseEventKind::ScrollUp, (3, 3));
    assert_eq!(path(&desk), "e4 e5 Nf3 d6");
}

#[test]
fn lines_are_put_in_order_and_taken_out_after_a_question() {
    let empty = "[Event \"?\"]\n\n*\n";
    let mut desk = Desk::analysing(empty, UNICODE, Language::English, (80, 24));
    desk.line("c3");
    desk.keys("←");
    desk.line("b3");
    desk.keys("p");
    assert_eq!(record(&desk), "1. b3 (1. c3) *");
    desk.keys("↓m");
    assert_eq!(record(&desk), "1. c3 (1. b3) *");
    desk.keys("x");
    assert!(matches!(desk.model().overlay, Some(Overlay::Menu(_))));
    desk.keys("⏎");
    assert_eq!(record(&desk), "1. c3 (1. b3) *", "the first answer keeps it");
    desk.keys("xy");
    assert_eq!(record(&desk), "1. b3 *");
    assert_eq!(path(&desk), "");

    let mut desk = chess();
    desk.keys("x");
    assert!(desk.model().overlay.is_none());
    assert!(desk.analysis().board().message.contains("was played"), "the game stays what it is");
}

#[test]
fn moves_get_comments_and_signs_from_prompts() {
    let mut desk = chess();
    desk.keys("C");
    assert_eq!(desk.analysis().board().line, "Morphy's defence.", "what is there can be changed");
    desk.control('u');
    desk.keys("Asks the bishop.⏎!?!⏎");
    assert!(record(&desk).contains("3. Bb5 a6 $6 {Asks the bishop.}"), "{}", record(&desk));
    desk.keys("!=⏎");
    assert!(desk.analysis().board().message.contains("The signs are"));
    desk.keys("!⏎C");
    desk.control('u');
    desk.keys("⏎");
    assert!(record(&desk).ends_with("3. Bb5 a6 *"), "{}", record(&desk));
    desk.key(KeyCode::Home);
    desk.keys("C");
    assert_ne!(desk.analysis().board().focus, Focus::Line, "nothing is asked");
    assert!(desk.analysis().board().message.contains("no move before"));
    desk.keys("→C⎋");
    assert!(desk.model().overlay.is_none(), "Escape only closes the prompt");
}

#[test]
fn the_game_is_written_with_its_lines_and_another_one_is_read() {
    let mut desk = chess();
    desk.keys("Wmine.pgn⏎");
    let written = desk.effects.iter().rev().find_map(|effect| match effect {
        Effect::File(FileJob::Export { file, text }) => Some((file.clone(), text.clone())),
        _ => None,
    });
    let (file, text) = written.unwrap();
    assert!(file == "mine.pgn" && text.contains("(2... d6 3. d4 (3. Bc4"), "{text}");
    desk.feed(Input::File(FileOutcome::Written { file, result: Ok(()) }));
    assert!(desk.screen().contains("Saved to mine.pgn."));
    assert!(!desk.screen().contains("no variations"));
    desk.line("load other.pdn");
    let text = Ok("[Event \"?\"]\n\n1. 11-15 22-18 *\n".to_owned());
    desk.feed(Input::File(FileOutcome::Read { file: "other.pdn".to_owned(), text }));
    assert_eq!(path(&desk), "11-15 22-18");
    desk.line("resign");
    assert!(desk.analysis().board().message.contains("this is an analysis"));
}

#[test]
fn it_is_said_where_a_file_has_no_variations() {
    let mut desk = Desk::new(options("four"));
    desk.line("d");
    desk.keys("A");
    desk.line("c");
    desk.keys("Wgame.txt⏎");
    desk.feed(Input::File(FileOutcome::Written { file: "game.txt".to_owned(), result: Ok(()) }));
    assert!(desk.screen().contains("Saved to game.txt. Such files have no variations"));
}

#[test]
fn a_game_is_looked_at_and_goes_on_where_it_was_left() {
    let clock = Some("5+0".parse().unwrap());
    let mut desk = Desk::new(Options { clock, ..against("human", "level:1", "chess") });
    desk.line("e4");
    let (ticket, _) = desk.asked().unwrap();
    desk.answer(ticket, "e5");
    desk.now += 5_000;
    desk.line("Nf3");
    let (ticket, _) = desk.asked().unwrap();
    desk.now += 7_000;
    desk.keys("A");
    assert!(forgotten(&desk, ticket), "the computer does not think about its move meanwhile");
    desk.line("Nc6");
    desk.now += 3_600_000;
    desk.keys("⎋g");
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3"], "what was tried is not played");
    assert_eq!(desk.table().variations().len(), 4);
    let screen = desk.screen();
    assert!(screen.contains("4:55") && screen.contains("4:53"), "no clock has run:\n{screen}");
    let (ticket, _) = desk.asked().expect("the computer thinks again");
    desk.answer(ticket, "d6");
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3", "d6"]);
}

#[test]
fn a_finished_game_can_be_looked_at_and_a_hidden_board_cannot() {
    let position = Some("k7/8/1K6/8/8/8/8/7R w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options("chess") });
    desk.line("Rh8");
    desk.keys("A");
    assert_eq!(path(&desk), "Rh8#");
    assert!(!desk.effects.iter().any(|effect| matches!(effect, Effect::Analyse { .. })));
    desk.keys("←");
    searched(&desk);
    desk.keys("q");
    assert!(desk.has_left());

    let mut desk = Desk::new(options("mines"));
    desk.keys("A");
    assert!(desk.play().message.contains("no lines to look at"));
    desk.keys("⎋");
    assert!(!desk.screen().contains("Analyse"));
}

fn saved(desk: &mut Desk, table: &AnyTable) {
    let game = SavedGame {
        name: "t1".to_owned(),
        game: table.card(),
        players: table.players().clone(),
        moves: table.moves_played() as u64,
        at: desk.now,
    };
    desk.feed(Input::Storage(StorageEvent::Listed(Ok(vec![game]))));
    desk.keys("↑⏎");
}

#[test]
fn a_saved_game_can_be_looked_at_and_a_saved_analysis_goes_on_as_one() {
    let mut played = Desk::new(options("chess"));
    played.line("e4");
    let table = played.table().clone();
    let opened = || StorageEvent::Opened("t1".to_owned(), Ok(table.events().to_vec()));
    let mut desk = Desk::new(Options::default());
    saved(&mut desk, &table);
    desk.keys("A");
    desk.feed(Input::Storage(opened()));
    assert_eq!(path(&desk), "e4");
    desk.line("e5");
    assert_eq!(desk.kept().last().unwrap().name, "t1", "it is kept with the game");

    let mut desk = Desk::new(Options::default());
    let mines = Desk::new(options("mines")).table().clone();
    saved(&mut desk, &mines);
    desk.keys("A");
    let events = mines.events().to_vec();
    desk.feed(Input::Storage(StorageEvent::Opened("t1".to_owned(), Ok(events))));
    assert!(desk.screen().contains("no lines to look at"));

    let mut tried = Desk::new(options("chess"));
    tried.keys("A");
    tried.line("d4");
    let events = tried.kept().last().unwrap().events.to_vec();
    let table = CLUB.replay(&events).unwrap();
    let mut desk = Desk::new(Options::default());
    saved(&mut desk, &table);
    assert!(desk.screen().contains("Analysis"));
    desk.keys("⏎");
    desk.feed(Input::Storage(StorageEvent::Opened("t1".to_owned(), Ok(events))));
    assert!(matches!(desk.model().stage, Stage::Analysis(_)));
    desk.keys("→");
    assert_eq!(path(&desk), "d4");
}

#[test]
fn a_pass_that_cannot_be_helped_is_made_with_the_move_before_it_and_walked_over_like_others() {
    let position = Some(format!("XO{}XO{} X;", "-".repeat(54), "-".repeat(6)));
    let mut desk = Desk::new(Options { position, ..options("othello") });
    desk.keys("A");
    desk.line("c1");
    assert_eq!(path(&desk), "c1 pass");
    desk.keys("←");
    assert_eq!(path(&desk), "c1");
    desk.keys("→");
    assert_eq!(path(&desk), "c1 pass");
    desk.line("c8");
    assert_eq!(path(&desk), "c1 pass c8");
}
