//! The root of the tree: deeper and deeper, until the time is up or nothing more is to be seen.

use crate::Searchable;
use crate::frame::LONGEST_LINE;
use crate::node::Task;
use crate::progress::Progress;
use crate::score::{Bound, INFINITE, Score, WON};
use crate::tree::Tree;
use std::sync::atomic::Ordering::Relaxed;

/// A move at the root and what is known of it.
#[derive(Debug, Clone)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its score at the present depth; below everything until it is known.
    pub score: i32,
    /// Its score at the last depth.
    pub previous: i32,
    /// How the score relates to the truth.
    pub bound: Bound,
    /// Positions looked at below it.
    pub nodes: u64,
    /// Its line, itself included.
    pub line: Vec<M>,
    /// The longest line that was looked at for it.
    pub selective_depth: usize,
}

impl<M: Copy> RootMove<M> {
    /// A move of which nothing is known.
    pub fn new(mv: M) -> RootMove<M> {
        RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            nodes: 0,
            line: vec![mv],
            selective_depth: 0,
        }
    }

    /// Its score at the present depth, or else at the last one; `None` if it was not searched.
    fn known(&self) -> Option<i32> {
        [self.score, self.previous].into_iter().find(|&score| score != -INFINITE)
    }
}

/// What the leading thread remembers from depth to depth to spend its time well.
struct Spending {
    best_changed: f64,
    /// For how many depths the best move has been the same.
    steady: u32,
    last_score: Option<i32>,
}

impl<G: Searchable, const PLAIN: bool> Tree<'_, G, PLAIN> {
    /// Looks deeper and deeper. The moves at the root are in order afterwards. Returns the last depth
    /// that was looked at to its end.
    pub fn deepen(&mut self, at: &G, watch: &mut dyn FnMut(&Progress<G::Move>)) -> u32 {
        let limits = self.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(LONGEST_LINE as u32 - 8);
        let lines = limits.lines.clamp(1, self.roots.len().max(1));
        let mut spending = Spending { best_changed: 0.0, steady: 0, last_score: None };
        let mut done = 0;
        for depth in 1..=deepest {
            if PLAIN && depth < deepest {
                continue;
            }
            self.root_depth = depth as i32;
            for root in &mut self.roots {
                root.previous = root.score;
                root.score = -INFINITE;
            }
            let best_before = self.roots.first().map(|root| root.mv);
            for rank in 0..lines {
                self.settled = rank;
                self.selective_depth = 0;
                self.around_last_score(at, depth, watch);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                self.keep_what_is_known();
                break;
            }
            done = depth;
            if self.leads {
                self.report(depth, lines, watch);
                let changed = best_before != self.roots.first().map(|root| root.mv);
                if self.has_seen_enough(depth, changed, &mut spending) {
                    break;
                }
            }
        }
        done
    }

    /// Looks at the moves that are not settled with a window around the last score, widened until
    /// the score lies within.
    fn around_last_score(&mut self, at: &G, depth: u32, watch: &mut dyn FnMut(&Progress<G::Move>)) {
        let rank = self.settled;
        let last = self.roots.get(rank).map_or(0, |root| root.previous);
        let mut width = G::PARAMETERS.window + last.abs() / 100;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if !PLAIN && depth >= 4 && last != -INFINITE {
            alpha = (last - width).max(-INFINITE);
            beta = (last + width).min(INFINITE);
        }
        let mut less = 0;
        loop {
            let looked = (depth as i32 - less).max(1);
            let task = Task { alpha, beta, depth: looked, cut: false };
            let score = self.node::<true>(at, 0, task);
            self.roots[rank..].sort_by_key(|root| -root.score);
            if self.stopped || (alpha < score && score < beta) {
                return;
            }
            if score <= alpha && alpha == -INFINITE || score >= beta && beta == INFINITE {
                return;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                less = 0;
            } else {
                beta = (score + width).min(INFINITE);
                less = (less + 1).min(3);
            }
            if self.leads && self.shared.limits.lines <= 1 && self.nodes > 3_000_000 {
                self.report_rank(depth, rank, watch);
            }
            width += width / 2;
            if width > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// A move at the root has been looked at.
    pub fn update_root(
        &mut self,
        index: usize,
        score: i32,
        number: usize,
        (alpha, beta): (i32, i32),
        nodes_before: u64,
    ) {
        let root = &mut self.roots[index];
        root.nodes += self.nodes - nodes_before;
        if number > 1 && score <= alpha {
            root.score = -INFINITE;
            return;
        }
        root.score = score;
        root.selective_depth = self.selective_depth;
        root.bound = if score <= alpha {
            Bound::AtMost
        } else if score >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        root.line.clear();
        root.line.push(root.mv);
        root.line.extend_from_slice(&self.mind.frames.get(1).line);
    }

    /// The search was stopped within a depth: what had been found before it stands, unless the depth
    /// has already brought something better.
    fn keep_what_is_known(&mut self) {
        let rank = self.settled;
        if self.roots[rank..].iter().all(|root| root.score == -INFINITE) {
            for root in &mut self.roots[rank..] {
                root.score = root.previous;
            }
        }
        self.roots[rank..].sort_by_key(|root| -root.score);
        for root in &mut self.roots {
            if root.score == -INFINITE {
                root.score = root.previous;
            }
        }
    }

    /// What is known of the move with this rank. A move that was not searched is worth what the
    /// position is at first sight, but no more than those that are ranked above it, and its depth is 0.
    pub fn progress(&self, depth: u32, rank: usize) -> Option<Progress<G::Move>> {
        let root = self.roots.get(rank)?;
        let known = root.known();
        let better = self.roots[..rank].iter().filter_map(RootMove::known);
        let unknown = better.fold(self.first_sight, i32::min);
        let depth = if known.is_some() { depth.max(1) } else { 0 };
        let others = self.shared.nodes.load(Relaxed).saturating_sub(self.counted);
        Some(Progress {
            depth,
            selective_depth: root.selective_depth.max(depth as usize) as u32,
            rank: rank + 1,
            score: Score::raw(known.unwrap_or(unknown)),
            bound: root.bound,
            nodes: self.nodes + others,
            elapsed: self.shared.control.elapsed(),
            filled: self.shared.transpositions.filled(),
            line: root.line.clone(),
            solved: false,
        })
    }

    fn report_rank(&self, depth: u32, rank: usize, watch: &mut dyn FnMut(&Progress<G::Move>)) {
        if let Some(progress) = self.progress(depth, rank) {
            watch(&progress);
        }
    }

    fn report(&self, depth: u32, lines: usize, watch: &mut dyn FnMut(&Progress<G::Move>)) {
        for rank in 0..lines {
            self.report_rank(depth, rank, watch);
        }
    }

    /// Is another depth not worth its time?
    fn has_seen_enough(&self, depth: u32, changed: bool, spending: &mut Spending) -> bool {
        let Some(best) = self.roots.first() else { return true };
        let limits = self.shared.limits;
        let score = Score::raw(best.score);
        if let Some(within) = limits.mate
            && score.game_end_in().is_some_and(|plies| plies.unsigned_abs() <= within)
        {
            return true;
        }
        spending.best_changed = spending.best_changed / 2.0 + f64::from(u8::from(changed));
        spending.steady = if changed { 0 } else { spending.steady + 1 };
        let last = spending.last_score.replace(best.score);
        let Some(budget) = limits.time else { return false };
        if self.shared.control.is_pondering() || budget.is_fixed() {
            return false;
        }
        // An only move needs no thought, and a mate seen far above its distance is certain.
        if self.shared.forced && depth >= 4 {
            return true;
        }
        if score.game_end_in().is_some_and(|plies| depth as i32 > 3 * plies.abs() + 4)
            && best.score.abs() < WON
        {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let steadiness = [1.4, 1.2, 1.0, 0.9, 0.85, 0.8][spending.steady.min(5) as usize];
        let fall = last.map_or(0, |last| (last - best.score).clamp(-10, 40));
        let worry = 1.0 + f64::from(fall) * 0.012 + spending.best_changed * 0.1;
        let effort = (1.6 - share) * 1.15;
        let wanted = budget.soft.mul_f64((steadiness * worry * effort).clamp(0.3, 3.0));
        self.shared.control.elapsed() >= wanted.min(budget.hard)
    }
}
