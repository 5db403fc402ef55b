//! Checkers, as English draughts: the rules, and the ways they are written down.
//!
//! This crate decides what a legal move is and what follows from it. Black moves first, from
//! squares 1 to 12 at the top of the board. Men step and jump forward, kings both ways; a jump is
//! mandatory and goes on while it can, the player choosing freely among captures; a man that
//! reaches the far row is crowned and stops. A side that cannot move has lost. A [`Move`] is a whole
//! jump sequence with its path, so sides always alternate, and two paths over the same pieces are
//! two moves.
//!
//! What may be wrong is another type than what is right: a [`Setup`] is any board, a [`Position`] a
//! valid one, and the error between them lists every fault. In the same way a [`MoveText`] is
//! what somebody wrote, read without a board in sight; resolving it against a position gives a
//! [`Move`] or the reason why not. [`pdn`] does the same for whole files of games.
//!
//! Draws belong to the history of a game and not to one position: [`history`] has them as
//! functions over the positions so far. [`giveaway`] is the game in which the side that cannot move
//! has won.
//!
//! The squares are laid out so that a step along one diagonal is a rotation of a 32-bit word
//! by one and along the other by seven ([`Squares`]), which lets whole sets of pieces move
//! at once. Decided against: the plain order 1 to 32, where the distance of a step depends on the
//! row and every step needs two masked shifts; and removing jumped pieces one by one while the
//! sequence runs, which would need a board per jump instead of one word of pieces left to jump.
//!
//! ```
//! use checkers::Position;
//! use game::{Notation, Perfect, Rules};
//!
//! let start = Position::START;
//! assert_eq!(start.count_moves(), 7);
//! let next = start.play(start.read_move("11-15").unwrap());
//! assert_eq!(next.to_string(), "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15");
//! ```

pub mod endgames;
pub mod engine;
mod excerpt;
mod fen;
mod generate;
pub mod giveaway;
pub mod history;
mod illegal;
mod move_text;
mod moves;
mod notation;
pub mod openings;
pub mod pdn;
mod piece;
mod position;
pub mod seed;
mod setup;
mod square;
mod squares;
pub mod text_board;
mod valuation;

pub use fen::{Expected, FenError};
pub use generate::{MOST_MOVES, Moves};
pub use giveaway::Giveaway;
pub use illegal::Illegal;
pub use move_text::{MoveText, MoveTextError, ResolveError};
pub use moves::{Move, NotAPath};
pub use notation::{MoveError, StartError};
pub use piece::{Piece, Rank};
pub use position::{Ending, Position};
pub use setup::{Fault, Faults, Setup};
pub use square::{Square, SquareError};
pub use squares::{Direction, Squares};
pub use valuation::material;
