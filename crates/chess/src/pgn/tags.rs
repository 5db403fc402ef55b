//! What is said of a game before its moves: who, where, when.

use super::MAX_TAG_BYTES;
use super::error::cut;
use std::collections::BTreeMap;

/// The tags of a game but for those that follow from the game itself (`Result`, `FEN`, `SetUp` and
/// `Variant`).
///
/// The others of the seven that every game has are always there: where nobody set them they say
/// that they are unknown.
///
/// ```
/// # use chess::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("White", "Lovelace, Ada").unwrap();
/// tags.set("ECO", "C42").unwrap();
/// assert_eq!(tags.get("White"), Some("Lovelace, Ada"));
/// assert_eq!(tags.get("Date"), Some("????.??.??"));
/// assert_eq!(tags.get("Opening"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(BTreeMap<String, String>);

/// Why a tag cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// Not a name.
    #[error("the name of a tag is made of letters, digits and _ + # = : -, and {0:?} is not")]
    Name(String),
    /// A value that cannot be written.
    #[error("the value of the tag {0} has a control character in it")]
    ControlCharacter(String),
    /// Too much text.
    #[error("name and value of a tag may have {MAX_TAG_BYTES} bytes together, not {0}")]
    TooLong(usize),
    /// A tag that follows from the game itself.
    #[error("the tag {0} follows from the game itself")]
    Derived(&'static str),
}

/// The tags that every game has, in their order and with their unknown values; `Result` is the
/// seventh.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

const DERIVED: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

fn unknown(name: &str) -> Option<&'static str> {
    ROSTER.iter().find(|known| known.0 == name).map(|known| known.1)
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).or_else(|| unknown(name))
    }

    /// Gives a tag a value, a new one if it had one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let length = name.len() + value.len();
        if length > MAX_TAG_BYTES {
            return Err(TagError::TooLong(length));
        }
        if name.is_empty() || !name.bytes().all(is_name_byte) {
            return Err(TagError::Name(cut(name)));
        }
        if let Some(derived) = DERIVED.into_iter().find(|&derived| derived == name) {
            return Err(TagError::Derived(derived));
        }
        if value.bytes().any(|byte| byte.is_ascii_control()) {
            return Err(TagError::ControlCharacter(cut(name)));
        }
        self.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// The same with name and value that have been looked at already.
    pub(super) fn insert(&mut self, name: String, value: String) {
        if unknown(&name) == Some(&value) {
            self.0.remove(&name);
        } else {
            self.0.insert(name, value);
        }
    }

    /// Takes a tag away. One of those that every game has becomes unknown.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Every tag that was set: first those that every game has.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let known =
            ROSTER.into_iter().filter_map(|(name, _)| Some((name, self.0.get(name)?.as_str())));
        known.chain(self.others())
    }

    /// The six tags that every game has, in the order of the standard.
    pub fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        ROSTER.into_iter().map(|(name, unknown)| (name, self.get(name).unwrap_or(unknown)))
    }

    /// All other tags, in the order of their names.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let others = self.0.iter().filter(|(name, _)| unknown(name).is_none());
        others.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
