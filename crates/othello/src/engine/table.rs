//! What the solver remembers: bounds on the scores of boards, and the best moves found. Threads share it.
//!
//! An entry is three words: the discs of both sides, each mixed with the third word, which has the rest. When two threads write
//! the same entry at once and the words do not belong together, the discs are those of no board, so that no lock is needed.

use super::board::Board;
use search::huge_pages;
use search::prefetch::prefetch;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What is known about a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The score is at least this,
    pub lower: i8,
    /// and at most this,
    pub upper: i8,
    /// as far as a search of so many plies can tell; one that came to the end has as many as there are empty squares.
    pub depth: u8,
    /// How certain its selective cutoffs were ([`super::selective::CERTAINTIES`]).
    pub certainty: u8,
    /// The squares that were best when it was searched, the latest first, or [`NO_SQUARE`].
    pub best: [u8; 2],
}

/// In place of a best move that is not known.
pub const NO_SQUARE: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known =
        Known { lower: -64, upper: 64, depth: 0, certainty: 0, best: [NO_SQUARE; 2] };

    /// Does the entry come from a search that was at least so deep and so certain?
    #[inline]
    pub fn is_from(self, depth: u8, certainty: u8) -> bool {
        self.depth >= depth && self.certainty >= certainty
    }

    /// Adds what another search has found out: bounds of equally good searches go together, and of others those of the better
    /// search stay.
    fn learn(&mut self, found: Known) {
        match (found.depth, found.certainty).cmp(&(self.depth, self.certainty)) {
            Ordering::Equal => {
                self.lower = self.lower.max(found.lower);
                self.upper = self.upper.min(found.upper);
            }
            Ordering::Greater => *self = Known { best: self.best, ..found },
            Ordering::Less => return,
        }
        let [best, _] = found.best;
        if best != NO_SQUARE && best != self.best[0] {
            self.best = [best, self.best[0]];
        }
    }

    fn packed(self, empties: u8, generation: u8) -> u64 {
        let Known { lower, upper, depth, certainty, best: [best, second] } = self;
        let [lower, upper] = [lower, upper].map(i8::cast_unsigned);
        u64::from_le_bytes([lower, upper, best, second, empties, generation, depth, certainty])
    }

    #[inline]
    fn unpacked(word: u64) -> Known {
        let [lower, upper, best, second, _, _, depth, certainty] = word.to_le_bytes();
        let (lower, upper) = (lower.cast_signed(), upper.cast_signed());
        Known { lower, upper, depth, certainty, best: [best, second] }
    }
}

/// The words of an entry. No board is without discs, so that words of 0 are an empty entry.
#[derive(Default)]
struct Entry([AtomicU64; 3]);

impl Entry {
    /// The third word, if the entry is that of the board.
    #[inline]
    fn of(&self, board: Board) -> Option<u64> {
        let [mover, opponent, word] = [0, 1, 2].map(|i| self.0[i].load(Relaxed));
        (mover ^ word == board.mover && opponent ^ word == board.opponent).then_some(word)
    }

    #[inline]
    fn write(&self, board: Board, word: u64) {
        self.0[0].store(board.mover ^ word, Relaxed);
        self.0[1].store(board.opponent ^ word, Relaxed);
        self.0[2].store(word, Relaxed);
    }

    fn copy_to(&self, other: &Entry) {
        for (from, to) in self.0.iter().zip(&other.0) {
            to.store(from.load(Relaxed), Relaxed);
        }
    }
}

/// A cache line: in the first entry the board that took more work, in the second the latest.
#[derive(Default)]
#[repr(align(64))]
struct Pair([Entry; 2]);

pub struct Table {
    pairs: Vec<Pair>,
    generation: AtomicU8,
}

impl Table {
    /// A table of so many megabytes, or less: the number of pairs is a power of two, and so many of them fit into the memory.
    pub fn new(megabytes: usize) -> Table {
        let mut count = 1usize << ((megabytes.max(1) << 20) / size_of::<Pair>()).ilog2();
        let mut pairs = loop {
            match huge_pages::with_capacity(count) {
                Some(room) => break room,
                None => count /= 2,
            }
        };
        pairs.resize_with(count, Pair::default);
        Table { pairs, generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill_with(Pair::default);
    }

    #[inline]
    fn pair(&self, board: Board) -> &Pair {
        let product = u128::from(board.mover ^ 0xa076_1d64_78bd_642f)
            * u128::from(board.opponent ^ 0xe703_7ed1_a0b4_28db);
        let mixed = product as u64 ^ (product >> 64) as u64;
        let place = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        &self.pairs[place as usize & (self.pairs.len() - 1)]
    }

    /// Loads what is known about a board into the cache.
    #[inline]
    pub fn prefetch(&self, board: Board) {
        prefetch(self.pair(board));
    }

    /// What is known about a board.
    #[inline]
    pub fn get(&self, board: Board) -> Option<Known> {
        self.pair(board).0.iter().find_map(|entry| entry.of(board)).map(Known::unpacked)
    }

    /// Adds what has been found out.
    pub fn put(&self, board: Board, found: Known) {
        let empties = board.empty().count_ones() as u8;
        let generation = self.generation.load(Relaxed);
        let Pair([worked, latest]) = self.pair(board);
        for old in [worked, latest] {
            if let Some(word) = old.of(board) {
                let mut known = Known::unpacked(word);
                known.learn(found);
                old.write(board, known.packed(empties, generation));
                return;
            }
        }
        let [_, _, _, _, other_empties, other_generation, ..] =
            worked.0[2].load(Relaxed).to_le_bytes();
        if empties >= other_empties || other_generation != generation {
            worked.copy_to(latest);
            worked.write(board, found.packed(empties, generation));
        } else {
            latest.write(board, found.packed(empties, generation));
        }
    }

    /// Makes place for a new search: everything may be replaced, and is found until it is.
    pub fn age(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    const END: Known = Known { depth: 20, certainty: 5, ..Known::NOTHING };

    #[test]
    fn what_is_found_out_twice_is_known_better() {
        let mut table = Table::new(1);
        let board = random_board(1, 20);
        assert_eq!(table.get(board), None);
        table.put(board, Known { lower: 2, best: [9, NO_SQUARE], ..END });
        table.put(board, Known { upper: 8, ..END });
        assert_eq!(
            table.get(board),
            Some(Known { lower: 2, upper: 8, best: [9, NO_SQUARE], ..END })
        );
        table.put(board, Known { lower: 4, best: [7, NO_SQUARE], ..END });
        table.age();
        assert_eq!(table.get(board), Some(Known { lower: 4, upper: 8, best: [7, 9], ..END }));
        table.clear();
        assert_eq!(table.get(board), None);
    }

    #[test]
    fn a_search_that_is_less_deep_or_less_certain_changes_nothing() {
        let table = Table::new(1);
        let board = random_board(1, 20);
        let shallow = Known { lower: -4, upper: -4, depth: 6, certainty: 0, best: [3, NO_SQUARE] };
        table.put(board, shallow);
        table.put(board, Known { lower: 2, best: [9, NO_SQUARE], ..END });
        let known = Known { lower: 2, best: [9, 3], ..END };
        assert_eq!(table.get(board), Some(known));
        table.put(board, shallow);
        table.put(board, Known { certainty: 2, upper: -6, ..END });
        assert_eq!(table.get(board), Some(known));
    }

    #[test]
    fn a_crowded_table_never_speaks_of_another_board() {
        let table = Table::new(1);
        let boards: Vec<Board> = (0..3000).map(|seed| random_board(seed, 12)).collect();
        for &board in boards.iter().cycle().take(60_000) {
            let score = (board.mover % 61) as i8;
            table.put(board, Known { lower: score, upper: score, ..END });
            for &other in &boards[..3] {
                let known = table.get(other);
                assert!(known.is_none_or(|known| known.lower == (other.mover % 61) as i8));
            }
        }
    }

    #[test]
    fn what_took_much_work_stays_until_the_next_search() {
        let table = Table::new(1);
        let (early, late) = (random_board(1, 59), random_board(2, 10));
        table.put(early, Known { lower: 2, ..Known::NOTHING });
        let crowd = || (0..200_000).map(|seed| Board { mover: seed, ..late });
        crowd().for_each(|board| table.put(board, Known::NOTHING));
        assert!(table.get(early).is_some());
        table.age();
        crowd().for_each(|board| table.put(board, Known::NOTHING));
        assert_eq!(table.get(early), None);
    }
}
