//! The words of the command line that are there in every language: the help of `tablero play` and `analyse`, and what is
//! wrong with the arguments of any command.

mod english;
mod spanish;

use table::Language;

/// The help of `tablero play`. A `{}` is where the part that varies goes.
pub struct PlayHelp {
    /// In the list of commands.
    pub about: &'static str,
    /// In the help itself.
    pub long_about: &'static str,
    /// The headings.
    pub usage: &'static str,
    pub arguments: &'static str,
    pub options: &'static str,
    /// `{}` is the list of games: names and titles.
    pub game: &'static str,
    /// `{}` is what the side is called in games with other colours.
    pub white: &'static str,
    pub black: &'static str,
    /// What a side is called in one game: its name and the game.
    pub other_colour: &'static str,
    pub player: &'static str,
    pub position: &'static str,
    pub level: &'static str,
    pub seed: &'static str,
    pub lines: &'static str,
    pub ascii: &'static str,
    pub pieces: &'static str,
    pub value_pieces: &'static str,
    pub no_flip: &'static str,
    pub clock: &'static str,
    pub delay: &'static str,
    pub language: &'static str,
    pub store: &'static str,
    pub threads: &'static str,
    pub hash: &'static str,
    pub help: &'static str,
    /// Names of values in the usage.
    pub value_player: &'static str,
    pub value_text: &'static str,
    pub value_level: &'static str,
    pub value_number: &'static str,
    pub value_time: &'static str,
    pub value_milliseconds: &'static str,
    pub value_megabytes: &'static str,
    pub value_language: &'static str,
    pub value_file: &'static str,
    pub value_game: &'static str,
    /// `{}` are the games that other programs can play.
    pub players: &'static str,
    /// `{}` are the lines of the games.
    pub positions: &'static str,
    /// Before the usual start as an example of the notation.
    pub or_like: &'static str,
    pub examples: &'static str,
}

/// The help of `tablero analyse`, beside what it shares with that of `tablero play`.
pub struct AnalyseHelp {
    pub about: &'static str,
    pub long_about: &'static str,
    pub subject: &'static str,
    /// The name of its value in the usage.
    pub value_subject: &'static str,
    pub game: &'static str,
    pub number: &'static str,
    pub lines: &'static str,
    pub plain: &'static str,
    pub store: &'static str,
    /// `{}` are the lines of the games.
    pub positions: &'static str,
}

/// The help of `tablero analyse` in a language.
pub const fn analyse_help(language: Language) -> &'static AnalyseHelp {
    match language {
        Language::English => &english::ANALYSE_HELP,
        Language::Spanish => &spanish::ANALYSE_HELP,
    }
}

/// The help of `tablero play` in a language.
pub const fn play_help(language: Language) -> &'static PlayHelp {
    match language {
        Language::English => &english::PLAY_HELP,
        Language::Spanish => &spanish::PLAY_HELP,
    }
}

/// What is wrong with the arguments, in a language; `None` where the parser speaks it by itself.
pub fn usage_error(error: &clap::Error, language: Language) -> Option<String> {
    match language {
        Language::English => None,
        Language::Spanish => Some(spanish::usage_error(error)),
    }
}
