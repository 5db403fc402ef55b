//! Linear functions of n-tuples or of a game's own features, through a hyperbolic tangent.

use crate::learnable::{Learnable, MOST_CELLS};
use crate::least_squares::Feature;
use crate::model::Model;
use crate::settings::{ModelSpec, Settings, SettingsError};
use crate::tuples::Tuples;
use game::Perfect;
use std::marker::PhantomData;
use std::sync::Arc;

/// What is added up.
#[derive(Debug, Clone)]
enum Inputs {
    Tuples(Arc<Tuples>),
    Features,
}

/// A linear function.
pub struct Linear<L> {
    inputs: Inputs,
    pub weights: Vec<f32>,
    game: PhantomData<fn() -> L>,
}

impl<L> Clone for Linear<L> {
    fn clone(&self) -> Linear<L> {
        Linear { inputs: self.inputs.clone(), weights: self.weights.clone(), game: PhantomData }
    }
}

impl<L: Learnable> Linear<L> {
    pub fn of_tuples(lengths: &[u8]) -> Linear<L> {
        let tuples = Tuples::new::<L>(lengths);
        let weights = vec![0.0; tuples.weights()];
        Linear { inputs: Inputs::Tuples(Arc::new(tuples)), weights, game: PhantomData }
    }

    pub fn of_features() -> Linear<L> {
        let weights = vec![0.0; L::FEATURES];
        Linear { inputs: Inputs::Features, weights, game: PhantomData }
    }

    /// The function that the settings ask for, knowing nothing.
    pub fn new(settings: &Settings) -> Result<Linear<L>, SettingsError> {
        match &settings.model {
            ModelSpec::Tuples(lengths) => Ok(Linear::of_tuples(lengths)),
            ModelSpec::Features => Ok(Linear::of_features()),
            ModelSpec::Network(_) | ModelSpec::Policy(_) | ModelSpec::Engine => {
                let (method, found) = (settings.method, settings.model.clone());
                Err(SettingsError::Model { method, expected: "tuples or features", found })
            }
        }
    }

    pub fn tuples(&self) -> Option<&Tuples> {
        match &self.inputs {
            Inputs::Tuples(tuples) => Some(tuples),
            Inputs::Features => None,
        }
    }

    /// How many groups the weights fall into, by turns, if those of a group mean the same thing in different
    /// places: with tables of single cells, a content of a cell.
    pub fn groups(&self) -> Option<usize> {
        let tuples = self.tuples()?;
        let single = |(_, cells): &(u32, Vec<u8>)| cells.len() == 1;
        tuples.tables().iter().all(single).then(|| tuples.contents())
    }

    /// The sum before the tangent: half the logarithm of the odds to win.
    #[inline]
    pub fn sum(&self, position: &L::Game) -> f32 {
        match &self.inputs {
            Inputs::Tuples(tuples) => {
                let mut cells = [0; MOST_CELLS];
                L::view(position, position.side_to_move(), &mut cells);
                tuples.sum(&cells, &self.weights)
            }
            Inputs::Features => {
                let mut sum = 0.0;
                L::features(position, |index, amount| sum += self.weights[index as usize] * amount);
                sum
            }
        }
    }

    /// The value as if a cell were empty.
    pub fn value_without(&self, position: &L::Game, cell: usize) -> Option<f32> {
        let mut cells = [0; MOST_CELLS];
        L::view(position, position.side_to_move(), &mut cells);
        cells[cell] = 0;
        self.tuples().map(|tuples| tuples.sum(&cells, &self.weights).tanh())
    }

    /// Adds the features of a position to a list.
    #[inline]
    pub fn list(&self, position: &L::Game, list: &mut Vec<Feature>) {
        match &self.inputs {
            Inputs::Tuples(tuples) => {
                let mut cells = [0; MOST_CELLS];
                L::view(position, position.side_to_move(), &mut cells);
                tuples.each(&cells, |index| list.push((index, 1.0)));
            }
            Inputs::Features => L::features(position, |index, amount| list.push((index, amount))),
        }
    }
}

impl<L: Learnable> Model<L> for Linear<L> {
    #[inline]
    fn value(&self, position: &L::Game) -> f32 {
        self.sum(position).tanh()
    }
}
