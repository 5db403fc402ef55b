//! How positions and moves of four in a row are written down.

use super::rules::{Column, Illegal, Position};
use game::{Notation, Pair, Perfect, Rules, Side};

/// What is wrong with the text of a start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Not the text of a board.
    #[error("rows from the top with / between them and then r or y were expected, not {0:?}")]
    Unreadable(String),
    /// Not a cell, in this row, counted from 1, and this column.
    #[error("row {0} from the top, column {1}: a cell is R, Y or a full stop, not {2:?}")]
    NotACell(usize, Column, char),
    /// A board of another size, and the one that was expected.
    #[error("a board of {1} was expected, and this one has {0}")]
    WrongSize(String, String),
    /// A board that does not come up in play, with everything that is wrong with it.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<Fault>),
}

/// One thing that is wrong with a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A disc in this column and row, counted from 1 at the bottom, over an empty cell.
    #[error("the disc on {0}{1} has nothing under it")]
    Floating(Column, usize),
    /// So many red and yellow discs do not come up when it is this side's turn: Red begins.
    #[error("with {0} red and {1} yellow it cannot be the turn of {turn}", turn = name(*.2))]
    Turn(u32, u32, Side),
    /// The side to move had won before the other side moved, whether that has four as well or not.
    #[error("{} has four in a line already and cannot be to move", name(*.0))]
    MoverHasFour(Side),
}

/// What the players call the side.
const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "Red",
        Side::Black => "Yellow",
    }
}

/// The side whose name begins like this, in either case.
fn side_of(letter: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| name(side)[..1].eq_ignore_ascii_case(letter))
}

impl<const COLUMNS: usize, const ROWS: usize> Position<COLUMNS, ROWS> {
    /// The bits of both sides, if the board has this size.
    fn read_board(board: &str) -> Result<Pair<u64>, StartError> {
        let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let uneven = rows.iter().find(|row| row.len() != COLUMNS).unwrap_or(&rows[0]);
        let (given, wanted) =
            (format!("{}x{}", uneven.len(), rows.len()), format!("{COLUMNS}x{ROWS}"));
        if given != wanted {
            return Err(StartError::WrongSize(given, wanted));
        }
        let mut discs = Pair::default();
        for (row, cells) in rows.into_iter().enumerate() {
            for (column, cell) in cells.into_iter().enumerate().filter(|&(_, cell)| cell != '.') {
                let no_cell = StartError::NotACell(row + 1, Column(column as u8), cell);
                let side = side_of(cell.encode_utf8(&mut [0; 4])).ok_or(no_cell)?;
                discs[side] |= 1 << (column * Self::HEIGHT + ROWS - 1 - row);
            }
        }
        Ok(discs)
    }

    fn faults(discs: Pair<u64>, to_move: Side) -> Vec<Fault> {
        let taken = discs.white | discs.black;
        let floating = taken & !(taken << 1 | Self::BOTTOM);
        let mut faults: Vec<Fault> = (0..COLUMNS * Self::HEIGHT)
            .filter(|bit| floating >> bit & 1 != 0)
            .map(|bit| Fault::Floating(Column((bit / Self::HEIGHT) as u8), bit % Self::HEIGHT + 1))
            .collect();
        let Pair { white: red, black: yellow } = discs.map(u64::count_ones);
        if red != yellow + u32::from(to_move == Side::Black) {
            faults.push(Fault::Turn(red, yellow, to_move));
        }
        if Self::has_four(discs[to_move]) {
            faults.push(Fault::MoverHasFour(to_move));
        }
        faults
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Notation for Position<COLUMNS, ROWS> {
    type StartError = StartError;
    type MoveError = Illegal;

    fn standard_start() -> Self {
        Self::EMPTY
    }

    /// Reads the size of the board, `7x6`, which is the empty one; or its rows from the top, such as
    /// `......./......./......./......./...Y.../...R... r`, with the side to move.
    fn read_start(text: &str) -> Result<Self, StartError> {
        let (text, this) = (text.trim(), format!("{COLUMNS}x{ROWS}"));
        if text.eq_ignore_ascii_case(&this) {
            return Ok(Self::EMPTY);
        }
        if let [b'0'..=b'9', b'x' | b'X', b'0'..=b'9'] = text.as_bytes() {
            return Err(StartError::WrongSize(text.to_ascii_lowercase(), this));
        }
        let unreadable = || StartError::Unreadable(text.chars().take(24).collect());
        let words = text.split_once(char::is_whitespace).filter(|_| text.len() <= 100);
        let (board, side) = words.ok_or_else(unreadable)?;
        let to_move = side_of(side.trim()).ok_or_else(unreadable)?;
        let discs = Self::read_board(board)?;
        match Self::faults(discs, to_move) {
            faults if !faults.is_empty() => Err(StartError::Invalid(faults)),
            _ => Ok(Position { mover: discs[to_move], opponent: discs[!to_move] }),
        }
    }

    fn write_start(start: &Self) -> String {
        let letter = |cell: Option<Side>| cell.map_or(".", |side| &name(side)[..1]);
        let row = |row| (0..COLUMNS).map(|column| letter(start.cell(column, row))).collect();
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        format!("{} {}", rows.join("/"), name(start.side_to_move())[..1].to_ascii_lowercase())
    }

    /// Reads the letter of the column or its number. A row of the board may follow the letter; any of
    /// them will do, since it is the column that a player chooses.
    fn read_move(&self, text: &str) -> Result<Column, Illegal> {
        let (text, from_a) = (text.trim(), |b: u8| b.to_ascii_lowercase().checked_sub(b'a'));
        let column = match *text.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'1'),
            [letter] => from_a(letter),
            [letter, row] if (b'1'..=b'0' + ROWS as u8).contains(&row) => from_a(letter),
            _ => None,
        };
        let column = column
            .filter(|&column| column <= Self::LAST.0)
            .map(Column)
            .ok_or_else(|| Illegal::NotAColumn(text.chars().take(24).collect(), Self::LAST))?;
        self.check(column).map(|()| column)
    }

    fn write_move(&self, column: Column) -> String {
        column.to_string()
    }
}
