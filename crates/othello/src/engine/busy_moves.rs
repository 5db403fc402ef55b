//! Which boards are being searched, so that threads do not search the same one at the same time.

use super::board::Board;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The places for marks. Few boards are being searched at a time that are worth a mark.
const PLACES: usize = 1 << 12;

pub struct BusyMoves(Box<[AtomicU64]>);

impl BusyMoves {
    pub fn new() -> BusyMoves {
        BusyMoves((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// A number for the board, and its place.
    #[inline]
    fn place(&self, board: Board) -> (u64, &AtomicU64) {
        let key =
            (board.mover ^ board.opponent.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key | 1, &self.0[(key >> 40) as usize % PLACES])
    }

    /// Does a thread search the board? Now and then the answer is wrong, which costs time and nothing else.
    pub fn contains(&self, board: Board) -> bool {
        let (key, place) = self.place(board);
        place.load(Relaxed) == key
    }

    /// Marks the board until the mark is dropped.
    pub fn mark(&self, board: Board) -> Mark<'_> {
        let (key, place) = self.place(board);
        place.store(key, Relaxed);
        Mark(place)
    }
}

pub struct Mark<'a>(&'a AtomicU64);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn a_board_is_busy_until_its_mark_is_dropped() {
        let (busy, board) = (BusyMoves::new(), random_board(1, 20));
        let mark = busy.mark(board);
        assert!(busy.contains(board) && !busy.contains(board.passed()));
        drop(mark);
        assert!(!busy.contains(board));
    }
}
