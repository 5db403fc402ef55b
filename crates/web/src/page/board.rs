//! A board as the server draws it. The script draws the same (`assets/board.js`).

use super::shell::drawing;
use maud::{Markup, html};
use table::scene::{Cell, Colour, Mark, Picture, Piece, Shade};
use table::{Words, fill};

/// The board of a scene, with the names of the squares for whoever listens.
pub fn board(picture: &Picture, flipped: bool, label: &str, help: &str, words: &Words) -> Markup {
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let row = |row: usize| if flipped { rows - 1 - row } else { row };
    let column = |column: usize| if flipped { columns - 1 - column } else { column };
    html! {
        div #board .board role="grid" aria-label=(fill(words.page.board, &[label])) aria-describedby="board-help"
            data-flipped[flipped] {
            @for y in 0..rows {
                div .row role="row" {
                    @for x in 0..columns {
                        @if let Some(cell) = picture.cells.get(row(y) * columns + column(x)) {
                            (square(picture, cell, (column(x), row(y)), (x, y), words))
                        }
                    }
                }
            }
        }
        p #board-help .hidden { (help) }
    }
}

/// One square: `at` is its place in the picture, `seen` the place on the screen.
fn square(
    picture: &Picture,
    cell: &Cell,
    at: (usize, usize),
    seen: (usize, usize),
    words: &Words,
) -> Markup {
    let is_edge = seen.1 + 1 == picture.rows.len();
    let named = Cell { name: name(picture, cell, at), ..cell.clone() };
    let marks: Vec<&str> = cell.marks.iter().map(|mark| mark_name(*mark)).collect();
    html! {
        div role="gridcell" {
            button type="button" tabindex=(if seen == (0, 0) { "0" } else { "-1" })
                class=(shade_name(cell.shade)) data-name=(named.name)
                data-piece=[cell.piece.map(piece_name)] data-marks=[(!marks.is_empty()).then(|| marks.join(" "))]
                aria-label=(words.spoken(&named)) {
                @match cell.shade {
                    Shade::Light | Shade::Dark if !picture.numbered() => {
                        @if seen.0 == 0 { span .rank data-text=(picture.rows[at.1]) {} }
                        @if is_edge { span .file data-text=(picture.columns[at.0]) {} }
                    }
                    Shade::Felt => {
                        @if seen.0 == 0 { span .rank data-text=(picture.rows[at.1]) {} }
                        @if is_edge { span .file data-text=(picture.columns[at.0]) {} }
                    }
                    Shade::Dark => span .rank data-text=(cell.name) {},
                    _ => {}
                }
                @if let Some(piece) = cell.piece { (standing(piece)) }
            }
        }
    }
}

/// The name of a square; those that no move can name go by their column and row.
fn name(picture: &Picture, cell: &Cell, (column, row): (usize, usize)) -> String {
    if cell.name.is_empty() {
        format!("{}{}", picture.columns[column], picture.rows[row])
    } else {
        cell.name.clone()
    }
}

/// Are the squares of a board known by numbers?
trait Numbered {
    fn numbered(&self) -> bool;
}

impl Numbered for Picture {
    fn numbered(&self) -> bool {
        self.cells.iter().any(|cell| cell.name.is_empty())
    }
}

/// What stands on a square, drawn.
pub fn standing(piece: Piece) -> Markup {
    match piece {
        Piece::Number { mines } => html! { b class=(format!("n{mines}")) { (mines) } },
        Piece::HitMine => drawing("mine", "piece hit-mine"),
        other => {
            let name = piece_name(other);
            let drawn = name.rsplit(' ').next().unwrap_or_default();
            drawing(drawn, &format!("piece {name}"))
        }
    }
}

fn piece_name(piece: Piece) -> String {
    let of = |side: Colour, kind: &str| {
        let side = match side {
            Colour::White => "white",
            Colour::Black => "black",
        };
        format!("{side} {kind}")
    };
    match piece {
        Piece::Pawn { side } => of(side, "pawn"),
        Piece::Knight { side } => of(side, "knight"),
        Piece::Bishop { side } => of(side, "bishop"),
        Piece::Rook { side } => of(side, "rook"),
        Piece::Queen { side } => of(side, "queen"),
        Piece::King { side } => of(side, "king"),
        Piece::Man { side } => of(side, "man"),
        Piece::CrownedMan { side } => of(side, "crowned-man"),
        Piece::Disc { side } => of(side, "disc"),
        Piece::Number { mines } => mines.to_string(),
        Piece::Flag => "flag".to_owned(),
        Piece::WrongFlag => "wrong-flag".to_owned(),
        Piece::Mine => "mine".to_owned(),
        Piece::HitMine => "hit-mine".to_owned(),
    }
}

const fn shade_name(shade: Shade) -> &'static str {
    match shade {
        Shade::Light => "light",
        Shade::Dark => "dark",
        Shade::Felt => "felt",
        Shade::Closed => "closed",
        Shade::Open => "open",
    }
}

const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::LastMove => "last-move",
        Mark::Check => "check",
        Mark::MustCapture => "must-capture",
    }
}
