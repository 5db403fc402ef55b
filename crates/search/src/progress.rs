//! What a search reports and what it finds.

use crate::score::{Bound, Score};
use std::time::Duration;

/// A principal variation, reported while the search goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress<M> {
    /// The depth of the iteration in plies; 0 where the score is the evaluation of the root.
    pub depth: u32,
    /// The length of the longest line that was searched.
    pub selective_depth: u32,
    /// The best principal variation has rank 1.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact, or a bound because it lies outside of the aspiration window.
    pub bound: Bound,
    /// Have all root moves been searched to this depth? If not, a better one may still come up.
    pub complete: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How much of the transposition table is in use, in thousandths.
    pub filled: u32,
    /// The moves of the principal variation, the first of them to be played now.
    pub line: Vec<M>,
    /// Is the score the exact result of the game, proven to its end?
    pub solved: bool,
    /// Where the search came to the end of the game, how certain its score is, in percent: a selective search is not proof.
    pub certainty: Option<u8>,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// The best move.
    pub mv: M,
    /// The expected reply, to ponder on while the opponent thinks.
    pub ponder: Option<M>,
    /// The score of the best move.
    pub score: Score,
    /// The depth of the last iteration that was finished.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The principal variations, the best one first: as many as were asked for and exist. Each was found
    /// by a search of its move to the end, in the last iteration that was finished or in the one that was
    /// stopped: a score is never a bound.
    pub lines: Vec<Progress<M>>,
}
