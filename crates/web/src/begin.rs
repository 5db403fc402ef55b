//! Beginning a game: a new one, one that was begun elsewhere, or the next one after another.

use crate::api::{Answer, AppState, GameAnswer, stores, with_cookie};
use crate::extract::{ClientAddress, JsonBody, QueryString, RoomRequest, game_id};
use crate::hub::Begun;
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::request::{
    NewGameRequest, RematchRequest, ViewQuery, check_pace, check_player, check_size, read_json,
};
use crate::seat::SeatName;
use crate::secret;
use crate::token::Token;
use crate::words::problems;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use game::{Seat, Viewer};
use serde_json::{Map, Value};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use store::{Digest, Keeping, NewSeat, StoreError};
use table::{
    Action, AnyTable, Card, Command, Imported, Language, Localized, Millis, Note, Player, Seats,
    Seeds,
};

/// A day, in milliseconds.
const DAY: u64 = 86_400_000;

pub async fn create(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ViewQuery>,
    request: Request,
) -> Answer {
    let hub = &state.hub;
    let config = &hub.config;
    let language = query.language()?;
    let token = Token::of(request.headers());
    let wanted: NewGameRequest =
        read_json(request, config.largest_record, config.body_timeout).await?;
    let card = hub.club.card(&wanted.game).ok_or_else(|| Fault::NoSuchKind(hub.club.names()))?;
    let pace = wanted.pace.map_or(Ok(config.pace), check_pace)?;
    let players = wanted_players(&wanted, card)?;
    let mut wanted = wanted;
    let daily = if wanted.daily { Some(daily(&state, card, &mut wanted).await?) } else { None };
    one_more_game(&state, address)?;
    stores(&state, address)?;
    let owner = Owner::at(address);
    // A long record takes a moment, and for a start that names a hidden board that may be searched for.
    let takes_long =
        wanted.record.is_some() || wanted.start.is_some() && card.capabilities().hidden;
    let now = config.clock.wall();
    let open = move || {
        let opened = match &wanted.record {
            Some(record) => imported(&wanted, card, record, &players, now),
            None => opened(&wanted, card, players, now),
        };
        (wanted, opened)
    };
    let (wanted, opened) = if takes_long { hub.run(owner, open).await? } else { open() };
    let Opened { table, mut leaderboard, notes } = opened?;
    let cells = table.scene(Viewer::Spectator, 0, language).picture.cells.len();
    check_size(cells)?;
    if wanted.record.is_some() {
        let (events, most) = (table.events().len(), config.most_imported_events + 2 * cells);
        if events > most {
            return Err(Fault::RecordTooLong { most, events }.into());
        }
        let games = events as f64 / config.imported_events_per_game as f64;
        state.games.charge(address, games, Instant::now());
        // An event takes about a hundred bytes on the disk.
        hub.stored.charge(address, events as f64 / 10.0, Instant::now());
    }

    let token = Token::or_new(token)?;
    if let Some(board) = daily {
        // The second time the board is known.
        let is_new = !hub.log.has_played(&board, token.digest()).await?;
        leaderboard = Some(board).filter(|_| is_new);
    }
    let mut invitations = Map::new();
    let seats = new_seats(&wanted, &table, token.digest(), &mut invitations)?;
    let id = game_id(&secret::game_name()?)?;
    let room = hub.create(id, Begun { table, seats, leaderboard, pace, owner }).await?;
    tracing::info!(game = %room.id, kind = card.name(), "a game begins");
    let mut answer = GameAnswer::of(&room, Some(token.digest()), &query)?;
    answer.invitations = Some(invitations);
    answer.notes = wanted.record.map(|_| notes.iter().map(|note| note.text(language)).collect());
    let location = format!("/api/games/{}", room.id);
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(with_cookie(response, &token, &state))
}

/// The leaderboard of today's board of a game.
pub fn daily_leaderboard(card: &dyn Card, now: Millis) -> String {
    format!("daily {} {}", card.name(), now / DAY)
}

/// The start of today's board of a game, which follows from the day and from the secret of the store.
async fn daily_start(state: &AppState, card: &'static dyn Card) -> Result<Option<String>, Problem> {
    let leaderboard = daily_leaderboard(card, state.hub.config.clock.wall());
    let secret = state.hub.log.secret().await?;
    let digest = Digest::of(&format!("{secret:?} {leaderboard}"));
    let seed = digest.bytes().iter().take(6).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    Ok(card.daily(seed))
}

/// Is this today's board?
pub async fn is_daily(state: &AppState, table: &AnyTable) -> Result<bool, Problem> {
    let card = table.card();
    if card.daily(0).is_none() {
        return Ok(false);
    }
    Ok(daily_start(state, card).await?.as_ref() == Some(&table.started().start))
}

/// Puts the board of the day into a request. Returns its leaderboard.
async fn daily(
    state: &AppState,
    card: &'static dyn Card,
    wanted: &mut NewGameRequest,
) -> Result<String, Problem> {
    if wanted.start.is_some() || wanted.record.is_some() {
        return Err(Fault::RecordWithStart.into());
    }
    let start = daily_start(state, card).await?.ok_or_else(|| {
        Fault::BadField(Localized::exactly(|language| problems(language).no_daily.to_owned()))
    })?;
    wanted.start = Some(start);
    wanted.players = None;
    Ok(daily_leaderboard(card, state.hub.config.clock.wall()))
}

/// Counts a game or a run that an address begins, unless it has begun too many.
pub fn one_more_game(state: &AppState, address: IpAddr) -> Result<(), Problem> {
    state.games.take(address, Instant::now()).map_err(|seconds| {
        state.hub.metrics.limited();
        Problem::from(Fault::TooManyGames).retry_after(seconds)
    })
}

/// The players that the client names, if they may play; people when it names none.
fn wanted_players(
    wanted: &NewGameRequest,
    card: &'static dyn Card,
) -> Result<Seats<Player>, Problem> {
    let players = wanted.players.clone().unwrap_or(if card.is_for_one() {
        Seats::Solo { solo: Player::Human }
    } else {
        Seats::Two { white: Player::Human, black: Player::Human }
    });
    for (_, player) in players.iter() {
        check_player(player, card)?;
    }
    // The player's seed is drawn apart from the board's, because players are shown.
    let seed = secret::seed()?;
    Ok(players.map(|player| player.with_seed(seed)))
}

struct Opened {
    table: AnyTable,
    leaderboard: Option<String>,
    /// What of a file is not on the table.
    notes: Vec<Note>,
}

fn opened(
    wanted: &NewGameRequest,
    card: &'static dyn Card,
    players: Seats<Player>,
    now: Millis,
) -> Result<Opened, Problem> {
    let seed = secret::seed()?;
    let start = card.start(wanted.start.as_deref(), seed).map_err(Fault::BadStart)?;
    if card.too_much(&start, Language::default()).is_some() {
        let why = |language| card.too_much(&start, language).unwrap_or_default();
        return Err(Fault::StartTooMuch(Localized::new(why)).into());
    }
    let leaderboard = leaderboard(card, &start, seed, &players);
    let started = card.started(start, players, wanted.clock, now);
    let table = card
        .open(&started)
        .map_err(|error| Fault::BadStart(Localized::exactly(|language| error.text(language))))?;
    if table.clock().is_some() && table.is_between_computers() {
        // They move only while a stream is open, and a clock does not wait for that.
        return Err(Fault::NoClock.into());
    }
    Ok(Opened { table, leaderboard, notes: Vec::new() })
}

fn imported(
    wanted: &NewGameRequest,
    card: &'static dyn Card,
    record: &str,
    players: &Seats<Player>,
    now: Millis,
) -> Result<Opened, Problem> {
    if wanted.start.is_some() || wanted.clock.is_some() {
        return Err(Fault::RecordWithStart.into());
    }
    let imported = card.import(record, Some(players), now);
    let Imported { table, notes } = imported.map_err(|error| Problem::from(&error))?;
    Ok(Opened { table, leaderboard: None, notes })
}

/// The leaderboard for the time of a game: where a person plays alone on a board that is new to
/// everyone.
fn leaderboard(
    card: &'static dyn Card,
    start: &str,
    seed: u64,
    players: &Seats<Player>,
) -> Option<String> {
    let alone = players.get(Seat::Solo) == Some(&Player::Human);
    card.leaderboard(start).filter(|_| alone && card.is_unseen(start, seed))
}

/// Who gets which seat: the client, the holder of an invitation, or any other client. The seats of
/// computers go to the client, who may later sit down there.
fn new_seats(
    wanted: &NewGameRequest,
    table: &AnyTable,
    token: Digest,
    invitations: &mut Map<String, Value>,
) -> Result<Vec<NewSeat>, Problem> {
    let mut seats = Vec::new();
    if let Some(mine) = &wanted.mine
        && let Some(none) = mine.iter().find(|&&s| table.players().get(Seat::from(s)).is_none())
    {
        return Err(Fault::NoSeatNamed(none.text()).into());
    }
    for (seat, player) in table.players().iter() {
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

pub async fn rematch(
    at: RoomRequest,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<RematchRequest>,
) -> Answer {
    let (hub, room) = (&at.state.hub, &at.room);
    let seat = room.acting_seat(at.digest(), None)?;
    if wanted.abort && seat == Seat::Solo && !room.table().is_over() {
        let command = Command { expected: room.next(), action: Action::Abort };
        hub.command(room, seat, command).await?;
    }
    if !room.table().is_over() {
        return Err(Fault::NotOver.into());
    }
    let next = game_id(&secret::rematch_of(&room.id))?;
    let mut invitations = Map::new();
    let next = match hub.log.read(&next, 0).await {
        Ok(_) => hub.room(&next, at.owner).await?,
        Err(StoreError::NoSuchGame) => {
            one_more_game(&at.state, address)?;
            stores(&at.state, address)?;
            let begun = next_game(&at, wanted.exchange, &mut invitations)?;
            match hub.create(next.clone(), begun).await {
                Ok(room) => room,
                // Of two clients that ask at the same moment, the second finds the game of the first.
                Err(problem) => {
                    invitations.clear();
                    hub.room(&next, at.owner).await.map_err(|_| problem)?
                }
            }
        }
        Err(error) => return Err(error.into()),
    };
    room.set_rematch(next.id.clone());
    room.tell(Keeping::Not, "rematch", None);
    let mut answer = GameAnswer::of(&next, at.digest(), &query)?;
    answer.invitations = (!invitations.is_empty()).then_some(invitations);
    Ok(Json(answer).into_response())
}

/// Another game with the same players in the same or in exchanged seats.
fn next_game(
    at: &RoomRequest,
    exchange: bool,
    invitations: &mut Map<String, Value>,
) -> Result<Begun, Problem> {
    let room = &at.room;
    let table = room.table();
    let card = table.card();
    let seeds = Seeds { board: secret::seed()?, player: secret::seed()? };
    let started = table.again(exchange, seeds, at.state.hub.config.clock.wall());
    let other_side = |seat: &str| match (exchange, seat) {
        (true, "white") => "black".to_owned(),
        (true, "black") => "white".to_owned(),
        (_, same) => same.to_owned(),
    };
    let seat = |seat: &store::Seat| {
        let name = other_side(&seat.seat);
        // An invitation that was never used is replaced by another. One that was used is, too, so that the game
        // stays one by invitation; the code opens nothing, since the seat is taken, and is not sent.
        let code = if seat.invited { Some(secret::token()?) } else { None };
        let invitation = code.as_deref().map(Digest::of);
        let unused = code.filter(|_| seat.token.is_none());
        invitations.extend(unused.map(|code| (name.clone(), code.into())));
        Ok(NewSeat { seat: name, token: seat.token, invitation })
    };
    Ok(Begun {
        seats: room.seats().iter().map(seat).collect::<Result<_, Problem>>()?,
        leaderboard: leaderboard(card, &started.start, seeds.board, &started.players),
        pace: room.pace(),
        owner: at.owner,
        table: card.open(&started).map_err(|error| Problem::internal(&error))?,
    })
}
