//! `tablero completions`: scripts that complete words for a shell, those of players and levels included.

use crate::club::{self, CLUB};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use std::io::{self, Write};

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
    clap_complete::generate(arguments.shell, &mut offering(command), "tablero", &mut script);
    out.write_all(&script)
}

/// The command line as it is completed: where any player or start may be written, those with short names are offered. A shell
/// offers what it is told and takes everything else, too.
fn offering(command: Command) -> Command {
    let offered = |argument: Arg| match argument.get_id().as_str() {
        "white" | "black" | "player" | "first" | "second" | "opponent"
            if argument.get_long() != Some("first") =>
        {
            argument.value_parser(PossibleValuesParser::new(players()))
        }
        "level" => argument.value_parser(PossibleValuesParser::new(starts(true))),
        "position" => argument.value_parser(PossibleValuesParser::new(starts(false))),
        _ => argument,
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
