//! The page of a game.

use super::board::board;
use super::preferences::{Asked, Preferences};
use super::shell::{self, drawing};
use super::{answer, texts};
use crate::api::{Desk, ShownSeat, shown_seats};
use crate::asking::{InQuery, game_id};
use crate::live::Live;
use crate::problem::Problem;
use crate::seat::{SeatName, you};
use crate::token::Token;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use game::{Seat, Side, Viewer};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;
use store::Digest;
use table::menu::Menu;
use table::scene::{Colour, Control, Place};
use table::{AnyTable, Event, GameName, Player, Scene, Words};

/// Everything that a page of a game is drawn from.
struct Shown<'a> {
    id: &'a str,
    game: GameName,
    scene: Scene,
    viewer: Viewer,
    seats: Vec<ShownSeat>,
    /// What begins another game of the same kind; `None` where that would tell what is hidden.
    again: Option<Value>,
    /// The size and the number of mines, where there are any.
    level: Option<String>,
    words: &'static Words,
}

/// `GET /games/ID`
pub async fn show(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    InQuery(asked): InQuery<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&asked, &headers);
    let found = match game_id(&id) {
        Ok(id) => desk.hub.live(&id).await,
        Err(problem) => Err(problem),
    };
    match found {
        Ok(live) => {
            let token = Token::of(&headers).map(|token| token.digest());
            let page = page(&live, token, &preferences)?;
            Ok(answer(StatusCode::OK, page, &preferences, &headers))
        }
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            let page = missing(&preferences);
            Ok(answer(StatusCode::NOT_FOUND, page, &preferences, &headers))
        }
        Err(problem) => Err(problem),
    }
}

/// A page that says that there is no such game.
fn missing(preferences: &Preferences) -> Markup {
    let words = preferences.language.words();
    let content = html! {
        main .home .missing {
            h1 { (words.page.not_found) }
            p { (words.page.no_such_game) }
            p { a .button href="/" { (words.page.home) } }
        }
    };
    shell::page("tablero", "missing", preferences, &content)
}

fn page(live: &Live, token: Option<Digest>, preferences: &Preferences) -> Result<Markup, Problem> {
    let viewer = live.viewer(token, None)?;
    let shown = Shown {
        id: live.id.as_str(),
        game: live.with_table(AnyTable::game),
        scene: live.scene(viewer, preferences.language),
        viewer,
        seats: shown_seats(live, token),
        again: live.with_table(again),
        level: live.with_table(level),
        words: preferences.language.words(),
    };
    let title = format!("{} – tablero", shown.words.game(shown.game));
    Ok(shell::page(&title, "game", preferences, &content(&shown)))
}

/// The request that begins such a game anew.
fn again(table: &AnyTable) -> Option<Value> {
    let Some(Event::Started(started)) = table.events().first() else { return None };
    let hidden = table.game() == GameName::Mines;
    (!hidden)
        .then(|| json!({ "game": started.game, "start": started.start, "clock": started.clock }))
}

fn level(table: &AnyTable) -> Option<String> {
    match table {
        AnyTable::Mines(table) => Some(table.start().level().to_string()),
        _ => None,
    }
}

impl Shown<'_> {
    /// The seat at the bottom: the viewer's, if exactly one of the viewer's is played by a person; otherwise
    /// white's.
    fn bottom(&self) -> Seat {
        let is_own = |place: &&Place| {
            !place.player.is_computer() && self.seat(place.seat).is_some_and(|seat| seat.yours)
        };
        let mut own = self.scene.players.iter().filter(is_own);
        match (own.next(), own.next()) {
            (Some(place), None) => place.seat,
            _ if self.game == GameName::Mines => Seat::Solo,
            _ => Seat::Side(Side::White),
        }
    }

    fn place(&self, seat: Seat) -> Option<&Place> {
        self.scene.players.iter().find(|place| place.seat == seat)
    }

    fn seat(&self, seat: Seat) -> Option<&ShownSeat> {
        let name = SeatName::from(seat).text();
        self.seats.iter().find(|seat| seat.seat == name)
    }

    fn player_name(&self, place: &Place) -> String {
        match (&place.player, self.seat(place.seat)) {
            (Player::Human, Some(seat)) if seat.yours => self.words.you.to_owned(),
            (Player::Human, Some(seat)) if !seat.taken => self.words.page.free_seat.to_owned(),
            (Player::Human, _) => self.words.page.opponent_person.to_owned(),
            (player, _) => self.words.player(player, self.game),
        }
    }
}

fn content(shown: &Shown) -> Markup {
    let bottom = shown.bottom();
    // An Othello board has no sides: it is always read from a1 at the top left.
    let flipped = bottom == Seat::Side(Side::Black) && shown.game != GameName::Othello;
    let mines = shown.game == GameName::Mines;
    let words = shown.words;
    let help = if mines { words.page.mines_help } else { words.page.board_help };
    let data = json!({
        "seats": shown.seats,
        "again": shown.again,
        "usual": usual_player(shown.game, words),
        "level": shown.level,
    });
    html! {
        a .skip href="#board" { (words.page.skip) }
        main .game data-id=(shown.id) data-game=(shown.game.name())
            data-you=(you(shown.viewer).map_or("", SeatName::text)) data-over[shown.scene.over]
            data-columns=(shown.scene.picture.columns.len()) data-rows=(shown.scene.picture.rows.len()) {
            h1 .hidden { (words.game(shown.game)) }
            @if mines { (mines_bar(shown)) } @else if let Seat::Side(side) = bottom {
                (bar(shown, Seat::Side(!side), "top"))
            }
            div .place {
                div .frame {
                    (board(&shown.scene.picture, flipped, words.game(shown.game), help, words))
                    div #over-board {}
                }
            }
            @if !mines { (bar(shown, bottom, "bottom")) }
            (side(shown))
        }
        (texts::data("texts", &texts::of_game(shown.game, words)))
        (texts::data("data", &data))
    }
}

fn usual_player(game: GameName, words: &Words) -> Option<String> {
    let menu = Menu::of(game, words);
    menu.computers.into_iter().nth(menu.usual).map(|offer| offer.value)
}

/// A player with clock and captures.
fn bar(shown: &Shown, seat: Seat, at: &str) -> Markup {
    let Some(place) = shown.place(seat) else { return html! {} };
    let side = match seat {
        Seat::Side(side) => Some(Colour::from(side)),
        Seat::Solo => None,
    };
    let tally = shown.scene.tallies.iter().find(|tally| tally.side == side);
    html! {
        div .bar data-bar=(at) data-seat=(SeatName::from(seat).text()) data-to-move[place.to_move] {
            span .turn aria-hidden="true" {}
            span .who {
                span .seat { (shown.words.seat(seat)) } " "
                b data-player { (shown.player_name(place)) }
            }
            span .tally data-tally title=[tally.map(|tally| tally.label)] { @if let Some(tally) = tally { (tally.value) } }
            span .clock data-clock { @if let Some(left) = place.clock { (clock(left)) } }
        }
    }
}

fn clock(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Minesweeper's bar: mines left, a new board, the time.
fn mines_bar(shown: &Shown) -> Markup {
    let left = shown.scene.tallies.first();
    html! {
        div .bar .mines data-bar="top" {
            span .figure { span .seat { (left.map_or("", |tally| tally.label)) } output #counter { (left.map_or("", |tally| &tally.value)) } }
            button #face .face type="button" data-do="restart" aria-label=(shown.words.interface.restart) title=(shown.words.interface.restart) {
                (drawing("face", "glyph"))
            }
            span .figure { span .seat { (shown.words.interface.time) } output #timer aria-live="off" { "0" } }
        }
    }
}

/// What stands beside the board.
fn side(shown: &Shown) -> Markup {
    let words = shown.words;
    let page = &words.page;
    let mines = shown.game == GameName::Mines;
    html! {
        div .side {
            div .told {
                p #status { (shown.scene.status.join(" ")) }
                p #message role="alert" {}
                p #connection {}
            }
            div #live .hidden aria-live="polite" role="status" {}
            section #invitation hidden {
                h2 { (page.waiting_for_friend) }
                p .quiet { (page.waiting_hint) }
                label .field { span { (page.invitation) } span .copying {
                    input #invitation-link readonly; button type="button" .main data-do="copy-invitation" { (page.copy) }
                } }
            }
            @if !mines { (moves(shown)) }
            div #ask hidden {
                span { (page.resign_sure) }
                button type="button" .bad data-do="yes" { (page.yes) }
                button type="button" data-do="no" { (page.no) }
            }
            (controls(shown))
            (more(shown))
        }
        (ending(shown.game, words))
    }
}

fn moves(shown: &Shown) -> Markup {
    let (texts, page) = (&shown.words.interface, &shown.words.page);
    let step = |name: &str, label: &str| {
        html! { button type="button" .icon data-do=(name) aria-label=(label) title=(label) { (drawing(name, "glyph")) } }
    };
    html! {
        section .record aria-label=(texts.moves) {
            ol #moves tabindex="0" aria-label=(texts.moves) {
                @for (ply, name) in shown.scene.moves.iter().enumerate() {
                    li { button type="button" tabindex="-1" data-ply=(ply + 1) { (name) } }
                }
            }
            div .steps {
                (step("first", page.first_move)) (step("previous", page.previous_move))
                (step("next", page.next_move)) (step("last", page.last_move))
                (typing(shown))
            }
        }
    }
}

/// The field for typed moves.
fn typing(shown: &Shown) -> Markup {
    let example = match shown.game {
        GameName::Chess => "Nf3",
        GameName::Checkers => "11-15",
        GameName::Othello => "f5",
        GameName::Mines => "flag c4",
    };
    html! {
        form #typing {
            input #typed autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"
                enterkeyhint="send" aria-label=(shown.words.page.type_move) title=(shown.words.page.type_move)
                placeholder=(example);
        }
    }
}

/// Every control is there from the beginning; the script shows those that make sense.
fn controls(shown: &Shown) -> Markup {
    const OWN: [Control; 10] = [
        Control::Rematch,
        Control::AcceptDraw,
        Control::DeclineDraw,
        Control::AllowTakeback,
        Control::DeclineTakeback,
        Control::ClaimDraw,
        Control::TakeBack,
        Control::OfferDraw,
        Control::Resign,
        Control::Abort,
    ];
    let words = shown.words;
    let (texts, page) = (&words.interface, &words.page);
    let mines = shown.game == GameName::Mines;
    let own = |control: &Control| {
        let name = serde_json::to_value(control).ok()?.as_str()?.to_owned();
        let there = shown.scene.controls.contains(control)
            && !(mines && matches!(control, Control::Resign | Control::Abort));
        Some((name, words.control(*control), there))
    };
    html! {
        div #controls .controls role="group" {
            @if mines {
                button type="button" #flag-mode data-do="flag-mode" aria-pressed="false" { (drawing("flag", "glyph flag")) (texts.flag_mode) }
            }
            button type="button" data-do="hint" hidden { (texts.hint) }
            @if mines { button type="button" data-do="probabilities" aria-pressed="false" hidden { (page.probabilities) } }
            button type="button" .main data-do="pass" hidden { (page.pass_now) }
            @for (name, label, there) in OWN.iter().filter_map(own) {
                button type="button" data-do=(name) hidden[!there] { (label) }
            }
            button type="button" data-do="mayhem" hidden { (texts.mayhem_on) }
            @if mines { button type="button" data-do="restart" { (texts.restart) } }
            @else {
                button type="button" data-do="flip" { (texts.flip) }
                button type="button" data-do="new" { (texts.new_game) }
            }
        }
    }
}

fn more(shown: &Shown) -> Markup {
    let words = shown.words;
    let page = &words.page;
    let mines = shown.game == GameName::Mines;
    let menu = Menu::of(shown.game, words);
    html! {
        @if mines {
            section #best hidden { h2 { (page.best_times) } ol {} p .quiet { (page.no_best_times) } }
        }
        details .fold {
            summary { (page.more) }
            div .fields {
                @if mines { div .field { label for="typed" { (page.type_move) } (typing(shown)) } }
                @for place in &shown.scene.players {
                    label .field data-exchange=(SeatName::from(place.seat).text()) hidden {
                        span { (table::fill(page.exchange_player, &[words.seat(place.seat)])) }
                        select autocomplete="off" {
                            option value="human" { (words.you) }
                            @for offer in &menu.computers { option value=(offer.value) { (offer.label) } }
                        }
                    }
                }
                label .field data-pace hidden {
                    span { (page.pace) }
                    select autocomplete="off" {
                        option value="2000" { (page.slow) } option value="800" selected { (page.medium) } option value="200" { (page.fast) }
                    }
                }
                div .controls {
                    button type="button" data-do="share" { (page.share) }
                    @if !mines { button type="button" data-do="copy-position" { (page.copy_position) } }
                    a .button data-do="export" href=(format!("/api/games/{}/export", shown.id)) download { (page.export) }
                }
                label .field #code hidden { span { (page.board_code) } span .copying { input readonly; button type="button" data-do="copy-code" { (page.copy) } } }
                form #importing .field {
                    label for="imported" { (page.import) }
                    textarea #imported rows="3" spellcheck="false" placeholder=(page.import_help) {}
                    button type="submit" { (page.import_open) }
                }
                p .quiet { (if mines { page.mines_help } else { page.board_help }) }
            }
        }
        p .quiet .watching hidden[matches!(shown.viewer, Viewer::Seat(_))] { (page.watching) }
    }
}

/// The overlay at the end; the script puts it over the board.
fn ending(game: GameName, words: &Words) -> Markup {
    let (name, label) = match game {
        GameName::Mines => ("restart", words.interface.restart),
        _ => ("rematch", words.interface.rematch),
    };
    html! {
        template #ending-template {
            div #ending role="region" aria-label=(words.page.end) {
                p {}
                button type="button" .main data-do=(name) { (label) }
                button type="button" .icon data-do="close" aria-label=(words.page.close) { (drawing("close", "glyph")) }
            }
        }
    }
}
