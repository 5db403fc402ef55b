//! What is answered when something cannot be done: a status, a code for programs, a sentence for
//! people. Nothing of the machine shows in it.
//!
//! A [`Fault`] says what is wrong and nothing about language; its sentence is made when the answer is
//! sent, in the language that the request asks for.

use crate::room::GameView;
use crate::words;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::TextPosition;
use serde::Serialize;
use std::sync::Arc;
use store::StoreError;
use table::{ImportError, Language, Localized, NicknameError, Refusal, fill};

/// Why a request is refused, with the details of what the client sent.
#[derive(Debug, Clone)]
pub enum Fault {
    BadJson(Localized),
    BadField(Localized),
    RecordWithStart,
    /// Several commands in one request that are not all moves, or too many of them.
    OnlyMovesTogether,
    BadQuery(Localized),
    NotAPageEnd,
    BadBody,
    NoHost,
    WrongHost,
    ForeignOrigin,
    NoToken,
    NotYourSeat,
    NotInvited,
    NoFairHint,
    NoFairComputer,
    NoFairAnalysis,
    NotFound,
    NoSuchGame,
    NoSuchSeat,
    NoSeatNamed(&'static str),
    /// The game has only come to this move.
    NoSuchMove(usize),
    MethodNotAllowed,
    TooSlow,
    ComputerPlays,
    SeatClaimed,
    NoHintNow,
    NotOver,
    HiddenUntilOver,
    NothingToExport(Localized),
    /// The body is larger than so many bytes.
    TooLarge(usize),
    NotJson,
    BadStart(Localized),
    /// A typed board cannot be read.
    BadBoard(Localized),
    /// A start that takes too much of a server that many share, and why.
    StartTooMuch(Localized),
    BoardTooLarge {
        most: usize,
        cells: usize,
    },
    /// There are only the games with these names.
    NoSuchKind(String),
    OutsideProgram,
    /// A plain tree may look so many moves ahead.
    TooDeep(u8),
    /// A player may think so many seconds.
    TooMuchTime(u64),
    TooManyNodes(u64),
    LimitedByDepth,
    PlayerNotAllowed(Localized),
    NoHint,
    NoOdds,
    BadNickname(NicknameError),
    /// The code of another browser was used, or is too old.
    NothingHandedOver,
    BadRecord {
        detail: Localized,
        place: Option<TextPosition>,
    },
    /// A record may have so many events, for the size of its board.
    RecordTooLong {
        most: usize,
        events: usize,
    },
    NoClock,
    /// A pace has at most so many milliseconds.
    BadPace(u64),
    NobodyToTalkTo,
    TooLong,
    TooManyRequests,
    TooManyGames,
    TooManyStreams,
    OverQuota,
    Internal,
    StoreUnavailable,
    Busy,
    Timeout,
    /// Learning is not started and stopped by strangers.
    LabClosed,
    NoSuchRun,
    /// This run is learning; without a name it is just about to begin.
    AlreadyLearning(String),
    NotLearning,
    LearnsElsewhere,
    RunDamaged,
    /// A directory has at most so many runs.
    TooManyRuns(usize),
    NotLearnable,
    BadSettings(Localized),
    /// A run learns for at most so many minutes at once.
    BadMinutes(u64),
    /// The table has refused a command.
    Refused(Refusal),
}

impl Fault {
    pub fn status(&self) -> StatusCode {
        match self {
            Fault::BadJson(_)
            | Fault::BadField(_)
            | Fault::RecordWithStart
            | Fault::OnlyMovesTogether
            | Fault::BadQuery(_)
            | Fault::NotAPageEnd
            | Fault::BadBody
            | Fault::NoHost => StatusCode::BAD_REQUEST,
            Fault::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            Fault::NoToken => StatusCode::UNAUTHORIZED,
            Fault::NotYourSeat
            | Fault::NotInvited
            | Fault::NoFairHint
            | Fault::NoFairComputer
            | Fault::NoFairAnalysis
            | Fault::ForeignOrigin
            | Fault::LabClosed
            | Fault::Refused(Refusal::SeatTaken) => StatusCode::FORBIDDEN,
            Fault::NotFound
            | Fault::NoSuchGame
            | Fault::NoSuchSeat
            | Fault::NoSuchMove(_)
            | Fault::NoSuchRun
            | Fault::NothingHandedOver
            | Fault::Refused(Refusal::NoSuchSeat) => StatusCode::NOT_FOUND,
            Fault::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Fault::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Fault::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Fault::NoSeatNamed(_)
            | Fault::BadStart(_)
            | Fault::BadBoard(_)
            | Fault::StartTooMuch(_)
            | Fault::BoardTooLarge { .. }
            | Fault::NoSuchKind(_)
            | Fault::OutsideProgram
            | Fault::TooDeep(_)
            | Fault::TooMuchTime(_)
            | Fault::TooManyNodes(_)
            | Fault::LimitedByDepth
            | Fault::PlayerNotAllowed(_)
            | Fault::NoHint
            | Fault::NoOdds
            | Fault::BadNickname(_)
            | Fault::BadRecord { .. }
            | Fault::RecordTooLong { .. }
            | Fault::NoClock
            | Fault::BadPace(_)
            | Fault::NobodyToTalkTo
            | Fault::TooLong
            | Fault::NotLearnable
            | Fault::BadSettings(_)
            | Fault::BadMinutes(_)
            | Fault::Refused(Refusal::Move(_) | Refusal::Edit(_) | Refusal::NotInThisGame(_)) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Fault::TooManyRequests
            | Fault::TooManyGames
            | Fault::TooManyStreams
            | Fault::OverQuota => StatusCode::TOO_MANY_REQUESTS,
            Fault::Internal | Fault::Refused(Refusal::Broken(_)) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Fault::StoreUnavailable | Fault::Busy | Fault::Timeout => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Fault::ComputerPlays
            | Fault::SeatClaimed
            | Fault::NoHintNow
            | Fault::NotOver
            | Fault::HiddenUntilOver
            | Fault::NothingToExport(_)
            | Fault::AlreadyLearning(_)
            | Fault::NotLearning
            | Fault::LearnsElsewhere
            | Fault::RunDamaged
            | Fault::TooManyRuns(_)
            | Fault::Refused(_) => StatusCode::CONFLICT,
        }
    }

    /// A short name for programs. It stays the same for ever.
    pub const fn code(&self) -> &'static str {
        match self {
            Fault::BadJson(_) => "bad-json",
            Fault::BadField(_) | Fault::RecordWithStart | Fault::OnlyMovesTogether => "bad-field",
            Fault::BadQuery(_) | Fault::NotAPageEnd => "bad-query",
            Fault::BadBody => "bad-body",
            Fault::NoHost => "no-host",
            Fault::WrongHost => "wrong-host",
            Fault::ForeignOrigin => "foreign-origin",
            Fault::NoToken => "no-token",
            Fault::NotYourSeat => "not-your-seat",
            Fault::NotInvited => "not-invited",
            Fault::NoFairHint | Fault::NoFairComputer | Fault::NoFairAnalysis => "not-fair",
            Fault::NotFound => "not-found",
            Fault::NoSuchGame => "no-such-game",
            Fault::NoSuchSeat | Fault::NoSeatNamed(_) => "no-such-seat",
            Fault::NoSuchMove(_) => "no-such-move",
            Fault::MethodNotAllowed => "method-not-allowed",
            Fault::TooSlow => "too-slow",
            Fault::ComputerPlays => "computer-plays",
            Fault::SeatClaimed => "seat-claimed",
            Fault::NoHintNow => "not-your-turn",
            Fault::NotOver | Fault::HiddenUntilOver => "not-over",
            Fault::NothingToExport(_) => "nothing-to-export",
            Fault::TooLarge(_) => "too-large",
            Fault::NotJson => "not-json",
            Fault::BadStart(_) | Fault::StartTooMuch(_) | Fault::BoardTooLarge { .. } => {
                "bad-start"
            }
            Fault::BadBoard(_) => "bad-board",
            Fault::NoSuchKind(_) => "no-such-kind",
            Fault::OutsideProgram
            | Fault::TooDeep(_)
            | Fault::TooMuchTime(_)
            | Fault::TooManyNodes(_)
            | Fault::LimitedByDepth
            | Fault::PlayerNotAllowed(_) => "player-not-allowed",
            Fault::NoHint => "no-hint",
            Fault::NoOdds => "not-in-this-game",
            Fault::BadNickname(_) => "bad-name",
            Fault::NothingHandedOver => "nothing-handed-over",
            Fault::BadRecord { .. } | Fault::RecordTooLong { .. } => "bad-record",
            Fault::NoClock => "no-clock",
            Fault::BadPace(_) => "bad-pace",
            Fault::NobodyToTalkTo => "nobody-to-talk-to",
            Fault::TooLong => "too-long",
            Fault::TooManyRequests => "too-many-requests",
            Fault::TooManyGames => "too-many-games",
            Fault::TooManyStreams => "too-many-streams",
            Fault::OverQuota => "over-quota",
            Fault::Internal => "internal",
            Fault::StoreUnavailable => "store-unavailable",
            Fault::Busy => "busy",
            Fault::Timeout => "timeout",
            Fault::LabClosed => "lab-closed",
            Fault::NoSuchRun => "no-such-run",
            Fault::AlreadyLearning(_) => "already-learning",
            Fault::NotLearning => "not-learning",
            Fault::LearnsElsewhere => "learns-elsewhere",
            Fault::RunDamaged => "run-damaged",
            Fault::TooManyRuns(_) => "too-many-runs",
            Fault::NotLearnable => "not-learnable",
            Fault::BadSettings(_) => "bad-settings",
            Fault::BadMinutes(_) => "bad-minutes",
            Fault::Refused(refusal) => refusal.code(),
        }
    }

    /// The reason as a sentence.
    pub fn text(&self, language: Language) -> String {
        let words = words::problems(language);
        let fixed = match self {
            Fault::BadJson(detail)
            | Fault::BadField(detail)
            | Fault::BadQuery(detail)
            | Fault::BadStart(detail)
            | Fault::BadBoard(detail)
            | Fault::PlayerNotAllowed(detail)
            | Fault::BadSettings(detail)
            | Fault::BadRecord { detail, .. } => return sentence(detail.text(language)),
            Fault::NoSeatNamed(seat) => return fill(words.no_seat_named, &[&format!("{seat:?}")]),
            Fault::NoSuchMove(moves) => return fill(words.no_such_move, &[&moves.to_string()]),
            Fault::TooLarge(bytes) => return fill(words.too_large, &[&bytes.to_string()]),
            Fault::BoardTooLarge { most, cells } => {
                return fill(words.board_too_large, &[&most.to_string(), &cells.to_string()]);
            }
            Fault::RecordTooLong { most, events } => {
                return fill(words.record_too_long, &[&most.to_string(), &events.to_string()]);
            }
            Fault::NoSuchKind(names) => {
                let names = names.replace(" and ", &format!(" {} ", words.and));
                return fill(words.no_such_kind, &[&names]);
            }
            Fault::TooDeep(most) => return fill(words.too_deep, &[&most.to_string()]),
            Fault::TooMuchTime(most) => return fill(words.too_much_time, &[&most.to_string()]),
            Fault::TooManyNodes(most) => return fill(words.too_many_nodes, &[&most.to_string()]),
            Fault::BadPace(most) => return fill(words.bad_pace, &[&most.to_string()]),
            Fault::BadMinutes(most) => return fill(words.bad_minutes, &[&most.to_string()]),
            Fault::TooManyRuns(most) => return fill(words.too_many_runs, &[&most.to_string()]),
            Fault::AlreadyLearning(run) if !run.is_empty() => {
                return fill(words.already_learning, &[run]);
            }
            Fault::NothingToExport(why) | Fault::StartTooMuch(why) => {
                return table::sentence(why.text(language));
            }
            Fault::Refused(refusal) => return refusal.text(language),
            Fault::BadNickname(error) => return error.text(language),
            Fault::NothingHandedOver => words.nothing_handed_over,
            Fault::RecordWithStart => words.record_with_start,
            Fault::OnlyMovesTogether => words.only_moves_together,
            Fault::NotAPageEnd => words.not_a_page_end,
            Fault::BadBody => words.bad_body,
            Fault::NoHost => words.no_host,
            Fault::WrongHost => words.wrong_host,
            Fault::ForeignOrigin => words.foreign_origin,
            Fault::NoToken => words.no_token,
            Fault::NotYourSeat => words.not_your_seat,
            Fault::NobodyToTalkTo => words.nobody_to_talk_to,
            Fault::NotInvited => words.not_invited,
            Fault::NoFairHint => words.no_fair_hint,
            Fault::NoFairComputer => words.no_fair_computer,
            Fault::NoFairAnalysis => words.no_fair_analysis,
            Fault::NotFound => words.not_found,
            Fault::NoSuchGame => words.no_such_game,
            Fault::NoSuchSeat => words.no_such_seat,
            Fault::MethodNotAllowed => words.method_not_allowed,
            Fault::TooSlow => words.too_slow,
            Fault::ComputerPlays => words.computer_plays,
            Fault::SeatClaimed => words.seat_claimed,
            Fault::NoHintNow => words.no_hint_now,
            Fault::NotOver => words.not_over,
            Fault::HiddenUntilOver => words.hidden_until_over,
            Fault::NotJson => words.not_json,
            Fault::OutsideProgram => words.outside_program,
            Fault::LimitedByDepth => words.limited_by_depth,
            Fault::NoHint => words.no_hint,
            Fault::NoOdds => words.no_odds,
            Fault::NoClock => words.no_clock,
            Fault::TooLong => words.too_long,
            Fault::TooManyRequests => words.too_many_requests,
            Fault::TooManyGames => words.too_many_games,
            Fault::TooManyStreams => words.too_many_streams,
            Fault::OverQuota => words.over_quota,
            Fault::Internal => words.internal,
            Fault::StoreUnavailable => words.store_unavailable,
            Fault::Busy => words.busy,
            Fault::Timeout => words.timeout,
            Fault::LabClosed => words.lab_closed,
            Fault::NoSuchRun => words.no_such_run,
            Fault::AlreadyLearning(_) => words.another_is_learning,
            Fault::NotLearning => words.not_learning,
            Fault::LearnsElsewhere => words.learns_elsewhere,
            Fault::RunDamaged => words.run_damaged,
            Fault::NotLearnable => words.not_learnable,
        };
        fixed.to_owned()
    }
}

/// A refusal on its way to the client.
#[derive(Debug, Clone)]
pub struct Problem {
    pub fault: Fault,
    /// In how many seconds to try again.
    retry_after: Option<u64>,
    /// What helps the client to go on.
    help: Option<Box<Help>>,
}

/// What helps a client to go on.
#[derive(Debug, Clone, Default)]
struct Help {
    /// The game as it is now.
    now: Option<GameView>,
    /// The squares that show the cause.
    because: Vec<String>,
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: String,
    lang: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    because: &'a [String],
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    now: Option<&'a GameView>,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem { fault, retry_after: None, help: None }
    }
}

impl Problem {
    /// A fault of the server. What it was stands in the server's log and not in the answer.
    pub fn internal(error: &dyn std::error::Error) -> Problem {
        tracing::error!(%error, "a request failed");
        Fault::Internal.into()
    }

    pub fn code(&self) -> &'static str {
        self.fault.code()
    }

    /// The same, with the game as it is now.
    pub fn with_view(mut self, now: GameView) -> Problem {
        self.help.get_or_insert_default().now = Some(now);
        self
    }

    /// The same, with the squares that show the cause.
    pub fn because(mut self, squares: Vec<String>) -> Problem {
        self.help.get_or_insert_default().because = squares;
        self
    }

    /// The same, with the time after which to try again.
    pub fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// The answer in a language.
    pub fn response(&self, language: Language) -> Response {
        let place = match &self.fault {
            Fault::BadRecord { place, .. } => *place,
            _ => None,
        };
        let (line, column) = place.map(|place| (place.line, place.column)).unzip();
        let body = Body {
            code: self.code(),
            message: self.fault.text(language),
            lang: language.to_string(),
            line,
            column,
            because: self.help.as_ref().map_or(&[], |help| &help.because),
            now: self.help.as_ref().and_then(|help| help.now.as_ref()),
        };
        let mut response = (self.fault.status(), Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<&ImportError> for Problem {
    fn from(error: &ImportError) -> Problem {
        let detail = Localized::exactly(|language| error.text(language));
        Fault::BadRecord { detail, place: error.place() }.into()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::NoSuchGame => Fault::NoSuchGame.into(),
            StoreError::NoSuchSeat => Fault::NoSuchSeat.into(),
            StoreError::SeatTaken => Fault::SeatClaimed.into(),
            StoreError::NotInvited => Fault::NotInvited.into(),
            StoreError::NothingHandedOver => Fault::NothingHandedOver.into(),
            StoreError::Unavailable(_) => {
                tracing::error!(%error, "nothing can be stored");
                Problem::from(Fault::StoreUnavailable).retry_after(5)
            }
            StoreError::Busy => Problem::from(Fault::Busy).retry_after(1),
            other => Problem::internal(&other),
        }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Problem {
        Problem::internal(&error)
    }
}

impl IntoResponse for Problem {
    /// The answer in English. The problem goes with it: the middleware knows the language of the request
    /// and writes the answer again where that is another.
    fn into_response(self) -> Response {
        let mut response = self.response(Language::English);
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// A sentence of a sensible length.
pub fn sentence(text: &str) -> String {
    table::sentence(&text.chars().take(300).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use table::{BadEvent, Lack};

    /// One fault of each kind, and one refusal of each kind.
    fn every_fault() -> Vec<Fault> {
        let said =
            || Localized { english: "no piece".to_owned(), spanish: "ninguna pieza".to_owned() };
        let mut faults = vec![
            Fault::BadJson(said()),
            Fault::BadField(said()),
            Fault::RecordWithStart,
            Fault::OnlyMovesTogether,
            Fault::BadQuery(said()),
            Fault::NotAPageEnd,
            Fault::BadBody,
            Fault::NoHost,
            Fault::WrongHost,
            Fault::ForeignOrigin,
            Fault::NoToken,
            Fault::NotYourSeat,
            Fault::NotInvited,
            Fault::NoFairHint,
            Fault::NoFairComputer,
            Fault::NoFairAnalysis,
            Fault::NotFound,
            Fault::NoSuchGame,
            Fault::NoSuchSeat,
            Fault::NoSeatNamed("solo"),
            Fault::NoSuchMove(3),
            Fault::MethodNotAllowed,
            Fault::TooSlow,
            Fault::ComputerPlays,
            Fault::SeatClaimed,
            Fault::NoHintNow,
            Fault::NotOver,
            Fault::HiddenUntilOver,
            Fault::NothingToExport(said()),
            Fault::TooLarge(16),
            Fault::NotJson,
            Fault::BadStart(said()),
            Fault::BadBoard(said()),
            Fault::StartTooMuch(said()),
            Fault::BoardTooLarge { most: 10, cells: 20 },
            Fault::NoSuchKind("one and two".to_owned()),
            Fault::OutsideProgram,
            Fault::TooDeep(4),
            Fault::TooMuchTime(10),
            Fault::TooManyNodes(100),
            Fault::LimitedByDepth,
            Fault::PlayerNotAllowed(said()),
            Fault::NoHint,
            Fault::NoOdds,
            Fault::BadRecord { detail: said(), place: None },
            Fault::RecordTooLong { most: 10, events: 20 },
            Fault::NoClock,
            Fault::BadPace(1),
            Fault::NobodyToTalkTo,
            Fault::TooLong,
            Fault::TooManyRequests,
            Fault::TooManyGames,
            Fault::TooManyStreams,
            Fault::OverQuota,
            Fault::Internal,
            Fault::StoreUnavailable,
            Fault::Busy,
            Fault::Timeout,
            Fault::LabClosed,
            Fault::NoSuchRun,
            Fault::AlreadyLearning(String::new()),
            Fault::AlreadyLearning("run".to_owned()),
            Fault::NotLearning,
            Fault::LearnsElsewhere,
            Fault::RunDamaged,
            Fault::TooManyRuns(200),
            Fault::NotLearnable,
            Fault::BadSettings(said()),
            Fault::BadMinutes(600),
        ];
        let refusals = [
            Refusal::Stale { expected: 1, next: 2 },
            Refusal::Ahead { expected: 3, next: 2 },
            Refusal::NoSuchSeat,
            Refusal::GameOver(said()),
            Refusal::NotYourTurn(said()),
            Refusal::Move(said()),
            Refusal::NotInThisGame(Lack::Draws),
            Refusal::AlreadyOffered,
            Refusal::AlreadyAsked,
            Refusal::NothingToDecline,
            Refusal::NoDrawToClaim,
            Refusal::NothingToTakeBack,
            Refusal::SeatTaken,
            Refusal::TimeLeft,
            Refusal::TooLateToAbort,
            Refusal::Edit(table::EditError::NotThere),
            Refusal::NotInThisGame(Lack::Analysis),
            Refusal::Broken(BadEvent::Empty),
        ];
        faults.extend(refusals.map(Fault::Refused));
        faults
    }

    #[test]
    fn every_problem_has_a_sentence_of_its_own_in_each_language() {
        for fault in every_fault() {
            let [english, spanish] =
                [Language::English, Language::Spanish].map(|language| fault.text(language));
            assert_ne!(english, spanish, "{fault:?}");
            assert!(!english.is_empty() && !spanish.is_empty(), "{fault:?}");
            assert!(!english.contains("{}") && !spanish.contains("{}"), "{fault:?}");
        }
    }

    #[test]
    fn the_documentation_lists_every_code_with_its_status() {
        let documented = include_str!("../../../docs/api.md");
        let table = documented.split("## When something is refused").nth(1).unwrap();
        let table = table.split("\n## ").next().unwrap();
        let mut listed = BTreeSet::new();
        for row in table.lines().filter(|line| line.starts_with("| ")) {
            let mut cells = row.trim_matches('|').split('|');
            let Ok(status) = cells.next().unwrap().trim().parse::<u16>() else { continue };
            let codes = cells.next().unwrap().split('`').skip(1).step_by(2);
            let is_code = |code: &&str| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            let codes = codes.filter(is_code).filter(|code| !["line", "column"].contains(code));
            listed.extend(codes.map(|code| (status, code.to_owned())));
        }
        let faults = every_fault();
        let known: BTreeSet<(u16, String)> =
            faults.iter().map(|f| (f.status().as_u16(), f.code().to_owned())).collect();
        assert_eq!(listed, known);
    }
}
