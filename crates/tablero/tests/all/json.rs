//! Commands for other programs: `--json` is valid JSON, and in a pipe there is nothing else.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The objects that a command prints; nothing may come on standard error, no progress, either.
#[track_caller]
fn printed(folder: &Path, arguments: &str) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .args(arguments.split(' '))
        .arg("--json")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    assert_eq!(errors, "", "{arguments}");
    let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    let values: Vec<Value> = values.collect::<Result<_, _>>().unwrap();
    assert!(!values.is_empty() && values.iter().all(Value::is_object), "{arguments}");
    values
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("mates.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n");
    write("view.txt", "2x2/1\n1.\n..\n");
    write("game.pgn", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    folder
}

#[test]
fn best_match_perft_and_suite_print_json() {
    let folder = folder();
    let one = |arguments: &str| printed(folder.path(), arguments).remove(0);
    let best = one("best chess --player minimax:1");
    assert!(best["move"].is_string() && best["depth"] == 1, "{best}");
    assert!(one("best mines --player engine")["move"].is_string());
    let played = one("match othello minimax:1 random:1 --games 2");
    assert_eq!(played["games"], 2);
    let counted = one("perft chess 2 --divide");
    assert_eq!((&counted["nodes"], counted["moves"].as_array().unwrap().len()), (&400.into(), 20));
    let solved = one("suite mates.epd --player minimax:2");
    assert_eq!((&solved["solved"], &solved["asked"]), (&1.into(), &1.into()));
}

#[test]
fn mines_print_json() {
    let folder = folder();
    let one = |arguments: &str| printed(folder.path(), arguments).remove(0);
    assert_eq!(one("mines generate beginner --seed 1")["rows"].as_array().unwrap().len(), 9);
    assert_eq!(one("mines probabilities view.txt")["layouts"], "3");
    assert!(one("mines solve view.txt")["hint"]["cell"].is_string());
    assert_eq!(one("mines winrate beginner --games 3")["games"], 3);
}

#[test]
fn learning_prints_json() {
    let folder = folder();
    let learn = "learn four --method td --games 200 --measure 2 --out run";
    let generations = printed(folder.path(), learn);
    assert_eq!(generations.last().unwrap()["games"], 200);
    assert!(!printed(folder.path(), "learn measure run --games 2 --league 2").is_empty());
    assert!(printed(folder.path(), "learn show run")[0]["maps"].is_array());
    assert_eq!(printed(folder.path(), "learn compare run")[0]["game"], "four");
}

#[test]
fn games_print_json() {
    let folder = folder();
    let tablero = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_tablero"))
            .current_dir(folder.path())
            .args(arguments)
            .output();
        assert!(program.unwrap().status.success(), "{arguments:?}");
    };
    tablero(&["games", "import", "game.pgn", "--store", "games.db"]);
    let listed = printed(folder.path(), "games list --store games.db").remove(0);
    let game = &listed["games"][0];
    assert_eq!(game["moves"], 4, "{listed}");
    let name = game["name"].as_str().unwrap();
    let shown = printed(folder.path(), &format!("games show {name} --store games.db")).remove(0);
    assert_eq!(shown["moves"][3], "Qh4#", "{shown}");
    let reviewed = printed(folder.path(), "review game.pgn --nodes 200").remove(0);
    assert_eq!(reviewed["games"].as_array().unwrap().len(), 1);
    assert_eq!(printed(folder.path(), "count checkers").remove(0)["over"], false);
}
