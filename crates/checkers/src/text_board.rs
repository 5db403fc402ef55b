//! Boards as text: the plain one of eight lines, and one with square numbers for people.

use crate::excerpt::excerpt;
use crate::{Piece, Setup, Square};
use game::Side;

/// What is wrong with a text board. Rows and columns are counted from 1, from the top left.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextBoardError {
    /// Not eight lines, nor 64 characters without line ends.
    #[error("a board has eight rows of eight characters, and this has {rows} rows")]
    Rows {
        /// How many lines there are, no more than nine being counted.
        rows: usize,
    },
    /// A row with more than eight characters.
    #[error("row {row} has more than eight characters: {text:?}")]
    RowTooLong {
        /// Which row.
        row: usize,
        /// The row, shortened.
        text: String,
    },
    /// A character that is neither a piece nor empty.
    #[error(
        "row {row}, column {column}: expected b, w, B, W, a space or a full stop, found {found:?}"
    )]
    NotAPiece {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What stood there.
        found: char,
    },
    /// A piece where none can stand.
    #[error("row {row}, column {column}: {piece} on a light square")]
    OnLight {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What stood there.
        piece: Piece,
    },
}

/// Is this text a board and no FEN? It has several rows, or the 64 characters of a board without line ends, and no
/// colon, which every FEN has.
pub fn is_meant_by(text: &str) -> bool {
    !text.contains(':') && (text.len() == 64 || text.contains(['\n', '/']))
}

/// Reads eight rows of eight characters, black's side at the top: `b` `w` men, `B` `W` kings, a space or
/// a full stop elsewhere. The rows stand on lines of their own, where spaces at the end may be left
/// out, or on one line, with slashes between them or without. The text does not say whose turn it is.
///
/// ```
/// use checkers::{Position, text_board};
/// use game::Side;
/// let text = "\
/// .b.b.b.b
/// b.b.b.b.
/// .b.b.b.b
/// ........
/// ........
/// w.w.w.w.
/// .w.w.w.w
/// w.w.w.w.";
/// let setup = text_board::read(text, Side::Black).unwrap();
/// assert_eq!(setup, Position::START.setup());
/// ```
pub fn read(text: &str, side_to_move: Side) -> Result<Setup, TextBoardError> {
    let mut setup = Setup::empty(side_to_move);
    for (row, line) in rows(text)?.into_iter().enumerate() {
        if line.chars().nth(8).is_some() {
            return Err(TextBoardError::RowTooLong { row: row + 1, text: excerpt(line) });
        }
        for (column, found) in line.chars().enumerate() {
            if matches!(found, ' ' | '.') {
                continue;
            }
            let (square, row, column) =
                (Square::at(column as u8, 7 - row as u8), row + 1, column + 1);
            let piece = Piece::from_letter(found).ok_or(TextBoardError::NotAPiece {
                row,
                column,
                found,
            })?;
            let square = square.ok_or(TextBoardError::OnLight { row, column, piece })?;
            setup = setup.with(square, Some(piece));
        }
    }
    Ok(setup)
}

/// The eight rows of a board: lines, what stands between slashes, or chunks of eight.
fn rows(text: &str) -> Result<Vec<&str>, TextBoardError> {
    if text.len() == 64 && text.is_ascii() && !text.contains('\n') {
        return Ok((0..8).map(|row| &text[row * 8..row * 8 + 8]).collect());
    }
    let rows: Vec<&str> = if text.contains('/') {
        text.split('/').take(9).collect()
    } else {
        text.lines().take(9).collect()
    };
    if rows.len() == 8 { Ok(rows) } else { Err(TextBoardError::Rows { rows: rows.len() }) }
}

/// Writes eight rows with line ends between them, a full stop on light squares and a space on empty
/// dark ones. Where a setup has several pieces on one square, one of them is written.
pub fn write(setup: &Setup) -> String {
    let letter = |file, rank| match Square::at(file, rank) {
        None => '.',
        Some(square) => setup.piece_at(square).map_or(' ', Piece::letter),
    };
    let row = |rank| (0..8).map(|file| letter(file, rank)).collect::<String>();
    (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// A board for people: every dark square with its number, pieces before it, files and ranks at the
/// edge, and the given side at the bottom.
///
/// ```
/// use checkers::{Position, text_board};
/// use game::Side;
/// let board = text_board::diagram(&Position::START.setup(), Side::White);
/// let rows: Vec<&str> = board.lines().collect();
/// assert_eq!(rows[0], "     a    b    c    d    e    f    g    h");
/// assert_eq!(rows[3], "6        b9       b10       b11       b12    6");
/// assert_eq!(rows[4], "5   13        14        15        16         5");
/// ```
pub fn diagram(setup: &Setup, bottom: Side) -> String {
    let place = |i: u8| if bottom == Side::White { i } else { 7 - i };
    let files: Vec<String> = (0..8).map(|i| char::from(b'a' + place(i)).to_string()).collect();
    let files = format!("     {}\n", files.join("    "));
    let cell = |file, rank| match Square::at(file, rank) {
        None => String::new(),
        Some(square) => match setup.piece_at(square) {
            Some(piece) => format!("{}{square}", piece.letter()),
            None => square.to_string(),
        },
    };
    let row = |rank| {
        let cells: Vec<String> = (0..8).map(|i| format!("{:>5}", cell(place(i), rank))).collect();
        format!("{}{}    {}\n", rank + 1, cells.concat(), rank + 1)
    };
    let rows: Vec<String> = (0..8).map(|i| row(place(7 - i))).collect();
    format!("{files}{}{files}", rows.concat())
}
