//! Analysis, for every card whose lines can be looked at: the tree follows from the events, edits do what they say, and
//! what cannot be is refused.

use crate::cards::{LANGUAGES, act, kinds, open, random_game, scene};
use game::{Seat, Stop};
use players::Thinker;
use std::time::Duration;
use table::analysis::TreeMove;
use table::record::Heading;
use table::{Action, AnyTable, Card, Edit, EditError, Language, Refusal, Report};

/// Every kind of game in which nothing is hidden.
fn open_kinds() -> impl Iterator<Item = (&'static dyn Card, String)> {
    kinds().into_iter().filter(|(card, _)| !card.capabilities().hidden)
}

fn edit(table: &AnyTable, edit: Edit) -> Result<AnyTable, Refusal> {
    act(table, table.card().seats()[0], Action::Edit { edit })
}

fn path(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

/// The moves of a tree, each as the path that leads to it.
fn paths(tree: &[TreeMove]) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for TreeMove { parent, mv, .. } in tree {
        let mut path = parent.map_or_else(Vec::new, |parent| paths[parent].clone());
        path.push(mv.clone());
        paths.push(path);
    }
    paths
}

/// The names of the first moves of a random game.
fn random_line(card: &'static dyn Card, start: &str, seed: u64, length: usize) -> Vec<String> {
    let tables = random_game(card, start, seed);
    scene(&tables[tables.len().min(length + 1) - 1]).moves
}

#[test]
fn a_tree_holds_the_lines_that_were_looked_at_and_follows_from_the_events() {
    for (card, start) in open_kinds() {
        let mut table = open(card, &start, "human", "human");
        let lines: Vec<Vec<String>> =
            (1..=4).map(|seed| random_line(card, &start, seed, 12)).collect();
        for line in &lines {
            table = edit(&table, Edit::Insert { path: line.clone() }).unwrap();
        }
        let known = paths(&table.variations());
        for line in &lines {
            for length in 1..=line.len() {
                assert!(known.contains(&line[..length].to_vec()), "{} {line:?}", card.name());
            }
        }
        assert!(known.iter().all(|path| lines.iter().any(|line| line.starts_with(path))));
        let events: Vec<_> = table.events().iter().cloned().collect();
        let text = serde_json::to_string(&events).unwrap();
        let again = card.replay(&serde_json::from_str::<Vec<_>>(&text).unwrap()).unwrap();
        assert_eq!(again.variations(), table.variations());
        // The game itself has not moved.
        assert_eq!(scene(&table).moves, Vec::<String>::new());
        // Any line of the tree is a table of its own, at which its next moves can be made.
        let line = table.line(&lines[0]).unwrap();
        assert_eq!(scene(&line).moves, lines[0]);
        assert_eq!(scene(&line).choices.is_empty(), line.turn().is_none());
    }
}

#[test]
fn what_was_played_is_the_main_line_and_stays_there() {
    for (card, start) in open_kinds() {
        let game = random_game(card, &start, 5);
        let table = &game[game.len().min(9) - 1];
        let played = scene(table).moves;
        let other = random_line(card, &start, 6, 6);
        let table = edit(table, Edit::Insert { path: other.clone() }).unwrap();
        let table = edit(&table, Edit::MakeMain { path: other.clone() }).unwrap();
        let tree = table.variations();
        let main: Vec<&TreeMove> = tree.iter().filter(|mv| mv.played).collect();
        assert!(main.iter().map(|mv| &mv.mv).eq(&played), "{} {tree:?}", card.name());
        for (at, mv) in tree.iter().enumerate().filter(|(_, mv)| mv.played) {
            let first = tree.iter().position(|other| other.parent == mv.parent);
            assert_eq!(first, Some(at), "the main move of a position comes first");
        }
        for edited in
            [Edit::Delete { path: played.clone() }, Edit::Promote { path: played.clone() }]
        {
            let refused = edit(&table, edited).unwrap_err();
            assert_eq!(refused, Refusal::Edit(EditError::Played));
        }
        // A game that is over can be looked at, too.
        let over = game.last().unwrap();
        if over.turn().is_none() {
            let after = edit(over, Edit::Insert { path: other.clone() }).unwrap();
            assert!(paths(&after.variations()).contains(&other));
            assert!(after.is_over());
        }
    }
}

#[test]
fn comments_and_signs_stay_with_their_move_and_edits_of_the_order_with_their_line() {
    let card = games::CLUB.card("chess").unwrap();
    let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
    let insert = |table: &AnyTable, moves: &[&str]| edit(table, Edit::Insert { path: path(moves) });
    let table = insert(&table, &["e2e4", "c5"]).unwrap();
    let table = insert(&table, &["e4", "e5", "Ng1f3"]).unwrap();
    let said = "  the <open>\n game ".to_owned();
    let table = edit(&table, Edit::Comment { path: path(&["e4", "e5"]), text: said }).unwrap();
    let table = edit(&table, Edit::Rate { path: path(&["e4", "e5"]), nags: vec![1] }).unwrap();
    let tree = table.variations();
    let at = |name: &str| tree.iter().find(|mv| mv.mv == name).unwrap();
    assert_eq!(
        (&at("e5").after[..], &at("e5").nags[..]),
        (&["the <open> game".to_owned()][..], &[1][..])
    );
    assert!(at("c5").after.is_empty() && at("Nf3").nags.is_empty());
    let names = |table: &AnyTable| -> Vec<String> {
        table.variations().into_iter().map(|mv| mv.mv).collect()
    };
    assert_eq!(names(&table), ["e4", "c5", "e5", "Nf3"]);
    let table = edit(&table, Edit::Promote { path: path(&["e4", "e5"]) }).unwrap();
    assert_eq!(names(&table), ["e4", "e5", "c5", "Nf3"]);
    let table = edit(&table, Edit::Delete { path: path(&["e4", "e5"]) }).unwrap();
    assert_eq!(names(&table), ["e4", "c5"]);
    // Nothing is said any more.
    let table = edit(&table, Edit::Comment { path: path(&["e4"]), text: " ".to_owned() }).unwrap();
    assert!(table.variations()[0].after.is_empty());
}

#[test]
fn what_cannot_be_is_refused_in_both_languages_and_changes_nothing() {
    let card = games::CLUB.card("chess").unwrap();
    let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
    let mate = path(&["f3", "e5", "g4", "Qh4#"]);
    let refused = [
        Edit::Insert { path: path(&["e4", "Ke2"]) },
        Edit::Insert { path: path(&["nonsense"]) },
        Edit::Insert { path: [mate.clone(), path(&["e4"])].concat() },
        Edit::Insert { path: vec!["e4".to_owned(); 1001] },
        Edit::Delete { path: path(&["e4"]) },
        Edit::Comment { path: Vec::new(), text: "x".repeat(2001) },
        Edit::Rate { path: Vec::new(), nags: vec![1; 9] },
    ];
    for wrong in refused {
        let refusal = edit(&table, wrong).unwrap_err();
        assert_eq!(refusal.code(), "bad-edit");
        let said: Vec<String> = LANGUAGES.iter().map(|&it| refusal.text(it)).collect();
        assert!(
            said.iter().all(|said| said.ends_with(['.', ')'])) && said[0] != said[1],
            "{said:?}"
        );
    }
    assert!(edit(&table, Edit::Insert { path: mate }).is_ok());
    let mines = games::CLUB.card("mines").unwrap();
    let table = open(mines, &mines.start(None, 7).unwrap(), "human", "human");
    let refusal = act(&table, Seat::Solo, Action::Edit { edit: Edit::Insert { path: Vec::new() } });
    assert_eq!(refusal.unwrap_err().code(), "not-in-this-game");
}

#[test]
fn a_command_that_is_repeated_edits_once() {
    let card = games::CLUB.card("chess").unwrap();
    let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
    let seat = card.seats()[0];
    let action = Action::Edit { edit: Edit::Insert { path: path(&["e4"]) } };
    let command = table::Command { expected: table.next(), action };
    let after = table.decide(&command, seat, 1_000).unwrap().after;
    assert_eq!(after.decide(&command, seat, 2_000).unwrap_err(), Refusal::Repeated);
}

#[test]
fn the_search_tells_of_its_best_lines_the_best_first_and_goes_on_from_there() {
    for (card, start) in open_kinds() {
        let table = open(card, &start, "human", "human");
        let mut thinker = Thinker::new();
        for _ in 0..2 {
            let mut seen: Vec<Vec<Report>> = Vec::new();
            let moment = Duration::from_millis(40);
            let watch = &mut |reports: &[Report]| seen.push(reports.to_vec());
            thinker.analyse(&table, 3, moment, &Stop::new(), watch).unwrap();
            let last = seen.last().unwrap();
            let moves = scene(&table).choices;
            assert_eq!(last.len(), moves.len().min(3), "{}", card.name());
            for reports in &seen {
                assert!(reports.is_sorted_by(|a, b| a.ahead >= b.ahead), "{reports:?}");
                for report in reports {
                    let line = table.line(&report.line).unwrap();
                    assert_eq!(scene(&line).moves, report.line);
                }
            }
        }
    }
    let mines = games::CLUB.card("mines").unwrap();
    let table = open(mines, &mines.start(None, 7).unwrap(), "human", "human");
    let moment = Duration::from_millis(1);
    assert!(Thinker::new().analyse(&table, 1, moment, &Stop::new(), &mut |_| ()).is_err());
}

#[test]
fn openings_are_named_in_the_language_of_the_scene() {
    for (name, moves, english, spanish) in [
        ("chess", &["e4", "e5", "Nf3", "Nc6", "Bb5"][..], "C60 Ruy Lopez", "C60 Apertura española"),
        ("checkers", &["11-15", "23-19"], "Old Faithful", ""),
        ("othello", &["d3", "c5"], "", ""),
    ] {
        let card = games::CLUB.card(name).unwrap();
        let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
        let line = table.line(&path(moves)).unwrap();
        let named =
            |language: Language| line.scene(game::Viewer::Spectator, 0, language).opening.unwrap();
        assert!(named(Language::English).starts_with(english), "{}", named(Language::English));
        assert!(named(Language::Spanish).starts_with(spanish), "{}", named(Language::Spanish));
        // At the start there is nothing to name.
        assert_eq!(scene(&table).opening, None);
    }
}

/// A game with all that PGN can say about moves.
const ANNOTATED: &str = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

{A miniature.} 1. e4 $1 {[%cal Ge2e4] Best by test.} {Or so they say.} e5 (1... c5
2. Nf3 (2. c3 d5 {[%eval 0.15,12]}) 2... d6 $10) ({Solid.} 1... e6 2. d4 d5) 2. Qh5 $6
Nc6 3. Bc4 Nf6 $4 {Qe7 had to be played.} (3... Qe7 4. Nf3 {[%csl Rf7]}) 4. Qxf7# 1-0
"#;

#[test]
fn a_file_with_variations_goes_in_and_out_and_differs_in_nothing_that_it_says() {
    use chess::pgn::Game;
    let card = games::CLUB.card("chess").unwrap();
    let imported = card.import(ANNOTATED, None, 5_000).unwrap();
    assert_eq!(imported.notes, []);
    let tree = imported.table.variations();
    let said: usize = tree.iter().map(|mv| mv.nags.len() + mv.before.len() + mv.after.len()).sum();
    assert_eq!((tree.len(), said), (17, 11));
    let written = imported.table.export().unwrap().text;
    let (mut game, before): (Game, Game) = (written.parse().unwrap(), ANNOTATED.parse().unwrap());
    // The table says how it ended.
    let end = game.moves.nodes.last_mut().and_then(|node| node.comments.pop()).unwrap();
    assert_eq!(end.text(), "White won by checkmate.");
    assert_eq!((game.moves, game.result), (before.moves, before.result));
    // Once more through the table, nothing is added.
    let again = card.import(&written, None, 5_000).unwrap().table;
    assert_eq!(again.export().unwrap().text, written);
    // The log has all of it.
    let events: Vec<_> = again.events().iter().cloned().collect();
    let text = serde_json::to_string(&events).unwrap();
    let replayed = card.replay(&serde_json::from_str::<Vec<_>>(&text).unwrap()).unwrap();
    assert_eq!(replayed.variations(), again.variations());
}

#[test]
fn clocks_of_a_file_are_kept_once_and_an_analysis_alone_is_a_file_too() {
    let card = games::CLUB.card("chess").unwrap();
    let timed = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00] good} e5 {[%clk 0:05:00]} *";
    let written = card.import(timed, None, 5_000).unwrap().table.export().unwrap().text;
    assert!(
        written.contains("1. e4 {[%clk 0:05:00]} {good} 1... e5 {[%clk 0:05:00]}"),
        "{written}"
    );
    let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
    let table = edit(&table, Edit::Insert { path: path(&["e4", "c5"]) }).unwrap();
    let table = edit(&table, Edit::Insert { path: path(&["e4", "e5", "Nf3"]) }).unwrap();
    let written = table.export().unwrap().text;
    assert!(written.contains("\n1. e4 c5 (1... e5 2. Nf3) *"), "{written}");
}

#[test]
fn checkers_keep_their_variations_in_pdn() {
    let card = games::CLUB.card("checkers").unwrap();
    let table = open(card, &card.start(None, 0).unwrap(), "human", "human");
    let table = edit(&table, Edit::Insert { path: path(&["11-15", "23-19", "8-11"]) }).unwrap();
    let table =
        edit(&table, Edit::Insert { path: path(&["11-15", "22-18", "15x22", "25x18"]) }).unwrap();
    let said = "the single corner".to_owned();
    let table =
        edit(&table, Edit::Comment { path: path(&["11-15", "22-18"]), text: said }).unwrap();
    let table = edit(&table, Edit::Rate { path: path(&["11-15"]), nags: vec![1] }).unwrap();
    let written = table.export().unwrap().text;
    let again = card.import(&written, None, 5_000).unwrap();
    assert_eq!(again.notes, []);
    let without_played = |table: &AnyTable| -> Vec<TreeMove> {
        table.variations().into_iter().map(|mv| TreeMove { played: false, ..mv }).collect()
    };
    assert_eq!(without_played(&again.table), without_played(&table), "{written}");
    assert_eq!(again.table.export().unwrap().text, written);
}

/// A table of two people with these tags.
fn entitled(card: &'static dyn Card, start: &str, tags: &[(&str, &str)]) -> AnyTable {
    let table = open(card, start, "human", "human");
    edit(&table, Edit::Entitle { tags: Heading::new(tags.iter().copied()) }).unwrap()
}

#[test]
fn names_place_and_time_of_a_game_go_into_its_file_and_come_back() {
    let tags = [
        ("Event", "Café \"de la\" Régence"),
        ("Date", "1858.??.??"),
        ("White", "Lovelace, Ada"),
        ("Black", "Babbage [C.]"),
        ("Round", "3"),
    ];
    for (card, start) in open_kinds() {
        let table = entitled(card, &start, &tags);
        let record = table.export().unwrap();
        let imported = card.import(&record.text, None, 0).unwrap();
        let get = |name| imported.table.heading().get(name).map(str::to_owned);
        // Texts without a format of their own have no way to write a quotation mark.
        let plain = |value: &str| match record.format.name {
            "text" => value.replace('"', " "),
            _ => value.to_owned(),
        };
        for (name, value) in tags {
            let value = plain(value);
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(get(name).as_ref(), Some(&value), "{}: {}", card.name(), record.text);
        }
        assert!(imported.notes.is_empty(), "{:?}", imported.notes);
        // Written again, it says the same.
        assert_eq!(imported.table.export().unwrap().text, record.text.replace("\u{a0}", " "));
        let events: Vec<_> = table.events().iter().cloned().collect();
        assert_eq!(card.replay(&events).unwrap().heading(), table.heading());
    }
}

#[test]
fn a_computer_is_named_by_what_it_is_and_a_heading_holds_nothing_that_the_table_says() {
    for (card, start) in open_kinds() {
        let table = open(card, &start, "human", "random");
        let tags = Heading::new([("White", "Ada"), ("Black", "Ada")]);
        let table = edit(&table, Edit::Entitle { tags }).unwrap();
        let text = table.export().unwrap().text;
        assert!(text.matches("Ada").count() == 1 && text.contains("random"), "{text}");
        let plain = open(card, &start, "human", "human").export().unwrap().text;
        assert!(card.import(&plain, None, 0).unwrap().table.heading().is_empty(), "{plain}");
        let refused = edit(&table, Edit::Entitle { tags: Heading::new([("Result", "1-0")]) });
        assert_eq!(refused.unwrap_err().code(), "bad-edit");
    }
}

#[test]
fn the_games_of_a_file_are_listed_with_their_places_and_names() {
    for (card, start) in open_kinds() {
        let names = ["Ada", "Bo", "Cy"];
        let record =
            |name| entitled(card, &start, &[("White", name), ("Event", "x")]).export().unwrap();
        let text: String = names.iter().map(|name| record(name).text + "\n").collect();
        let listing = card.list_games(text.as_bytes(), true);
        let shown: Vec<_> = listing.games.iter().map(|game| game.shown(&card.sides())).collect();
        assert_eq!(shown.len(), names.len(), "{text}");
        for (game, name) in shown.iter().zip(names) {
            assert!(game.title.contains(name), "{}: {game:?}", card.name());
            let one = card.import(&text[game.from..game.to], None, 0).unwrap();
            assert_eq!(one.table.heading().get("White"), Some(name));
            assert!(one.notes.is_empty(), "{:?}", one.notes);
        }
        // In a part that ends within the last game, that one is left to the next part.
        let cut = card.list_games(&text.as_bytes()[..shown[2].to - 3], false);
        assert_eq!(cut.games, listing.games[..2]);
        assert!((shown[1].to..=shown[2].from).contains(&cut.read), "{cut:?}");
    }
}

#[test]
fn ggf_goes_in_and_out_with_evaluations_and_all_its_tags() {
    let card = games::CLUB.card("othello").unwrap();
    let text = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]\
                RW[2199.72]TI[05:00//02:00]TY[8]RE[?]LT[7]BO[8 -------- -------- -------- ---O*--- ---*O--- \
                -------- -------- -------- *]B[d3/1.5/2.25]W[c5//0.5]B[d6/-2];)";
    let table = card.import(text, None, 1 << 40).unwrap().table;
    assert_eq!(table.heading().title(&card.sides()).as_deref(), Some("Saio1200 – Saio3000"));
    assert_eq!(table.heading().occasion().as_deref(), Some("GGS/os, 2003.12.15"));
    let said: Vec<Vec<String>> = table.variations().into_iter().map(|mv| mv.after).collect();
    assert_eq!(said, [vec!["[%eval 1.5]".to_owned()], vec![], vec!["[%eval -2]".to_owned()]]);
    let untimed = card.import(&text.replace("TI[05:00//02:00]", ""), None, 1 << 40).unwrap().table;
    let again = untimed.export().unwrap().text;
    assert!(again.contains("B[d3/1.5/2.25]W[c5//0.5]B[d6/-2]"), "{again}");
    let written = table.export().unwrap().text;
    for part in
        ["DT[2003.12.15_13:24:03.MST]", "RB[2197.01]", "LT[7]", "B[d3/1.5", "W[c5]", "B[d6/-2"]
    {
        assert!(written.contains(part), "{part} in {written}");
    }
}

/// What a file comes to when it is opened and saved again.
fn saved_again(game: &str, text: &str) -> String {
    let card = games::CLUB.card(game).unwrap();
    let imported = card.import(text, None, 1 << 40).unwrap();
    imported.table.export().unwrap().text
}

#[test]
fn clocks_that_no_table_would_show_and_what_else_a_file_says_stay_as_they_are() {
    let text = "[Event \"Live\"]\n[Date \"2023.05.01\"]\n[UTCDate \"2023.05.01\"]\n[UTCTime \"10:00:00\"]\n\
                [White \"A\"]\n[TimeControl \"180\"]\n[Termination \"A won on time\"]\n\n\
                1. e4 {[%clk 0:02:57.9]} 1... e5 {[%clk 0:02:55.1]} 2. Nf3 1-0\n";
    let saved = saved_again("chess", text);
    for part in [
        "[Date \"2023.05.01\"]",
        "[UTCTime \"10:00:00\"]",
        "[TimeControl \"180\"]",
        "[Termination \"A won on time\"]",
        "[Black \"?\"]",
        "1. e4 {[%clk 0:02:57.9]} 1... e5 {[%clk 0:02:55.1]} 2. Nf3",
    ] {
        assert!(saved.contains(part), "{part} in {saved}");
    }
    assert!(!saved.contains("0:03:00") && saved.matches("%clk").count() == 2, "{saved}");
    assert_eq!(saved_again("chess", &saved), saved);
    // A file may not know the date of an old game.
    let saved = saved_again("chess", "[White \"Morphy\"]\n\n1. e4 e5 1-0\n");
    assert!(saved.contains("[Date \"????.??.??\"]") && !saved.contains("UTC"), "{saved}");
    let saved = saved_again("checkers", "[Black \"Anderson\"]\n\n1. 11-15 22-17 1-0\n");
    assert!(!saved.contains("Date") && saved.contains("[White \"?\"]"), "{saved}");
}

#[test]
fn ggf_keeps_results_and_clocks_that_a_table_has_no_words_for() {
    let text = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[15:00//02:00]RE[-10.000:r]BO[8 ---------------------------\
                O*------*O--------------------------- *]B[d3/1.00/1.5]W[c5]B[d6//2];)";
    let saved = saved_again("othello", text);
    for part in ["TI[15:00//02:00]", "RE[-10.000:r]", "B[d3/1/1.5]W[c5]B[d6//2]"] {
        assert!(saved.contains(part), "{part} in {saved}");
    }
    assert!(!saved.contains("DT["), "{saved}");
}

#[test]
fn long_comments_are_divided_and_long_names_are_cut() {
    let (long, name) = ("word ".repeat(900), "x".repeat(300));
    let text =
        format!("[White \"{name}\"]\n\n1. e4 {{good}} e5 (1... c5 {{{long}}}) 2. Nf3 $1 *\n");
    let imported = games::CLUB.card("chess").unwrap().import(&text, None, 1 << 40).unwrap();
    assert_eq!(imported.table.heading().get("White").map(str::len), Some(255));
    assert_eq!(imported.notes.len(), 1, "{:?}", imported.notes);
    let saved = imported.table.export().unwrap().text;
    let words = saved.split(|letter: char| !letter.is_alphabetic());
    assert_eq!(words.filter(|word| *word == "word").count(), 900);
    assert!(saved.contains("{good}") && saved.contains("$1"), "{saved}");
    let marked =
        games::CLUB.card("chess").unwrap().import("\u{feff}[Event \"x\"]\r\n\r\n1. e4 *", None, 0);
    assert_eq!(marked.unwrap().table.heading().get("Event"), Some("x"));
}
