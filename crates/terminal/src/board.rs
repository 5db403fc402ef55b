//! A scene's board as text.

use crate::look::Look;
use game::Side;
use std::collections::HashMap;
use table::card::{Coordinates, PieceStyle};
use table::scene::{Cell, Mark, Picture, Piece};
use table::{Card, Scene};

/// The ground of a square that needs attention, among the 256 colours.
const DANGER: u8 = 210;

/// The board of a scene, with this side at the bottom. Every line ends with a line break.
///
/// The squares of the last move stand in brackets, `[P]`; a king in check and a piece that must capture
/// in parentheses, `(k)`; the line that won in braces, `{X}`. Where squares have numbers, they stand beside
/// the board. A `+` is a square where the viewer can place a piece.
pub fn draw(card: &'static dyn Card, scene: &Scene, look: Look, bottom: Side) -> String {
    let picture = &scene.picture;
    let turned = bottom == Side::Black;
    let rows = in_order(picture.rows.len(), turned);
    let columns = in_order(picture.columns.len(), turned);
    let pen = Pen { card, scene, look };
    let margin = picture.rows.iter().map(String::len).max().unwrap_or(0);
    let numbered = card.board().coordinates == Coordinates::Numbers;
    let mut lines: Vec<String> = rows
        .iter()
        .map(|&row| {
            let cells: Vec<&Cell> = columns.iter().map(|&c| cell_at(picture, row, c)).collect();
            let map = if numbered { numbers(&cells) } else { String::new() };
            let line = format!("{:>margin$} |{}{map}", picture.rows[row], pen.row(&cells));
            line.trim_end().to_owned()
        })
        .collect();
    let width = if pen.is_wide() { 3 } else { 2 };
    let names: Vec<&str> = columns.iter().map(|&column| &*picture.columns[column]).collect();
    let header = header(&names, margin, width);
    // Where rows count from the top, so do people: the letters go there.
    if picture.rows.first().is_some_and(|first| first == "1") {
        lines.splice(0..0, header);
    } else {
        lines.extend(header);
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The odds of the cells in percent, on a board of their own. Cells that have none are left blank.
pub fn odds(picture: &Picture, odds: &[(String, f64)]) -> String {
    let odds: HashMap<&str, f64> = odds.iter().map(|(name, odds)| (&**name, *odds)).collect();
    let margin = picture.rows.iter().map(String::len).max().unwrap_or(0);
    let names: Vec<&str> = picture.columns.iter().map(|name| &**name).collect();
    let mut lines = header(&names, margin, 3);
    for (row, name) in picture.rows.iter().enumerate() {
        let shown = |column| match odds.get(&*cell_at(picture, row, column).name) {
            Some(&odds) => percent(odds),
            None => "  ".to_owned(),
        };
        let cells: Vec<String> = (0..names.len()).map(shown).collect();
        lines.push(format!("{name:>margin$} |{}", cells.join(" ")).trim_end().to_owned());
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// A probability in two characters: only what is certain reads ` 0` or `**`.
pub fn percent(odds: f64) -> String {
    if odds >= 1.0 {
        "**".to_owned()
    } else if odds <= 0.0 {
        " 0".to_owned()
    } else {
        format!("{:2}", (100.0 * odds).round().clamp(1.0, 99.0))
    }
}

fn in_order(count: usize, turned: bool) -> Vec<usize> {
    if turned { (0..count).rev().collect() } else { (0..count).collect() }
}

fn cell_at(picture: &Picture, row: usize, column: usize) -> &Cell {
    &picture.cells[row * picture.columns.len() + column]
}

/// The letters of the columns, one below the other where there are two.
fn header(names: &[&str], margin: usize, width: usize) -> Vec<String> {
    let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    (0..longest)
        .map(|line| {
            let letter = |name: &&str| {
                let shown = (line + name.len()).checked_sub(longest);
                let letter = shown.and_then(|place| name.chars().nth(place)).unwrap_or(' ');
                format!("{letter:<width$}")
            };
            let bar = if line + 1 == longest { '|' } else { ' ' };
            let letters: String = names.iter().map(letter).collect();
            format!("{:margin$} {bar} {letters}", "").trim_end().to_owned()
        })
        .collect()
}

/// The numbers of the squares of a row, beside it.
fn numbers(cells: &[&Cell]) -> String {
    let numbers: Vec<String> = cells.iter().map(|cell| format!("{:>2}", cell.name)).collect();
    format!("   | {}", numbers.join(" "))
}

struct Pen<'a> {
    card: &'static dyn Card,
    scene: &'a Scene,
    look: Look,
}

impl Pen<'_> {
    /// Coloured squares want to be square; a board of many cells would not fit then.
    fn is_wide(&self) -> bool {
        self.look.has_colours() && !self.card.board().narrow
    }

    fn row(&self, cells: &[&Cell]) -> String {
        let mut line = String::new();
        if self.is_wide() {
            for cell in cells {
                let (open, close) = brackets(cell).unwrap_or((' ', ' '));
                let glyph = self.glyph(cell);
                let ground = self.ground(cell);
                line.push_str(&paint(&format!("38;5;16;48;5;{ground}"), &[open, glyph, close]));
            }
            return line;
        }
        let mut before = None;
        for cell in cells {
            line.push(between(before, Some(cell)));
            let glyph = self.glyph(cell);
            match self.ink(cell).filter(|_| self.look.has_colours()) {
                Some(code) => line.push_str(&paint(&code.to_string(), &[glyph])),
                None => line.push(glyph),
            }
            before = Some(*cell);
        }
        line.push(between(before, None));
        line
    }

    fn glyph(&self, cell: &Cell) -> char {
        if let Some(piece) = cell.piece {
            return glyph(self.card, piece, self.look);
        }
        let places = |name: &str| {
            let mut choices = self.scene.choices.iter();
            choices.any(|choice| choice.places.is_some() && choice.path == [name])
        };
        if places(&cell.name) {
            return '+';
        }
        // Squares of two colours need no dots.
        if self.is_wide() && self.card.board().shades.len() > 1 {
            return ' ';
        }
        empty(self.card, cell, self.look)
    }

    fn ground(&self, cell: &Cell) -> u8 {
        let [plain, marked] = self.card.shade(cell.shade).map_or([230, 186], |s| s.terminal);
        match brackets(cell) {
            Some(('(', _)) => DANGER,
            Some(_) => marked,
            None => plain,
        }
    }

    /// The colour of a piece that has one of its own.
    fn ink(&self, cell: &Cell) -> Option<u8> {
        self.card.piece(cell.piece?)?.ink
    }
}

/// The letter or glyph of a piece.
pub(crate) fn glyph(card: &'static dyn Card, piece: Piece, look: Look) -> char {
    card.piece(piece).map_or('?', |style: &PieceStyle| style.letters[usize::from(look.unicode)])
}

/// What stands for an empty square.
pub(crate) fn empty(card: &'static dyn Card, cell: &Cell, look: Look) -> char {
    card.shade(cell.shade).map_or('.', |shade| shade.empty[usize::from(look.unicode)])
}

fn paint(code: &str, letters: &[char]) -> String {
    format!("\x1b[{code}m{}\x1b[0m", letters.iter().collect::<String>())
}

fn brackets(cell: &Cell) -> Option<(char, char)> {
    let has = |mark| cell.marks.contains(&mark);
    if has(Mark::Check) || has(Mark::MustCapture) {
        Some(('(', ')'))
    } else if has(Mark::Winning) {
        Some(('{', '}'))
    } else if has(Mark::LastMove) {
        Some(('[', ']'))
    } else {
        None
    }
}

/// What stands between two neighbours. Marks of both share one character.
fn between(left: Option<&Cell>, right: Option<&Cell>) -> char {
    match (left.and_then(brackets), right.and_then(brackets)) {
        (Some(_), Some(_)) => '|',
        (Some((_, close)), None) => close,
        (None, Some((open, _))) => open,
        (None, None) => ' ',
    }
}
