//! OBF: a position in a line of text, with the scores of moves where they are known.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X; C4:+0; D3:+0;
//! ```
//!
//! The squares row by row from `a1`, the side to move, then scores and, after `%`, a comment or
//! more scores. `X`, `*` and `b` are black, `O` and `w` are white, `-` and `.` are empty, in either
//! case. Boards of 16, 36 and 100 squares are read and written in the same way, though no
//! other program need know them.

use crate::setup::{self, Setup, WrongSize};
use crate::text::{self, TextError, excerpt};
use crate::word::{Rows, Size};
use crate::{Illegal, Move, Position};
use game::{Rules, Side};
use std::fmt;
use std::str::FromStr;

/// The longest line that is read, in bytes.
pub const OBF_LIMIT: usize = 4096;

/// A position with what a line of OBF says about it.
///
/// ```
/// # use othello::{Obf, Position};
/// let line = "---------------------------OX------XO--------------------------- X; F5:+0;";
/// let obf: Obf = line.parse()?;
/// assert_eq!(obf.resolve::<8>()?, Position::standard());
/// assert_eq!(obf.to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obf {
    /// The discs and the side to move.
    pub setup: Setup,
    /// The final scores that moves lead to.
    pub scores: Vec<Score>,
    /// Anything else that the line says.
    pub comment: String,
}

/// What a move leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The move.
    pub mv: Move,
    /// By how many discs the side to move wins, from -64 to 64, or to 100 on a board of 100 squares.
    pub value: i8,
}

/// What is wrong with a line of OBF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ObfFault {
    /// The line is too long.
    #[error("a line has at most {OBF_LIMIT} bytes")]
    TooLong,
    /// A letter says nothing about a square.
    #[error("a square is X, O or -, not {given:?}")]
    Contents {
        /// The letter.
        given: char,
    },
    /// No board has so many squares.
    #[error("a board has 16, 36, 64 or 100 squares, not {given}")]
    SquareCount {
        /// How many there are.
        given: usize,
    },
    /// After the squares comes no side.
    #[error("the side to move, X or O, was expected, not {given:?}")]
    SideToMove {
        /// What comes, cut short.
        given: String,
    },
    /// What should be a score is none.
    #[error(
        "a move and a score from -{most} to {most}, such as F5:+4, were expected, not {given:?}"
    )]
    Score {
        /// The greatest score that there is.
        most: i8,
        /// What it is, cut short.
        given: String,
    },
}

/// What is wrong with a line of OBF, and where.
pub type ObfError = TextError<ObfFault>;

/// What is wrong with a line of OBF that can be read, as a position of the wanted size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ObfResolveError {
    /// The board has another size.
    #[error(transparent)]
    Size(#[from] WrongSize),
    /// A score is given for something that is no move.
    #[error("there is a score for {mv}, but {reason}")]
    Score {
        /// The move that has a score.
        mv: Move,
        /// Why it is none.
        reason: Illegal,
    },
}

impl Obf {
    /// The position alone, without scores.
    pub fn of<const N: usize>(position: Position<N>) -> Obf
    where
        Rows<N>: Size,
    {
        Obf { setup: position.into(), scores: Vec::new(), comment: String::new() }
    }

    /// The position, if the board has `N` rows and every move with a score is legal.
    pub fn resolve<const N: usize>(&self) -> Result<Position<N>, ObfResolveError>
    where
        Rows<N>: Size,
    {
        let position = self.setup.position::<N>()?;
        for &Score { mv, .. } in &self.scores {
            position.check(mv).map_err(|reason| ObfResolveError::Score { mv, reason })?;
        }
        Ok(position)
    }

    /// The positions of a text with one on each line. Blank lines, and lines that begin with `%` or
    /// `#`, are passed over. Lines are read as they are asked for, and an error in one does not stop
    /// the next from being read.
    pub fn lines(text: &str) -> impl Iterator<Item = Result<Obf, ObfError>> {
        let numbered = text.lines().enumerate();
        let lines =
            numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['%', '#']));
        lines.map(|(i, line)| {
            line.parse().map_err(|mut error: ObfError| {
                error.place.line += i as u64;
                error
            })
        })
    }
}

impl FromStr for Obf {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Obf, ObfError> {
        let line = line.trim_ascii_end().as_bytes();
        let fault = |offset, fault| Err(TextError::at(line, offset, fault));
        if line.len() > OBF_LIMIT {
            return fault(OBF_LIMIT, ObfFault::TooLong);
        }
        let start = line.len() - line.trim_ascii_start().len();
        let mut contents = Vec::new();
        for (i, &letter) in line.iter().enumerate().skip(start) {
            if letter.is_ascii_whitespace() {
                break;
            }
            match text::contents(letter) {
                Some(held) => contents.push(held),
                None => return fault(i, ObfFault::Contents { given: char_at(line, i) }),
            }
        }
        let end = start + contents.len();
        let Some(size) = setup::rows_of(contents.len()) else {
            return fault(end, ObfFault::SquareCount { given: contents.len() });
        };
        let (mover, after) = side_to_move(line, end)?;
        let setup = Setup::of_rows(size, &contents, mover);
        let (scores, comment) = remarks(line, after, most_discs(contents.len()))?;
        Ok(Obf { setup, scores, comment })
    }
}

/// The character that begins at, or spans, a byte.
fn char_at(line: &[u8], offset: usize) -> char {
    String::from_utf8_lossy(&line[offset..]).chars().next().unwrap_or(' ')
}

/// The side to move, which stands alone after the squares, and the byte after it.
fn side_to_move(line: &[u8], from: usize) -> Result<(Side, usize), ObfError> {
    let rest = &line[from..];
    let at = from + (rest.len() - rest.trim_ascii_start().len());
    let word = line[at..].split(|&b| b.is_ascii_whitespace() || b == b';' || b == b'%').next();
    match word {
        Some(&[letter]) if text::side(letter).is_some() => text::side(letter),
        _ => None,
    }
    .map(|side| (side, at + 1))
    .ok_or_else(|| {
        let given = excerpt(word.unwrap_or_default());
        TextError::at(line, at, ObfFault::SideToMove { given })
    })
}

/// The greatest score on a board of so many squares. The boards smaller than the usual one are read as
/// generously as that.
fn most_discs(squares: usize) -> i8 {
    i8::try_from(squares).unwrap_or(i8::MAX).max(64)
}

/// The scores and the comment. What follows a `%` is scores if it can be read so.
fn remarks(line: &[u8], from: usize, most: i8) -> Result<(Vec<Score>, String), ObfError> {
    let percent = line[from..].iter().position(|&byte| byte == b'%').map(|i| from + i);
    let mut scores = scores(line, from, percent.unwrap_or(line.len()), most)?;
    let Some(percent) = percent else { return Ok((scores, String::new())) };
    let remark = on_one_line(&String::from_utf8_lossy(&line[percent + 1..]));
    if let Ok(more) = self::scores(remark.as_bytes(), 0, remark.len(), most) {
        scores.extend(more);
        return Ok((scores, String::new()));
    }
    Ok((scores, remark))
}

/// A remark without what a line cannot hold.
fn on_one_line(remark: &str) -> String {
    remark.replace(char::is_control, " ").trim_ascii().to_string()
}

/// Moves with scores, separated by semicolons.
fn scores(line: &[u8], from: usize, to: usize, most: i8) -> Result<Vec<Score>, ObfError> {
    let mut scores = Vec::new();
    let mut at = from;
    for item in line[from..to].split(|&b| b == b';') {
        let trimmed = item.trim_ascii();
        if !trimmed.is_empty() {
            let blanks = item.len() - item.trim_ascii_start().len();
            scores.push(score(trimmed, most).ok_or_else(|| {
                TextError::at(line, at + blanks, ObfFault::Score { most, given: excerpt(trimmed) })
            })?);
        }
        at += item.len() + 1;
    }
    Ok(scores)
}

fn score(item: &[u8], most: i8) -> Option<Score> {
    let colon = item.iter().position(|&b| b == b':')?;
    let mv = text::whole_move(&item[..colon])?;
    let value: i8 = str::from_utf8(item[colon + 1..].trim_ascii()).ok()?.parse().ok()?;
    (-most..=most).contains(&value).then_some(Score { mv, value })
}

/// One line, which reads back as the same value.
impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.setup.side_to_move() == Side::Black { 'X' } else { 'O' };
        write!(f, "{} {side};", self.setup.letters('X', 'O', '-'))?;
        for Score { mv, value } in &self.scores {
            match mv {
                Move::Place(square) => {
                    write!(f, " {}:{value:+};", square.to_string().to_ascii_uppercase())?;
                }
                Move::Pass => write!(f, " PA:{value:+};")?,
            }
        }
        if !self.comment.is_empty() {
            write!(f, " % {}", on_one_line(&self.comment))?;
        }
        Ok(())
    }
}
