//! The games of the club: one folder each, and the list.
//!
//! A folder holds the card of a game: its picture, its words in every language, its drawings, the records
//! of other programs, and what the search and the players need to know. The rules of the larger games are
//! crates of their own; a small game has its rules in its folder, too.
//!
//! To add a game, make a folder and add its name to the list below; `four` is one to look at. Nothing
//! else names a game.

mod board;

use game::TextPosition;
use std::fmt::Display;
use table::{ImportError, Language, Localized};

/// Makes the list of games of the names of their folders.
macro_rules! games {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        /// All games, in the order in which they are offered.
        pub const CLUB: table::Club = table::Club::new(&[$(&$name::CARD),*]);
    };
}

games! {
    chess
    checkers
    othello
    mines
    four
}

/// Names of openings are looked for among so many first positions of a game.
pub(crate) const NAMED_PLIES: usize = 60;

/// An error of the rules: it speaks English by itself, and Spanish in the file of that language.
pub(crate) trait InSpanish: Display {
    fn in_spanish(&self) -> String;
}

/// An error of the rules in a language.
pub(crate) fn said<E: InSpanish>(error: &E, language: Language) -> String {
    match language {
        Language::English => error.to_string(),
        Language::Spanish => error.in_spanish(),
    }
}

/// An error of the rules in every language.
pub(crate) fn localized<E: InSpanish>(error: &E) -> Localized {
    Localized::exactly(|language| said(error, language))
}

/// Why a text in a format cannot be imported. The error does not name the place.
pub(crate) fn import_error<E: InSpanish>(
    format: &'static str,
    place: Option<TextPosition>,
    error: &E,
) -> ImportError {
    ImportError::Format { format, place, reason: localized(error) }
}

/// The text is in memory, so that reading it does not fail in practice.
impl InSpanish for std::io::Error {
    fn in_spanish(&self) -> String {
        "el texto no se puede leer".to_owned()
    }
}

/// Sentences about a start, if there are any.
pub(crate) fn described<const N: usize>(sentences: [Option<String>; N]) -> Option<String> {
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// So many moves are named in a sentence.
pub(crate) const NAMED: usize = 8;

/// Moves as a Spanish sentence lists them, the first few by name.
pub(crate) fn listed<M: ToString>(moves: &[M]) -> String {
    let names: Vec<String> = moves.iter().take(NAMED).map(ToString::to_string).collect();
    match moves.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} y {more} más", names.join(", ")),
    }
}
