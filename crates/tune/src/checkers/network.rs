//! The network of the checkers evaluation, trained by gradient on samples.
//!
//! It is trained as floats and rounded at the end. The rate falls along a cosine to almost nothing.

use super::aims::{Aim, unit_of};
use super::sample::Sample;
use checkers::engine::network::{
    FIRST, INPUTS, LAYOUT, Network, SCALE, SECOND, STAGES, UNIT_ONE, WEIGHT_ONE, inputs, stage,
};
use checkers::engine::{Evaluator, View};
use learn::Adam;
use learn::logistic::{chance, surprise};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use weights::WriteError;

/// Samples in a step of the gradient.
const BATCH: usize = 4096;
/// The least part of the rate.
const LAST_RATE: f32 = 0.01;
/// No weight of the first layer is larger: with 24 pieces its sums fit into their integers.
const LARGEST: f32 = 4.0;
/// No weight behind it is larger.
const LARGEST_BEHIND: f32 = 100.0;

/// How a network is trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// How often each sample is learnt from.
    pub epochs: u32,
    /// How much of what a position is aimed at comes from the moves that follow (lambda).
    pub lambda: f32,
    /// The rate at first; it falls along a cosine.
    pub rate: f32,
    pub seed: u64,
}

/// How far training has come after an epoch: how unlikely the aims are, in bits each, of the samples learned from
/// during the epoch and of those kept aside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    pub number: u32,
    pub loss_learned: f64,
    pub loss: f64,
}

/// A network that was trained.
#[derive(Debug, Clone)]
pub struct Trained {
    weights: Weights,
    pub learned: usize,
    pub aside: usize,
    /// The hundredths of a man that make a win e times as likely as a loss.
    pub unit: f32,
    /// What the aims kept aside come to by the network as it is rounded, in bits each; by the network that the program is
    /// built with; and by the aims themselves, which nothing can beat.
    pub loss: f64,
    pub loss_before: f64,
    pub loss_least: f64,
}

impl Trained {
    /// The file of the network.
    pub fn file(&self) -> Result<Vec<u8>, WriteError> {
        self.weights.file()
    }
}

/// The weights, or their gradient, layer after layer.
#[derive(Debug, Clone)]
struct Weights(Vec<f32>);

const BIASES: usize = INPUTS * FIRST;
const SECOND_AT: usize = BIASES + FIRST;
const SECOND_BIASES: usize = SECOND_AT + STAGES * SECOND * FIRST;
const OUTPUT: usize = SECOND_BIASES + STAGES * SECOND;
const OUTPUT_BIASES: usize = OUTPUT + STAGES * SECOND;
const COUNT: usize = OUTPUT_BIASES + STAGES;

impl Weights {
    fn zero() -> Weights {
        Weights(vec![0.0; COUNT])
    }

    /// Small random weights.
    fn random(seed: u64) -> Weights {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut within = |most: f32| most * (random.next_u32() as f32 / 2f32.powi(31) - 1.0);
        let mut weights = Weights::zero();
        let (first, rest) = weights.0.split_at_mut(SECOND_AT);
        first.fill_with(|| within(0.2));
        first[BIASES..].iter_mut().for_each(|bias| *bias += 0.3);
        let (second, output) = rest.split_at_mut(SECOND_BIASES - SECOND_AT);
        second.fill_with(|| within(0.25));
        output[..OUTPUT - SECOND_BIASES].fill(0.3);
        output[OUTPUT - SECOND_BIASES..OUTPUT_BIASES - SECOND_BIASES].fill_with(|| within(1.0));
        weights
    }

    /// What each weight is multiplied by in a file.
    fn ones() -> impl Iterator<Item = f32> {
        let (unit, weight) = (f32::from(UNIT_ONE), f32::from(WEIGHT_ONE));
        let part = |count: usize, one: f32| std::iter::repeat_n(one, count);
        part(SECOND_AT, unit)
            .chain(part(SECOND_BIASES - SECOND_AT, weight))
            .chain(part(OUTPUT - SECOND_BIASES, unit * weight))
            .chain(part(OUTPUT_BIASES - OUTPUT, weight))
            .chain(part(COUNT - OUTPUT_BIASES, unit * weight))
    }

    fn file(&self) -> Result<Vec<u8>, WriteError> {
        let numbers: Vec<f32> =
            self.0.iter().zip(Weights::ones()).map(|(weight, one)| weight * one).collect();
        weights::write_floats(&LAYOUT, &numbers)
    }

    fn row<const N: usize>(&self, at: usize) -> &[f32; N] {
        self.0[at..].first_chunk().unwrap_or(&[0.0; N])
    }
}

/// Adds a row times a factor to part of the weights.
#[inline]
fn add<const N: usize>(sums: &mut [f32], row: &[f32; N], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// Where the weights of a stage are.
#[derive(Clone, Copy)]
struct Stage {
    second: usize,
    second_biases: usize,
    output: usize,
    output_bias: usize,
}

impl Stage {
    fn of(view: View) -> Stage {
        let stage = stage((view.own() | view.other()).count_ones());
        Stage {
            second: SECOND_AT + stage * SECOND * FIRST,
            second_biases: SECOND_BIASES + stage * SECOND,
            output: OUTPUT + stage * SECOND,
            output_bias: OUTPUT_BIASES + stage,
        }
    }
}

/// Both hidden layers of a position before the activation, and what the position is worth.
struct Pass {
    first: [f32; FIRST],
    second: [f32; SECOND],
    output: f32,
}

fn pass(weights: &Weights, view: View) -> Pass {
    let mut first = *weights.row::<FIRST>(BIASES);
    for input in inputs(view) {
        add(&mut first, weights.row::<FIRST>(input * FIRST), 1.0);
    }
    let active = first.map(|sum| sum.clamp(0.0, 1.0));
    let at = Stage::of(view);
    let mut second = *weights.row::<SECOND>(at.second_biases);
    for (unit, sum) in second.iter_mut().enumerate() {
        *sum += dot(&active, weights.row(at.second + unit * FIRST));
    }
    let mut output = weights.0[at.output_bias];
    for (sum, weight) in second.iter().zip(weights.row::<SECOND>(at.output)) {
        output += sum.clamp(0.0, 1.0) * weight;
    }
    Pass { first, second, output }
}

/// In eight sums at a time, which the compiler turns into one instruction.
#[inline]
fn dot(one: &[f32; FIRST], other: &[f32; FIRST]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// A slope is let through a little outside of the range, so that no unit is lost for good.
#[inline]
fn through(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.01 }
}

struct Trainer {
    /// What an output of 1 is as the logarithm of the odds to win.
    odds: f32,
    weights: Weights,
    gradient: Weights,
    adam: Adam,
}

impl Trainer {
    fn expected(&self, view: View) -> f32 {
        chance(pass(&self.weights, view).output * self.odds)
    }

    /// Adds the gradient of the cross entropy of a sample, times `part`; returns the cross entropy.
    fn add_gradient(&mut self, aim: &Aim, part: f32) -> f64 {
        let Pass { first, second, output } = pass(&self.weights, aim.view);
        let expected = chance(output * self.odds);
        let slope = (expected - aim.points) * self.odds * part;
        let at = Stage::of(aim.view);
        let active = first.map(|sum| sum.clamp(0.0, 1.0));
        let mut back = [0.0; FIRST];
        self.gradient.0[at.output_bias] += slope;
        for (unit, sum) in second.into_iter().enumerate() {
            self.gradient.0[at.output + unit] += slope * sum.clamp(0.0, 1.0);
            let slope = slope * self.weights.0[at.output + unit] * through(sum);
            self.gradient.0[at.second_biases + unit] += slope;
            let row = at.second + unit * FIRST;
            add(&mut self.gradient.0[row..row + FIRST], &active, slope);
            add(&mut back, self.weights.row::<FIRST>(row), slope);
        }
        for (back, &sum) in back.iter_mut().zip(&first) {
            *back *= through(sum);
        }
        add(&mut self.gradient.0[BIASES..SECOND_AT], &back, 1.0);
        for input in inputs(aim.view) {
            add(&mut self.gradient.0[input * FIRST..(input + 1) * FIRST], &back, 1.0);
        }
        surprise(expected, aim.points)
    }

    /// Learns from the aims with these numbers; returns the sum of their losses before that.
    fn step(&mut self, aims: &[Aim], batch: &[u32], rate: f32) -> f64 {
        self.gradient.0.fill(0.0);
        let part = 1.0 / batch.len() as f32;
        let loss =
            batch.iter().map(|&number| self.add_gradient(&aims[number as usize], part)).sum();
        self.adam.step(&mut self.weights.0, &self.gradient.0, rate);
        let (first, behind) = self.weights.0.split_at_mut(SECOND_AT);
        for weight in first {
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
        for weight in behind {
            *weight = weight.clamp(-LARGEST_BEHIND, LARGEST_BEHIND);
        }
        loss
    }
}

/// Trains a network. The last twentieth of the samples is kept aside: the samples of a game stand together, so these
/// are of other games.
pub fn train(samples: &[Sample], plan: Plan, mut watch: impl FnMut(Epoch)) -> Trained {
    let unit = unit_of(samples);
    let aims = Aim::all(samples, unit, plan.lambda);
    let (learned, aside) = aims.split_at(aims.len() - aims.len() / 20);
    let mut trainer = Trainer {
        odds: SCALE as f32 / unit,
        weights: Weights::random(plan.seed),
        gradient: Weights::zero(),
        adam: Adam::new(COUNT),
    };
    let mut order: Vec<u32> = (0..learned.len() as u32).collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed ^ 1);
    let steps = plan.epochs as usize * order.len().div_ceil(BATCH);
    let mean_loss = |expected: &dyn Fn(View) -> f32| {
        let bits = aside.iter().map(|aim| surprise(expected(aim.view), aim.points));
        bits.sum::<f64>() / aside.len().max(1) as f64
    };
    let mut step = 0;
    for number in 1..=plan.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let done = step as f32 / steps.max(1) as f32;
            let cosine = f32::midpoint((std::f32::consts::PI * done).cos(), 1.0);
            loss +=
                trainer.step(learned, batch, plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine));
            step += 1;
        }
        watch(Epoch {
            number,
            loss_learned: loss / order.len().max(1) as f64,
            loss: mean_loss(&|view| trainer.expected(view)),
        });
    }
    let before = Evaluator::default();
    let rounded = trainer.weights.file().ok().and_then(|file| Network::read(&file).ok());
    let least = aside.iter().map(|aim| surprise(aim.points, aim.points)).sum::<f64>();
    Trained {
        learned: learned.len(),
        aside: aside.len(),
        unit,
        loss: rounded.map_or(f64::NAN, |network| {
            mean_loss(&|view| chance(network.evaluate(view) as f32 / unit))
        }),
        loss_before: mean_loss(&|view| chance(before.evaluate_view(view) as f32 / unit)),
        loss_least: least / aside.len().max(1) as f64,
        weights: trainer.weights,
    }
}
