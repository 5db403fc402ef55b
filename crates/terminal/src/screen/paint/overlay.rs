//! The windows on top: help, texts, and small menus.

use super::canvas::{Canvas, Target, wrapped};
use super::palette::{ACCENT, Palette};
use crate::screen::help;
use crate::screen::model::{Menu, Model, Overlay};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The columns that a text to be read may take, with its frame.
const READING: u16 = 78;

/// Paints what lies on top, if something does.
pub fn paint(canvas: &mut Canvas<'_>, model: &Model) {
    let Some(overlay) = &model.overlay else { return };
    canvas.spot(canvas.area(), Target::Outside);
    match overlay {
        Overlay::Menu(menu) => paint_menu(canvas, menu),
        Overlay::Help(top) | Overlay::Text { top, .. } => paint_text(canvas, model, *top),
    }
}

/// How far the text that is open can be scrolled down.
pub fn furthest_scroll(model: &Model) -> usize {
    let (width, height) = model.size;
    let room = usize::from(height.saturating_sub(4));
    lines(model, width).len().saturating_sub(room)
}

fn lines(model: &Model, width: u16) -> Vec<String> {
    let width = usize::from(READING.min(width).saturating_sub(4));
    match &model.overlay {
        Some(Overlay::Help(_)) => help::lines(model, width),
        Some(Overlay::Text { lines, .. }) => {
            lines.iter().flat_map(|line| wrapped(line, width)).collect()
        }
        _ => Vec::new(),
    }
}

fn window(canvas: &mut Canvas<'_>, width: u16, height: u16) -> Rect {
    let all = canvas.area();
    let (width, height) = (width.min(all.width), height.min(all.height));
    let area = Rect { x: (all.width - width) / 2, y: (all.height - height) / 2, width, height };
    canvas.clear(area, Style::new());
    canvas.frame(area, Palette(canvas.look.colours).ink(ACCENT));
    canvas.spot(area, Target::Inside);
    area
}

fn paint_text(canvas: &mut Canvas<'_>, model: &Model, top: usize) {
    let all = canvas.area();
    let lines = lines(model, all.width);
    let room = usize::from(all.height.saturating_sub(4));
    let shown = lines.len().min(room);
    let area = window(canvas, READING.min(all.width), shown as u16 + 3);
    let palette = Palette(canvas.look.colours);
    for (row, line) in (area.y + 1..).zip(lines.iter().skip(top).take(shown)) {
        let heading = line.strip_prefix("# ");
        let style = match heading {
            Some(_) => palette.ink(ACCENT).add_modifier(Modifier::BOLD),
            None => Style::new(),
        };
        canvas.text(area.x + 2, row, area.width - 4, heading.unwrap_or(line), style);
    }
    canvas.put_cursor(area.x + 2, area.y + 1);
    let keys = model.words().reading_keys;
    canvas.text(area.x + 2, area.bottom() - 2, area.width - 4, keys, palette.quiet());
}

fn paint_menu(canvas: &mut Canvas<'_>, menu: &Menu) {
    let palette = Palette(canvas.look.colours);
    let most = canvas.area().width.saturating_sub(8).min(60);
    let notes: Vec<String> =
        menu.notes.iter().flat_map(|note| wrapped(note, usize::from(most))).collect();
    let labels = menu.items.iter().map(|item| canvas.width(&item.label) + 4);
    let texts = notes.iter().chain([&menu.title]).map(|text| canvas.width(text));
    let width = labels.chain(texts).max().unwrap_or(0).min(most).max(20) + 6;
    let height = 4 + notes.len() as u16 + menu.items.len() as u16;
    let area = window(canvas, width, height);
    let inner = Rect { x: area.x + 3, width: area.width - 6, ..area };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    canvas.text(inner.x, area.y + 1, inner.width, &menu.title, bold);
    let mut row = area.y + 2;
    for note in &notes {
        canvas.text(inner.x, row, inner.width, note, Style::new());
        row += 1;
    }
    row += 1;
    for (index, item) in menu.items.iter().enumerate() {
        let chosen = index == menu.chosen;
        let place = Rect { x: area.x + 1, y: row, width: area.width - 2, height: 1 };
        if chosen {
            canvas.put_cursor(inner.x, row);
            canvas.tint(place, palette.chosen());
            let pointer = if canvas.look.unicode { '▸' } else { '>' };
            canvas.put(area.x + 1, row, pointer, palette.chosen());
        }
        let style = if chosen { palette.chosen() } else { Style::new() };
        canvas.text(inner.x, row, inner.width, &item.label, style);
        if let Some(key) = item.key {
            let style = if chosen { style } else { palette.ink(ACCENT) };
            canvas.text_right(inner.right(), row, &key.to_string(), style);
        }
        canvas.spot(place, Target::Act(item.act.clone()));
        row += 1;
    }
}
