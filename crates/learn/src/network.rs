//! A small network: the pieces as each side sees them, one hidden layer for each view with shared weights,
//! squared clipped activation, one output through a hyperbolic tangent.

use crate::learnable::{Learnable, MOST_CELLS};
use crate::model::Model;
use crate::random::Numbers;
use game::Perfect;
use std::marker::PhantomData;

const PURPOSE: u64 = 301;

/// A network. All its numbers stand in one array: the rows of the inputs, the biases of the hidden layer, the
/// weights of the output (own view first), and its bias.
pub struct Network<L> {
    pub hidden: usize,
    pub weights: Vec<f32>,
    game: PhantomData<fn() -> L>,
}

impl<L> Clone for Network<L> {
    fn clone(&self) -> Network<L> {
        Network { hidden: self.hidden, weights: self.weights.clone(), game: PhantomData }
    }
}

/// The inputs of a position that are there: in the view of the side to move, and in that of the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    pub views: [Vec<u16>; 2],
}

impl Inputs {
    pub fn of<L: Learnable>(position: &L::Game) -> Inputs {
        let side = position.side_to_move();
        Inputs {
            views: [side, !side].map(|side| {
                let mut cells = [0; MOST_CELLS];
                L::view(position, side, &mut cells);
                let held = cells.iter().enumerate().filter(|&(_, &content)| content > 0);
                held.map(|(cell, &content)| input(cell, content)).collect()
            }),
        }
    }
}

/// The number of an input: a content of a cell.
fn input(cell: usize, content: u8) -> u16 {
    ((usize::from(content) - 1) * MOST_CELLS + cell) as u16
}

/// What a pass through the network leaves behind for the gradient.
pub struct Pass {
    /// Before the activation, for both views.
    sums: Vec<f32>,
    pub value: f32,
}

impl<L: Learnable> Network<L> {
    const INPUTS: usize = 2 * L::KINDS * MOST_CELLS;

    /// A network with small random weights.
    pub fn new(hidden: usize, seed: u64) -> Network<L> {
        let mut numbers = Numbers::new(seed, PURPOSE, 0);
        let mut weights = vec![0.0; Self::INPUTS * hidden + 3 * hidden + 1];
        // About as many inputs are there at a time as there are cells.
        let deviation = 1.0 / (L::cells().len() as f32).sqrt();
        let (rows, rest) = weights.split_at_mut(Self::INPUTS * hidden);
        rows.fill_with(|| deviation * numbers.normal());
        let (biases, outputs) = rest.split_at_mut(hidden);
        biases.fill(0.3);
        let deviation = 0.3 / (hidden as f32).sqrt();
        outputs[..2 * hidden].fill_with(|| deviation * numbers.normal());
        Network { hidden, weights, game: PhantomData }
    }

    fn parts(&self) -> (&[f32], &[f32], &[f32], f32) {
        let (rows, rest) = self.weights.split_at(Self::INPUTS * self.hidden);
        let (biases, rest) = rest.split_at(self.hidden);
        let (outputs, bias) = rest.split_at(2 * self.hidden);
        (rows, biases, outputs, bias[0])
    }

    pub fn pass(&self, inputs: &Inputs) -> Pass {
        let (rows, biases, outputs, bias) = self.parts();
        let hidden = self.hidden;
        let mut sums = vec![0.0; 2 * hidden];
        for (sums, view) in sums.chunks_exact_mut(hidden).zip(&inputs.views) {
            sums.copy_from_slice(biases);
            for &input in view {
                let row = &rows[usize::from(input) * hidden..][..hidden];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        let output: f32 = sums
            .iter()
            .zip(outputs)
            .map(|(sum, weight)| {
                let active = sum.clamp(0.0, 1.0);
                active * active * weight
            })
            .sum();
        Pass { sums, value: (bias + output).tanh() }
    }

    /// Adds the gradient of half the squared error to `gradient`.
    pub fn gradient(&self, inputs: &Inputs, aim: f32, gradient: &mut [f32]) {
        let pass = self.pass(inputs);
        let slope = (pass.value - aim) * (1.0 - pass.value * pass.value);
        let (_, _, outputs, _) = self.parts();
        let hidden = self.hidden;
        let (rows, rest) = gradient.split_at_mut(Self::INPUTS * hidden);
        let (biases, rest) = rest.split_at_mut(hidden);
        let (output, bias) = rest.split_at_mut(2 * hidden);
        bias[0] += slope;
        let mut back = vec![0.0; 2 * hidden];
        for unit in 0..2 * hidden {
            let active = pass.sums[unit].clamp(0.0, 1.0);
            output[unit] += slope * active * active;
            if active > 0.0 && active < 1.0 {
                back[unit] = slope * outputs[unit] * 2.0 * active;
            }
        }
        for (back, view) in back.chunks_exact(hidden).zip(&inputs.views) {
            for (bias, back) in biases.iter_mut().zip(back) {
                *bias += back;
            }
            for &input in view {
                let row = &mut rows[usize::from(input) * hidden..][..hidden];
                for (weight, back) in row.iter_mut().zip(back) {
                    *weight += back;
                }
            }
        }
    }

    /// The value as if a cell, numbered as the side to move sees it, were empty.
    pub fn value_without(&self, position: &L::Game, cell: usize) -> f32 {
        let mut inputs = Inputs::of::<L>(position);
        let cells = [cell, L::opposite(cell)];
        for (view, cell) in inputs.views.iter_mut().zip(cells) {
            view.retain(|&input| usize::from(input) % MOST_CELLS != cell);
        }
        self.pass(&inputs).value
    }
}

impl<L: Learnable> Model<L> for Network<L> {
    fn value(&self, position: &L::Game) -> f32 {
        self.pass(&Inputs::of::<L>(position)).value
    }
}

/// Adam: each weight has a step of its own, by the mean of its gradients over the root of their mean square.
#[derive(Debug, Clone)]
pub struct Adam {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    pub steps: u64,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    pub fn new(count: usize) -> Adam {
        Adam { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
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
