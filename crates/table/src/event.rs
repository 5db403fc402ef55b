//! What happened, and what somebody wants to happen.
//!
//! A game in play is its events. Each is one JSON object; a list of them, one to a line, is the
//! save format, and playing a game is what exercises it.

use crate::clock::{Millis, TimeControl};
use crate::player::Player;
use crate::seats::{self, Seats};
use game::Seat;
use serde::{Deserialize, Serialize};

/// The version of the text form of events. It is in every [`Started`]; a reader refuses what it does
/// not know.
pub const VERSION: u32 = 1;

/// Something that happened at a table. Times and seeds are part of it, so that the same events always
/// make the same game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The game began. Always the first event, and only the first.
    Started(Started),
    /// A move was made.
    Moved {
        /// Who made it.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// The move, in the notation of the game.
        #[serde(rename = "move")]
        mv: String,
        /// When.
        at: Millis,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// Somebody offered a draw.
    DrawOffered {
        /// Who.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// The offer of a draw was turned down.
    DrawDeclined {
        /// Who turned it down.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// The offer of a draw was accepted.
    DrawAgreed {
        /// Who accepted it.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// Somebody claimed a draw that the rules allow to be claimed.
    DrawClaimed {
        /// Who.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// Somebody asked to take a move back.
    TakebackAsked {
        /// Who.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// The wish to take a move back was turned down.
    TakebackDeclined {
        /// Who turned it down.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// Moves were taken back. The log is never cut: this is one more event.
    TakenBack {
        /// How many moves.
        moves: usize,
        /// When.
        at: Millis,
    },
    /// Somebody else took over a seat.
    PlayerChanged {
        /// Which seat.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// Who sits there now.
        player: Player,
        /// When.
        at: Millis,
    },
    /// A side's time ran out.
    TimeRanOut {
        /// Whose.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// When.
        at: Millis,
    },
    /// The game was called off before it had really begun.
    Aborted {
        /// When.
        at: Millis,
    },
}

/// How a game began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Started {
    /// The version of the text form, [`VERSION`].
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// Where it starts, in the notation of the game.
    pub start: String,
    /// Who plays.
    pub players: Seats<Player>,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// When.
    pub at: Millis,
}

impl Event {
    /// When it happened.
    pub fn at(&self) -> Millis {
        match self {
            Event::Started(started) => started.at,
            Event::Moved { at, .. }
            | Event::Resigned { at, .. }
            | Event::DrawOffered { at, .. }
            | Event::DrawDeclined { at, .. }
            | Event::DrawAgreed { at, .. }
            | Event::DrawClaimed { at, .. }
            | Event::TakebackAsked { at, .. }
            | Event::TakebackDeclined { at, .. }
            | Event::TakenBack { at, .. }
            | Event::PlayerChanged { at, .. }
            | Event::TimeRanOut { at, .. }
            | Event::Aborted { at } => *at,
        }
    }
}

/// What somebody in a seat wants to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The number of the event that is expected to come next. A command that was sent before the
    /// table moved on, or that the network repeats, is recognised by it and applied at most once.
    pub expected: u64,
    /// What is wanted.
    #[serde(flatten)]
    pub action: Action,
}

/// What can be wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    /// Make a move.
    Move {
        /// The move, in the notation of the game, read generously.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Give up.
    Resign,
    /// Offer a draw; accept one that is offered.
    OfferDraw,
    /// Turn a draw down.
    DeclineDraw,
    /// Claim a draw by repetition or lack of progress.
    ClaimDraw,
    /// Ask to take the last move back; agree when the other side asks.
    TakeBack,
    /// Refuse to take a move back.
    DeclineTakeback,
    /// Put somebody else into a seat.
    ChangePlayer {
        /// Which seat.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// Who shall sit there.
        player: Player,
    },
    /// Say that the other side's time is up.
    CallTime,
    /// Call the game off before it has really begun.
    Abort,
}
