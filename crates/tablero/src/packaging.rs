//! What the packages say of the command line: the unit, the image and the manual for operators are read by the command
//! line itself.

use crate::command_line;
use std::collections::BTreeSet;

const UNIT: &str = include_str!("../../../deploy/tablero.service");
const SETTINGS: &str = include_str!("../../../deploy/tablero.env");
const CONTAINERFILE: &str = include_str!("../../../deploy/Containerfile");
const COMPOSE: &str = include_str!("../../../deploy/compose.yaml");
const OPERATING: &str = include_str!("../../../docs/operating.md");
const MANIFEST: &str = include_str!("../Cargo.toml");

/// Reads the words behind the name of the program as the program would.
#[track_caller]
fn is_understood(words: &[String]) {
    let line = ["tablero".to_owned()].into_iter().chain(words.iter().cloned());
    if let Err(error) = command_line(&[]).try_get_matches_from(line) {
        panic!("tablero {}: {error}", words.join(" "));
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// The lists of words in JSON behind a name, as the Containerfile and the compose file have them.
fn lists(text: &str, name: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter_map(|line| Some(line.split_once(name)?.1));
    lines
        .map(|list| serde_json::from_str(list.trim()).unwrap_or_else(|e| panic!("{list}: {e}")))
        .collect()
}

/// The settings that lines `NAME=VALUE` show, those in comments included.
fn settings(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches('#'));
    lines.filter_map(|line| line.split_once('=')).filter(|(name, _)| is_variable(name)).collect()
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// What stands behind `tablero` in a line of a shell, if that is the program which the line starts.
fn command(line: &str) -> Option<Vec<String>> {
    let words = words(line.split(" | ").next().unwrap_or_default());
    let starts = ["tablero", "sudo", "docker"];
    let at = words.iter().rposition(|word| word.rsplit('/').next() == Some("tablero"))?;
    let others = ["systemctl", "journalctl", "useradd", "apt", "sed", "tar", "build"];
    let is_other = words[..at].iter().any(|word| others.contains(&word.as_str()));
    // A time of cron stands before the account.
    let starts = starts.contains(&words[0].as_str()) || words[0].parse::<u8>().is_ok();
    (starts && !is_other && at + 1 < words.len()).then(|| words[at + 1..].to_vec())
}

#[test]
fn the_unit_starts_a_server_with_the_settings_that_its_file_explains() {
    let start =
        UNIT.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/tablero ")).unwrap();
    let (fixed, varying) = start.split_once(" $").unwrap();
    is_understood(&words(fixed));
    let examples: Vec<&str> = [SETTINGS, OPERATING]
        .iter()
        .flat_map(|text| settings(text))
        .filter_map(|(name, value)| (name == varying).then_some(value))
        .collect();
    assert_eq!(examples.len(), 2, "{examples:?}");
    for options in examples {
        is_understood(&words(&format!("{fixed} {options}")));
    }
}

#[test]
fn the_file_of_settings_is_where_the_unit_reads_it_and_the_package_puts_it() {
    let place = "/etc/default/tablero";
    assert!(UNIT.contains(&format!("\nEnvironmentFile=-{place}\n")));
    assert!(MANIFEST.contains(&format!("conf-files = [\"{place}\"]")));
    assert!(SETTINGS.contains(place) && OPERATING.contains(place));
}

#[test]
fn the_image_starts_a_server_and_asks_it_whether_it_is_well() {
    assert_eq!(lists(CONTAINERFILE, "ENTRYPOINT "), [["/usr/bin/tablero"]]);
    let commands = lists(CONTAINERFILE, "CMD ");
    let [health, serve] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!(health[..2], ["/usr/bin/tablero", "health"]);
    is_understood(&health[1..]);
    assert_eq!(serve[0], "serve");
    is_understood(serve);
    // The server listens where the check asks.
    let port = |words: &[String]| words.last().unwrap().rsplit(':').next().unwrap().to_owned();
    assert_eq!(port(serve), port(health));
    assert!(CONTAINERFILE.contains(&format!("\nEXPOSE {}\n", port(serve))));
}

#[test]
fn the_club_of_the_compose_file_starts_servers() {
    let commands = lists(COMPOSE, "command: ");
    assert!(!commands.is_empty());
    for command in commands {
        assert_eq!(command[0], "serve");
        is_understood(&command);
    }
}

#[test]
fn every_command_of_the_manual_for_operators_is_understood() {
    let lines = OPERATING.lines().filter_map(|line| line.strip_prefix("    "));
    let commands: Vec<_> = lines.filter_map(command).collect();
    let named: BTreeSet<&str> = commands.iter().map(|words| words[0].as_str()).collect();
    let expected = ["backup", "check", "games", "health", "restore", "serve"];
    assert_eq!(named, BTreeSet::from(expected));
    for words in &commands {
        is_understood(words);
    }
    assert!(commands.len() > 10, "{commands:?}");
}

#[test]
fn the_files_that_the_manual_names_are_those_of_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let endings = [".deb", ".tar.gz"];
    let is_package = |word: &&str| {
        word.contains("tablero") && endings.iter().any(|ending| word.ends_with(ending))
    };
    let files: Vec<&str> = OPERATING.split_whitespace().filter(is_package).collect();
    assert!(files.len() > 2, "{files:?}");
    for file in files {
        assert!(file.contains(version), "{file}");
    }
}
