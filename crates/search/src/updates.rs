//! What the search learns at a node: killers, countermove and histories.

use crate::node::{MoveLoop, Node};
use crate::score::{Bound, MATE_THRESHOLD, NO_EVAL};
use crate::searchable::Searchable;
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
        let bonus = (parameters.history_bonus * depth - parameters.history_bonus_offset)
            .min(parameters.history_bonus_max);
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
            histories.update_countermove(node.continuations, encoded);
            // A cutoff by the first move near the leaves says little about the move.
            if depth > parameters.history_min_depth || !moves.quiets.is_empty() {
                histories.update_quiet(position, mv, node.continuations, bonus);
            }
            for &tried in &moves.quiets {
                histories.update_quiet(position, tried, node.continuations, malus);
            }
        }
        for &tried in &moves.noisies {
            histories.update_noisy(position, tried, malus);
        }
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
            self.thread.histories.update_continuation(row, after, bonus);
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
        histories.update_correction(position, node.continuations, error, &self.parameters);
    }
}
