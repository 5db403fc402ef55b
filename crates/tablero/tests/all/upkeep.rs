//! `tablero backup`, `restore` and `check` on real files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use store::{Append, Log, NewGame, NewSeat, Sqlite, Summary};

fn tablero(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn says(output: &Output, code: i32, text: &str) {
    let all = [&output.stdout[..], &output.stderr].concat();
    let all = String::from_utf8(all).unwrap();
    assert_eq!(output.status.code(), Some(code), "{all}");
    assert!(all.contains(text), "{all}");
}

/// Games of one move each, with these words for the move.
fn filled(store: &Path, games: &[(&str, &str)]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let log = Sqlite::open(store).unwrap();
    for (name, mv) in games {
        let summary = Summary {
            kind: "chess".to_owned(),
            players: "{}".to_owned(),
            moves: 0,
            over: false,
            computer_to_move: false,
            at: 1,
            time: None,
            flag_at: None,
        };
        let started = r#"{"event":"started","version":2,"game":"chess","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","players":{"white":"human","black":"human"},"at":1}"#;
        let id: store::GameId = name.parse().unwrap();
        let seats = vec![NewSeat { seat: "white".to_owned(), token: None, invitation: None }];
        let new = NewGame {
            id: id.clone(),
            events: vec![started.to_owned()],
            summary: summary.clone(),
            leaderboard: None,
            seats,
        };
        runtime.block_on(log.create(new)).unwrap();
        let moved = format!(r#"{{"event":"moved","seat":"white","move":"{mv}","at":2}}"#);
        let append = Append { game: id, expected: 1, events: vec![moved], summary };
        runtime.block_on(log.append(append)).unwrap();
    }
}

#[test]
fn games_are_backed_up_checked_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    filled(&at.join("club.db"), &[("one", "e4"), ("two", "d4")]);
    let run = |arguments: &[&str]| tablero(at, arguments);
    says(&run(&["check", "--store", "club.db"]), 0, "club.db: 2 games, 4 events: all is well.");
    says(
        &run(&["backup", "--store", "club.db", "copy.db"]),
        0,
        "2 games of club.db are in copy.db.",
    );
    says(&run(&["backup", "--store", "club.db", "copy.db"]), 1, "copy.db is there already");
    says(&run(&["backup", "--store", "club.db", "copy.db", "--force"]), 0, "2 games");
    filled(&at.join("club.db"), &[("three", "c4")]);
    says(
        &run(&["restore", "--store", "club.db", "copy.db"]),
        0,
        "What was there before is in club.db.before-",
    );
    says(&run(&["check", "--store", "club.db"]), 0, "2 games");
    let kept =
        fs::read_dir(at).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let kept = kept.into_iter().find(|name| name.starts_with("club.db.before-")).unwrap();
    says(&run(&["check", "--store", &kept]), 0, "3 games");
    says(&run(&["check", "--store", "none.db"]), 1, "there is no none.db");
}

#[test]
fn old_games_are_pruned_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    filled(&at.join("club.db"), &[("one", "e4"), ("two", "d4")]);
    let run = |arguments: &[&str]| {
        tablero(at, &[&["games", "prune", "--store", "club.db"], arguments].concat())
    };
    says(&run(&[]), 0, "0 games were removed, 0 of them between computers.");
    says(&run(&["--keep", "90d", "--dry-run"]), 0, "2 games would be removed");
    says(&run(&["--keep", "forever", "--keep-unfinished", "1000w"]), 0, "2 games were removed");
    says(&run(&["--keep", "soon"]), 2, "a number of hours, days or weeks");
}

#[test]
fn a_damaged_game_is_named_and_the_others_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    filled(&at.join("club.db"), &[("one", "e4"), ("two", "Ke5"), ("three", "d4")]);
    let run = |arguments: &[&str]| tablero(at, arguments);
    let check = run(&["check", "--store", "club.db"]);
    says(&check, 1, "game two: event 1: the move \"Ke5\": Illegal king move");
    says(&check, 1, "club.db: 2 of 3 games can be opened.");
    says(&check, 1, "tablero check --store club.db --salvage FILE");
    says(&run(&["restore", "--store", "other.db", "club.db"]), 1, "with --force");
    assert!(!at.join("other.db").exists());
    says(
        &run(&["check", "--store", "club.db", "--salvage", "whole.db"]),
        1,
        "2 games are in whole.db.",
    );
    says(&run(&["check", "--store", "whole.db"]), 0, "2 games, 4 events: all is well.");
    fs::write(at.join("text.db"), "this is no database at all, but a text of some length").unwrap();
    says(&run(&["check", "--store", "text.db"]), 1, "not a store of tablero");
}

#[test]
fn a_page_of_noise_costs_the_games_on_it_and_the_others_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (at, store) = (folder.path(), folder.path().join("club.db"));
    let names: Vec<String> = (0..60).map(|number| format!("game{number}")).collect();
    let games: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "e4")).collect();
    filled(&store, &games);
    let mut bytes = fs::read(&store).unwrap();
    // A leaf that holds events: their text stands in it.
    let holds = |page: &&[u8]| page[0] == 10 && page.windows(9).any(|text| text == b"\"started\"");
    let page = bytes.chunks(4096).position(|page| holds(&page)).unwrap();
    for (place, byte) in bytes[page * 4096..][..4096].iter_mut().enumerate() {
        *byte = (place * place / 7) as u8;
    }
    fs::write(&store, bytes).unwrap();
    let run = |arguments: &[&str]| tablero(at, arguments);
    let check = run(&["check", "--store", "club.db"]);
    says(&check, 1, "a part of the table events cannot be read");
    says(&check, 1, "of 60 games can be opened.");
    says(&check, 1, "To save what is whole");
    says(
        &run(&["check", "--store", "club.db", "--salvage", "whole.db"]),
        1,
        "games are in whole.db.",
    );
    says(&run(&["check", "--store", "whole.db"]), 0, "all is well.");
    // Restoring over the damaged one works, and onto itself nothing is copied.
    says(&run(&["restore", "--store", "club.db", "whole.db"]), 0, "What was there before is in");
    says(&run(&["check", "--store", "club.db"]), 0, "all is well.");
    says(
        &run(&["backup", "--store", "club.db", "./club.db", "--force"]),
        1,
        "the copy and the store are the same file",
    );
}

#[test]
fn a_server_says_that_what_was_written_last_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    filled(&at.join("club.db"), &[("one", "e4")]);
    fs::write(at.join("club.db-wal"), [7; 5_000]).unwrap();
    says(&tablero(at, &["check", "--store", "club.db"]), 1, "club.db-wal is damaged");
    fs::write(at.join("club.db-wal"), [7; 5_000]).unwrap();
    // It cannot listen there, but by then it has opened the store.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let serve = tablero(at, &["serve", "--store", "club.db", "--listen", &address]);
    says(&serve, 1, "club.db-wal is damaged");
    says(&serve, 1, "It is kept as club.db-wal.damaged-1");
    assert_eq!(fs::read(at.join("club.db-wal.damaged-1")).unwrap(), [7; 5_000]);
}
