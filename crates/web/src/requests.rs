//! What clients send, read with care.

use crate::problem::Problem;
use crate::seat::SeatName;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use game::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use table::{Action, GameName, Language, Limit, Player, Seats, TimeControl};

/// More squares than this are not sent around.
const MOST_CELLS: usize = 10_000;
/// A plain tree deeper than this would keep a thread busy for minutes.
const DEEPEST: u8 = 4;
/// The longest that a player may think about a move, in milliseconds.
const LONGEST_THOUGHT: u64 = 10_000;
const MOST_NODES: u64 = 20_000_000;
/// The longest pause between the moves of computers, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

/// A game to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game.
    pub game: String,
    /// Where it starts, in the notation of the game.
    pub start: Option<String>,
    /// Or the text of a file with a game that was begun elsewhere.
    pub record: Option<String>,
    /// Who plays.
    pub players: Option<Seats<Player>>,
    /// The clock.
    pub clock: Option<TimeControl>,
    /// The seats that the one who begins sits in; all of them when there is no word of it.
    pub mine: Option<Vec<SeatName>>,
    /// May anybody claim the other seats?
    #[serde(default)]
    pub open: bool,
    /// The pause before each move when only computers play, in milliseconds.
    pub pace: Option<u64>,
}

/// A command, and the seat it comes from.
#[derive(Debug, Deserialize)]
pub struct Ordered {
    /// The seat, when it does not follow from the token.
    pub from: Option<SeatName>,
    /// The number of the event that is expected to be next.
    pub expected: u64,
    /// What is wanted.
    #[serde(flatten)]
    pub action: Action,
}

/// Somebody wants to sit down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// Where.
    pub seat: SeatName,
    /// The invitation.
    pub invitation: Option<String>,
}

/// Somebody wants to know what to do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintWanted {
    /// For which seat.
    pub seat: Option<SeatName>,
    /// With the probability of a mine in every closed cell?
    #[serde(default)]
    pub probabilities: bool,
}

/// Somebody wants computers to play faster or more slowly.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceWanted {
    /// The pause before each move, in milliseconds.
    pub pace: u64,
}

/// Somebody wants to look back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookBack {
    /// After how many moves.
    pub moves: usize,
    /// From which seat.
    pub seat: Option<SeatName>,
}

/// Somebody wants a game as a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exported {
    /// In which form.
    #[serde(default)]
    pub format: Format,
}

/// The form of an exported game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For other programs: PGN, PDN, GGF, RAWVF.
    #[default]
    Record,
    /// As it is stored here.
    Events,
}

/// Somebody wants to know who was fastest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// On which level, with a rule or with any.
    pub level: Option<String>,
    /// At most so many times for each.
    pub limit: Option<u32>,
}

/// Somebody wants to play again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Again {
    /// With the sides exchanged?
    #[serde(default)]
    pub exchange: bool,
}

/// How somebody wants to see a game.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// From which seat.
    pub seat: Option<SeatName>,
    /// In which language.
    pub lang: Option<String>,
    /// `false`: the answer to a command needs no scene, because a stream brings it.
    pub scene: Option<bool>,
}

impl Look {
    /// The seat that is asked for.
    pub fn seat(&self) -> Option<Seat> {
        self.seat.map(Seat::from)
    }

    /// The language that is asked for.
    pub fn language(&self) -> Result<Language, Problem> {
        match self.lang.as_deref() {
            None => Ok(Language::default()),
            Some(text) => text.parse().map_err(|error: table::UnknownLanguage| {
                Problem::bad_request("bad-query", sentence(&error))
            }),
        }
    }
}

/// Which games to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// Only this game.
    pub game: Option<String>,
    /// `running` or `over`.
    pub state: Option<RunningOrOver>,
    /// Only games in which the one who asks has a seat?
    #[serde(default)]
    pub mine: bool,
    /// Where the last page ended.
    pub after: Option<String>,
    /// At most so many.
    pub limit: Option<u32>,
}

/// Is a game over?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunningOrOver {
    Running,
    Over,
}

/// An error as a sentence of a sensible length.
pub fn sentence(error: &dyn std::error::Error) -> String {
    table::sentence(&error.to_string().chars().take(300).collect::<String>())
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
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            "The body must be JSON, sent with Content-Type: application/json.",
        ));
    }
    let bytes = read_body(request.into_body(), largest, timeout).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let code = if error.is_data() { "bad-field" } else { "bad-json" };
        Problem::bad_request(code, sentence(&error))
    })
}

async fn read_body(
    body: Body,
    largest: usize,
    timeout: Duration,
) -> Result<axum::body::Bytes, Problem> {
    use http_body_util::{BodyExt, LengthLimitError, Limited};
    let collected = Limited::new(body, largest).collect();
    let Ok(collected) = tokio::time::timeout(timeout, collected).await else {
        return Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "The body did not arrive in time.",
        ));
    };
    match collected {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("The body is larger than {largest} bytes."),
        )),
        Err(_) => Err(Problem::bad_request("bad-body", "The body broke off.")),
    }
}

/// May somebody from outside bring this player along? Programs on the server's machine are not to be
/// started from outside, and nobody may think for ever.
pub fn check_player(player: &Player, game: GameName) -> Result<(), Problem> {
    let refuse = |message: &str| Err(Problem::unfit("player-not-allowed", message));
    match player {
        Player::Uci { .. } => {
            return refuse("Outside programs cannot be started over the network.");
        }
        Player::Minimax { depth } if *depth > DEEPEST => {
            return refuse("On the server, minimax looks at most 4 moves ahead.");
        }
        Player::Engine(Limit::Time(time)) if *time > LONGEST_THOUGHT => {
            return refuse("On the server, a player thinks at most 10 seconds about a move.");
        }
        Player::Engine(Limit::Nodes(nodes)) if *nodes > MOST_NODES => {
            return refuse("On the server, a player looks at most at 20,000,000 positions.");
        }
        Player::Engine(Limit::Depth(_)) => {
            return refuse("On the server, limit a player by time or nodes, not by depth.");
        }
        _ => {}
    }
    engine::can_play(player, game)
        .map_err(|error| Problem::unfit("player-not-allowed", sentence(&error)))
}

/// May computers play at this pace?
pub fn check_pace(pace: u64) -> Result<Duration, Problem> {
    if pace > SLOWEST_PACE {
        let message = format!("A pace is at most {SLOWEST_PACE} milliseconds for a move.");
        return Err(Problem::unfit("bad-pace", message));
    }
    Ok(Duration::from_millis(pace))
}

/// Is the board small enough to be sent around?
pub fn check_size(cells: usize) -> Result<(), Problem> {
    if cells > MOST_CELLS {
        return Err(Problem::unfit(
            "bad-start",
            format!("On the server, a board has at most {MOST_CELLS} cells, not {cells}."),
        ));
    }
    Ok(())
}
