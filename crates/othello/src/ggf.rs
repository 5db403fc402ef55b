//! GGF: whole games, many to a file, as the Generic Game Server kept them.
//!
//! ```text
//! (;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]
//! B[f5/0.5/1.25]W[d6]B[c3];)
//! ```
//!
//! A game is a list of names with values in brackets. `GM` names the game, `BO` holds the board
//! (its size, the squares, the side to move), `B` and `W` the moves with an evaluation and a time
//! where they are known; everything else is kept as it is. In a value, `\` takes the special
//! meaning from the character after it.
//!
//! [`Ggf`] is one game, read from and written to a text; [`GgfReader`] takes games one at a time
//! from a stream of any length.

mod parse;
mod reader;

use crate::replay::{self, ReplayError};
use crate::setup::{Setup, WrongSize};
use crate::text::TextError;
use crate::transcript::MOVES_LIMIT;
use crate::word::{Rows, Size};
use crate::{Move, Position};
use game::{Perfect, Side};
use std::fmt;
use std::str::FromStr;

pub use reader::{GgfReadError, GgfReader};

/// The longest game that is read, in bytes.
pub const GGF_LIMIT: usize = 1 << 16;

/// A game as it is written down, its moves not yet known to be legal.
///
/// ```
/// # use othello::{Ggf, Position, Transcript};
/// let start = Position::<8>::standard();
/// let moves = "f5d6c3".parse::<Transcript>()?.replay(start)?;
/// let ggf = Ggf::of(start, &moves).with_tag("PB", "Ann")?;
/// let read: Ggf = ggf.to_string().parse()?;
/// assert_eq!(read.tag("PB"), Some("Ann"));
/// assert_eq!(read.replay::<8>()?, (start, moves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ggf {
    /// The position at the start.
    pub setup: Setup,
    /// What else is known: players, ratings, dates, times, the result.
    pub tags: Vec<Tag>,
    /// The moves.
    pub moves: Vec<GgfMove>,
}

/// A name and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    name: String,
    value: String,
}

/// A move as it is written down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GgfMove {
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// How good its maker thought the position, in discs.
    pub evaluation: Option<f64>,
    /// How long it took, in seconds.
    pub seconds: Option<f64>,
}

/// A name that is not fit for a tag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a tag is named by one to eight capital letters other than GM, BO, B and W, not {given:?}")]
pub struct TagError {
    /// What was given, cut short.
    pub given: String,
}

/// What is wrong with the text of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GgfFault {
    /// The text is too long.
    #[error("a game has at most {GGF_LIMIT} bytes")]
    TooLong,
    /// The text does not begin like a game.
    #[error("a game begins with (;")]
    NoBeginning,
    /// The text ends within a game.
    #[error("the game does not end with ;)")]
    NoEnd,
    /// The text goes on after the game.
    #[error("there is more after the end of the game")]
    MoreAfterEnd,
    /// What should be a name is none.
    #[error("a name was expected, not {given:?}")]
    Name {
        /// What it is, cut short.
        given: String,
    },
    /// A name has no value.
    #[error("a value in brackets was expected after {name}")]
    NoValue {
        /// The name.
        name: String,
    },
    /// A value goes on to the end of the text.
    #[error("the value of {name} has no closing bracket")]
    UnclosedValue {
        /// Its name.
        name: String,
    },
    /// The game is another one.
    #[error("the game is {given:?}, not Othello")]
    OtherGame {
        /// Which, cut short.
        given: String,
    },
    /// The game is not named.
    #[error("GM[Othello] is missing")]
    NoGame,
    /// There is no board.
    #[error("the board, BO, is missing")]
    NoBoard,
    /// There are two boards.
    #[error("there is a second board")]
    SecondBoard,
    /// The board is of a size that is not played here.
    #[error("boards of 4, 6, 8 and 10 rows can be read, not of {given:?}")]
    BoardSize {
        /// The board, cut short.
        given: String,
    },
    /// A letter says nothing about a square.
    #[error("a square is *, O or -, not {given:?}")]
    Contents {
        /// The letter.
        given: char,
    },
    /// The board has too few or too many letters for its size.
    #[error("{wanted} squares and the side to move were expected, not {given} letters")]
    BoardLength {
        /// How many squares there should be.
        wanted: usize,
        /// How many letters there are.
        given: usize,
    },
    /// The last letter of the board is no side.
    #[error("the side to move is * or O, not {given:?}")]
    SideToMove {
        /// The letter.
        given: char,
    },
    /// What should be a move is none.
    #[error("a move such as f5, or pa for a pass, was expected, not {given:?}")]
    Move {
        /// What it is, cut short.
        given: String,
    },
    /// What should be an evaluation or a time is none.
    #[error("a number was expected, not {given:?}")]
    Number {
        /// What it is, cut short.
        given: String,
    },
    /// No game has so many moves.
    #[error("a game has at most {MOVES_LIMIT} moves")]
    TooManyMoves,
}

/// What is wrong with the text of a game, and where.
pub type GgfError = TextError<GgfFault>;

/// What is wrong with a game that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GgfResolveError {
    /// The board has another size than the one wanted.
    #[error(transparent)]
    Size(#[from] WrongSize),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// Can it be an evaluation or a time? Written out, `1e-300` alone would have more digits than a game has
/// letters.
fn is_sound(number: f64) -> bool {
    number == 0.0 || (1e-9..1e9).contains(&number.abs())
}

impl Ggf {
    /// A game from `start` with these moves, the sides in turn.
    pub fn of<const N: usize>(start: Position<N>, moves: &[Move]) -> Ggf
    where
        Rows<N>: Size,
    {
        let first = start.side_to_move();
        let sides = [first, !first].into_iter().cycle();
        let moves = moves.iter().zip(sides).map(|(&mv, side)| GgfMove {
            side,
            mv,
            evaluation: None,
            seconds: None,
        });
        let kind = Tag { name: "TY".into(), value: N.to_string() };
        Ggf { setup: start.into(), tags: vec![kind], moves: moves.collect() }
    }

    /// The value of the first tag of that name: `PB` and `PW` for the players, `RE` for the result
    /// as black sees it, `DT` for the date.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(Tag::value)
    }

    /// The game with one more tag.
    pub fn with_tag(mut self, name: &str, value: &str) -> Result<Ggf, TagError> {
        self.tags.push(Tag::new(name, value)?);
        Ok(self)
    }

    /// The start, if its board has `N` rows, and the moves from there with the passes that the text
    /// implies put in, each checked.
    pub fn replay<const N: usize>(&self) -> Result<(Position<N>, Vec<Move>), GgfResolveError>
    where
        Rows<N>: Size,
    {
        let start = self.setup.position::<N>()?;
        let written = self.moves.iter().map(|written| (Some(written.side), written.mv));
        Ok((start, replay::replay(start, written)?))
    }
}

impl Tag {
    /// A tag of that name.
    pub fn new(name: &str, value: &str) -> Result<Tag, TagError> {
        let fit = (1..=8).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_uppercase())
            && !matches!(name, "GM" | "BO" | "B" | "W");
        if fit {
            Ok(Tag { name: name.into(), value: value.into() })
        } else {
            Err(TagError { given: crate::text::excerpt(name.as_bytes()) })
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Reads the one game of a text.
impl FromStr for Ggf {
    type Err = GgfError;

    fn from_str(text: &str) -> Result<Ggf, GgfError> {
        parse::game(text.as_bytes())
    }
}

/// The game on one line, which reads back as the same value.
impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        for tag in &self.tags {
            write!(f, "{}[{}]", tag.name, tag.value.replace('\\', "\\\\").replace(']', "\\]"))?;
        }
        let side = if self.setup.side_to_move() == Side::Black { '*' } else { 'O' };
        write!(f, "BO[{} {} {side}]", self.setup.size(), self.setup.letters('*', 'O', '-'))?;
        self.moves.iter().try_for_each(|written| written.fmt(f))?;
        f.write_str(";)")
    }
}

/// `B[f5/0.5/1.25]`. A number that is not finite, or absurdly large or small, is left out.
impl fmt::Display for GgfMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Side::Black { 'B' } else { 'W' };
        let name = match self.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pa".to_string(),
        };
        let number = |number: Option<f64>| {
            let sound = number.filter(|&number| is_sound(number));
            sound.map(|number| number.to_string()).unwrap_or_default()
        };
        let (evaluation, seconds) = (number(self.evaluation), number(self.seconds));
        match (evaluation.as_str(), seconds.as_str()) {
            ("", "") => write!(f, "{side}[{name}]"),
            (_, "") => write!(f, "{side}[{name}/{evaluation}]"),
            _ => write!(f, "{side}[{name}/{evaluation}/{seconds}]"),
        }
    }
}
