//! The page of one's own finished games: what they come to, and the games themselves with their last boards.

use super::panel::copied;
use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, texts};
use crate::api::AppState;
use crate::extract::{QueryString, game_id};
use crate::own::{ITSELF, Standing, games_of, opening_in, outcome_name, page_end, standings};
use crate::problem::{Fault, Problem};
use crate::request::OwnListQuery;
use crate::time::wall;
use crate::token::Token;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Viewer;
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;
use store::{Outcome, OwnGame};
use table::card::{Drawing, PieceStyle};
use table::record::Date;
use table::scene::{Colour, Picture};
use table::{Card, Club, Event, LONGEST_NICKNAME, Player, fill};

const DAY: u64 = 86_400_000;
/// The digits of a board that shows numbers, in their colours.
const DIGITS: [&str; 8] =
    ["#1f4fc4", "#23702f", "#b8231d", "#4a2a94", "#86331b", "#0d6a70", "#23262b", "#5d6470"];

/// `GET /mine`
pub async fn show(
    State(state): State<Arc<AppState>>,
    QueryString(set): QueryString<PreferencesQuery>,
    QueryString(wanted): QueryString<OwnListQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&set, &headers);
    let context = Context { assets: &state.assets, preferences };
    let club = state.hub.club;
    let owner = Token::of(&headers).map(|token| token.digest());
    let name = match owner {
        Some(owner) => state.hub.log.nickname(owner).await?,
        None => None,
    };
    let (games, known, limit) = match owner {
        Some(owner) => {
            let query = wanted.query(owner, club)?;
            let limit = query.limit as usize;
            let games = games_of(&state, owner, query).await?;
            let results = state.hub.log.own_results(owner).await?;
            (games, standings(club, &results), limit)
        }
        None => (Vec::new(), Vec::new(), 1),
    };
    let person = person(context, name.as_deref(), owner.is_some());
    let page = page(context, club, &wanted, &games, &known, games.len() == limit, &person);
    Ok(answer(StatusCode::OK, page, preferences, &headers))
}

fn page(
    context: Context<'_>,
    club: Club,
    wanted: &OwnListQuery,
    games: &[OwnGame],
    known: &[Standing],
    more: bool,
    person: &Markup,
) -> Markup {
    let words = context.words();
    let body = html! {
        main .home .mine {
            h1 { (words.my_games) }
            @if !known.is_empty() {
                div .standings { @for standing in known { (standing_card(context, standing)) } }
            }
            (filters(context, club, wanted, known))
            p .refusal role="alert" {}
            @if games.is_empty() {
                p .quiet { (words.no_finished_games) }
            } @else {
                ol .played { @for game in games { (entry(context, club, game, true)) } }
            }
            @if let (true, Some(last)) = (more, games.last()) {
                p { a .button href=(address(wanted, &page_end(last))) { (words.older_games) } }
            }
            @if !known.is_empty() {
                p .exports {
                    span .quiet { (words.export_all) } " "
                    @for standing in known {
                        a .button href=(format!("/api/mine/export?game={}", standing.card.name())) download {
                            (standing.card.words(context.language()).title)
                        }
                    }
                }
            }
            (person)
        }
        (texts::data("texts", &json!({ "failed": words.failed, "saved": words.saved, "copied": words.copied })))
    };
    context.page(&format!("{} – tablero", words.my_games), assets::MINE, &body)
}

/// Who one is to others, and how one goes on elsewhere.
fn person(context: Context<'_>, name: Option<&str>, is_known: bool) -> Markup {
    let words = context.words();
    html! {
        div .standings .person {
            form #name .standing {
                h2 { label for="nickname" { (words.your_name) } }
                p #name-use .quiet { (words.name_use) }
                p .copying {
                    input #nickname name="name" value=[name] maxlength=(LONGEST_NICKNAME) autocomplete="nickname"
                        spellcheck="false" aria-describedby="name-use";
                    button type="submit" { (words.save) }
                }
                p .said role="status" {}
            }
            @if is_known {
                section #elsewhere .standing aria-labelledby="elsewhere-title" {
                    h2 #elsewhere-title { (words.other_browser) }
                    p .quiet { (words.other_browser_use) }
                    p { button type="button" data-do="link" { (words.show_link) } }
                    div .shown hidden {
                        svg #picture role="img" aria-label=(words.link_picture) shape-rendering="crispEdges" { path {} }
                        (copied("link", words.link_to_take, "copy", words.copy))
                    }
                    p .said role="status" {}
                }
            }
        }
    }
}

/// The address of the same list from another place on.
fn address(wanted: &OwnListQuery, after: &str) -> String {
    let parts = [
        ("game", &wanted.game),
        ("result", &wanted.result),
        ("opponent", &wanted.opponent),
        ("words", &wanted.words),
        ("since", &wanted.since),
        ("until", &wanted.until),
    ];
    let mut text = format!("/mine?after={after}");
    for (name, value) in parts {
        if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
            let _ = write!(text, "&{name}={}", encoded(value));
        }
    }
    text
}

/// A value of a query string.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

fn opponent_name(card: &'static dyn Card, opponent: &str, context: Context<'_>) -> String {
    match opponent.parse::<Player>() {
        Ok(Player::Human) => context.words().another_person.to_owned(),
        Ok(player) => card.player_name(&player, context.language()),
        Err(_) => String::new(),
    }
}

fn filters(context: Context<'_>, club: Club, wanted: &OwnListQuery, known: &[Standing]) -> Markup {
    let words = context.words();
    let is = |chosen: &Option<String>, value: &str| chosen.as_deref().unwrap_or_default() == value;
    let results =
        [("", words.any), ("won", words.won), ("drawn", words.drawn), ("lost", words.lost)];
    let mut opponents: Vec<(String, String)> = known
        .iter()
        .flat_map(|standing| standing.against.iter().map(|(opponent, _)| (standing.card, opponent)))
        .map(|(card, opponent)| (opponent.clone(), opponent_name(card, opponent, context)))
        .filter(|(_, name)| !name.is_empty())
        .collect();
    opponents.sort();
    opponents.dedup_by(|one, other| one.0 == other.0);
    let day = |name: &str, label: &str, value: &Option<String>| {
        html! {
            label .field { span { (label) } input type="date" name=(name) value=[value.as_deref()]; }
        }
    };
    html! {
        form .filters method="get" action="/mine" {
            label .field { span { (words.game) }
                select name="game" autocomplete="off" {
                    option value="" selected[is(&wanted.game, "")] { (words.any) }
                    @for card in club.cards() {
                        option value=(card.name()) selected[is(&wanted.game, card.name())] { (card.words(context.language()).title) }
                    }
                }
            }
            label .field { span { (words.result) }
                select name="result" autocomplete="off" {
                    @for (value, label) in results { option value=(value) selected[is(&wanted.result, value)] { (label) } }
                }
            }
            label .field { span { (context.shared().interface.opponent) }
                select name="opponent" autocomplete="off" {
                    option value="" selected[is(&wanted.opponent, "")] { (words.any) }
                    @for (value, label) in &opponents { option value=(value) selected[is(&wanted.opponent, value)] { (label) } }
                }
            }
            label .field { span { (words.opening_words) } input type="search" name="words" maxlength="100" value=[wanted.words.as_deref()]; }
            (day("since", words.since, &wanted.since))
            (day("until", words.until, &wanted.until))
            button type="submit" { (words.show) }
        }
    }
}

/// What a client's games of one kind come to.
fn standing_card(context: Context<'_>, standing: &Standing) -> Markup {
    let words = context.words();
    let card = standing.card;
    let streak = match standing.streak {
        2.. => Some(fill(words.won_in_a_row, &[&standing.streak.to_string()])),
        ..=-2 => Some(fill(words.lost_in_a_row, &[&(-standing.streak).to_string()])),
        _ => None,
    };
    html! {
        section .standing aria-label=(card.words(context.language()).title) {
            h2 { (card.words(context.language()).title) }
            @if let Some(last) = standing.curve.last() {
                p { b .rating { (format!("{:.0}", last.rating)) }
                    span .quiet { (fill(if standing.curve.len() == 1 { words.rating_margin_once } else { words.rating_margin }, &[&format!("{:.0}", 2.0 * last.deviation), &standing.curve.len().to_string()])) } }
                (curve(standing, words.rating_curve))
            }
            @if let Some(streak) = streak { p { (streak) } }
            @if let Some(level) = standing.next {
                p { (fill(words.level_suits, &[&card.player_name(&Player::Level(level), context.language())])) }
            }
            table .figures {
                thead { tr { th { (context.shared().interface.opponent) } th { (words.won) } th { (words.drawn) } th { (words.lost) } } }
                tbody {
                    @for (opponent, counts) in &standing.against {
                        tr {
                            th { @let name = opponent_name(card, opponent, context);
                                @if name.is_empty() { (words.alone) } @else { (name) } }
                            @for count in counts { td { (count) } }
                        }
                    }
                }
            }
        }
    }
}

/// The rating after each game with twice its deviation, in a frame of 240 by 60.
fn curve(standing: &Standing, label: &str) -> Markup {
    let points = &standing.curve;
    if points.len() < 3 {
        return html! {};
    }
    let low = points.iter().map(|point| point.rating).fold(f64::INFINITY, f64::min) - 60.0;
    let high = points.iter().map(|point| point.rating).fold(f64::NEG_INFINITY, f64::max) + 60.0;
    let step = (points.len() / 240).max(1);
    let line = |of: &dyn Fn(&lab::glicko::Glicko) -> f64| {
        let place = |(at, point): (usize, &lab::glicko::Glicko)| {
            let x = 240.0 * at as f64 / (points.len() - 1) as f64;
            let y = 60.0 - 60.0 * (of(point).clamp(low, high) - low) / (high - low);
            format!("{x:.1} {y:.1}")
        };
        let last = points.len() - 1;
        let shown = points.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last);
        shown.map(place).collect::<Vec<_>>()
    };
    let upper = line(&|point| point.rating + 2.0 * point.deviation);
    let mut lower = line(&|point| point.rating - 2.0 * point.deviation);
    lower.reverse();
    let band = format!("M{}L{}Z", upper.join("L"), lower.join("L"));
    let middle = format!("M{}", line(&|point| point.rating).join("L"));
    html! {
        svg .curve viewBox="0 0 240 60" preserveAspectRatio="none" role="img" aria-label=(label) {
            path .band d=(band) {}
            path .line d=(middle) {}
        }
    }
}

/// A finished game in a list, perhaps with a button that deletes it.
pub fn entry(context: Context<'_>, club: Club, game: &OwnGame, deletable: bool) -> Markup {
    let Some(card) = club.card(&game.kind) else { return html! {} };
    let words = context.words();
    let (mark, result) = match game.outcome {
        Outcome::Won => ("+", words.was_won),
        Outcome::Drawn => ("=", words.drawn),
        Outcome::Lost => ("−", words.was_lost),
        Outcome::None if game.opponent.as_deref() == Some(ITSELF) => ("·", words.both_sides),
        Outcome::None => ("·", words.no_result),
    };
    let opponent = game.opponent.as_deref().map(|name| opponent_name(card, name, context));
    let opponent = game.title.clone().or(game.nickname.clone()).or(opponent);
    let opponent = opponent.filter(|name| !name.is_empty());
    let moves = match game.moves {
        1 => words.one_move_made.to_owned(),
        moves => fill(words.moves_made, &[&moves.to_string()]),
    };
    let opening = game.opening.as_deref().map(|kept| opening_in(kept, context.language()));
    let again = if card.capabilities().hidden { "" } else { "/analysis#review" };
    html! {
        li data-id=(game.id) {
            a .thumbnail href=(format!("/games/{}{again}", game.id)) tabindex="-1" aria-hidden="true" {
                img src=(format!("/games/{}/board.svg", game.id)) alt="" width="96" height="96" loading="lazy";
            }
            div {
                a href=(format!("/games/{}{again}", game.id)) {
                    span .outcome data-outcome=(outcome_name(game.outcome)) { span aria-hidden="true" { (mark) } " " (result) }
                    " " b { (card.words(context.language()).title) }
                    @if let Some(opponent) = opponent { ", " bdi { (opponent) } }
                }
                p .quiet { (when(context, game.at)) " · " (moves) @if let Some(opening) = opening { " · " (opening) } }
            }
            @if deletable { div .asks {
                button type="button" .icon data-do="delete" aria-label=(words.delete_game) title=(words.delete_game) { (context.drawing("close", "glyph")) }
                span hidden {
                    span { (words.delete_game_sure) } " "
                    button type="button" .bad data-do="yes" { (words.yes) }
                    button type="button" data-do="no" { (words.no) }
                }
            } }
        }
    }
}

/// "Today", "yesterday", or the day.
fn when(context: Context<'_>, at: u64) -> String {
    let days = (wall() / DAY).saturating_sub(at / DAY);
    match days {
        0 => context.words().today.to_owned(),
        1 => context.words().yesterday.to_owned(),
        _ => Date::of(at).map(|date| date.day().replace('.', "-")).unwrap_or_default(),
    }
}

/// `GET /games/ID/board.svg`: the last board of a game as a small picture, as a spectator sees it.
pub async fn thumbnail(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = game_id(&id)?;
    let lines = state.hub.log.read(&id, 0).await?;
    let events: Vec<Event> = lines
        .iter()
        .map(|line| serde_json::from_str(line))
        .collect::<Result<_, _>>()
        .map_err(|_| Fault::NoSuchGame)?;
    let table = state.hub.club.replay(&events).map_err(|_| Fault::NoSuchGame)?;
    let picture = table.picture_at(Viewer::Spectator, table.moves_played());
    let picture = picture.ok_or(Fault::NoSuchGame)?;
    let text = drawn(table.card(), &picture).into_string();
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        // A finished game does not change; the address of a running one has the number of its moves.
        (header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=604800")),
    ];
    Ok((headers, text).into_response())
}

/// A board as a drawing of its own: nothing outside of it is needed.
fn drawn(card: &'static dyn Card, picture: &Picture) -> Markup {
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {columns} {rows}")) {
            defs { (PreEscaped(card.drawings())) }
            @for (index, cell) in picture.cells.iter().enumerate() {
                @let (x, y) = (index % columns, index / columns);
                @let shade = card.shade(cell.shade).map_or("#cccccc", |shade| shade.colours[0]);
                rect x=(x) y=(y) width="1" height="1" fill=(shade) {}
                @if let Some(style) = cell.piece.and_then(|piece| card.piece(piece)) { (standing_at(style, x, y)) }
            }
        }
    }
}

fn standing_at(style: &PieceStyle, x: usize, y: usize) -> Markup {
    let [fill, stroke] = match style.side {
        Some(Colour::White) => ["#fbf7ee", "#2b2d31"],
        Some(Colour::Black) => ["#2a2d33", "#121417"],
        None => ["#b3312b", "#23262b"],
    };
    let ink = if style.side == Some(Colour::Black) { "#e9e4d8" } else { "#2b2d31" };
    match style.drawing {
        Drawing::Symbol(name) => html! {
            g fill=(fill) stroke=(stroke) color=(ink) {
                use href=(format!("#{name}")) x=(format!("{}.04", x)) y=(format!("{}.04", y)) width="0.92" height="0.92" {}
            }
        },
        Drawing::Digit => {
            let colour = style
                .kind
                .parse::<usize>()
                .ok()
                .and_then(|digit| DIGITS.get(digit.wrapping_sub(1)));
            html! {
                text x=(format!("{x}.5")) y=(format!("{y}.75")) font-size="0.7" font-weight="800" text-anchor="middle"
                    font-family="sans-serif" fill=(colour.copied().unwrap_or("#23262b")) { (style.kind) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // A part of the query is private to the module that reads it.
    #[allow(clippy::field_reassign_with_default)]
    fn what_was_searched_for_goes_on_to_the_next_page() {
        let mut wanted = OwnListQuery::default();
        wanted.words = Some("ruy & lópez".to_owned());
        wanted.game = Some("chess".to_owned());
        wanted.result = Some(String::new());
        assert_eq!(
            address(&wanted, "12-3"),
            "/mine?after=12-3&game=chess&words=ruy%20%26%20l%C3%B3pez"
        );
    }
}
