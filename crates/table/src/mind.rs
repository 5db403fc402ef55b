//! What a computer player is to a table: it looks at the table as a person in its seat would, and comes
//! to a move.

use crate::any::AnyTable;
use crate::player::Player;
use crate::refusal::Localized;
use game::{Counters, Seat, Stop};
use std::time::Duration;

/// A computer player of one kind of game. It remembers what helps it from move to move.
pub trait Mind: Send {
    /// The move that this player makes in a seat whose turn it is.
    fn think(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Thought, ThinkError>;

    /// A move to recommend to a person in a seat whose turn it is.
    fn hint(&mut self, request: &Request<'_>) -> Result<Thought, ThinkError>;

    /// The odds that each cell is one to avoid, by its name, where that can be known.
    fn odds(&mut self, _request: &Request<'_>) -> Option<Vec<(String, f64)>> {
        None
    }

    /// Looks at the position of a table as long as the request allows, and tells of its best lines, the best first, each
    /// time that it has looked one move further. Returns whether there is nothing more to find. What it has found
    /// serves it when it is asked again.
    fn analyse(
        &mut self,
        request: &Request<'_>,
        _lines: usize,
        _watch: &mut dyn FnMut(&[Report]),
    ) -> Result<bool, ThinkError> {
        Err(ThinkError::NoAnalysis(request.table.card().name()))
    }

    /// What comes next is another game: what was learnt in this one is forgotten.
    fn new_game(&mut self) {}

    /// Does what takes time before the first move of a player.
    fn make_ready(&mut self, _player: &Player, _stop: &Stop) -> Result<(), ThinkError> {
        Ok(())
    }
}

/// What a computer player is asked.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub player: &'a Player,
    pub table: &'a AnyTable,
    pub seat: Seat,
    pub stop: &'a Stop,
    /// A search answers after this time with what it has found, whatever the limit of the player.
    pub longest: Option<Duration>,
    pub resources: Resources,
}

/// What a search may use of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Threads, at least one. A player that is limited by nodes or by depth uses one whatever this says, so that
    /// it makes the same move on every machine.
    pub threads: usize,
    /// The size of the transposition table.
    pub megabytes: usize,
}

/// One thread, and a table that serves some seconds of it.
impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, megabytes: 32 }
    }
}

/// Hears how far the thinking has come.
pub type Watch<'a> = &'a mut dyn FnMut(&Report);

/// What a player came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The move, as a command wants it.
    pub mv: String,
    /// What a player that looked ahead has seen.
    pub report: Option<Report>,
    /// Why this move, where that can be said in a sentence.
    pub reason: Option<Localized>,
}

/// What a player that looks ahead has seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// How good it thinks its side stands, from -1, lost, to 1, won.
    pub value: f64,
    /// The same in the units of the game: pawns, men, discs at the end of the game. Infinite where the game
    /// is won and it is not known by how much.
    pub ahead: f64,
    /// Is that proven, to the end of the game?
    pub exact: bool,
    /// Where it looked to the end of the game, how certain that makes the result, in percent: a selective search is not proof.
    pub certainty: Option<u8>,
    /// The play that it expects, its own move first.
    pub line: Vec<String>,
    /// The nodes of its tree that it had to make, and those it had already, where it keeps a tree.
    pub counters: Counters,
    /// After how many moves of both sides the game ends by this line, where that is certain.
    pub ends_in: Option<u32>,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// Why no move was chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    #[error("the player was stopped")]
    Stopped,
    #[error("the player failed while it was thinking")]
    Failed,
    #[error("it is not the turn of that seat")]
    NotItsTurn,
    #[error("a person sits there")]
    Human,
    #[error("every cell that is closed has a flag, so there is none to open")]
    AllFlagged,
    #[error("there is no hint: {0}")]
    NoHint(Localized),
    #[error("lines of {0} cannot be looked at")]
    NoAnalysis(&'static str),
    #[error("{player} cannot play {game}; {others} can")]
    NotThisGame {
        player: Player,
        game: &'static str,
        /// Who could.
        others: Localized,
    },
    /// Another program ended or does not answer.
    #[error("{0}")]
    Outside(Localized),
    /// Another program made a move that cannot be made.
    #[error("{0}")]
    Illegal(Localized),
    /// The text behind `uci:` names no program, or one that cannot be started or cannot be set up as the
    /// text says: it will fail in every game.
    #[error("{0}")]
    BadProgram(Localized),
    /// There is no such learnt player, or it is of another game.
    #[error("{0}")]
    NotLearnt(Localized),
}
