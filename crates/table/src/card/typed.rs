//! Boards that a person types or clicks together, and what can be known of them.

use crate::refusal::Localized;
use crate::scene::{Fact, Picture, Piece};
use crate::words::Language;

/// How boards of a game are typed: the numbers of [`OwnStart::Numbers`](super::OwnStart) in the first line, then rows of
/// one letter for each cell.
#[derive(Debug, Clone, Copy)]
pub struct TypedBoards {
    /// A board that shows the form.
    pub example: &'static str,
    /// What a cell can show, in the order in which presses go through it; a new cell shows the first.
    pub letters: &'static [Letter],
    pub words: fn(Language) -> &'static TypedWords,
    /// Reads a board and finds out what can be known of it, which may take seconds. The error says why the text cannot be
    /// read, or that the board is too large.
    pub survey: fn(&str, Language) -> Result<Survey, Localized>,
}

/// What a cell can show, and its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    pub letter: char,
    pub shade: &'static str,
    pub piece: Option<Piece>,
}

/// What is said around typed boards in one language.
#[derive(Debug)]
pub struct TypedWords {
    pub title: &'static str,
    /// The link from the list of games.
    pub link: &'static str,
    /// How a board is typed.
    pub form: &'static str,
    /// How it is changed by mouse and keys.
    pub pointing: &'static str,
    /// What the marks on it mean.
    pub legend: &'static str,
}

/// A board that was typed, and what can be known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The text in its usual form.
    pub board: String,
    /// The numbers of its first line.
    pub numbers: Vec<u32>,
    pub picture: Picture,
    /// The error says why there can be no such board.
    pub known: Result<Known, Impossible>,
}

/// What a board tells about its closed cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// How likely each closed cell is one to avoid, by its name.
    pub odds: Vec<(String, f64)>,
    /// In how many ways the board can be explained, in decimal digits.
    pub layouts: String,
    /// The cells with the best odds.
    pub safest: Vec<String>,
    /// The same as a sentence.
    pub verdict: String,
    pub facts: Vec<Fact>,
}

/// Why there can be no such board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impossible {
    pub reason: String,
    /// The cell that shows it, where there is one.
    pub cell: Option<String>,
}
