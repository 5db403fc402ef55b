//! The network of the chess evaluation, trained by gradient on samples.
//!
//! The hidden layer is trained as floats and rounded at the end. The aim for a position is that of the fit of the
//! terms: a part of it is the outcome of the game, the rest what the search thought. The rate falls along a
//! cosine to almost nothing.

use super::Sample;
use super::fit::best_unit;
use chess::Position;
use chess::engine::evaluation::{self, PawnCache};
use chess::engine::network::{
    HIDDEN, HIDDEN_ONE, INPUTS, LAYOUT, Network, NetworkCache, OUTPUT_ONE, SCALE, inputs,
};
use game::{Perfect, Side};
use learn::Adam;
use learn::logistic::{chance, surprise};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;
use std::thread;
use weights::{File, WriteError};

/// Samples in a step of the gradient.
const BATCH: usize = 4096;

/// The least part of it.
const LAST_RATE: f32 = 0.02;
/// No weight of the network is larger: rounded, it fits into its integer.
const LARGEST: f32 = 1.98;

/// How a network is trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// How often each sample is learnt from.
    pub epochs: u32,
    /// How much of the aim is the outcome of the game, from 0 to 1.
    pub outcome: f32,
    /// The rate at first; it falls along a cosine.
    pub rate: f32,
    pub seed: u64,
}

/// How far training has come after an epoch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    pub number: u32,
    /// How unlikely the aims are, in bits each: of the samples learned from, during the epoch, and of those kept
    /// aside.
    pub loss_learned: f64,
    pub loss: f64,
}

/// A network that was trained.
#[derive(Debug, Clone)]
pub struct Trained {
    weights: Weights,
    pub learned: usize,
    pub aside: usize,
    /// The hundredths of a pawn that make a win e times as likely as a loss.
    pub unit: f32,
    /// What the samples kept aside come to by the terms, and by the network as it is rounded, in bits each.
    pub loss_of_terms: f64,
    pub loss: f64,
}

impl Trained {
    /// The file of the network.
    pub fn file(&self) -> Result<Vec<u8>, WriteError> {
        self.weights.file()
    }
}

type Row = [f32; HIDDEN];

/// The weights, or their gradient: a row for each input, then these.
#[derive(Debug, Clone)]
struct Weights(Vec<Row>);

const BIASES: usize = INPUTS;
/// The weights of the output for the side to move and for the other side.
const OWN: usize = INPUTS + 1;
const OTHER: usize = INPUTS + 2;
/// The bias of the output comes first here; the rest is not used.
const OUTPUT_BIAS: usize = INPUTS + 3;
const ROWS: usize = INPUTS + 4;

impl Weights {
    fn zero() -> Weights {
        Weights(vec![[0.0; HIDDEN]; ROWS])
    }

    /// Small random weights.
    fn random(seed: u64) -> Weights {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut within = |most: f32| most * (random.next_u32() as f32 / 2f32.powi(31) - 1.0);
        let mut weights = Weights::zero();
        for (index, row) in weights.0[..OUTPUT_BIAS].iter_mut().enumerate() {
            let most = if index < BIASES { 0.15 } else { 0.2 };
            row.fill_with(|| within(most));
        }
        weights.0[BIASES].iter_mut().for_each(|bias| *bias += 0.3);
        weights
    }

    /// The weights of a file of a network.
    fn read(file: &[u8]) -> Option<Weights> {
        let file = File::read(file).ok().filter(|file| file.check(&LAYOUT).is_ok())?;
        let mut weights = Weights::zero();
        let (hidden, output) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let ones = std::iter::repeat_n(hidden, OWN * HIDDEN)
            .chain(std::iter::repeat_n(output, 2 * HIDDEN))
            .chain([hidden * output]);
        let numbers = file.arrays().flat_map(|array| array.numbers());
        for ((weight, number), one) in
            weights.0.as_flattened_mut().iter_mut().zip(numbers).zip(ones)
        {
            *weight = number as f32 / one;
        }
        Some(weights)
    }

    fn file(&self) -> Result<Vec<u8>, WriteError> {
        let (hidden, output) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let (inputs, outputs) = self.0[..OUTPUT_BIAS].split_at(OWN);
        let scaled = |rows: &[Row], one: f32| -> Vec<f32> {
            rows.iter().flatten().map(|weight| weight * one).collect()
        };
        let mut numbers = scaled(inputs, hidden);
        numbers.extend(scaled(outputs, output));
        numbers.push(self.0[OUTPUT_BIAS][0] * hidden * output);
        weights::write_floats(&LAYOUT, &numbers)
    }
}

/// Trains a network. The last twentieth of the samples is kept aside: the samples of a game stand together, so these
/// are of other games.
/// It begins with a network, if the file of one is given, and with small random weights otherwise.
pub fn train(
    samples: &[Sample],
    plan: Plan,
    first: Option<&[u8]>,
    mut watch: impl FnMut(Epoch),
) -> Trained {
    let unit = best_unit(samples);
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 20);
    let mut trainer = Trainer::new(plan, unit);
    if let Some(weights) = first.and_then(Weights::read) {
        trainer.weights = weights;
    }
    let mut order: Vec<u32> = (0..learned.len() as u32).collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed ^ 1);
    let steps = plan.epochs as usize * order.len().div_ceil(BATCH);
    let mut step = 0;
    for number in 1..=plan.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let done = step as f32 / steps.max(1) as f32;
            let cosine = f32::midpoint((std::f32::consts::PI * done).cos(), 1.0);
            let rate = plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            loss += trainer.step(learned, batch, rate);
            step += 1;
        }
        let loss_learned = loss / order.len().max(1) as f64;
        watch(Epoch {
            number,
            loss_learned,
            loss: trainer.objective.loss(&trainer.weights, aside),
        });
    }
    let loss_by = |evaluate: &mut dyn FnMut(&Position) -> i32| {
        let bits = |sample: &Sample| {
            let expected = chance(evaluate(&sample.position) as f32 / unit);
            surprise(expected, trainer.objective.aim(sample))
        };
        aside.iter().map(bits).sum::<f64>() / aside.len().max(1) as f64
    };
    let mut pawns = PawnCache::default();
    let loss_of_terms = loss_by(&mut |position| evaluation::evaluate(position, &mut pawns));
    let rounded = trainer.weights.file().ok().and_then(|file| Network::read(&file).ok());
    let loss = rounded.map_or(f64::NAN, |network| {
        let mut network = NetworkCache::new(Arc::new(network));
        loss_by(&mut |position| network.evaluate(position))
    });
    let (learned, aside) = (learned.len(), aside.len());
    Trained { weights: trainer.weights, learned, aside, unit, loss_of_terms, loss }
}

/// What the network should say of a sample.
#[derive(Debug, Clone, Copy)]
struct Objective {
    /// How much of the aim is the outcome of the game, from 0 to 1.
    outcome: f32,
    /// The hundredths of a pawn that make a win e times as likely as a loss.
    unit: f32,
}

/// The hidden layer of a position before the activation, in both views, and what the position is worth.
struct Pass {
    sums: [Row; 2],
    expected: f32,
}

impl Objective {
    /// The points that the side to move should expect.
    fn aim(self, sample: &Sample) -> f32 {
        let white = sample.aim(self.outcome, self.unit);
        if sample.position.side_to_move() == Side::White { white } else { 1.0 - white }
    }

    /// What an output of 1 is as the logarithm of the odds to win.
    fn odds(self) -> f32 {
        SCALE as f32 / self.unit
    }

    fn pass(self, weights: &Weights, position: &Position) -> Pass {
        let rows = &weights.0;
        let mut sums = [rows[BIASES]; 2];
        for inputs in inputs(position) {
            for (sums, input) in sums.iter_mut().zip(inputs) {
                add(sums, &rows[input]);
            }
        }
        let mut output = rows[OUTPUT_BIAS][0];
        for (sums, weights) in sums.iter().zip(&rows[OWN..]) {
            for (sum, weight) in sums.iter().zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                output += clipped * clipped * weight;
            }
        }
        Pass { sums, expected: chance(output * self.odds()) }
    }

    /// In bits a sample.
    fn loss(self, weights: &Weights, samples: &[Sample]) -> f64 {
        let bits = |sample: &Sample| {
            surprise(self.pass(weights, &sample.position).expected, self.aim(sample))
        };
        samples.iter().map(bits).sum::<f64>() / samples.len().max(1) as f64
    }

    /// Adds the gradient of the cross entropy of a sample, times `part`; returns the cross entropy.
    fn add_gradient(
        self,
        weights: &Weights,
        sample: &Sample,
        part: f32,
        gradient: &mut Weights,
    ) -> f64 {
        let (pass, aim) = (self.pass(weights, &sample.position), self.aim(sample));
        let slope = (pass.expected - aim) * self.odds() * part;
        gradient.0[OUTPUT_BIAS][0] += slope;
        let mut back = [[0.0; HIDDEN]; 2];
        for (view, output) in [OWN, OTHER].into_iter().enumerate() {
            let (sums, weights) = (&pass.sums[view], &weights.0[output]);
            let gradient = &mut gradient.0[output];
            for unit in 0..HIDDEN {
                let clipped = sums[unit].clamp(0.0, 1.0);
                gradient[unit] += slope * clipped * clipped;
                let inside = sums[unit] > 0.0 && sums[unit] < 1.0;
                back[view][unit] = if inside { slope * weights[unit] * 2.0 * clipped } else { 0.0 };
            }
        }
        for back in &back {
            add(&mut gradient.0[BIASES], back);
        }
        for inputs in inputs(&sample.position) {
            for (input, back) in inputs.into_iter().zip(&back) {
                add(&mut gradient.0[input], back);
            }
        }
        surprise(pass.expected, aim)
    }
}

struct Trainer {
    objective: Objective,
    weights: Weights,
    /// Two threads share a step. Their number is fixed, because the order of a sum changes its last digits.
    gradients: [Weights; 2],
    adam: Adam,
}

impl Trainer {
    fn new(plan: Plan, unit: f32) -> Trainer {
        Trainer {
            objective: Objective { outcome: plan.outcome, unit },
            weights: Weights::random(plan.seed),
            gradients: [Weights::zero(), Weights::zero()],
            adam: Adam::new(ROWS * HIDDEN),
        }
    }

    /// Learns from the samples with these numbers; returns the sum of their losses before that.
    fn step(&mut self, samples: &[Sample], batch: &[u32], rate: f32) -> f64 {
        let Trainer { objective, weights, gradients, adam } = self;
        let part = 1.0 / batch.len() as f32;
        let weights_now = &*weights;
        let learn = |numbers: &[u32], gradient: &mut Weights| -> f64 {
            gradient.0.fill([0.0; HIDDEN]);
            let samples = numbers.iter().map(|&number| &samples[number as usize]);
            samples.map(|sample| objective.add_gradient(weights_now, sample, part, gradient)).sum()
        };
        let (first, second) = batch.split_at(batch.len() / 2);
        let [own, other] = gradients;
        let loss = thread::scope(|scope| {
            let theirs = scope.spawn(|| learn(second, other));
            learn(first, own) + theirs.join().unwrap_or(f64::NAN)
        });
        own.0.iter_mut().zip(&other.0).for_each(|(own, other)| add(own, other));
        let weights = weights.0.as_flattened_mut();
        adam.step(weights, own.0.as_flattened(), rate);
        for weight in weights {
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
        loss
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}
