//! Squares, and the files and ranks they lie on.

use game::Side;
use std::fmt;
use std::str::FromStr;

/// One of the 64 squares, counted from a1 along the ranks: a1, b1, ... h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A file, a to h.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

/// A rank, 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Square {
    /// The square where a file and a rank meet.
    ///
    /// ```
    /// # use chess::{File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::Fourth).to_string(), "e4");
    /// ```
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with this index: a1 is 0, b1 is 1, h8 is 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square of the lowest six bits, for numbers known to be small enough.
    #[inline]
    pub(crate) const fn masked(index: u32) -> Square {
        Square(index as u8 & 63)
    }

    /// The number of the square, always below 64 (which the compiler can see, too).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    /// The file of this square.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() % 8]
    }

    /// The rank of this square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() / 8]
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..64).map(Square)
    }

    /// The square `files` to the right and `ranks` up as white sees it, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 % 8) as i8 + files;
        let rank = (self.0 / 8) as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// Is it one of the light squares, as h1 is?
    pub const fn is_light(self) -> bool {
        (self.0 / 8 + self.0 % 8) % 2 == 1
    }
}

impl File {
    /// The files from a to h.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The file of a letter in lower case.
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter {
            b'a'..=b'h' => Some(File::ALL[(letter - b'a') as usize]),
            _ => None,
        }
    }

    /// The letter of this file in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    /// The ranks from 1 to 8.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The rank of a digit.
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank::ALL[(digit - b'1') as usize]),
            _ => None,
        }
    }

    /// The digit of this rank.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank that a side calls its own `self`: the first rank of black is rank 8.
    #[inline]
    pub const fn seen_by(self, side: Side) -> Rank {
        match side {
            Side::White => self,
            Side::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter from a to h and a digit from 1 to 8, such as e4")]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let &[file, rank] = text.as_bytes() else { return Err(NotASquare) };
        match (File::from_letter(file), Rank::from_digit(rank)) {
            (Some(file), Some(rank)) => Ok(Square::new(file, rank)),
            _ => Err(NotASquare),
        }
    }
}
