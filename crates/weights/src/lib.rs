//! The file format for the weights of every evaluation and network.
//!
//! A file says for which game and for which architecture it is, which arrays of numbers it has, and ends
//! with a checksum. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 2 | [`VERSION`] of the format |
//! | 2 | how many arrays there are |
//! | 16 | name of the game |
//! | 36 | name of the architecture |
//! | 52 for each array | name (32), kind of its numbers (1: `i8`, 2: `i16`, 4: `i32`, 5: `f32`), number of dimensions (1), two zeros, four dimensions of which those not used are 0 (4 each) |
//! | | the numbers of each array, the last dimension fastest |
//! | 8 | Fletcher-64 of all bytes before it, the last word filled up with zeros |
//!
//! Names are ASCII without spaces, filled up with zeros.
//!
//! [`File::read`] and [`File::check`] are `const`: [`embedded`] reads a file at compile time, and one that is
//! damaged or of another shape than the code expects does not build. Nothing here opens files: bytes come in, bytes go out.
//!
//! Decided against: text, which is larger and slower to read and says no more than `tablero weights` does;
//! and generated code, which hides in a diff what was fitted and cannot be loaded by another program.

mod checksum;
mod error;
mod layout;
mod read;
mod write;

pub use error::{Mismatch, NetworkError, ReadError, WriteError};
pub use layout::{ArrayLayout, Kind, Layout, Shape};
pub use read::{Array, File, embedded};
pub use write::{write, write_floats};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"TABLEROW";
/// The version of the format.
pub const VERSION: u16 = 1;
/// A file has at most so many arrays.
pub const MOST_ARRAYS: usize = 256;

const GAME_BYTES: usize = 16;
const ARCHITECTURE_BYTES: usize = 36;
const ARRAY_NAME_BYTES: usize = 32;
const GAME_AT: usize = 12;
const ARCHITECTURE_AT: usize = GAME_AT + GAME_BYTES;
/// Where the descriptions of the arrays begin, and how long each is.
const ARRAYS_AT: usize = ARCHITECTURE_AT + ARCHITECTURE_BYTES;
const ARRAY_BYTES: usize = ARRAY_NAME_BYTES + 4 + 4 * Shape::MOST_DIMENSIONS;
const CHECKSUM_BYTES: usize = 8;
