//! Each game at the table: its name, its picture, and the draws of its history.

mod checkers;
mod chess;
mod mines;
mod othello;

pub(crate) use mines::write_board;

use crate::scene::{Cell, Mark, Picture, Shade};

/// An 8x8 board (or smaller) with files from `a` and ranks from the bottom up or the top down.
fn board(
    columns: usize,
    rows: usize,
    ranks_go_up: bool,
    cell: impl Fn(usize, usize) -> Cell,
) -> Picture {
    let letter = |column: usize| char::from(b'a' + column as u8).to_string();
    let number = |row: usize| if ranks_go_up { rows - row } else { row + 1 };
    Picture {
        columns: (0..columns).map(letter).collect(),
        rows: (0..rows).map(|row| number(row).to_string()).collect(),
        cells: (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| cell(column, row))
            .collect(),
    }
}

/// The squares of a chequered board, the top left one light.
fn chequered(column: usize, row: usize) -> Shade {
    if (column + row).is_multiple_of(2) { Shade::Light } else { Shade::Dark }
}

/// The marks that are true, in order.
fn marks(marks: [(Mark, bool); 3]) -> Vec<Mark> {
    marks.into_iter().filter(|&(_, holds)| holds).map(|(mark, _)| mark).collect()
}
