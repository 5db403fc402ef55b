//! The pages: what a browser gets when a person opens the server's address.
//!
//! What this module decides: the server draws every page whole, so that a game can be read before the script
//! runs and without it; the script then keeps the same elements true to the scenes and view models that
//! the stream brings. Neither decides what makes sense: the view model does (`table::view`). The page holds no
//! rules: it offers the choices of the scene. What a person has set (language, colours, boards, pieces, sound) is in
//! cookies, so that the first byte is already right and nothing flashes.
//!
//! The pages know no game: shades, drawings, names and choices come from the cards, and what only some games
//! have from their capabilities.
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
//! | `form[data-game=NAME]` | the card of a game on the first page; its buttons are `[value=computer]`, `[value=friend]`, `[value=watch]`, `[value=solo]` |
//! | `#yours`, `#watch` | the lists of games on the first page |
//! | `main[data-id][data-game][data-you]` | the game; `data-you` is the seat, empty for a spectator |
//! | `[data-board=NAME]` | the card whose shades are used within |
//! | `main[data-layout=sheet]` | a column as wide as the board, for boards of many cells |
//! | `[role=grid]#board` | the board; `data-flipped` when it is turned |
//! | `button[data-name=e4]` | a square, its shade as a class, `data-piece="white pawn"` what stands there; `data-marks` holds the marks of the scene and `selected target capture hint cause premove question`; the cursor is the focus |
//! | `[data-bar=top]`, `[data-bar=bottom]` | the two players; inside `[data-clock]`, `[data-tally]`, `[data-lead]`, `[data-player]`, `[data-presence]`; `data-to-move` on whose turn it is |
//! | `#status` | whose turn it is, how it ended |
//! | `#opening` | the name of the opening |
//! | `#review`, `#graph`, `#judgement`, `.turns button[data-ply=N]` | of a review: all of it, the chances as a slider, what is said of the move that is shown, the moves that mattered |
//! | `.played li[data-id]`, `.filters`, `.standing` | of one's own games: a game, what is looked for, what they come to |
//! | `#name`, `#elsewhere` with `#link` and `#picture`, `#take` | who one is: the form of the name, the link for another browser, and its use there |
//! | `#tree button[data-at=N]`, `#lines`, `#evaluation` | of an analysis: the moves of the tree, what the search thinks |
//! | `[name=tool]`, `#side`, `[name=right]`, `#text`, `#facts` | of the page on which a position is set up |
//! | `[name=letter]`, `[data-before]`, `#text`, `#verdict`, `#facts` | of the page on which a board is typed |
//! | `button[data-picture=svg]`, `button[data-picture=png]` | saves the board as a picture |
//! | `#message` | why something was refused |
//! | `#live` | what is read out to a screen reader |
//! | `#connection` | empty, or "Reconnecting…" |
//! | `#moves button[data-ply=N]` | the moves; `aria-current=true` on the one that is shown |
//! | `[data-do=NAME]` | every control: those of the view model by their names, and `copy-position` `share` `export` `first` `previous` `next` `last` `sound` `copy-invitation` `copy-code` `join-rematch`; `.tools`, `.dangers` and `.answers` hold them. Those that make sense at other times are `disabled` |
//! | `#ask` | the question whether to resign, with `[data-do=yes]` and `[data-do=no]` |
//! | `#typed` | the field for typed moves |
//! | `#promotion button[data-role=KIND]` | the choice between moves that differ in the piece they place |
//! | `#ending` | the result, beside the board: `.headline`, figures, and what to do next |
//! | `#best`, `#replay`, `#verdict`, `#record` | of a game against the time: the best times, the clicks as a slider, what is said of one, the own best time |
//! | `#talk` with `[data-phrase]`, `#said`, `#notify` | what two people say to each other, and whether the browser tells of their turn |
//! | `#settings` with `#theme`, `#squares`, `#pieces` | how everything looks; `#sound` stands beside it |
//! | `#questions`, `#chords`, `#zoom` | how cells are marked and opened around, and how large they are |
//! | `#invitation`, `#invitation-link` | what an inviter sees, and the link |
//! | `#counter`, `#face`, `#timer` | of a game for one |
//! | `main[data-version][data-changes]` | a page of the lab; `data-changes` while it is worth asking again |
//! | `#start`, `form[data-resume=RUN]`, `button[data-stop=RUN]` | learning starts, goes on, stops |
//! | `button[data-player=PLAYER]` | begins a game against a generation, within `[data-game]` |
//! | `[data-part]` | what is put in place anew while a run learns |

mod analysis;
mod assets;
mod board;
mod choosing;
mod editor;
mod game;
mod home;
mod lab;
mod mine;
mod panel;
mod preferences;
mod shell;
mod style;
mod survey;
mod taking;
mod texts;

use crate::api::AppState;
use crate::me;
pub use assets::Assets;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
pub use board::piece_name;
use flate2::Compression;
pub use game::no_page;
use maud::Markup;
use preferences::Preferences;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/", get(home::show))
        .route("/games/{id}", get(game::show))
        .route("/games/{id}/analysis", get(analysis::show))
        .route("/games/{id}/board.svg", get(mine::thumbnail))
        .route("/mine", get(mine::show))
        .route(me::TAKING, get(taking::show))
        .route("/editor/{game}", get(editor::show))
        .route("/lab", get(lab::list))
        .route("/lab/{run}", get(lab::run))
        .route("/assets/{version}/{file}", get(assets::serve))
        .route("/favicon.ico", get(assets::icon))
        .route("/manifest.webmanifest", get(assets::manifest))
        .route("/worker.js", get(assets::worker))
}

/// A page as an answer, packed if the browser accepts that, with the cookies of what it has just set.
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
        (
            status,
            [(header::CONTENT_TYPE, KIND), encoding],
            assets::packed(&bytes, Compression::default()),
        )
            .into_response()
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
