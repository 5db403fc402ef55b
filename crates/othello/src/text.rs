//! What the readers of texts share: places in a text, names of moves, letters for discs.

use crate::{Move, square};
use game::{Side, TextPosition};
use std::error::Error;
use std::fmt;

/// A text that cannot be read: what is wrong with it, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError<F> {
    /// Where.
    pub place: TextPosition,
    /// What is wrong.
    pub fault: F,
}

impl<F> TextError<F> {
    /// The fault found at a byte of the text.
    pub(crate) fn at(text: &[u8], offset: usize, fault: F) -> TextError<F> {
        let before = &text[..offset.min(text.len())];
        TextError { place: TextPosition::START.after(before), fault }
    }
}

impl<F: fmt::Display> fmt::Display for TextError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl<F: Error> Error for TextError<F> {}

/// The beginning of a text, short enough to be shown in an error.
pub(crate) fn excerpt(text: &[u8]) -> String {
    const SHOWN: usize = 24;
    let shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]).into_owned();
    if text.len() > SHOWN { shown + "..." } else { shown }
}

/// The move whose name the text begins with, and how many bytes the name takes.
pub(crate) fn leading_move(text: &[u8]) -> Option<(Move, usize)> {
    // The longer name comes first: it begins like the shorter one.
    for name in ["pass", "pa", "ps", "--"] {
        if text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())) {
            return Some((Move::Pass, name.len()));
        }
    }
    square::leading(text).map(|(square, length)| (Move::Place(square), length))
}

/// The move of which the text, with blanks around it, is the name.
pub(crate) fn whole_move(text: &[u8]) -> Option<Move> {
    let text = text.trim_ascii();
    leading_move(text).filter(|&(_, length)| length == text.len()).map(|(mv, _)| mv)
}

/// What a letter says about a square: empty or whose. `None` when it says nothing.
#[allow(clippy::option_option)]
pub(crate) fn contents(letter: u8) -> Option<Option<Side>> {
    match letter {
        b'-' | b'.' | b'_' => Some(None),
        _ => side(letter).map(Some),
    }
}

/// The side that a letter stands for.
pub(crate) fn side(letter: u8) -> Option<Side> {
    match letter {
        b'X' | b'x' | b'*' | b'B' | b'b' => Some(Side::Black),
        b'O' | b'o' | b'W' | b'w' => Some(Side::White),
        _ => None,
    }
}
