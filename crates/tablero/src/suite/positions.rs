//! Positions of chess with known best moves.

use chess::Move;
use chess::epd::{Epd, EpdError, OperandError};
use game::{Notation, Perfect, Seat, Stop};
use players::Thinker;
use table::{BadEvent, Card, Player, Seats, ThinkError};

/// A position to be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPosition {
    /// Its identifier, or its line in the file.
    pub name: String,
    pub position: chess::Position,
    /// One of these is to be found, if there are any.
    pub best: Vec<Move>,
    /// None of these is to be played.
    pub avoid: Vec<Move>,
}

/// Why a file is no suite. Lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error("line {line}: {error}")]
    Epd { line: usize, error: EpdError },
    #[error("line {line}: {error}")]
    Move { line: usize, error: OperandError },
    #[error("line {0}: neither a best move (bm) nor a move to avoid (am)")]
    NoQuestion(usize),
    #[error("there is no position in the file")]
    Empty,
}

/// The move of a player in a test position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The move, as people write it.
    pub mv: String,
    pub solved: bool,
}

/// Why a player made no move.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    #[error(transparent)]
    Player(#[from] ThinkError),
    /// The position cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
}

/// Reads the positions of an EPD file.
pub fn read(text: &str) -> Result<Vec<TestPosition>, SuiteError> {
    let mut positions = Vec::new();
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
        positions.push(TestPosition { name, position: epd.position, best, avoid });
    }
    if positions.is_empty() { Err(SuiteError::Empty) } else { Ok(positions) }
}

impl TestPosition {
    /// Lets a player choose a move here.
    pub fn attempt(
        &self,
        player: &Player,
        thinker: &mut Thinker,
        stop: &Stop,
    ) -> Result<Attempt, AttemptError> {
        let card: &'static dyn Card = &games::chess::CARD;
        let players = Seats::Two { white: player.clone(), black: player.clone() };
        let start = chess::Position::write_start(&self.position);
        let table = card.open(&card.started(start, players, None, 0))?;
        thinker.new_game();
        let seat = Seat::Side(self.position.side_to_move());
        let mv = thinker.think(&table, seat, stop)?.mv;
        let chosen = self.position.read_move(&mv).ok();
        let right = |mv: Move| {
            (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
        };
        Ok(Attempt { mv, solved: chosen.is_some_and(right) })
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

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_position_asks_for_a_move_or_warns_of_one() {
        let error = read("6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"back\";").unwrap_err();
        assert_eq!(error.to_string(), "line 1: neither a best move (bm) nor a move to avoid (am)");
        let suite = read("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back\";").unwrap();
        assert_eq!((suite[0].name.as_str(), suite[0].expected().as_str()), ("back", "Ra8#"));
        assert!(read("# nothing\n\n").is_err());
    }
}
