//! Which room knows which: dependencies point upwards in the list of `Cargo.toml`, and nothing outside the cards
//! names a game, neither in a source, a script or a style sheet, nor by a dependency on its rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that must not know which games there are.
const ROOMS: [&str; 11] = [
    "web", "terminal", "client", "store", "lab", "table", "search", "levels", "book", "weights",
    "learn",
];
/// The crates that know one.
const GAMES: [&str; 5] = ["chess", "checkers", "othello", "mines", "games"];
/// Crates, and those that they must not depend on although the list would allow it.
const STRANGERS: [(&str, &[&str]); 6] = [
    ("levels", &["table"]),
    ("uci", &["table", "checkers", "othello", "mines"]),
    ("gtp", &["table", "chess", "checkers", "mines"]),
    // Chess for programs that speak UCI, Othello for those that speak GTP.
    ("players", &["checkers", "mines"]),
    ("learn", &["table", "uci", "players", "games"]),
    ("tablero", &["tune"]),
];
/// Other names of games, and of their notations.
const OTHER_NAMES: [&str; 9] = [
    "minesweeper",
    "draughts",
    "reversi",
    "connect4",
    "rawvf",
    "\"four\"",
    "\"pgn\"",
    "\"fen\"",
    "giveaway",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources below a folder. Unit tests with a file of their own are in `tests.rs`: they may play any game.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if ["rs", "js", "css", "svg", "html"].contains(&ending) {
            found.push(path);
        }
    }
}

/// A source without its comments and without its unit tests, which stand last in a file. Other items that only tests have stay.
fn code(text: &str) -> String {
    let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..tests].lines();
    let code = |line: &str| {
        let comment = line.trim_start().starts_with("//") || line.trim_start().starts_with("/*");
        if comment { String::new() } else { line.to_owned() }
    };
    lines.map(|line| code(line) + "\n").collect()
}

/// Where a word stands by itself, in any case.
fn names(line: &str, name: &str) -> bool {
    let line = line.to_lowercase();
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    line.match_indices(name).any(|(at, _)| {
        !is_letter(line[..at].chars().next_back())
            && !is_letter(line[at + name.len()..].chars().next())
    })
}

#[test]
fn no_source_outside_the_cards_names_a_game() {
    let mut leaks = Vec::new();
    for room in ROOMS {
        let folder = root().join("crates").join(room);
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        sources(&folder.join("assets"), &mut files);
        assert!(!files.is_empty(), "{room} has no sources");
        for file in files {
            let text = code(&fs::read_to_string(&file).unwrap());
            for (number, line) in (1..).zip(text.lines()) {
                let leak = GAMES[..4].iter().chain(&OTHER_NAMES).find(|name| names(line, name));
                if let Some(name) = leak {
                    leaks.push(format!(
                        "{}:{number} names {name}: {}",
                        file.display(),
                        line.trim()
                    ));
                }
            }
        }
    }
    assert!(leaks.is_empty(), "\n{}", leaks.join("\n"));
}

/// Each crate of the workspace with those that its program part depends on.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let package = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let in_program = all.filter(|dependency| dependency["kind"].is_null());
        (text(&package["name"]), in_program.map(|used| text(&used["name"])).collect())
    };
    metadata["packages"].as_array().unwrap().iter().map(package).collect()
}

#[test]
fn no_crate_outside_the_cards_depends_on_the_rules_of_a_game() {
    let dependencies = dependencies();
    for room in ROOMS {
        for name in &dependencies[room] {
            assert!(!GAMES.contains(&name.as_str()), "{room} depends on {name}");
        }
    }
}

#[test]
fn dependencies_point_from_the_bottom_of_the_list_to_the_top() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, list) = manifest.split_once("from the bottom of this list to the top.\n").unwrap();
    let rooms: Vec<&str> =
        list.lines().map_while(|line| Some(line.split_once(" = { path = ")?.0)).collect();
    assert!(rooms.len() > 12, "{rooms:?}");
    let dependencies = dependencies();
    for (index, room) in rooms.iter().enumerate() {
        for name in &dependencies[*room] {
            let below = rooms[index..].contains(&name.as_str());
            assert!(!below, "{room} depends on {name}, which does not stand above it");
        }
    }
}

#[test]
fn rooms_that_should_be_strangers_are() {
    let dependencies = dependencies();
    for (room, strangers) in STRANGERS {
        for name in strangers {
            assert!(!dependencies[room].contains(&(*name).to_owned()), "{room} depends on {name}");
        }
    }
}
