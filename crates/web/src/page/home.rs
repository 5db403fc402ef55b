//! The first page: the games, and those that are under way.

use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, choosing, mine, texts};
use crate::api::{AppState, with_cookie};
use crate::extract::QueryString;
use crate::own::games_of;
use crate::problem::Problem;
use crate::request::OwnListQuery;
use crate::seat::SeatName;
use crate::token::Token;
use crate::words;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use game::Seat;
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Listed, OwnGame, OwnQuery, Scope};
use table::{Card, Club, Player, Seats, fill};

/// Games in a list.
const MOST_GAMES: u32 = 12;
/// Finished games that the first page shows; the others have a page of their own.
const MOST_FINISHED: u32 = 3;
/// Games to watch have moved within so many milliseconds.
const LATELY: u64 = 30 * MINUTE;
const MINUTE: u64 = 60_000;

/// `GET /`
pub async fn show(
    State(state): State<Arc<AppState>>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&query, &headers);
    let token = Token::of(&headers).map(Token::renewed);
    let asker = token.as_ref().map(Token::digest);
    let running =
        store::Query { over: Some(false), asker, limit: MOST_GAMES, ..store::Query::default() };
    let log = &state.hub.log;
    let mine = match asker {
        Some(_) => log.list(store::Query { scope: Scope::Own, ..running.clone() }).await?,
        None => Vec::new(),
    };
    let now = state.hub.config.clock.wall();
    let mut others = log.list(store::Query { scope: Scope::Others, ..running }).await?;
    others.retain(|game| game.summary.moves > 0 && now.saturating_sub(game.summary.at) < LATELY);
    let finished = match asker {
        Some(owner) => {
            let latest = OwnListQuery::default().query(owner, state.hub.club)?;
            games_of(&state, owner, OwnQuery { limit: MOST_FINISHED, ..latest }).await?
        }
        None => Vec::new(),
    };
    let context = Context { assets: &state.assets, preferences };
    let (club, largest) = (state.hub.club, state.hub.config.largest_record);
    let page = page(context, club, now, largest, [&mine, &others], &finished);
    let response = answer(StatusCode::OK, page, preferences, &headers);
    Ok(match &token {
        Some(token) => with_cookie(response, token, &state),
        None => response,
    })
}

/// How long ago something was, in whole minutes.
fn age(context: Context<'_>, milliseconds: u64) -> String {
    match milliseconds / MINUTE {
        0 => context.words().ago_now.to_owned(),
        minutes => fill(context.words().ago_minutes, &[&minutes.to_string()]),
    }
}

fn page(
    context: Context<'_>,
    club: Club,
    now: u64,
    largest: usize,
    [mine, others]: [&[Listed]; 2],
    finished: &[OwnGame],
) -> Markup {
    let words = context.words();
    let list = |id: &str, title: &str, nothing: &str, games: &[Listed]| {
        let lately = id == "watch";
        html! {
            section id=(id) aria-labelledby=(format!("{id}-title")) {
                h2 id=(format!("{id}-title")) { (title) }
                @if games.is_empty() {
                    p .quiet { (nothing) }
                } @else {
                    ul .games .boards[lately] { @for game in games { (entry(context, club, game, lately.then_some(now))) } }
                }
            }
        }
    };
    let body = html! {
        main .home {
            h1 { (words.tagline) }
            div .cards {
                @for card in club.cards() { (choosing::form(context, *card)) }
            }
            div .lists {
                div {
                    (list("yours", words.your_games, words.no_games_yours, mine))
                    @if !finished.is_empty() {
                        h3 { (words.latest_finished) }
                        ol .played { @for game in finished { (mine::entry(context, club, game, false)) } }
                    }
                    p .aside { a href="/mine" { (words.my_games_and_name) } }
                }
                (list("watch", words.games_to_watch, words.no_games_to_watch, others))
            }
            section #open .opening aria-labelledby="open-title" {
                h2 #open-title { (words.import) }
                p .quiet { (words.open_file) }
                input #file type="file" accept=(extensions(club)) aria-labelledby="open-title";
                p .refusal role="alert" {}
                div #in-file hidden {
                    h3 tabindex="-1" {}
                    p .quiet role="status" {}
                    progress max="100" value="0" aria-labelledby="open-title" {}
                    input type="search" autocomplete="off" aria-label=(words.find_game) placeholder=(words.find_game);
                    ol .games {}
                    button type="button" { (words.more_games) }
                }
            }
            p .aside { a href="/lab" { (words::lab(context.language()).link) } }
        }
        (texts::data("texts", &texts::of_home(context)))
        (texts::data("data", &json!({ "records": records(club), "largest": largest })))
    };
    context.page(&format!("tablero – {}", words.tagline), assets::HOME, &body)
}

/// The games whose files can be opened: their names, how the names of their files end, and whether their lines can be looked at.
fn records(club: Club) -> Value {
    let record = |card: &&'static dyn Card| {
        let extensions: Vec<&str> = card.kinds().iter().map(|kind| kind.record.extension).collect();
        json!({ "game": card.name(), "extensions": extensions, "analysable": !card.capabilities().hidden })
    };
    club.cards().iter().map(record).collect()
}

/// The endings of the names of all files that can be opened.
fn extensions(club: Club) -> String {
    let kinds = club.cards().iter().flat_map(|card| card.kinds());
    let mut endings: Vec<String> =
        kinds.map(|kind| format!(".{}", kind.record.extension)).collect();
    endings.push(".txt".to_owned());
    endings.sort();
    endings.dedup();
    endings.join(",")
}

/// A game in a list; one to watch with its board and its age at a moment.
fn entry(context: Context<'_>, club: Club, listed: &Listed, now: Option<u64>) -> Markup {
    let summary = &listed.summary;
    let Some(card) = club.card(&summary.kind) else { return html! {} };
    let players: Option<Seats<Player>> = serde_json::from_str(&summary.players).ok();
    let name = |(seat, player): (Seat, &Player)| {
        let yours = listed.your_seats.iter().any(|name| name == SeatName::from(seat).text());
        let nickname = listed.nicknames.iter().find(|(of, _)| of == SeatName::from(seat).text());
        match nickname {
            _ if player.is_computer() => card.player_name(player, context.language()),
            _ if yours => context.shared().you.to_owned(),
            Some((_, nickname)) => nickname.clone(),
            None => card.player_name(player, context.language()),
        }
    };
    let players = players.as_ref().map(|players| players.iter().map(name).collect::<Vec<_>>());
    let players = players.unwrap_or_default().join(" – ");
    let moves = match summary.moves {
        1 => context.words().one_move_made.to_owned(),
        moves => fill(context.words().moves_made, &[&moves.to_string()]),
    };
    html! {
        li { a href=(format!("/games/{}", listed.id)) {
            @if now.is_some() {
                img .small src=(format!("/games/{}/board.svg?moves={}", listed.id, summary.moves)) alt="" width="64" height="64" loading="lazy";
            }
            b { (card.words(context.language()).title) } span { (players) }
            span .quiet { (moves) @if let Some(now) = now { " · " (age(context, now.saturating_sub(summary.at))) } }
        } }
    }
}
