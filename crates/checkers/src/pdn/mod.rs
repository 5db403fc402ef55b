//! PDN, the Portable Draughts Notation: files of games, read one by one and written.
//!
//! Reading is generous, because real files are: tags may be missing, steps written with `x`, move
//! numbers left out or wrong, results missing or of any of the kinds in use. What a [`Record`] holds is
//! what was written; [`Record::moves`] resolves it against the rules, with errors of its own.
//!
//! Whose win is `1-0`? In English draughts the first number belongs to black, who moves first: the
//! large collections of games are kept so, and name the black player first as well. (Texts about PDN
//! that explain it by the example of chess give it to white.) [`Score`] says it in words.
//!
//! ```
//! use checkers::pdn::{self, Score};
//!
//! let text = r#"
//! [Event "Example"]
//! [Result "*"]
//! 1. 11x15 23-19 2. 8-11 {solid} 22x17 *
//! "#;
//! for record in pdn::games(text) {
//!     let record = record.unwrap();
//!     assert_eq!(record.tag("Event"), Some("Example"));
//!     assert_eq!(record.score(), Score::Unfinished);
//!     let moves: Vec<String> = record.moves().unwrap().iter().map(ToString::to_string).collect();
//!     assert_eq!(moves, ["11-15", "23-19", "8-11", "22-17"]);
//! }
//! ```

mod read;
mod record;
mod source;
mod tree;
mod write;

pub use game::TextPosition;
pub use read::{Bracket, Expected, Games, Limits, PdnError, PdnFault, games};
pub use record::{Line, Ply, Record, ReplayError, Score, TagNameError};
