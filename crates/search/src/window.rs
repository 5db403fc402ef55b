//! What a node is asked.

use crate::score::Bound;

/// The bounds of the score that matter to the caller, how deep to search, and what is expected.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    /// Is a score of beta or more expected, so that one good move will be enough?
    pub cut_node: bool,
}

impl Window {
    /// Does a score with this bound answer all that the window asks?
    #[inline]
    pub fn is_answered_by(self, bound: Option<Bound>, score: i32) -> bool {
        match bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::AtLeast) => score >= self.beta,
            Some(Bound::AtMost) => score <= self.alpha,
        }
    }
}
