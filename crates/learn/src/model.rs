//! What a learner learns: a value for each position.

use crate::engine::Engine;
use crate::learnable::Learnable;
use crate::linear::Linear;
use crate::network::Network;
use crate::settings::ModelSpec;
use crate::snapshot::{LoadError, Snapshot};

/// The value of positions.
pub trait Model<L: Learnable>: Send + Sync {
    /// Between -1, lost, and 1, won, for the side to move, in a game that goes on.
    fn value(&self, position: &L::Game) -> f32;
}

/// A function serves as a model, too.
impl<L: Learnable, F: Fn(&L::Game) -> f32 + Send + Sync> Model<L> for F {
    fn value(&self, position: &L::Game) -> f32 {
        self(position)
    }
}

/// A model of any kind, as a file holds it.
pub enum AnyModel<L: Learnable> {
    Linear(Linear<L>),
    Network(Network<L>),
}

impl<L: Learnable> Clone for AnyModel<L> {
    fn clone(&self) -> AnyModel<L> {
        match self {
            AnyModel::Linear(linear) => AnyModel::Linear(linear.clone()),
            AnyModel::Network(network) => AnyModel::Network(network.clone()),
        }
    }
}

impl<L: Learnable> Model<L> for AnyModel<L> {
    #[inline]
    fn value(&self, position: &L::Game) -> f32 {
        match self {
            AnyModel::Linear(linear) => linear.value(position),
            AnyModel::Network(network) => network.value(position),
        }
    }
}

impl<L: Learnable> AnyModel<L> {
    /// A model that knows nothing; `None` where the game has none of that kind. A network begins with small random weights, drawn by the seed.
    pub fn new(spec: &ModelSpec, seed: u64) -> Option<AnyModel<L>> {
        Some(match spec {
            ModelSpec::Tuples(lengths) => AnyModel::Linear(Linear::of_tuples(lengths)),
            ModelSpec::Features => AnyModel::Linear(Linear::of_features()),
            ModelSpec::Network(hidden) => {
                AnyModel::Network(Network::new(usize::from(*hidden), seed))
            }
            ModelSpec::Policy(hidden) => {
                AnyModel::Network(Network::with_policy(usize::from(*hidden), seed))
            }
            ModelSpec::Engine => AnyModel::Network(Network::of_engine(L::ENGINE?, seed)),
        })
    }

    /// The value of a position as if a cell, numbered as the side to move sees it, were empty; `None` where
    /// the model does not look at cells.
    pub fn value_without(&self, position: &L::Game, cell: usize) -> Option<f32> {
        match self {
            AnyModel::Linear(linear) => linear.value_without(position, cell),
            AnyModel::Network(network) => Some(network.value_without(position, cell)),
        }
    }

    /// The network with a policy, by which tree search plays, if it is one.
    pub fn policy(&self) -> Option<&Network<L>> {
        match self {
            AnyModel::Network(network) if network.has_policy() => Some(network),
            _ => None,
        }
    }

    /// The network of an engine, and the engine, if it is one.
    pub fn of_engine(&self) -> Option<(&'static Engine<L>, &Network<L>)> {
        match self {
            AnyModel::Network(network) => network.engine().map(|engine| (engine, network)),
            AnyModel::Linear(_) => None,
        }
    }

    /// How many groups the weights fall into, by turns, if those of a group mean the same thing in different
    /// places.
    pub fn groups(&self) -> Option<usize> {
        match self {
            AnyModel::Linear(linear) => linear.groups(),
            AnyModel::Network(_) => None,
        }
    }

    pub fn weights(&self) -> &[f32] {
        match self {
            AnyModel::Linear(linear) => &linear.weights,
            AnyModel::Network(network) => &network.weights,
        }
    }

    pub fn weights_mut(&mut self) -> &mut [f32] {
        match self {
            AnyModel::Linear(linear) => &mut linear.weights,
            AnyModel::Network(network) => &mut network.weights,
        }
    }

    /// The model as named arrays.
    pub fn snapshot(&self, spec: &ModelSpec) -> Snapshot {
        let mut snapshot = Snapshot::new::<L>(spec);
        snapshot.push("weights", self.weights().to_vec());
        snapshot
    }

    /// Reads what [`snapshot`](AnyModel::snapshot) wrote.
    pub fn read(snapshot: &Snapshot) -> Result<AnyModel<L>, LoadError> {
        let spec = snapshot.spec::<L>()?;
        let unknown = || LoadError::Model(spec.to_string());
        let mut model = AnyModel::new(&spec, 0).ok_or_else(unknown)?;
        snapshot.fill("weights", model.weights_mut())?;
        Ok(model)
    }
}
