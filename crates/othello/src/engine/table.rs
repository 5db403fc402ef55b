//! What the solver remembers, in the transposition table of the search: bounds on the scores of boards, and the best moves found. So
//! each finds what the other has found out, and it is there until the game is over.
//!
//! An entry knows its board by 64 bits. While a full table of 64 megabytes is asked a hundred million times, one answer in some forty
//! thousand such solutions is about another board; with whole boards in the entries a table of the same size has two thirds of them.

use super::board::Board;
use search::{Bound, Entry, TranspositionTable};

/// How certain a result is: which cutoffs by prediction its search has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Searches to a fixed depth.
    Rough,
    Likely,
    /// None.
    Exact,
}

impl Certainty {
    /// In percent.
    pub const fn percent(self) -> u8 {
        match self {
            Certainty::Rough => 73,
            Certainty::Likely => 87,
            Certainty::Exact => 100,
        }
    }
}

/// What is known about a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The score is at least this,
    pub lower: i32,
    /// and at most this,
    pub upper: i32,
    /// as far as a search of so many plies can tell; one that came to the end has as many as there are empty squares.
    pub depth: u32,
    pub certainty: Certainty,
    /// The square that was best when it was searched last, or [`NO_SQUARE`].
    pub best: u8,
}

/// In place of a best move that is not known.
pub const NO_SQUARE: u8 = 64;

/// The search takes a greater depth for a better search. No board has so many empty squares, so that what is likely, and then what is exact,
/// counts as deeper than any search to a fixed depth.
const DEEPER: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known =
        Known { lower: -64, upper: 64, depth: 0, certainty: Certainty::Rough, best: NO_SQUARE };

    /// Does the entry come from a search that was at least so deep and so certain?
    #[inline]
    pub fn is_from(self, depth: u32, certainty: Certainty) -> bool {
        self.depth >= depth && self.certainty >= certainty
    }

    #[inline]
    fn of(entry: Entry) -> Known {
        let certainty = match entry.depth / DEEPER {
            0 => Certainty::Rough,
            1 => Certainty::Likely,
            _ => Certainty::Exact,
        };
        // The search counts hundredths of a disc.
        let score = entry.tt_score(0);
        let (low, high) = (score.div_euclid(100), (score + 99).div_euclid(100));
        let (lower, upper) = match entry.bound {
            Some(Bound::Exact) => (low, high),
            Some(Bound::AtLeast) => (low, 64),
            Some(Bound::AtMost) => (-64, high),
            None => (-64, 64),
        };
        let best = entry.best_move.checked_sub(1).map_or(NO_SQUARE, |square| square as u8);
        Known { lower, upper, depth: u32::from(entry.depth % DEEPER), certainty, best }
    }
}

/// The table of the search as the solver sees it.
#[derive(Clone, Copy)]
pub struct Table<'a>(pub &'a TranspositionTable);

impl Table<'_> {
    /// Loads what is known about a board into the cache.
    #[inline]
    pub fn prefetch(self, board: Board) {
        self.0.prefetch(board.key());
    }

    /// What is known about a board.
    #[inline]
    pub fn get(self, board: Board) -> Option<Known> {
        self.0.probe(board.key()).map(Known::of)
    }

    /// Remembers the score of a search, and the square that was best.
    #[inline]
    pub fn put(
        self,
        board: Board,
        (score, bound): (i32, Bound),
        (depth, certainty): (u32, Certainty),
        best: u8,
    ) {
        let best_move = if best == NO_SQUARE { 0 } else { u16::from(best) + 1 };
        let depth = depth as u8 + DEEPER * certainty as u8;
        self.0.store(board.key(), Entry::without_eval(best_move, 100 * score, depth, bound));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::engine::board::tests::random_board;
    use game::{Perfect, Rules};
    use search::Searchable;

    #[test]
    fn what_is_remembered_is_what_was_found() {
        let table = TranspositionTable::new(1);
        let table = Table(&table);
        let board = random_board(1, 20);
        assert_eq!(table.get(board), None);
        table.put(board, (2, Bound::AtLeast), (20, Certainty::Exact), 9);
        let known = Known { lower: 2, upper: 64, depth: 20, certainty: Certainty::Exact, best: 9 };
        assert_eq!(table.get(board), Some(known));
        assert!(known.is_from(20, Certainty::Likely) && !known.is_from(21, Certainty::Rough));
        table.put(board, (-64, Bound::Exact), (20, Certainty::Exact), NO_SQUARE);
        let known = Known { lower: -64, upper: -64, ..known };
        assert_eq!(table.get(board), Some(known), "the square is still known");
    }

    #[test]
    fn what_is_more_certain_counts_as_deeper() {
        let order = [
            (59, Certainty::Rough),
            (4, Certainty::Likely),
            (59, Certainty::Likely),
            (1, Certainty::Exact),
        ];
        let depths = order.map(|(depth, certainty)| {
            let table = TranspositionTable::new(1);
            let board = random_board(1, 20);
            Table(&table).put(board, (0, Bound::AtMost), (depth, certainty), 3);
            let entry = table.probe(board.key()).unwrap();
            let known = Known::of(entry);
            assert_eq!((known.depth, known.certainty), (depth, certainty));
            entry.depth
        });
        assert!(depths.is_sorted());
    }

    #[test]
    fn hundredths_are_bounds_in_whole_discs() {
        let bounds = |score, bound| {
            let known = Known::of(Entry::without_eval(0, score, 8, bound));
            (known.lower, known.upper, known.best)
        };
        assert_eq!(bounds(-250, Bound::Exact), (-3, -2, NO_SQUARE));
        assert_eq!(bounds(250, Bound::AtLeast), (2, 64, NO_SQUARE));
        assert_eq!(bounds(250, Bound::AtMost), (-64, 3, NO_SQUARE));
        assert_eq!(bounds(400, Bound::Exact), (4, 4, NO_SQUARE));
    }

    #[test]
    fn the_search_finds_what_the_solver_remembers() {
        let table = TranspositionTable::new(1);
        let board = random_board(3, 14);
        let position = board.position();
        let mv = position.moves()[0];
        let square = position.from_to(mv) as u8;
        Table(&table).put(board, (6, Bound::AtLeast), (14, Certainty::Exact), square);
        let entry = table.probe(position.tt_key()).unwrap();
        assert_eq!(position.decode_move(entry.best_move), Some(mv));
        assert_eq!((entry.tt_score(0), entry.bound), (600, Some(Bound::AtLeast)));
        let white = Position::<8>::new(
            position.discs(game::Side::White),
            position.discs(game::Side::Black),
            game::Side::White,
        );
        assert_eq!(white.tt_key(), position.tt_key());
        assert_ne!(position.play(mv).tt_key(), position.tt_key());
    }

    #[test]
    fn a_crowded_table_never_speaks_of_another_board() {
        let table = TranspositionTable::new(1);
        let table = Table(&table);
        let boards: Vec<Board> = (0..3000).map(|seed| random_board(seed, 12)).collect();
        for &board in boards.iter().cycle().take(60_000) {
            let score = (board.mover % 61) as i32;
            table.put(board, (score, Bound::Exact), (12, Certainty::Exact), 0);
            for &other in &boards[..3] {
                let known = table.get(other);
                assert!(known.is_none_or(|known| known.lower == (other.mover % 61) as i32));
            }
        }
    }
}
