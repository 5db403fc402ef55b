//! What pictures of boards have in common.

use table::scene::{Cell, Mark, Picture};

/// A board with files from `a` and ranks from the bottom up or the top down.
pub fn board(
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
pub fn chequered(column: usize, row: usize) -> &'static str {
    if (column + row).is_multiple_of(2) { "light" } else { "dark" }
}

/// The marks that hold, in order.
pub fn marks<const N: usize>(marks: [(Mark, bool); N]) -> Vec<Mark> {
    marks.into_iter().filter(|&(_, holds)| holds).map(|(mark, _)| mark).collect()
}
