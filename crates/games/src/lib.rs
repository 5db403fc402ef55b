//! The games of the club: one folder each, and the list.
//!
//! A folder holds the card of a game: its picture, its words in every language, its drawings, the records
//! of other programs, and what the search and the players need to know. The rules of the larger games are
//! crates of their own; a small game has its rules in its folder, too.
//!
//! To add a game, make a folder and add its name to the list below; `four` is one to look at. Nothing
//! else names a game.

mod board;

/// Makes the list of games of the names of their folders.
macro_rules! games {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        /// All games, in the order in which they are offered.
        pub const CLUB: table::Club = table::Club::new(&[$(&$name::CARD),*]);
    };
}

games! {
    chess
    checkers
    othello
    mines
    four
}

/// So many moves are named in a sentence.
const NAMED: usize = 8;

/// Moves as a Spanish sentence lists them, the first few by name.
pub(crate) fn listed<M: ToString>(moves: &[M]) -> String {
    let names: Vec<String> = moves.iter().take(NAMED).map(ToString::to_string).collect();
    match moves.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} y {more} más", names.join(", ")),
    }
}
