//! Why a command is not carried out, in words for people.

use crate::words::{Language, sentence, spanish};
use game::Seat;
use std::fmt;

/// Why a command was refused. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The same command was carried out before.
    #[error("That has been done already.")]
    Repeated,
    /// The table has moved on since the command was made.
    #[error("The game has moved on: event {expected} was expected next, but {next} is.")]
    Stale {
        /// What the command expected.
        expected: u64,
        /// What is true.
        next: u64,
    },
    /// The command expects events that have not happened.
    #[error("Event {expected} cannot be next: the game has only come to {next}.")]
    Ahead {
        /// What the command expected.
        expected: u64,
        /// What is true.
        next: u64,
    },
    /// There is no such seat in this game.
    #[error("This game has no such seat.")]
    NoSuchSeat,
    /// The game is over.
    #[error("The game is over: {0}")]
    GameOver(Said),
    /// It is somebody else's turn.
    #[error("It is not your turn: {0} is to move.")]
    NotYourTurn(Seat),
    /// The move cannot be read or is not legal.
    #[error("{0}")]
    Move(Said),
    /// This game knows no draws, or no taking back.
    #[error("{0}")]
    NotInThisGame(Lack),
    /// A draw has been offered and not been answered.
    #[error("You have offered a draw already.")]
    AlreadyOffered,
    /// A takeback has been asked for and not been answered.
    #[error("You have asked to take back already.")]
    AlreadyAsked,
    /// There is nothing to turn down.
    #[error("There is nothing to turn down.")]
    NothingToDecline,
    /// The rules do not allow to claim a draw here.
    #[error("There is no draw to claim here.")]
    NoDrawToClaim,
    /// No move to take back.
    #[error("You have made no move that could be taken back.")]
    NothingToTakeBack,
    /// Somebody else sits there.
    #[error("Only the person in that seat can give it up.")]
    SeatTaken,
    /// There is time left.
    #[error("There is time left on the clock.")]
    TimeLeft,
    /// Both sides have moved.
    #[error("Both sides have moved: resign instead of calling the game off.")]
    TooLateToAbort,
}

/// A sentence in every language, made where the reason is known and read where somebody listens.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Said {
    pub english: String,
    pub spanish: String,
}

impl Said {
    /// What is said in each language.
    pub fn new(say: impl Fn(Language) -> String) -> Said {
        Said {
            english: sentence(&say(Language::English)),
            spanish: sentence(&say(Language::Spanish)),
        }
    }
}

impl Said {
    /// A hint in Minesweeper.
    pub fn hint(hint: &mines::Hint) -> Said {
        Said::new(|language| match language {
            Language::English => hint.to_string(),
            Language::Spanish => spanish::mines_hint(hint),
        })
    }

    /// The sentence.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Spanish => &self.spanish,
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

/// What a game does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// Draws.
    Draws,
    /// Taking moves back.
    TakingBack,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lack::Draws => "There are no draws in this game.",
            Lack::TakingBack => "What is open stays open: moves cannot be taken back.",
        })
    }
}

impl Refusal {
    /// The reason as a sentence.
    pub fn said(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Spanish => spanish::refusal(self),
        }
    }

    /// A short name for programs. It stays the same for ever.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Repeated => "repeated",
            Refusal::Stale { .. } => "stale",
            Refusal::Ahead { .. } => "ahead",
            Refusal::NoSuchSeat => "no-such-seat",
            Refusal::GameOver(_) => "game-over",
            Refusal::NotYourTurn(_) => "not-your-turn",
            Refusal::Move(_) => "illegal-move",
            Refusal::NotInThisGame(_) => "not-in-this-game",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::AlreadyAsked => "already-asked",
            Refusal::NothingToDecline => "nothing-to-decline",
            Refusal::NoDrawToClaim => "no-draw-to-claim",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::SeatTaken => "seat-taken",
            Refusal::TimeLeft => "time-left",
            Refusal::TooLateToAbort => "too-late-to-abort",
        }
    }
}
