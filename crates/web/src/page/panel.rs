//! What stands beside the board: the players, the moves, what can be done.
//!
//! Everything is there from the beginning, and the server hides what makes no sense now by the same rules
//! as the script (`drawControls` in `assets/game.js`), so that nothing jumps when the script begins.

use super::board::standing;
use super::game::Shown;
use super::shell::drawing;
use crate::seat::SeatName;
use game::{Seat, Side};
use maud::{Markup, html};
use table::menu::Menu;
use table::scene::{Cell, Colour, Control, Piece, Shade, Tally};
use table::{GameName, Words, fill};

/// The controls of a scene, in the order in which they are shown.
const CONTROLS: [Control; 10] = [
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
/// Pauses between the moves of computers, in milliseconds.
const PACES: [u32; 3] = [2000, 700, 200];

/// A player with clock and captures.
pub fn bar(shown: &Shown, seat: Seat, at: &str) -> Markup {
    let Some(place) = shown.place(seat) else { return html! {} };
    html! {
        div .bar data-bar=(at) data-seat=(SeatName::from(seat).text()) data-to-move[place.to_move] {
            span .turn aria-hidden="true" {}
            span .who {
                span .seat { (shown.words.seat(seat)) } " "
                b data-player { (shown.player_name(place)) }
            }
            @if let Seat::Side(side) = seat { (tally(shown, side)) }
            span .clock data-clock { @if let Some(left) = place.clock { (clock(left)) } }
        }
    }
}

fn clock(left: u64) -> String {
    let seconds = left.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What a side has: captured pieces as pieces, discs as a number.
fn tally(shown: &Shown, side: Side) -> Markup {
    let side = Colour::from(side);
    let Some(tally) = shown.scene.tallies.iter().find(|tally| tally.side == Some(side)) else {
        return html! {};
    };
    let captured = captured(shown.game, tally, side);
    html! {
        span .tally .pieces[captured.is_some()] data-tally title=(tally.label) role="img"
            aria-label=(format!("{}: {}", tally.label, if tally.value.is_empty() { "0" } else { &tally.value })) {
            @match captured {
                Some(pieces) => { @for piece in pieces { (standing(piece)) } }
                None => (tally.value),
            }
        }
    }
}

fn captured(game: GameName, tally: &Tally, by: Colour) -> Option<Vec<Piece>> {
    let side = match by {
        Colour::White => Colour::Black,
        Colour::Black => Colour::White,
    };
    let piece = |letter: char| match letter {
        'Q' => Piece::Queen { side },
        'R' => Piece::Rook { side },
        'B' => Piece::Bishop { side },
        'N' => Piece::Knight { side },
        _ => Piece::Pawn { side },
    };
    match game {
        GameName::Chess => Some(tally.value.chars().map(piece).collect()),
        GameName::Checkers => {
            let count = tally.value.parse().unwrap_or_default();
            Some(std::iter::repeat_n(Piece::Man { side }, count).collect())
        }
        GameName::Othello | GameName::Mines => None,
    }
}

/// Minesweeper's bar: mines left, a new board, the time.
pub fn mines_bar(shown: &Shown) -> Markup {
    let scene = &shown.scene;
    let left = scene.tallies.first();
    let hit = scene.picture.cells.iter().any(|cell| cell.piece == Some(Piece::HitMine));
    let closed = |cell: &Cell| cell.shade == Shade::Closed && cell.piece.is_none();
    let face = match (scene.over, hit) {
        (true, true) => "face-lost",
        (true, false) if !scene.picture.cells.iter().any(closed) => "face-won",
        _ => "face",
    };
    let elapsed = scene.timer.map_or(0, |timer| timer.elapsed);
    let time = if scene.over {
        format!("{}.{}", elapsed / 1000, elapsed % 1000 / 100)
    } else {
        (elapsed / 1000).to_string()
    };
    let texts = &shown.words.interface;
    html! {
        div .bar .mines data-bar="top" {
            span .figure {
                span .seat { (left.map_or("", |tally| tally.label)) }
                output #counter { (left.map_or("", |tally| &tally.value)) }
            }
            button #face .face type="button" data-do="restart" data-face=(face)
                aria-label=(texts.restart) title=(texts.restart) { (drawing(face, "glyph")) }
            span .figure { span .seat { (texts.time) } output #timer aria-live="off" { (time) } }
        }
    }
}

/// What stands beside the board, or under it.
pub fn side(shown: &Shown) -> Markup {
    let page = &shown.words.page;
    html! {
        div .side {
            div .told {
                p #status { (shown.scene.status.join(" ")) }
                p #message role="alert" {}
                p #connection role="status" {}
            }
            div #live .hidden aria-live="polite" role="status" {}
            section #invitation hidden {
                h2 { (page.waiting_for_friend) }
                p .quiet { (page.waiting_hint) }
                (copied("invitation-link", page.invitation, "copy-invitation", page.copy))
            }
            @if shown.game != GameName::Mines { (moves(shown)) }
            div #ask hidden {
                span { (page.resign_sure) }
                button type="button" .bad data-do="yes" { (page.yes) }
                button type="button" data-do="no" { (page.no) }
            }
            (controls(shown))
            @if shown.game == GameName::Mines {
                section #best hidden { h2 { (page.best_times) } ol {} p .quiet { (page.no_best_times) } }
            }
            (more(shown))
            p .quiet .watching hidden[shown.has_seat()] { (page.watching) }
        }
        (ending(shown.game, shown.words))
    }
}

/// A text to be copied.
fn copied(id: &str, label: &str, name: &str, button: &str) -> Markup {
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

fn moves(shown: &Shown) -> Markup {
    let (texts, page) = (&shown.words.interface, &shown.words.page);
    let last = shown.scene.moves.len();
    let step = |name: &str, label: &str, there: bool| {
        html! {
            button type="button" .icon data-do=(name) aria-label=(label) title=(label) disabled[!there] {
                (drawing(name, "glyph"))
            }
        }
    };
    html! {
        section .record aria-label=(texts.moves) {
            ol #moves tabindex="0" aria-label=(texts.moves) {
                @for (ply, name) in (1..).zip(&shown.scene.moves) {
                    li {
                        button type="button" tabindex="-1" data-ply=(ply) aria-current=[(ply == last).then_some("true")] { (name) }
                    }
                }
            }
            div .steps {
                (step("first", page.first_move, last > 0))
                (step("previous", page.previous_move, last > 0))
                (step("next", page.next_move, false))
                (step("last", page.last_move, false))
                (typing(shown))
            }
        }
    }
}

/// The field for typed moves.
fn typing(shown: &Shown) -> Markup {
    let label = shown.words.page.type_move;
    let example = match shown.game {
        GameName::Chess => "Nf3",
        GameName::Checkers => "11-15",
        GameName::Othello => "f5",
        GameName::Mines => "flag c4",
    };
    html! {
        form #typing {
            input #typed autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"
                enterkeyhint="send" aria-label=(label) title=(label) placeholder=(example);
        }
    }
}

fn controls(shown: &Shown) -> Markup {
    let words = shown.words;
    let (texts, page) = (&words.interface, &words.page);
    let mines = shown.game == GameName::Mines;
    let players = &shown.scene.players;
    let people = players.iter().filter(|place| !place.player.is_computer()).count();
    let mut own = players.iter().filter(|place| shown.is_own_person(place)).peekable();
    let plays = own.peek().is_some();
    let running = shown.has_seat() && !shown.scene.over;
    let helped = running && people == 1 && own.any(|place| place.to_move);
    let mayhem = running && (!plays || people == 1);
    let passes = shown.scene.choices.iter().any(|choice| choice.path.is_empty());
    let offered = |control: Control| {
        let sensible = match control {
            Control::Rematch => !mines,
            Control::Resign | Control::Abort => plays && !mines,
            _ => plays,
        };
        sensible && shown.scene.controls.contains(&control)
    };
    html! {
        div #controls .controls role="group" {
            @if mines {
                button type="button" #flag-mode data-do="flag-mode" aria-pressed="false" hidden[!running] {
                    (drawing("flag", "glyph flag")) (texts.flag_mode)
                }
            }
            button type="button" data-do="hint" hidden[!helped] { (texts.hint) }
            @if mines {
                button type="button" data-do="probabilities" aria-pressed="false" hidden[!helped] { (page.probabilities) }
            }
            button type="button" .main data-do="pass" hidden[!passes] { (page.pass_now) }
            @for control in CONTROLS {
                button type="button" data-do=(control_name(control)) hidden[!offered(control)] { (words.control(control)) }
            }
            button type="button" data-do="mayhem" hidden[!mayhem] {
                (if plays { texts.mayhem_on } else { texts.mayhem_off })
            }
            @if mines {
                button type="button" data-do="restart" hidden[!shown.has_seat()] { (texts.restart) }
            } @else {
                button type="button" data-do="flip" { (texts.flip) }
                button type="button" data-do="new" { (texts.new_game) }
            }
        }
    }
}

/// The name of a control, as scenes write it.
fn control_name(control: Control) -> String {
    let name = serde_json::to_value(control).ok();
    name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
}

fn more(shown: &Shown) -> Markup {
    let words = shown.words;
    let page = &words.page;
    let mines = shown.game == GameName::Mines;
    let menu = Menu::of(shown.game, words);
    let paces = PACES.into_iter().zip([page.slow, page.medium, page.fast]);
    html! {
        details .fold {
            summary { (page.more) }
            div .fields {
                @if mines { div .field { span { (page.type_move) } (typing(shown)) } }
                @for place in &shown.scene.players {
                    label .field data-exchange=(SeatName::from(place.seat).text()) hidden {
                        span { (fill(page.exchange_player, &[words.seat(place.seat)])) }
                        select autocomplete="off" {
                            option value="human" { (words.you) }
                            @for offer in &menu.computers { option value=(offer.value) { (offer.label) } }
                        }
                    }
                }
                label .field data-pace hidden {
                    span { (page.pace) }
                    select autocomplete="off" {
                        @for (pace, label) in paces { option value=(pace) { (label) } }
                    }
                }
                div .controls {
                    button type="button" data-do="share" { (page.share) }
                    @if !mines { button type="button" data-do="copy-position" { (page.copy_position) } }
                    a .button data-do="export" href=(format!("/api/games/{}/export", shown.id)) download
                        hidden[mines && !shown.scene.over] { (page.export) }
                }
                div #code hidden { (copied("code-text", page.board_code, "copy-code", page.copy)) }
                form #importing .field {
                    label for="imported" { (page.import) }
                    textarea #imported rows="3" spellcheck="false" placeholder=(page.import_help) {}
                    button type="submit" { (page.import_open) }
                }
                p .quiet { (if mines { page.mines_help } else { page.board_help }) }
            }
        }
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
