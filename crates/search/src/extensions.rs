//! Extensions: moves that deserve a deeper search.

use crate::node::Node;
use crate::score::{Bound, MATE_THRESHOLD};
use crate::searchable::Searchable;
use crate::window::Window;
use crate::worker::Worker;

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// Singular extension: a transposition move that is better by a margin than all others, as a shallow
    /// search without it shows, is searched deeper, because everything depends on it.
    ///
    /// Returns the plies by which the move is extended, or reduced if negative. Where the other moves
    /// reach beta without it, the node is cut off with their score (`Err`): multi-cut.
    pub fn singular_extension<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        window: Window,
        tt_move: u16,
    ) -> Result<i32, i32> {
        let parameters = &self.parameters;
        let Window { alpha: _, beta, depth, cut_node } = window;
        let ply = node.ply;
        let Some(entry) = node.entry else { return Ok(0) };
        let worthwhile = depth >= parameters.singular_min_depth
            && (ply as i32) < parameters.singular_max_ply_factor * self.root_depth
            && node.excluded_move == 0
            && node.tt_score.abs() < MATE_THRESHOLD
            && matches!(entry.bound, Some(Bound::AtLeast | Bound::Exact))
            && i32::from(entry.depth) >= depth - parameters.singular_tt_depth_margin;
        if !worthwhile {
            return Ok(0);
        }
        let former_pv = node.tt_pv && !PV;
        let margin = if former_pv {
            parameters.singular_margin_former_pv
        } else {
            parameters.singular_margin
        };
        let double_margin = parameters.double_extension_margin;
        let (double_max, negative) =
            (parameters.double_extensions_max as u32, parameters.negative_extension);
        let singular_beta = node.tt_score - depth * margin / 100;
        let reduced = (depth - 1) / parameters.singular_depth_divisor;
        self.thread.stack.at(ply).excluded_move = tt_move;
        let others =
            Window { alpha: singular_beta - 1, beta: singular_beta, depth: reduced, cut_node };
        let score = self.pvs::<false>(position, ply, others);
        self.thread.stack.at(ply).excluded_move = 0;
        if self.stopped {
            return Err(0);
        }
        let doubles = self.thread.stack.before(ply, 1).double_extensions;
        if score < singular_beta {
            let double = !PV && score < singular_beta - double_margin && doubles <= double_max;
            self.thread.stack.at(ply).double_extensions = doubles + u32::from(double);
            Ok(1 + i32::from(double))
        } else if score >= beta && score.abs() < MATE_THRESHOLD {
            Err(score)
        } else if node.tt_score >= beta {
            Ok(-negative - i32::from(!PV))
        } else if cut_node {
            Ok(-negative)
        } else {
            Ok(0)
        }
    }
}
