//! Places in the texts of games.

use std::fmt;

/// A place in a text: line and column, both counted from 1, columns in characters of UTF-8. A place
/// that was not read from a text has zeros.
///
/// ```
/// # use game::TextPosition;
/// let place = TextPosition::START.after("1. e4\n é".as_bytes());
/// assert_eq!(place.to_string(), "line 2, column 3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TextPosition {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl TextPosition {
    /// Where every text begins.
    pub const START: TextPosition = TextPosition { line: 1, column: 1 };

    /// The place reached by reading on from here over `text`.
    #[must_use]
    pub fn after(self, text: &[u8]) -> TextPosition {
        text.iter().fold(self, |place, &byte| match byte {
            b'\n' => TextPosition { line: place.line + 1, column: 1 },
            // The later bytes of a character.
            0x80..=0xbf => place,
            _ => TextPosition { column: place.column + 1, ..place },
        })
    }

    /// This place of a text that itself begins at `start` of a larger one.
    #[must_use]
    pub fn counted_from(self, start: TextPosition) -> TextPosition {
        let column = if self.line == 1 { start.column + self.column - 1 } else { self.column };
        TextPosition { line: start.line + self.line - 1, column }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
