//! Training a network by its gradient.

use crate::learnable::Learnable;
use crate::network::Network;
use crate::random::Numbers;
use crate::snapshot::{LoadError, Snapshot};

/// Goes through samples once, in a random order, a step of Adam for each batch of so many. `slope` adds the gradient of
/// a sample, given by its index.
pub fn train<L: Learnable>(
    network: &mut Network<L>,
    adam: &mut Adam,
    Pace { rate, batch: most }: Pace<impl Fn(f32) -> f32>,
    samples: usize,
    numbers: &mut Numbers,
    mut slope: impl FnMut(&Network<L>, usize, &mut Numbers, &mut [f32]),
) {
    let mut gradient = vec![0.0; network.weights.len()];
    let mut order: Vec<usize> = (0..samples).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    for (number, batch) in order.chunks(most).enumerate() {
        gradient.fill(0.0);
        for &sample in batch {
            slope(network, sample, numbers, &mut gradient);
        }
        let part = 1.0 / batch.len() as f32;
        for slope in &mut gradient {
            *slope *= part;
        }
        let share = (number * most) as f32 / samples as f32;
        adam.step(&mut network.weights, &gradient, rate(share));
    }
}

/// How fast a network learns.
#[derive(Debug, Clone, Copy)]
pub struct Pace<R> {
    /// The rate after a share of the samples.
    pub rate: R,
    /// The samples in a step of the gradient, at least 1.
    pub batch: usize,
}

/// Adam: each weight has a step of its own, by the mean of its gradients over the root of their mean square.
#[derive(Debug, Clone)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u64,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    pub fn new(count: usize) -> Adam {
        Adam { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// Reads what [`write`](Adam::write) wrote, for so many weights.
    pub fn read(state: &Snapshot, count: usize) -> Result<Adam, LoadError> {
        let mut adam = Adam::new(count);
        [adam.steps] = state.counts("steps")?;
        state.fill("mean", &mut adam.mean)?;
        state.fill("square", &mut adam.square)?;
        Ok(adam)
    }

    pub fn write(&self, state: &mut Snapshot) {
        state.push_counts("steps", &[self.steps]);
        state.push("mean", self.mean.clone());
        state.push("square", self.square.clone());
    }

    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let power = self.steps.min(100_000) as i32;
        let mean_left = 1.0 - Self::MEAN.powi(power);
        let square_left = 1.0 - Self::SQUARE.powi(power);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - Self::MEAN) * (slope - *mean);
            *square += (1.0 - Self::SQUARE) * (slope * slope - *square);
            *weight -= rate * (*mean / mean_left) / ((*square / square_left).sqrt() + 1e-8);
        }
    }
}
