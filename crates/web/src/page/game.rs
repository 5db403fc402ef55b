//! The page of a game.

use super::board::{board, is_large};
use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, panel, texts};
use crate::api::{AppState, SeatState, seat_states};
use crate::begin;
use crate::extract::{ClientAddress, QueryString, game_id};
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::room::{GameView, Room};
use crate::seat::{SeatName, you};
use crate::token::Token;
use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use game::Viewer;
use maud::{Markup, html};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use store::Digest;
use table::{AnyTable, Card, Scene, ViewModel};

/// Everything that the page of a game is drawn from.
pub struct GamePage<'a> {
    pub context: Context<'a>,
    pub id: &'a str,
    pub card: &'static dyn Card,
    pub scene: Scene,
    pub view: ViewModel,
    /// What there is to know of its start: its size, its variant.
    pub about: Option<String>,
    viewer: Viewer,
    seats: Vec<SeatState>,
    /// The file that the game would be written to.
    pub format: &'static str,
    /// The request that begins another game like this one; `None` where that would tell what is hidden.
    again: Option<Value>,
    /// The leaderboards on which its time may be.
    level: Option<String>,
    /// Is it the board of the day?
    daily: bool,
}

/// `GET /games/ID`
pub async fn show(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    id: Result<Path<String>, PathRejection>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&query, &headers);
    let context = Context { assets: &state.assets, preferences };
    let Some(room) = find(&state, id, address).await? else {
        return Ok(answer(StatusCode::NOT_FOUND, missing(context), preferences, &headers));
    };
    let token = Token::of(&headers).map(|token| token.digest());
    let daily = begin::is_daily(&state, &room.table()).await?;
    let page = page(&room, token, context, daily)?;
    Ok(answer(StatusCode::OK, page, preferences, &headers))
}

/// The game that an address names, if there is one.
pub async fn find(
    state: &AppState,
    id: Result<Path<String>, PathRejection>,
    address: IpAddr,
) -> Result<Option<Arc<Room>>, Problem> {
    let Ok(Ok(id)) = id.map(|Path(id)| game_id(&id)) else { return Ok(None) };
    match state.hub.room(&id, Owner::at(address)).await {
        Ok(room) => Ok(Some(room)),
        Err(problem) if problem.fault.status() == StatusCode::NOT_FOUND => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// A page that says that there is no such game.
pub fn missing(context: Context<'_>) -> Markup {
    nothing(context, Some(context.words().no_such_game))
}

/// A page that says that there is nothing at its address, and perhaps why.
pub fn nothing(context: Context<'_>, why: Option<&str>) -> Markup {
    let words = context.words();
    let body = html! {
        main .home .missing {
            h1 { (words.not_found) }
            @if let Some(why) = why { p { (why) } }
            p { a .button href="/" { (words.home) } }
        }
    };
    context.page("tablero", assets::HOME, &body)
}

/// The answer for an address that nothing has: a page for a browser, a problem for a program.
pub async fn no_page(
    State(state): State<Arc<AppState>>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if !accept.is_some_and(|accept| accept.contains("text/html")) {
        return Err(Fault::NotFound.into());
    }
    let preferences = Preferences::of(&query, &headers);
    let context = Context { assets: &state.assets, preferences };
    Ok(answer(StatusCode::NOT_FOUND, nothing(context, None), preferences, &headers))
}

fn page(
    room: &Room,
    token: Option<Digest>,
    context: Context<'_>,
    daily: bool,
) -> Result<Markup, Problem> {
    let viewer = room.viewer(token, None)?;
    let GameView { scene, view } = room.seen(viewer, token, context.language());
    let table = room.table();
    let card = table.card();
    let page = GamePage {
        context,
        id: room.id.as_str(),
        card,
        scene,
        view,
        about: card.describe(&table.started().start, context.language()),
        viewer,
        seats: seat_states(room, token),
        format: card.kind_of(&table.started().start).record.name,
        again: again(&table),
        level: level(&table),
        daily,
    };
    let title = format!("{} – tablero", card.words(context.language()).title);
    Ok(context.page(&title, assets::GAME, &content(&page)))
}

/// The request that begins such a game again.
fn again(table: &AnyTable) -> Option<Value> {
    let started = table.started();
    (!table.card().capabilities().hidden)
        .then(|| json!({ "game": started.game, "start": started.start, "clock": started.clock }))
}

fn level(table: &AnyTable) -> Option<String> {
    let card = table.card();
    let leaderboard = card.leaderboard(&table.started().start)?;
    card.leaderboards(Some(&leaderboard)).ok()?.into_iter().next().map(|found| found.level)
}

fn content(page: &GamePage<'_>) -> Markup {
    let GamePage { context, card, scene, view, .. } = page;
    let texts = card.words(context.language());
    let data = json!({
        "seats": page.seats,
        "again": page.again,
        "daily": page.daily,
        "task": texts.task,
        "level": page.level,
        "card": texts::of_card(*card, context.language()),
    });
    let sheet = card.board().narrow;
    html! {
        main .game data-id=(page.id) data-game=(card.name()) data-board=(card.name())
            data-layout=(if sheet { "sheet" } else { "table" })
            data-you=(you(page.viewer).map_or("", SeatName::text)) data-over[scene.over]
            data-large[is_large(&scene.picture)]
            data-columns=(scene.picture.columns.len()) data-rows=(scene.picture.rows.len()) {
            h1 .hidden { (texts.title) }
            @if let [top, _] = view.bars.as_slice() { (panel::bar(page, top, "top")) } @else { (panel::solo_bar(page)) }
            div .place {
                div .frame {
                    (board(*context, *card, &scene.picture, view.turned))
                    div #over-board {}
                }
            }
            @if let [_, bottom] = view.bars.as_slice() { (panel::bar(page, bottom, "bottom")) }
            (panel::side(page))
        }
        (texts::data("texts", &texts::of_game_with_review(*context, *card)))
        (texts::data("data", &data))
    }
}
