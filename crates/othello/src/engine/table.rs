//! What the solver remembers: bounds on the scores of boards, and the best moves found.

use super::board::Board;

/// What is known about a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The score is at least this,
    pub lower: i8,
    /// and at most this.
    pub upper: i8,
    /// The squares that were best when it was searched, the latest first, or [`NO_SQUARE`].
    pub best: [u8; 2],
}

/// In place of a best move that nobody knows.
pub const NO_SQUARE: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { lower: -64, upper: 64, best: [NO_SQUARE; 2] };

    /// Adds what has been found out later.
    fn learn(&mut self, found: Known) {
        self.lower = self.lower.max(found.lower);
        self.upper = self.upper.min(found.upper);
        let [best, _] = found.best;
        if best != NO_SQUARE && best != self.best[0] {
            self.best = [best, self.best[0]];
        }
    }
}

/// The discs of both sides, and in the third word what is known, the number of empty squares and the generation. A table of
/// plain words that are 0 costs nothing until it is used: the system hands out its pages when they are written to. No game
/// has a board without any discs.
type Entry = [u64; 3];

fn entry(board: Board, known: Known, empties: u8, generation: u8) -> Entry {
    let Known { lower, upper, best: [best, second] } = known;
    let [lower, upper] = [lower, upper].map(i8::cast_unsigned);
    let word = u64::from_le_bytes([lower, upper, best, second, empties, generation, 0, 0]);
    [board.mover, board.opponent, word]
}

#[inline]
fn is_of(entry: &Entry, board: Board) -> bool {
    entry[0] == board.mover && entry[1] == board.opponent
}

#[inline]
fn known(entry: &Entry) -> Known {
    let [lower, upper, best, second, ..] = entry[2].to_le_bytes();
    Known { lower: lower.cast_signed(), upper: upper.cast_signed(), best: [best, second] }
}

/// Pairs of entries: in the first the board that took more work, in the second the latest.
pub struct Table {
    pairs: Vec<[Entry; 2]>,
    generation: u8,
}

impl Table {
    /// A table of so many megabytes, or a little less: the number of pairs is a power of two.
    pub fn new(megabytes: usize) -> Table {
        let wanted = (megabytes.max(1) << 20) / size_of::<[Entry; 2]>();
        Table { pairs: vec![[[0; 3]; 2]; 1 << wanted.ilog2()], generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill([[0; 3]; 2]);
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        let product = u128::from(board.mover ^ 0xa076_1d64_78bd_642f)
            * u128::from(board.opponent ^ 0xe703_7ed1_a0b4_28db);
        let mixed = product as u64 ^ (product >> 64) as u64;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.pairs.len() - 1)
    }

    /// What is known about a board.
    #[inline]
    pub fn get(&self, board: Board) -> Option<Known> {
        self.pairs[self.place(board)].iter().find(|entry| is_of(entry, board)).map(known)
    }

    /// Adds what has been found out. What was known about the same board stays known.
    pub fn put(&mut self, board: Board, found: Known) {
        let empties = board.empty().count_ones() as u8;
        let (place, generation) = (self.place(board), self.generation);
        let [worked, latest] = &mut self.pairs[place];
        for old in [&mut *worked, &mut *latest] {
            if is_of(old, board) {
                let mut known = known(old);
                known.learn(found);
                *old = entry(board, known, empties, generation);
                return;
            }
        }
        let [_, _, _, _, other_empties, other_generation, ..] = worked[2].to_le_bytes();
        if empties >= other_empties || other_generation != generation {
            *latest = *worked;
            *worked = entry(board, found, empties, generation);
        } else {
            *latest = entry(board, found, empties, generation);
        }
    }

    /// Makes place for a new search: everything may be replaced, and is found until it is.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn what_is_found_out_twice_is_known_better() {
        let mut table = Table::new(1);
        let board = random_board(1, 20);
        assert_eq!(table.get(board), None);
        table.put(board, Known { lower: 2, upper: 64, best: [9, NO_SQUARE] });
        table.put(board, Known { lower: -64, upper: 8, best: [NO_SQUARE; 2] });
        assert_eq!(table.get(board), Some(Known { lower: 2, upper: 8, best: [9, NO_SQUARE] }));
        table.put(board, Known { lower: 4, upper: 64, best: [7, NO_SQUARE] });
        table.age();
        assert_eq!(table.get(board), Some(Known { lower: 4, upper: 8, best: [7, 9] }));
        table.clear();
        assert_eq!(table.get(board), None);
    }

    #[test]
    fn a_crowded_table_never_speaks_of_another_board() {
        let mut table = Table::new(1);
        let boards: Vec<Board> = (0..3000).map(|seed| random_board(seed, 12)).collect();
        for &board in boards.iter().cycle().take(60_000) {
            let score = (board.mover % 61) as i8;
            table.put(board, Known { lower: score, upper: score, best: [NO_SQUARE; 2] });
            for &other in &boards[..3] {
                let known = table.get(other);
                assert!(known.is_none_or(|known| known.lower == (other.mover % 61) as i8));
            }
        }
    }

    #[test]
    fn what_took_much_work_stays_until_the_next_search() {
        let mut table = Table::new(1);
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
