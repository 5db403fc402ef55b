//! The first page: four games, and the games that are under way.

use super::preferences::{Asked, Preferences};
use super::{answer, choosing, shell, texts};
use crate::api::{Desk, with_cookie};
use crate::asking::InQuery;
use crate::problem::Problem;
use crate::seat::SeatName;
use crate::token::Token;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use game::Seat;
use maud::{Markup, html};
use std::sync::Arc;
use store::Listed;
use table::{GameName, Player, Seats, Words, fill};

/// Games in a list.
const MOST_GAMES: u32 = 12;

/// `GET /`
pub async fn show(
    State(desk): State<Arc<Desk>>,
    InQuery(wanted): InQuery<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&wanted, &headers);
    let token = Token::of(&headers).map(Token::renewed);
    let asker = token.as_ref().map(Token::digest);
    let running =
        store::Query { over: Some(false), asker, limit: MOST_GAMES, ..store::Query::default() };
    let mine = match asker {
        Some(_) => desk.hub.log.list(store::Query { mine: true, ..running.clone() }).await?,
        None => Vec::new(),
    };
    let many = store::Query { limit: 10 * MOST_GAMES, ..running };
    let mut others = desk.hub.log.list(many).await?;
    others.retain(|game| game.your_seats.is_empty() && game.summary.moves > 0);
    others.truncate(MOST_GAMES as usize);
    let page = page(&mine, &others, preferences);
    let response = answer(StatusCode::OK, page, preferences, &headers);
    Ok(match &token {
        Some(token) => with_cookie(response, token, &desk),
        None => response,
    })
}

fn page(mine: &[Listed], others: &[Listed], preferences: Preferences) -> Markup {
    let words = preferences.language.words();
    let content = html! {
        main .home {
            h1 { (words.page.tagline) }
            div .cards {
                @for game in GameName::ALL { (choosing::card(game, words)) }
            }
            div .lists {
                (list("yours", words.page.your_games, words.page.no_games_yours, mine, words))
                (list("watch", words.page.games_to_watch, words.page.no_games_to_watch, others, words))
            }
        }
        (texts::data("texts", &texts::of_home(words)))
    };
    shell::page(&format!("tablero – {}", words.page.tagline), "home", preferences, &content)
}

fn list(id: &str, title: &str, nothing: &str, games: &[Listed], words: &Words) -> Markup {
    html! {
        section id=(id) aria-labelledby=(format!("{id}-title")) {
            h2 id=(format!("{id}-title")) { (title) }
            @if games.is_empty() {
                p .quiet { (nothing) }
            } @else {
                ul .games { @for game in games { (entry(game, words)) } }
            }
        }
    }
}

fn entry(listed: &Listed, words: &Words) -> Markup {
    let summary = &listed.summary;
    let Some(game) = GameName::of(&summary.kind) else { return html! {} };
    let players: Option<Seats<Player>> = serde_json::from_str(&summary.players).ok();
    let name = |(seat, player): (Seat, &Player)| {
        let yours = listed.your_seats.iter().any(|name| name == SeatName::from(seat).text());
        if yours && !player.is_computer() {
            words.you.to_owned()
        } else {
            words.player(player, game)
        }
    };
    let players = players.as_ref().map(|players| players.iter().map(name).collect::<Vec<_>>());
    let players = players.unwrap_or_default().join(" – ");
    let moves = match summary.moves {
        1 => words.page.one_move_made.to_owned(),
        moves => fill(words.page.moves_made, &[&moves.to_string()]),
    };
    html! {
        li { a href=(format!("/games/{}", listed.id)) {
            b { (words.game(game)) } span { (players) } span .quiet { (moves) }
        } }
    }
}
