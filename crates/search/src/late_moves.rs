//! The search of one move of a node: late ones are reduced.

use crate::node::{MoveContext, Node};
use crate::score::INFINITE;
use crate::searchable::Searchable;
use crate::window::Window;
use crate::worker::Worker;

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// The score of the position after a move. A late move is searched with a reduced depth first; if it
    /// exceeds alpha, with the full depth; and, on the principal variation, with the full window.
    pub fn search_move<const PV: bool>(
        &mut self,
        next: &G,
        node: &Node,
        context: MoveContext,
        extension: i32,
        tt_move_is_noisy: bool,
    ) -> i32 {
        let MoveContext { window, move_count, quiet, .. } = context;
        let Window { alpha, beta, depth, cut_node } = window;
        let ply = node.ply + 1;
        let mut new_depth = depth - 1 + extension;
        let null_window =
            |depth, cut_node| Window { alpha: -alpha - 1, beta: -alpha, depth, cut_node };
        let mut score = INFINITE;
        let mut search_again = !PV || move_count > 1;
        let noisy_moves = self.parameters.lmr_pv_noisy_moves as usize;
        let is_late = depth >= self.parameters.lmr_min_depth
            && move_count > 1 + usize::from(PV)
            && (quiet || !PV || move_count > noisy_moves);
        if !PLAIN && is_late {
            let reduction = self.late_move_reduction::<PV>(next, node, context, tt_move_is_noisy);
            let reduced = (new_depth - reduction / 1000).clamp(1, new_depth.max(1) + i32::from(PV));
            score = -self.pvs::<false>(next, ply, null_window(reduced, true));
            search_again = score > alpha && reduced < new_depth;
            if search_again {
                let deeper = self.parameters.lmr_deeper_margin
                    + self.parameters.lmr_deeper_margin_depth * new_depth;
                let shallower = self.parameters.lmr_shallower_margin;
                new_depth +=
                    i32::from(score > alpha + deeper) - i32::from(score < alpha + shallower);
                search_again = reduced < new_depth;
            }
        }
        if search_again && (!PV || move_count > 1) {
            score = -self.pvs::<false>(next, ply, null_window(new_depth, !cut_node));
        }
        if PV && (move_count == 1 || score > alpha) {
            let full = Window { alpha: -beta, beta: -alpha, depth: new_depth, cut_node: false };
            score = -self.pvs::<true>(next, ply, full);
        }
        score
    }

    /// Late move reduction (LMR) in thousandths of a ply: in a good order late moves seldom raise alpha, and
    /// a shallow search shows that for most of them.
    #[inline]
    fn late_move_reduction<const PV: bool>(
        &self,
        next: &G,
        node: &Node,
        context: MoveContext,
        tt_move_is_noisy: bool,
    ) -> i32 {
        let parameters = &self.parameters;
        let MoveContext { window: Window { depth, cut_node, .. }, move_count, quiet, history } =
            context;
        let (reductions, history_divisor) = if quiet {
            (&self.thread.quiet_reductions, parameters.lmr_quiet_history_divisor)
        } else {
            (&self.thread.noisy_reductions, parameters.lmr_noisy_history_divisor)
        };
        let child_cutoffs = self.thread.stack.get(node.ply + 1).cutoffs;
        let many_cutoffs = child_cutoffs > parameters.lmr_child_cutoffs_min as u32;
        let mut reduction = reductions.of(depth, move_count);
        reduction += parameters.lmr_not_improving * i32::from(!node.improving);
        reduction += parameters.lmr_cut_node * i32::from(cut_node);
        reduction -= parameters.lmr_pv * i32::from(node.tt_pv || PV);
        reduction += parameters.lmr_noisy_tt_move * i32::from(tt_move_is_noisy && quiet);
        let no_tt_move = node.entry.is_none_or(|entry| entry.best_move == 0);
        reduction += parameters.lmr_no_tt_move * i32::from(cut_node && no_tt_move);
        let deep_tt = node.entry.is_some_and(|entry| i32::from(entry.depth) >= depth);
        reduction -= parameters.lmr_deep_tt * i32::from(deep_tt);
        reduction -= parameters.lmr_correction * (node.static_eval - node.raw_eval).abs();
        reduction -= parameters.lmr_gives_check * i32::from(next.in_check());
        reduction += parameters.lmr_child_cutoffs * i32::from(many_cutoffs);
        reduction -= history * 1000 / history_divisor;
        if node.ply == 0 {
            // A move that is overlooked at the root is overlooked for good.
            reduction /= parameters.lmr_root_divisor;
        }
        reduction
    }
}
