//! Boards that can be finished without guessing.

use crate::{Cell, Layout, Level, Rule};

/// No such board was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no board of {level} was found")]
pub struct NoGuessError {
    /// The board.
    pub level: Level,
}

/// Lays the mines so.
pub fn lay(level: Level, rule: Rule, seed: u64, first: Cell) -> Result<Layout, NoGuessError> {
    Ok(Layout::lay(level, rule, seed, first))
}
