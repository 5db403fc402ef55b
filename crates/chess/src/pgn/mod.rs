//! PGN: games of chess as text, with tags, comments, annotations and variations.
//!
//! A [`Reader`] takes games from any source of bytes one after the other and holds one at a time, so
//! a file of gigabytes needs no more memory than its largest game. Each game is read twice over:
//! first as text ([`GameText`]: moves as they are written), then against positions ([`Game`]: legal
//! moves from a start). Each step has its own error, and every error says line and column. After
//! an error the reader goes on with the next game that begins with a tag.
//!
//! ```
//! use chess::pgn::Game;
//!
//! let game: Game = "[White \"Ada\"]\n\n1. e4 e5 {[%clk 0:04:58]} (1... c5 2. Nf3) 2. Bc4 $1 *"
//!     .parse()
//!     .unwrap();
//! assert_eq!(game.tags.get("White"), Some("Ada"));
//! assert_eq!(game.main_line().count(), 3);
//! assert_eq!(game.moves.nodes[1].clock().unwrap().as_secs(), 298);
//! assert_eq!(game.moves.nodes[1].variations[0].nodes.len(), 2);
//! assert_eq!(game.to_string().parse::<Game>().unwrap(), game);
//! ```
//!
//! What is tolerated in old or careless files:
//! - A byte-order mark before a game is skipped. Lines end with LF, CR LF or CR.
//! - Bytes that are not UTF-8 are read as Latin-1, each by itself. UTF-8 is written.
//! - Control characters, such as zero bytes or the end mark of DOS, count as spaces. In comments a
//!   run of white space counts as one space, so that lines can be wrapped.
//! - Tags may be missing: the seven that every game has read as unknown. A tag given twice counts as
//!   it was given last, but a second `Event` begins another game.
//! - Move numbers and their dots are skipped, right or wrong. `e.p.` after a move is skipped.
//! - Moves may be written in coordinates (`g1f3`, `e7e8q`).
//! - The result at the end may be missing or `*`; then the `Result` tag says it. A comment after it on the
//!   same line belongs to the game. A result within a variation is skipped.
//! - Annotations may be signs (`+-`, `=`, `N` for a novelty, `D` for a diagram). What is no annotation that
//!   the standard numbers (`$300`, `!!!`, `(=)`) is skipped, and so is one before the first move.
//! - A variation ends before a word that is no move there, such as a null move (`--`, `Z0`), or before a move
//!   that is not legal. The rest of it is left out; the game is not.
//! - A comment that is never closed ends where a line begins with `[Event "`, and is an error.
//!
//! Decided against: reading null moves, which are no moves of chess, and games of other variants than Chess960.
//! In the main line both are errors, and the second one names the variant. Decided against, too: keeping in [`Tags`] what a [`Game`]
//! knows itself. `Result`, `FEN`, `SetUp` and `Variant` are made from the game when it is written,
//! and so cannot contradict it.

mod comment;
mod error;
mod game;
mod lexer;
mod nag;
mod reader;
mod source;
mod tags;
mod text;
mod tree;
mod write;

pub use ::game::TextPosition;
pub use comment::{Comment, CommentTooLong, Comments};
pub use error::{At, PgnFault, ReadError, ResolveError, SyntaxError, TextError, Unresolved};
pub use game::{Game, GameResult, Line, Node, Variant, Walk};
pub use nag::Nag;
pub use reader::Reader;
pub use tags::{TagError, Tags};
pub use text::GameText;

/// How deep variations may be nested in variations.
pub const MAX_NESTING: usize = 64;

/// How many bytes of text a game may have; looked at before each of its words.
pub const MAX_GAME_BYTES: u64 = 1 << 20;

/// How many bytes the name and the value of a tag may have together.
pub const MAX_TAG_BYTES: usize = 4096;

/// How many bytes a comment may have, each run of white space counted as one.
pub const MAX_COMMENT_BYTES: usize = 1 << 16;
