//! The ways to evaluate a position.

use super::bare_king;
use super::evaluation;
use super::network::{Network, NetworkCache};
use crate::Position;
use search::Known;
use std::sync::Arc;

/// An endgame tablebase. A shell opens it and hands it over with [`Evaluator::with_tablebase`].
pub trait Tablebase: Send + Sync {
    /// It knows nothing of positions with more pieces, kings included.
    fn most_pieces(&self) -> usize;

    /// The result with best play of both sides and the rule of fifty moves, counted from here; `None` where it is not known.
    /// The search asks only about positions without castling rights.
    fn result(&self, position: &Position) -> Option<Known>;
}

/// A way to evaluate positions, with what it keeps from one evaluation to the next, and with what is known for certain.
pub struct Evaluator {
    way: Way,
    tablebase: Option<Arc<dyn Tablebase>>,
}

enum Way {
    /// By a network.
    Network(Box<NetworkCache>),
    /// By terms made by hand, with fitted weights: the first teacher of networks.
    Terms,
    /// By a function of the caller.
    Function(Box<dyn FnMut(&Position) -> i32 + Send>),
}

/// By the network that is part of the program.
impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::of_network(Network::shipped())
    }
}

impl Evaluator {
    pub fn of_network(network: Arc<Network>) -> Evaluator {
        Evaluator { way: Way::Network(Box::new(NetworkCache::new(network))), tablebase: None }
    }

    pub fn of_terms() -> Evaluator {
        Evaluator { way: Way::Terms, tablebase: None }
    }

    /// Evaluates by a function, for instance to see which positions a search evaluates.
    pub fn of_function(evaluate: impl FnMut(&Position) -> i32 + Send + 'static) -> Evaluator {
        Evaluator { way: Way::Function(Box::new(evaluate)), tablebase: None }
    }

    pub fn with_tablebase(self, tablebase: Arc<dyn Tablebase>) -> Evaluator {
        Evaluator { tablebase: Some(tablebase), ..self }
    }

    /// What a position is worth to the side to move, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let against_bare_king = || bare_king::evaluate(position);
        match &mut self.way {
            Way::Network(network) => {
                against_bare_king().unwrap_or_else(|| network.evaluate(position))
            }
            Way::Terms => against_bare_king().unwrap_or_else(|| evaluation::evaluate(position)),
            Way::Function(evaluate) => evaluate(position),
        }
    }

    /// What the tablebase knows of a position right after an irreversible move: results there hold whatever came before.
    #[inline]
    pub fn known(&self, position: &Position) -> Option<Known> {
        let tablebase = self.tablebase.as_ref()?;
        let asks = position.halfmove_clock() == 0
            && position.castling_rooks().is_empty()
            && position.board().occupied().count() <= tablebase.most_pieces();
        if asks { tablebase.result(position) } else { None }
    }
}
