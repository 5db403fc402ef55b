//! Beside the board: who plays, their clocks and what they have taken; the moves; what the computer
//! has seen.

use super::canvas::{Canvas, Target, wrapped};
use super::palette::{ACCENT, BAD, Palette};
use super::value_style;
use crate::board::glyph;
use crate::screen::model::Model;
use crate::screen::playing::{Focus, Play};
use crate::text;
use game::{Counters, Seat};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use table::scene::Tally;
use table::view::{Bar, ViewModel};
use table::{Event, Report, Scene, fill};

pub fn paint(
    canvas: &mut Canvas<'_>,
    model: &Model,
    play: &Play,
    (scene, view): (&Scene, &ViewModel),
    area: Rect,
) {
    let below = if play.card().is_for_one() {
        let used = counters(canvas, model, play, (scene, view), area);
        Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area }
    } else {
        let bottom = play.session.bottom_seat(view);
        let foot = Rect { y: area.bottom() - 2, height: 2, ..area };
        for bar in &view.bars {
            player(canvas, play, bar, if bar.seat == bottom { foot } else { area });
        }
        Rect { y: area.y + 3, height: area.height.saturating_sub(6), ..area }
    };
    let reports = reports(canvas, model, play, below);
    let list = Rect { height: below.height.saturating_sub(reports), ..below };
    moves(canvas, model, play, scene, list);
}

/// Who sits there, with the clock, and what they have taken.
fn player(canvas: &mut Canvas<'_>, play: &Play, bar: &Bar, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let turn = match (bar.to_move, canvas.look.unicode) {
        (true, true) => "▶ ",
        (true, false) => "> ",
        (false, _) => "  ",
    };
    let clock = bar.clock.map(text::time).unwrap_or_default();
    let room = area.width.saturating_sub(canvas.width(&clock) + 1);
    let end = canvas.text(area.x, area.y, room, turn, palette.ink(ACCENT));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let left = room.saturating_sub(end - area.x);
    let end = canvas.text(end, area.y, left, bar.side, bold);
    let left = room.saturating_sub(end + 1 - area.x);
    canvas.text(end + 1, area.y, left, &bar.player, palette.quiet());
    let short = bar.clock.is_some_and(|left| left < 20_000);
    let style = if short { palette.ink(BAD) } else { Style::new() };
    canvas.text_right(area.right(), area.y, &clock, style.add_modifier(Modifier::BOLD));
    if let Some(tally) = bar.tally.as_ref().filter(|_| play.session.tallies_are_true()) {
        let value = counted(canvas, play, tally);
        if !value.is_empty() {
            let text = format!("{} {value}", tally.label);
            let room = area.width.saturating_sub(2);
            canvas.text(area.x + 2, area.y + 1, room, &text, palette.quiet());
        }
    }
}

/// Captured pieces as they are drawn on the board; other counts as numbers.
fn counted(canvas: &Canvas<'_>, play: &Play, tally: &Tally) -> String {
    if tally.pieces.is_empty() {
        return tally.value.clone();
    }
    tally.pieces.iter().map(|&piece| glyph(play.card(), piece, canvas.look)).collect()
}

/// What counts in a game for one, the time, the size, and a computer that plays. Says how many rows it took.
fn counters(
    canvas: &mut Canvas<'_>,
    model: &Model,
    play: &Play,
    (scene, view): (&Scene, &ViewModel),
    area: Rect,
) -> u16 {
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
    line(canvas, model.interface().time, &time);
    let (columns, rows) = (scene.picture.columns.len(), scene.picture.rows.len());
    let label = play.card().words(model.language).start;
    line(canvas, label, &format!("{columns} × {rows}"));
    for bar in view.bars.iter().filter(|bar| play.session.is_computer(bar.seat)) {
        line(canvas, &bar.player, "");
    }
    row - area.y + 1
}

/// What the computers saw when they last moved, at the foot of an area. Says how many rows it took.
fn reports(canvas: &mut Canvas<'_>, model: &Model, play: &Play, area: Rect) -> u16 {
    let seen: Vec<(Seat, &Report)> = play
        .card()
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
    let palette = Palette(canvas.look.colours);
    let value = text::value(report, model.language);
    let name = model.play().map(|play| play.card().seat_name(seat, model.language));
    let label = fill(words.sees, &[name.unwrap_or_default()]);
    canvas.text(area.x, area.y, area.width, &label, palette.quiet());
    let style = value_style(palette, report.value).add_modifier(Modifier::BOLD);
    canvas.text_right(area.right(), area.y, &value, style);
    let nodes = if report.counters == Counters::default() {
        fill(words.depth_and_nodes, &[&report.depth.to_string(), &grouped(report.nodes)])
    } else {
        let Counters { made, reused } = report.counters;
        fill(words.nodes_made, &[&grouped(made), &grouped(reused)])
    };
    let certainty = report.certainty.filter(|&certainty| certainty < 100);
    let nodes = certainty.map_or(nodes.clone(), |certainty| format!("{nodes}, {certainty} %"));
    canvas.text(area.x, area.y + 1, area.width, &nodes, palette.quiet());
    let card = model.play().map(Play::card);
    let line = card.map_or_else(Vec::new, |card| card.moves_in(&report.line, model.language));
    let line = wrapped(&line.join(" "), usize::from(area.width));
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
    let title = model.interface().moves;
    let focused = play.focus == Focus::Moves;
    let style = if focused { palette.chosen() } else { palette.quiet() };
    canvas.text(area.x, area.y, area.width, title, style);
    let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let at = play.past.unwrap_or(scene.moves.len());
    let names = play.card().moves_in(&scene.moves, model.language);
    if play.card().is_for_one() {
        singles(canvas, &names, list, at);
    } else {
        pairs(canvas, play, &names, list, at);
    }
}

/// The first of so many rows, so that the one that matters is among them.
pub fn first_row(rows: usize, room: usize, wanted: usize) -> usize {
    let last = rows.saturating_sub(room);
    wanted.saturating_sub(room / 2).min(last)
}

fn pairs(canvas: &mut Canvas<'_>, play: &Play, names: &[String], area: Rect, at: usize) {
    let palette = Palette(canvas.look.colours);
    let seats = play.card().seats();
    let first = play.session.table().events().iter().find_map(|event| match event {
        Event::Moved { seat, .. } => Some(*seat),
        _ => None,
    });
    // A game that starts with the second side's move begins in the middle of a pair.
    let skipped = usize::from(first.is_some() && first != seats.first().copied());
    let places = names.len() + skipped;
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
            let Some(name) = names.get(index) else { continue };
            let x = area.x + 5 + half as u16 * width;
            entry(canvas, name, Rect { x, y, width, height: 1 }, index + 1 == at, index + 1);
        }
    }
}

fn singles(canvas: &mut Canvas<'_>, names: &[String], area: Rect, at: usize) {
    let palette = Palette(canvas.look.colours);
    let room = usize::from(area.height);
    let top = first_row(names.len(), room, at.saturating_sub(1));
    for (row, (index, name)) in names.iter().enumerate().skip(top).take(room).enumerate() {
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
