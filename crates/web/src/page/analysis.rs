//! The page on which lines of play are looked at: the board of any line, what the search thinks of it, and the tree of
//! variations as books print it.

use super::board::{board, save_picture};
use super::game::{find, missing};
use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, texts};
use crate::api::{AppState, seat_states};
use crate::extract::{ClientAddress, QueryString};
use crate::problem::Problem;
use crate::room::Room;
use crate::seat::SeatName;
use crate::token::Token;
use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use game::{Seat, Side, Viewer};
use maud::{Markup, html};
use serde_json::json;
use std::sync::Arc;
use store::Digest;
use table::analysis::{ASSESSMENTS, SIGNS};
use table::fill;
use table::record::{LONGEST_TAG, seat_tag};

/// How many lines of the search can be shown.
const LINES: [u8; 3] = [1, 3, 5];
const USUAL_LINES: u8 = 3;

/// `GET /games/ID/analysis`
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
    let (status, page) = match room.may_be_analysed() {
        Ok(()) => (StatusCode::OK, page(&room, token, context)),
        Err(problem) => {
            let why = problem.fault.text(context.language());
            (problem.fault.status(), refused(&room, &why, context))
        }
    };
    Ok(answer(status, page, preferences, &headers))
}

/// A page that says why a game is not looked at.
fn refused(room: &Room, why: &str, context: Context<'_>) -> Markup {
    let words = context.words();
    let body = html! {
        main .home .missing {
            h1 { (words.analysis) }
            p { (why) }
            p { a .button href=(format!("/games/{}", room.id)) { (words.to_the_game) } }
        }
    };
    context.page("tablero", assets::HOME, &body)
}

fn page(room: &Room, token: Option<Digest>, context: Context<'_>) -> Markup {
    let table = room.table();
    let (card, language) = (table.card(), context.language());
    let scene = table.scene(Viewer::Spectator, 0, language);
    let (words, title) = (context.words(), card.words(language).title);
    let turned = room.seen(Viewer::Spectator, token, language).view.turned;
    let data = json!({
        "seats": seat_states(room, token),
        "card": texts::of_card(card, language),
        "signs": SIGNS,
        "assessments": ASSESSMENTS,
        "sides": card.sides().iter().map(|&side| json!({
            "side": SeatName::from(Seat::Side(side)),
            "name": card.side_name(side, language),
        })).collect::<Vec<_>>(),
        "computer": card.usual_computer(),
    });
    let body = html! {
        main .game .analysis data-id=(room.id) data-game=(card.name()) data-board=(card.name()) data-layout="table"
            data-columns=(scene.picture.columns.len()) data-rows=(scene.picture.rows.len()) {
            h1 .hidden { (title) " – " (words.analysis) }
            div .place {
                div .frame {
                    (board(context, card, &scene.picture, turned))
                    div #over-board {}
                    div #evaluation role="img" aria-label=(words.no_evaluation) { span .share {} span .score {} }
                }
                div #graph hidden role="slider" tabindex="0" aria-valuemin="0" aria-valuenow="0" aria-valuemax="0"
                    aria-label=(fill(words.chances_of, &[card.side_name(Side::White, language)])) {}
            }
            div .side .study {
                div .sentences {
                    p #status { (scene.status.join(" ")) }
                    p #title hidden {}
                    p #occasion .quiet hidden {}
                    p #opening .quiet {}
                    p #message role="alert" {}
                    p #connection role="status" {}
                }
                div #live .hidden aria-live="polite" role="status" {}
                (search(context, room))
                (review(context, room))
                (record(context))
                (editing(context))
                (heading(context, room))
                (rest(context, room))
            }
        }
        (texts::data("texts", &texts::of_analysis(context, card)))
        (texts::data("data", &data))
    };
    context.page(&format!("{title} – {} – tablero", words.analysis), assets::ANALYSIS, &body)
}

/// What the search thinks.
fn search(context: Context<'_>, room: &Room) -> Markup {
    let words = context.words();
    html! {
        section .thoughts aria-label=(words.search) {
            div .switch {
                button type="button" data-do="search" aria-pressed="true" { (words.search) }
                label { span .hidden { (words.lines) }
                    select #count autocomplete="off" title=(words.lines) {
                        @for count in LINES { option value=(count) selected[count == USUAL_LINES] { (count) } }
                    }
                }
                @if room.table().card().capabilities().worths {
                    button type="button" data-do="weigh" aria-pressed="false" title=(words.piece_values_how) { (words.piece_values) }
                }
                output #depth .quiet aria-live="off" {}
            }
            ol #lines aria-label=(words.lines) {}
        }
    }
}

/// The game looked at again: both sides, the moves that mattered, and what is said of the one that is shown.
fn review(context: Context<'_>, room: &Room) -> Markup {
    let (words, texts) = (context.words(), &context.shared().review);
    if room.table().card().chances().is_none() {
        return html! {};
    }
    html! {
        section #review aria-label=(texts.title) {
            button type="button" data-do="review" { (words.look_again) }
            div .judged hidden {
                p #reviewed .quiet role="status" {}
                progress aria-label=(texts.title) {}
                div .accuracies {}
                p #left .quiet {}
                p #judgement {}
                div .controls {
                    button type="button" data-do="previous-mistake" { (words.previous_mistake) }
                    button type="button" data-do="next-mistake" { (words.next_mistake) }
                    button type="button" data-do="retry" disabled { (words.try_again) }
                }
                h2 { (texts.turning_points) }
                ol .turns {}
                p #no-turns .quiet {}
                p #lost-by {}
            }
        }
    }
}

/// The tree, and the buttons that walk in it.
fn record(context: Context<'_>) -> Markup {
    let (words, texts) = (context.words(), &context.shared().interface);
    let step = |name: &str, label: &str| {
        html! {
            button type="button" .icon data-do=(name) aria-label=(label) title=(label) { (context.drawing(name, "glyph")) }
        }
    };
    html! {
        section .record aria-label=(texts.moves) {
            p #noted .quiet {}
            div #tree tabindex="0" aria-label=(texts.moves) role="group" {}
            div .steps {
                (step("first", words.first_move))
                (step("previous", words.previous_move))
                (step("next", words.next_move))
                (step("last", words.end_of_line))
                form #typing {
                    input #typed autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"
                        enterkeyhint="send" aria-label=(words.type_move) title=(words.type_move) placeholder=(words.type_move);
                }
            }
        }
    }
}

/// What can be said about the move that is shown, and done with its line.
fn editing(context: Context<'_>) -> Markup {
    let words = context.words();
    html! {
        section #editing aria-label=(words.about_the_move) {
            div .signs role="group" aria-label=(words.signs) {
                @for (sign, number) in SIGNS {
                    button type="button" data-sign=(number) aria-pressed="false" { (sign) }
                }
            }
            textarea #comment rows="2" maxlength="2000" aria-label=(words.comment) placeholder=(words.comment) {}
            div .controls {
                button type="button" data-do="promote" { (words.promote) }
                button type="button" data-do="make-main" { (words.make_main) }
                button type="button" data-do="delete" { (words.delete) }
            }
            div #ask hidden {
                span { (words.delete_sure) }
                button type="button" .bad data-do="yes" { (words.yes) }
                button type="button" data-do="no" { (words.no) }
            }
        }
    }
}

/// Who played, where and when, as files say it.
fn heading(context: Context<'_>, room: &Room) -> Markup {
    let (words, card) = (context.words(), room.table().card());
    let player = |side: Side| {
        let name = seat_tag(Seat::Side(side));
        (name, card.side_name(side, context.language()))
    };
    let occasion = [
        ("Event", words.event),
        ("Site", words.site),
        ("Date", words.date),
        ("Round", words.round),
    ];
    let fields: Vec<(&str, &str)> = card.sides().into_iter().map(player).chain(occasion).collect();
    html! {
        details #naming {
            summary { (words.names_and_dates) }
            form .fields autocomplete="off" {
                @for (name, label) in fields {
                    label { span { (label) } input name=(name) maxlength=(LONGEST_TAG); }
                }
            }
        }
    }
}

fn rest(context: Context<'_>, room: &Room) -> Markup {
    let (words, texts) = (context.words(), &context.shared().interface);
    html! {
        div .controls {
            button type="button" data-do="flip" { (texts.flip) }
            button type="button" data-do="copy-position" { (words.copy_position) }
            (save_picture(context))
            @if room.table().card().capabilities().composed {
                a #edit .button href=(format!("/editor/{}", room.table().card().name())) { (words.editor) }
            }
            a .button data-do="export" href=(format!("/api/games/{}/export", room.id)) download { (words.export) }
            a .button href=(format!("/games/{}", room.id)) { (words.to_the_game) }
        }
        @let format = room.table().card().kind_of(&room.table().started().start).record;
        @if !format.keeps_variations {
            p .quiet { (fill(words.not_in_file, &[format.name])) }
        }
    }
}
