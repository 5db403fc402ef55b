//! `tablero completions`: scripts that complete words for a shell, those of players and levels included.

use crate::club::{self, CLUB};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::any::TypeId;
use std::io::{self, Write};
use table::Player;

/// Print a script that completes words for a shell.
///
/// For bash, for instance, put this into ~/.bashrc:
///
///     source <(tablero completions bash)
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The shell that you use.
    shell: Shell,
}

pub fn run(arguments: &Arguments, command: Command, out: &mut impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    let command = offering(command);
    clap_complete::generate(arguments.shell, &mut command.clone(), "tablero", &mut script);
    out.write_all(&script)?;
    if arguments.shell == Shell::Bash {
        out.write_all(whole_words(&command).as_bytes())?;
    }
    Ok(())
}

/// What bash needs besides the script that is made for it: words with colons, and paths where a command takes one by its place.
fn whole_words(command: &Command) -> String {
    let folders = places(command, ValueHint::DirPath);
    let files = places(command, ValueHint::FilePath);
    include_str!("completions.bash").replace("@folders@", &folders).replace("@files@", &files)
}

/// The commands that take such a path by its place, as alternatives of a pattern: `suite *|games import *`.
fn places(command: &Command, hint: ValueHint) -> String {
    let takes = |command: &Command| {
        command.get_positionals().any(|argument| argument.get_value_hint() == hint)
    };
    let mut patterns = Vec::new();
    for command in command.get_subcommands() {
        let below = command.get_subcommands().filter(|below| takes(below));
        patterns.extend(
            below.map(|below| format!("\"{} {} \"*", command.get_name(), below.get_name())),
        );
        if takes(command) {
            patterns.push(format!("\"{} \"*", command.get_name()));
        }
    }
    patterns.join("|")
}

/// The command line as it is completed: where any player or start may be written, those with short names are offered. A shell
/// offers what it is told and takes everything else, too.
fn offering(command: Command) -> Command {
    let offered = |argument: Arg| {
        let kind = argument.get_value_parser().type_id();
        if kind == TypeId::of::<Player>() {
            return argument.value_parser(PossibleValuesParser::new(players()));
        }
        match argument.get_id().as_str() {
            "level" => argument.value_parser(PossibleValuesParser::new(starts(true))),
            "position" if argument.get_long().is_some() => {
                argument.value_parser(PossibleValuesParser::new(starts(false)))
            }
            _ => argument,
        }
    };
    command.mut_args(offered).mut_subcommands(offering)
}

/// Every player that some game offers, each once.
fn players() -> Vec<&'static str> {
    let mut names = vec!["human"];
    for player in CLUB.cards().iter().flat_map(|card| card.computers()) {
        let name = player.to_string();
        if !names.contains(&name.as_str()) {
            // The script is printed once, and then the program ends.
            names.push(name.leak());
        }
    }
    names
}

/// The starts that have names: of games for one, or of games for two.
fn starts(for_one: bool) -> Vec<&'static str> {
    let cards = CLUB.cards().iter().filter(|card| card.is_for_one() == for_one);
    let names = cards.flat_map(|card| club::named_starts(*card));
    names.map(|name| &*name.leak()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line;
    use std::path::PathBuf;

    /// Every argument of a command and of those below it, with the words that lead to it.
    fn arguments(command: &Command, above: &str) -> Vec<(String, Arg)> {
        let name = format!("{above} {}", command.get_name());
        let own = command.get_arguments().map(|argument| {
            (format!("{} {}", name.trim_start(), argument.get_id()), argument.clone())
        });
        let below = command.get_subcommands().flat_map(|command| arguments(command, &name));
        own.chain(below).collect()
    }

    /// Is a path wanted, by the type of an argument or by what its name or that of its value says?
    fn is_path(argument: &Arg) -> bool {
        let mut words = vec![argument.get_id().as_str().to_owned()];
        words.extend(argument.get_value_names().into_iter().flatten().map(ToString::to_string));
        let takes_one = argument.get_num_args().is_none_or(|count| count.takes_values())
            && argument.get_action().takes_values();
        let paths = ["file", "folder", "dir", "directory", "path", "store"];
        let says_so = |word: &String| {
            let word = word.to_lowercase();
            word.split(|c: char| !c.is_alphabetic()).any(|part| paths.contains(&part))
        };
        let is_typed = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        takes_one && (is_typed || words.iter().any(says_so))
    }

    #[test]
    fn every_path_has_a_hint_for_shells() {
        let all = arguments(&command_line(&[]), "");
        let paths: Vec<_> = all.iter().filter(|(_, argument)| is_path(argument)).collect();
        assert!(paths.len() > 30, "{}", paths.len());
        for (name, argument) in paths {
            let hint = argument.get_value_hint();
            assert!(matches!(hint, ValueHint::FilePath | ValueHint::DirPath), "{name}: {hint:?}");
        }
    }

    #[test]
    fn every_player_and_level_is_offered() {
        let all = arguments(&command_line(&[]), "");
        let offered = arguments(&offering(command_line(&[])), "");
        let wanted = |argument: &Arg| {
            argument.get_value_parser().type_id() == TypeId::of::<Player>()
                || argument.get_id() == "level"
        };
        let mut count = 0;
        for ((name, argument), (_, completed)) in all.iter().zip(&offered) {
            if wanted(argument) {
                count += 1;
                assert!(!completed.get_possible_values().is_empty(), "{name}");
            }
        }
        assert!(count >= 10, "{count}");
    }

    #[test]
    fn players_levels_and_files_are_completed() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut out = Vec::new();
            run(&Arguments { shell }, command_line(&[]), &mut out).unwrap();
            let script = String::from_utf8(out).unwrap();
            for word in ["level:10", "minimax:3", "engine", "seed-expert", "chess960"] {
                // Some shells want colons escaped.
                let escaped = word.replace(':', "\\:");
                assert!(script.contains(word) || script.contains(&escaped), "{shell}: {word}");
            }
        }
    }
}
