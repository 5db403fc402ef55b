//! What the solver remembers: bounds on the scores of boards, and the best move found.

use super::board::Board;

/// What is known about a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The score is at least this,
    pub lower: i8,
    /// and at most this.
    pub upper: i8,
    /// The square that was best when it was searched, or [`NO_SQUARE`].
    pub best: u8,
}

/// In place of a best move that nobody knows.
pub const NO_SQUARE: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { lower: -64, upper: 64, best: NO_SQUARE };
}

#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    known: Known,
    empties: u8,
}

/// No game has a board without any discs.
const VACANT: Entry =
    Entry { board: Board { mover: 0, opponent: 0 }, known: Known::NOTHING, empties: 0 };

/// Pairs of entries: in the first the board that took more work, in the second the latest.
pub struct Table {
    pairs: Box<[[Entry; 2]]>,
}

impl Table {
    /// A table of so many megabytes, or a little less: the number of pairs is a power of two.
    pub fn new(megabytes: usize) -> Table {
        let wanted = (megabytes.max(1) << 20) / size_of::<[Entry; 2]>();
        let pairs = 1 << wanted.ilog2();
        Table { pairs: vec![[VACANT; 2]; pairs].into_boxed_slice() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill([VACANT; 2]);
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
        self.pairs[self.place(board)].iter().find(|e| e.board == board).map(|e| e.known)
    }

    /// Adds what has been found out. What was known about the same board stays known.
    pub fn put(&mut self, board: Board, found: Known) {
        let empties = board.empty().count_ones() as u8;
        let place = self.place(board);
        let [worked, latest] = &mut self.pairs[place];
        for entry in [&mut *worked, &mut *latest] {
            if entry.board == board {
                let known = &mut entry.known;
                known.lower = known.lower.max(found.lower);
                known.upper = known.upper.min(found.upper);
                if found.best != NO_SQUARE {
                    known.best = found.best;
                }
                return;
            }
        }
        if empties >= worked.empties {
            *latest = *worked;
            *worked = Entry { board, known: found, empties };
        } else {
            *latest = Entry { board, known: found, empties };
        }
    }

    /// Makes place for a new game: everything may be replaced, and is found until it is.
    pub fn age(&mut self) {
        for entry in self.pairs.iter_mut().flatten() {
            entry.empties = 0;
        }
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
        table.put(board, Known { lower: 2, upper: 64, best: 9 });
        table.put(board, Known { lower: -64, upper: 8, best: NO_SQUARE });
        assert_eq!(table.get(board), Some(Known { lower: 2, upper: 8, best: 9 }));
        table.age();
        assert!(table.get(board).is_some());
        table.clear();
        assert_eq!(table.get(board), None);
    }

    #[test]
    fn a_crowded_table_never_speaks_of_another_board() {
        let mut table = Table::new(1);
        let boards: Vec<Board> = (0..3000).map(|seed| random_board(seed, 12)).collect();
        for &board in boards.iter().cycle().take(60_000) {
            let score = (board.mover % 61) as i8;
            table.put(board, Known { lower: score, upper: score, best: NO_SQUARE });
            for &other in &boards[..3] {
                let known = table.get(other);
                assert!(known.is_none_or(|known| known.lower == (other.mover % 61) as i8));
            }
        }
    }
}
