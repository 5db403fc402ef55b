//! A whole game in the words of the `game` crate, as a newcomer would write it: the position, its
//! rules, its notation. `cargo run -p game --example tic_tac_toe` lets you play it line by line.

use arrayvec::ArrayVec;
use game::{Game, Notation, Outcome, Perfect, Rules, Side, Verdict};
use std::fmt;
use std::io::{self, BufRead, Write};

/// Two sets of squares, one bit each, counted from the top left. White is X and begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    crosses: u16,
    noughts: u16,
}

/// A square, 0 to 8.
pub type Square = u8;

const ALL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// Why a square cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Not one of the nine.
    #[error("there are nine squares, a1 to c3")]
    OffTheBoard,
    /// A cross or a nought stands there.
    #[error("that square is taken")]
    Taken,
    /// A row is made or the board is full.
    #[error("the game is over")]
    GameOver,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side that just moved has won.
    ThreeInARow,
    /// No square is free and neither side has a row: a draw.
    BoardFull,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::ThreeInARow => "three in a row",
            Ending::BoardFull => "the board is full",
        })
    }
}

impl Grid {
    /// No square is taken yet.
    pub const EMPTY: Grid = Grid { crosses: 0, noughts: 0 };

    fn free(self) -> u16 {
        ALL & !(self.crosses | self.noughts)
    }

    /// The side that just moved is the only one that can have made a row.
    fn row_made(self) -> bool {
        let last = if self.side_to_move() == Side::White { self.noughts } else { self.crosses };
        LINES.iter().any(|&line| line & !last == 0)
    }
}

impl Rules for Grid {
    type Move = Square;
    type Illegal = Illegal;
    type Ending = Ending;

    fn check(&self, square: Square) -> Result<(), Illegal> {
        if square > 8 {
            Err(Illegal::OffTheBoard)
        } else if self.turn().outcome().is_some() {
            Err(Illegal::GameOver)
        } else if self.free() & 1 << square == 0 {
            Err(Illegal::Taken)
        } else {
            Ok(())
        }
    }

    fn play(&self, square: Square) -> Grid {
        let bit = 1 << square;
        match self.side_to_move() {
            Side::White => Grid { crosses: self.crosses | bit, ..*self },
            Side::Black => Grid { noughts: self.noughts | bit, ..*self },
        }
    }
}

impl Perfect for Grid {
    type Moves = ArrayVec<Square, 9>;

    fn side_to_move(&self) -> Side {
        if self.crosses.count_ones() == self.noughts.count_ones() {
            Side::White
        } else {
            Side::Black
        }
    }

    fn moves(&self) -> ArrayVec<Square, 9> {
        if self.row_made() {
            return ArrayVec::new();
        }
        (0..9).filter(|square| self.free() & 1 << square != 0).collect()
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<Ending>> {
        if self.row_made() {
            let verdict = Verdict::won_by(!self.side_to_move());
            Some(Outcome { verdict, reason: Ending::ThreeInARow })
        } else if !can_move {
            Some(Outcome { verdict: Verdict::Draw, reason: Ending::BoardFull })
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.crosses) << 16 | u64::from(self.noughts)
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Not the text of a move.
    #[error("a move is a column and a row, such as b2, not {0:?}")]
    Unreadable(String),
    /// Not the text of a board that can come up.
    #[error("nine of X, O and - were expected, not {0:?}")]
    NotABoard(String),
    /// A move that the rules refuse.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl Notation for Grid {
    type StartError = TextError;
    type MoveError = TextError;

    fn standard_start() -> Grid {
        Grid::EMPTY
    }

    fn read_start(text: &str) -> Result<Grid, TextError> {
        let wrong = || TextError::NotABoard(text.chars().take(20).collect());
        if text.len() != 9 {
            return Err(wrong());
        }
        let mut grid = Grid::EMPTY;
        for (i, c) in text.bytes().enumerate() {
            match c {
                b'X' => grid.crosses |= 1 << i,
                b'O' => grid.noughts |= 1 << i,
                b'-' => {}
                _ => return Err(wrong()),
            }
        }
        let lead = grid.crosses.count_ones().wrapping_sub(grid.noughts.count_ones());
        if lead > 1 { Err(wrong()) } else { Ok(grid) }
    }

    fn write_start(start: &Grid) -> String {
        let letter = |i: i32| match (start.crosses >> i & 1, start.noughts >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..9).map(letter).collect()
    }

    fn read_move(&self, text: &str) -> Result<Square, TextError> {
        let square = match text.as_bytes() {
            &[column @ b'a'..=b'c', row @ b'1'..=b'3'] => (row - b'1') * 3 + (column - b'a'),
            _ => return Err(TextError::Unreadable(text.chars().take(20).collect())),
        };
        self.check(square)?;
        Ok(square)
    }

    fn write_move(&self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
    }
}

fn main() -> io::Result<()> {
    let mut grid = Grid::EMPTY;
    let mut lines = io::stdin().lock().lines();
    while grid.turn().outcome().is_none() {
        let text = Grid::write_start(&grid);
        println!("\n  a b c");
        for (i, row) in text.as_bytes().chunks(3).enumerate() {
            let row: Vec<String> = row.iter().map(|&c| char::from(c).to_string()).collect();
            println!("{} {}", i + 1, row.join(" "));
        }
        print!("{} to move: ", if grid.side_to_move() == Side::White { "X" } else { "O" });
        io::stdout().flush()?;
        let Some(line) = lines.next() else { return Ok(()) };
        match grid.read_move(line?.trim()) {
            Ok(square) => grid = grid.play(square),
            Err(error) => println!("{error}"),
        }
    }
    if let Some(outcome) = grid.turn().outcome() {
        println!("\n{outcome} ({})", Grid::write_start(&grid));
    }
    Ok(())
}
