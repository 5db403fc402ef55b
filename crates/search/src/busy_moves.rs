//! The moves that some thread is searching at this moment.
//!
//! Threads that search the same tree help each other through the transposition table only if they are at different
//! places of it. So a thread that comes to a move which another one is searching defers it and searches the others
//! first; when it comes back, the result is usually in the table (ABDADA, in its simplified form: no entry of the
//! transposition table is locked or marked).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places for keys. Far more than there are threads times plies, so that two moves seldom share one; and if they do,
/// one of them is searched by two threads, as all are without this.
const PLACES: usize = 4096;

/// Keys of moves that are being searched; 0 where there is none. `None` in a search with one thread.
pub struct BusyMoves(Option<Box<[AtomicU64]>>);

/// A move that is being searched, until it is given back with [`BusyMoves::finish`].
#[derive(Clone, Copy)]
pub struct Claim(u64);

impl BusyMoves {
    pub fn new(threads: usize) -> BusyMoves {
        BusyMoves((threads > 1).then(|| (0..PLACES).map(|_| AtomicU64::new(0)).collect()))
    }

    /// The key of a move in a position, for a search of this depth.
    #[inline]
    pub fn key(&self, position: u64, encoded_move: u16, depth: i32) -> Option<u64> {
        self.0.as_ref()?;
        let mv = u64::from(encoded_move).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some((position ^ mv ^ (depth as u64) << 56).max(1))
    }

    #[inline]
    fn place(&self, key: u64) -> Option<&AtomicU64> {
        self.0.as_ref()?.get(key as usize % PLACES)
    }

    /// Is another thread searching it?
    #[inline]
    pub fn is_busy(&self, key: u64) -> bool {
        self.place(key).is_some_and(|place| place.load(Relaxed) == key)
    }

    #[inline]
    pub fn start(&self, key: u64) -> Claim {
        if let Some(place) = self.place(key) {
            place.store(key, Relaxed);
        }
        Claim(key)
    }

    #[inline]
    pub fn finish(&self, Claim(key): Claim) {
        if let Some(place) = self.place(key) {
            // A place that another move has taken meanwhile stays as it is.
            let _ = place.compare_exchange(key, 0, Relaxed, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_its_start_to_its_finish() {
        let moves = BusyMoves::new(2);
        let key = moves.key(12345, 7, 5).unwrap();
        assert!(!moves.is_busy(key));
        let claim = moves.start(key);
        assert!(moves.is_busy(key) && !moves.is_busy(moves.key(12345, 8, 5).unwrap()));
        moves.finish(claim);
        assert!(!moves.is_busy(key));
    }

    #[test]
    fn one_thread_alone_has_no_use_for_it() {
        assert_eq!(BusyMoves::new(1).key(12345, 7, 5), None);
    }
}
