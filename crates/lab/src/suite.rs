//! Positions with known best moves, as an examination.

use chess::Move;
use chess::epd::{Epd, EpdError, OperandError};
use engine::{CannotThink, Stop, Thinker};
use game::{Notation, Perfect, Seat};
use table::{AnyTable, BadEvent, GameName, Player, Seats};

/// A position to be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What it is called, or its line.
    pub name: String,
    /// Where to move.
    pub position: chess::Position,
    /// One of these is to be found, if there are any.
    pub best: Vec<Move>,
    /// None of these is to be played.
    pub avoid: Vec<Move>,
}

/// Why a file is no examination.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line cannot be read.
    #[error("line {line}: {error}")]
    Epd {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: EpdError,
    },
    /// A move cannot be read.
    #[error("line {line}: {error}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: OperandError,
    },
    /// A position without a question.
    #[error("line {0}: neither a best move (bm) nor a move to avoid (am)")]
    NoQuestion(usize),
    /// Nothing there.
    #[error("there is no position in the file")]
    Empty,
}

/// What a player answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its move, as people write it.
    pub mv: String,
    /// Was it right?
    pub solved: bool,
}

/// Why a player gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It could not think.
    #[error(transparent)]
    Player(#[from] CannotThink),
    /// The position cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
}

/// Reads an EPD file of problems.
///
/// ```
/// let error = lab::read_suite("6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"back\";").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: neither a best move (bm) nor a move to avoid (am)");
/// let suite = lab::read_suite("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back\";").unwrap();
/// assert_eq!(suite[0].name, "back");
/// ```
pub fn read_suite(text: &str) -> Result<Vec<Problem>, SuiteError> {
    let mut problems = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let line = index + 1;
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let epd: Epd = text.parse().map_err(|error| SuiteError::Epd { line, error })?;
        let unreadable = |error| SuiteError::Move { line, error };
        let best = epd.best_moves().map_err(unreadable)?;
        let avoid = epd.avoid_moves().map_err(unreadable)?;
        if best.is_empty() && avoid.is_empty() {
            return Err(SuiteError::NoQuestion(line));
        }
        let name = epd.id().map_or_else(|| format!("line {line}"), str::to_owned);
        problems.push(Problem { name, position: epd.position, best, avoid });
    }
    if problems.is_empty() { Err(SuiteError::Empty) } else { Ok(problems) }
}

impl Problem {
    /// Asks a player.
    pub fn ask(
        &self,
        player: &Player,
        head: &mut Thinker,
        stop: &Stop,
    ) -> Result<Answer, NoAnswer> {
        let players = Seats::Two { white: player.clone(), black: player.clone() };
        let start = chess::Position::write_start(&self.position);
        let table = AnyTable::open(&GameName::Chess.started(start, players, None, 0))?;
        head.new_game();
        let seat = Seat::Side(self.position.side_to_move());
        let mv = head.think(&table, seat, stop)?.mv;
        let answered = self.position.read_move(&mv).ok();
        let right = |mv: Move| {
            (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
        };
        Ok(Answer { mv, solved: answered.is_some_and(right) })
    }

    /// What was asked for, in words.
    pub fn expected(&self) -> String {
        let names = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(|&mv| self.position.write_move(mv)).collect();
            names.join(" or ")
        };
        match (self.best.is_empty(), self.avoid.is_empty()) {
            (false, true) => names(&self.best),
            (false, false) => format!("{}, not {}", names(&self.best), names(&self.avoid)),
            (true, _) => format!("not {}", names(&self.avoid)),
        }
    }
}
