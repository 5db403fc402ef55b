//! An analysis: the board with a bar for its evaluation, what the search thinks, and the tree of variations.

use super::board::{self, Place};
use super::canvas::{Canvas, Target};
use super::palette::{ACCENT, Palette};
use super::panel::first_row;
use super::{ROWS_BESIDES, paint_keys, paint_message, paint_status, title, value_style};
use crate::review::sparkline_in;
use crate::screen::analysis::{Analysis, Prompt};
use crate::screen::input::Act;
use crate::screen::model::Model;
use crate::screen::playing::Focus;
use crate::tree::{self, Word};
use game::Side;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use table::{Found, Scene, fill};

/// The panel beside the board has at least and at most so many columns.
const PANEL: (u16, u16) = (26, 60);
/// Columns for the bar with the evaluation, and between board and panel.
const BAR: u16 = 2;
const GAP: u16 = 2;
/// The lower parts of a cell, by eighths.
const EIGHTHS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];

pub fn paint(canvas: &mut Canvas<'_>, model: &Model, analysis: &Analysis) {
    let area = canvas.area();
    let board = &analysis.board;
    let scene = board.scene(model.now);
    let found = analysis.found();
    let height = area.height - ROWS_BESIDES;
    let place =
        Place::of(board, super::big::are_wanted(canvas), area.width - PANEL.0 - BAR - GAP, height);
    let (board_width, board_height) = place.size();
    let used = BAR + board_width + GAP;
    let panel_width = (area.width - used).min(PANEL.1);
    let left = (area.width - used - panel_width) / 2;
    let top = 1 + (height - board_height.min(height)) / 2;
    title(canvas, model, board, Some(model.words().analysis));
    let squares = board::paint(canvas, board, &scene, place, (left + BAR, top));
    let bar = Rect { x: left + 1, y: squares.y, width: 1, height: squares.height };
    paint_evaluation(canvas, model, analysis, found.as_deref(), bar);
    let panel = Rect { x: left + used, y: 1, width: panel_width, height: height - 1 };
    let taken = paint_lines(canvas, model, analysis, (&scene, found.as_deref()), panel);
    let below = paint_review(canvas, model, analysis, panel);
    let height = panel.height.saturating_sub(taken + below);
    let list = Rect { y: panel.y + taken, height, ..panel };
    paint_tree(canvas, model, analysis, &scene, list);
    let status = Rect { x: 0, y: area.height - 3, width: area.width, height: 2 };
    if !paint_message(canvas, board, prompt(model, analysis), status) {
        paint_status(canvas, model, board, &scene, status);
    }
    let keys = Rect { x: 0, y: area.height - 1, width: area.width, height: 1 };
    paint_keys(canvas, keys_of(model, analysis), keys);
}

fn prompt(model: &Model, analysis: &Analysis) -> &'static str {
    let words = model.words();
    match analysis.prompt {
        Prompt::Command => ":",
        Prompt::Comment => words.prompt_comment,
        Prompt::Sign => words.prompt_sign,
        Prompt::File => words.prompt_file,
    }
}

/// The share of white, which grows from the side of the board where white sits. No evaluation, no bar.
fn paint_evaluation(
    canvas: &mut Canvas<'_>,
    model: &Model,
    analysis: &Analysis,
    found: Option<&Found>,
    area: Rect,
) {
    let Some(best) = found.and_then(|found| found.lines.first()) else { return };
    let turned = analysis.board.is_turned();
    let share = f64::midpoint(1.0, best.value).clamp(0.0, 1.0);
    // From the lower end on, so that blocks that are filled from below fit.
    let lower = if turned { 1.0 - share } else { share };
    let eighths = (lower * f64::from(area.height) * 8.0).round() as u16;
    let [white, black] = Side::BOTH.map(|side| {
        let name = analysis.board.card().side_name(side, model.language);
        canvas.writable(name).chars().next().unwrap_or('?')
    });
    let sides = Palette(canvas.look.colours).sides(analysis.board.card(), turned);
    for row in 0..area.height {
        let filled = eighths.saturating_sub(8 * row).min(8);
        let symbol = match (canvas.look.unicode, filled) {
            (true, 8) => '█',
            (true, part) => EIGHTHS[usize::from(part)],
            // The larger part names a cell.
            (false, part) => {
                if (part >= 4) == turned {
                    black
                } else {
                    white
                }
            }
        };
        let style = if canvas.look.unicode { sides } else { Style::new() };
        canvas.put(area.x, area.bottom() - 1 - row, symbol, style);
    }
}

/// The score and the depth, then the lines of play. Returns how many rows they took.
fn paint_lines(
    canvas: &mut Canvas<'_>,
    model: &Model,
    analysis: &Analysis,
    (scene, found): (&Scene, Option<&Found>),
    area: Rect,
) -> u16 {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let lines = found.map(|found| found.lines.as_slice()).unwrap_or_default();
    if let Some((found, best)) = found.zip(lines.first()) {
        let style = value_style(palette, best.value).add_modifier(Modifier::BOLD);
        let end = canvas.text(area.x, area.y, area.width, &best.score, style);
        let mut depth = fill(words.depth, &[&found.depth.to_string()]);
        if let Some(certainty) = found.certainty() {
            depth = format!("{depth}, {certainty} %");
        }
        if found.complete {
            depth = format!("{depth}, {}", words.nothing_more);
        }
        canvas.text(end + 2, area.y, area.right().saturating_sub(end + 2), &depth, palette.quiet());
    } else {
        let note = match (scene.over, analysis.searching) {
            (true, _) => "",
            (false, true) => model.interface().thinking,
            (false, false) => words.search_is_off,
        };
        canvas.text(area.x, area.y, area.width, note, palette.quiet());
    }
    // As many rows as lines are wanted, so that nothing jumps.
    let rows = (analysis.lines as u16).min(area.height.saturating_sub(6));
    let widest = lines.iter().take(analysis.lines).map(|line| canvas.width(&line.score)).max();
    let ply = analysis.path.len() + 1;
    for (row, line) in (area.y + 1..area.y + 1 + rows).zip(lines) {
        let place = Rect { y: row, height: 1, ..area };
        canvas.text(area.x, row, area.width, &line.score, bold);
        let column = area.x + widest.unwrap_or_default() + 1;
        let moves = tree::numbered(
            scene.numbering,
            ply,
            &analysis.board.card().moves_in(&line.moves, model.language),
        );
        canvas.text(column, row, area.right().saturating_sub(column), &moves, Style::new());
        if let Some(mv) = line.moves.first() {
            canvas.spot(place, Target::Act(Act::Move(mv.clone())));
        }
    }
    rows + 2
}

/// The chances of white over the game at the lower edge of the panel, the position on the board marked, and what is to be said of
/// its move. Returns how many rows they took.
fn paint_review(canvas: &mut Canvas<'_>, model: &Model, analysis: &Analysis, area: Rect) -> u16 {
    const ROWS: u16 = 4;
    let Some(review) = analysis.review() else {
        let Some(note) = model.review_note(analysis) else { return 0 };
        let style = Palette(canvas.look.colours).quiet();
        canvas.text(area.x, area.bottom() - 1, area.width, &note, style);
        return 1;
    };
    if area.height < 3 * ROWS {
        return 0;
    }
    let palette = Palette(canvas.look.colours);
    let (columns, top) = (usize::from(area.width), area.bottom() - ROWS + 1);
    let line = sparkline_in(&review.chances, !canvas.look.unicode, columns);
    let shown = line.chars().count();
    canvas.text(area.x, top, area.width, &line, palette.ink(ACCENT));
    if let Some(ply) = analysis.ply_of_game() {
        let at = ply * shown / review.chances.len().max(1);
        let place = Rect { x: area.x + at as u16, y: top, width: 1, height: 1 };
        canvas.tint(place, Style::new().add_modifier(Modifier::REVERSED));
    }
    let accuracy = |side: Side| {
        let name = analysis.board.card().side_name(side, model.language);
        review.sides[side].accuracy.map(|accuracy| format!("{name} {accuracy:.0} %"))
    };
    let sides: Vec<String> = Side::BOTH.into_iter().filter_map(accuracy).collect();
    let note = model.review_note(analysis).unwrap_or_else(|| sides.join("   "));
    canvas.text(area.x, top + 1, area.width, &note, palette.quiet());
    let remark = analysis.remark(model.language).unwrap_or_default();
    canvas.text(area.x, top + 2, area.width, &remark, Style::new().add_modifier(Modifier::BOLD));
    ROWS
}

/// The tree as books print it, the move that led to the board marked.
fn paint_tree(
    canvas: &mut Canvas<'_>,
    model: &Model,
    analysis: &Analysis,
    scene: &Scene,
    area: Rect,
) {
    if area.height < 2 {
        return;
    }
    let palette = Palette(canvas.look.colours);
    let focused = analysis.board.focus == Focus::Moves;
    let heading = if focused { palette.chosen() } else { palette.quiet() };
    canvas.text(area.x, area.y, area.width, model.interface().moves, heading);
    let current = analysis.tree.place_of(&analysis.path);
    let written = |mv: &str| analysis.board.card().move_in(mv, model.language);
    let rows =
        tree::rows(analysis.tree.printed(scene.numbering, &written), usize::from(area.width));
    let is_current = |word: &Word| matches!(word, Word::Move { at, .. } if Some(*at) == current);
    let wanted = rows.iter().position(|row| row.iter().any(|(_, word)| is_current(word)));
    let room = usize::from(area.height - 1);
    let first = first_row(rows.len(), room, wanted.unwrap_or(0));
    for (y, row) in (area.y + 1..).zip(rows.iter().skip(first).take(room)) {
        for (column, word) in row {
            let x = area.x + *column as u16;
            let style = match word {
                Word::Comment(_) => palette.quiet(),
                word if is_current(word) => palette.chosen(),
                Word::Move { at, .. } if is_played(analysis, *at) => {
                    Style::new().add_modifier(Modifier::BOLD)
                }
                Word::Move { .. } => Style::new(),
            };
            let end = canvas.text(x, y, area.right().saturating_sub(x), word.text(), style);
            if focused && is_current(word) {
                canvas.put_cursor(x, y);
            }
            if let Word::Move { at, .. } = word {
                let place = Rect { x, y, width: end - x, height: 1 };
                canvas.spot(place, Target::TreeMove(*at));
            }
        }
    }
    if analysis.tree.is_empty() {
        let hint = model.words().try_a_move;
        canvas.text(area.x, area.y + 1, area.width, hint, palette.ink(ACCENT));
    }
}

fn is_played(analysis: &Analysis, at: usize) -> bool {
    analysis.tree.get(at).is_some_and(|mv| mv.played)
}

fn keys_of(model: &Model, analysis: &Analysis) -> Vec<(String, &'static str, Act)> {
    let words = model.words();
    let key = |key: &str, label, act| (key.to_owned(), label, act);
    let other = match analysis.board.focus {
        Focus::Moves => words.board,
        Focus::Board | Focus::Line => words.moves_list,
    };
    let mut keys = vec![
        key("?", words.help, Act::Help),
        key("*", words.best_move, Act::BestMove),
        key("+ -", words.lines, Act::MoreLines),
        key("Tab", other, Act::SwitchFocus),
        key("R", words.review, Act::Review),
        key("q", words.leave, Act::Quit),
    ];
    if analysis.current().is_some() {
        keys.push(key("C", words.comment_move, Act::Comment));
        keys.push(key("!", words.rate_move, Act::Sign));
    }
    keys.push(key("W", words.write_file, Act::Export));
    keys
}
