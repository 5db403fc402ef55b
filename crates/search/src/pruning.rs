//! Pruning: nodes that are not worth searching, and moves that are not.

use crate::histories::NO_MOVE;
use crate::move_picker::{Hints, MovePicker};
use crate::node::{MoveContext, MovePruning, Node};
use crate::parameters::weighted;
use crate::score::{Bound, MATE_THRESHOLD, NO_EVAL};
use crate::searchable::{Prediction, Searchable};
use crate::window::Window;
use crate::worker::Worker;

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// The score of a node that is pruned as a whole, off the principal variation and out of check.
    pub fn prune_node(&mut self, position: &G, node: &Node, window: Window) -> Option<i32> {
        let eval = match node.entry {
            Some(entry) => entry.refine(node.static_eval, node.tt_score),
            None => node.static_eval,
        };
        self.tt_probcut(node, window)
            .or_else(|| self.reverse_futility(node, window, eval))
            .or_else(|| self.razoring(position, node, window, eval))
            .or_else(|| self.null_move(position, node, window, eval))
            .or_else(|| self.probcut(position, node, window))
            .or_else(|| self.multi_probcut(position, node, window))
    }

    /// A transposition score far above beta that was searched a few plies less deeply will most probably stay above it.
    #[inline]
    fn tt_probcut(&self, node: &Node, window: Window) -> Option<i32> {
        let entry = node.entry?;
        let least = window.beta + self.parameters.tt_probcut_margin;
        let believed = window.depth >= self.parameters.tt_probcut_min_depth
            && matches!(entry.bound, Some(Bound::AtLeast | Bound::Exact))
            && i32::from(entry.depth) >= window.depth - self.parameters.probcut_reduction
            && node.tt_score >= least
            && least < MATE_THRESHOLD
            && node.tt_score < MATE_THRESHOLD
            && window.beta > -MATE_THRESHOLD;
        believed.then_some(least)
    }

    /// Reverse futility pruning: near the leaves an evaluation that exceeds beta by a margin for each ply
    /// hardly ever falls below it again.
    #[inline]
    fn reverse_futility(&self, node: &Node, window: Window, eval: i32) -> Option<i32> {
        let parameters = &self.parameters;
        let Window { beta, depth, .. } = window;
        let plies = (depth - i32::from(node.improving)).max(0);
        let before = self.thread.stack.before(node.ply, 1).static_eval;
        let worsening = before != NO_EVAL && node.static_eval > -before;
        let margin = parameters.reverse_futility_margin * plies
            + parameters.reverse_futility_tt_pv * i32::from(node.tt_pv)
            - parameters.reverse_futility_worsening * i32::from(worsening);
        let cutoff = depth <= parameters.reverse_futility_max_depth
            && eval - margin.max(0) >= beta
            && beta > -MATE_THRESHOLD
            && eval < MATE_THRESHOLD;
        cutoff.then(|| beta + (eval - beta) / parameters.reverse_futility_return_divisor)
    }

    /// Razoring: near the leaves an evaluation far below alpha is raised by tactics or not at all, and
    /// quiescence sees those.
    #[inline]
    fn razoring(&mut self, position: &G, node: &Node, window: Window, eval: i32) -> Option<i32> {
        let Window { alpha, depth, .. } = window;
        if depth > self.parameters.razor_max_depth
            || eval + self.parameters.razor_margin * depth > alpha
        {
            return None;
        }
        self.thread.stack.at(node.ply).evasions = 0;
        let score = self.quiescence::<false>(position, node.ply, alpha, alpha + 1);
        (score <= alpha).then_some(score)
    }

    /// Null move pruning: a position that stays above beta although the side to move passes would be
    /// above it after a good move, too, and the search after a pass can be shallower.
    fn null_move(&mut self, position: &G, node: &Node, window: Window, eval: i32) -> Option<i32> {
        let parameters = &self.parameters;
        let Window { beta, depth, .. } = window;
        let ply = node.ply;
        let least_eval =
            beta - parameters.null_move_margin_depth * depth + parameters.null_move_margin_base;
        let sensible = depth >= parameters.null_move_min_depth
            && eval >= beta
            && node.static_eval >= least_eval
            && beta > -MATE_THRESHOLD
            && ply >= self.null_move_min_ply
            && node.quiet_context.continuations.0[0] != NO_MOVE;
        if !sensible {
            return None;
        }
        let next = position.null_move()?;
        let surplus = (eval - beta) / parameters.null_move_reduction_eval_divisor;
        let reduction = parameters.null_move_reduction_base
            + depth / parameters.null_move_reduction_depth_divisor
            + surplus.clamp(0, parameters.null_move_reduction_eval_max);
        let reduced = depth - reduction;
        self.make_null_move(&next, ply);
        let cut_node = !window.cut_node;
        let after = Window { alpha: -beta, beta: 1 - beta, depth: reduced, cut_node };
        let score = -self.pvs::<false>(&next, ply + 1, after);
        self.unmake_move();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= MATE_THRESHOLD { beta } else { score };
        let parameters = &self.parameters;
        if depth < parameters.null_move_verification_min_depth || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // Zugzwang makes a null move lie, and deep down a wrong cutoff is expensive: verify it by a search
        // without null moves.
        let without = parameters.null_move_verification_percent * reduced.max(0) / 100;
        self.null_move_min_ply = ply + without as usize + 1;
        let window = Window { alpha: beta - 1, beta, depth: reduced, cut_node: false };
        let verified = self.pvs::<false>(position, ply, window);
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// `ProbCut`: a capture that scores well above beta in a shallow search will most probably score above
    /// beta in a deep one.
    fn probcut(&mut self, position: &G, node: &Node, window: Window) -> Option<i32> {
        let parameters = &self.parameters;
        let Window { beta, depth, .. } = window;
        let ply = node.ply;
        if depth < parameters.probcut_min_depth || beta.abs() >= MATE_THRESHOLD {
            return None;
        }
        let improving = parameters.probcut_improving * i32::from(node.improving);
        let probcut_beta = beta + parameters.probcut_margin - improving;
        let reduced = depth - parameters.probcut_reduction;
        if let Some(entry) = node.entry
            && i32::from(entry.depth) > reduced
            && node.tt_score < probcut_beta
        {
            return None;
        }
        let tt_move = node.entry.and_then(|entry| position.decode_move(entry.best_move));
        let hints = Hints { tt_move, killers: [0; 2], quiet_context: node.quiet_context };
        let mut picker = MovePicker::noisy(hints, probcut_beta - node.static_eval);
        while let Some(mv) = self.pick(&mut picker, position) {
            let next = self.make_move(position, mv, ply);
            self.thread.stack.at(ply + 1).evasions = 0;
            let (alpha, beta) = (-probcut_beta, 1 - probcut_beta);
            let mut score = -self.quiescence::<false>(&next, ply + 1, alpha, beta);
            if score >= probcut_beta {
                let after = Window { alpha, beta, depth: reduced, cut_node: !window.cut_node };
                score = -self.pvs::<false>(&next, ply + 1, after);
            }
            self.unmake_move();
            if self.stopped {
                return Some(0);
            }
            if score >= probcut_beta {
                // The move itself is a ply.
                let (result, encoded) = ((score, Bound::AtLeast), position.encode_move(mv));
                self.store(position, node, result, reduced + 1, encoded);
                return Some(score);
            }
        }
        None
    }

    /// Multi-`ProbCut`: searches of the game itself have shown how far a shallow search may be from a deep one. Where a shallow
    /// one is further beyond the window than that, it stands for the deep one.
    fn multi_probcut(&mut self, position: &G, node: &Node, window: Window) -> Option<i32> {
        let Window { alpha, beta, depth, cut_node } = window;
        let Prediction { depth: shallow, error } = position.prediction(depth)?;
        let margin = error * self.parameters.multi_probcut_errors / 100;
        let (high, low) = (beta + margin, alpha - margin);
        // Where the evaluation is on the other side of the window, the shallow search would be wasted.
        if node.static_eval >= beta {
            let above = Window { alpha: high - 1, beta: high, depth: shallow, cut_node };
            let score = self.pvs::<false>(position, node.ply, above);
            if self.stopped {
                return Some(0);
            }
            if score >= high {
                self.store(position, node, (beta, Bound::AtLeast), depth, 0);
                return Some(beta);
            }
        }
        if node.static_eval <= alpha {
            let below = Window { alpha: low, beta: low + 1, depth: shallow, cut_node };
            let score = self.pvs::<false>(position, node.ply, below);
            if self.stopped {
                return Some(0);
            }
            if score <= low {
                self.store(position, node, (alpha, Bound::AtMost), depth, 0);
                return Some(alpha);
            }
        }
        None
    }

    /// Is a move, or are all quiet moves from here on, not worth searching?
    pub fn prune_move(
        &self,
        position: &G,
        mv: G::Move,
        node: &Node,
        context: MoveContext,
    ) -> MovePruning {
        let MoveContext { window: Window { depth, .. }, move_count, quiet, .. } = context;
        if depth > self.parameters.check_pruning_max_depth && position.gives_check(mv) {
            return MovePruning::Search;
        }
        if !quiet {
            let skipped = self.capture_futility(position, mv, node, context)
                || self.see_pruning_noisy(position, mv, context);
            return if skipped { MovePruning::Skip } else { MovePruning::Search };
        }
        let reduction = self.thread.quiet_reductions.of(depth, move_count) / 1000;
        let reduced = (depth - reduction).max(0);
        if self.late_move_pruning(node, context) || self.futility(node, context, reduced) {
            return MovePruning::SkipQuiets;
        }
        if self.history_pruning(context, reduced)
            || self.see_pruning_quiet(position, mv, context, reduced)
        {
            return MovePruning::Skip;
        }
        MovePruning::Search
    }

    /// Late move pruning: in a good order the best quiet move is among the first, the more so near the
    /// leaves.
    #[inline]
    fn late_move_pruning(&self, node: &Node, context: MoveContext) -> bool {
        let depth = context.window.depth;
        let count = self.parameters.late_move_pruning_base + depth * depth;
        let divisor = if node.improving { 1 } else { self.parameters.late_move_pruning_divisor };
        context.move_count as i32 * divisor > count
    }

    /// Futility pruning: near the leaves a quiet move does not bring an evaluation back that is below alpha
    /// by a margin.
    #[inline]
    fn futility(&self, node: &Node, context: MoveContext, reduced: i32) -> bool {
        let parameters = &self.parameters;
        if reduced > parameters.futility_max_depth || node.in_check {
            return false;
        }
        let margin = parameters.futility_base
            + parameters.futility_margin * reduced
            + weighted(context.history, parameters.futility_history_weight);
        node.static_eval + margin <= context.window.alpha
    }

    /// Futility pruning of a capture: what it takes does not bring the evaluation back to alpha.
    #[inline]
    fn capture_futility(
        &self,
        position: &G,
        mv: G::Move,
        node: &Node,
        context: MoveContext,
    ) -> bool {
        let parameters = &self.parameters;
        let MoveContext { window: Window { alpha, depth, .. }, move_count, .. } = context;
        let reduction = self.thread.noisy_reductions.of(depth, move_count) / 1000;
        let reduced = (depth - reduction).max(0);
        if reduced >= parameters.capture_futility_max_depth
            || node.in_check
            || position.gives_check(mv)
        {
            return false;
        }
        let margin = parameters.capture_futility_base
            + parameters.capture_futility_margin * reduced
            + weighted(context.history, parameters.futility_history_weight);
        node.static_eval + margin + position.gain(mv) <= alpha
    }

    /// History pruning: near the leaves a quiet move that failed nearly everywhere fails here.
    #[inline]
    fn history_pruning(&self, context: MoveContext, reduced: i32) -> bool {
        let parameters = &self.parameters;
        reduced <= parameters.history_pruning_max_depth
            && context.history < -parameters.history_pruning_margin * context.window.depth
    }

    /// Pruning by static exchange evaluation (SEE): a quiet move to where its piece is lost is no good.
    #[inline]
    fn see_pruning_quiet(
        &self,
        position: &G,
        mv: G::Move,
        context: MoveContext,
        reduced: i32,
    ) -> bool {
        if context.window.depth > self.parameters.see_quiet_max_depth {
            return false;
        }
        let loss = self.parameters.see_quiet_margin * reduced * reduced;
        !position.see_at_least(mv, -loss)
    }

    /// Pruning by static exchange evaluation (SEE): a capture that loses more than the remaining depth can
    /// make up for is no good.
    #[inline]
    fn see_pruning_noisy(&self, position: &G, mv: G::Move, context: MoveContext) -> bool {
        let depth = context.window.depth;
        if depth > self.parameters.see_noisy_max_depth {
            return false;
        }
        let loss = self.parameters.see_noisy_margin * depth
            + weighted(context.history, self.parameters.see_noisy_history_weight);
        !position.see_at_least(mv, -loss)
    }
}
