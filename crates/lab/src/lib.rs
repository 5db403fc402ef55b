//! Matches between computer players, and what they prove.
//!
//! A [`Contest`] plays games in pairs, each opening twice with colours exchanged, several at a time, against
//! real clocks, and reports a [`Tally`]: the difference in rating, its error bar and how likely it is that
//! the first player is the better one. [`Source`] says where games start; [`Adjudication`] ends
//! them early when both players agree; [`Sprt`] ends the match when the games have spoken. A file of
//! [`Problem`]s is an examination instead of a match.
//!
//! Games are played at the same table as everywhere else, with the same players, clocks and draws by
//! history, so what is measured is what people meet. With players limited by nodes or depth the
//! same seed gives the same match, whatever the number of threads.
//!
//! Decided against: counting what varies from game to game. Two games from one opening are not
//! independent; pairs are.

mod adjudication;
mod bout;
mod contest;
mod openings;
mod record;
mod statistics;
mod suite;

pub use adjudication::{Adjudication, Judgement};
pub use bout::{Bout, How, Terms, play_out};
pub use contest::{Contest, ContestError, Finished, Report};
pub use openings::{Ballot, OpeningError, Openings, Source, ballots};
pub use statistics::{Decision, Elo, Outcome, Sprt, SprtError, Tally, elo_of_score, score_of_elo};
pub use suite::{Answer, NoAnswer, Problem, SuiteError, read_suite};
