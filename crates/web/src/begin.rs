//! Beginning a game: a new one, one that was begun elsewhere, or the next one after another.

use crate::api::{Answer, Desk, shown_game, with_cookie};
use crate::asking::{Address, AtGame, InBody, game_id};
use crate::hub::{Begun, heavy};
use crate::live::{now, only_computers};
use crate::problem::Problem;
use crate::requests::{
    Again, Look, NewGame, check_pace, check_player, check_size, read_json, sentence,
};
use crate::seat::SeatName;
use crate::secret;
use crate::token::Token;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use game::{Seat, Viewer};
use serde_json::{Map, Value};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use store::{Digest, NewSeat, StoreError};
use table::{AnyTable, GameName, Imported, Player, Seats, Seeds};

/// The largest board without guessing, in cells: larger than an expert's.
const MOST_NO_GUESS: usize = 30 * 24;

pub async fn create(
    State(desk): State<Arc<Desk>>,
    Extension(Address(address)): Extension<Address>,
    request: Request,
) -> Answer {
    let config = &desk.hub.config;
    let token = Token::of(request.headers());
    let wanted: NewGame = read_json(request, config.largest_record, config.body_timeout).await?;
    let game = GameName::of(&wanted.game).ok_or_else(|| {
        let message = "The games are chess, checkers, othello and mines.";
        Problem::unfit("no-such-kind", message)
    })?;
    let pace = wanted.pace.map_or(Ok(config.pace), check_pace)?;
    let players = wanted_players(&wanted, game)?;
    one_more_game(&desk, address)?;
    let (table, heading, notes) = heavy(true, || match &wanted.record {
        Some(record) => imported(&wanted, game, record, players),
        None => opened(&wanted, game, players),
    })?;
    check_size(table.scene(Viewer::Spectator, 0, table::Language::English).picture.cells.len())?;

    let token = Token::or_new(token)?;
    let mut invitations = Map::new();
    let seats = new_seats(&wanted, &table, token.digest(), &mut invitations)?;
    let id = game_id(&secret::game_name()?)?;
    let live = desk.hub.create(id, Begun { table, seats, heading, pace }).await?;
    tracing::info!(game = %live.id, kind = game.name(), "a game begins");
    let mut answer = shown_game(&live, Some(token.digest()), &Look::default())?;
    answer.invitations = Some(invitations);
    answer.notes = wanted.record.map(|_| notes);
    let location = format!("/api/games/{}", live.id);
    let mut response = (StatusCode::CREATED, Json(answer)).into_response();
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(with_cookie(response, &token, &desk))
}

/// Counts a game that an address begins, if it has not begun too many.
fn one_more_game(desk: &Desk, address: IpAddr) -> Result<(), Problem> {
    desk.games.take(address, Instant::now()).map_err(|seconds| {
        desk.hub.metrics.limited();
        let message = "You have begun many games. Wait a little before the next.";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-games", message).retry_after(seconds)
    })
}

/// Who is to play, if they may.
fn wanted_players(wanted: &NewGame, game: GameName) -> Result<Seats<Player>, Problem> {
    let players = wanted.players.clone().unwrap_or(match game.seats() {
        [_] => Seats::Solo { solo: Player::Human },
        _ => Seats::Two { white: Player::Human, black: Player::Human },
    });
    for (_, player) in players.iter() {
        check_player(player, game)?;
    }
    // The player's seed is drawn apart from the board's, because players are shown.
    let seed = secret::seed()?;
    Ok(players.map(|player| player.with_seed(seed)))
}

/// A table, the heading for its time, and what is to be said about it.
type Opened = Result<(AnyTable, Option<String>, Vec<String>), Problem>;

fn opened(wanted: &NewGame, game: GameName, players: Seats<Player>) -> Opened {
    let seed = secret::seed()?;
    let start = game
        .start(wanted.start.as_deref(), seed)
        .map_err(|error| Problem::unfit("bad-start", error))?;
    check_no_guess(&start)?;
    let heading = heading(&start, seed, &players);
    let started = game.started(start, players, wanted.clock, now());
    let table = AnyTable::open(&started).map_err(|e| Problem::unfit("bad-start", sentence(&e)))?;
    if table.clock().is_some() && only_computers(&table) {
        // They move only while somebody looks on, and a clock does not wait for that.
        let message = "Between computers there is no clock.";
        return Err(Problem::unfit("no-clock", message));
    }
    Ok((table, heading, Vec::new()))
}

/// Boards without guessing are looked for, and where they are large or full of mines that takes too long.
fn check_no_guess(start: &str) -> Result<(), Problem> {
    let Ok(start) = start.parse::<mines::Start>() else { return Ok(()) };
    let (cells, mines) = (start.level().cells(), usize::from(start.level().mines()));
    if start.is_no_guess() && (cells > MOST_NO_GUESS || 3 * mines > cells) {
        let message = format!(
            "A board without guessing may have {MOST_NO_GUESS} cells, a third of them with mines."
        );
        return Err(Problem::unfit("bad-start", message));
    }
    Ok(())
}

fn imported(wanted: &NewGame, game: GameName, record: &str, players: Seats<Player>) -> Opened {
    if wanted.start.is_some() || wanted.clock.is_some() {
        let message = "A game from a record has the start and the clock of the record.";
        return Err(Problem::bad_request("bad-field", message));
    }
    let Imported { table, notes } =
        table::import_for(game, record, Some(players), now()).map_err(|e| Problem::from(&e))?;
    Ok((table, None, notes.iter().map(ToString::to_string).collect()))
}

/// The heading under which the time of a game of Minesweeper may be among the best: when a person
/// plays it on a board that nobody has seen before.
fn heading(start: &str, seed: u64, players: &Seats<Player>) -> Option<String> {
    let start: mines::Start = start.parse().ok()?;
    let unseen = start.seed() == seed && start.first().is_none();
    let alone = players.get(Seat::Solo) == Some(&Player::Human);
    (unseen && alone).then(|| heading_of(start.level(), start.rule(), start.is_no_guess()))
}

/// The heading for a level, a rule for the first click, and boards with or without guessing.
pub fn heading_of(level: mines::Level, rule: mines::Rule, no_guess: bool) -> String {
    format!("{level} {rule}{}", if no_guess { " no-guess" } else { "" })
}

/// Who gets which seat: the one who begins, whoever is invited, or anybody. The seats of computers go
/// to the one who begins, who may later sit down there.
fn new_seats(
    wanted: &NewGame,
    table: &AnyTable,
    token: Digest,
    invitations: &mut Map<String, Value>,
) -> Result<Vec<NewSeat>, Problem> {
    let mut seats = Vec::new();
    if let Some(mine) = &wanted.mine
        && let Some(none) = mine.iter().find(|&&s| table.players().get(Seat::from(s)).is_none())
    {
        let message = format!("This game has no seat {:?}.", none.text());
        return Err(Problem::unfit("no-such-seat", message));
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
    at: AtGame,
    Extension(Address(address)): Extension<Address>,
    InBody(again): InBody<Again>,
) -> Answer {
    let (hub, live) = (&at.desk.hub, &at.live);
    live.acting_seat(at.digest(), None)?;
    let table = live.table();
    if !table.is_over() {
        let message = "The game is not over yet.";
        return Err(Problem::new(StatusCode::CONFLICT, "not-over", message));
    }
    let next = game_id(&secret::rematch_of(&live.id))?;
    let mut invitations = Map::new();
    let next = match hub.log.read(&next, 0).await {
        Ok(_) => hub.live(&next).await?,
        Err(StoreError::NoSuchGame) => {
            one_more_game(&at.desk, address)?;
            let seeds = Seeds { board: secret::seed()?, player: secret::seed()? };
            let started = table.again(again.exchange, seeds, now());
            let other_side = |seat: &str| match (again.exchange, seat) {
                (true, "white") => "black".to_owned(),
                (true, "black") => "white".to_owned(),
                (_, same) => same.to_owned(),
            };
            let mut seat = |seat: &store::Seat| {
                let name = other_side(&seat.seat);
                // Whoever was invited and never came gets another invitation.
                let invited = seat.token.is_none() && !seat.open;
                let invitation = if invited { Some(secret::token()?) } else { None };
                let digest = invitation.as_deref().map(Digest::of);
                invitations.extend(invitation.map(|code| (name.clone(), code.into())));
                Ok(NewSeat { seat: name, token: seat.token, invitation: digest })
            };
            let begun = Begun {
                seats: live.seats().iter().map(&mut seat).collect::<Result<_, Problem>>()?,
                heading: heading(&started.start, seeds.board, &started.players),
                pace: live.pace(),
                table: AnyTable::open(&started).map_err(|error| Problem::internal(&error))?,
            };
            match hub.create(next.clone(), begun).await {
                Ok(live) => live,
                // Of two who ask at the same moment, the second finds the game of the first.
                Err(problem) => {
                    invitations.clear();
                    hub.live(&next).await.map_err(|_| problem)?
                }
            }
        }
        Err(error) => return Err(error.into()),
    };
    live.set_rematch(next.id.clone());
    let mut answer = shown_game(&next, at.digest(), &Look::default())?;
    answer.invitations = (!invitations.is_empty()).then_some(invitations);
    Ok(Json(answer).into_response())
}
