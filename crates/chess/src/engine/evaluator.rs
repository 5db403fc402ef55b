//! The ways to evaluate a position.

use super::evaluation::{self, PawnCache};
use super::network::{Network, NetworkCache};
use crate::Position;
use std::sync::Arc;

/// A way to evaluate positions, with what it keeps from one evaluation to the next.
pub enum Evaluator {
    /// By the terms that are part of the program.
    Terms(PawnCache),
    /// By a network from a file.
    Network(Box<NetworkCache>),
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::Terms(PawnCache::default())
    }
}

impl Evaluator {
    pub fn of_network(network: Arc<Network>) -> Evaluator {
        Evaluator::Network(Box::new(NetworkCache::new(network)))
    }

    /// What a position is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Evaluator::Terms(pawns) => evaluation::evaluate(position, pawns),
            Evaluator::Network(network) => network.evaluate(position),
        }
    }
}
