//! A game in play.
//!
//! A table turns commands into events and events into a state, for every game alike:
//!
//! - [`Table::decide`]: may this seat do this now, and what happens then? Nothing changes.
//! - [`Table::apply`]: what follows from an event. A table is the fold of its events, so undo,
//!   replay, resuming after a crash and watching from elsewhere are one operation.
//! - [`Table::scene`]: what a viewer sees. Only scenes leave the table for a screen.
//!
//! Here, too, is everything that a single position does not know: who sits where ([`Player`]), clocks
//! ([`Clock`]), offers, taking back, and draws by the past of a game. Time and seeds come in as
//! data; nothing here reads a clock, throws dice or opens a file.
//!
//! The crate knows no game. [`Playable`] is what it asks of one, [`Card`] what everybody else may ask, and
//! [`Club`] the list of all cards. A table whose game does not matter is an [`AnyTable`].
//!
//! Events carry typed moves within a table and text in the log, so that one log serves every game and a
//! person can read it. A move is read once on its way in and written once.
//!
//! Decided against: an enum of all games with a match in every method. It made every crate above this
//! one a place to edit for a new game; a blanket implementation of one object-safe trait ([`Seen`])
//! costs a virtual call where a move costs microseconds.

pub mod analysis;
mod any;
pub mod card;
mod clock;
mod decide;
mod event;
mod found;
mod history;
pub mod log;
pub mod menu;
mod mind;
mod nickname;
mod playable;
mod player;
pub mod record;
mod refusal;
pub mod review;
pub mod scene;
mod seats;
mod table;
pub mod view;
mod words;

pub use analysis::{Edit, EditError};
pub use any::{AnyTable, Decided, Seen};
pub use card::{Capabilities, Card, CardWords, Club};
pub use clock::{Clock, Millis, TimeControl, TimeControlError};
pub use event::{Action, Command, Event, Started, VERSION};
pub use found::{Found, FoundLine, Remembered, written as written_score};
pub use history::History;
pub use mind::{Mind, Report, Request, Resources, ThinkError, Thought, Watch};
pub use nickname::{LONGEST as LONGEST_NICKNAME, Nickname, NicknameError};
pub use playable::{
    DrawReason, Ending, HistoryDraw, Move, MoveError, Opening, Playable, Start, StartError, View,
};
pub use player::{Limit, Player, PlayerError, Quantity};
pub use record::{ExportError, ImportError, Imported, Note, Record};
pub use refusal::{Lack, Localized, Refusal};
pub use review::{Chances, Looked, Review};
pub use scene::Scene;
pub use seats::Seats;
pub use table::{BadEvent, End, Played, Reason, Seeds, Table};
pub use view::{ControlName, Sitting, ViewModel};
pub use words::{
    Interface, Language, ReviewWords, UnknownLanguage, Words, fill, json_error_at, sentence, spoken,
};
