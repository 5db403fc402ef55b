//! Games as files that other programs read: PGN, PDN, GGF and RAWVF.
//!
//! A record is less than a log: it keeps the moves that count, who plays, how it ended and what the
//! clocks showed, and forgets offers, takebacks and what was played before them. Importing makes the
//! events that would have led there. An end that the rules do not give becomes the event that
//! explains it: giving up, agreeing, claiming, or time running out.
//!
//! Names of people are not kept, because a table knows no names. A tag that names a computer player
//! of the house seats it again, but never another program: a file from elsewhere cannot make this
//! machine start one.
//!
//! Dates take the moment 0 for the beginning of 1970 in UTC. A shell whose clock counts from another
//! moment writes no dates: see [`date`].

mod checkers;
mod chess;
mod date;
mod mines;
mod othello;
mod told;

use crate::any::{AnyTable, GameName};
use crate::clock::Millis;
use crate::player::Player;
use crate::seats::Seats;
use crate::table::BadEvent;
use game::Place;
use std::fmt;
use told::Told;

/// The longest file that is read, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// A game as a file for other programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// How the name of such a file ends, without the dot.
    pub extension: &'static str,
    /// What a browser is told that it is.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

/// Why a game cannot be written for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The file would tell where the mines are.
    #[error("the mines are a secret until the game is over: finish it or give it up first")]
    Secret,
    /// The game ended before the mines were laid.
    #[error("no cell was opened, so there are no mines and nothing to write")]
    NoMines,
}

/// Why a file is not a game.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Too much to read.
    #[error("a file of games has at most {LONGEST_RECORD} bytes, not {0}")]
    TooLong(usize),
    /// There is no game in it.
    #[error("there is no game in the file")]
    NoGame,
    /// Not PGN, or not a game of chess.
    #[error("PGN: {0}")]
    Pgn(#[from] ::chess::pgn::ReadError),
    /// Not PDN.
    #[error("PDN: {0}")]
    Pdn(#[from] ::checkers::pdn::PdnError),
    /// PDN, but not a game of checkers.
    #[error("PDN: {0}")]
    PdnGame(#[from] ::checkers::pdn::ReplayError),
    /// Not GGF.
    #[error("GGF: {0}")]
    Ggf(#[from] ::othello::GgfReadError),
    /// GGF, but not a game of Othello on the usual board.
    #[error("GGF: {0}")]
    GgfGame(#[from] ::othello::GgfResolveError),
    /// Neither GGF nor a transcript.
    #[error("transcript: {0}")]
    Transcript(#[from] ::othello::TranscriptError),
    /// A transcript, but not of a game of Othello.
    #[error("transcript: {0}")]
    TranscriptGame(#[from] ::othello::ReplayError),
    /// Not RAWVF.
    #[error("RAWVF: {0}")]
    Rawvf(#[from] ::mines::ReplayError),
    /// A game that cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
}

impl ImportError {
    /// Where in the file it is, when it is in one place.
    pub fn place(&self) -> Option<Place> {
        use ::chess::pgn::{ReadError, TextError};
        match self {
            ImportError::Pgn(ReadError::Text(TextError::Syntax(error))) => Some(error.place),
            ImportError::Pgn(ReadError::Resolve(error)) => Some(error.place),
            ImportError::Pdn(error) => Some(error.place),
            ImportError::PdnGame(::checkers::pdn::ReplayError::Move { place, .. }) => Some(*place),
            ImportError::Ggf(::othello::GgfReadError::Text(error)) => Some(error.place),
            ImportError::Transcript(error) => Some(error.place),
            _ => None,
        }
    }
}

/// A game from a file.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The table: finished, or ready to be played on.
    pub table: AnyTable,
    /// What of the file is not on the table.
    pub notes: Vec<Note>,
}

/// Something in a file that is not on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The file has so many games, and the table has the first.
    Games(usize),
    /// The file has so many moves after the end of the game.
    MovesAfterTheEnd(usize),
    /// The file says that it ended like this, and the board says otherwise.
    OtherResult(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Games(games) => write!(f, "The file has {games} games; this is the first."),
            Note::MovesAfterTheEnd(moves) => write!(
                f,
                "The file goes on for {moves} moves after the end of the game; they are left out."
            ),
            Note::OtherResult(said) => {
                write!(f, "The file says that the result was {said}, which the board denies.")
            }
        }
    }
}

impl AnyTable {
    /// The game as a file for other programs: PGN, PDN, GGF or RAWVF.
    pub fn export(&self) -> Result<Record, ExportError> {
        Ok(match self {
            AnyTable::Chess(table) => Record {
                extension: "pgn",
                media_type: "application/vnd.chess-pgn",
                text: chess::write(table),
            },
            AnyTable::Checkers(table) => {
                Record { extension: "pdn", media_type: "text/plain", text: checkers::write(table) }
            }
            AnyTable::Othello(table) => {
                Record { extension: "ggf", media_type: "text/plain", text: othello::write(table) }
            }
            AnyTable::Mines(table) => {
                Record { extension: "rawvf", media_type: "text/plain", text: mines::write(table)? }
            }
        })
    }
}

/// Reads the first game of a file of another program, or of [`AnyTable::export`]. Othello is read from
/// GGF or from a transcript.
///
/// A game that is over happened when the file says. A game that goes on, goes on now: its last move
/// was made at `now`, and the clock of the side to move runs from there.
///
/// ```
/// # use table::{GameName, import};
/// let imported = import(GameName::Chess, "1. e4 e5 2. Ke2 Ke7 1/2-1/2", 0)?;
/// assert_eq!(imported.table.moves_played(), 4);
/// assert!(imported.table.is_over());
/// # Ok::<(), table::ImportError>(())
/// ```
pub fn import(game: GameName, text: &str, now: Millis) -> Result<Imported, ImportError> {
    import_for(game, text, None, now)
}

/// The same with players of one's own choice instead of those that the file names.
pub fn import_for(
    game: GameName,
    text: &str,
    players: Option<Seats<Player>>,
    now: Millis,
) -> Result<Imported, ImportError> {
    if text.len() > LONGEST_RECORD {
        return Err(ImportError::TooLong(text.len()));
    }
    match game {
        GameName::Chess => seat(chess::read(text)?, players, now, AnyTable::Chess),
        GameName::Checkers => seat(checkers::read(text)?, players, now, AnyTable::Checkers),
        GameName::Othello => seat(othello::read(text)?, players, now, AnyTable::Othello),
        GameName::Mines => seat(mines::read(text)?, players, now, AnyTable::Mines),
    }
}

fn seat<G: crate::Playable>(
    mut told: Told,
    players: Option<Seats<Player>>,
    now: Millis,
    any: impl Fn(crate::Table<G>) -> AnyTable,
) -> Result<Imported, ImportError>
where
    G::Start: Clone,
{
    let mut notes = Vec::new();
    if let Some(players) = players {
        told.players = players;
    }
    if told.games > 1 {
        notes.push(Note::Games(told.games));
    }
    let table = told.put_on_a_table(now, &mut notes)?;
    Ok(Imported { table: any(table), notes })
}
