//! What can be wrong with a file, and with what should be written to one.

use crate::{Kind, MAGIC, MOST_ARRAYS, Shape, VERSION};

/// Why bytes are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("the file ends after {length} bytes, before the end of its header at byte {expected}")]
    Short { length: usize, expected: usize },
    #[error("not a file of weights: it begins with \"{}\" instead of \"{}\"", found.escape_ascii(), MAGIC.escape_ascii())]
    Magic { found: [u8; 8] },
    #[error("the file has version {found} of the format; this program reads version {VERSION}")]
    Version { found: u16 },
    #[error("the header lists {found} arrays; a file has 1 to {MOST_ARRAYS}")]
    Arrays { found: usize },
    #[error(
        "no name of {what} at byte {at}: expected ASCII characters without spaces, filled up with zeros"
    )]
    Name { what: &'static str, at: usize },
    #[error("array {array} has numbers of kind {found} (byte {at}); expected 1, 2, 4 or 5")]
    Kind { array: usize, found: u8, at: usize },
    #[error(
        "array {array} has no shape at byte {at}: expected one to four dimensions, none of them 0, then zeros"
    )]
    Shape { array: usize, at: usize },
    #[error("the file has {found} bytes; its header describes {expected}")]
    Length { found: usize, expected: u64 },
    #[error(
        "the file is damaged: its bytes have the checksum {found:016x}, and it ends with {expected:016x}"
    )]
    Checksum { found: u64, expected: u64 },
}

impl ReadError {
    /// The reason without its numbers: all that a constant can say when it fails.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            ReadError::Short { .. } => "embedded weights: the file ends within its header",
            ReadError::Magic { .. } => "embedded weights: not a file of weights",
            ReadError::Version { .. } => "embedded weights: another version of the format",
            ReadError::Arrays { .. } => "embedded weights: no arrays, or too many",
            ReadError::Name { .. } => "embedded weights: a name in the header is none",
            ReadError::Kind { .. } => "embedded weights: an array has numbers of no known kind",
            ReadError::Shape { .. } => "embedded weights: the shape of an array is none",
            ReadError::Length { .. } => "embedded weights: longer or shorter than its header says",
            ReadError::Checksum { .. } => "embedded weights: the checksum is wrong",
        }
    }
}

/// Why a file does not hold what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch<'a> {
    #[error("weights for {found}; expected those for {expected}")]
    Game { found: &'a str, expected: &'a str },
    #[error("weights for the architecture {found}; expected {expected}")]
    Architecture { found: &'a str, expected: &'a str },
    #[error("{found} arrays; expected {expected}")]
    Arrays { found: usize, expected: usize },
    #[error("array {array} is {found}; expected {expected}")]
    Name { array: usize, found: &'a str, expected: &'a str },
    #[error("the array {array} has numbers of kind {found}; expected {expected}")]
    Kind { array: &'a str, found: Kind, expected: Kind },
    #[error("the array {array} has the shape {found}; expected {expected}")]
    Shape { array: &'a str, found: Shape, expected: Shape },
}

impl Mismatch<'_> {
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Mismatch::Game { .. } => "embedded weights: for another game",
            Mismatch::Architecture { .. } => "embedded weights: for another architecture",
            Mismatch::Arrays { .. } => "embedded weights: more or fewer arrays than the code has",
            Mismatch::Name { .. } => "embedded weights: an array has another name than in the code",
            Mismatch::Kind { .. } => "embedded weights: an array has another kind than in the code",
            Mismatch::Shape { .. } => {
                "embedded weights: an array has another shape than in the code"
            }
        }
    }
}

/// Why numbers are not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    #[error("{found} arrays; a file has 1 to {MOST_ARRAYS}")]
    Arrays { found: usize },
    #[error("the name of {what} is 1 to {most} ASCII characters without spaces, not {found:?}")]
    Name { what: &'static str, found: String, most: usize },
    #[error("{found} numbers; the arrays have {expected}")]
    Count { found: usize, expected: usize },
    #[error("number {index} of the array {array} is {found}; {kind} goes from {} to {}", kind.range().0, kind.range().1)]
    Range { array: String, index: usize, found: i32, kind: Kind },
}

/// Why a file is no network for this program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("it is no network for this program: {0}")]
    Mismatch(String),
}

impl From<Mismatch<'_>> for NetworkError {
    fn from(mismatch: Mismatch<'_>) -> NetworkError {
        NetworkError::Mismatch(mismatch.to_string())
    }
}
