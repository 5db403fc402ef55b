//! The first screen.

use super::canvas::{Canvas, Target};
use super::palette::{ACCENT, Palette, WARN};
use crate::screen::home::{Field, Home, Row};
use crate::screen::model::Model;
use crate::storage::SavedGame;
use crate::text::sentence;
use crate::words::TerminalWords;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use table::{Millis, fill};

/// The columns of the form.
const WIDTH: u16 = 76;
/// The columns of its labels.
const LABELS: u16 = 20;

/// Paints the first screen.
pub fn paint(canvas: &mut Canvas<'_>, model: &Model, home: &Home) {
    let area = canvas.area();
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let width = WIDTH.min(area.width - 2);
    let left = (area.width - width) / 2;
    let top = (area.height.saturating_sub(20) / 3).max(1);
    let title = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
    let end = canvas.text(left, top, width, "tablero", title);
    canvas.text(end + 2, top, width, words.tagline, palette.quiet());
    let body = Rect { x: left, y: top + 2, width, height: area.height - top - 5 };
    match home.list {
        Some(at) => list(canvas, model, home, at, body),
        None => form(canvas, home, body),
    }
    let message = match &model.not_saved {
        Some(error) if home.message.is_empty() => {
            fill(words.not_kept, &[&error.text(model.language)])
        }
        _ => home.message.clone(),
    };
    canvas.text(left, area.height - 3, width, &message, palette.ink(WARN));
    let keys = if home.list.is_some() { words.list_keys } else { words.form_keys };
    canvas.text(left, area.height - 1, width, keys, palette.quiet());
}

fn form(canvas: &mut Canvas<'_>, home: &Home, area: Rect) {
    let mut y = area.y;
    for (index, row) in home.rows().iter().enumerate() {
        if row.field == Field::Begin {
            y += 1;
        }
        if y >= area.bottom() {
            break;
        }
        let place = Rect { y, height: 1, ..area };
        y += paint_row(canvas, row, index == home.row, place);
    }
}

/// Paints a row of the form. Says how many lines it took.
fn paint_row(canvas: &mut Canvas<'_>, row: &Row, has_cursor: bool, area: Rect) -> u16 {
    let palette = Palette(canvas.look.colours);
    let pointer = match (has_cursor, canvas.look.unicode) {
        (true, true) => "▸",
        (true, false) => ">",
        (false, _) => " ",
    };
    let accent = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
    canvas.text(area.x, area.y, 1, pointer, accent);
    if has_cursor {
        canvas.put_cursor(area.x + 2, area.y);
    }
    let label =
        if has_cursor { Style::new().add_modifier(Modifier::BOLD) } else { palette.quiet() };
    canvas.text(area.x + 2, area.y, LABELS - 2, row.label, label);
    let choices = Rect { x: area.x + LABELS + 2, width: area.width - LABELS - 2, ..area };
    match row.field {
        Field::Begin | Field::Continue => button(canvas, row, has_cursor, choices),
        Field::OwnStart => writing(canvas, row, has_cursor, choices),
        // All games are shown, in as many lines as they take.
        Field::Game => return all(canvas, row, has_cursor, choices),
        _ if all_fit(canvas, row, choices.width) => return all(canvas, row, has_cursor, choices),
        _ => one(canvas, row, has_cursor, choices),
    }
    1
}

fn button(canvas: &mut Canvas<'_>, row: &Row, has_cursor: bool, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let text = format!("[ {} ]", row.options[0]);
    let style = if has_cursor { palette.chosen() } else { palette.ink(ACCENT) };
    let width = canvas.width(&text);
    canvas.text(area.x, area.y, area.width, &text, style.add_modifier(Modifier::BOLD));
    canvas.spot(Rect { width, ..area }, Target::Button(row.field));
}

fn writing(canvas: &mut Canvas<'_>, row: &Row, has_cursor: bool, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let room = usize::from(area.width.saturating_sub(4));
    let text = &row.options[0];
    let shown: String = text.chars().skip(text.chars().count().saturating_sub(room)).collect();
    let end = canvas.text(area.x, area.y, 2, "> ", palette.ink(ACCENT));
    let end = canvas.text(end, area.y, area.width - 3, &shown, palette.ink(ACCENT));
    if has_cursor {
        canvas.put_cursor(end, area.y);
        canvas.put(end, area.y, ' ', Style::new().add_modifier(Modifier::REVERSED));
    }
    canvas.spot(area, Target::Choice(row.field, 0));
}

fn all_fit(canvas: &Canvas<'_>, row: &Row, width: u16) -> bool {
    let each = |option: &String| u32::from(canvas.width(option)) + 3;
    row.options.iter().map(each).sum::<u32>() <= u32::from(width)
}

/// All choices side by side, the one that is chosen in brackets. Says how many lines they took.
fn all(canvas: &mut Canvas<'_>, row: &Row, has_cursor: bool, mut area: Rect) -> u16 {
    let palette = Palette(canvas.look.colours);
    let (mut column, mut lines) = (area.x, 1);
    for (index, option) in row.options.iter().enumerate() {
        let chosen = index == row.chosen;
        let text = if chosen { format!("[{option}]") } else { format!(" {option} ") };
        let style = match (chosen, has_cursor) {
            (true, true) => palette.chosen(),
            (true, false) => Style::new().add_modifier(Modifier::BOLD),
            (false, _) => palette.quiet(),
        };
        let width = canvas.width(&text);
        if column > area.x && column + width > area.right() {
            (column, area.y, lines) = (area.x, area.y + 1, lines + 1);
        }
        canvas.text(column, area.y, width, &text, style);
        let place = Rect { x: column, width, ..area };
        canvas.spot(place, Target::Choice(row.field, index));
        column += width + 1;
    }
    lines
}

/// The choice between two arrows, where all together would be too wide.
fn one(canvas: &mut Canvas<'_>, row: &Row, has_cursor: bool, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let (before, after) = if canvas.look.unicode { ("◂ ", " ▸") } else { ("< ", " >") };
    let value = row.options.get(row.chosen).map(String::as_str).unwrap_or_default();
    let width = row.options.iter().map(|option| canvas.width(option)).max().unwrap_or(0);
    let width = width.min(area.width.saturating_sub(4));
    let style = if has_cursor { palette.chosen() } else { Style::new() };
    let arrows = palette.ink(ACCENT);
    let start = canvas.text(area.x, area.y, 2, before, arrows);
    let end = canvas.text(start, area.y, width, value, style.add_modifier(Modifier::BOLD));
    let end = canvas.text(end, area.y, 2, after, arrows);
    canvas.spot(Rect { x: start, width: end - start, ..area }, Target::Step(row.field, true));
    canvas.spot(Rect { width: 2, ..area }, Target::Step(row.field, false));
}

fn list(canvas: &mut Canvas<'_>, model: &Model, home: &Home, at: usize, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    canvas.text(area.x, area.y, area.width, words.your_games, bold);
    let games = match &home.saved {
        Ok(games) if games.is_empty() => {
            canvas.text(area.x, area.y + 2, area.width, words.no_games, palette.quiet());
            return;
        }
        Ok(games) => games,
        Err(error) => {
            let text = sentence(&error.text(model.language));
            canvas.text(area.x, area.y + 2, area.width, &text, palette.ink(WARN));
            return;
        }
    };
    let room = usize::from(area.height.saturating_sub(2));
    let first = at.saturating_sub(room / 2).min(games.len().saturating_sub(room));
    for (row, (index, game)) in games.iter().enumerate().skip(first).take(room).enumerate() {
        let place = Rect { y: area.y + 2 + row as u16, height: 1, ..area };
        saved(canvas, model, game, index == at, place);
        canvas.spot(place, Target::Saved(index));
    }
}

fn saved(canvas: &mut Canvas<'_>, model: &Model, game: &SavedGame, has_cursor: bool, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let style = if has_cursor { palette.chosen() } else { Style::new() };
    if has_cursor {
        canvas.put_cursor(area.x, area.y);
        canvas.tint(area, style);
    }
    let name = game.game.words(model.language).title;
    canvas.text(area.x, area.y, 12, name, style.add_modifier(Modifier::BOLD));
    let (text, ago) = (game.told(model.language, words), ago(game.at, model.now, words));
    let right = canvas.width(&ago);
    canvas.text(area.x + 13, area.y, area.width.saturating_sub(right + 14), &text, style);
    canvas.text_right(area.right(), area.y, &ago, style);
}

/// How long ago something was, in the largest unit that fits.
fn ago(then: Millis, now: Millis, words: &TerminalWords) -> String {
    let minutes = now.saturating_sub(then) / 60_000;
    match minutes {
        0 => words.just_now.to_owned(),
        1..60 => fill(words.minutes_ago, &[&minutes.to_string()]),
        60..1440 => fill(words.hours_ago, &[&(minutes / 60).to_string()]),
        _ => fill(words.days_ago, &[&(minutes / 1440).to_string()]),
    }
}
