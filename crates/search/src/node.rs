//! What the search knows at a node.

use crate::histories::QuietContext;
use crate::score::INFINITE;
use crate::transposition_table::Entry;
use crate::window::Window;
use arrayvec::ArrayVec;

/// What is known of a position before its moves are searched.
pub struct Node {
    pub ply: usize,
    /// The transposition entry.
    pub entry: Option<Entry>,
    /// The score of the entry, 0 without one.
    pub tt_score: i32,
    pub in_check: bool,
    /// Is or was the position on a principal variation?
    pub tt_pv: bool,
    /// The evaluation before corrections.
    pub raw_eval: i32,
    /// The corrected evaluation.
    pub static_eval: i32,
    /// Is the static evaluation higher than at the side's last turn? Then a cutoff is more likely.
    pub improving: bool,
    /// The encoded move that a singular search leaves out, 0 if none.
    pub excluded_move: u16,
    /// Where its quiet moves stand in the histories; known when its moves are searched.
    pub quiet_context: QuietContext,
}

/// A move of a node and what decides about its pruning and its depth.
#[derive(Clone, Copy)]
pub struct MoveContext {
    /// The window of the node, with alpha raised by the moves before.
    pub window: Window,
    /// The number of the move, counted from 1.
    pub move_count: usize,
    pub quiet: bool,
    pub history: i32,
}

/// Whether a move is searched.
pub enum MovePruning {
    Search,
    Skip,
    /// Neither this move nor any quiet move after it.
    SkipQuiets,
}

/// No more moves of a node than this get a malus after a cutoff.
const MOST_TRIED: usize = 32;

/// What the moves of a node have come to so far.
pub struct MoveLoop<M> {
    pub alpha: i32,
    pub best_score: i32,
    /// The encoded move that raised alpha last, 0 if none did.
    pub best_move: u16,
    /// How many moves there were.
    pub move_count: usize,
    /// Quiet moves that did not raise alpha.
    pub quiets: ArrayVec<M, MOST_TRIED>,
    /// Noisy moves that did not raise alpha.
    pub noisies: ArrayVec<M, MOST_TRIED>,
}

impl<M> MoveLoop<M> {
    pub fn new(alpha: i32) -> MoveLoop<M> {
        let (quiets, noisies) = (ArrayVec::new(), ArrayVec::new());
        MoveLoop { alpha, best_score: -INFINITE, best_move: 0, move_count: 0, quiets, noisies }
    }
}
