//! The handlers of the API, one function for each request. `docs/api.md` describes them for people who
//! write clients.

use crate::analysis::Analyses;
use crate::extract::{ClientAddress, JsonBody, QueryString, RoomRequest};
use crate::host::Hosts;
use crate::hub::Hub;
use crate::lab::Lab;
use crate::limits::{ConnectionLimit, RateLimiter};
use crate::page::Assets;
use crate::pool::{Hint, HintTask, Owner};
use crate::problem::{Fault, Problem};
use crate::public::public_events;
use crate::request::{
    BestTimesQuery, ClaimRequest, CommandRequest, HintRequest, ListQuery, NewPace, PaceRequest,
    Period, RunningOrOver, ViewQuery, check_pace, check_player,
};
use crate::room::{GameView, Room};
use crate::seat::{SeatName, you};
use crate::stream::Watcher;
use crate::talk::Said;
use crate::token::Token;
use crate::{analysis, begin, files, looking, me, own, review, secret, survey, talk};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use game::{Seat, Viewer};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use store::{Digest, GameId, Scope, TimesQuery};
use table::card::Leaderboard;
use table::{Action, AnyTable, Card, Club, Command, Event, Player, Refusal, Seats};

/// Games listed on a page.
const USUAL_PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 200;
/// Best times listed on each leaderboard.
const USUAL_TIMES: u32 = 10;
const MOST_TIMES: u32 = 100;
/// Moves in one request, after the first.
const MOST_TOGETHER: usize = 199;
/// A day and a week, in milliseconds.
const DAY: u64 = 86_400_000;
const WEEK: u64 = 7 * DAY;

/// What every handler can reach.
pub struct AppState {
    pub hub: Arc<Hub>,
    pub assets: Assets,
    pub requests: RateLimiter,
    pub games: RateLimiter,
    pub streams: Arc<ConnectionLimit>,
    pub hosts: Hosts,
    pub lab: Lab,
    pub analyses: Analyses,
}

type Shared = State<Arc<AppState>>;
pub type Answer = Result<Response, Problem>;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", get(list).post(begin::create))
        .route("/api/me", get(me::show).post(me::rename))
        .route("/api/me/move", post(me::offer))
        .route("/api/me/take", post(me::take))
        .route("/api/mine", get(own::list))
        .route("/api/mine/export", get(own::export))
        .route("/api/games/{id}", get(look).delete(own::delete))
        .route("/api/games/{id}/picture", get(looking::picture))
        .route("/api/games/{id}/pictures", get(looking::pictures))
        .route("/api/games/{id}/why", get(looking::why))
        .route("/api/games/{id}/commands", post(command))
        .route("/api/games/{id}/claims", post(claim))
        .route("/api/games/{id}/stream", get(stream))
        .route("/api/games/{id}/hints", post(hint))
        .route("/api/games/{id}/pace", post(pace))
        .route("/api/games/{id}/phrases", post(talk::say))
        .route("/api/games/{id}/rematch", post(begin::rematch))
        .route("/api/games/{id}/export", get(files::export))
        .route("/api/games/{id}/tree", get(analysis::tree))
        .route("/api/games/{id}/line", get(analysis::line))
        .route("/api/games/{id}/worths", get(analysis::worths))
        .route("/api/games/{id}/analysis", get(analysis::analysis))
        .route("/api/games/{id}/review", get(review::review))
        .route("/api/positions", post(analysis::position))
        .route("/api/files", post(files::list))
        .route("/api/probabilities", post(survey::probabilities))
        .route("/api/best-times", get(best_times))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
}

pub fn with_cookie(mut response: Response, token: &Token, state: &AppState) -> Response {
    if let Some(cookie) = token.cookie(state.hub.config.secure_cookies) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// A game as a whole.
#[derive(Serialize)]
pub struct GameAnswer {
    id: String,
    /// The seat from which it is seen.
    you: Option<SeatName>,
    seats: Vec<SeatState>,
    /// The codes with which other clients claim their seats, by seat. Sent once, to the client that
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitations: Option<Map<String, Value>>,
    /// What of a file is not on the table, in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The pause between moves when only computers play, in milliseconds.
    pace: u64,
    /// Do they stand still?
    paused: bool,
    /// The last that each seat has said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    phrases: Vec<Said>,
    #[serde(flatten)]
    now: GameView,
}

impl GameAnswer {
    pub fn of(
        room: &Room,
        token: Option<Digest>,
        query: &ViewQuery,
    ) -> Result<GameAnswer, Problem> {
        let viewer = room.viewer(token, query.seat())?;
        Ok(GameAnswer {
            id: room.id.to_string(),
            you: you(viewer),
            seats: seat_states(room, token),
            invitations: None,
            notes: None,
            pace: room.pace().as_millis() as u64,
            paused: room.is_paused(),
            phrases: room.said(),
            now: room.seen(viewer, token, query.language()?),
        })
    }
}

/// A seat, as a client with a token or without one sees it.
#[derive(Serialize)]
pub struct SeatState {
    pub seat: String,
    /// How the person there wants to be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    pub taken: bool,
    pub open: bool,
    pub yours: bool,
    /// Has the person there, who is another one, the game open? Since when not, in milliseconds since 1970, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_since: Option<u64>,
}

pub fn seat_states(room: &Room, token: Option<Digest>) -> Vec<SeatState> {
    let between_two = room.is_between_two();
    let state = |seat: store::Seat| {
        let other = seat.token.filter(|_| between_two && seat.token != token);
        let (here, away_since) = other.map(|other| room.presence(other)).unzip();
        SeatState {
            here,
            away_since: away_since.flatten(),
            taken: seat.token.is_some(),
            open: seat.open,
            yours: token.is_some() && seat.token == token,
            nickname: seat.nickname,
            seat: seat.seat,
        }
    };
    room.seats().into_iter().map(state).collect()
}

/// The answer to a command that was carried out.
#[derive(Serialize)]
struct CommandAnswer {
    you: Option<SeatName>,
    repeated: bool,
    events: Vec<Value>,
    /// The number of the event that comes next.
    next: u64,
    /// Of several moves in one request, those that were not carried out: the place in the list, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Value>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    now: Option<GameView>,
}

async fn look(at: RoomRequest, QueryString(query): QueryString<ViewQuery>) -> Answer {
    at.room.poll(at.digest(), at.state.hub.config.poll_lasts);
    Ok(Json(GameAnswer::of(&at.room, at.digest(), &query)?).into_response())
}

async fn list(
    State(state): Shared,
    headers: HeaderMap,
    QueryString(wanted): QueryString<ListQuery>,
) -> Answer {
    let after = wanted.after.as_deref().map(page_end).transpose()?;
    let limit = wanted.limit.unwrap_or(USUAL_PAGE).clamp(1, LONGEST_PAGE);
    let club = state.hub.club;
    if wanted.game.as_deref().is_some_and(|game| club.card(game).is_none()) {
        return Err(Fault::NoSuchKind(club.names()).into());
    }
    let query = store::Query {
        kind: wanted.game,
        over: wanted.state.map(|state| state == RunningOrOver::Over),
        asker: Token::of(&headers).map(|token| token.digest()),
        scope: if wanted.mine { Scope::Own } else { Scope::All },
        after,
        limit,
    };
    let games = state.hub.log.list(query).await?;
    let more = (games.len() == limit as usize).then(|| games.last()).flatten();
    let after = more.map(|game| format!("{}-{}", game.summary.at, game.id));
    let listed = |game: &store::Listed| {
        json!({
            "id": game.id.as_str(),
            "game": game.summary.kind,
            "players": listed_players(&game.summary),
            "state": if game.summary.over { RunningOrOver::Over } else { RunningOrOver::Running },
            "moves": game.summary.moves,
            "at": game.summary.at,
            "nicknames": game.nicknames.iter().cloned().collect::<BTreeMap<_, _>>(),
            "open": game.open_seats,
            "yours": game.your_seats,
        })
    };
    let games: Vec<Value> = games.iter().map(listed).collect();
    Ok(Json(json!({ "games": games, "after": after })).into_response())
}

/// Reads where a page of the list ended.
fn page_end(text: &str) -> Result<(u64, GameId), Fault> {
    let (at, id) = text.split_once('-').ok_or(Fault::NotAPageEnd)?;
    let at = at.parse().map_err(|_| Fault::NotAPageEnd)?;
    Ok((at, id.parse().map_err(|_| Fault::NotAPageEnd)?))
}

/// The players as every client may know them: seeds stay hidden while a game runs.
fn listed_players(summary: &store::Summary) -> Option<Seats<Player>> {
    let players: Seats<Player> = serde_json::from_str(&summary.players).ok()?;
    Some(if summary.over { players } else { players.map(Player::without_seed) })
}

async fn claim(
    at: RoomRequest,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<ClaimRequest>,
) -> Answer {
    let token = Token::or_new(at.token)?;
    let invitation = wanted.invitation.as_deref().map(Digest::of);
    at.state.hub.claim(&at.room, wanted.seat.text(), invitation, token.digest()).await?;
    let query = ViewQuery { seat: Some(wanted.seat), ..query };
    let answer = GameAnswer::of(&at.room, Some(token.digest()), &query)?;
    Ok(with_cookie(Json(answer).into_response(), &token, &at.state))
}

async fn command(
    at: RoomRequest,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<CommandRequest>,
) -> Answer {
    let (room, token) = (&at.room, at.digest());
    if !ends(&wanted.action, &room.table()) {
        stores(&at.state, address)?;
    }
    at.state.hub.follow(room, wanted.expected).await?;
    let language = query.language()?;
    let named = wanted.from.map(Seat::from).or(query.seat()).or(match wanted.action {
        // A client that gives up a seat of its own acts from that one.
        Action::ChangePlayer { seat, .. } if room.seats_of(token).contains(&seat) => Some(seat),
        _ => None,
    });
    let seat = room.seat_at(token, named, wanted.expected)?;
    if !wanted.then.is_empty() {
        return several(&at, address, seat, wanted, &query).await;
    }
    let action = allowed_action(&at, seat, wanted.expected, wanted.action)?;
    let mv = match &action {
        Action::Move { mv } => Some(mv.clone()),
        _ => None,
    };
    let command = Command { expected: wanted.expected, action };
    // A client that plays both sides sees the answer from the side that is to move then.
    let seen = || {
        let viewer = room.viewer(token, query.seat()).unwrap_or(Viewer::Spectator);
        (you(viewer), room.seen(viewer, token, language))
    };
    let (events, next, repeated) = match at.state.hub.command(room, seat, command).await {
        Ok(decided) => {
            (public_events(&decided.events, decided.first()), decided.after.next(), false)
        }
        Err(Problem { fault: Fault::Refused(Refusal::Repeated), .. }) => {
            (Vec::new(), room.next(), true)
        }
        Err(problem) => {
            if let (Fault::Refused(Refusal::Move(_)), Some(mv)) = (&problem.fault, &mv) {
                return Err(looking::with_cause(problem, room, mv));
            }
            let helps = matches!(problem.fault, Fault::Refused(_))
                && problem.fault.status() == StatusCode::CONFLICT;
            return Err(if helps { problem.with_view(seen().1) } else { problem });
        }
    };
    let (you, now) = if query.scene == Some(false) {
        (Some(seat.into()), None)
    } else {
        let (you, now) = seen();
        (you, Some(now))
    };
    let refused = Vec::new();
    Ok(Json(CommandAnswer { you, repeated, events, next, refused, now }).into_response())
}

/// Carries out several moves of one request, one after the other. One that is refused is left out; what comes after
/// it counts all the same, since it was meant for another cell.
async fn several(
    at: &RoomRequest,
    address: IpAddr,
    seat: Seat,
    wanted: CommandRequest,
    query: &ViewQuery,
) -> Answer {
    let (room, token, language) = (&at.room, at.digest(), query.language()?);
    let Action::Move { mv: first } = wanted.action else {
        return Err(Fault::OnlyMovesTogether.into());
    };
    if wanted.then.len() > MOST_TOGETHER {
        return Err(Fault::OnlyMovesTogether.into());
    }
    // The first move has been counted.
    at.state.hub.stored.charge(address, wanted.then.len() as f64, Instant::now());
    let (mut expected, mut events, mut refused) = (wanted.expected, Vec::new(), Vec::new());
    let mut repeated = true;
    for (place, mv) in std::iter::once(first).chain(wanted.then).enumerate() {
        let action = allowed_action(at, seat, expected, Action::Move { mv: mv.clone() })?;
        match at.state.hub.command(room, seat, Command { expected, action }).await {
            Ok(decided) => {
                events.extend(public_events(&decided.events, decided.first()));
                expected = decided.after.next();
                repeated = false;
            }
            Err(Problem { fault: Fault::Refused(Refusal::Repeated), .. }) => {
                // The answer to the same request was lost: what it brought about ends with the move.
                let table = room.table();
                let since = table.events().since(expected as usize);
                let made = since.take_while(|event| !matches!(event, Event::Moved { .. })).count();
                expected += made as u64 + 1;
            }
            Err(problem) if matches!(problem.fault, Fault::Refused(Refusal::Move(_))) => {
                repeated = false;
                refused.push(json!({ "at": place, "code": problem.code(), "message": problem.fault.text(language) }));
            }
            // In a request that is repeated this move was refused before: the next one stands in its place.
            Err(Problem { fault: Fault::Refused(Refusal::Stale { .. }), .. })
                if repeated && place > 0 => {}
            // The game is over, or the server has no room: what was carried out counts.
            Err(problem) if events.is_empty() && refused.is_empty() => return Err(problem),
            Err(problem) => {
                refused.push(json!({ "at": place, "code": problem.code(), "message": problem.fault.text(language) }));
                break;
            }
        }
    }
    let now = if query.scene == Some(false) {
        None
    } else {
        Some(room.seen(room.viewer(token, query.seat())?, token, language))
    };
    let (you, next) = (Some(seat.into()), room.next().max(expected));
    Ok(Json(CommandAnswer { you, repeated, events, next, refused, now }).into_response())
}

/// Counts what an address stores: a kilobyte for each command and each new game, and what a record has beyond
/// that.
pub fn stores(state: &AppState, address: IpAddr) -> Result<(), Problem> {
    state.hub.stored.take(address, Instant::now()).map_err(|seconds| {
        state.hub.metrics.limited();
        Problem::from(Fault::OverQuota).retry_after(seconds)
    })
}

/// Does an action end a game, if it is carried out? Whatever the limits are, a game can be brought to its end.
fn ends(action: &Action, table: &AnyTable) -> bool {
    match action {
        Action::Resign | Action::Abort | Action::ClaimDraw | Action::CallTime => true,
        // The other player has offered one, or the table refuses it.
        Action::OfferDraw => table.draw_offered_by().is_some(),
        _ => false,
    }
}

/// The action, if a client may take it: none moves for a computer player, and a player that is put into a
/// seat must be allowed here.
fn allowed_action(
    at: &RoomRequest,
    seat: Seat,
    expected: u64,
    action: Action,
) -> Result<Action, Problem> {
    let room = &at.room;
    let table = room.table();
    if !ends(&action, &table) && table.next() >= at.state.hub.config.most_events {
        return Err(Fault::TooLong.into());
    }
    if matches!(action, Action::Edit { .. }) {
        room.may_be_analysed()?;
    }
    let meddles = !matches!(
        action,
        Action::ChangePlayer { .. } | Action::Abort | Action::CallTime | Action::Edit { .. }
    );
    if meddles && table.players().get(seat).is_some_and(Player::is_computer) {
        return Err(Fault::ComputerPlays.into());
    }
    Ok(match action {
        Action::ChangePlayer { seat, player } => {
            check_player(&player, table.card())?;
            let own = room.seats_of(at.digest()).contains(&seat);
            if own && player.is_computer() && room.is_between_two() {
                return Err(Fault::NoFairComputer.into());
            }
            // A repeated command means the seed that was drawn the first time, so that it is recognised.
            let drawn =
                table.events().since(expected as usize).next().and_then(|event| match event {
                    Event::PlayerChanged { seat: place, player: drawn, .. } if *place == seat => {
                        Some(drawn).filter(|drawn| (*drawn).clone().without_seed() == player)
                    }
                    _ => None,
                });
            let player = match drawn {
                Some(drawn) => drawn.clone(),
                None => player.with_seed(secret::seed()?),
            };
            Action::ChangePlayer { seat, player }
        }
        other => other,
    })
}

async fn stream(
    at: RoomRequest,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ViewQuery>,
    headers: HeaderMap,
) -> Answer {
    let state = &at.state;
    let whose = (at.digest(), query.seat());
    at.room.viewer(whose.0, whose.1)?;
    let permit = state.streams.acquire(address).ok_or_else(|| {
        state.hub.metrics.limited();
        Problem::from(Fault::TooManyStreams).retry_after(10)
    })?;
    if at.room.owner() == Owner::Unseen && at.room.table().is_between_computers() {
        // They play on for the client that looks on.
        state.hub.serve(&at.room, at.owner);
    }
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    if let Some(last) = last {
        // The client may come from another server that was faster than its news.
        state.hub.follow(&at.room, u64::saturating_add(last, 1)).await?;
    }
    let changes = query.changes == Some(true);
    let watcher = Watcher::new(&state.hub, at.room, whose, query.language()?, last, permit);
    let watcher = if changes { watcher.of_changes() } else { watcher };
    let mut response = watcher.stream().into_response();
    // Proxies that collect before they pass on would hold events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

async fn hint(
    at: RoomRequest,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<HintRequest>,
) -> Answer {
    let language = query.language()?;
    let hub = &at.state.hub;
    let seat = at.room.acting_seat(at.digest(), wanted.seat.map(Seat::from))?;
    let table = at.room.table();
    if wanted.probabilities && !table.card().capabilities().odds {
        return Err(Fault::NoOdds.into());
    }
    let people = table.players().iter().filter(|(_, player)| !player.is_computer()).count();
    if people > 1 || at.room.is_between_two() {
        return Err(Fault::NoFairHint.into());
    }
    if table.turn() != Some(seat) {
        return Err(Fault::NoHintNow.into());
    }
    let next = table.next();
    hub.disqualify(&at.room).await?;
    let task = HintTask { seat, probabilities: wanted.probabilities, language };
    let hint = hub.hint(at.owner, table, task).await?.ok_or(Fault::NoHint)?;
    Ok(Json(HintAnswer { next, hint }).into_response())
}

#[derive(Serialize)]
struct HintAnswer {
    /// The number of the event for which the hint is meant.
    next: u64,
    #[serde(flatten)]
    hint: Hint,
}

async fn pace(
    at: RoomRequest,
    QueryString(_): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<PaceRequest>,
) -> Answer {
    at.room.acting_seat(at.digest(), None)?;
    let pace = match wanted {
        PaceRequest::Pace { pace } => NewPace::Pause(check_pace(pace)?),
        PaceRequest::Paused { paused } => NewPace::StandStill(paused),
        PaceRequest::Step { step: true } => NewPace::OneMove,
        PaceRequest::Step { step: false } => NewPace::StandStill(at.room.is_paused()),
    };
    at.state.hub.set_pace(&at.room, pace);
    let told = json!({ "pace": at.room.pace().as_millis() as u64, "paused": at.room.is_paused() });
    Ok(Json(told).into_response())
}

async fn best_times(
    State(state): Shared,
    headers: HeaderMap,
    QueryString(query): QueryString<BestTimesQuery>,
) -> Answer {
    let asker = Token::of(&headers).map(|token| token.digest());
    let limit = query.limit.unwrap_or(USUAL_TIMES).clamp(1, MOST_TIMES);
    let now = state.hub.config.clock.wall();
    let since = match query.since {
        Period::Always => 0,
        Period::Week => now.saturating_sub(WEEK),
        Period::Today => now.saturating_sub(now % DAY),
    };
    let mut levels = Vec::new();
    let boards = if query.daily {
        daily_leaderboards(state.hub.club, now)
    } else {
        leaderboards(state.hub.club, query.level.as_deref())?
    };
    for Leaderboard { name, level, rule, no_guess } in boards {
        let wanted = TimesQuery { leaderboard: name, asker, since, helped: query.helped, limit };
        let times = state.hub.log.best_times(wanted).await?;
        let listed = |best: &store::BestTime| {
            json!({
                "id": best.game.as_str(),
                "time": best.time,
                "at": best.at,
                "yours": best.yours,
                "nickname": best.nickname,
                "helped": best.helped,
            })
        };
        if !times.is_empty() {
            levels.push(json!({
                "level": level,
                "rule": rule,
                "no_guess": no_guess,
                "times": times.iter().map(listed).collect::<Vec<_>>(),
            }));
        }
    }
    Ok(Json(json!({ "levels": levels })).into_response())
}

/// The leaderboards of today's boards.
fn daily_leaderboards(club: Club, now: u64) -> Vec<Leaderboard> {
    let daily = club.cards().iter().filter(|card| card.daily(0).is_some());
    let of = |card: &&'static dyn Card| Leaderboard {
        name: begin::daily_leaderboard(*card, now),
        level: "daily".to_owned(),
        rule: String::new(),
        no_guess: false,
    };
    daily.map(of).collect()
}

/// The leaderboards that a text means, of every game that is timed and can read it.
fn leaderboards(club: Club, text: Option<&str>) -> Result<Vec<Leaderboard>, Fault> {
    let timed = club.cards().iter().filter(|card| card.capabilities().timed);
    let (read, unread): (Vec<_>, Vec<_>) =
        timed.map(|card| card.leaderboards(text)).partition(Result::is_ok);
    match (read.is_empty(), unread.into_iter().find_map(Result::err)) {
        (true, Some(error)) => Err(Fault::BadQuery(error)),
        _ => Ok(read.into_iter().flatten().flatten().collect()),
    }
}

async fn health(State(state): Shared) -> Answer {
    state.hub.log.check_writable().await?;
    state.hub.log.list(store::Query { limit: 1, ..store::Query::default() }).await?;
    Ok(Json(json!({ "ok": true })).into_response())
}

async fn metrics(State(state): Shared) -> Response {
    let text = state.hub.metrics.text(&state.hub.gauges(state.streams.total()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
