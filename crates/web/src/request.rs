//! What clients send, read with care.

use crate::problem::{Fault, Problem};
use crate::seat::SeatName;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header;
use game::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Digest, Outcome, OwnQuery};
use table::record::Date;
use table::{
    Action, Card, Club, Language, Limit, Localized, Player, Seats, TimeControl, UnknownLanguage,
    json_error_at,
};

/// More squares than this are not sent around.
const MOST_CELLS: usize = 10_000;
/// A plain tree deeper than this would keep a thread busy for minutes.
const DEEPEST: u8 = 4;
/// The longest that a player may think about a move, in seconds.
const LONGEST_THOUGHT: u64 = 10;
const MOST_NODES: u64 = 20_000_000;
/// The longest pause between the moves of computers, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

/// `POST /api/games`: a game to begin.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    pub game: String,
    /// Where it starts, in the notation of the game.
    pub start: Option<String>,
    /// Or the text of a file with a game that was begun elsewhere.
    pub record: Option<String>,
    pub players: Option<Seats<Player>>,
    pub clock: Option<TimeControl>,
    /// The seats of the client; all of them when missing.
    pub mine: Option<Vec<SeatName>>,
    /// May any client claim the other seats without an invitation?
    #[serde(default)]
    pub open: bool,
    /// The pause before each move when only computers play, in milliseconds.
    pub pace: Option<u64>,
    /// The board of the day, instead of a start.
    #[serde(default)]
    pub daily: bool,
}

/// `POST /api/me`: how a client wants to be called.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeRequest {
    /// Nothing, or an empty name, takes the name back.
    pub name: Option<String>,
}

/// `POST /api/me/take`: what another browser hands over.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeRequest {
    pub code: String,
}

/// A command, and the seat it comes from.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandRequest {
    /// The seat, when it does not follow from the token.
    pub from: Option<SeatName>,
    /// The number of the event that is expected to be next.
    pub expected: u64,
    #[serde(flatten)]
    pub action: Action,
    /// Moves to be made after the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
}

/// A seat to sit down in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRequest {
    pub seat: SeatName,
    pub invitation: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// The seat for which a move is recommended.
    pub seat: Option<SeatName>,
    /// With the odds of every cell?
    #[serde(default)]
    pub probabilities: bool,
}

/// How computers go on among themselves: one of the three.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
pub enum PaceRequest {
    /// The pause before each move, in milliseconds.
    Pace { pace: u64 },
    /// Pauses the computers, or lets them go on.
    Paused { paused: bool },
    /// Lets paused computers make one move.
    Step { step: bool },
}

/// How computers go on among themselves, as a client has asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewPace {
    Pause(Duration),
    StandStill(bool),
    OneMove,
}

/// The board as it was after some of the moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureQuery {
    pub moves: usize,
    /// The seat from which it is seen.
    pub seat: Option<SeatName>,
    pub lang: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    #[serde(default)]
    pub format: Format,
    #[serde(default, rename = "lang")]
    _lang: Option<String>,
}

/// A part of a file of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartQuery {
    /// Whose file it is; without it, of the game that finds the most in it.
    pub game: Option<String>,
    /// Does the file end with this part?
    #[serde(default)]
    pub last: bool,
    #[serde(default, rename = "lang")]
    _lang: Option<String>,
}

/// The form of an exported game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For other programs.
    #[default]
    Record,
    /// As it is stored here.
    Events,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestTimesQuery {
    /// A level, with its rule or with any.
    pub level: Option<String>,
    /// At most so many times for each.
    pub limit: Option<u32>,
    /// The times of how long ago.
    #[serde(default)]
    pub since: Period,
    /// Those of players who were helped, too?
    #[serde(default)]
    pub helped: bool,
    /// The times of the board of the day instead of those of a level.
    #[serde(default)]
    pub daily: bool,
    #[serde(default, rename = "lang")]
    _lang: Option<String>,
}

/// A span of time up to now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    Today,
    Week,
    #[default]
    Always,
}

/// A square on which something stands that a client cannot move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhyQuery {
    pub square: String,
    pub lang: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RematchRequest {
    /// With the sides exchanged?
    #[serde(default)]
    pub exchange: bool,
    /// Is a game for one that still runs called off first?
    #[serde(default)]
    pub abort: bool,
}

/// How a client wants to see a game.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewQuery {
    /// The seat from which it is seen.
    pub seat: Option<SeatName>,
    pub lang: Option<String>,
    /// `false`: the answer to a command needs no scene, because a stream brings it.
    pub scene: Option<bool>,
    /// `true`: a stream tells only of the cells that have changed.
    pub changes: Option<bool>,
}

impl ViewQuery {
    pub fn seat(&self) -> Option<Seat> {
        self.seat.map(Seat::from)
    }

    pub fn language(&self) -> Result<Language, Problem> {
        read_language(self.lang.as_deref())
    }
}

/// The language that a request names, or the usual one.
pub fn read_language(named: Option<&str>) -> Result<Language, Problem> {
    let unknown = |error: UnknownLanguage| {
        Fault::BadQuery(Localized::exactly(|language| error.text(language)))
    };
    Ok(named.map_or(Ok(Language::default()), |text| text.parse().map_err(unknown))?)
}

/// Which games to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    pub game: Option<String>,
    pub state: Option<RunningOrOver>,
    /// Only games in which the client has a seat?
    #[serde(default)]
    pub mine: bool,
    /// Where the last page ended.
    pub after: Option<String>,
    pub limit: Option<u32>,
    #[serde(default, rename = "lang")]
    _lang: Option<String>,
}

/// Which of the finished games of a client.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnListQuery {
    pub game: Option<String>,
    pub result: Option<String>,
    pub opponent: Option<String>,
    pub words: Option<String>,
    /// Days, as `2026-11-17`.
    pub since: Option<String>,
    pub until: Option<String>,
    pub after: Option<String>,
    pub limit: Option<u32>,
    pub lang: Option<String>,
    #[serde(rename = "theme")]
    _theme: Option<String>,
}

/// Games on a page of one's own, and at most.
const OWN_PAGE: u32 = 24;
const LONGEST_OWN_PAGE: u32 = 200;
const LONGEST_WORDS: usize = 100;
const DAY: u64 = 86_400_000;

impl OwnListQuery {
    /// As the store is asked. What a form leaves empty is not asked for.
    pub fn query(&self, owner: Digest, club: Club) -> Result<OwnQuery, Fault> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let wrong = || {
            let said = |language| crate::words::problems(language).bad_query.to_owned();
            Fault::BadQuery(Localized::exactly(said))
        };
        let kind = given(&self.game);
        if kind.as_deref().is_some_and(|kind| club.card(kind).is_none()) {
            return Err(Fault::NoSuchKind(club.names()));
        }
        let outcome = match given(&self.result).as_deref() {
            None => None,
            Some("won") => Some(Outcome::Won),
            Some("drawn") => Some(Outcome::Drawn),
            Some("lost") => Some(Outcome::Lost),
            Some(_) => return Err(wrong()),
        };
        let day = |text: &str| {
            let date = Date::read(&text.replace('-', "."), "00:00:00");
            date.map(Date::at).ok_or_else(wrong)
        };
        let after = |text: &str| {
            let (at, begun) = text.split_once('-').ok_or(Fault::NotAPageEnd)?;
            let number = |text: &str| text.parse::<u64>().map_err(|_| Fault::NotAPageEnd);
            Ok::<_, Fault>((number(at)?, number(begun)?))
        };
        Ok(OwnQuery {
            owner,
            kind,
            outcome,
            opponent: given(&self.opponent),
            words: given(&self.words).unwrap_or_default().chars().take(LONGEST_WORDS).collect(),
            since: given(&self.since).map_or(Ok(0), |text| day(&text))?,
            until: given(&self.until).map_or(Ok(u64::MAX), |text| Ok(day(&text)? + DAY))?,
            after: given(&self.after).map(|text| after(&text)).transpose()?,
            limit: self.limit.unwrap_or(OWN_PAGE).clamp(1, LONGEST_OWN_PAGE),
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunningOrOver {
    Running,
    Over,
}

/// The language that the query string of a request asks for, where it names one.
pub fn language_of(query: Option<&str>) -> Option<Language> {
    let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| *name == "lang")?.1.parse().ok()
}

/// Reads a body of JSON, and no more of it than is allowed.
pub async fn read_json<T: DeserializeOwned>(
    request: Request,
    largest: usize,
    timeout: Duration,
) -> Result<T, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| {
        kind.split(';')
            .next()
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    if !is_json {
        return Err(Fault::NotJson.into());
    }
    let bytes = read_body(request.into_body(), largest, timeout).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let detail = json_error_at(&error);
        if error.is_data() { Fault::BadField(detail) } else { Fault::BadJson(detail) }.into()
    })
}

pub async fn read_body(
    body: Body,
    largest: usize,
    timeout: Duration,
) -> Result<axum::body::Bytes, Fault> {
    use http_body_util::{BodyExt, LengthLimitError, Limited};
    let collected = Limited::new(body, largest).collect();
    let Ok(collected) = tokio::time::timeout(timeout, collected).await else {
        return Err(Fault::TooSlow);
    };
    match collected {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Fault::TooLarge(largest)),
        Err(_) => Err(Fault::BadBody),
    }
}

/// Refuses players that a client may not bring along: programs on the server's machine are not to be
/// started from outside, and no player may think for ever.
pub fn check_player(player: &Player, card: &'static dyn Card) -> Result<(), Fault> {
    match player {
        Player::Uci { .. } | Player::Gtp { .. } => return Err(Fault::OutsideProgram),
        Player::Minimax { depth } | Player::Learnt { depth: Some(depth), .. }
            if *depth > DEEPEST =>
        {
            return Err(Fault::TooDeep(DEEPEST));
        }
        Player::Learnt { run, .. } if !players::is_run_name(run) => {
            return Err(Fault::PlayerNotAllowed(players::only_runs_by_name()));
        }
        Player::Engine(Limit::Time(time)) if *time > 1000 * LONGEST_THOUGHT => {
            return Err(Fault::TooMuchTime(LONGEST_THOUGHT));
        }
        Player::Engine(Limit::Nodes(nodes)) if *nodes > MOST_NODES => {
            return Err(Fault::TooManyNodes(MOST_NODES));
        }
        Player::Engine(Limit::Depth(_)) => return Err(Fault::LimitedByDepth),
        _ => {}
    }
    players::can_play(player, card).map_err(|error| {
        Fault::PlayerNotAllowed(Localized::exactly(|language| error.text(language)))
    })
}

/// The pace, if it is not too slow.
pub fn check_pace(pace: u64) -> Result<Duration, Fault> {
    if pace > SLOWEST_PACE {
        return Err(Fault::BadPace(SLOWEST_PACE));
    }
    Ok(Duration::from_millis(pace))
}

/// Refuses boards that are too large to be sent around.
pub fn check_size(cells: usize) -> Result<(), Fault> {
    if cells > MOST_CELLS {
        return Err(Fault::BoardTooLarge { most: MOST_CELLS, cells });
    }
    Ok(())
}
