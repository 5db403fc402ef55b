//! A small network: the pieces as each side sees them, one hidden layer for each view with shared weights,
//! squared clipped activation, one output through a hyperbolic tangent. With a policy it also says how
//! promising each move looks: an output for each cell that a move can belong to, and one for a pass. The network of an
//! engine has weights of the output for each phase of the game, and may see the board mirrored.

use crate::engine::Engine;
use crate::learnable::{Learnable, MOST_CELLS};
use crate::model::Model;
use crate::random::Numbers;
use game::{Perfect, Side};

const PURPOSE: u64 = 301;

/// A network. All its numbers stand in one array: the rows of the inputs, the biases of the hidden layer, the
/// weights of the output (own view first) for each phase, and its bias for each; then, where there is a policy, the weights and the
/// bias of each of its outputs.
pub struct Network<L: Learnable> {
    pub hidden: usize,
    /// Whose network it is, if it is that of an engine.
    engine: Option<&'static Engine<L>>,
    /// How many outputs the policy has; 0 without one.
    policy: usize,
    pub weights: Vec<f32>,
}

impl<L: Learnable> Clone for Network<L> {
    fn clone(&self) -> Network<L> {
        let Network { hidden, engine, policy, .. } = *self;
        Network { hidden, engine, policy, weights: self.weights.clone() }
    }
}

/// The number of the policy's output for a move that belongs to a cell, or to none.
pub fn policy_index<L: Learnable>(cell: Option<usize>) -> usize {
    cell.unwrap_or_else(|| L::cells().len())
}

/// The inputs of a position that are there: in the view of the side to move, and in that of the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    pub views: [Vec<u16>; 2],
    /// The phase of the game.
    pub phase: usize,
}

impl Inputs {
    pub fn of<L: Learnable>(position: &L::Game) -> Inputs {
        Inputs::seen_by::<L>(position, 0, |_, cell| cell)
    }

    /// The inputs of the network of an engine.
    fn of_engine<L: Learnable>(engine: &Engine<L>, position: &L::Game) -> Inputs {
        let phase = (engine.phase)(position);
        Inputs::seen_by::<L>(position, phase, |side, cell| (engine.seen)(position, side, cell))
    }

    /// The inputs in a phase, where each side sees cells as others.
    fn seen_by<L: Learnable>(
        position: &L::Game,
        phase: usize,
        seen: impl Fn(Side, usize) -> usize,
    ) -> Inputs {
        let side = position.side_to_move();
        let views = [side, !side].map(|side| {
            let mut cells = [0; MOST_CELLS];
            L::view(position, side, &mut cells);
            let held = cells.iter().enumerate().filter(|&(_, &content)| content > 0);
            held.map(|(cell, &content)| input(seen(side, cell), content)).collect()
        });
        Inputs { views, phase }
    }

    /// The inputs as if a symmetry of the board had been applied, given by where it takes each cell in the view
    /// of the side to move.
    pub fn turned<L: Learnable>(&self, map: &[u8]) -> Inputs {
        let own = |cell: usize| usize::from(map[cell]);
        let other = |cell: usize| L::opposite(own(L::opposite(cell)));
        let turned = |view: &[u16], to: &dyn Fn(usize) -> usize| -> Vec<u16> {
            let moved = |&input: &u16| {
                let cell = usize::from(input) % MOST_CELLS;
                input - cell as u16 + to(cell) as u16
            };
            view.iter().map(moved).collect()
        };
        let [mover, opponent] = &self.views;
        Inputs { views: [turned(mover, &own), turned(opponent, &other)], phase: self.phase }
    }
}

/// The number of an input: a content of a cell.
fn input(cell: usize, content: u8) -> u16 {
    ((usize::from(content) - 1) * MOST_CELLS + cell) as u16
}

/// What a network thinks of a position.
pub struct Judged {
    /// For the side to move.
    pub value: f32,
    /// The probability of each move that was asked for.
    pub policy: Vec<f32>,
}

/// What a pass through the network leaves behind for the gradient.
pub struct Pass {
    /// Before the activation, for both views.
    sums: Vec<f32>,
    pub value: f32,
}

impl Pass {
    /// The units of the hidden layer after the activation.
    fn active(&self) -> impl Iterator<Item = f32> {
        self.sums.iter().map(|sum| {
            let clipped = sum.clamp(0.0, 1.0);
            clipped * clipped
        })
    }
}

impl<L: Learnable> Network<L> {
    pub const INPUTS: usize = 2 * L::KINDS * MOST_CELLS;

    /// A network with small random weights.
    pub fn new(hidden: usize, seed: u64) -> Network<L> {
        Network::with_outputs(hidden, None, 0, seed)
    }

    /// A network of an engine with small random weights.
    pub fn of_engine(engine: &'static Engine<L>, seed: u64) -> Network<L> {
        Network::with_outputs(engine.hidden, Some(engine), 0, seed)
    }

    /// A network with a policy, which at first holds all moves equally promising.
    pub fn with_policy(hidden: usize, seed: u64) -> Network<L> {
        Network::with_outputs(hidden, None, L::cells().len() + 1, seed)
    }

    fn with_outputs(
        hidden: usize,
        engine: Option<&'static Engine<L>>,
        policy: usize,
        seed: u64,
    ) -> Network<L> {
        let phases = engine.map_or(1, |engine| engine.phases);
        let mut numbers = Numbers::new(seed, PURPOSE, 0);
        let value = Self::INPUTS * hidden + hidden + phases * (2 * hidden + 1);
        let mut weights = vec![0.0; value + policy * (2 * hidden + 1)];
        // About as many inputs are there at a time as there are cells.
        let deviation = 1.0 / (L::cells().len() as f32).sqrt();
        let (rows, rest) = weights.split_at_mut(Self::INPUTS * hidden);
        rows.fill_with(|| deviation * numbers.normal());
        let (biases, outputs) = rest.split_at_mut(hidden);
        biases.fill(0.3);
        let deviation = 0.3 / (hidden as f32).sqrt();
        outputs[..phases * 2 * hidden].fill_with(|| deviation * numbers.normal());
        Network { hidden, engine, policy, weights }
    }

    /// Phases of the game with weights of the output of their own.
    fn phases(&self) -> usize {
        self.engine.map_or(1, |engine| engine.phases)
    }

    /// The engine by which it plays, if it is that of one.
    pub fn engine(&self) -> Option<&'static Engine<L>> {
        self.engine
    }

    pub fn has_policy(&self) -> bool {
        self.policy > 0
    }

    /// Where the weights of an output of the policy begin; its bias comes after them.
    fn policy_row(&self, index: usize) -> usize {
        let outputs = self.phases() + index;
        Self::INPUTS * self.hidden + self.hidden + outputs * (2 * self.hidden + 1)
    }

    /// The rows of the inputs, the biases of the hidden layer, and the weights and the bias of the output in a phase.
    fn parts(&self, phase: usize) -> (&[f32], &[f32], &[f32], f32) {
        let (rows, rest) = self.weights.split_at(Self::INPUTS * self.hidden);
        let (biases, rest) = rest.split_at(self.hidden);
        let (outputs, rest) = rest.split_at(self.phases() * 2 * self.hidden);
        (rows, biases, &outputs[phase * 2 * self.hidden..][..2 * self.hidden], rest[phase])
    }

    /// The position as this network sees it.
    pub fn inputs(&self, position: &L::Game) -> Inputs {
        match self.engine {
            Some(engine) => Inputs::of_engine(engine, position),
            None => Inputs::of::<L>(position),
        }
    }

    pub fn pass(&self, inputs: &Inputs) -> Pass {
        let (rows, biases, outputs, bias) = self.parts(inputs.phase);
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
        let mut pass = Pass { sums, value: 0.0 };
        let output: f32 = pass.active().zip(outputs).map(|(active, weight)| active * weight).sum();
        pass.value = (bias + output).tanh();
        pass
    }

    /// The value of a position, and the probabilities of the moves whose policy outputs are given.
    pub fn judge(&self, inputs: &Inputs, moves: &[usize]) -> Judged {
        let pass = self.pass(inputs);
        Judged { value: pass.value, policy: self.probabilities(&pass, moves) }
    }

    /// The outputs of the policy for some moves, as probabilities that add up to 1.
    fn probabilities(&self, pass: &Pass, moves: &[usize]) -> Vec<f32> {
        let active: Vec<f32> = pass.active().collect();
        let output = |&index: &usize| {
            let row = &self.weights[self.policy_row(index)..][..=active.len()];
            let (weights, bias) = row.split_at(active.len());
            bias[0]
                + active.iter().zip(weights).map(|(active, weight)| active * weight).sum::<f32>()
        };
        let outputs: Vec<f32> = moves.iter().map(output).collect();
        let most = outputs.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = outputs.iter().map(|output| (output - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    /// Adds the gradient of the error to `gradient`: half the square of what the value is off, and the cross
    /// entropy of the policy with the probabilities that are given for its outputs, if any.
    pub fn gradient(
        &self,
        inputs: &Inputs,
        aim: f32,
        policy: &[(usize, f32)],
        gradient: &mut [f32],
    ) {
        let pass = self.pass(inputs);
        let slope = (pass.value - aim) * (1.0 - pass.value * pass.value);
        let (_, _, outputs, _) = self.parts(inputs.phase);
        let hidden = self.hidden;
        let active: Vec<f32> = pass.active().collect();
        // What each unit of the hidden layer should be less of.
        let mut back: Vec<f32> = outputs.iter().map(|weight| slope * weight).collect();
        let moves: Vec<usize> = policy.iter().map(|&(index, _)| index).collect();
        for (believed, &(index, wanted)) in self.probabilities(&pass, &moves).iter().zip(policy) {
            let (slope, from) = (believed - wanted, self.policy_row(index));
            let weights = &self.weights[from..][..2 * hidden];
            let row = &mut gradient[from..][..=2 * hidden];
            row[2 * hidden] += slope;
            for unit in 0..2 * hidden {
                row[unit] += slope * active[unit];
                back[unit] += slope * weights[unit];
            }
        }
        for (back, sum) in back.iter_mut().zip(&pass.sums) {
            *back *= if *sum > 0.0 && *sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        let (rows, rest) = gradient.split_at_mut(Self::INPUTS * hidden);
        let (biases, rest) = rest.split_at_mut(hidden);
        let (outputs, output_biases) = rest.split_at_mut(self.phases() * 2 * hidden);
        output_biases[inputs.phase] += slope;
        for (output, active) in outputs[inputs.phase * 2 * hidden..].iter_mut().zip(&active) {
            *output += slope * active;
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
        let mut inputs = self.inputs(position);
        let mut cells = [cell, L::opposite(cell)];
        if let Some(engine) = self.engine {
            let side = position.side_to_move();
            let sides = [side, !side];
            for (cell, side) in cells.iter_mut().zip(sides) {
                *cell = (engine.seen)(position, side, *cell);
            }
        }
        for (view, cell) in inputs.views.iter_mut().zip(cells) {
            view.retain(|&input| usize::from(input) % MOST_CELLS != cell);
        }
        self.pass(&inputs).value
    }
}

impl<L: Learnable> Model<L> for Network<L> {
    fn value(&self, position: &L::Game) -> f32 {
        self.pass(&self.inputs(position)).value
    }
}
