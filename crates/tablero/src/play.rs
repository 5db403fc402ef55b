//! `tablero play`: a game at the keyboard.

use crate::club::{self, CLUB, Game};
use crate::engine_options::{EngineOptions, machine};
use crate::storage::usual_file;
use crate::words::{PlayHelp, play_help};
use clap::{Arg, ArgAction, ValueHint};
use game::Side;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use table::{Language, Player, TimeControl, fill};
use terminal::{Config, Options, Pieces, PlayError, StorageConfig};

/// The help of every argument comes from the words of a language: see [`in_language`].
#[derive(clap::Args)]
pub struct Arguments {
    #[arg(value_parser = club::any(), hide_possible_values = true)]
    game: Option<Game>,
    #[arg(long)]
    white: Option<Player>,
    #[arg(long)]
    black: Option<Player>,
    #[arg(long)]
    player: Option<Player>,
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    #[arg(long)]
    level: Option<String>,
    #[arg(long)]
    seed: Option<u64>,
    #[arg(long)]
    lines: bool,
    #[arg(long)]
    ascii: bool,
    #[arg(long, conflicts_with = "ascii")]
    pieces: Option<Pieces>,
    #[arg(long)]
    no_flip: bool,
    #[arg(long)]
    clock: Option<TimeControl>,
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: Option<u64>,
    #[arg(long)]
    language: Option<Language>,
    #[arg(long, value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// The command with its help in a language.
pub fn in_language(command: clap::Command, language: Language) -> clap::Command {
    let words = play_help(language);
    let command =
        command.about(words.about).long_about(words.long_about).after_help(after_help(words));
    in_words(command, words, ("play", words.value_game), argument_words(words, language))
}

/// What is said of an argument: its name, its help, and the name of its value if it has one.
pub type ArgumentWords = (&'static str, String, &'static str);

/// A command of this name with headings, usage and help of its arguments in a language.
pub fn in_words(
    command: clap::Command,
    words: &PlayHelp,
    (name, value): (&str, &str),
    about_arguments: impl IntoIterator<Item = ArgumentWords>,
) -> clap::Command {
    let PlayHelp { usage, arguments, options, .. } = words;
    let template = format!(
        "{{about-with-newline}}\n{usage} {{usage}}\n\n{arguments}\n{{positionals}}\n\n\
         {options}\n{{options}}{{after-help}}"
    );
    let options = options.trim_end_matches(':').to_uppercase();
    let mut command = command
        .override_usage(format!("tablero {name} [{options}] [{value}]"))
        .help_template(template)
        .disable_help_flag(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).help(words.help));
    for (name, help, value) in about_arguments {
        command = command.mut_arg(name, |argument| match value {
            "" => argument.help(help),
            value => argument.help(help).value_name(value),
        });
    }
    command
}

fn argument_words(words: &PlayHelp, language: Language) -> [ArgumentWords; 17] {
    let plain = str::to_owned;
    let colour = |template, side| fill(template, &[&other_colours(words, side, language)]);
    [
        ("game", fill(words.game, &[&games(language)]), words.value_game),
        ("white", colour(words.white, Side::White), words.value_player),
        ("black", colour(words.black, Side::Black), words.value_player),
        ("player", plain(words.player), words.value_player),
        ("position", plain(words.position), words.value_text),
        ("level", plain(words.level), words.value_level),
        ("seed", plain(words.seed), words.value_number),
        ("lines", plain(words.lines), ""),
        ("ascii", plain(words.ascii), ""),
        ("pieces", plain(words.pieces), words.value_pieces),
        ("no_flip", plain(words.no_flip), ""),
        ("clock", plain(words.clock), words.value_time),
        ("delay", plain(words.delay), words.value_milliseconds),
        ("language", plain(words.language), words.value_language),
        ("store", plain(words.store), words.value_file),
        ("threads", plain(words.threads), words.value_number),
        ("hash", plain(words.hash), words.value_megabytes),
    ]
}

/// The names of the games, with their titles where these are other words.
pub fn games(language: Language) -> String {
    let named = |card: &Game| {
        let (name, title) = (card.name(), card.words(language).in_a_sentence);
        if title.to_lowercase() == name { name.to_owned() } else { format!("{name} ({title})") }
    };
    CLUB.cards().iter().map(named).collect::<Vec<_>>().join(", ")
}

/// What a side is called in the games that have other colours than the first.
fn other_colours(words: &PlayHelp, side: Side, language: Language) -> String {
    let usual = CLUB.cards()[0].side_name(side, language);
    let others = CLUB.cards().iter().filter(|card| !card.is_for_one());
    others
        .map(|card| (card.side_name(side, language), card.name()))
        .filter(|(colour, _)| *colour != usual)
        .map(|(colour, game)| fill(words.other_colour, &[&colour.to_lowercase(), game]))
        .collect()
}

fn after_help(words: &PlayHelp) -> String {
    let players = fill(words.players, &[&club::with_uci()]);
    let positions = fill(words.positions, &[&club::starts(|_| true, words.or_like)]);
    format!("{players}\n\n{positions}\n\n{}{}", words.examples, examples())
}

fn examples() -> String {
    let mut lines = vec!["tablero play".to_owned()];
    let usual = CLUB.cards()[0].name();
    lines.push(format!("tablero play {usual} --black level:4 --clock 5+3"));
    lines.push(format!("tablero play {} --black uci:stockfish", club::with_uci()));
    lines.push(format!("tablero play {usual} --white minimax:3 --black minimax:3 --delay 0"));
    for card in CLUB.cards() {
        let option = if card.is_for_one() { "--level" } else { "--position" };
        if let Some(start) = club::named_starts(*card).first() {
            lines.push(format!("tablero play {} {option} {start}", card.name()));
        }
    }
    format!("\n  {}", lines.join("\n  "))
}

/// The language of the help: that of `--language`, wherever it stands, or of the environment.
pub fn language_of_help(arguments: &[String]) -> Language {
    let values = arguments.iter().zip(arguments.iter().skip(1).map(Some).chain([None]));
    let given =
        values.filter_map(|(argument, next)| match argument.strip_prefix("--language")? {
            "" => next.map(String::as_str),
            value => value.strip_prefix('='),
        });
    let given = given.last().and_then(|name| name.parse().ok());
    given.unwrap_or_else(terminal::language_of_environment)
}

pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { game, white, black, player, position, level, clock, .. } = arguments;
    let screen = has_screen() && !arguments.lines;
    let config = Config {
        club: CLUB,
        options: Options { game, white, black, player, position, level, clock },
        seed: arguments.seed,
        pieces: if arguments.ascii {
            Pieces::Letters
        } else {
            arguments.pieces.unwrap_or_default()
        },
        no_flip: arguments.no_flip,
        delay: arguments.delay,
        language: arguments.language.unwrap_or_else(terminal::language_of_environment),
        // A script leaves nothing behind unless it says where.
        storage: match arguments.store {
            None if !is_interactive() => StorageConfig::None,
            file => storage(file),
        },
        resources: arguments.engine.or(machine()),
    };
    let language = config.language;
    let played = if screen { terminal::screen::play(config) } else { terminal::play(config) };
    finish(played, language)
}

/// Lets a person choose a game, on the full screen or, where a terminal has none, line by line.
pub fn choose() -> anyhow::Result<()> {
    let language = terminal::language_of_environment();
    let (storage, resources) = (storage(None), machine());
    let config = Config { language, storage, resources, ..Config::new(CLUB) };
    let screen = has_screen();
    finish(if screen { terminal::screen::play(config) } else { terminal::play(config) }, language)
}

/// Is there a terminal to be filled?
pub fn has_screen() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|kind| kind == "dumb");
    is_interactive() && !dumb
}

/// Is there a person at a terminal?
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Where games are kept. Without such a place games can still be played.
pub fn storage(file: Option<PathBuf>) -> StorageConfig {
    match file {
        Some(file) if file.as_os_str() == ":memory:" => StorageConfig::None,
        Some(file) => StorageConfig::File(file),
        None => match usual_file() {
            Ok(file) => StorageConfig::File(file),
            Err(error) => StorageConfig::Unavailable(format!("{error:#}")),
        },
    }
}

pub fn finish(result: Result<(), PlayError>, language: Language) -> anyhow::Result<()> {
    match result {
        Ok(()) => Ok(()),
        // As itself, so that a broken pipe is recognised.
        Err(PlayError::Io(error)) => Err(error.into()),
        Err(other) => Err(anyhow::Error::msg(other.text(language))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_help_may_stand_anywhere() {
        let of = |words: &str| {
            language_of_help(&words.split(' ').map(str::to_owned).collect::<Vec<_>>())
        };
        assert_eq!(of("play --help --language es"), Language::Spanish);
        assert_eq!(of("play --language=es --help"), Language::Spanish);
        assert_eq!(of("play --language en --help"), Language::English);
    }

    #[test]
    fn the_help_says_something_of_every_argument_in_both_languages() {
        use clap::Args;
        for language in [Language::English, Language::Spanish] {
            let command = Arguments::augment_args(clap::Command::new("play"));
            let command = in_language(command, language);
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{}", argument.get_id());
            }
        }
    }
}
