//! A game in play.
//!
//! A table turns commands into events and events into a state, for every game alike:
//!
//! - [`Table::decide`]: may this seat do this now, and what happens then? Nothing changes.
//! - [`Table::apply`]: what follows from an event. A table is the fold of its events, so undo,
//!   replay, resuming after a crash and watching from elsewhere are one operation.
//! - [`Table::scene`]: what somebody sees. Only scenes leave the table for a screen.
//! - [`AnyTable::export`] and [`import`]: games as files of other programs.
//!
//! Here, too, is everything that a single position does not know: who sits where ([`Player`]), clocks
//! ([`Clock`]), offers, taking back, and draws by the past of a game. Time and seeds come in as
//! data; nothing here reads a clock, throws dice or opens a file.
//!
//! Computer players sit in seats like people and use the same commands. The table knows them by
//! name and does not think for them.
//!
//! Decided against: events with typed moves. An event carries its move in the notation of the
//! game, so that one log serves every game and a person can read it; playing a game is what tests
//! reading and writing it.

mod any;
mod clock;
mod decide;
mod event;
mod games;
pub mod log;
pub mod menu;
mod playable;
mod player;
mod record;
mod refusal;
pub mod scene;
mod seats;
mod table;
mod words;

pub use any::{AnyTable, GameName, Guest};
pub use clock::{Clock, Millis, TimeControl, TimeControlError};
pub use event::{Action, Command, Event, Started, VERSION};
pub use playable::{DrawReason, HistoryDraw, Playable};
pub use player::{Limit, Player, PlayerError};
pub use record::{
    ExportError, ImportError, Imported, LONGEST_RECORD, Note, Record, import, import_for,
};
pub use refusal::{Lack, Refusal, Said};
pub use scene::Scene;
pub use seats::Seats;
pub use table::{BadEvent, End, Played, Reason, Seeds, Table};
pub use words::{Interface, Language, Page, Screen, UnknownLanguage, Words, fill, sentence};
