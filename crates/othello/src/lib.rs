//! The rules of Othello and the ways in which its games are written down.
//!
//! A [`Position`] is two sets of squares and the side to move, a `Copy` value of three words, and
//! its board has 4, 6, 8 or 10 rows: `Position<8>` is the usual game, and the small
//! boards keep the rules honest, since they can be played out to the end in a test. The size is
//! part of the type because positions of different sizes never meet. The boards of up to 8 rows lie
//! in the same 64 bits, `a1` in the lowest: a smaller board is a corner of the large one, so one set
//! of functions on words serves all of them and the large board pays nothing for the small ones. The
//! hundred squares of the board of 10 rows need 128 bits. Which [`Word`] a board has follows from its
//! [`Size`], and everything above the word is written once for both.
//!
//! A pass is a [`Move`], legal only when there is no other, so that turns alternate. A game is over
//! when neither side can move; more discs win.
//!
//! Texts are values that are parsed first and resolved against a board second, and each step has
//! its own error: [`Obf`] for positions, [`Transcript`] and [`Ggf`] for games, [`Setup`] for the
//! board that a text describes. Every reader limits the size of its input before it does any work.
//!
//! A game between two players that look two and three moves ahead:
//!
//! ```
//! use game::{Game, GameTree, Perfect, Rules, Side, Tree, minimax};
//! let mut position = othello::Position::<6>::standard();
//! while position.turn().outcome().is_none() {
//!     let levels = if position.side_to_move() == Side::Black { 2 } else { 3 };
//!     let best = minimax(&GameTree::new(position).prune(levels));
//!     position = position.play(best.line[0]);
//! }
//! assert_eq!(position.turn().outcome().unwrap().to_string(), "White wins: neither side can move");
//! ```
//!
//! Decided against: a separate type for boards that may not be positions. Any arrangement of discs
//! can be played on, so there is nothing to be found wrong with one but its size. Decided against,
//! too: tables of turned discs, and vector instructions called by name where plain arrays of four words
//! become the same instructions and work on any machine (see `lanes`).
//!
//! Decided against: patterns, a book and the solver with its table for any board but the usual one. They count on rows eight bits
//! apart in 64 bits, and their weights were fitted to its games; the other boards are [judged](judgement()) by their looks and solved
//! by a plainer search.

mod diagram;
pub mod engine;
mod ggf;
mod judgement;
pub mod lanes;
mod moves;
mod notation;
mod obf;
pub mod openings;
mod position;
mod replay;
mod setup;
mod square;
mod squares;
mod text;
mod transcript;
mod wide;
mod word;

pub use diagram::{DIAGRAM_LIMIT, DiagramError, DiagramFault};
pub use game::TextPosition;
pub use ggf::{
    GGF_LIMIT, Ggf, GgfError, GgfFault, GgfMove, GgfReadError, GgfReader, GgfResolveError, Tag,
    TagError,
};
pub use judgement::judgement;
pub use moves::{Illegal, Move};
pub use notation::{MoveError, StartError};
pub use obf::{OBF_LIMIT, Obf, ObfError, ObfFault, ObfResolveError, Score};
pub use position::{NeitherSideCanMove, Position};
pub use replay::{ReplayError, ReplayFault};
pub use setup::{Setup, WrongSize};
pub use square::{Direction, Square, SquareError};
pub use squares::{Squares, SquaresIter};
pub use text::TextError;
pub use transcript::{MOVES_LIMIT, TRANSCRIPT_LIMIT, Transcript, TranscriptError, TranscriptFault};
pub use word::{Rows, Size, SquaresOf, Word, WordOf};
