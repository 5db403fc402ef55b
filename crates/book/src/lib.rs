//! A book of openings that the search makes by itself: positions near the start of a game whose moves it looked at for longer than a
//! game allows, with what it thinks of them.
//!
//! A book is data in the format of [`weights`]. Making one ([`make`]) is a best-first search over the search: the position that is
//! reached with the least loss by both sides is looked at next, and in the end what was found about later positions is carried back to
//! those before. So lines that turned out badly are left, and those that are likely to be played are known deepest.
//!
//! Decided against: a book of games between people. They would have to be gathered and kept, and the search could not say why it trusts a move.

mod file;
mod making;
mod shelf;

pub use file::BookError;
pub use making::{Plan, make};
pub use shelf::Shelf;

use search::Searchable;
use std::collections::BTreeMap;

/// No position has more moves in a book.
pub const MOST_MOVES: usize = 4;

/// Moves of positions, by the keys of these; of mirror images one stands for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Book(BTreeMap<u64, Vec<BookMove>>);

/// A move of a book, as the search encodes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookMove {
    pub encoded: u16,
    /// What it is worth to the side that makes it, in hundredths.
    pub score: i16,
}

impl Book {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves of a position and what they are worth, the best first; none where the book does not know it.
    pub fn moves<G: Searchable>(&self, position: &G) -> Vec<(G::Move, i32)> {
        let canonical = position.canonical();
        let known = self.0.get(&canonical.key()).map(Vec::as_slice).unwrap_or_default();
        // Two positions may share a key: what cannot be played is none of its moves.
        let legal = |known: &BookMove| {
            let mv = canonical.decode_move(known.encoded)?;
            Some((position.from_canonical(mv), i32::from(known.score)))
        };
        known.iter().filter_map(legal).collect()
    }
}

/// One of the moves that are no more than `margin` worse than the best, the first one of a list. `fraction`, from 0 to 1, draws the lot.
pub fn choose<M: Copy>(moves: &[(M, i32)], margin: i32, fraction: f64) -> Option<(M, i32)> {
    let (_, best) = moves.first()?;
    let good = moves.iter().take_while(|(_, score)| best - score <= margin).count();
    let lot = (fraction.clamp(0.0, 1.0) * good as f64) as usize;
    moves.get(lot.min(good - 1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_that_are_nearly_as_good_as_the_best_are_drawn() {
        let moves = [('a', 30), ('b', 25), ('c', 10)];
        let drawn = |margin, fraction| choose(&moves, margin, fraction).map(|(mv, _)| mv);
        assert_eq!(drawn(0, 0.99), Some('a'));
        assert_eq!(
            (drawn(5, 0.0), drawn(5, 0.6), drawn(5, 1.0)),
            (Some('a'), Some('b'), Some('b'))
        );
        assert_eq!(drawn(100, 0.99), Some('c'));
        assert_eq!(choose::<char>(&[], 5, 0.5), None);
    }
}
