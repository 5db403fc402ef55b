//! The search stack: what the search keeps for each ply of the line that it is at.

use crate::histories::{Continuations, NO_MOVE};
use crate::score::NO_EVAL;
use crate::searchable::Threats;

/// No line is longer than this.
pub const MAX_PLY: usize = 128;
/// Entries before that of the root, so that looking back needs no check.
const BEFORE_ROOT: usize = 4;

/// One ply of the line.
#[derive(Clone)]
pub struct StackEntry<M> {
    /// The corrected static evaluation, or [`NO_EVAL`].
    pub static_eval: i32,
    /// The row of the move that is being searched in the continuation history.
    pub continuation: usize,
    /// What the opponent threatens here.
    pub threats: Threats,
    /// The index of that move in the quiet history.
    pub quiet_index: usize,
    /// Whether that move is quiet.
    pub quiet: bool,
    /// How many quiet moves in a row quiescence has made up to here.
    pub evasions: u32,
    /// The encoded move that a singular search leaves out, 0 if none.
    pub excluded_move: u16,
    /// Encoded quiet moves that caused cutoffs in sibling nodes, the latest first.
    pub killers: [u16; 2],
    /// Cutoffs in this and sibling nodes.
    pub cutoffs: u32,
    /// Plies since the last irreversible move.
    pub reversible_plies: u32,
    /// How often the line up to here was extended by two plies.
    pub double_extensions: u32,
    /// The principal variation from here.
    pub pv: Vec<M>,
}

impl<M> StackEntry<M> {
    fn new() -> StackEntry<M> {
        StackEntry {
            static_eval: NO_EVAL,
            continuation: NO_MOVE,
            threats: Threats::default(),
            quiet_index: 0,
            quiet: false,
            evasions: 0,
            excluded_move: 0,
            killers: [0; 2],
            cutoffs: 0,
            reversible_plies: 0,
            double_extensions: 0,
            pv: Vec::with_capacity(MAX_PLY),
        }
    }
}

/// The entries of a line, by ply.
pub struct SearchStack<M>(Vec<StackEntry<M>>);

impl<M: Copy> SearchStack<M> {
    pub fn new() -> SearchStack<M> {
        SearchStack((0..MAX_PLY + BEFORE_ROOT + 4).map(|_| StackEntry::new()).collect())
    }

    /// Empties all entries for a search whose root is so many plies after the last irreversible move.
    pub fn reset(&mut self, reversible_plies: u32) {
        for entry in &mut self.0 {
            let pv = std::mem::take(&mut entry.pv);
            *entry = StackEntry { reversible_plies, pv, ..StackEntry::new() };
            entry.pv.clear();
        }
    }

    /// The entry of a ply, to be changed.
    #[inline]
    pub fn at(&mut self, ply: usize) -> &mut StackEntry<M> {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// The entry of a ply, to be read.
    #[inline]
    pub fn get(&self, ply: usize) -> &StackEntry<M> {
        &self.0[ply + BEFORE_ROOT]
    }

    /// The entry `back` plies earlier, at most four: there are entries before the root.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> &StackEntry<M> {
        &self.0[ply + BEFORE_ROOT - back]
    }

    /// The moves one, two and four plies earlier, by which continuation histories are indexed.
    #[inline]
    pub fn continuations(&self, ply: usize) -> Continuations {
        Continuations([1, 2, 4].map(|back| self.before(ply, back).continuation))
    }

    /// The principal variation from here becomes this move and the variation after it.
    pub fn update_pv(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + BEFORE_ROOT + 1);
        let (here, below) = (&mut here[ply + BEFORE_ROOT].pv, &below[0].pv);
        here.clear();
        here.push(mv);
        here.extend_from_slice(below);
    }
}
