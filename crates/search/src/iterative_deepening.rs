//! Iterative deepening: depth 1, then 2, and so on, until the time is up. Each iteration fills the
//! transposition table and the histories for the next one, which makes it cheaper than searching the last
//! depth at once, and there is a best move at any time.

use crate::progress::Progress;
use crate::root_move::RootMove;
use crate::score::{Bound, INFINITE, MATE, Score};
use crate::searchable::Searchable;
use crate::stack::MAX_PLY;
use crate::time::{FORCED_DEPTH, TimeManager};
use crate::window::Window;
use crate::worker::Worker;
use std::sync::atomic::Ordering::Relaxed;

/// No iteration is deeper: extensions need room on the stack.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 8;
/// Shallower iterations are over before a thread that is ahead could help.
const AHEAD_MIN_DEPTH: u32 = 6;

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// Searches deeper and deeper. The root moves are sorted afterwards. Returns the depth of the last
    /// iteration that was finished, by this thread or by another one that it followed.
    pub fn iterative_deepening(&mut self, root: &G) -> u32 {
        let limits = self.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_DEPTH);
        let lines = limits.lines.clamp(1, self.root_moves.len().max(1));
        let mut time = TimeManager::default();
        let mut finished = 0;
        while finished < deepest && !self.stopped {
            let mut depth = self.next_depth(finished, deepest);
            self.root_depth = depth as i32;
            let last_iteration = self.root_moves.clone();
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
                root_move.score = -INFINITE;
            }
            let last_best = self.root_moves.first().map(|root_move| root_move.mv);
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.selective_depth = 0;
                self.aspiration_window(root, depth);
                if self.stopped {
                    break;
                }
            }
            if self.stopped && self.shared.finished.depth() >= depth {
                (depth, self.root_moves) = self.shared.finished.get();
                self.null_move_min_ply = 0;
                self.stopped = self.shared.stop.load(Relaxed);
            } else if self.stopped {
                self.keep_exact_scores(last_iteration);
                break;
            } else {
                self.shared.finished.offer(depth, &self.root_moves);
            }
            finished = depth;
            if self.is_main() {
                self.report(depth, lines);
                let changed = last_best != self.root_moves.first().map(|root_move| root_move.mv);
                if self.is_enough(depth, changed, &mut time) {
                    break;
                }
            }
        }
        finished
    }

    /// The depth after the last finished one; for a thread that is ahead, one that is not begun yet.
    fn next_depth(&self, finished: u32, deepest: u32) -> u32 {
        if PLAIN {
            return deepest;
        }
        let next = finished + 1;
        let ahead = self.shared.finished.depth() + 1 + self.ahead;
        if next < AHEAD_MIN_DEPTH || self.ahead == 0 { next } else { next.max(ahead).min(deepest) }
    }

    /// Searches the root with an aspiration window: scores change little between iterations, and a narrow
    /// window around the last one causes more cutoffs. It is widened until the score lies within.
    fn aspiration_window(&mut self, root: &G, depth: u32) {
        let parameters = self.parameters;
        let first = self.pv_index;
        let last = self.root_moves.get(first).map_or(0, |root_move| root_move.previous_score);
        let mut width =
            parameters.aspiration_window + last.abs() / parameters.aspiration_score_divisor;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let deep_enough = depth as i32 >= parameters.aspiration_min_depth;
        if !PLAIN && deep_enough && last != -INFINITE {
            alpha = (last - width).max(-INFINITE);
            beta = (last + width).min(INFINITE);
        }
        let mut fail_highs = 0;
        loop {
            let depth_now = (depth as i32 - fail_highs).max(1);
            let window = Window { alpha, beta, depth: depth_now, cut_node: false };
            let score = self.pvs::<true>(root, 0, window);
            self.root_moves[first..].sort_by_key(|root_move| -root_move.score);
            if self.stopped || (alpha < score && score < beta) {
                return;
            }
            if score <= alpha && alpha == -INFINITE || score >= beta && beta == INFINITE {
                return;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                fail_highs = 0;
            } else {
                beta = (score + width).min(INFINITE);
                fail_highs = (fail_highs + 1).min(parameters.aspiration_fail_high_reductions);
            }
            self.report_unfinished(first);
            width += width * parameters.aspiration_growth / 100;
            if width > parameters.aspiration_max_window {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Takes in the score of a root move. One that does not raise alpha has none, except the first.
    pub fn update_root_move(
        &mut self,
        index: usize,
        score: i32,
        move_count: usize,
        (alpha, beta): (i32, i32),
        nodes_before: u64,
    ) {
        let root_move = &mut self.root_moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if move_count > 1 && score <= alpha {
            root_move.score = -INFINITE;
            return;
        }
        root_move.score = score;
        root_move.depth = self.root_depth as u32;
        root_move.selective_depth = self.selective_depth;
        root_move.bound = if score <= alpha {
            Bound::AtMost
        } else if score >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        root_move.pv.clear();
        root_move.pv.push(root_move.mv);
        root_move.pv.extend_from_slice(&self.thread.stack.get(1).pv);
        // A bound is reported before the window is searched again.
        if root_move.is_exact() {
            self.report_unfinished(index);
        }
    }

    /// After an iteration that was stopped: its lines that are finished stand, then the best move whose
    /// score is exact. All other scores may be bounds of a window, and are those of the last iteration.
    ///
    /// A move that failed high is better than the best one, but by how much, and in which line, is not
    /// known yet. Of a thousand searches stopped at random, three ended with such a move that was not
    /// already the best one.
    fn keep_exact_scores(&mut self, last_iteration: Vec<RootMove<G::Move>>) {
        let unfinished = self.root_moves.split_off(self.pv_index);
        self.root_moves.extend(unfinished.into_iter().find(RootMove::is_exact));
        for root_move in last_iteration {
            if self.root_moves.iter().all(|kept| kept.mv != root_move.mv) {
                self.root_moves.push(root_move);
            }
        }
    }

    /// The principal variations after iterations up to this depth, as many of them.
    pub fn principal_variations(&self, finished: u32, count: usize) -> Vec<Progress<G::Move>> {
        let ranked = self.root_moves.iter().enumerate().take(count);
        ranked.map(|(index, root_move)| self.progress(index, root_move.depth <= finished)).collect()
    }

    /// What is known of a root move by its index. One that was not searched has the raw evaluation of the
    /// root as its score, but no more than those of better rank, and depth 0.
    fn progress(&self, index: usize, complete: bool) -> Progress<G::Move> {
        let root_move = &self.root_moves[index];
        let score = root_move.latest_score();
        let better = self.root_moves[..index].iter().filter_map(RootMove::latest_score);
        let fallback = better.fold(self.root_eval, i32::min);
        let depth = if score.is_some() { root_move.depth } else { 0 };
        Progress {
            depth,
            selective_depth: root_move.selective_depth.max(depth as usize) as u32,
            rank: index + 1,
            score: Score::raw(score.unwrap_or(fallback)),
            bound: root_move.bound,
            complete,
            nodes: self.total_nodes(),
            elapsed: self.shared.control.elapsed(),
            filled: self.shared.table.filled(),
            line: root_move.pv.clone(),
            solved: false,
            certainty: None,
        }
    }

    fn report(&mut self, finished: u32, lines: usize) {
        let lines = self.principal_variations(finished, lines);
        if let Some(watch) = &mut self.watch {
            lines.iter().for_each(watch);
        }
    }

    /// Reports the best root move so far of an iteration that goes on.
    fn report_unfinished(&mut self, index: usize) {
        let progress = Progress { rank: self.pv_index + 1, ..self.progress(index, false) };
        if let Some(watch) = &mut self.watch {
            watch(&progress);
        }
    }

    /// Is another iteration not worth its time?
    fn is_enough(&self, depth: u32, best_move_changed: bool, time: &mut TimeManager) -> bool {
        let Some(best) = self.root_moves.first() else { return true };
        let limits = self.shared.limits;
        let mate = Score::raw(best.score).game_end_in();
        if let Some(within) = limits.mate
            && mate.is_some_and(|plies| plies.unsigned_abs() <= within)
        {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let scale = time.scale(&self.parameters, best_move_changed, best.score, share);
        let Some(budget) = limits.time else { return false };
        if self.shared.control.is_pondering() || budget.is_fixed() {
            return false;
        }
        if self.shared.forced && depth >= FORCED_DEPTH {
            return true;
        }
        // A mate that was seen by a search far deeper than its distance is certain.
        if mate.is_some_and(|plies| depth as i32 > 3 * plies.abs() + 4) && best.score.abs() < MATE {
            return true;
        }
        self.shared.control.elapsed() >= budget.soft.mul_f64(scale).min(budget.hard)
    }
}
