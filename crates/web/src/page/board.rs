//! A board as the server draws it. The script draws the same (`assets/board.js`).

use super::shell::Context;
use maud::{Markup, html};
use table::card::{Coordinates, Drawing};
use table::scene::{Cell, Colour, Mark, Picture, Piece};
use table::{Card, Words, fill, spoken};

/// The board of a scene.
pub fn board(
    context: Context<'_>,
    card: &'static dyn Card,
    picture: &Picture,
    turned: bool,
) -> Markup {
    let help = card.words(context.language()).pointing.unwrap_or(context.words().board_help);
    board_with_help(context, card, picture, turned, help)
}

/// A board with other words on how it is used.
pub fn board_with_help(
    context: Context<'_>,
    card: &'static dyn Card,
    picture: &Picture,
    turned: bool,
    help: &str,
) -> Markup {
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let row = |row: usize| if turned { rows - 1 - row } else { row };
    let column = |column: usize| if turned { columns - 1 - column } else { column };
    let (words, texts) = (context.words(), card.words(context.language()));
    html! {
        div #board .board role="grid" aria-label=(fill(words.board, &[texts.title])) aria-describedby="board-help"
            data-coordinates=(coordinates(card)) data-flipped[turned] data-columns=(columns) data-rows=(rows)
            data-shade=[picture.cells.first().filter(|_| is_large(picture)).map(|cell| cell.shade)] {
            @for y in 0..if is_large(picture) { 0 } else { rows } {
                div .row role="row" {
                    @for x in 0..columns {
                        @if let Some(cell) = picture.cells.get(row(y) * columns + column(x)) {
                            (square(context, card, picture, cell, (column(x), row(y)), (x, y)))
                        }
                    }
                }
            }
        }
        p #board-help .hidden { (help) }
    }
}

/// A board with more cells than this scrolls in its frame. Its cells are made by the script, and rows out of sight are not drawn.
const LARGE: usize = 1000;

pub fn is_large(picture: &Picture) -> bool {
    picture.cells.len() > LARGE
}

fn coordinates(card: &dyn Card) -> &'static str {
    match card.board().coordinates {
        Coordinates::Edge => "edge",
        Coordinates::Numbers => "numbers",
        Coordinates::Hidden => "hidden",
    }
}

/// One square: `at` is its place in the picture, `seen` the place on the screen.
fn square(
    context: Context<'_>,
    card: &'static dyn Card,
    picture: &Picture,
    cell: &Cell,
    at: (usize, usize),
    seen: (usize, usize),
) -> Markup {
    let is_edge = seen.1 + 1 == picture.rows.len();
    let named = Cell { name: name(picture, cell, at), ..cell.clone() };
    let marks: Vec<String> = cell.marks.iter().map(|mark| mark_name(*mark)).collect();
    html! {
        div role="gridcell" {
            button type="button" tabindex=(if seen == (0, 0) { "0" } else { "-1" })
                class=(cell.shade) data-name=(named.name)
                data-piece=[cell.piece.map(piece_name)] data-marks=[(!marks.is_empty()).then(|| marks.join(" "))]
                aria-label=(spoken(card, &named, context.language())) {
                @match card.board().coordinates {
                    Coordinates::Edge => {
                        @if seen.0 == 0 { span .rank data-text=(picture.rows[at.1]) {} }
                        @if is_edge { span .file data-text=(picture.columns[at.0]) {} }
                    }
                    Coordinates::Numbers if !cell.name.is_empty() => span .rank data-text=(cell.name) {},
                    _ => {}
                }
                @if let Some(piece) = cell.piece { (standing(context, card, piece)) }
            }
        }
    }
}

/// The buttons that save the board as a picture. The script fetches what it needs for that when one is pressed.
pub fn save_picture(context: Context<'_>) -> Markup {
    let label = context.words().save_picture;
    html! {
        div .pictures role="group" aria-label=(label) {
            span { (label) }
            button type="button" data-picture="svg" { "SVG" }
            button type="button" data-picture="png" { "PNG" }
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

/// What stands on a square, drawn.
pub fn standing(context: Context<'_>, card: &'static dyn Card, piece: Piece) -> Markup {
    let Some(symbol) = symbol(card, piece) else {
        return html! { b class=(format!("n{}", piece.kind)) { (piece.kind) } };
    };
    context.drawing(&symbol, &format!("piece {}", piece_name(piece)))
}

/// The name of a piece's drawing in the sprite; `None` where the piece is a digit.
pub fn symbol(card: &'static dyn Card, piece: Piece) -> Option<String> {
    match card.piece(piece)?.drawing {
        Drawing::Symbol(name) => Some(format!("{}-{name}", card.name())),
        Drawing::Digit => None,
    }
}

/// A piece as styles and tests call it: `white pawn`.
pub fn piece_name(piece: Piece) -> String {
    match piece.side {
        Some(Colour::White) => format!("white {}", piece.kind),
        Some(Colour::Black) => format!("black {}", piece.kind),
        None => piece.kind.to_owned(),
    }
}

/// The name of a mark, as scenes write it.
pub fn mark_name(mark: Mark) -> String {
    let name = serde_json::to_value(mark).ok();
    name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
}

/// Every mark by its name, as it is spoken.
pub fn spoken_marks(words: &Words) -> impl Iterator<Item = (String, &'static str)> {
    let marks = [Mark::LastMove, Mark::Check, Mark::MustCapture, Mark::Winning];
    marks.map(|mark| (mark_name(mark), words.mark(mark))).into_iter()
}
