//! The page on which a position is set up: pieces to choose from, a board to put them on, whose turn it is, and what the
//! rules say about it.

use super::board::{board, piece_name, save_picture, standing};
use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, game, survey, texts};
use crate::analysis::open;
use crate::api::AppState;
use crate::extract::QueryString;
use crate::problem::Problem;
use crate::seat::SeatName;
use ::game::{Seat, Viewer};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::{Markup, html};
use serde_json::json;
use std::sync::Arc;
use table::Card;
use table::card::PieceStyle;

/// `GET /editor/GAME`
pub async fn show(
    State(state): State<Arc<AppState>>,
    name: Result<Path<String>, PathRejection>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&query, &headers);
    let context = Context { assets: &state.assets, preferences };
    let card = name.ok().and_then(|Path(name)| state.hub.club.card(&name));
    let page = card.and_then(|card| page(card, context).or_else(|| survey::page(card, context)));
    let (status, page) = match page {
        Some(page) => (StatusCode::OK, page),
        None => (StatusCode::NOT_FOUND, game::nothing(context, None)),
    };
    Ok(answer(status, page, preferences, &headers))
}

/// `None` where positions cannot be set up.
fn page(card: &'static dyn Card, context: Context<'_>) -> Option<Markup> {
    let language = context.language();
    if !card.capabilities().composed {
        return None;
    }
    let picture = open(card, None).ok()?.scene(Viewer::Spectator, 0, language).picture;
    let (words, title) = (context.words(), card.words(language).title);
    let body = html! {
        main .game .analysis .editor data-game=(card.name()) data-board=(card.name()) data-layout="table"
            data-columns=(picture.columns.len()) data-rows=(picture.rows.len()) {
            h1 .hidden { (title) " – " (words.editor) }
            div .place { div .frame { (board(context, card, &picture, false)) } }
            div .side .study {
                div .sentences {
                    p #status {}
                    p #message role="alert" {}
                }
                (palette(context, card))
                (settings(context, card))
                dl #facts .facts {}
                label .field { span { (words.as_text) }
                    textarea #text rows="3" spellcheck="false" maxlength="4000" aria-describedby="form" {}
                }
                p #form .quiet { (card.words(language).position_form) }
                div .controls {
                    button type="button" .main data-do="analyse" { (words.analyse) }
                    button type="button" data-do="play" { (words.play) }
                }
                div .controls {
                    button type="button" data-do="clear" { (words.clear) }
                    button type="button" data-do="usual" { (context.shared().interface.usual_start) }
                    button type="button" data-do="flip" { (context.shared().interface.flip) }
                    button type="button" data-do="copy" { (words.copy_position) }
                    (save_picture(context))
                }
            }
        }
        (texts::data("texts", &texts::of_game(context)))
        (texts::data("data", &json!({ "card": texts::of_card(card, language), "computer": card.usual_computer() })))
    };
    Some(context.page(&format!("{title} – {} – tablero", words.editor), assets::EDITOR, &body))
}

/// The pieces that can be put on the board, a hand that moves them, and one that takes them off.
fn palette(context: Context<'_>, card: &'static dyn Card) -> Markup {
    let words = context.words();
    let tool = |value: &str, label: &str, shown: &Markup, checked: bool| {
        html! {
            label .tool title=(label) {
                input type="radio" name="tool" value=(value) checked[checked] autocomplete="off" aria-label=(label);
                (shown)
            }
        }
    };
    let piece = |style: &PieceStyle| {
        let piece = style.piece();
        let label = card.piece_name(piece, context.language());
        tool(&piece_name(piece), label, &standing(context, card, piece), false)
    };
    html! {
        fieldset .palette data-board=(card.name()) {
            legend { (words.pieces) }
            (tool("hand", words.hand, &context.drawing("move", "glyph"), true))
            (tool("none", words.take_off, &context.drawing("close", "glyph"), false))
            @for style in card.pieces() { (piece(style)) }
        }
    }
}

/// Whose turn it is, and the rights.
fn settings(context: Context<'_>, card: &'static dyn Card) -> Markup {
    let language = context.language();
    html! {
        div .fields {
            label .field { span { (context.words().turn) }
                select #side autocomplete="off" {
                    @for side in card.sides() {
                        option value=(SeatName::from(Seat::Side(side)).text()) { (card.side_name(side, language)) }
                    }
                }
            }
            @for right in card.rights(language) {
                label .field .check { input type="checkbox" name="right" value=(right.value) autocomplete="off"; span { (right.label) } }
            }
        }
    }
}
