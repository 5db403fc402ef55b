//! What happened, and what a player wants to happen.
//!
//! A game in play is its events. Each is one JSON object; a list of them, one to a line, is the
//! save format, and playing a game is what exercises it.

use crate::analysis::Edit;
use crate::clock::{Millis, TimeControl};
use crate::player::Player;
use crate::seats::{self, Seats};
use game::Seat;
use serde::{Deserialize, Serialize};

/// The version of the text form of events. It is in every [`Started`]; a reader refuses what it does
/// not know.
///
/// Version 1 had no [`Event::Laid`]: a hidden board followed from the seed and the first move. And
/// computers among themselves stopped at a draw that could be claimed without claiming it. A table
/// folds such logs by the rules of their time.
///
/// [`Event::Downtime`], [`Event::LossRecorded`] and [`Event::Edited`] came later than version 2. They change nothing in logs without
/// them, so the number stayed.
pub const VERSION: u32 = 2;

/// Something that happened at a table. Times, seeds and the results of expensive choices are part of it,
/// so that the same events always make the same game.
///
/// Within a table `M` is the move of the game; in the log it is the text of the move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event<M = String> {
    /// The game began. Always the first event, and only the first.
    Started(Started),
    /// A move was made.
    Moved {
        /// Who made it.
        #[serde(with = "seats::text")]
        seat: Seat,
        /// The move, in the notation of the game.
        #[serde(rename = "move")]
        mv: M,
        at: Millis,
    },
    /// The hidden board was laid. No scene shows it.
    Laid {
        /// The board, in the notation of the game.
        board: String,
        at: Millis,
    },
    /// A player gave up.
    Resigned {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// A record from elsewhere says that this player lost, and not why. Nobody at a table can want it.
    LossRecorded {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// A player offered a draw.
    DrawOffered {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// The offer of a draw was turned down.
    DrawDeclined {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// The offer of a draw was accepted.
    DrawAgreed {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// A player claimed a draw that the rules allow to be claimed.
    DrawClaimed {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// A player asked to take a move back.
    TakebackAsked {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// The wish to take a move back was turned down.
    TakebackDeclined {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// Moves were taken back. The log is never cut: this is one more event.
    TakenBack {
        /// How many moves.
        moves: usize,
        at: Millis,
    },
    /// Another player took over a seat.
    PlayerChanged {
        #[serde(with = "seats::text")]
        seat: Seat,
        /// Who sits there now.
        player: Player,
        at: Millis,
    },
    /// A side's time ran out.
    TimeRanOut {
        #[serde(with = "seats::text")]
        seat: Seat,
        at: Millis,
    },
    /// The server was down while a clock or a timer ran: so many milliseconds before this event do not
    /// count. Negative where the machine's clock was set back meanwhile.
    Downtime { milliseconds: i64, at: Millis },
    /// The game was called off before it had really begun.
    Aborted { at: Millis },
    /// The analysis of the game was changed, during it or after its end.
    Edited { edit: Edit, at: Millis },
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
    pub at: Millis,
}

impl<M> Event<M> {
    /// The same event with its move, if it has one, turned into something else.
    pub fn map<N>(self, f: impl FnOnce(M) -> N) -> Event<N> {
        match self.try_map(|mv| Ok::<N, std::convert::Infallible>(f(mv))) {
            Ok(event) => event,
            Err(never) => match never {},
        }
    }

    /// The same event, so many milliseconds later; counted around where that is earlier.
    #[must_use]
    pub fn later(mut self, milliseconds: Millis) -> Event<M> {
        let at = match &mut self {
            Event::Started(started) => &mut started.at,
            Event::Moved { at, .. }
            | Event::Laid { at, .. }
            | Event::Resigned { at, .. }
            | Event::LossRecorded { at, .. }
            | Event::DrawOffered { at, .. }
            | Event::DrawDeclined { at, .. }
            | Event::DrawAgreed { at, .. }
            | Event::DrawClaimed { at, .. }
            | Event::TakebackAsked { at, .. }
            | Event::TakebackDeclined { at, .. }
            | Event::TakenBack { at, .. }
            | Event::PlayerChanged { at, .. }
            | Event::TimeRanOut { at, .. }
            | Event::Downtime { at, .. }
            | Event::Edited { at, .. }
            | Event::Aborted { at } => at,
        };
        *at = at.wrapping_add(milliseconds);
        self
    }

    /// The same, where that may fail.
    pub fn try_map<N, E>(self, f: impl FnOnce(M) -> Result<N, E>) -> Result<Event<N>, E> {
        Ok(match self {
            Event::Moved { seat, mv, at } => Event::Moved { seat, mv: f(mv)?, at },
            Event::Started(started) => Event::Started(started),
            Event::Laid { board, at } => Event::Laid { board, at },
            Event::Resigned { seat, at } => Event::Resigned { seat, at },
            Event::LossRecorded { seat, at } => Event::LossRecorded { seat, at },
            Event::DrawOffered { seat, at } => Event::DrawOffered { seat, at },
            Event::DrawDeclined { seat, at } => Event::DrawDeclined { seat, at },
            Event::DrawAgreed { seat, at } => Event::DrawAgreed { seat, at },
            Event::DrawClaimed { seat, at } => Event::DrawClaimed { seat, at },
            Event::TakebackAsked { seat, at } => Event::TakebackAsked { seat, at },
            Event::TakebackDeclined { seat, at } => Event::TakebackDeclined { seat, at },
            Event::TakenBack { moves, at } => Event::TakenBack { moves, at },
            Event::PlayerChanged { seat, player, at } => Event::PlayerChanged { seat, player, at },
            Event::TimeRanOut { seat, at } => Event::TimeRanOut { seat, at },
            Event::Downtime { milliseconds, at } => Event::Downtime { milliseconds, at },
            Event::Aborted { at } => Event::Aborted { at },
            Event::Edited { edit, at } => Event::Edited { edit, at },
        })
    }

    /// When it happened.
    pub fn at(&self) -> Millis {
        match self {
            Event::Started(started) => started.at,
            Event::Moved { at, .. }
            | Event::Laid { at, .. }
            | Event::Resigned { at, .. }
            | Event::LossRecorded { at, .. }
            | Event::DrawOffered { at, .. }
            | Event::DrawDeclined { at, .. }
            | Event::DrawAgreed { at, .. }
            | Event::DrawClaimed { at, .. }
            | Event::TakebackAsked { at, .. }
            | Event::TakebackDeclined { at, .. }
            | Event::TakenBack { at, .. }
            | Event::PlayerChanged { at, .. }
            | Event::TimeRanOut { at, .. }
            | Event::Downtime { at, .. }
            | Event::Edited { at, .. }
            | Event::Aborted { at } => *at,
        }
    }
}

/// What a player in a seat wants to do.
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
    /// Put another player into a seat.
    ChangePlayer {
        #[serde(with = "seats::text")]
        seat: Seat,
        player: Player,
    },
    /// Say that the other side's time is up.
    CallTime,
    /// Call the game off before it has really begun.
    Abort,
    /// Change the analysis.
    Edit { edit: Edit },
}
