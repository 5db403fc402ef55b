//! The engine of a game as something that learns: its search plays the games, and its network learns from them.

use crate::learnable::Learnable;
use crate::network::Network;
use game::Side;
use search::{Parameters, Score, Searchable, Searcher};
use std::sync::Arc;
use weights::WriteError;

/// Is told each position that a search evaluates.
pub type Watch<G> = Box<dyn FnMut(&G) + Send>;

/// An evaluation for each search that asks for one. It tells each position that is evaluated to the watch.
pub type Evaluation<G> = Arc<dyn Fn(Watch<G>) -> <G as Searchable>::EvalCache + Send + Sync>;

/// The engine of a game that evaluates by a network of one hidden layer, and how that network sees a position.
pub struct Engine<L: Learnable> {
    /// The units of the hidden layer for each view.
    pub hidden: usize,
    /// Phases of the game, each with weights of the output of its own.
    pub phases: usize,
    /// The phase of a position.
    pub phase: fn(&L::Game) -> usize,
    /// As which cell a side sees a cell of its view: a network may see the board mirrored.
    pub seen: fn(&L::Game, Side, usize) -> usize,
    /// The hundredths of a score that make a win e times as likely as a loss: half of what an output of 1 is, before the hyperbolic
    /// tangent.
    pub unit: f32,
    /// How a search prunes that teaches. They are within their ranges.
    pub parameters: Parameters,
    /// Evaluates by a network as the engine reads it: rounded.
    pub by_network: fn(&Network<L>) -> Evaluation<L::Game>,
    /// The weights of the network by which the engine plays: as many as a network of this engine has.
    pub shipped: fn() -> Vec<f32>,
    /// Evaluates by terms made by hand: the first teacher.
    pub by_hand: fn() -> Evaluation<L::Game>,
    /// No weight of the network is larger.
    pub largest: f32,
    /// The file by which the engine reads a network.
    pub file: fn(&Network<L>) -> Result<Vec<u8>, WriteError>,
}

impl<L: Learnable> Engine<L> {
    /// A score in units.
    pub fn units(&self, score: Score) -> f32 {
        score.hundredths() as f32 / self.unit
    }

    /// What a score is worth to the side to move, from -1 to 1.
    pub fn value(&self, score: Score) -> f32 {
        value(self.units(score))
    }

    /// The search of the engine, which evaluates by a network.
    pub fn searcher(&self, network: &Network<L>, megabytes: usize) -> Searcher<L::Game> {
        let evaluation = (self.by_network)(network);
        let mut searcher = Searcher::new(megabytes, 1);
        searcher.set_evaluation(move || evaluation(Box::new(|_| ())));
        searcher
    }
}

/// The value from -1 to 1 of a score in the units of an engine.
pub fn value(units: f32) -> f32 {
    (units / 2.0).tanh()
}
