//! What the system says about a file, in the language of the player.

use super::words;
use std::io::ErrorKind;

use table::Language;

/// What the system says about a file. The system speaks English; another language says what kind of
/// error it is.
pub fn io_error(kind: ErrorKind, reason: &str, language: Language) -> String {
    let words = words(language);
    let text = match kind {
        ErrorKind::NotFound => words.io_not_found,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => words.io_denied,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => words.io_full,
        ErrorKind::InvalidData => words.not_text,
        _ => words.io_other,
    };
    if text == "{}" { reason.to_owned() } else { text.to_owned() }
}
