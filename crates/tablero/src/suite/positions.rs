//! Positions of chess with known best moves.

use chess::Move;
use chess::epd::{Epd, EpdError, OperandError};
use game::{Notation, Perfect, Seat, Stop};
use players::Thinker;
use table::{AnyTable, BadEvent, Card, Player, Seats, ThinkError};

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

/// The positions of a file, and the lines that are none.
#[derive(Debug, Default)]
pub struct Suite {
    pub positions: Vec<TestPosition>,
    pub unreadable: Vec<BadLine>,
}

/// A line that holds no test position. Lines count from 1.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadLine {
    pub line: usize,
    pub fault: LineFault,
}

/// What keeps a line from being a test position.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    #[error(transparent)]
    Epd(#[from] EpdError),
    #[error(transparent)]
    Move(#[from] OperandError),
    #[error("neither a best move (bm) nor a move to avoid (am)")]
    NoQuestion,
    #[error("the game is over in this position")]
    Over,
    /// The position cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
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

/// Reads an EPD file. A line that cannot be read costs nothing but itself.
pub fn read(text: &str) -> Suite {
    let mut suite = Suite::default();
    let text = text.trim_start_matches('\u{feff}');
    for (index, text) in text.lines().enumerate() {
        let line = index + 1;
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match read_line(line, text) {
            Ok(position) => suite.positions.push(position),
            Err(fault) => suite.unreadable.push(BadLine { line, fault }),
        }
    }
    suite
}

fn read_line(line: usize, text: &str) -> Result<TestPosition, LineFault> {
    let epd: Epd = text.parse()?;
    let (best, avoid) = (epd.best_moves()?, epd.avoid_moves()?);
    if best.is_empty() && avoid.is_empty() {
        return Err(LineFault::NoQuestion);
    }
    let name = epd.id().map_or_else(|| format!("line {line}"), str::to_owned);
    let position = TestPosition { name, position: epd.position, best, avoid };
    match position.table(&Player::Human)?.turn() {
        Some(_) => Ok(position),
        None => Err(LineFault::Over),
    }
}

impl TestPosition {
    /// Lets a player choose a move here.
    pub fn attempt(
        &self,
        player: &Player,
        thinker: &mut Thinker,
        stop: &Stop,
    ) -> Result<Attempt, AttemptError> {
        let table = self.table(player)?;
        thinker.new_game();
        let seat = Seat::Side(self.position.side_to_move());
        let mv = thinker.think(&table, seat, stop)?.mv;
        let chosen = self.position.read_move(&mv).ok();
        let right = |mv: Move| {
            (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
        };
        Ok(Attempt { mv, solved: chosen.is_some_and(right) })
    }

    fn table(&self, player: &Player) -> Result<AnyTable, BadEvent> {
        let card: &'static dyn Card = &games::chess::CARD;
        let players = Seats::Two { white: player.clone(), black: player.clone() };
        let start = chess::Position::write_start(&self.position);
        card.open(&card.started(start, players, None, 0))
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
        let suite = read("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back\";");
        let position = &suite.positions[0];
        assert_eq!((position.name.as_str(), position.expected().as_str()), ("back", "Ra8#"));
        assert!(read("# nothing\n\n").positions.is_empty());
    }

    #[test]
    fn a_line_that_cannot_be_read_costs_only_itself() {
        let suite = read(
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"no question\";\n\
             6k1/5ppp/8/8/8/8/8/R5K1 w - - bm a1a8 +;\n\
             nonsense\n\
             6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Qh8;\n\
             # a comment\n\
             8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n\
             6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7;\n",
        );
        let names: Vec<&str> = suite.positions.iter().map(|found| found.name.as_str()).collect();
        assert_eq!(names, ["line 2", "line 7"]);
        let said: Vec<String> = suite.unreadable.iter().map(ToString::to_string).collect();
        assert_eq!(said[0], "line 1: neither a best move (bm) nor a move to avoid (am)");
        assert!(said[1].starts_with("line 3: column 1: a FEN has 4 to 6 fields"), "{}", said[1]);
        assert!(said[2].starts_with("line 4: after bm: "), "{}", said[2]);
        assert_eq!(said[3], "line 6: the game is over in this position");
        assert_eq!(said.len(), 4);
    }
}
