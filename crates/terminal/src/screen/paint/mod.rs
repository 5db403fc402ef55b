//! The screen, drawn: a function of the model and of nothing else.

mod analysis;
mod big;
mod board;
mod canvas;
mod home;
mod overlay;
mod palette;
mod panel;

pub use canvas::{Target, wrapped};
pub use overlay::furthest_scroll;

use crate::screen::input::Act;
use crate::screen::menus::act_of;
use crate::screen::model::{Model, SPIN, Stage};
use crate::screen::playing::{Focus, Play};
use crate::session::Question;
use board::Place;
use canvas::Canvas;
use palette::{ACCENT, BAD, Palette, WARN};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use table::view::{ControlName, ViewModel};
use table::{Scene, fill};

/// The smallest window in which everything can be found.
pub const SMALLEST: (u16, u16) = (60, 20);
/// The panel beside the board has at least and at most so many columns.
const PANEL: (u16, u16) = (16, 40);
/// In fewer columns the name of an opening says nothing.
const SHORTEST_OPENING: u16 = 16;
/// Rows above and below the board: a title, two for what is to be said, one for keys.
const ROWS_BESIDES: u16 = 4;

pub fn draw(model: &Model, frame: &mut Frame<'_>) {
    let mut canvas = Canvas::new(frame.buffer_mut(), model.look);
    paint(model, &mut canvas);
    if let Some(place) = canvas.cursor() {
        frame.set_cursor_position(place);
    }
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
        Stage::Analysis(analysis) => analysis::paint(canvas, model, analysis),
    }
    overlay::paint(canvas, model);
}

fn too_small(model: &Model, canvas: &mut Canvas<'_>) {
    let area = canvas.area();
    let (width, height) = (SMALLEST.0.to_string(), SMALLEST.1.to_string());
    let text = fill(model.words().too_small, &[&width, &height]);
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
    let view = play.view(&scene);
    let height = area.height - ROWS_BESIDES;
    let place = Place::of(play, big::are_wanted(canvas), area.width - PANEL.0 - 1, height);
    let (board_width, board_height) = place.size();
    // One column between board and panel where it is narrow, and two elsewhere.
    let gap = if area.width - board_width > PANEL.0 + 1 { 2 } else { 1 };
    let panel_width = (area.width - board_width - gap).min(PANEL.1);
    let left = (area.width - board_width - gap - panel_width) / 2;
    let top = 1 + (height - board_height.min(height)) / 2;
    title(canvas, model, play, None);
    board::paint(canvas, play, &scene, place, (left, top));
    let panel = Rect {
        x: left + board_width + gap,
        y: top,
        width: panel_width,
        height: board_height.max(12).min(height),
    };
    panel::paint(canvas, model, play, (&scene, &view), panel);
    let status = Rect { x: 0, y: area.height - 3, width: area.width, height: 2 };
    if !paint_message(canvas, play, ":", status) {
        paint_status(canvas, model, play, &scene, status);
    }
    let bar = Rect { x: 0, y: area.height - 1, width: area.width, height: 1 };
    paint_bar(canvas, model, play, (&scene, &view), bar);
}

/// The name of the game, with its variant and what is done with it.
fn title(canvas: &mut Canvas<'_>, model: &Model, play: &Play, doing: Option<&str>) {
    let palette = Palette(canvas.look.colours);
    let width = canvas.area().width;
    let words = model.words();
    let name = play.card().words(model.language).title;
    let style = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
    let end = canvas.text(1, 0, width - 2, "tablero", style);
    let variant = play.variant();
    let people = play.table().heading().title(&play.card().sides());
    let parts = [Some(name), variant.as_deref(), doing, people.as_deref()];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let room = width.saturating_sub(end + 3 + canvas.width(words.menu_key));
    let end = canvas.text(end + 1, 0, room, &name, palette.quiet());
    if let Some(error) = &model.not_saved {
        let text = fill(words.not_kept, &[&error.text(model.language)]);
        let room = width.saturating_sub(end + 3);
        canvas.text(end + 2, 0, room, &text, palette.ink(WARN));
    } else {
        let menu = words.menu_key;
        let columns = canvas.width(menu);
        let area = Rect { x: width - 1 - columns, y: 0, width: columns, height: 1 };
        canvas.text(area.x, 0, columns, menu, palette.quiet());
        canvas.spot(area, Target::Act(Act::Menu));
    }
}

/// The state of the game, and the opening where there is room for it.
fn paint_status(canvas: &mut Canvas<'_>, model: &Model, play: &Play, scene: &Scene, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let words = model.words();
    let mut status = scene.status.join(" ");
    if let Some(task) = model.task {
        let note = match task.question {
            Question::Move(seat) if play.session.table().players().is_for_two() => {
                let name = play.card().seat_name(seat, model.language);
                format!("{name}: {}", model.interface().thinking)
            }
            _ => model.interface().thinking.to_owned(),
        };
        status = format!("{} {note}", spinner(model));
    } else if play.session.paused && !scene.over {
        status = format!("{} {}", status, words.paused);
    }
    if let Some(moves) = play.past {
        let last = play.session.table().moves_played();
        status = fill(words.looking_back, &[&moves.to_string(), &last.to_string()]);
    }
    let bold = ratatui::style::Style::new().add_modifier(Modifier::BOLD);
    let end = canvas.text(area.x + 1, area.y, area.width - 2, &status, bold);
    let opening = play.opening(scene).unwrap_or_default();
    let room = (area.right() - 1).saturating_sub(end + 3);
    let width = canvas.width(&opening).min(room);
    if room >= SHORTEST_OPENING {
        canvas.text(area.right() - 1 - width, area.y, width, &opening, palette.quiet());
    }
}

/// The line that is being written behind its prompt, or the last message: below the state of the game. A message that is
/// longer than a line takes the place of the state, too; says whether it did.
fn paint_message(canvas: &mut Canvas<'_>, play: &Play, prompt: &str, status: Rect) -> bool {
    let area = Rect { y: status.y + 1, height: 1, ..status };
    if play.focus == Focus::Line {
        paint_line(canvas, prompt, &play.line, area);
        return false;
    }
    let message = play.message.replace('\n', " ");
    let style = Palette(canvas.look.colours).ink(WARN);
    let room = area.width - 2;
    if canvas.width(&message) <= room {
        canvas.text(area.x + 1, area.y, room, &message, style);
        return false;
    }
    let lines = wrapped(&message, usize::from(room));
    if let Some((first, rest)) = lines.split_first() {
        canvas.text(status.x + 1, status.y, room, first, style);
        canvas.text(area.x + 1, area.y, room, &rest.join(" "), style);
    }
    true
}

/// The line that is being written: its end is what one wants to see.
fn paint_line(canvas: &mut Canvas<'_>, prompt: &str, line: &str, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let prompt = format!("{prompt} ");
    let used = canvas.width(&prompt);
    let room = usize::from(area.width.saturating_sub(used + 3));
    let skipped = line.chars().count().saturating_sub(room);
    let shown: String = line.chars().skip(skipped).collect();
    let end = canvas.text(area.x + 1, area.y, used, &prompt, palette.ink(ACCENT));
    let end = canvas.text(end, area.y, area.width - 2 - used, &shown, palette.ink(ACCENT));
    let caret = ratatui::style::Style::new().add_modifier(Modifier::REVERSED);
    canvas.put(end, area.y, ' ', caret);
    canvas.put_cursor(end, area.y);
}

fn spinner(model: &Model) -> char {
    const DRAWN: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇', '⠏', '⠋'];
    const PLAIN: [char; 4] = ['|', '/', '-', '\\'];
    let turn = (model.now / SPIN) as usize;
    if model.look.unicode { DRAWN[turn % DRAWN.len()] } else { PLAIN[turn % PLAIN.len()] }
}

/// The keys that make sense now.
fn paint_bar(
    canvas: &mut Canvas<'_>,
    model: &Model,
    play: &Play,
    (scene, view): (&Scene, &ViewModel),
    area: Rect,
) {
    use ControlName as C;
    /// Controls that are worth a place here, before and behind the fixed ones.
    const ANSWERS: [C; 4] = [C::AcceptDraw, C::AllowTakeback, C::DeclineDraw, C::DeclineTakeback];
    const OTHERS: [C; 5] = [C::Mark, C::TakeBack, C::Hint, C::Odds, C::Pass];
    const AGAIN: [C; 3] = [C::Rematch, C::Restart, C::New];
    let words = model.words();
    let controls = |names: &[C]| -> Vec<(String, &'static str, Act)> {
        let shown = |name: &C| {
            let enabled = view.controls.iter().find(|c| c.name == *name && c.enabled)?;
            let (key, act) = act_of(enabled, scene)?;
            Some((key.map(String::from).unwrap_or_default(), enabled.label, act))
        };
        names.iter().filter_map(shown).collect()
    };
    let fixed = |key: &str, label, act| (key.to_owned(), label, act);
    let mut keys = controls(&ANSWERS);
    keys.push(fixed("?", words.help, Act::Help));
    keys.push(fixed(":", words.command, Act::Line));
    keys.extend(controls(&OTHERS));
    if view.paced {
        keys.push(fixed("p", words.pause, Act::Pause));
    }
    // Where a question waits, n is an answer.
    let asked = play.is_asked();
    keys.extend(controls(&AGAIN).into_iter().filter(|(_, _, act)| !asked || *act != Act::New));
    keys.push(fixed("q", words.leave, Act::Quit));
    paint_keys(canvas, keys, area);
}

/// Keys with what they do, as many as fit. Each can be clicked.
fn paint_keys(canvas: &mut Canvas<'_>, keys: Vec<(String, &'static str, Act)>, area: Rect) {
    let palette = Palette(canvas.look.colours);
    let mut column = area.x + 1;
    for (key, label, act) in keys {
        let width = canvas.width(&key) + 1 + canvas.width(label);
        if column + width > area.right() {
            break;
        }
        let key_style = palette.ink(ACCENT).add_modifier(Modifier::BOLD);
        let end = canvas.text(column, area.y, width, &key, key_style);
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
