//! FEN: a position in one line of text.
//!
//! Read are the standard form, X-FEN and Shredder-FEN (castling rights as letters of files). The two
//! counters at the end may be missing. Written is X-FEN, which is the standard form wherever
//! that is enough; [`shredder_fen`] writes the other.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::position::Position;
use crate::role::{Piece, Role};
use crate::setup::{Faults, Setup};
use crate::square::{File, Rank, Square};
use game::Side;
use std::fmt;
use std::str::FromStr;

/// What is wrong with the text of a FEN, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Far longer than any position.
    #[error("a FEN has at most {LONGEST} characters, not {0}")]
    TooLong(usize),
    /// Not the right number of fields.
    #[error(
        "a FEN has 4 to 6 fields (pieces, side to move, castling, en passant, and two counters), \
         not {0}"
    )]
    Fields(usize),
    /// A character that is neither a piece nor a number of empty squares.
    #[error(
        "in the pieces of a FEN, character {1}: {0:?} is neither a piece (PNBRQK, pnbrqk) nor a digit from 1 to 8"
    )]
    Piece(char, usize),
    /// A rank without eight squares.
    #[error("rank {0} of a FEN has {1} squares, not 8")]
    RankLength(char, usize),
    /// Not eight ranks.
    #[error("the pieces of a FEN are 8 ranks with slashes between, not {0}")]
    Ranks(usize),
    /// Neither white nor black.
    #[error("the side to move in a FEN is w or b, not {0:?}")]
    Side(String),
    /// A letter that is no castling right.
    #[error("castling rights in a FEN are -, letters of KQkq or files A-H and a-h, not {0:?}")]
    Castling(char),
    /// Not a square.
    #[error("the en passant square of a FEN is - or a square such as e3, not {0:?}")]
    EnPassant(String),
    /// A counter that is not a number, or too large.
    #[error("the {0} of a FEN is a number from 0 to {LARGEST_COUNTER}, not {1:?}")]
    Counter(Counter, String),
}

/// The numbers at the end of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Counter {
    #[error("halfmove clock")]
    HalfmoveClock,
    #[error("move number")]
    MoveNumber,
}

/// What is wrong with a position given as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text can be read, but it is no position.
    #[error(transparent)]
    Faults(#[from] Faults),
}

const LONGEST: usize = 128;
/// The largest number that a clock or a move number can have.
pub const LARGEST_COUNTER: u16 = 9999;

/// What was found, cut to a length that fits into a message.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let characters = text.chars().count();
        if characters > LONGEST {
            return Err(FenError::TooLong(characters));
        }
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (&[pieces, side, castling, en_passant], counters) =
            fields.split_first_chunk().ok_or(FenError::Fields(fields.len()))?;
        if counters.len() > 2 {
            return Err(FenError::Fields(fields.len()));
        }
        let board = read_board(pieces)?;
        Ok(Setup {
            board,
            side_to_move: match side {
                "w" => Side::White,
                "b" => Side::Black,
                other => return Err(FenError::Side(cut(other))),
            },
            castling_rooks: read_castling(castling, &board)?,
            en_passant: match en_passant {
                "-" => None,
                square => Some(square.parse().map_err(|_| FenError::EnPassant(cut(square)))?),
            },
            halfmove_clock: read_counter(Counter::HalfmoveClock, counters.first(), 0)?,
            fullmove_number: read_counter(Counter::MoveNumber, counters.get(1), 1)?.max(1),
        })
    }
}

fn read_board(text: &str) -> Result<Board, FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    let mut board = Board::EMPTY;
    let mut place = 0;
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut files = 0;
        for letter in row.chars() {
            place += 1;
            let piece = u8::try_from(letter).ok().and_then(Piece::from_letter);
            match (piece, letter) {
                (Some(piece), _) => {
                    if let Some(&file) = File::ALL.get(files) {
                        board.put(Square::new(file, rank), piece);
                    }
                    files += 1;
                }
                (None, '1'..='8') => files += letter as usize - '0' as usize,
                _ => return Err(FenError::Piece(letter, place)),
            }
        }
        if files != 8 {
            return Err(FenError::RankLength(rank.digit(), files));
        }
        place += 1;
    }
    Ok(board)
}

fn read_castling(text: &str, board: &Board) -> Result<Bitboard, FenError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    text.chars().map(|letter| read_castling_right(letter, board)).collect()
}

/// The rook that a letter of the castling field means. Where a K or Q finds no rook, it means the
/// corner, and validation says that no rook stands there.
fn read_castling_right(letter: char, board: &Board) -> Result<Square, FenError> {
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let back = Rank::First.seen_by(side);
    let rooks = board.pieces(side, Role::Rook) & Bitboard::rank(back);
    let king = board.pieces(side, Role::King).single();
    let beyond = |right: bool| {
        rooks.into_iter().filter(move |&rook| king.is_some_and(|king| (rook > king) == right))
    };
    match letter.to_ascii_lowercase() {
        'k' => Ok(beyond(true).last().unwrap_or(Square::new(File::H, back))),
        'q' => Ok(beyond(false).next().unwrap_or(Square::new(File::A, back))),
        file @ 'a'..='h' => File::from_letter(file as u8)
            .map(|file| Square::new(file, back))
            .ok_or(FenError::Castling(letter)),
        _ => Err(FenError::Castling(letter)),
    }
}

fn read_counter(name: Counter, text: Option<&&str>, missing: u16) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(missing) };
    match text.parse() {
        Ok(number) if number <= LARGEST_COUNTER => Ok(number),
        _ => Err(FenError::Counter(name, cut(text))),
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Ok(text.parse::<Setup>()?.validate()?)
    }
}

/// X-FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(self, outermost_or_file, f)
    }
}

/// X-FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

/// The FEN with castling rights as the files of the rooks.
///
/// ```
/// # use chess::{Setup, fen::shredder_fen};
/// assert!(shredder_fen(&Setup::standard()).ends_with(" w HAha - 0 1"));
/// ```
pub fn shredder_fen(setup: &Setup) -> String {
    struct Shredder<'a>(&'a Setup);
    impl fmt::Display for Shredder<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_fen(self.0, |_, _, rook| rook.file().letter(), f)
        }
    }
    Shredder(setup).to_string()
}

/// The first four fields of the FEN, as EPD has them.
pub(crate) fn write_without_counters(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_fields(setup, outermost_or_file, f)
}

fn write_fen(
    setup: &Setup,
    castling_letter: impl Fn(&Setup, Side, Square) -> char,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write_fields(setup, castling_letter, f)?;
    write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
}

fn write_fields(
    setup: &Setup,
    castling_letter: impl Fn(&Setup, Side, Square) -> char,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write_board(&setup.board, f)?;
    f.write_str(if setup.side_to_move == Side::White { " w " } else { " b " })?;
    if setup.castling_rooks.is_empty() {
        f.write_str("-")?;
    }
    for side in Side::BOTH {
        let back = Bitboard::rank(Rank::First.seen_by(side));
        let mut rooks: Vec<Square> = (setup.castling_rooks & back).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let letter = castling_letter(setup, side, rook);
            let letter = if side == Side::White { letter.to_ascii_uppercase() } else { letter };
            write!(f, "{letter}")?;
        }
    }
    match setup.en_passant {
        Some(square) => write!(f, " {square}"),
        None => f.write_str(" -"),
    }
}

/// K or Q for the rook next to the edge on its side of the king, its file for any other.
fn outermost_or_file(setup: &Setup, side: Side, rook: Square) -> char {
    let found = |letter: char| {
        let letter = if side == Side::White { letter.to_ascii_uppercase() } else { letter };
        read_castling_right(letter, &setup.board) == Ok(rook)
    };
    if found('k') {
        'k'
    } else if found('q') {
        'q'
    } else {
        rook.file().letter()
    }
}

fn write_board(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, rank) in Rank::ALL.into_iter().rev().enumerate() {
        if i > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for file in File::ALL {
            match board.piece(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    write!(f, "{}", piece.letter())?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}
