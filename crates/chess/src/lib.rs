//! The rules and notations of chess, Chess960 included.
//!
//! A [`Setup`] is any board; a [`Position`] is a valid one, made by [`Setup::validate`], small, `Copy`,
//! and played on by a pure function. Legal moves come from sets of squares, not from trying moves
//! out. Notations are values: a text is read first ([`San`], [`Coordinate`]) and resolved against a
//! position second, and each step has its own error.
//!
//! Decided against: moves that carry what they do (captured piece, flags). A [`Move`] is 16 bits, from,
//! to and promotion, and the position knows the rest. Decided against, too: making and unmaking
//! moves in place. Copying a position of 104 bytes costs less than remembering how to undo it.
//!
//! What depends on the past of a game, repetition and the fifty-move rule, is in [`history`]: a
//! position does not know where it came from.

pub mod attacks;
mod bitboard;
mod board;
mod coordinate;
pub mod engine;
pub mod epd;
pub mod fen;
mod fill;
mod generate;
pub mod history;
mod illegal;
#[cfg(any(test, not(target_feature = "bmi2")))]
mod magics;
mod moves;
mod notation;
pub mod openings;
pub mod pgn;
mod position;
mod role;
mod san;
mod setup;
mod sliders;
mod square;
mod valuation;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use coordinate::{Coordinate, NotACoordinate};
pub use illegal::Illegal;
pub use moves::{Move, MoveList};
pub use notation::{MoveError, StartError};
pub use position::{Ending, Position};
pub use role::{Piece, Role};
pub use san::{Mark, NotSan, San, SanError, SanMove, Wing};
pub use setup::{Fault, Faults, Setup};
pub use square::{File, NotASquare, Rank, Square};
