//! The board: squares as large as the window allows, and marks that have a shape besides a colour.

use super::big::{self, has_big_pieces};
use super::canvas::{Canvas, Target};
use super::palette::{Notes, Palette, is_circle, is_disc};
use crate::board;
use crate::screen::playing::Play;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use table::card::{Coordinates, PieceStyle};
use table::scene::{Cell, Colour, Mark, Picture, Piece};
use table::{Card, Scene};

/// Columns and rows of a square: a character is about twice as high as wide. Only big pieces fill the first ones.
const SIZES: [(u16, u16); 7] = [(16, 8), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1)];
const SMALLEST: (u16, u16) = SIZES[SIZES.len() - 1];
const SMALLEST_WITH_ODDS: (u16, u16) = (3, 1);
/// The places of the sizes from which on there are glyphs.
const GLYPHS: usize = 4;

/// Where the board is and how much of it can be seen.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The top left corner of the squares.
    column: u16,
    row: u16,
    /// Columns and rows of a square.
    cell: (u16, u16),
    /// Squares in view, across and down.
    seen: (usize, usize),
    /// The first of them, as the screen counts.
    first: (usize, usize),
    /// All squares, across and down.
    all: (usize, usize),
    /// Are the letters above?
    letters_above: bool,
}

/// A square of more rows has a big piece.
const GLYPH_ROWS: u16 = SIZES[GLYPHS].1;
/// Columns beside the board for the names of its rows.
const MARGIN: u16 = 3;

impl Place {
    /// The largest board that fits into so many columns and rows; of one that does not, as much as
    /// does, around the cursor.
    pub fn of(play: &Play, big: bool, width: u16, height: u16) -> Place {
        let all = play.dimensions();
        let (columns, rows) = (all.0 as u16, all.1 as u16);
        let (inner_width, inner_height) = (width.saturating_sub(MARGIN), height.saturating_sub(1));
        let fits = |(w, h): &(u16, u16)| {
            w.saturating_mul(columns) <= inner_width && h.saturating_mul(rows) <= inner_height
        };
        let big = big && has_big_pieces(play.card());
        let sizes = if big { &SIZES[..] } else { &SIZES[GLYPHS..] };
        let cell = sizes.iter().copied().find(fits).unwrap_or(SMALLEST);
        // Numbers of two digits would run together in the smallest squares.
        let cell = if cell == SMALLEST && play.odds.is_some() { SMALLEST_WITH_ODDS } else { cell };
        let seen = (
            all.0.min(usize::from(inner_width / cell.0)).max(1),
            all.1.min(usize::from(inner_height / cell.1)).max(1),
        );
        let turned = play.is_turned();
        let at = |place: usize, count: usize| if turned { count - 1 - place } else { place };
        let cursor = (at(play.cursor % all.0, all.0), at(play.cursor / all.0, all.1));
        let first = (window(cursor.0, seen.0, all.0), window(cursor.1, seen.1, all.1));
        Place { column: MARGIN, row: 0, cell, seen, first, all, letters_above: false }
    }

    /// Columns and rows of the whole, with the names of rows and columns.
    pub fn size(&self) -> (u16, u16) {
        let (width, height) = self.cell;
        (MARGIN + self.seen.0 as u16 * width, 1 + self.seen.1 as u16 * height)
    }

    /// The same with its top left corner here.
    fn at(self, column: u16, row: u16, letters_above: bool) -> Place {
        let row = row + u16::from(letters_above);
        Place { column: column + MARGIN, row, letters_above, ..self }
    }
}

/// The first of so many that are seen, so that the cursor is among them and they rarely move.
fn window(cursor: usize, seen: usize, all: usize) -> usize {
    let step = (seen / 2).max(1);
    ((cursor / step) * step).saturating_sub(step / 2).min(all - seen)
}

/// Paints the board with its top left corner here. Returns where its squares are.
pub fn paint(
    canvas: &mut Canvas<'_>,
    play: &Play,
    scene: &Scene,
    place: Place,
    corner: (u16, u16),
) -> Rect {
    let picture = play.picture(scene);
    let above = picture.rows.first().is_some_and(|name| name == "1");
    let place = place.at(corner.0, corner.1, above);
    let targets = if play.past.is_some() { Vec::new() } else { play.targets(scene) };
    let (card, turned) = (play.card(), play.is_turned());
    let pen = Pen { card, play, picture: &picture, place, targets, turned };
    pen.names(canvas);
    for down in 0..place.seen.1 {
        for across in 0..place.seen.0 {
            pen.square(canvas, across, down);
        }
    }
    let (width, height) = place.cell;
    let (width, height) = (place.seen.0 as u16 * width, place.seen.1 as u16 * height);
    Rect { x: place.column, y: place.row, width, height }
}

struct Pen<'a> {
    card: &'static dyn Card,
    play: &'a Play,
    picture: &'a Picture,
    place: Place,
    targets: Vec<String>,
    turned: bool,
}

impl Pen<'_> {
    /// The column and row of the picture that is seen so far across and down.
    fn seen_at(&self, across: usize, down: usize) -> (usize, usize) {
        let Place { first, all, .. } = self.place;
        let (column, row) = (first.0 + across, first.1 + down);
        if self.turned { (all.0 - 1 - column, all.1 - 1 - row) } else { (column, row) }
    }

    fn names(&self, canvas: &mut Canvas<'_>) {
        let Place { column, row, cell: (width, height), seen, .. } = self.place;
        let style = Palette(canvas.look.colours).quiet();
        let letters = if self.place.letters_above { row - 1 } else { row + seen.1 as u16 * height };
        for across in 0..seen.0 {
            let at = self.seen_at(across, 0).0;
            let name = &self.picture.columns[at];
            // Two letters fill the narrowest squares: every second column is named, or they would run together.
            if width == 2 && name.len() > 1 && at.is_multiple_of(2) {
                continue;
            }
            // In the narrowest squares the glyph is on the right.
            let shift = match width {
                2 => 2u16.saturating_sub(name.len() as u16),
                3 => 1,
                _ => width / 2 - 1,
            };
            canvas.text(column + across as u16 * width + shift, letters, width, name, style);
        }
        for down in 0..seen.1 {
            let name = &self.picture.rows[self.seen_at(0, down).1];
            let middle = row + down as u16 * height + (height - 1) / 2;
            canvas.text_right(column - 1, middle, name, style);
        }
    }

    fn notes(&self, index: usize, cell: &Cell) -> Notes {
        Notes {
            cursor: self.play.cursor == index,
            picked: self.play.picked.contains(&cell.name),
            target: !cell.name.is_empty() && self.targets.contains(&cell.name),
            hint: self.play.hint.contains(&cell.name),
        }
    }

    fn square(&self, canvas: &mut Canvas<'_>, across: usize, down: usize) {
        let (column, row) = self.seen_at(across, down);
        let index = row * self.place.all.0 + column;
        let Some(cell) = self.picture.cells.get(index) else { return };
        let (width, height) = self.place.cell;
        let area = Rect {
            x: self.place.column + across as u16 * width,
            y: self.place.row + down as u16 * height,
            width,
            height,
        };
        let notes = self.notes(index, cell);
        let palette = Palette(canvas.look.colours);
        let ground = palette.ground(self.card, cell, notes, (row + column) % 2 == 1);
        canvas.clear(area, ground);
        self.fill(canvas, area, cell, notes, ground);
        self.marks(canvas, area, cell, notes, ground);
        canvas.spot(area, Target::Cell(index));
    }

    /// What stands on a square, or could.
    fn fill(&self, canvas: &mut Canvas<'_>, area: Rect, cell: &Cell, notes: Notes, ground: Style) {
        let palette = Palette(canvas.look.colours);
        let (column, row) = middle(area);
        match cell.piece.and_then(|piece| self.card.piece(piece)) {
            Some(piece) if area.height > GLYPH_ROWS => big::paint(canvas, area, self.card, piece),
            Some(piece) if canvas.look.unicode && area.height > 1 && is_disc(self.card, piece) => {
                self.disc(canvas, area, piece, ground);
            }
            Some(piece) => {
                let glyph = board::glyph(self.card, piece.piece(), canvas.look);
                canvas.put(column, row, glyph, ground.patch(palette.piece(self.card, piece)));
            }
            None if self.value(cell, area.width).is_some() => {
                let value = self.value(cell, area.width).unwrap_or_default();
                let style = if notes.hint { ground.add_modifier(Modifier::BOLD) } else { ground };
                let left = (area.width - canvas.width(&value)) / 2;
                canvas.text(area.x + left, row, area.width, &value, style);
            }
            None if notes.target => {
                let dot = if canvas.look.unicode { '•' } else { '*' };
                canvas.put(column, row, dot, ground.add_modifier(Modifier::BOLD));
            }
            None if self.odds(cell).is_some() => {
                let percent = self.odds(cell).map(board::percent).unwrap_or_default();
                canvas.text(area.x + (area.width - 1) / 2, row, 2, &percent, ground);
            }
            None => {
                if let Some(dot) = self.empty(canvas, cell) {
                    canvas.put(column, row, dot, ground);
                }
            }
        }
        // The numbers of the squares, where moves are written by them.
        let numbered = self.card.board().coordinates == Coordinates::Numbers;
        if numbered && area.height > 1 && cell.piece.is_none() && !notes.target {
            let style = ground.add_modifier(Modifier::DIM);
            canvas.text(area.x + 1, row, 2, &cell.name, style);
        }
    }

    /// The odds to be shown on an empty cell.
    fn odds(&self, cell: &Cell) -> Option<f64> {
        let shown = self.play.odds.as_ref().filter(|_| self.play.past.is_none())?;
        let marked = cell.piece.is_some() || self.play.hint.contains(&cell.name);
        shown.get(&cell.name).copied().filter(|_| !marked)
    }

    /// What the move to an empty square is worth, in so many columns; nothing where they are too few.
    fn value(&self, cell: &Cell, width: u16) -> Option<String> {
        let value = self.play.values.get(&cell.name).filter(|_| width > 2)?;
        shortened(value, usize::from(width))
    }

    /// What tells an empty square from others where there are no colours. Where squares alternate, the
    /// first shade stays blank.
    fn empty(&self, canvas: &Canvas<'_>, cell: &Cell) -> Option<char> {
        let style = self.card.board();
        let first = style.shades.first().is_some_and(|shade| shade.name == cell.shade);
        let blank = canvas.look.has_colours() || style.shades.len() > 1 && first;
        let dot = board::empty(self.card, cell, canvas.look);
        Some(dot).filter(|_| style.narrow || !blank)
    }

    /// A disc that fills its square, with a glyph on it if it is more than a circle. Without colours a circle
    /// tells the sides apart.
    fn disc(&self, canvas: &mut Canvas<'_>, area: Rect, piece: &PieceStyle, ground: Style) {
        let palette = Palette(canvas.look.colours);
        let (column, row) = middle(area);
        let glyph = piece.letters[1];
        if !canvas.look.has_colours() {
            return canvas.put(column, row, glyph, ground.add_modifier(Modifier::BOLD));
        }
        let shape: &[&str] = match area.height {
            2 => &["▗▟▙▖", "▝▜▛▘"],
            _ => &[" ▄██▄ ", "▐████▌", " ▀██▀ "],
        };
        let style = ground.patch(palette.piece(self.card, piece));
        for (row, line) in (area.y..).zip(shape) {
            for (column, symbol) in (area.x..).zip(line.chars()) {
                canvas.put(column, row, symbol, style);
            }
        }
        if !is_circle(glyph) {
            // The glyph of black is filled, which shows on both discs.
            let filled = Piece { kind: piece.kind, side: Some(Colour::Black) };
            let filled = board::glyph(self.card, filled, canvas.look);
            canvas.put(column, row, filled, palette.on_disc(piece));
            canvas.put(column + 1, row, ' ', palette.on_disc(piece));
        }
    }

    /// Brackets, corners and frames, so that nothing is shown by colour alone.
    fn marks(&self, canvas: &mut Canvas<'_>, area: Rect, cell: &Cell, notes: Notes, ground: Style) {
        let (_, row) = middle(area);
        let unicode = canvas.look.unicode;
        let bold = ground.add_modifier(Modifier::BOLD);
        let sides = self.brackets(cell, notes, unicode);
        if notes.cursor {
            let (column, row) = middle(area);
            canvas.put_cursor(column, row);
        }
        let valued = cell.piece.is_none() && self.value(cell, area.width).is_some();
        // A value takes its row for itself.
        let big = area.height > GLYPH_ROWS;
        let row = if valued || big && cell.piece.is_some() { area.bottom() - 1 } else { row };
        let right = area.right() - 1;
        if area.height == 1 {
            if self.odds(cell).is_some() {
                // The number takes the columns of a mark.
                if notes.cursor {
                    canvas.tint(area, Style::new().add_modifier(Modifier::REVERSED));
                }
                return;
            }
            if let Some((left, _)) = sides {
                canvas.put(area.x, row, left, bold);
            }
            if notes.cursor {
                let mark = if unicode { '▸' } else { '>' };
                let mark = sides.map_or(mark, |(left, _)| left);
                canvas.put(area.x, row, mark, bold);
                canvas.tint(area, Style::new().add_modifier(Modifier::REVERSED));
            }
            return;
        }
        if cell.marks.contains(&Mark::LastMove) {
            let corners =
                if unicode { ['┌', '┐', '└', '┘'] } else { ['.', '.', '\'', '\''] };
            put_corners(canvas, area, corners, ground);
        }
        if notes.picked {
            let corners =
                if unicode { ['┏', '┓', '┗', '┛'] } else { ['/', '\\', '\\', '/'] };
            put_corners(canvas, area, corners, bold);
        }
        if let Some((left, close)) = sides {
            canvas.put(area.x, row, left, bold);
            canvas.put(right, row, close, bold);
        }
        if notes.cursor {
            let style = ground.patch(Palette(canvas.look.colours).cursor(self.card, cell));
            put_frame(canvas, area, sides.is_some() || valued, style);
        }
    }

    fn brackets(&self, cell: &Cell, notes: Notes, unicode: bool) -> Option<(char, char)> {
        let has = |mark| cell.marks.contains(&mark);
        if notes.picked {
            Some(if unicode { ('«', '»') } else { ('<', '>') })
        } else if notes.target && cell.piece.is_some() {
            Some(('(', ')'))
        } else if has(Mark::Check) {
            Some(('+', '+'))
        } else if has(Mark::Winning) {
            Some(('{', '}'))
        } else if notes.hint {
            Some(('?', '?'))
        } else if has(Mark::MustCapture) && self.play.past.is_none() {
            Some(if unicode { ('┆', '┆') } else { ('!', '!') })
        } else if has(Mark::LastMove) && self.place.cell.1 == 1 {
            Some(('[', ']'))
        } else {
            None
        }
    }
}

/// A score in so many columns, with as many decimals as fit: `+0.35`, `+0.4`, `+0`.
fn shortened(score: &str, columns: usize) -> Option<String> {
    let fits = |text: &String| text.chars().count() <= columns;
    let full = Some(score.to_owned()).filter(fits);
    full.or_else(|| {
        let number: f64 = score.parse().ok()?;
        [format!("{number:+.1}"), format!("{number:+.0}")].into_iter().find(fits)
    })
}

/// Where the glyph of a square stands.
fn middle(area: Rect) -> (u16, u16) {
    (area.x + area.width.div_ceil(2) - u16::from(area.width > 2), area.y + (area.height - 1) / 2)
}

fn put_corners(canvas: &mut Canvas<'_>, area: Rect, corners: [char; 4], style: Style) {
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    if area.height > 2 {
        canvas.put(area.x, area.y, corners[0], style);
        canvas.put(right, area.y, corners[1], style);
    }
    canvas.put(area.x, bottom, corners[2], style);
    canvas.put(right, bottom, corners[3], style);
}

/// A double frame around a square; beside brackets it leaves them alone, and a big piece, too.
fn put_frame(canvas: &mut Canvas<'_>, area: Rect, bracketed: bool, style: Style) {
    let [top_left, top_right, bottom_left, bottom_right, across, down] = if canvas.look.unicode {
        ['╔', '╗', '╚', '╝', '═', '║']
    } else {
        ['#', '#', '#', '#', '=', '#']
    };
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    if area.height > GLYPH_ROWS {
        let columns = (area.x + 1..right).flat_map(|column| [(column, area.y), (column, bottom)]);
        let rows = (area.y + 1..bottom).flat_map(|row| [(area.x, row), (right, row)]);
        let lines = columns.map(|place| (place, across)).chain(rows.map(|place| (place, down)));
        for ((column, row), symbol) in lines {
            if canvas.is_blank(column, row) {
                canvas.put(column, row, symbol, style);
            }
        }
    } else {
        for column in area.x + 1..right {
            canvas.put(column, bottom, across, style);
            if area.height > 2 {
                canvas.put(column, area.y, across, style);
            }
        }
        if area.height > 2 && !bracketed {
            canvas.put(area.x, area.y + 1, down, style);
            canvas.put(right, area.y + 1, down, style);
        }
    }
    if area.height > 2 || !bracketed {
        canvas.put(area.x, area.y, top_left, style);
        canvas.put(right, area.y, top_right, style);
    }
    if area.height <= GLYPH_ROWS || !bracketed {
        canvas.put(area.x, bottom, bottom_left, style);
        canvas.put(right, bottom, bottom_right, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_lose_decimals_before_they_are_left_out() {
        let short = |score, columns| shortened(score, columns).unwrap_or_default();
        assert_eq!(short("+0.35", 6), "+0.35");
        assert_eq!(short("-1.28", 4), "-1.3");
        assert_eq!(short("+12.75", 4), "+13");
        assert_eq!(short("#-12", 4), "#-12");
        assert_eq!(short("#-12", 3), "");
    }
}
