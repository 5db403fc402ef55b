//! The requests, one function each. `docs/api.md` tells the same for whoever writes a client.

use crate::hub::{Failure, Hub};
use crate::limits::{Buckets, Holdings};
use crate::live::{Live, now, shown};
use crate::problem::Problem;
use crate::requests::{
    Again, Asked, Claimed, Listing, Look, NewGame, Ordered, State, check_player, check_size,
    game_id, read_json, sentence,
};
use crate::seat::{SeatName, you};
use crate::secret;
use crate::stream::Watcher;
use crate::token::Token;
use axum::extract::rejection::QueryRejection;
use axum::extract::{ConnectInfo, Path, Query, Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use game::{Seat, Viewer};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use store::{Digest, GameId, NewSeat, StoreError};
use table::{Action, AnyTable, Command, GameName, Player, Refusal, Scene, Seats};

/// Games listed on a page.
const USUAL_PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 200;

/// What every request can reach.
pub struct Desk {
    pub hub: Arc<Hub>,
    pub requests: Buckets,
    pub games: Buckets,
    pub streams: Arc<Holdings>,
}

type At = Shared<Arc<Desk>>;
type Answer = Result<Response, Problem>;
type Asking<T> = Result<Query<T>, QueryRejection>;

/// The routes of the interface.
pub fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/games/{id}", get(look))
        .route("/api/games/{id}/commands", post(command))
        .route("/api/games/{id}/claims", post(claim))
        .route("/api/games/{id}/stream", get(stream))
        .route("/api/games/{id}/hints", post(hint))
        .route("/api/games/{id}/rematch", post(rematch))
        .route("/api/games/{id}/export", get(export))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(|| async {
            Problem::new(StatusCode::NOT_FOUND, "not-found", "There is nothing at this address.")
        })
        .method_not_allowed_fallback(|| async {
            let message = "This address does not know that method.";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
        })
}

fn asked<T>(query: Asking<T>) -> Result<T, Problem> {
    let bad = |error: QueryRejection| Problem::bad_request("bad-query", sentence(&error));
    query.map(|Query(query)| query).map_err(bad)
}

async fn create(
    Shared(desk): At,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let wanted: NewGame = read_json(request, &desk.hub.config).await?;
    let game = GameName::of(&wanted.game).ok_or_else(|| {
        let message = "The games are chess, checkers, othello and mines.";
        Problem::unfit("no-such-kind", message)
    })?;
    let players = wanted.players.clone().unwrap_or(match game.seats() {
        [_] => Seats::Solo { solo: Player::Human },
        _ => Seats::Two { white: Player::Human, black: Player::Human },
    });
    for (_, player) in players.iter() {
        check_player(player, game)?;
    }
    // The player's seed is drawn apart from the board's, because players are shown.
    let player_seed = secret::seed()?;
    let players = players.map(|player| player.with_seed(player_seed));
    let start = game
        .start(wanted.start.as_deref(), secret::seed()?)
        .map_err(|error| Problem::unfit("bad-start", error))?;
    let started = game.started(start, players, wanted.clock, now());
    let table = AnyTable::open(&started).map_err(|e| Problem::unfit("bad-start", sentence(&e)))?;
    check_size(table.scene(Viewer::Spectator, 0, table::Language::English).picture.cells.len())?;
    desk.games.take(address.ip(), Instant::now()).map_err(|seconds| {
        desk.hub.metrics.limited();
        let message = "You have begun many games. Wait a little before the next.";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-games", message).retry_after(seconds)
    })?;

    let token = Token::of_or_new(&headers)?;
    let mut invitations = Map::new();
    let seats = new_seats(&wanted, game, &started.players, token.digest(), &mut invitations)?;
    let id = game_id(&secret::game_name()?)?;
    let live = desk.hub.create(id, &started, seats).await?;
    tracing::info!(game = %live.id, kind = game.name(), "a game begins");
    let mut answer = shown_game(&live, Some(token.digest()), &Look::default())?;
    answer.invitations = Some(invitations);
    let location = format!("/api/games/{}", live.id);
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(with_cookie(response, &token))
}

/// Who gets which seat: the one who begins, whoever is invited, or anybody. The seats of computers go
/// to the one who begins, who may later sit down there.
fn new_seats(
    wanted: &NewGame,
    game: GameName,
    players: &Seats<Player>,
    token: Digest,
    invitations: &mut Map<String, Value>,
) -> Result<Vec<NewSeat>, Problem> {
    let mut seats = Vec::new();
    if let Some(mine) = &wanted.mine
        && let Some(none) = mine.iter().find(|&&seat| !game.seats().contains(&Seat::from(seat)))
    {
        let message = format!("This game has no seat {:?}.", none.text());
        return Err(Problem::unfit("no-such-seat", message));
    }
    for (seat, player) in players.iter() {
        let name = SeatName::from(seat);
        let is_mine = wanted.mine.as_ref().is_none_or(|mine| mine.contains(&name));
        let mut new = NewSeat { seat: name.text().to_owned(), token: None, invitation: None };
        if is_mine || player.is_computer() {
            new.token = Some(token);
        } else if !wanted.open {
            let invitation = secret::token()?;
            new.invitation = Some(Digest::of(&invitation));
            invitations.insert(name.text().to_owned(), invitation.into());
        }
        seats.push(new);
    }
    Ok(seats)
}

fn with_cookie(mut response: Response, token: &Token) -> Response {
    if let Some(cookie) = token.cookie() {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// What is answered about a game as a whole.
#[derive(Serialize)]
struct ShownGame {
    id: String,
    /// The seat from which it is seen.
    you: Option<SeatName>,
    seats: Vec<ShownSeat>,
    /// What to give to those who shall sit in the other seats, by seat. Told once, to the one who
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitations: Option<Map<String, Value>>,
    scene: Scene,
}

#[derive(Serialize)]
struct ShownSeat {
    seat: String,
    taken: bool,
    open: bool,
    yours: bool,
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

fn shown_game(live: &Live, token: Option<Digest>, look: &Look) -> Result<ShownGame, Problem> {
    let viewer = live.viewer(token, look.seat())?;
    let scene = live.scene(viewer, look.language()?);
    let seat = |seat: store::Seat| ShownSeat {
        taken: seat.token.is_some(),
        open: seat.open,
        yours: token.is_some() && seat.token == token,
        seat: seat.seat,
    };
    let seats = live.seats().into_iter().map(seat).collect();
    Ok(ShownGame { id: live.id.to_string(), you: you(viewer), seats, invitations: None, scene })
}

fn digest(headers: &HeaderMap) -> Option<Digest> {
    Token::of(headers).map(|token| token.digest())
}

async fn look(
    Shared(desk): At,
    Path(id): Path<String>,
    query: Asking<Look>,
    headers: HeaderMap,
) -> Answer {
    let look = asked(query)?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    Ok(Json(shown_game(&live, digest(&headers), &look)?).into_response())
}

async fn list(Shared(desk): At, query: Asking<Listing>) -> Answer {
    let listing = asked(query)?;
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
        over: listing.state.map(|state| state == State::Over),
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
            "players": serde_json::from_str::<Value>(&game.summary.players).unwrap_or_default(),
            "state": if game.summary.over { State::Over } else { State::Running },
            "moves": game.summary.moves,
            "at": game.summary.at,
            "open": game.open_seats,
        })
    };
    let games: Vec<Value> = games.iter().map(shown).collect();
    Ok(Json(json!({ "games": games, "after": after })).into_response())
}

async fn claim(
    Shared(desk): At,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let wanted: Claimed = read_json(request, &desk.hub.config).await?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    let token = Token::of_or_new(&headers)?;
    let invitation = wanted.invitation.as_deref().map(Digest::of);
    desk.hub.claim(&live, wanted.seat.text(), invitation, token.digest()).await?;
    let look = Look { seat: Some(wanted.seat), ..Look::default() };
    let answer = shown_game(&live, Some(token.digest()), &look)?;
    Ok(with_cookie(Json(answer).into_response(), &token))
}

async fn command(
    Shared(desk): At,
    Path(id): Path<String>,
    query: Asking<Look>,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let look = asked(query)?;
    let language = look.language()?;
    let ordered: Ordered = read_json(request, &desk.hub.config).await?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    let token = digest(&headers);
    let wanted = ordered.from.map(Seat::from).or(look.seat()).or(match ordered.action {
        // Whoever gives up a seat of their own acts from that one.
        Action::ChangePlayer { seat, .. } if live.seats_of(token).contains(&seat) => Some(seat),
        _ => None,
    });
    let seat = live.acting_seat(token, wanted)?;
    let action = allowed_action(&live, seat, ordered.expected, ordered.action)?;
    let command = Command { expected: ordered.expected, action };
    // Who plays both sides sees the answer from the side that is to move then.
    let seen = |live: &Live| {
        let viewer = live.viewer(token, look.seat()).unwrap_or(Viewer::Spectator);
        (you(viewer), live.scene(viewer, language))
    };
    let (events, repeated) = match desk.hub.command(&live, seat, command).await {
        Ok(events) => (events, false),
        Err(Failure::Refused(Refusal::Repeated)) => (Vec::new(), true),
        Err(Failure::Refused(refusal)) => {
            let problem = Problem::from(&refusal);
            let helps = problem.status == StatusCode::CONFLICT;
            return Err(if helps { problem.with_scene(seen(&live).1) } else { problem });
        }
        Err(Failure::Problem(problem)) => return Err(problem),
    };
    let events = shown(&events, ordered.expected);
    let (you, scene) = if look.scene == Some(false) {
        (Some(seat.into()), None)
    } else {
        let (you, scene) = seen(&live);
        (you, Some(scene))
    };
    Ok(Json(Done { you, repeated, events, scene }).into_response())
}

/// What a person may do. Nobody moves for a computer player, and whoever is put into a seat must be
/// allowed here.
fn allowed_action(
    live: &Live,
    seat: Seat,
    expected: u64,
    action: Action,
) -> Result<Action, Problem> {
    let (game, sits) = live.with_table(|table| (table.game(), table.players().get(seat).cloned()));
    let meddles = !matches!(action, Action::ChangePlayer { .. } | Action::Abort | Action::CallTime);
    if meddles && sits.is_some_and(|player| player.is_computer()) {
        let message = "A computer plays in that seat: change the player first.";
        return Err(Problem::new(StatusCode::CONFLICT, "computer-plays", message));
    }
    Ok(match action {
        Action::ChangePlayer { seat, player } => {
            check_player(&player, game)?;
            // The same command always means the same seed, so that its repetition is recognised.
            let digest = Digest::of(&format!("{} {expected}", live.id));
            let seed =
                digest.bytes().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
            Action::ChangePlayer { seat, player: player.with_seed(seed) }
        }
        other => other,
    })
}

async fn stream(
    Shared(desk): At,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    query: Asking<Look>,
    headers: HeaderMap,
) -> Answer {
    let look = asked(query)?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    let whose = (digest(&headers), look.seat());
    live.viewer(whose.0, whose.1)?;
    let holding = desk.streams.hold(address.ip()).ok_or_else(|| {
        desk.hub.metrics.limited();
        let message = "You are watching too many games at once.";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message).retry_after(10)
    })?;
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let watcher = Watcher::new(&desk.hub, live, whose, look.language()?, last, holding);
    let mut response = watcher.stream().into_response();
    // Proxies that collect before they pass on would hold events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

async fn hint(
    Shared(desk): At,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let wanted: Asked = read_json(request, &desk.hub.config).await?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    let seat = live.acting_seat(digest(&headers), wanted.seat.map(Seat::from))?;
    let table = live.with_table(AnyTable::clone);
    let people = table.players().iter().filter(|(_, player)| !player.is_computer()).count();
    if people > 1 {
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
    let hint = desk.hub.hint(table, seat).await?;
    let hint = hint.ok_or_else(|| Problem::unfit("no-hint", "There is no hint for this board."))?;
    Ok(Json(json!({ "next": next, "move": hint })).into_response())
}

async fn rematch(
    Shared(desk): At,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let again: Again = read_json(request, &desk.hub.config).await?;
    let live = desk.hub.live(&game_id(&id)?).await?;
    let token = digest(&headers);
    live.acting_seat(token, None)?;
    let (over, mut started) = live.with_table(|table| {
        Ok::<_, Problem>((table.is_over(), table.again(again.exchange, secret::seed()?, now())))
    })?;
    if !over {
        let message = "The game is not over yet.";
        return Err(Problem::new(StatusCode::CONFLICT, "not-over", message));
    }
    // Players are shown, the seed of a board is not: they must not share it.
    let player_seed = secret::seed()?;
    started.players = started.players.map(|player| match player {
        Player::Random { .. } => Player::Random { seed: Some(player_seed) },
        other => other,
    });
    let other_side = |seat: &str| match (again.exchange, seat) {
        (true, "white") => "black".to_owned(),
        (true, "black") => "white".to_owned(),
        (_, same) => same.to_owned(),
    };
    let seats = live.seats();
    let seats = seats.iter().map(|seat| NewSeat {
        seat: other_side(&seat.seat),
        token: seat.token,
        invitation: None,
    });
    let next = game_id(&secret::rematch_of(&live.id))?;
    let next = match desk.hub.log.read(&next, 0).await {
        Ok(_) => desk.hub.live(&next).await?,
        Err(StoreError::NoSuchGame) => {
            match desk.hub.create(next.clone(), &started, seats.collect()).await {
                Ok(live) => live,
                // Of two who ask at the same moment, the second finds the game of the first.
                Err(_) => desk.hub.live(&next).await?,
            }
        }
        Err(error) => return Err(error.into()),
    };
    Ok(Json(shown_game(&next, token, &Look::default())?).into_response())
}

/// The whole game in the form in which it is stored. Where something is hidden, only when it is over.
async fn export(Shared(desk): At, Path(id): Path<String>) -> Answer {
    let live = desk.hub.live(&game_id(&id)?).await?;
    let events = live.with_table(|table| {
        let hidden = table.game() == GameName::Mines && !table.is_over();
        (!hidden).then(|| table::log::write(table.events()))
    });
    let Some(events) = events else {
        let message = "This game can be exported when it is over, because it holds what is hidden.";
        return Err(Problem::new(StatusCode::CONFLICT, "not-over", message));
    };
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], events).into_response())
}

async fn health(Shared(desk): At) -> Answer {
    desk.hub.log.list(store::Query { limit: 1, ..store::Query::default() }).await?;
    Ok(Json(json!({ "ok": true })).into_response())
}

async fn metrics(Shared(desk): At) -> Response {
    let text = desk.hub.metrics.text(&desk.hub.gauges(desk.streams.total()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
