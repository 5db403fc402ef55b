//! What can be wrong with a text in PGN, and where.

use super::{MAX_COMMENT_BYTES, MAX_GAME_BYTES, MAX_NESTING, MAX_TAG_BYTES};
use crate::fen::PositionError;
use crate::san::{NotSan, SanError};
use ::game::TextPosition;
use std::io;

/// Something that stands somewhere in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct At<T> {
    /// Where it begins.
    pub place: TextPosition,
    /// What it is.
    pub value: T,
}

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text could not be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is PGN, but not a game of chess.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
}

/// Why the text of a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The source of the text failed. Nothing more can be read from it.
    #[error("the text cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The text is not PGN.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}

/// The text is not PGN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct SyntaxError {
    /// Where. For what is not closed or too long, where it begins.
    pub place: TextPosition,
    /// What is wrong.
    pub fault: PgnFault,
}

impl SyntaxError {
    pub(super) fn is_nameless_tag(&self) -> bool {
        matches!(self.fault, PgnFault::NoTagName(_))
    }
}

/// What keeps a text from being PGN. What was found is cut to a few characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// One game was expected, and there is none.
    #[error("expected a game, found the end of the text")]
    NoGame,
    /// One game was expected, and here is another.
    #[error("expected one game, found another one after it")]
    AnotherGame,
    /// Nothing that can stand among moves.
    #[error("expected a move, comment, variation, annotation, result or tag, found {0:?}")]
    Unexpected(String),
    /// A word that is not a move.
    #[error("expected a move, found {0:?}; {NotSan}")]
    NotAMove(String),
    /// A variation with no move that it could replace.
    #[error("expected a move before the variation that begins here")]
    VariationWithoutMove,
    /// A closing parenthesis too many.
    #[error("found \")\" where no variation is open")]
    NoVariationToClose,
    /// A variation that is not closed.
    #[error("expected a \")\" for the variation that begins here")]
    UnterminatedVariation,
    /// A comment that is not closed.
    #[error("expected a \"}}\" for the comment that begins here")]
    UnterminatedComment,
    /// A tag whose value does not end on its line, or that does not end at all.
    #[error("expected the tag that begins here to end with \"]")]
    UnterminatedTag,
    /// A tag without a name.
    #[error("expected the name of a tag in letters, digits and _, found {0:?}")]
    NoTagName(String),
    /// A tag without a value.
    #[error("expected the value of the tag in quotes, found {0:?}")]
    NoTagValue(String),
    /// Something after the value of a tag.
    #[error("expected ] after the value of the tag, found {0:?}")]
    NoTagEnd(String),
    /// Too many variations within variations.
    #[error("variations may be nested {MAX_NESTING} deep, and the one that begins here is deeper")]
    NestingTooDeep,
    /// Too much text for one game.
    #[error("a game may have {MAX_GAME_BYTES} bytes of text, and this one has more")]
    GameTooLarge,
    /// Too much text for one tag.
    #[error("a tag may have {MAX_TAG_BYTES} bytes, and the one that begins here has more")]
    TagTooLong,
    /// Too much text for one comment.
    #[error("a comment may have {MAX_COMMENT_BYTES} bytes, and the one that begins here has more")]
    CommentTooLong,
}

impl PgnFault {
    pub(super) fn at(self, place: TextPosition) -> SyntaxError {
        SyntaxError { place, fault: self }
    }
}

/// The text is PGN, but not a game of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ResolveError {
    /// Where.
    pub place: TextPosition,
    /// What is wrong.
    pub fault: Unresolved,
}

/// What keeps a text in PGN from being a game of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// Another variant of chess.
    #[error("expected the variant Standard, From Position or Chess960, found {0:?}")]
    Variant(String),
    /// The start is no position.
    #[error(transparent)]
    Start(PositionError),
    /// The move cannot be played there.
    #[error(transparent)]
    Move(SanError),
}

impl Unresolved {
    pub(super) fn at(self, place: TextPosition) -> ResolveError {
        ResolveError { place, fault: self }
    }
}

/// What was found, cut to a length that fits into a message.
pub(super) fn cut(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
