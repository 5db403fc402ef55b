//! `tablero analyse`: lines of a game, looked at with the computer.

use crate::club::{self, CLUB, Game};
use crate::engine_options::{EngineOptions, machine};
use crate::play::{ArgumentWords, finish, games, has_screen, in_words, storage};
use crate::words::{AnalyseHelp, PlayHelp, analyse_help, play_help};
use clap::ValueHint;
use std::io;
use std::path::PathBuf;
use table::{Language, fill};
use terminal::screen::{MOST_LINES, USUAL_LINES};
use terminal::{Config, Pieces, StorageConfig, Subject, print_analysis};

/// The help of every argument comes from the words of a language: see [`in_language`].
#[derive(clap::Args)]
pub struct Arguments {
    #[arg(value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    subject: Option<String>,
    #[arg(long, value_parser = club::any(), hide_possible_values = true)]
    game: Option<Game>,
    #[arg(long)]
    number: Option<usize>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=MOST_LINES as i64))]
    lines: Option<u8>,
    #[arg(long)]
    plain: bool,
    #[arg(long)]
    ascii: bool,
    #[arg(long, conflicts_with = "ascii")]
    pieces: Option<Pieces>,
    #[arg(long)]
    language: Option<Language>,
    #[arg(long, value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// The command with its help in a language.
pub fn in_language(command: clap::Command, language: Language) -> clap::Command {
    let (words, shared) = (analyse_help(language), play_help(language));
    let is_analysed = |card: Game| !card.capabilities().hidden;
    let positions = fill(words.positions, &[&club::starts(is_analysed, shared.or_like)]);
    let examples = examples();
    let command = command
        .about(words.about)
        .long_about(words.long_about)
        .after_help(format!("{positions}\n\n{}{examples}", shared.examples));
    let about = argument_words(words, shared, language);
    in_words(command, shared, ("analyse", words.value_subject), about)
}

fn argument_words(
    words: &AnalyseHelp,
    shared: &PlayHelp,
    language: Language,
) -> [ArgumentWords; 11] {
    let plain = str::to_owned;
    [
        ("subject", plain(words.subject), words.value_subject),
        ("game", fill(words.game, &[&games(language)]), shared.value_game),
        ("number", plain(words.number), shared.value_number),
        ("lines", plain(words.lines), shared.value_number),
        ("plain", plain(words.plain), ""),
        ("ascii", plain(shared.ascii), ""),
        ("pieces", plain(shared.pieces), shared.value_pieces),
        ("language", plain(shared.language), shared.value_language),
        ("store", plain(words.store), shared.value_file),
        ("threads", plain(shared.threads), shared.value_number),
        ("hash", plain(shared.hash), shared.value_megabytes),
    ]
}

fn examples() -> String {
    let lines = [
        "tablero analyse",
        "tablero analyse my-game.pgn",
        "tablero analyse all-my-games.pgn --number 12",
        "tablero analyse --game othello",
        "tablero analyse '8/8/8/8/8/5k2/5p2/5K2 b - - 0 1' --plain",
    ];
    format!("\n  {}", lines.join("\n  "))
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let language = arguments.language.unwrap_or_else(terminal::language_of_environment);
    let screen = has_screen() && !arguments.plain;
    let subject = Subject {
        game: arguments.game,
        text: arguments.subject.as_deref(),
        number: arguments.number,
        asks: screen,
    };
    let Some(imported) = subject.read(CLUB, language).map_err(anyhow::Error::msg)? else {
        return Ok(());
    };
    let config = Config {
        pieces: if arguments.ascii {
            Pieces::Letters
        } else {
            arguments.pieces.unwrap_or_default()
        },
        language,
        storage: if screen { storage(arguments.store.clone()) } else { StorageConfig::None },
        resources: arguments.engine.or(machine()),
        ..Config::new(CLUB)
    };
    let lines = arguments.lines.map_or(USUAL_LINES, usize::from);
    if screen {
        return finish(terminal::screen::analyse(config, imported, lines), language);
    }
    Ok(print_analysis(&config, &imported, lines, &mut io::stdout())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_says_something_of_every_argument_in_both_languages() {
        use clap::Args;
        for language in [Language::English, Language::Spanish] {
            let command = Arguments::augment_args(clap::Command::new("analyse"));
            for argument in in_language(command, language).get_arguments() {
                assert!(argument.get_help().is_some(), "{}", argument.get_id());
            }
        }
    }
}
