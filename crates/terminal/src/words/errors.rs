//! Errors of other crates, in the language of the player.

use super::words;
use game::TextPosition;
use std::fmt::Display;
use std::io::ErrorKind;
use table::log::LogError;
use table::{ImportError, Language, PlayerError, ThinkError, fill};

/// A text with its parts; the error itself where the text is nothing but a blank for it.
fn explained(text: &str, error: &impl Display, parts: &[&str]) -> String {
    if text == "{}" { error.to_string() } else { fill(text, parts) }
}

/// Why a computer player has no move or no hint.
pub fn think_error(error: &ThinkError, language: Language) -> String {
    let words = words(language);
    let (text, parts) = match error {
        ThinkError::Stopped => (words.think_stopped, Vec::new()),
        ThinkError::Failed => (words.think_failed, Vec::new()),
        ThinkError::NotItsTurn => (words.think_not_its_turn, Vec::new()),
        ThinkError::Human => (words.think_human, Vec::new()),
        ThinkError::AllFlagged => (words.think_all_flagged, Vec::new()),
        ThinkError::NoHint(why) => (words.think_no_hint, vec![why.text(language).to_owned()]),
        ThinkError::NotThisGame { player, game, .. } => {
            (words.think_not_this_game, vec![player.to_string(), (*game).to_owned()])
        }
        ThinkError::Outside(_) => (words.think_outside, Vec::new()),
        ThinkError::Illegal(_) => (words.think_illegal, Vec::new()),
        ThinkError::BadProgram(_) => (words.think_bad_program, Vec::new()),
    };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    explained(text, error, &parts)
}

/// Why a text names no player.
pub fn bad_player(error: &PlayerError, language: Language) -> String {
    let words = words(language);
    match error {
        PlayerError::Unknown(given) => {
            explained(words.player_unknown, error, &[&format!("{given:?}")])
        }
        PlayerError::Number { word, given, .. } => {
            explained(words.player_number, error, &[given, word])
        }
        PlayerError::TooLong(_) => explained(words.player_too_long, error, &[]),
    }
}

/// Why a text is no start of a game.
pub fn bad_start(reason: &str, language: Language) -> String {
    explained(words(language).bad_position, &reason, &[])
}

/// What the system says about a file.
pub fn io_error(kind: ErrorKind, reason: &str, language: Language) -> String {
    let words = words(language);
    let text = match kind {
        ErrorKind::NotFound => words.io_not_found,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => words.io_denied,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => words.io_full,
        ErrorKind::InvalidData => words.not_text,
        _ => words.io_other,
    };
    explained(text, &reason, &[])
}

/// Why a text is no saved game.
pub fn log_error(error: &LogError, language: Language) -> String {
    let words = words(language);
    match error {
        LogError::TooLong(_) => explained(words.log_too_long, error, &[]),
        LogError::Line { line, column, .. } => {
            explained(words.log_line, error, &[&line.to_string(), &column.to_string()])
        }
        LogError::Event(_) => explained(words.log_impossible, error, &[]),
    }
}

/// Why a file of another program is not read.
pub fn import_error(error: &ImportError, language: Language) -> String {
    let words = words(language);
    match error {
        ImportError::TooLong(_) => explained(words.log_too_long, error, &[]),
        ImportError::NoGame => explained(words.no_game_in_file, error, &[]),
        ImportError::OtherGame(game) => explained(words.file_of_other_game, error, &[game]),
        ImportError::Format { format, place: None, .. } => {
            explained(words.bad_format, error, &[format])
        }
        ImportError::Format { format, place: Some(TextPosition { line, column }), .. } => {
            let place = [line, column].map(ToString::to_string);
            explained(words.bad_format_at, error, &[format, &place[0], &place[1]])
        }
        ImportError::Table(_) => explained(words.impossible_game, error, &[]),
    }
}
