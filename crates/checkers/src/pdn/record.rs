//! A game as it was written down.

use crate::excerpt::excerpt;
use crate::pdn::TextPosition;
use crate::{Move, MoveText, Position, ResolveError, StartError};
use game::{Notation, Perfect, Rules, Side};
use std::fmt;

/// One game of a PDN file: its tags, the line that was played, and the result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    pub(super) tags: Vec<(String, String)>,
    pub(super) line: Line,
    pub(super) score: Score,
}

/// Moves one after the other, with what was said about them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// One move of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move as written.
    pub text: MoveText,
    /// Where it was written.
    pub place: TextPosition,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub glyphs: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Lines that could have been played instead of this move.
    pub variations: Vec<Line>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Score {
    /// `1-0` or `2-0`.
    BlackWon,
    /// `0-1` or `0-2`.
    WhiteWon,
    /// `1/2-1/2` or `1-1`.
    Draw,
    /// `*`, or nothing said.
    #[default]
    Unfinished,
}

impl Score {
    /// The score of a game that a side won, or nobody.
    pub const fn of(winner: Option<Side>) -> Score {
        match winner {
            Some(Side::Black) => Score::BlackWon,
            Some(Side::White) => Score::WhiteWon,
            None => Score::Draw,
        }
    }

    /// Reads any of the ways in which a result is written.
    pub fn read(text: &str) -> Option<Score> {
        Some(match text {
            "1-0" | "2-0" => Score::BlackWon,
            "0-1" | "0-2" => Score::WhiteWon,
            "1/2-1/2" | "1-1" | "1/2" => Score::Draw,
            "*" => Score::Unfinished,
            _ => return None,
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Score::BlackWon => "1-0",
            Score::WhiteWon => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Unfinished => "*",
        })
    }
}

/// What a tag cannot be named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the name of a tag is made of letters, digits and underscores, not {0:?}")]
pub struct TagNameError(String);

/// Why a record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It is of another game.
    #[error("English draughts has the game type 21, and this game has {0:?}")]
    OtherGame(String),
    /// The start position is no good.
    #[error("the FEN of the start: {0}")]
    Start(#[from] StartError),
    /// A move is not legal, or not clear.
    #[error("{place}, move {number}: {source}")]
    Move {
        /// Where it stands in the file.
        place: TextPosition,
        /// Its number in the line, counting each side's moves, from 1.
        number: usize,
        /// What is wrong with it.
        source: ResolveError,
    },
}

/// The rules, the board and the numbering of English draughts.
const GAME_TYPE: &str = "21,B,8,8,N1,0";

impl Record {
    /// The record of a game that was played: `moves` are legal one after the other from `start`.
    ///
    /// ```
    /// use checkers::{Position, pdn::{Record, Score}};
    /// use game::Notation;
    /// let mv = Position::START.read_move("9-14").unwrap();
    /// let mut record = Record::of_game(&Position::START, &[mv], Score::Unfinished);
    /// record.set_tag("Black", "Tinsley").unwrap();
    /// assert_eq!(record.to_string(), r#"[GameType "21,B,8,8,N1,0"]
    /// [Result "*"]
    /// [Black "Tinsley"]
    ///
    /// 1. 9-14 *
    /// "#);
    /// ```
    pub fn of_game(start: &Position, moves: &[Move], score: Score) -> Record {
        let mut tags = vec![
            ("GameType".to_owned(), GAME_TYPE.to_owned()),
            ("Result".to_owned(), score.to_string()),
        ];
        if *start != Position::START {
            tags.push(("SetUp".to_owned(), "1".to_owned()));
            tags.push(("FEN".to_owned(), start.to_string()));
        }
        let mut position = *start;
        let mut plies = Vec::with_capacity(moves.len());
        for &mv in moves {
            plies.push(Ply::new(MoveText::shortest(mv, &position.moves())));
            position = position.play(mv);
        }
        Record { tags, line: Line { preface: Vec::new(), plies }, score }
    }

    /// Every tag with its value, in the order in which they stand.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Gives a tag a value, in its place if it is there and at the end if not.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        if !is_tag_name(name) {
            return Err(TagNameError(excerpt(name)));
        }
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// The line that was played.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The same, to comment on it.
    pub fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// How it ended: as said after the moves, or else, and where that is `*`, in the tag `Result`.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The position the game starts from: that of the tag `FEN`, or the usual one.
    pub fn start(&self) -> Result<Position, ReplayError> {
        if let Some(value) = self.tag("GameType") {
            let number = value.split(',').next().unwrap_or_default();
            if number.trim() != "21" {
                return Err(ReplayError::OtherGame(excerpt(value)));
            }
        }
        match self.tag("FEN") {
            Some(fen) => Ok(Position::read_start(fen)?),
            None => Ok(Position::START),
        }
    }

    /// The moves that were played, from [`start`](Record::start).
    pub fn moves(&self) -> Result<Vec<Move>, ReplayError> {
        self.line.moves(&self.start()?)
    }
}

pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

impl Line {
    /// The moves of the line from `start`. A variation starts from the position before the move that
    /// it belongs to.
    pub fn moves(&self, start: &Position) -> Result<Vec<Move>, ReplayError> {
        let mut position = *start;
        let mut moves = Vec::with_capacity(self.plies.len());
        for (i, ply) in self.plies.iter().enumerate() {
            let wrong = |source| ReplayError::Move { place: ply.place, number: i + 1, source };
            let mv = ply.text.resolve(&position).map_err(wrong)?;
            moves.push(mv);
            position = position.play(mv);
        }
        Ok(moves)
    }
}

impl Ply {
    /// A move with nothing said about it.
    pub fn new(text: MoveText) -> Ply {
        Ply {
            text,
            place: TextPosition::default(),
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}
