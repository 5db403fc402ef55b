//! The deepest iteration that any thread has finished: what the others were still searching at that depth is no longer
//! worth its time, and they go on from there.

use crate::root_move::RootMove;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Its depth, 0 while there is none, and its root moves, the best first.
pub struct FinishedIteration<M> {
    /// Read at every poll, so without the lock.
    depth: AtomicU32,
    root_moves: Mutex<Vec<RootMove<M>>>,
}

impl<M: Copy> FinishedIteration<M> {
    pub fn none() -> FinishedIteration<M> {
        FinishedIteration { depth: AtomicU32::new(0), root_moves: Mutex::new(Vec::new()) }
    }

    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// A thread has finished an iteration. Only the first of each depth counts.
    pub fn offer(&self, depth: u32, root_moves: &[RootMove<M>]) {
        let mut kept = self.root_moves.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            kept.clear();
            kept.extend_from_slice(root_moves);
            self.depth.store(depth, Relaxed);
        }
    }

    /// The depth and the root moves.
    pub fn get(&self) -> (u32, Vec<RootMove<M>>) {
        let kept = self.root_moves.lock().unwrap_or_else(PoisonError::into_inner);
        (self.depth(), kept.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_deepest_is_kept() {
        let finished = FinishedIteration::none();
        assert_eq!(finished.depth(), 0);
        for (depth, mv) in [(2, 'a'), (3, 'b'), (3, 'c'), (1, 'd')] {
            finished.offer(depth, &[RootMove::new(mv)]);
        }
        let (depth, root_moves) = finished.get();
        assert_eq!((depth, finished.depth(), root_moves.len(), root_moves[0].mv), (3, 3, 1, 'b'));
    }
}
