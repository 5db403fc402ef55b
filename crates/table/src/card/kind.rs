//! A kind of game, as functions.

use crate::any::AnyTable;
use crate::clock::Millis;
use crate::event::{Event, Started};
use crate::playable::Playable;
use crate::player::Player;
use crate::record::{self, ImportError, Imported, RecordFormat};
use crate::refusal::Localized;
use crate::seats::Seats;
use crate::table::{BadEvent, Table};
use game::{Notation, Perfect, Rules};
use learn::Learning;
use std::fmt;
use std::ops::ControlFlow;

/// Counts lines of play: from the text of a start, to a depth, first move by first move until the caller
/// breaks off.
pub type Divide =
    fn(&str, u32, &mut dyn FnMut(FirstMove) -> ControlFlow<()>) -> Result<u64, Localized>;

/// A first move, and how many lines of play begin with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMove {
    /// As other programs name it.
    pub name: String,
    pub nodes: u64,
    /// How many first moves there are.
    pub of: usize,
}

/// Reads a record, for these players instead of those that it names.
pub(super) type Import = fn(&str, Option<Seats<Player>>, Millis) -> Result<Imported, ImportError>;
/// Counts lines of play from the text of a start to a depth.
pub type Count<T> = fn(&str, u32) -> Result<T, Localized>;

/// A kind of game, as functions: what a card needs of a [`Playable`] type whose name the caller does not
/// know.
#[derive(Clone, Copy)]
pub struct Kind {
    pub(super) usual_start: fn(u64) -> String,
    pub(super) read_start: fn(&str) -> Result<String, Localized>,
    pub(super) begin: fn(&Started) -> Result<AnyTable, BadEvent>,
    pub(super) replay: fn(&[Event]) -> Result<AnyTable, BadEvent>,
    pub(super) import: Import,
    /// The file that a record of such a game is.
    pub record: RecordFormat,
    /// Counts the lines of play from a start, and says how many there are below each of its moves as it
    /// comes to them; `None` where something is hidden.
    pub divide: Option<Divide>,
    /// Counts all lines of play from a start.
    pub perft: Option<Count<u64>>,
    /// How a program learns it; `None` where it cannot.
    pub learning: Option<&'static dyn Learning>,
}

impl Kind {
    pub const fn of<K: Playable>() -> Kind {
        Kind {
            usual_start: |seed| {
                K::Game::write_start(&K::start_again(&K::Game::standard_start(), seed))
            },
            read_start: |text| {
                let opening = K::read_start(text)?;
                Ok(match opening.board {
                    Some(_) => text.trim().to_owned(),
                    None => K::Game::write_start(&opening.start),
                })
            },
            begin: |started| Table::<K>::begin(started).map(AnyTable::new),
            replay: |events| Table::<K>::replay(events).map(AnyTable::new),
            import: record::import::<K>,
            record: K::RECORD,
            divide: None,
            perft: None,
            learning: None,
        }
    }

    /// A kind of game whose lines of play can be counted.
    pub const fn perfect<K: Playable<Game: Perfect + Notation<Start = K::Game>>>() -> Kind {
        Kind {
            divide: Some(|text, depth, each| {
                let position = K::read_start(text)?.start;
                let moves = position.moves();
                let Some(below) = depth.checked_sub(1).filter(|_| !moves.is_empty()) else {
                    return Ok(game::perft(&position, depth));
                };
                let mut total = 0;
                for &mv in moves.iter() {
                    let nodes = game::perft(&position.play(mv), below);
                    total += nodes;
                    let name = K::plain_name(&position, mv);
                    if each(FirstMove { name, nodes, of: moves.len() }).is_break() {
                        break;
                    }
                }
                Ok(total)
            }),
            perft: Some(|text, depth| Ok(game::perft(&K::read_start(text)?.start, depth))),
            ..Kind::of::<K>()
        }
    }

    /// The same kind, which a program can learn.
    pub const fn learnt_by(self, learning: &'static dyn Learning) -> Kind {
        Kind { learning: Some(learning), ..self }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kind")
    }
}
