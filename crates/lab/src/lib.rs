//! Matches between computer players, and what they prove.
//!
//! A [`Contest`] plays games in pairs, each opening twice with colours exchanged, several at a time, against
//! real clocks, and reports a [`MatchScore`]: the difference in rating, its error bar and how likely it is that
//! the first player is the better one. [`Source`] says where games start; [`Adjudication`] ends
//! them early when both players agree; [`Sprt`] ends the match when the games have spoken. What differs
//! from game to game (openings, margins, records) comes from the card.
//!
//! Games are played at the same table as everywhere else, with the same players, clocks and draws by
//! history, so what is measured is what people meet. With players limited by nodes or depth the
//! same seed gives the same match, whatever the number of threads.
//!
//! [`learning`] holds the runs of a program that teaches itself.
//!
//! Decided against: counting what varies from game to game. Two games from one opening are not
//! independent; pairs are.

mod adjudication;
mod contest;
mod game_result;
pub mod glicko;
pub mod learning;
mod openings;
pub mod rating;
mod record;
mod statistics;

pub use adjudication::{Adjudication, Judgement};
pub use contest::{Contest, ContestError, Finished, MatchReport};
pub use game_result::{GameResult, Termination, Terms, play_out};
pub use openings::{OpeningError, Openings, Source};
pub use statistics::{
    Decision, Elo, MatchScore, Sprt, SprtError, WinDrawLoss, elo_of_score, score_of_elo,
};
