//! The page: what a browser gets when a person opens the server's address.
//!
//! What this module decides: the server draws every page whole, so that a game can be read before the script
//! runs and without it; the script then keeps the same elements true to the scenes that the stream
//! brings. The page holds no rules: it offers the choices of the scene. What a person has set (language,
//! colours, sound) is in cookies, so that the first byte is already right and nothing flashes.
//!
//! Decided against: a framework and a build step (the page is a board and a few lists), and code or style
//! written into the page (the content policy forbids both, so nothing that a stranger writes is
//! ever run).
//!
//! # Hooks
//! What tests and style can rely on, besides roles and names:
//!
//! | hook | what it is |
//! |---|---|
//! | `form[data-game=NAME]` | the card of a game on the first page; its buttons are `[value=computer]`, `[value=friend]`, `[value=watch]` |
//! | `#yours`, `#watch` | the lists of games on the first page |
//! | `main[data-id][data-game][data-you]` | the game; `data-you` is the seat, empty for a spectator |
//! | `[role=grid]#board` | the board; `data-flipped` when black is at the bottom |
//! | `button[data-name=e4]` | a square, `data-piece="white pawn"` what stands there; `data-marks` holds words out of `last-move check must-capture selected target capture hint`; the cursor is the focus |
//! | `[data-bar=top]`, `[data-bar=bottom]` | the two players; inside `[data-clock]`, `[data-tally]`, `[data-player]`; `data-to-move` on whose turn it is |
//! | `#status` | whose turn it is, how it ended |
//! | `#message` | why something was refused |
//! | `#live` | what is read out to a screen reader |
//! | `#connection` | empty, or "Reconnecting…" |
//! | `#moves button[data-ply=N]` | the moves; `aria-current=true` on the one that is shown |
//! | `[data-do=NAME]` | every control: the scene's own (`resign`, `offer-draw`, `take-back`, `rematch`, ...) and `hint` `flip` `mayhem` `new` `pass` `copy-position` `share` `export` `import` `first` `previous` `next` `last` `flag-mode` `probabilities` `restart` `sound` `close` `copy-invitation` `copy-code` `join-rematch`; those that make no sense now are `hidden` |
//! | `#ask` | the question whether to resign, with `[data-do=yes]` and `[data-do=no]` |
//! | `#typed` | the field for typed moves |
//! | `#promotion button[data-role=queen]` | the choice of a promotion |
//! | `#ending` | the overlay at the end |
//! | `#invitation`, `#invitation-link` | what an inviter sees, and the link |
//! | `#counter`, `#timer` | Minesweeper's |

mod assets;
mod board;
mod choosing;
mod game;
mod home;
mod panel;
mod preferences;
mod shell;
mod texts;

use crate::api::Desk;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::Markup;
use preferences::Preferences;
use std::sync::Arc;

/// The routes of the page.
pub fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/", get(home::show))
        .route("/games/{id}", get(game::show))
        .route("/assets/{version}/{file}", get(assets::serve))
        .route("/favicon.ico", get(assets::icon))
}

/// A page as an answer, small if the browser can unpack it, with what it has just set.
fn answer(
    status: StatusCode,
    page: Markup,
    preferences: Preferences,
    headers: &HeaderMap,
) -> Response {
    const KIND: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
    let bytes = page.into_string().into_bytes();
    let mut response = if assets::unpacks(headers) {
        let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        (status, [(header::CONTENT_TYPE, KIND), encoding], assets::packed(&bytes)).into_response()
    } else {
        (status, [(header::CONTENT_TYPE, KIND)], bytes).into_response()
    };
    let answer = response.headers_mut();
    answer
        .insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Accept-Language, Cookie"));
    for cookie in preferences.cookies() {
        answer.append(header::SET_COOKIE, cookie);
    }
    response
}
