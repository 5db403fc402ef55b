//! What the search learns at a node: killers, countermove and histories.

use crate::node::{MoveLoop, Node};
use crate::parameters::weighted;
use crate::score::{Bound, MATE_THRESHOLD, NO_EVAL};
use crate::searchable::Searchable;
use crate::window::Window;
use crate::worker::Worker;

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// After a beta cutoff: a bonus for the move that caused it, a malus for those that were tried before,
    /// and a quiet move becomes killer and countermove.
    pub fn update_histories(
        &mut self,
        position: &G,
        node: &Node,
        mv: G::Move,
        depth: i32,
        moves: &MoveLoop<G::Move>,
    ) {
        let parameters = &self.parameters;
        let bonus = self.cutoff_bonus(depth);
        let malus = -(parameters.history_malus * depth - parameters.history_malus_offset)
            .min(parameters.history_malus_max);
        let histories = &mut self.thread.histories;
        if position.is_noisy(mv) {
            histories.update_noisy(position, mv, bonus);
        } else {
            let encoded = position.encode_move(mv);
            let killers = &mut self.thread.stack.at(node.ply).killers;
            if killers[0] != encoded {
                *killers = [encoded, killers[0]];
            }
            histories.update_countermove(node.quiet_context.continuations, encoded);
            // A cutoff by the first move near the leaves says little about the move.
            if depth > parameters.history_min_depth || !moves.quiets.is_empty() {
                histories.update_quiet(position, mv, node.quiet_context, bonus);
            }
            for &tried in &moves.quiets {
                histories.update_quiet(position, tried, node.quiet_context, malus);
            }
        }
        for &tried in &moves.noisies {
            histories.update_noisy(position, tried, malus);
        }
    }

    fn cutoff_bonus(&self, depth: i32) -> i32 {
        let parameters = &self.parameters;
        (parameters.history_bonus * depth - parameters.history_bonus_offset)
            .min(parameters.history_bonus_max)
    }

    /// After a cutoff by the transposition table: a part of the bonus for a quiet transposition move.
    pub fn update_tt_move(&mut self, position: &G, node: &Node, window: Window) {
        let weight = self.parameters.tt_cutoff_bonus_weight;
        let best_move = node.entry.map_or(0, |entry| entry.best_move);
        if weight == 0 || node.tt_score < window.beta {
            return;
        }
        if let Some(mv) = position.decode_move(best_move).filter(|&mv| !position.is_noisy(mv)) {
            let bonus = weighted(self.cutoff_bonus(window.depth), weight);
            let context = self.quiet_context(position, node.ply);
            self.thread.histories.update_quiet(position, mv, context, bonus);
        }
    }

    /// After a static evaluation: the quiet move that led here gets a bonus by how much it has improved the evaluation
    /// of its side, long before a cutoff says anything about it.
    pub fn update_by_eval_change(&mut self, node: &Node) {
        let weight = self.parameters.eval_change_weight;
        let previous = self.thread.stack.before(node.ply, 1);
        let known = previous.static_eval != NO_EVAL && node.static_eval != NO_EVAL;
        if weight == 0 || !previous.quiet || !known || node.excluded_move != 0 {
            return;
        }
        let most = self.parameters.eval_change_max;
        let change =
            -(previous.static_eval + node.static_eval) - self.parameters.eval_change_offset;
        let bonus = (weight * change / 16).clamp(-most, most);
        let index = previous.quiet_index;
        self.thread.histories.update_quiet_at(index, bonus);
    }

    /// After a fail low: a bonus for the quiet move that led here, which the opponent could not refute.
    pub fn update_previous_move(&mut self, ply: usize, depth: i32) {
        let previous = self.thread.stack.before(ply, 1);
        if previous.quiet {
            let row = previous.continuation;
            let after = self.thread.stack.continuations(ply - 1);
            let parameters = &self.parameters;
            let bonus =
                parameters.previous_move_bonus * depth - parameters.previous_move_bonus_offset;
            let bonus = bonus.min(parameters.previous_move_bonus_max);
            let quiet_index = previous.quiet_index;
            let quiet_bonus = weighted(bonus, parameters.previous_move_quiet_weight);
            self.thread.histories.update_continuation(row, after, bonus);
            if quiet_bonus != 0 {
                self.thread.histories.update_quiet_at(quiet_index, quiet_bonus);
            }
        }
    }

    /// Updates the correction histories by the error of the static evaluation, unless the best move is
    /// noisy or the score is a bound with which the evaluation agrees.
    pub fn update_correction(
        &mut self,
        position: &G,
        node: &Node,
        (score, bound): (i32, Bound),
        depth: i32,
        best_move: u16,
    ) {
        let no_eval = node.in_check || node.static_eval == NO_EVAL;
        if PLAIN || no_eval || score.abs() >= MATE_THRESHOLD {
            return;
        }
        let noisy = position.decode_move(best_move).is_some_and(|mv| position.is_noisy(mv));
        let agrees = match bound {
            Bound::AtLeast => score <= node.static_eval,
            Bound::AtMost => score >= node.static_eval,
            Bound::Exact => false,
        };
        if noisy || agrees {
            return;
        }
        let error = (score - node.static_eval, depth);
        let histories = &mut self.thread.histories;
        histories.update_correction(
            position,
            node.quiet_context.continuations,
            error,
            &self.parameters,
        );
    }
}
