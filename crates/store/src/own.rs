//! The finished games of one owner: how they ended for that owner, against whom, by which opening.
//!
//! The log does not look into events, so whoever can replay a game says how it ended ([`Log::keep_result`](crate::Log::keep_result)),
//! at any time after its end; [`Log::without_result`](crate::Log::without_result) lists those of which nobody has said it yet. So
//! nothing is added to the writing of a move, and games of older versions are found out about when they are asked for.

use crate::{Digest, GameId};

/// How a game ended for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Lost,
    Drawn,
    Won,
    /// It was called off, or nobody can say.
    None,
}

impl Outcome {
    /// As it is stored.
    pub(crate) const fn number(self) -> i64 {
        match self {
            Outcome::Lost => 0,
            Outcome::Drawn => 1,
            Outcome::Won => 2,
            Outcome::None => 3,
        }
    }

    pub(crate) fn of(number: Option<i64>) -> Outcome {
        match number {
            Some(0) => Outcome::Lost,
            Some(1) => Outcome::Drawn,
            Some(2) => Outcome::Won,
            _ => Outcome::None,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptResult {
    /// For each seat: its name, how it ended, and who sat across the board, as text; a person is `human`.
    pub seats: Vec<(String, Outcome, String)>,
    /// The name of the opening, in every language, for searching.
    pub opening: Option<String>,
    /// Who played and how it ended, in a game of other people.
    pub title: Option<String>,
}

/// Which of the finished games of an owner.
#[derive(Debug, Clone)]
pub struct OwnQuery {
    pub owner: Digest,
    pub kind: Option<String>,
    pub outcome: Option<Outcome>,
    pub opponent: Option<String>,
    /// Words that the name of the opening or the other person must have.
    pub words: String,
    /// Last changed from this moment on, and before that one.
    pub since: u64,
    pub until: u64,
    /// Only games after this one in the list: its time of last activity, and its place in the order of beginnings.
    pub after: Option<(u64, u64)>,
    pub limit: u32,
}

/// A finished game of an owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnGame {
    pub id: GameId,
    pub kind: String,
    pub seat: String,
    pub outcome: Outcome,
    pub opponent: Option<String>,
    /// How the other person wants to be called.
    pub nickname: Option<String>,
    pub title: Option<String>,
    pub opening: Option<String>,
    pub moves: u64,
    /// When it last changed, and its place in the order of beginnings.
    pub at: u64,
    pub begun: u64,
}

/// A result of an owner, for statistics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnResult {
    pub kind: String,
    pub opponent: String,
    pub outcome: Outcome,
    pub at: u64,
}
