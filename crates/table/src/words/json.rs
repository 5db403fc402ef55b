//! What is wrong with a text that should be JSON. The reader says it in English sentences only; their
//! shapes are few, and the names in them are in backquotes.

use super::Language;
use super::spanish;
use crate::refusal::Localized;
use serde_json::error::Category;

/// The longest message that is passed on: a message may quote what was read.
const LONGEST: usize = 200;

/// The shape of a message, with the names that it quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum JsonFault<'a> {
    /// The text ends within a value.
    Ended,
    Syntax,
    MissingField(&'a str),
    /// A field that is not known, and those that are.
    UnknownField(&'a str, Vec<&'a str>),
    FieldTwice(&'a str),
    /// A word that is not one of these.
    UnknownWord(&'a str, Vec<&'a str>),
    WrongType,
    WrongValue,
}

/// What is wrong, without the place, which the caller names, and without echoing a long input.
pub fn json_error(error: &serde_json::Error) -> Localized {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let text = text.strip_suffix(&place).unwrap_or(&text);
    Localized::exactly(|language| match language {
        Language::English => text.chars().take(LONGEST).collect(),
        Language::Spanish => {
            let said = spanish::json_fault(&fault(error.classify(), text));
            said.chars().take(LONGEST).collect()
        }
    })
}

/// What is wrong and where, as a sentence.
pub fn json_error_at(error: &serde_json::Error) -> Localized {
    let Localized { english, spanish } = json_error(error);
    let (line, column) = (error.line(), error.column());
    Localized::new(|language| match language {
        Language::English => format!("{english} at line {line} column {column}"),
        Language::Spanish => format!("{spanish} (línea {line}, columna {column})"),
    })
}

fn fault(category: Category, text: &str) -> JsonFault<'_> {
    match category {
        Category::Eof => return JsonFault::Ended,
        Category::Io | Category::Syntax => return JsonFault::Syntax,
        Category::Data => {}
    }
    let mut names = text.split('`').skip(1).step_by(2);
    let mut name = || names.next().unwrap_or_default();
    if text.starts_with("missing field ") {
        JsonFault::MissingField(name())
    } else if text.starts_with("unknown field ") {
        JsonFault::UnknownField(name(), names.collect())
    } else if text.starts_with("duplicate field ") {
        JsonFault::FieldTwice(name())
    } else if text.starts_with("unknown variant ") {
        JsonFault::UnknownWord(name(), names.collect())
    } else if text.starts_with("invalid type: ") {
        JsonFault::WrongType
    } else {
        JsonFault::WrongValue
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    #[test]
    fn the_shapes_of_the_reader_are_recognised() {
        let spanish =
            |text: &str| json_error(&serde_json::from_str::<Event>(text).unwrap_err()).spanish;
        assert_eq!(spanish("{"), "el texto se acaba antes de tiempo");
        assert_eq!(spanish("}"), "no es JSON");
        assert_eq!(spanish("{}"), "falta el campo «event»");
        assert_eq!(spanish(r#"{"event":"aborted"}"#), "falta el campo «at»");
        assert_eq!(
            spanish(r#"{"event":"aborted","at":1,"by":2}"#),
            "no hay ningún campo «by»: se esperaba «at»"
        );
        assert_eq!(spanish(r#"{"event":"aborted","at":1,"at":2}"#), "el campo «at» está dos veces");
        assert!(
            spanish(r#"{"event":"x"}"#).starts_with("«x» no vale aquí: se esperaba «started», ")
        );
        assert_eq!(
            spanish(r#"{"event":"aborted","at":"x"}"#),
            "el valor no es del tipo que se esperaba"
        );
        assert_eq!(
            spanish(r#"{"event":"resigned","seat":"nobody","at":1}"#),
            "«nobody» no vale aquí: se esperaba «white», «black», «solo»"
        );
        assert_eq!(
            spanish(r#"{"event":"player-changed","seat":"white","player":"nobody","at":1}"#),
            "el valor no es ninguno de los que valen aquí"
        );
    }
}
