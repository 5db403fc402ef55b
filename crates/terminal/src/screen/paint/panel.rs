//! Beside the board: who plays, their clocks and what they have taken; the moves; what the computer
//! has seen.

use super::canvas::{Canvas, Target, wrapped};
use super::palette::{ACCENT, BAD, Palette};
use super::value_style;
use crate::board::{drawn, letter};
use crate::screen::model::Model;
use crate::screen::playing::{Focus, Play};
use crate::telling;
use engine::Report;
use game::{Counters, Seat, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use table::scene::{Colour, Piece};
use table::{AnyTable, Event, GameName, Scene, fill};

/// Paints the panel.
pub fn paint(canvas: &mut Canvas<'_>, model: &Model, play: &Play, scene: &Scene, area: Rect) {
    let below = if let AnyTable::Mines(_) = play.session.table() {
        let used = counters(canvas, model, play, scene, area);
        Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area }
    } else {
        let bottom = play.session.bottom();
        player(canvas, model, play, scene, !bottom, area);
        let own = Rect { y: area.bottom() - 2, height: 2, ..area };
        player(canvas, model, play, scene, bottom, own);
        Rect { y: area.y + 3, height: area.height.saturating_sub(6), ..area }
    };
    let reports = reports(canvas, model, play, below);
    let list = Rect { height: below.height.saturating_sub(reports), ..below };
    moves(canvas, model, play, scene, list);
}

/// Who sits there, with the clock, and what they have taken.
fn player(
    canvas: &mut Canvas<'_>,
    model: &Model,
    play: &Play,
    scene: &Scene,
    side: Side,
    area: Rect,
) {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let seat = Seat::Side(side);
    let Some(place) = scene.players.iter().find(|place| place.seat == seat) else { return };
    let turn = match (place.to_move, canvas.look.unicode) {
        (true, true) => "▶ ",
        (true, false) => "> ",
        (false, _) => "  ",
    };
    let clock = place.clock.map(telling::time).unwrap_or_default();
    let room = area.width.saturating_sub(canvas.width(&clock) + 1);
    let end = canvas.text(area.x, area.y, room, turn, palette.ink(ACCENT));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let left = room.saturating_sub(end - area.x);
    let end = canvas.text(end, area.y, left, words.side(side), bold);
    // Whoever plays a computer is the one who looks at the screen.
    let name = if play.session.people() == [seat] {
        words.you.to_owned()
    } else {
        words.player(&place.player, play.game())
    };
    let left = room.saturating_sub(end + 1 - area.x);
    canvas.text(end + 1, area.y, left, &name, palette.quiet());
    let short = place.clock.is_some_and(|left| left < 20_000);
    let style = if short { palette.ink(BAD) } else { Style::new() };
    canvas.text_right(area.right(), area.y, &clock, style.add_modifier(Modifier::BOLD));
    let colour = Colour::from(side);
    let tally = scene.tallies.iter().find(|tally| tally.side == Some(colour));
    if let Some(tally) = tally.filter(|_| play.session.tallies_are_true()) {
        let value = taken(canvas, play.game(), side, &tally.value);
        if !value.is_empty() {
            let text = format!("{} {value}", tally.label);
            canvas.text(
                area.x + 2,
                area.y + 1,
                area.width.saturating_sub(2),
                &text,
                palette.quiet(),
            );
        }
    }
}

/// Captured pieces as they are drawn on the board; other counts as numbers.
fn taken(canvas: &Canvas<'_>, game: GameName, by: Side, value: &str) -> String {
    if game != GameName::Chess {
        return value.to_owned();
    }
    let side = Colour::from(!by);
    let piece = |name: char| {
        let piece = match name {
            'Q' => Piece::Queen { side },
            'R' => Piece::Rook { side },
            'B' => Piece::Bishop { side },
            'N' => Piece::Knight { side },
            _ => Piece::Pawn { side },
        };
        if canvas.look.unicode { drawn(piece) } else { letter(piece) }
    };
    value.chars().map(piece).collect()
}

/// Mines, time, size, and at the end what can be told of the play. Says how many rows it took.
fn counters(canvas: &mut Canvas<'_>, model: &Model, play: &Play, scene: &Scene, area: Rect) -> u16 {
    let words = model.words();
    let palette = Palette(canvas.look.colours);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut row = area.y;
    let mut line = |canvas: &mut Canvas<'_>, label: &str, value: &str| {
        let room = area.width.saturating_sub(canvas.width(value) + 1);
        canvas.text(area.x, row, room, label, palette.quiet());
        canvas.text_right(area.right(), row, value, bold);
        row += 1;
    };
    for tally in &scene.tallies {
        line(canvas, tally.label, &tally.value);
    }
    let time = play.clocks(model.now).into_iter().next().unwrap_or_default();
    line(canvas, words.interface.time, &time);
    if let AnyTable::Mines(table) = play.session.table() {
        let level = table.position().level();
        let numbers = [level.width(), level.height()].map(|n| n.to_string());
        let size = format!("{} × {}", numbers[0], numbers[1]);
        line(canvas, words.interface.level, &size);
        if let Some(place) = scene.players.iter().find(|place| place.player.is_computer()) {
            line(canvas, &words.player(&place.player, play.game()), "");
        }
    }
    row - area.y + 1
}

/// What the computers saw when they last moved, at the foot of an area. Says how many rows it took.
fn reports(canvas: &mut Canvas<'_>, model: &Model, play: &Play, area: Rect) -> u16 {
    let seen: Vec<(Seat, &Report)> = play
        .game()
        .seats()
        .iter()
        .filter_map(|&seat| Some((seat, play.session.report(seat)?)))
        .filter(|(seat, _)| play.session.is_computer(*seat))
        .collect();
    let each = if seen.len() > 1 { 4 } else { 5 };
    let wanted = each * seen.len() as u16;
    // The moves come first.
    if seen.is_empty() || area.height < wanted + 4 {
        return 0;
    }
    let mut top = area.bottom() - wanted;
    for (seat, report) in seen {
        let lines = usize::from(each) - 3;
        paint_report(canvas, model, seat, report, Rect { y: top, height: each, ..area }, lines);
        top += each;
    }
    wanted
}

fn paint_report(
    canvas: &mut Canvas<'_>,
    model: &Model,
    seat: Seat,
    report: &Report,
    area: Rect,
    lines: usize,
) {
    let words = model.words();
    let screen = &words.screen;
    let palette = Palette(canvas.look.colours);
    let value = telling::value(report, words);
    let label = fill(screen.sees, &[words.seat(seat)]);
    canvas.text(area.x, area.y, area.width, &label, palette.quiet());
    let style = value_style(palette, report.value).add_modifier(Modifier::BOLD);
    canvas.text_right(area.right(), area.y, &value, style);
    let nodes = if report.counters == Counters::default() {
        fill(screen.depth_and_nodes, &[&report.depth.to_string(), &grouped(report.nodes)])
    } else {
        let Counters { made, reused } = report.counters;
        fill(screen.nodes_made, &[&grouped(made), &grouped(reused)])
    };
    canvas.text(area.x, area.y + 1, area.width, &nodes, palette.quiet());
    let line = wrapped(&report.line.join(" "), usize::from(area.width));
    for (row, text) in (area.y + 2..).zip(line.iter().take(lines)) {
        canvas.text(area.x, row, area.width, text, Style::new());
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// The moves so far, the one that is looked at marked.
fn moves(canvas: &mut Canvas<'_>, model: &Model, play: &Play, scene: &Scene, area: Rect) {
    if area.height < 2 {
        return;
    }
    let palette = Palette(canvas.look.colours);
    let title = model.words().interface.moves;
    let focused = play.focus == Focus::Moves;
    let style = if focused { palette.chosen() } else { palette.quiet() };
    canvas.text(area.x, area.y, area.width, title, style);
    let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let at = play.past.unwrap_or(scene.moves.len());
    if play.game().seats().len() == 2 {
        pairs(canvas, play, scene, list, at);
    } else {
        singles(canvas, scene, list, at);
    }
}

/// The first of so many rows, so that the one that matters is among them.
fn first_row(rows: usize, room: usize, wanted: usize) -> usize {
    let last = rows.saturating_sub(room);
    wanted.saturating_sub(room / 2).min(last)
}

fn pairs(canvas: &mut Canvas<'_>, play: &Play, scene: &Scene, area: Rect, at: usize) {
    let palette = Palette(canvas.look.colours);
    let seats = play.game().seats();
    let first = play.session.table().events().iter().find_map(|event| match event {
        Event::Moved { seat, .. } => Some(*seat),
        _ => None,
    });
    // A game that starts with the second side's move begins in the middle of a pair.
    let skipped = usize::from(first.is_some() && first != seats.first().copied());
    let places = scene.moves.len() + skipped;
    let room = usize::from(area.height);
    let top = first_row(places.div_ceil(2), room, (at + skipped).saturating_sub(1) / 2);
    let width = (area.width.saturating_sub(5) / 2).min(12);
    for row in 0..room {
        let pair = top + row;
        if pair * 2 >= places {
            break;
        }
        let y = area.y + row as u16;
        canvas.text_right(area.x + 4, y, &format!("{}.", pair + 1), palette.quiet());
        for half in 0..2 {
            let Some(index) = (pair * 2 + half).checked_sub(skipped) else { continue };
            let Some(name) = scene.moves.get(index) else { continue };
            let x = area.x + 5 + half as u16 * width;
            entry(canvas, name, Rect { x, y, width, height: 1 }, index + 1 == at, index + 1);
        }
    }
}

fn singles(canvas: &mut Canvas<'_>, scene: &Scene, area: Rect, at: usize) {
    let palette = Palette(canvas.look.colours);
    let room = usize::from(area.height);
    let top = first_row(scene.moves.len(), room, at.saturating_sub(1));
    for (row, (index, name)) in scene.moves.iter().enumerate().skip(top).take(room).enumerate() {
        let y = area.y + row as u16;
        canvas.text_right(area.x + 4, y, &format!("{}.", index + 1), palette.quiet());
        let width = area.width.saturating_sub(5);
        let place = Rect { x: area.x + 5, y, width, height: 1 };
        entry(canvas, name, place, index + 1 == at, index + 1);
    }
}

fn entry(canvas: &mut Canvas<'_>, name: &str, area: Rect, is_at: bool, moves: usize) {
    let palette = Palette(canvas.look.colours);
    let style = if is_at { palette.chosen() } else { Style::new() };
    canvas.text(area.x, area.y, area.width.saturating_sub(1), name, style);
    canvas.spot(area, Target::Position(moves));
}
