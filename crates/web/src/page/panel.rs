//! What stands beside the board: the players, the moves, what can be done.
//!
//! Everything is there from the beginning; what makes no sense now is hidden. What does make sense is in
//! the view model, which the script draws, too (`assets/draw.js`), so that nothing jumps when it begins.

use super::board::{piece_name, standing, symbol};
use super::game::GamePage;
use crate::seat::SeatName;
use crate::talk::Phrase;
use game::Seat;
use maud::{Markup, html};
use serde_json::json;
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
                span .presence data-presence {}
            }
            span .lead data-lead { @if let Some(lead) = &bar.lead { (lead) } }
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
    let mut status: Vec<&str> = page.scene.status.iter().map(String::as_str).collect();
    if let (true, Some(turn)) = (page.view.your_turn && page.view.own_side, status.first_mut()) {
        *turn = page.context.shared().interface.your_turn;
    }
    html! {
        div .side {
            div .sentences {
                p #status { (status.join(" ")) }
                p #message role="alert" {}
                p #connection role="status" {}
                p #opening .quiet { @if let Some(opening) = &page.scene.opening { (opening) } }
                @if let Some(about) = &page.about { p #about .quiet { (about) } }
            }
            div #live .hidden aria-live="polite" role="status" {}
            section #invitation hidden {
                h2 { (words.waiting_for_friend) }
                p .quiet { (words.waiting_hint) }
                (copied("invitation-link", words.invitation, "copy-invitation", words.copy))
                p .quiet { a href="/mine#name" { (words.your_name) } }
            }
            @if !sheet { (moves(page)) }
            (ending(page))
            (controls(page))
            (pacing(page))
            @if !page.card.is_for_one() { (talk(page)) }
            @if page.card.capabilities().odds { (risks(page)) }
            @if page.card.capabilities().timed { (best_times(page)) }
            (more(page))
            p .quiet .watching hidden[!page.view.watching] { (words.watching) }
        }
    }
}

/// The best times on boards like this one, by how long ago they were played.
fn best_times(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    let periods =
        [("today", words.times_today), ("week", words.times_week), ("always", words.times_always)];
    html! {
        section #best hidden aria-labelledby="best-title" {
            h2 #best-title { (words.best_times) }
            div .periods role="group" aria-labelledby="best-title" {
                @for (period, label) in periods {
                    button type="button" data-period=(period) aria-pressed=(period == "always") { (label) }
                }
            }
            ol {}
            p .quiet hidden { (words.no_best_times) }
        }
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
            label .field #replay { span { (page.context.words().replay) } input type="range" min="0" max="0" value="0" step="1"; }
            p #verdict role="status" {}
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
                        button type="button" tabindex="-1" data-ply=(ply) aria-current=[(ply == last).then_some("true")] { (page.card.move_in(name, page.context.language())) }
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
                enterkeyhint="send" aria-label=(label) title=(label) placeholder=(page.card.move_in(page.card.example(), page.context.language()));
        }
    }
}

/// Where a control has its place: among those that are always at hand, apart from them because it ends or changes the game, or
/// where a question is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Tool,
    Danger,
    Answer,
    /// In the result of the game.
    Result,
}

const fn place(name: ControlName) -> Place {
    use ControlName as C;
    match name {
        C::Mark | C::Hint | C::Odds | C::TakeBack | C::Mayhem | C::Restart | C::Flip => Place::Tool,
        C::OfferDraw | C::Resign | C::Abort | C::New => Place::Danger,
        C::Pass
        | C::AcceptDraw
        | C::DeclineDraw
        | C::AllowTakeback
        | C::DeclineTakeback
        | C::ClaimDraw => Place::Answer,
        C::Rematch => Place::Result,
    }
}

fn controls(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    let all = |wanted: Place| {
        let controls =
            page.view.controls.iter().filter(move |control| place(control.name) == wanted);
        html! { @for each in controls { (control(page, each)) } }
    };
    html! {
        div #controls .controls {
            div .answers role="group" aria-label=(words.answers) { (all(Place::Answer)) }
            div .tools role="group" aria-label=(words.tools) {
                (all(Place::Tool))
                @if !page.card.capabilities().hidden {
                    a #analyse .button href=(format!("/games/{}/analysis", page.id)) aria-disabled=[(!page.view.analysable).then_some("true")] {
                        (page.context.drawing("analyse", "glyph")) span { (words.analyse) }
                    }
                }
            }
            @if !page.card.is_for_one() {
                div .dangers role="group" aria-label=(words.dangers) {
                    (all(Place::Danger))
                    div #ask hidden {
                        span { (words.resign_sure) }
                        button type="button" .bad data-do="yes" { (words.yes) }
                        button type="button" data-do="no" { (words.no) }
                    }
                }
            }
        }
    }
}

/// A control: an icon with a word under it. The whole name is shown when the pointer rests on it.
fn control(page: &GamePage<'_>, state: &ControlState) -> Markup {
    let ControlState { name, label, enabled, shown } = state;
    let pressed = matches!(name, ControlName::Mark | ControlName::Odds).then_some("false");
    let marked = page.card.capabilities().verbs.map(|verbs| Piece::neutral(verbs.marked));
    html! {
        button type="button" .main[*name == ControlName::Pass] data-do=(control_name(*name)) title=(label)
            aria-pressed=[pressed] hidden[!shown] disabled[!enabled] {
            @match (name, marked) {
                (ControlName::Mark, Some(piece)) => (sample(page, piece)),
                _ => @if place(*name) != Place::Answer { (page.context.drawing(&control_name(*name), "glyph")) },
            }
            span { (short(page, *name, label)) }
        }
    }
}

/// A word that fits under an icon.
fn short(page: &GamePage<'_>, name: ControlName, label: &'static str) -> &'static str {
    let words = page.context.words();
    match name {
        ControlName::TakeBack => words.short_take_back,
        ControlName::Flip => words.short_flip,
        ControlName::OfferDraw => words.short_draw,
        ControlName::Odds => words.short_odds,
        ControlName::New => words.short_new,
        ControlName::Mayhem if label == page.context.shared().interface.mayhem_on => {
            words.short_hand_over
        }
        ControlName::Mayhem => words.short_take_over,
        _ => label,
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

/// How computers go on among themselves.
fn pacing(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    html! {
        div .pacing hidden {
            button type="button" data-do="pause" aria-pressed="false" data-on=(words.go_on) { (words.pause) }
            button type="button" data-do="step" { (words.one_move) }
        }
    }
}

/// The phrases of a game between two people, and the switch for browser notifications. The script shows them once both seats are taken.
fn talk(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    html! {
        section #talk aria-label=(words.talk) hidden {
            p #said role="status" {}
            details .fold {
                summary { (words.talk) }
                div .phrases {
                    @for (phrase, text) in Phrase::ALL.into_iter().zip(words.phrases) {
                        button type="button" data-phrase=(json!(phrase).as_str().unwrap_or_default()) { (text) }
                    }
                }
                label .field .check #notify hidden { input type="checkbox" autocomplete="off"; span { (words.notify) } }
            }
        }
    }
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
                @if can.verbs.is_some() { (sweeping(page)) }
                p .quiet { (help) }
            }
        }
    }
}

/// How cells are marked and opened, and how large they are: what a person sets once.
fn sweeping(page: &GamePage<'_>) -> Markup {
    let words = page.context.words();
    let styles =
        [("click", words.chord_click), ("double", words.chord_double), ("both", words.chord_both)];
    html! {
        label .field .check { input type="checkbox" #questions autocomplete="off"; span { (words.question_marks) } }
        label .field { span { (words.chord_style) }
            select #chords autocomplete="off" { @for (value, label) in styles { option value=(value) { (label) } } }
        }
        label .field { span { (words.zoom) } input #zoom type="range" min="60" max="200" value="100" step="10" autocomplete="off"; }
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

/// The result, which stands beside the board when the game is over: how it ended, in figures where they are counted, and what to
/// do next.
fn ending(page: &GamePage<'_>) -> Markup {
    let (words, texts) = (page.context.words(), &page.context.shared().interface);
    let solo = page.card.is_for_one();
    let (name, label) = if solo { ("restart", texts.restart) } else { ("rematch", texts.rematch) };
    let headline = page.view.headline.as_deref().map(|headline| format!("{headline}."));
    html! {
        section #ending aria-label=(words.end) hidden[!page.scene.over] {
            p .headline { (headline.as_deref().or(page.scene.status.first().map(String::as_str)).unwrap_or_default()) }
            p .how .hidden hidden[headline.is_none()] { (page.scene.status.first().map_or("", String::as_str)) }
            dl .figures-of-result {
                @for fact in &page.scene.figures { div { dt { (fact.label) } dd { (fact.value) } } }
            }
            p #record hidden {}
            div .steps-after {
                @if page.card.capabilities().odds {
                    button type="button" data-do="review" { (words.look_again) }
                } @else if page.card.chances().is_some() {
                    a .button .main href=(format!("/games/{}/analysis#review", page.id)) { (words.look_again) }
                }
                button type="button" .main[solo] data-do=(name) { (label) }
                button type="button" .main data-do="join-rematch" hidden { (words.rematch_join) }
                @if solo { a .button href="/" { (words.home) } } @else { button type="button" data-do="new" { (texts.new_game) } }
            }
        }
    }
}
