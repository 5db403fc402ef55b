//! A legal move of the root and what the search knows of it.

use crate::score::{Bound, INFINITE};

#[derive(Debug, Clone)]
pub struct RootMove<M> {
    pub mv: M,
    /// Its score in this iteration, minus infinity until there is one.
    pub score: i32,
    /// Its score in the last iteration.
    pub previous_score: i32,
    pub bound: Bound,
    /// The depth of the iteration that its principal variation comes from.
    pub depth: u32,
    /// Nodes searched below it in all iterations.
    pub nodes: u64,
    /// Its principal variation, the move itself included.
    pub pv: Vec<M>,
    /// The longest line that was searched for it, in plies.
    pub selective_depth: usize,
}

impl<M: Copy> RootMove<M> {
    pub fn new(mv: M) -> RootMove<M> {
        RootMove {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            pv: vec![mv],
            selective_depth: 0,
        }
    }

    /// Was it searched in this iteration, with a score within the window?
    pub fn is_exact(&self) -> bool {
        self.score != -INFINITE && self.bound == Bound::Exact
    }

    /// Its score in this iteration, or else in the last one; `None` if it was not searched.
    pub fn latest_score(&self) -> Option<i32> {
        [self.score, self.previous_score].into_iter().find(|&score| score != -INFINITE)
    }
}
