//! What stands beside the board: the players, the moves, what can be done.
//!
//! Everything is there from the beginning; what makes no sense now is hidden. What does make sense is in
//! the view model, which the script draws, too (`assets/draw.js`), so that nothing jumps when it begins.

use super::board::{piece_name, standing, symbol};
use super::game::GamePage;
use crate::seat::SeatName;
use game::Seat;
use maud::{Markup, html};
use table::menu::Menu;
use table::scene::{Colour, Piece, Tally};
use table::view::{Bar, ControlName, ControlState, Mood};
use table::{Card, fill};

/// Pauses between the moves of computers, in milliseconds.
const PACES: [u32; 3] = [2000, 700, 200];

/// A player with clock and captures.
pub fn bar(page: &GamePage<'_>, bar: &Bar, at: &str) -> Markup {
    let sign = sign(page.card, bar.seat);
    html! {
        div .bar data-bar=(at) data-seat=(SeatName::from(bar.seat).text()) data-to-move[bar.to_move] {
            span .turn .drawn[sign.is_some()] aria-hidden="true" {
                @if let Some(piece) = sign { (standing(page.context, page.card, piece)) }
            }
            span .who {
                span .seat { (bar.side) } " "
                b data-player { (bar.player) }
            }
            (tally(page, bar.tally.as_ref()))
            span .clock data-clock { @if let Some(left) = bar.clock { (clock(left)) } }
        }
    }
}

/// The piece that stands for a side: the only kind that it has.
fn sign(card: &'static dyn Card, seat: Seat) -> Option<Piece> {
    let Seat::Side(side) = seat else { return None };
    let own = |style: &&table::card::PieceStyle| style.side == Some(Colour::from(side));
    let mut own = card.pieces().iter().filter(own);
    match (own.next(), own.next()) {
        (Some(only), None) => Some(only.piece()),
        _ => None,
    }
}

fn clock(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What a side has: captured pieces as pieces, everything else as text.
fn tally(page: &GamePage<'_>, tally: Option<&Tally>) -> Markup {
    let Some(tally) = tally else { return html! { span .tally data-tally hidden {} } };
    let captures = page.card.capabilities().tallies_from_start;
    let spoken = if tally.value.is_empty() { "0" } else { &tally.value };
    html! {
        span .tally .pieces[captures] data-tally title=(tally.label) role="img"
            aria-label=(format!("{}: {spoken}", tally.label)) {
            @for piece in &tally.pieces { (standing(page.context, page.card, *piece)) }
            @if !captures { (tally.value) }
        }
    }
}

/// The bar of a game for one: what counts, another game, the time.
pub fn solo_bar(page: &GamePage<'_>) -> Markup {
    let GamePage { context, scene, view, .. } = page;
    let left = scene.tallies.first();
    let elapsed = scene.timer.map_or(0, |timer| timer.elapsed);
    let time = if scene.over {
        format!("{}.{}", elapsed / 1000, elapsed % 1000 / 100)
    } else {
        (elapsed / 1000).to_string()
    };
    let texts = &context.shared().interface;
    let face = face(view.mood.unwrap_or(Mood::Playing));
    html! {
        div .bar .solo data-bar="top" {
            span .figure {
                span .seat { (left.map_or("", |tally| tally.label)) }
                output #counter { (left.map_or("", |tally| &tally.value)) }
            }
            button #face .face type="button" data-do="restart" data-face=(face)
                aria-label=(texts.restart) title=(texts.restart) { (context.drawing(face, "glyph")) }
            span .figure { span .seat { (texts.time) } output #timer aria-live="off" { (time) } }
        }
    }
}

const fn face(mood: Mood) -> &'static str {
    match mood {
        Mood::Playing => "face-playing",
        Mood::Won => "face-won",
        Mood::Lost => "face-lost",
    }
}

/// What stands beside the board, or under it.
pub fn side(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    let sheet = page.card.board().narrow;
    html! {
        div .side {
            div .sentences {
                p #status { (page.scene.status.join(" ")) }
                @if let Some(about) = &page.about { p #about .quiet { (about) } }
                p #opening .quiet { @if let Some(opening) = &page.scene.opening { (opening) } }
                p #message role="alert" {}
                p #connection role="status" {}
            }
            div #live .hidden aria-live="polite" role="status" {}
            section #invitation hidden {
                h2 { (words.waiting_for_friend) }
                p .quiet { (words.waiting_hint) }
                (copied("invitation-link", words.invitation, "copy-invitation", words.copy))
                p .quiet { a href="/mine#name" { (words.your_name) } }
            }
            @if !sheet { (moves(page)) }
            div #ask hidden {
                span { (words.resign_sure) }
                button type="button" .bad data-do="yes" { (words.yes) }
                button type="button" data-do="no" { (words.no) }
            }
            (controls(page))
            @if !page.card.capabilities().hidden {
                a #analyse .button href=(format!("/games/{}/analysis", page.id)) hidden[!page.view.analysable] { (words.analyse) }
            }
            @if page.card.capabilities().odds { (risks(page)) }
            @if page.card.capabilities().timed {
                section #best hidden { h2 { (words.best_times) } ol {} p .quiet { (words.no_best_times) } }
            }
            (more(page))
            p .quiet .watching hidden[!page.view.watching] { (words.watching) }
        }
        (ending(page))
    }
}

/// A game with a hidden board looked at again: what its clicks risked.
fn risks(page: &GamePage<'_>) -> Markup {
    let texts = &page.context.shared().review;
    html! {
        section #review aria-label=(texts.title) hidden {
            h2 tabindex="-1" { (texts.title) }
            p #reviewed .quiet role="status" {}
            progress aria-label=(texts.title) {}
            ul .figures-of-game {}
            p #no-turns .quiet {}
            ol .turns {}
        }
    }
}

/// A text to be copied.
pub fn copied(id: &str, label: &str, name: &str, button: &str) -> Markup {
    html! {
        div .field {
            label for=(id) { (label) }
            span .copying {
                input id=(id) readonly;
                button type="button" .main data-do=(name) { (button) }
            }
        }
    }
}

fn moves(page: &GamePage<'_>) -> Markup {
    let (texts, words) = (&page.context.shared().interface, page.context.words());
    let last = page.scene.moves.len();
    let second_begins = page.scene.numbering.is_some_and(|numbering| numbering.second_begins);
    let step = |name: &str, label: &str, there: bool| {
        html! {
            button type="button" .icon data-do=(name) aria-label=(label) title=(label) disabled[!there] {
                (page.context.drawing(name, "glyph"))
            }
        }
    };
    html! {
        section .record aria-label=(texts.moves) {
            ol #moves tabindex="0" aria-label=(texts.moves) data-second[second_begins] {
                @for (ply, name) in (1..).zip(&page.scene.moves) {
                    li {
                        button type="button" tabindex="-1" data-ply=(ply) aria-current=[(ply == last).then_some("true")] { (name) }
                    }
                }
            }
            div .steps {
                (step("first", words.first_move, last > 0))
                (step("previous", words.previous_move, last > 0))
                (step("next", words.next_move, false))
                (step("last", words.last_move, false))
                (typing(page))
            }
        }
    }
}

/// The field for typed moves.
fn typing(page: &GamePage<'_>) -> Markup {
    let label = page.context.words().type_move;
    html! {
        form #typing {
            input #typed autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"
                enterkeyhint="send" aria-label=(label) title=(label) placeholder=(page.card.example());
        }
    }
}

fn controls(page: &GamePage<'_>) -> Markup {
    let pressed = |name: ControlName| {
        matches!(name, ControlName::Mark | ControlName::Odds).then_some("false")
    };
    let marked = page.card.capabilities().verbs.map(|verbs| Piece::neutral(verbs.marked));
    html! {
        div #controls .controls role="group" {
            @for ControlState { name, label, enabled, shown } in &page.view.controls {
                button type="button" .main[*name == ControlName::Pass] data-do=(control_name(*name))
                    aria-pressed=[pressed(*name)] hidden[!shown] disabled[!enabled] {
                    @if let (ControlName::Mark, Some(piece)) = (name, marked) {
                        (sample(page, piece))
                    }
                    (label)
                }
            }
        }
    }
}

/// A piece as an icon on a button.
fn sample(page: &GamePage<'_>, piece: Piece) -> Markup {
    html! {
        @if let Some(symbol) = symbol(page.card, piece) {
            (page.context.drawing(&symbol, &format!("glyph {}", piece_name(piece))))
        }
    }
}

/// The name of a control, as view models write it.
fn control_name(name: ControlName) -> String {
    let name = serde_json::to_value(name).ok();
    name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
}

fn more(page: &GamePage<'_>) -> Markup {
    let GamePage { context, card, scene, view, .. } = page;
    let words = context.words();
    let can = card.capabilities();
    let paces = PACES.into_iter().zip([words.slow, words.medium, words.fast]);
    let help = card.words(context.language()).pointing.unwrap_or(words.board_help);
    html! {
        details .fold {
            summary { (words.more) }
            div .fields {
                @if card.board().narrow { div .field { span { (words.type_move) } (typing(page)) } }
                @for place in &scene.players {
                    @if let Some(bar) = view.bars.iter().find(|bar| bar.seat == place.seat) { (exchange(page, bar)) }
                }
                label .field data-pace hidden[!view.paced] {
                    span { (words.pace) }
                    select autocomplete="off" {
                        @for (pace, label) in paces { option value=(pace) { (label) } }
                    }
                }
                div .controls {
                    button type="button" data-do="share" { (words.share) }
                    @if !can.hidden { button type="button" data-do="copy-position" { (words.copy_position) } }
                    a .button data-do="export" href=(format!("/api/games/{}/export", page.id)) download
                        hidden[!view.exportable] { (words.export) }
                }
                @if can.hidden { div #code hidden { (copied("code-text", words.board_code, "copy-code", words.copy)) } }
                form #importing .field {
                    label for="imported" { (words.import) }
                    textarea #imported rows="3" spellcheck="false" placeholder=(fill(words.import_help, &[page.format])) {}
                    button type="submit" { (words.import_open) }
                }
                p .quiet { (help) }
            }
        }
    }
}

/// The field that puts another player into a seat.
fn exchange(page: &GamePage<'_>, bar: &Bar) -> Markup {
    let context = page.context;
    let sits = bar.exchange.as_ref().map(ToString::to_string);
    let menu = Menu::of(page.card, context.language());
    html! {
        label .field data-exchange=(SeatName::from(bar.seat).text()) hidden[sits.is_none()] {
            span { (fill(context.words().exchange_player, &[bar.side])) }
            select autocomplete="off" {
                option value="human" { (context.shared().you) }
                @for offer in &menu.computers {
                    option value=(offer.value) selected[sits.as_ref() == Some(&offer.value)] { (offer.label) }
                }
            }
        }
    }
}

/// The overlay at the end; the script puts it over the board.
fn ending(page: &GamePage<'_>) -> Markup {
    let (words, texts) = (page.context.words(), &page.context.shared().interface);
    let (name, label) = if page.card.is_for_one() {
        ("restart", texts.restart)
    } else {
        ("rematch", texts.rematch)
    };
    html! {
        template #ending-template {
            div #ending role="region" aria-label=(words.end) {
                p {}
                @if page.card.capabilities().odds {
                    button type="button" .main data-do="review" { (words.look_again) }
                } @else if page.card.chances().is_some() {
                    a .button .main href=(format!("/games/{}/analysis#review", page.id)) { (words.look_again) }
                }
                button type="button" data-do=(name) { (label) }
                button type="button" .icon data-do="close" aria-label=(words.close) { (page.context.drawing("close", "glyph")) }
            }
        }
    }
}
