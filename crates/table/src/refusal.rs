//! Why a command is not carried out, in words for people.

use crate::analysis::EditError;
use crate::table::BadEvent;
use crate::words::{Language, sentence};
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
    GameOver(Localized),
    /// It is another seat's turn.
    #[error("It is not your turn: {0} is to move.")]
    NotYourTurn(Localized),
    /// The move cannot be read or is not legal.
    #[error("{0}")]
    Move(Localized),
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
    /// Another person sits there.
    #[error("Only the person in that seat can give it up.")]
    SeatTaken,
    /// There is time left.
    #[error("There is time left on the clock.")]
    TimeLeft,
    /// Both sides have moved.
    #[error("Both sides have moved: resign instead of calling the game off.")]
    TooLateToAbort,
    /// The analysis cannot be changed so.
    #[error(transparent)]
    Edit(EditError),
    /// What was decided cannot be applied: a fault of the program.
    #[error("The game cannot go on: {0}")]
    Broken(BadEvent),
}

/// A text in every language, made where the reason is known and read where it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Localized {
    pub english: String,
    pub spanish: String,
}

impl Localized {
    /// A sentence, said by a function of the language.
    pub fn new(say: impl Fn(Language) -> String) -> Localized {
        Localized::exactly(|language| sentence(&say(language)))
    }

    /// Words that are part of a sentence.
    pub fn exactly(say: impl Fn(Language) -> String) -> Localized {
        Localized { english: say(Language::English), spanish: say(Language::Spanish) }
    }

    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Spanish => &self.spanish,
        }
    }
}

impl std::error::Error for Localized {}

impl fmt::Display for Localized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

/// What a game does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    Draws,
    /// Taking moves back, and why.
    TakingBack(Localized),
    /// Lines of play that could be looked at: something is hidden.
    Analysis,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lack::Draws => f.write_str("There are no draws in this game."),
            Lack::TakingBack(why) => why.fmt(f),
            Lack::Analysis => f.write_str("There are no lines to look at in this game."),
        }
    }
}

impl Refusal {
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
            Refusal::Edit(_) => "bad-edit",
            Refusal::Broken(_) => "broken",
        }
    }
}
