//! The screen, drawn: a function of the model and of nothing else.

mod board;
mod canvas;
mod home;
mod overlay;
mod palette;
mod panel;

pub use canvas::{Target, wrapped};
pub use overlay::furthest_scroll;

use crate::screen::model::{Model, Question, SPIN, Stage};
use crate::screen::playing::{Focus, Play};
use board::Place;
use canvas::Canvas;
use palette::{ACCENT, BAD, Palette, WARN};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use table::scene::Control;
use table::{Scene, fill};

/// The smallest window in which everything can be found.
pub const SMALLEST: (u16, u16) = (60, 20);
/// The panel beside the board has at least and at most so many columns.
const PANEL: (u16, u16) = (16, 40);
/// Rows above and below the board: a title, two for what is to be said, one for keys.
const ROWS_BESIDES: u16 = 4;

/// Draws the model.
pub fn draw(model: &Model, frame: &mut Frame<'_>) {
    paint(model, &mut Canvas::new(frame.buffer_mut(), model.look));
}

/// What is to be found in a place of the screen.
pub fn target_at(model: &Model, column: u16, row: u16) -> Option<Target> {
    let (width, height) = model.size;
    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
    let mut canvas = Canvas::new(&mut buffer, model.look);
    paint(model, &mut canvas);
    canvas.target_at(column, row)
}

fn paint(model: &Model, canvas: &mut Canvas<'_>) {
    let area = canvas.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(model, canvas);
    }
    match &model.stage {
        Stage::Home(home) => home::paint(canvas, model, home),
        Stage::Play(play) => paint_game(canvas, model, play),
    }
    overlay::paint(canvas, model);
}

fn too_small(model: &Model, canvas: &mut Canvas<'_>) {
    let area = canvas.area();
    let (width, height) = (SMALLEST.0.to_string(), SMALLEST.1.to_string());
    let text = fill(model.words().screen.too_small, &[&width, &height]);
    let lines = wrapped(&text, usize::from(area.width));
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (row, line) in (top..).zip(&lines) {
        let left = area.width.saturating_sub(canvas.width(line)) / 2;
        canvas.text(left, row, area.width, line, Palette(canvas.look.colours).ink(WARN));
    }
}

fn paint_game(canvas: &mut Canvas<'_>, model: &Model, play: &Play) {
    let area = canvas.area();
    let scene = play.scene(model.now);
    let height = area.height - ROWS_BESIDES;
    let place = Place::of(play, area.width - PANEL.0 - 1, height);
    let (board_width, board_height) = place.size();
    // One column between board and panel where it is narrow, and two elsewhere.
    let gap = if area.width - board_width > PANEL.0 + 1 { 2 } else { 1 };
    let panel_width = (area.width - board_width - gap).min(PANEL.1);
    let left = (area.width - board_width - gap - panel_width) / 2;
    let top = 1 + (height - board_height.min(height)) / 2;
    title(canvas, model, play);
    board::paint(canvas, play, &scene, place, (left, top));
    let panel = Rect {
        x: left + board_width + gap,
        y: top,
        width: panel_width,
        height: board_height.max(12).min(height),
    };
    panel::paint(canvas, model, play, &scene, panel);
    let status = Rect { x: 0, y: area.height - 3, width: area.width, height: 2 };
    paint_status(canvas, model, play, &scene, status);
    let bar = Rect { x: 0, y: area.height - 1, width: area.width, height: 1 };
    paint_bar(canvas, model, play, bar);
}

fn title(canvas: &mut Canvas<'_>, model: &Model, play: &Play) {
    let palette = Palette(canvas.look.colours);
    let width = canvas.area().width;
    let words = model.words();
    let name = words.game(play.game());
    let style = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
    let end = canvas.text(1, 0, width - 2, "tablero", style);
    let end = canvas.text(end + 1, 0, width.saturating_sub(end + 2), name, palette.quiet());
    if let Some(reason) = &model.unkept {
        let text = fill(words.screen.not_kept, &[reason]);
        let room = width.saturating_sub(end + 3);
        canvas.text(end + 2, 0, room, &text, palette.ink(WARN));
    } else {
        let menu = words.screen.menu_key;
        let columns = canvas.width(menu);
        let area = Rect { x: width - 1 - columns, y: 0, width: columns, height: 1 };
        canvas.text(area.x, 0, columns, menu, palette.quiet());
        canvas.spot(area, Target::Act(super::input::Act::Menu));
    }
}

/// What is the case, and what was last said. Room for both is always there.
fn paint_status(canvas: &mut Canvas<'_>, model: &Model, play: &Play, scene: &Scene, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let mut status = scene.status.join(" ");
    if let Some(task) = model.task {
        let note = match task.question {
            Question::Move(seat) if play.session.table().players().is_for_two() => {
                format!("{}: {}", words.seat(seat), words.interface.thinking)
            }
            _ => words.interface.thinking.to_owned(),
        };
        status = format!("{} {note}", spinner(model));
    } else if play.session.paused && !scene.over {
        status = format!("{} {}", status, words.screen.paused);
    }
    if let Some(moves) = play.past {
        let last = play.session.table().moves_played();
        status = fill(words.screen.looking_back, &[&moves.to_string(), &last.to_string()]);
    }
    let bold = ratatui::style::Style::new().add_modifier(Modifier::BOLD);
    canvas.text(area.x + 1, area.y, area.width - 2, &status, bold);
    if play.focus == Focus::Line {
        return paint_line(canvas, &play.line, Rect { y: area.y + 1, height: 1, ..area });
    }
    let message = play.message.replace('\n', " ");
    let style = palette.ink(WARN);
    canvas.text(area.x + 1, area.y + 1, area.width - 2, &message, style);
}

/// The line that is being written: its end is what one wants to see.
fn paint_line(canvas: &mut Canvas<'_>, line: &str, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let room = usize::from(area.width.saturating_sub(5));
    let skipped = line.chars().count().saturating_sub(room);
    let shown: String = line.chars().skip(skipped).collect();
    let end = canvas.text(area.x + 1, area.y, 2, ": ", palette.ink(ACCENT));
    let end = canvas.text(end, area.y, area.width - 4, &shown, palette.ink(ACCENT));
    let caret = ratatui::style::Style::new().add_modifier(Modifier::REVERSED);
    canvas.put(end, area.y, ' ', caret);
}

fn spinner(model: &Model) -> char {
    const DRAWN: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇', '⠏', '⠋'];
    const PLAIN: [char; 4] = ['|', '/', '-', '\\'];
    let turn = (model.now / SPIN) as usize;
    if model.look.unicode { DRAWN[turn % DRAWN.len()] } else { PLAIN[turn % PLAIN.len()] }
}

/// The keys that make sense now. Each can be clicked.
fn paint_bar(canvas: &mut Canvas<'_>, model: &Model, play: &Play, area: Rect) {
    use super::input::Act;
    let words = model.words();
    let (interface, screen) = (&words.interface, &words.screen);
    let mines = play.game() == table::GameName::Mines;
    let over = play.session.table().is_over();
    let controls = play.controls(model.now);
    let mut keys: Vec<(&str, &str, Act)> = Vec::new();
    if play.is_asked() {
        let has = |control| controls.contains(&control);
        let (yes, no) = if has(Control::AcceptDraw) {
            (interface.accept_draw, interface.decline_draw)
        } else {
            (interface.allow_takeback, interface.decline_takeback)
        };
        keys.extend([("y", yes, Act::Yes), ("n", no, Act::No)]);
    }
    keys.push(("?", screen.help, Act::Help));
    keys.push((":", screen.command, Act::Line));
    if mines && !over {
        keys.push(("f", screen.flag_key, Act::Flip));
    }
    if controls.contains(&Control::TakeBack) {
        keys.push(("u", interface.take_back, Act::Undo));
    }
    if !over && !play.is_watched() {
        keys.push(("H", interface.hint, Act::Hint));
    }
    if play.is_watched() && !over {
        keys.push(("p", screen.pause, Act::Pause));
    }
    if mines {
        keys.push(("r", interface.restart, Act::Rematch));
    } else if over {
        keys.push(("r", interface.rematch, Act::Rematch));
    }
    keys.push(("n", interface.new_game, Act::New));
    keys.push(("q", screen.leave, Act::Quit));
    let palette = Palette(canvas.look.colours);
    let mut column = area.x + 1;
    for (key, label, act) in keys {
        if key == "n" && act == Act::New && play.is_asked() {
            continue;
        }
        let width = canvas.width(key) + 1 + canvas.width(label);
        if column + width > area.right() {
            break;
        }
        let key_style = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
        let end = canvas.text(column, area.y, width, key, key_style);
        canvas.text(end + 1, area.y, width, label, palette.quiet());
        canvas.spot(Rect { x: column, y: area.y, width, height: 1 }, Target::Act(act));
        column += width + 3;
    }
}

/// A colour for a value: well, not well, or neither.
fn value_style(palette: Palette, value: f64) -> ratatui::style::Style {
    match value {
        v if v <= -0.05 => palette.ink(BAD),
        v if v >= 0.05 => palette.ink(palette::GOOD),
        _ => palette.quiet(),
    }
}
