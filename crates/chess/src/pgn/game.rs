//! Games: a start, lines of play with what was said about them, and a result.

use super::{Comment, Comments, Nag, ReadError, Reader, Tags};
use crate::moves::Move;
use crate::position::Position;
use game::{Rules, Side, Verdict};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A game of chess: where it began, what was played, how it ended, and what is said about it.
///
/// Read with [`str::parse`] or a [`Reader`], and written by its `Display` in the export format of the
/// standard, ending with a line break; games in a file have an empty line between them. A game
/// within the limits of this module is read back equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Who, where, when.
    pub tags: Tags,
    /// Which chess is played.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Position,
    /// The main line, with its variations. Each move is legal where it stands.
    pub moves: Line<Move>,
    /// How it ended.
    pub result: GameResult,
}

/// Moves that follow one another, each with what is said about it.
///
/// Moves are in a vector and only variations nest, so that the longest game is no deeper than its
/// variations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<M> {
    /// What is said before the first move.
    pub comments: Comments,
    /// The moves.
    pub nodes: Vec<Node<M>>,
}

/// A move and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<M> {
    /// The move.
    pub mv: M,
    /// How good it is, and the like.
    pub nags: Vec<Nag>,
    /// What is said after it.
    pub comments: Comments,
    /// What could have been played instead, each from the position before the move.
    pub variations: Vec<Line<M>>,
}

/// Which chess is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
}

/// How a game ended, as PGN says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not ended, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that is written so; `1/2` is understood, too.
    pub fn from_marker(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// How a game with this verdict ended; without one it goes on.
    pub fn of(verdict: Option<Verdict>) -> GameResult {
        match (verdict, verdict.and_then(Verdict::winner)) {
            (_, Some(Side::White)) => GameResult::WhiteWins,
            (_, Some(Side::Black)) => GameResult::BlackWins,
            (Some(Verdict::Draw), None) => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

impl Game {
    /// A game with these moves, about which nothing is said yet.
    ///
    /// ```
    /// # use chess::{Move, Position, Square, pgn::Game};
    /// let square = |text: &str| text.parse::<Square>().unwrap();
    /// let game = Game::new(Position::standard(), [Move::new(square("e2"), square("e4"))]);
    /// assert!(game.to_string().ends_with("\n\n1. e4 *\n"));
    /// ```
    pub fn new(start: Position, moves: impl IntoIterator<Item = Move>) -> Game {
        let nodes = moves.into_iter().map(Node::new).collect();
        Game {
            tags: Tags::default(),
            variant: Variant::Standard,
            start,
            moves: Line { comments: Comments::default(), nodes },
            result: GameResult::Unknown,
        }
    }

    /// The moves of the main line, each with the position in which it is played.
    pub fn main_line(&self) -> Walk<'_> {
        self.moves.walk(self.start)
    }

    /// The position after the last move of the main line.
    pub fn last_position(&self) -> Position {
        self.moves.nodes.iter().fold(self.start, |position, node| position.play(node.mv))
    }
}

/// Exactly one game.
impl FromStr for Game {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Game, ReadError> {
        Ok(Reader::new(text.as_bytes()).read_only_text()?.resolve()?)
    }
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line { comments: Comments::default(), nodes: Vec::new() }
    }
}

impl<M> Line<M> {
    /// Is there neither a move nor a comment?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.comments.is_empty()
    }
}

impl Line<Move> {
    /// The moves, each with the position in which it is played; the first one is played in `start`.
    pub fn walk(&self, start: Position) -> Walk<'_> {
        Walk { position: start, nodes: self.nodes.iter() }
    }
}

impl<M> Node<M> {
    /// A move about which nothing is said.
    pub fn new(mv: M) -> Node<M> {
        Node { mv, nags: Vec::new(), comments: Comments::default(), variations: Vec::new() }
    }

    /// The time left on the clock of the player after the move, where a comment says it.
    pub fn clock(&self) -> Option<Duration> {
        self.comments.iter().find_map(Comment::clock)
    }

    /// The time that the move took, where a comment says it.
    pub fn elapsed(&self) -> Option<Duration> {
        self.comments.iter().find_map(Comment::elapsed)
    }
}

/// The moves of a line, each with the position in which it is played.
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    position: Position,
    nodes: std::slice::Iter<'a, Node<Move>>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = (Position, &'a Node<Move>);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.nodes.next()?;
        let before = self.position;
        self.position = before.play(node.mv);
        Some((before, node))
    }
}
