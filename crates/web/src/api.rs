//! The requests, one function each. `docs/api.md` tells the same for whoever writes a client.

use crate::asking::{Address, AtGame, InBody, InQuery};
use crate::hub::{Failure, Hub, heavy};
use crate::limits::{Buckets, Holdings};
use crate::live::{Live, shown};
use crate::pool::{Hint, Wanted};
use crate::problem::Problem;
use crate::requests::{
    Claimed, HintWanted, Levels, Listing, Look, LookBack, Ordered, PaceWanted, RunningOrOver,
    check_pace, check_player, sentence,
};
use crate::seat::{SeatName, you};
use crate::stream::Watcher;
use crate::token::Token;
use crate::{begin, files};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use game::{Seat, Viewer};
use mines::{Level, Rule, Start};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use store::{Digest, GameId};
use table::{Action, Command, GameName, Player, Refusal, Scene, Seats};

/// Games listed on a page.
const USUAL_PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 200;
/// Best times listed for a kind of board.
const USUAL_TIMES: u32 = 10;
const MOST_TIMES: u32 = 100;

/// What every request can reach.
pub struct Desk {
    pub hub: Arc<Hub>,
    pub requests: Buckets,
    pub games: Buckets,
    pub streams: Arc<Holdings>,
}

type At = State<Arc<Desk>>;
pub type Answer = Result<Response, Problem>;

/// The routes of the interface.
pub fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/api/games", get(list).post(begin::create))
        .route("/api/games/{id}", get(look))
        .route("/api/games/{id}/picture", get(look_back))
        .route("/api/games/{id}/commands", post(command))
        .route("/api/games/{id}/claims", post(claim))
        .route("/api/games/{id}/stream", get(stream))
        .route("/api/games/{id}/hints", post(hint))
        .route("/api/games/{id}/pace", post(pace))
        .route("/api/games/{id}/rematch", post(begin::rematch))
        .route("/api/games/{id}/export", get(files::export))
        .route("/api/best-times", get(best_times))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
}

pub fn with_cookie(mut response: Response, token: &Token, desk: &Desk) -> Response {
    if let Some(cookie) = token.cookie(desk.hub.config.secure_cookies) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// What is answered about a game as a whole.
#[derive(Serialize)]
pub struct ShownGame {
    id: String,
    /// The seat from which it is seen.
    you: Option<SeatName>,
    seats: Vec<ShownSeat>,
    /// What to give to those who shall sit in the other seats, by seat. Told once, to the one who
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitations: Option<Map<String, Value>>,
    /// What of a file is not on the table, in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The pause between moves when only computers play, in milliseconds.
    pace: u64,
    scene: Scene,
}

/// A seat, as somebody with a token or without one sees it.
#[derive(Serialize)]
pub struct ShownSeat {
    pub seat: String,
    pub taken: bool,
    pub open: bool,
    pub yours: bool,
}

/// The seats of a game.
pub fn shown_seats(live: &Live, token: Option<Digest>) -> Vec<ShownSeat> {
    let seat = |seat: store::Seat| ShownSeat {
        taken: seat.token.is_some(),
        open: seat.open,
        yours: token.is_some() && seat.token == token,
        seat: seat.seat,
    };
    live.seats().into_iter().map(seat).collect()
}

/// What is answered to a command that was carried out.
#[derive(Serialize)]
struct Done {
    you: Option<SeatName>,
    repeated: bool,
    events: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<Scene>,
}

pub fn shown_game(live: &Live, token: Option<Digest>, look: &Look) -> Result<ShownGame, Problem> {
    let viewer = live.viewer(token, look.seat())?;
    let scene = live.scene(viewer, look.language()?);
    Ok(ShownGame {
        id: live.id.to_string(),
        you: you(viewer),
        seats: shown_seats(live, token),
        invitations: None,
        notes: None,
        pace: live.pace().as_millis() as u64,
        scene,
    })
}

async fn look(at: AtGame, InQuery(look): InQuery<Look>) -> Answer {
    Ok(Json(shown_game(&at.live, at.digest(), &look)?).into_response())
}

async fn look_back(at: AtGame, InQuery(wanted): InQuery<LookBack>) -> Answer {
    let viewer = at.live.viewer(at.digest(), wanted.seat.map(Seat::from))?;
    let table = at.live.table();
    let mines = table.game() == GameName::Mines;
    let picture = heavy(mines, || table.picture_at(viewer, wanted.moves));
    let picture = picture.ok_or_else(|| {
        let message = format!("The game has only come to move {}.", table.moves_played());
        Problem::new(StatusCode::NOT_FOUND, "no-such-move", message)
    })?;
    Ok(Json(json!({ "moves": wanted.moves, "picture": picture })).into_response())
}

async fn list(State(desk): At, headers: HeaderMap, InQuery(listing): InQuery<Listing>) -> Answer {
    let after = listing.after.as_deref().map(|after| {
        let wrong = || Problem::bad_request("bad-query", "That is not where a page ends.");
        let (at, id) = after.split_once('-').ok_or_else(wrong)?;
        Ok::<(u64, GameId), Problem>((
            at.parse().map_err(|_| wrong())?,
            id.parse().map_err(|_| wrong())?,
        ))
    });
    let limit = listing.limit.unwrap_or(USUAL_PAGE).clamp(1, LONGEST_PAGE);
    let query = store::Query {
        kind: listing.game,
        over: listing.state.map(|state| state == RunningOrOver::Over),
        asker: Token::of(&headers).map(|token| token.digest()),
        mine: listing.mine,
        after: after.transpose()?,
        limit,
    };
    let games = desk.hub.log.list(query).await?;
    let more = (games.len() == limit as usize).then(|| games.last()).flatten();
    let after = more.map(|game| format!("{}-{}", game.summary.at, game.id));
    let shown = |game: &store::Listed| {
        json!({
            "id": game.id.as_str(),
            "game": game.summary.kind,
            "players": listed_players(&game.summary),
            "state": if game.summary.over { RunningOrOver::Over } else { RunningOrOver::Running },
            "moves": game.summary.moves,
            "at": game.summary.at,
            "open": game.open_seats,
            "yours": game.your_seats,
        })
    };
    let games: Vec<Value> = games.iter().map(shown).collect();
    Ok(Json(json!({ "games": games, "after": after })).into_response())
}

/// Who plays, as everybody may know it: seeds stay hidden while a game runs.
fn listed_players(summary: &store::Summary) -> Option<Seats<Player>> {
    let players: Seats<Player> = serde_json::from_str(&summary.players).ok()?;
    Some(if summary.over { players } else { players.map(Player::without_seed) })
}

async fn claim(at: AtGame, InBody(wanted): InBody<Claimed>) -> Answer {
    let token = Token::or_new(at.token)?;
    let invitation = wanted.invitation.as_deref().map(Digest::of);
    at.desk.hub.claim(&at.live, wanted.seat.text(), invitation, token.digest()).await?;
    let look = Look { seat: Some(wanted.seat), ..Look::default() };
    let answer = shown_game(&at.live, Some(token.digest()), &look)?;
    Ok(with_cookie(Json(answer).into_response(), &token, &at.desk))
}

async fn command(
    at: AtGame,
    InQuery(look): InQuery<Look>,
    InBody(ordered): InBody<Ordered>,
) -> Answer {
    let (live, token) = (&at.live, at.digest());
    at.desk.hub.follow(live, ordered.expected).await?;
    let language = look.language()?;
    let wanted = ordered.from.map(Seat::from).or(look.seat()).or(match ordered.action {
        // Whoever gives up a seat of their own acts from that one.
        Action::ChangePlayer { seat, .. } if live.seats_of(token).contains(&seat) => Some(seat),
        _ => None,
    });
    let seat = live.acting_seat(token, wanted)?;
    let action = allowed_action(&at, seat, ordered.expected, ordered.action)?;
    let command = Command { expected: ordered.expected, action };
    // Who plays both sides sees the answer from the side that is to move then.
    let seen = |live: &Live| {
        let viewer = live.viewer(token, look.seat()).unwrap_or(Viewer::Spectator);
        (you(viewer), live.scene(viewer, language))
    };
    let (events, repeated) = match at.desk.hub.command(live, seat, command).await {
        Ok(events) => (events, false),
        Err(Failure::Refused(Refusal::Repeated)) => (Vec::new(), true),
        Err(Failure::Refused(refusal)) => {
            let problem = Problem::refused(&refusal, language);
            let helps = problem.status == StatusCode::CONFLICT;
            return Err(if helps { problem.with_scene(seen(live).1) } else { problem });
        }
        Err(Failure::Problem(problem)) => return Err(problem),
    };
    let events = shown(&events, ordered.expected);
    let (you, scene) = if look.scene == Some(false) {
        (Some(seat.into()), None)
    } else {
        let (you, scene) = seen(live);
        (you, Some(scene))
    };
    Ok(Json(Done { you, repeated, events, scene }).into_response())
}

/// What a person may do. Nobody moves for a computer player, and whoever is put into a seat must be
/// allowed here.
fn allowed_action(
    at: &AtGame,
    seat: Seat,
    expected: u64,
    action: Action,
) -> Result<Action, Problem> {
    let live = &at.live;
    if live.next() >= at.desk.hub.config.most_events {
        let message = "This game has gone on for too long. Begin another.";
        return Err(Problem::unfit("too-long", message));
    }
    let (game, sits) = live.with_table(|table| (table.game(), table.players().get(seat).cloned()));
    let meddles = !matches!(action, Action::ChangePlayer { .. } | Action::Abort | Action::CallTime);
    if meddles && sits.is_some_and(|player| player.is_computer()) {
        let message = "A computer plays in that seat: change the player first.";
        return Err(Problem::new(StatusCode::CONFLICT, "computer-plays", message));
    }
    Ok(match action {
        Action::ChangePlayer { seat, player } => {
            check_player(&player, game)?;
            let own = live.seats_of(at.digest()).contains(&seat);
            if own && player.is_computer() && live.is_between_two() {
                let message = "Against another person nobody lets a computer play.";
                return Err(Problem::new(StatusCode::FORBIDDEN, "not-fair", message));
            }
            // The same command always means the same seed, so that its repetition is recognised. Nobody
            // else can work it out.
            let owner = at.digest().map(|digest| digest.bytes().to_vec());
            let digest = Digest::of(&format!("{owner:?} {} {expected}", live.id));
            let seed =
                digest.bytes().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
            Action::ChangePlayer { seat, player: player.with_seed(seed) }
        }
        other => other,
    })
}

async fn stream(
    at: AtGame,
    Extension(Address(address)): Extension<Address>,
    InQuery(look): InQuery<Look>,
    headers: HeaderMap,
) -> Answer {
    let desk = &at.desk;
    let whose = (at.digest(), look.seat());
    at.live.viewer(whose.0, whose.1)?;
    let holding = desk.streams.hold(address).ok_or_else(|| {
        desk.hub.metrics.limited();
        let message = "You are watching too many games at once.";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message).retry_after(10)
    })?;
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let watcher = Watcher::new(&desk.hub, at.live, whose, look.language()?, last, holding);
    let mut response = watcher.stream().into_response();
    // Proxies that collect before they pass on would hold events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

async fn hint(
    at: AtGame,
    InQuery(look): InQuery<Look>,
    InBody(wanted): InBody<HintWanted>,
) -> Answer {
    let language = look.language()?;
    let hub = &at.desk.hub;
    let seat = at.live.acting_seat(at.digest(), wanted.seat.map(Seat::from))?;
    let table = at.live.table();
    if wanted.probabilities && table.game() != GameName::Mines {
        let message = "There are probabilities only in Minesweeper.";
        return Err(Problem::unfit("not-in-this-game", message));
    }
    let people = table.players().iter().filter(|(_, player)| !player.is_computer()).count();
    if people > 1 || at.live.is_between_two() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "not-fair",
            "There are no hints in a game between two people.",
        ));
    }
    if table.turn() != Some(seat) {
        let message = "There are hints only for whoever is to move.";
        return Err(Problem::new(StatusCode::CONFLICT, "not-your-turn", message));
    }
    let next = table.next();
    at.desk.hub.help(&at.live).await?;
    let hint =
        hub.hint(table, Wanted { seat, probabilities: wanted.probabilities, language }).await?;
    let hint = hint.ok_or_else(|| Problem::unfit("no-hint", "There is no hint for this board."))?;
    Ok(Json(Hinted { next, hint }).into_response())
}

/// What is answered to somebody who wants to know what to do.
#[derive(Serialize)]
struct Hinted {
    /// The number of the event for which the hint is meant.
    next: u64,
    #[serde(flatten)]
    hint: Hint,
}

async fn pace(at: AtGame, InBody(wanted): InBody<PaceWanted>) -> Answer {
    at.live.acting_seat(at.digest(), None)?;
    at.desk.hub.set_pace(&at.live, check_pace(wanted.pace)?);
    Ok(Json(json!({ "pace": wanted.pace })).into_response())
}

async fn best_times(
    State(desk): At,
    headers: HeaderMap,
    InQuery(wanted): InQuery<Levels>,
) -> Answer {
    let asker = Token::of(&headers).map(|token| token.digest());
    let limit = wanted.limit.unwrap_or(USUAL_TIMES).clamp(1, MOST_TIMES);
    let mut levels = Vec::new();
    for (level, rule, no_guess) in kinds_of_boards(wanted.level.as_deref())? {
        let heading = begin::heading_of(level, rule, no_guess);
        let times = desk.hub.log.best_times(&heading, asker, limit).await?;
        let shown = |best: &store::BestTime| {
            json!({
                "id": best.game.as_str(),
                "time": best.time,
                "at": best.at,
                "yours": best.yours,
            })
        };
        if !times.is_empty() {
            levels.push(json!({
                "level": level.to_string(),
                "rule": rule.to_string(),
                "no_guess": no_guess,
                "times": times.iter().map(shown).collect::<Vec<_>>(),
            }));
        }
    }
    Ok(Json(json!({ "levels": levels })).into_response())
}

/// The kinds of boards that a text means: one with its rule, all of a level, or all of the three
/// levels that everybody knows.
fn kinds_of_boards(text: Option<&str>) -> Result<Vec<(Level, Rule, bool)>, Problem> {
    let levels = match text.map(|text| (text, text.parse::<Level>())) {
        None => vec![Level::BEGINNER, Level::INTERMEDIATE, Level::EXPERT],
        Some((_, Ok(level))) => vec![level],
        Some((text, Err(_))) => {
            let start: Start = text.parse().map_err(|error: mines::StartError| {
                Problem::bad_request("bad-query", sentence(&error))
            })?;
            return Ok(vec![(start.level(), start.rule(), start.is_no_guess())]);
        }
    };
    let kinds =
        [(Rule::Safe, false), (Rule::Safe, true), (Rule::Opening, false), (Rule::Opening, true)];
    let of_level = |level| kinds.map(|(rule, no_guess)| (level, rule, no_guess));
    Ok(levels.into_iter().flat_map(of_level).collect())
}

async fn health(State(desk): At) -> Answer {
    desk.hub.log.list(store::Query { limit: 1, ..store::Query::default() }).await?;
    Ok(Json(json!({ "ok": true })).into_response())
}

async fn metrics(State(desk): At) -> Response {
    let text = desk.hub.metrics.text(&desk.hub.gauges(desk.streams.total()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
