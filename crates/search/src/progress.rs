//! What a search tells about itself.

use crate::score::{Bound, Score};
use std::time::Duration;

/// A line that the search has come to, told while it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress<M> {
    /// How many moves ahead everything was looked at; 0 where the score is first sight.
    pub depth: u32,
    /// How far the longest lines went.
    pub selective_depth: u32,
    /// The best line has rank 1.
    pub rank: usize,
    /// What the line is worth for the side to move.
    pub score: Score,
    /// Whether that is all, or a bound so far.
    pub bound: Bound,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// How much of the transposition table is in use, in thousandths.
    pub filled: u32,
    /// The moves, the first of them to be played now.
    pub line: Vec<M>,
    /// Is the score the exact result of the game, proven to its end?
    pub solved: bool,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// The best move.
    pub mv: M,
    /// The answer to expect, worth thinking about while the opponent does.
    pub ponder: Option<M>,
    /// What the move is worth.
    pub score: Score,
    /// How many moves ahead everything was looked at.
    pub depth: u32,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// The best lines, the best one first: as many as were asked for and exist.
    pub lines: Vec<Progress<M>>,
}
