//! Games as files that other programs read.
//!
//! A record is less than a log: it keeps the moves that count, who plays, how it ended and what the
//! clocks showed, and forgets offers, takebacks and what was played before them. Importing makes the
//! events that would have led there. An end that the rules do not give becomes the event that
//! explains it: giving up, agreeing, claiming, or time running out. Where the record names a winner and no
//! reason, the event says no more than that.
//!
//! Each game has the format of its own world; one that has none is written as [`tagged`] text. What a file says
//! besides of people, place and time is the [`Heading`] of the game. A tag that names a computer player of the house
//! seats it again, but never another program: a file from elsewhere cannot make this machine start one.
//!
//! Dates take the moment 0 for the beginning of 1970 in UTC. A shell whose clock counts from another
//! moment writes no dates: see [`Date`].

mod date;
mod heading;
pub mod listing;
mod parsed;
pub mod tagged;

pub use date::Date;
pub(crate) use heading::one_line;
pub use heading::{Heading, LONGEST_TAG, MOST_TAGS, seat_tag, tags_of, written_name};
pub use listing::{Listed, ListedGame, Listing, decoded};
pub use parsed::{
    Cause, Ending, ParsedRecord, Step, Time, name_of, player_named, read_control, termination,
    write_control,
};

use crate::any::AnyTable;
use crate::clock::Millis;
use crate::playable::Playable;
use crate::player::Player;
use crate::refusal::Localized;
use crate::seats::Seats;
use crate::table::BadEvent;
use game::TextPosition;
use std::fmt;

/// Some programs begin files with it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The longest file that is read, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordFormat {
    /// As people call it: PGN, PDN.
    pub name: &'static str,
    /// How the name of such a file ends, without the dot.
    pub extension: &'static str,
    /// As HTTP declares it.
    pub media_type: &'static str,
    /// Has it a place for variations and comments?
    pub keeps_variations: bool,
    /// Are evaluations those of the side that moved, and not white's?
    pub own_evaluations: bool,
}

/// A game as a file for other programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub format: RecordFormat,
    pub text: String,
}

/// Why a game cannot be written for other programs: a sentence of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct ExportError {
    /// A short name for programs.
    pub code: &'static str,
    pub why: Localized,
}

/// Why a file is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("a file of games has at most {LONGEST_RECORD} bytes, not {0}")]
    TooLong(usize),
    #[error("there is no game in the file")]
    NoGame,
    #[error("the file is a game of {0}")]
    OtherGame(String),
    /// The text is not in the format, or says what cannot be.
    #[error("{format}: {}{reason}", place.map(|place| format!("{place}: ")).unwrap_or_default())]
    Format {
        /// The name of the format.
        format: &'static str,
        /// Where in the file it is, when it is in one place.
        place: Option<TextPosition>,
        /// What is wrong, without the place.
        reason: Localized,
    },
    /// A game that cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
}

impl ImportError {
    pub fn place(&self) -> Option<TextPosition> {
        match self {
            ImportError::Format { place, .. } => *place,
            _ => None,
        }
    }
}

/// A game from a file.
#[derive(Debug, Clone)]
pub struct Imported {
    /// Finished, or ready to be played on.
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
    /// The file says that this side won, or that it was a draw, and the board says otherwise.
    OtherResult(Option<Localized>),
    /// There is more in its variations and comments than an analysis holds.
    VariationsLeftOut,
    /// So many tags are not, or not whole, in the heading.
    TagsLeftOut(usize),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Games(games) => write!(f, "The file has {games} games; this is the first."),
            Note::MovesAfterTheEnd(moves) => write!(
                f,
                "The file goes on for {moves} moves after the end of the game; they are left out."
            ),
            Note::VariationsLeftOut => f.write_str(
                "The variations and comments of the file are left out: there are too many.",
            ),
            Note::TagsLeftOut(tags) => {
                write!(
                    f,
                    "Tags of the file that are left out or cut, too long or too many: {tags}."
                )
            }
            Note::OtherResult(Some(winner)) => {
                write!(f, "The file says that {winner} won, which the board denies.")
            }
            Note::OtherResult(None) => {
                f.write_str("The file says that it was a draw, which the board denies.")
            }
        }
    }
}

/// Reads the first game of a file of one kind of game.
///
/// A game that is over happened when the file says. A game that goes on, goes on now: its last move
/// was made at `now`, and the clock of the side to move runs from there.
pub fn import<K: Playable>(
    text: &str,
    players: Option<Seats<Player>>,
    now: Millis,
) -> Result<Imported, ImportError> {
    if text.len() > LONGEST_RECORD {
        return Err(ImportError::TooLong(text.len()));
    }
    let mut record = K::read_record(text.trim_start_matches(BYTE_ORDER_MARK))?;
    let mut notes = Vec::new();
    if let Some(players) = players {
        record.players = players;
    }
    if record.games > 1 {
        notes.push(Note::Games(record.games));
    }
    let table = record.put_on_a_table::<K>(now, &mut notes)?;
    Ok(Imported { table: AnyTable::new(table), notes })
}
