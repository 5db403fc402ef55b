//! How people write chess: any of FEN for positions, algebraic notation or coordinates for moves.

use crate::coordinate::Coordinate;
use crate::fen::{PositionError, cut};
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;
use crate::san::{San, SanError, SanMove};
use game::{Game, Notation};

/// What is wrong with the text of a start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Not one of the 960 starts.
    #[error("Chess960 starts are numbered chess960:0 to chess960:959, not chess960:{0}")]
    Chess960(String),
    /// Neither `startpos` nor a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// What is wrong with the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not the text of a move.
    #[error(
        "{0:?} is not a move: write two squares such as e2e4 (e7e8q for a promotion), or Nf3, exd5, O-O"
    )]
    Unreadable(String),
    /// Not a legal move.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Not a legal move, or several.
    #[error(transparent)]
    San(#[from] SanError),
}

/// A FEN of which the first field is given: white is to move, and may castle wherever a king and a rook stand as at the start.
fn with_usual_fields(pieces: &str) -> String {
    let row = |text: &str| -> Vec<char> {
        let empty = |digit: u32| std::iter::repeat_n('.', digit as usize);
        text.chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(digit) => empty(digit).collect(),
                None => vec![letter],
            })
            .collect()
    };
    let mut rights = String::new();
    for (text, king, rook, sides) in [
        (pieces.rsplit('/').next(), 'K', 'R', ['K', 'Q']),
        (pieces.split('/').next(), 'k', 'r', ['k', 'q']),
    ] {
        let squares = row(text.unwrap_or_default());
        for (side, corner) in sides.into_iter().zip([7, 0]) {
            if squares.get(4) == Some(&king) && squares.get(corner) == Some(&rook) {
                rights.push(side);
            }
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{pieces} w {rights} - 0 1")
}

/// No move that is read is written with more bytes.
const LONGEST: usize = 20;

impl Notation for Position {
    type StartError = StartError;
    type MoveError = MoveError;

    fn standard_start() -> Position {
        Position::standard()
    }

    /// A FEN, `startpos`, or `chess960:NUMBER`. A FEN with its first field alone means that white is to move, and that kings and
    /// rooks where they begin have not moved.
    fn read_start(text: &str) -> Result<Position, StartError> {
        let text = text.trim();
        if text.contains('/') && !text.contains(char::is_whitespace) {
            return Ok(with_usual_fields(text).parse::<Position>()?);
        }
        if text == "startpos" {
            return Ok(Position::standard());
        }
        if let Some(number) = text.strip_prefix("chess960:") {
            let start = number.parse().ok().and_then(Position::chess960);
            return start.ok_or_else(|| StartError::Chess960(cut(number)));
        }
        Ok(text.parse::<Position>()?)
    }

    fn write_start(start: &Position) -> String {
        start.to_string()
    }

    /// Coordinates or algebraic notation. A pawn that reaches the last rank becomes a queen when
    /// nothing else is said.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        match read_written(text) {
            None => Err(MoveError::Unreadable(cut(text))),
            Some(Written::Coordinate(written)) => {
                let queen = Coordinate { promotion: Some(Role::Queen), ..written };
                match written.resolve(self) {
                    Err(Illegal::PromotionMissing(_)) => Ok(queen.resolve(self)?),
                    result => Ok(result?),
                }
            }
            Some(Written::San(written)) => {
                if let Some(outcome) = self.turn().outcome() {
                    return Err(Illegal::GameOver(outcome.reason).into());
                }
                match written.resolve(self) {
                    Err(SanError::Illegal(_, Illegal::PromotionMissing(_))) => {
                        Ok(promoting_to_queen(written).resolve(self)?)
                    }
                    result => Ok(result?),
                }
            }
        }
    }

    fn write_move(&self, mv: Move) -> String {
        San::of(self, mv).to_string()
    }
}

/// A move as it was written.
enum Written {
    Coordinate(Coordinate),
    San(San),
}

/// Reads either notation as it should be written; failing that, two squares in capitals or with a
/// space between them (`E2 E4`), and pieces by small letters (`nf3`).
fn read_written(text: &str) -> Option<Written> {
    if text.len() > LONGEST {
        return None;
    }
    let coordinate = |text: &str| text.parse().ok().map(Written::Coordinate);
    let san = |text: &str| text.parse().ok().map(Written::San);
    let squares: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
    let piece = match text.as_bytes() {
        [b'n' | b'r' | b'q' | b'k', ..] => text[..1].to_ascii_uppercase() + &text[1..],
        _ => String::new(),
    };
    coordinate(text).or_else(|| san(text)).or_else(|| coordinate(&squares)).or_else(|| san(&piece))
}

fn promoting_to_queen(mut san: San) -> San {
    if let SanMove::Normal { promotion, .. } = &mut san.mv {
        *promotion = Some(Role::Queen);
    }
    san
}
