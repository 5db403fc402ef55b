//! A scene's board as text.

use crate::look::Look;
use game::Side;
use table::Scene;
use table::scene::{Cell, Colour, Mark, Picture, Piece, Shade};

/// The board of a scene, with this side at the bottom. Every line ends with a line break.
///
/// The squares of the last move stand in brackets, `[P]`; a king in check and a piece that must capture
/// in parentheses, `(k)`. Beside a checkers board stand the numbers of its squares. In Othello a
/// `+` is a square where the viewer can play.
pub fn draw(scene: &Scene, look: Look, bottom: Side) -> String {
    let picture = &scene.picture;
    let turned = bottom == Side::Black;
    let rows = in_order(picture.rows.len(), turned);
    let columns = in_order(picture.columns.len(), turned);
    let pen = Pen { scene, look };
    let margin = picture.rows.iter().map(String::len).max().unwrap_or(0);
    let numbered = scene.game == "checkers";
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
    scene: &'a Scene,
    look: Look,
}

impl Pen<'_> {
    /// Coloured squares want to be square; a field of mines would not fit then.
    fn is_wide(&self) -> bool {
        self.look.has_colours() && self.scene.game != "mines"
    }

    fn row(&self, cells: &[&Cell]) -> String {
        let mut line = String::new();
        if self.is_wide() {
            for cell in cells {
                let (open, close) = brackets(cell).unwrap_or((' ', ' '));
                let glyph = self.glyph(cell);
                let ground = background(cell);
                line.push_str(&paint(&format!("38;5;16;48;5;{ground}"), &[open, glyph, close]));
            }
            return line;
        }
        let mut before = None;
        for cell in cells {
            line.push(between(before, Some(cell)));
            let glyph = self.glyph(cell);
            match foreground(cell).filter(|_| self.look.has_colours()) {
                Some(code) => line.push_str(&paint(&code.to_string(), &[glyph])),
                None => line.push(glyph),
            }
            before = Some(*cell);
        }
        line.push(between(before, None));
        line
    }

    fn glyph(&self, cell: &Cell) -> char {
        let Look { unicode, .. } = self.look;
        if let Some(piece) = cell.piece {
            return if unicode { drawn(piece) } else { letter(piece) };
        }
        let felt = cell.shade == Shade::Felt;
        if felt && self.scene.choices.iter().any(|choice| choice.path == [&*cell.name]) {
            return '+';
        }
        match (self.scene.game, cell.shade) {
            ("checkers", Shade::Light) | (_, Shade::Open) => ' ',
            (_, Shade::Light | Shade::Dark) if self.is_wide() => ' ',
            (_, Shade::Closed | Shade::Felt) if unicode => '·',
            _ => '.',
        }
    }
}

fn paint(code: &str, letters: &[char]) -> String {
    format!("\x1b[{code}m{}\x1b[0m", letters.iter().collect::<String>())
}

fn brackets(cell: &Cell) -> Option<(char, char)> {
    if cell.marks.contains(&Mark::Check) || cell.marks.contains(&Mark::MustCapture) {
        Some(('(', ')'))
    } else if cell.marks.contains(&Mark::LastMove) {
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

fn background(cell: &Cell) -> u8 {
    match (brackets(cell), cell.shade) {
        (Some(('(', _)), _) => 210,
        (Some(_), Shade::Felt) => 78,
        (Some(_), _) => 186,
        (None, Shade::Dark) => 179,
        (None, Shade::Felt) => 71,
        (None, _) => 230,
    }
}

fn foreground(cell: &Cell) -> Option<u8> {
    const NUMBERS: [u8; 8] = [94, 32, 91, 35, 33, 36, 37, 90];
    match cell.piece? {
        Piece::Number { mines } => NUMBERS.get(usize::from(mines).checked_sub(1)?).copied(),
        Piece::Flag | Piece::WrongFlag | Piece::Mine | Piece::HitMine => Some(31),
        _ => None,
    }
}

/// The letters of the seeds: capitals are white in chess and kings in checkers.
pub(crate) fn letter(piece: Piece) -> char {
    let of_side = |side, letter: char| match side {
        Colour::White => letter.to_ascii_uppercase(),
        Colour::Black => letter,
    };
    match piece {
        Piece::Pawn { side } => of_side(side, 'p'),
        Piece::Knight { side } => of_side(side, 'n'),
        Piece::Bishop { side } => of_side(side, 'b'),
        Piece::Rook { side } => of_side(side, 'r'),
        Piece::Queen { side } => of_side(side, 'q'),
        Piece::King { side } => of_side(side, 'k'),
        Piece::Man { side: Colour::White } => 'w',
        Piece::Man { side: Colour::Black } => 'b',
        Piece::CrownedMan { side: Colour::White } => 'W',
        Piece::CrownedMan { side: Colour::Black } => 'B',
        Piece::Disc { side: Colour::White } => 'O',
        Piece::Disc { side: Colour::Black } | Piece::HitMine => 'X',
        Piece::Number { mines } => char::from(b'0' + mines.min(8)),
        Piece::Flag => 'F',
        Piece::WrongFlag => 'x',
        Piece::Mine => '*',
    }
}

/// White is an outline, black is filled; a crowned man is a king's crown.
pub(crate) fn drawn(piece: Piece) -> char {
    let of_side = |side, white, black| match side {
        Colour::White => white,
        Colour::Black => black,
    };
    match piece {
        Piece::Pawn { side } => of_side(side, '♙', '♟'),
        Piece::Knight { side } => of_side(side, '♘', '♞'),
        Piece::Bishop { side } => of_side(side, '♗', '♝'),
        Piece::Rook { side } => of_side(side, '♖', '♜'),
        Piece::Queen { side } => of_side(side, '♕', '♛'),
        Piece::King { side } | Piece::CrownedMan { side } => of_side(side, '♔', '♚'),
        Piece::Man { side } | Piece::Disc { side } => of_side(side, '○', '●'),
        Piece::Flag => '⚑',
        other => letter(other),
    }
}

/// How the sides can be told apart on a board of this game.
pub fn legend(game: &str, look: Look) -> Option<String> {
    let man = match game {
        "chess" => |side| Piece::Pawn { side },
        "checkers" => |side| Piece::Man { side },
        "othello" => |side| Piece::Disc { side },
        _ => return None,
    };
    let draw = if look.unicode { drawn } else { letter };
    let (white, black) = (draw(man(Colour::White)), draw(man(Colour::Black)));
    Some(match game {
        "chess" if !look.unicode => "White has the capital letters.".to_owned(),
        "checkers" if !look.unicode => "Black is b, White is w, capitals are kings.".to_owned(),
        "othello" => format!("Black is {black}, White is {white}, + is where you can play."),
        _ => format!("White is {white}, Black is {black}."),
    })
}
