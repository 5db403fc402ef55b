//! The network of the chess evaluation, trained by gradient on samples.
//!
//! The hidden layer is trained as floats and rounded at the end. The rate falls along a cosine to almost nothing.

use super::fit::best_unit;
use super::lesson::{Aims, Imitation, Lesson};
use super::{Origin, Sample};
use chess::Position;
use chess::engine::Evaluator;
use chess::engine::evaluation::{self, PawnCache};
use chess::engine::network::{
    HIDDEN, HIDDEN_ONE, INPUTS, LAYOUT, Network, NetworkCache, OUTPUT_ONE, PHASES, SCALE,
};
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
    /// How often each lesson is learnt.
    pub epochs: u32,
    pub aims: Aims,
    /// How much of each step imitates a teacher, from 0 to 1. Where all of it does, an epoch is as long as where none does.
    pub imitation: f32,
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
/// The weights of the output in each phase of the game: for the side to move, then for the other side.
const OUTPUTS: usize = INPUTS + 1;
/// The biases of the output in each phase come first here; the rest is not used.
const OUTPUT_BIASES: usize = OUTPUTS + 2 * PHASES;
const ROWS: usize = OUTPUT_BIASES + 1;

impl Weights {
    fn zero() -> Weights {
        Weights(vec![[0.0; HIDDEN]; ROWS])
    }

    /// Small random weights.
    fn random(seed: u64) -> Weights {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut within = |most: f32| most * (random.next_u32() as f32 / 2f32.powi(31) - 1.0);
        let mut weights = Weights::zero();
        for (index, row) in weights.0[..OUTPUT_BIASES].iter_mut().enumerate() {
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
        let ones = std::iter::repeat_n(hidden, OUTPUTS * HIDDEN)
            .chain(std::iter::repeat_n(output, 2 * PHASES * HIDDEN))
            .chain(std::iter::repeat_n(hidden * output, PHASES));
        let numbers = file.arrays().flat_map(|array| array.numbers());
        for ((weight, number), one) in
            weights.0.as_flattened_mut().iter_mut().zip(numbers).zip(ones)
        {
            *weight = number as f32 / one;
        }
        Some(weights)
    }

    fn file(&self) -> Result<Vec<u8>, WriteError> {
        Network::file(&self.0.as_flattened()[..OUTPUT_BIASES * HIDDEN + PHASES])
    }
}

/// Trains a network. The last twentieth of the games is kept aside. Beside the games it imitates the teacher.
/// It begins with a network, if the file of one is given, and with small random weights otherwise.
pub fn train(
    samples: &[Sample],
    plan: Plan,
    teacher: Evaluator,
    first: Option<&[u8]>,
    mut watch: impl FnMut(Epoch),
) -> Trained {
    let unit = best_unit(samples);
    let last = samples.len() - samples.len() / 20;
    let last = (last..samples.len())
        .find(|&index| samples[index].origin == Origin::GameStart)
        .unwrap_or(last);
    let (samples, samples_aside) = samples.split_at(last);
    let [learned, aside] = [samples, samples_aside].map(|samples| plan.aims.lessons(samples, unit));
    let mut trainer = Trainer::new(plan, unit);
    if let Some(weights) = first.and_then(Weights::read) {
        trainer.weights = weights;
    }
    let random = ChaCha8Rng::seed_from_u64(plan.seed ^ 2);
    let imitation = Imitation::new(samples, unit, teacher, random);
    let mut batches = Batches::new(&learned, plan, imitation);
    let steps = plan.epochs as usize * batches.in_an_epoch();
    let (mut step, mut batch) = (0, Vec::with_capacity(BATCH));
    for number in 1..=plan.epochs {
        batches.shuffle();
        let (mut loss, mut count) = (0.0, 0);
        for index in 0..batches.in_an_epoch() {
            let done = step as f32 / steps.max(1) as f32;
            let cosine = f32::midpoint((std::f32::consts::PI * done).cos(), 1.0);
            let rate = plan.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            batches.fill(index, &mut batch);
            loss += trainer.step(&batch, rate);
            count += batch.len();
            step += 1;
        }
        watch(Epoch {
            number,
            loss_learned: loss / count.max(1) as f64,
            loss: trainer.objective.loss(&trainer.weights, &aside),
        });
    }
    let loss_by = |evaluate: &mut dyn FnMut(&Position) -> i32| {
        let quiet = samples_aside.iter().filter(|sample| sample.quiet).zip(&aside);
        let bits = |(sample, lesson): (&Sample, &Lesson)| {
            surprise(chance(evaluate(&sample.position) as f32 / unit), lesson.aim)
        };
        quiet.map(bits).sum::<f64>() / aside.len().max(1) as f64
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

/// What is learnt in each step of an epoch: lessons in random order, and imitation.
struct Batches<'a> {
    lessons: &'a [Lesson],
    order: Vec<u32>,
    random: ChaCha8Rng,
    imitation: Option<Imitation<'a>>,
    /// Lessons of a batch that imitate the teacher.
    imitated: usize,
}

impl<'a> Batches<'a> {
    fn new(lessons: &'a [Lesson], plan: Plan, imitation: Option<Imitation<'a>>) -> Batches<'a> {
        Batches {
            lessons,
            order: (0..lessons.len() as u32).collect(),
            random: ChaCha8Rng::seed_from_u64(plan.seed ^ 1),
            imitation,
            imitated: ((BATCH as f32 * plan.imitation) as usize).min(BATCH),
        }
    }

    /// An epoch that imitates only is as long as one that imitates nothing.
    fn in_an_epoch(&self) -> usize {
        let taken = if self.imitated == BATCH { BATCH } else { BATCH - self.imitated };
        self.order.len().div_ceil(taken)
    }

    fn shuffle(&mut self) {
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, (self.random.next_u64() % (last as u64 + 1)) as usize);
        }
    }

    fn fill(&mut self, index: usize, batch: &mut Vec<Lesson>) {
        batch.clear();
        let taken = BATCH - self.imitated;
        let numbers = self.order.iter().skip(index * taken).take(taken);
        batch.extend(numbers.map(|&number| self.lessons[number as usize]));
        batch.extend(self.imitation.iter_mut().flatten().take(self.imitated));
    }
}

/// How far a network is from what it should say.
#[derive(Debug, Clone, Copy)]
struct Objective {
    /// The hundredths of a pawn that make a win e times as likely as a loss.
    unit: f32,
}

/// The hidden layer of a position before the activation, in both views, and what the position is worth.
struct Pass {
    sums: [Row; 2],
    expected: f32,
}

impl Objective {
    /// What an output of 1 is as the logarithm of the odds to win.
    fn odds(self) -> f32 {
        SCALE as f32 / self.unit
    }

    fn pass(self, weights: &Weights, lesson: &Lesson) -> Pass {
        let rows = &weights.0;
        let mut sums = [rows[BIASES]; 2];
        for inputs in lesson.inputs() {
            for (sums, &input) in sums.iter_mut().zip(inputs) {
                add(sums, &rows[usize::from(input)]);
            }
        }
        let phase = lesson.phase();
        let mut output = rows[OUTPUT_BIASES][phase];
        for (sums, weights) in sums.iter().zip(&rows[OUTPUTS + 2 * phase..]) {
            for (sum, weight) in sums.iter().zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                output += clipped * clipped * weight;
            }
        }
        Pass { sums, expected: chance(output * self.odds()) }
    }

    /// In bits a lesson.
    fn loss(self, weights: &Weights, lessons: &[Lesson]) -> f64 {
        let bits = |lesson: &Lesson| surprise(self.pass(weights, lesson).expected, lesson.aim);
        lessons.iter().map(bits).sum::<f64>() / lessons.len().max(1) as f64
    }

    /// Adds the gradient of the cross entropy of a lesson, times `part`; returns the cross entropy.
    fn add_gradient(
        self,
        weights: &Weights,
        lesson: &Lesson,
        part: f32,
        gradient: &mut Weights,
    ) -> f64 {
        let pass = self.pass(weights, lesson);
        let slope = (pass.expected - lesson.aim) * self.odds() * part;
        let phase = lesson.phase();
        gradient.0[OUTPUT_BIASES][phase] += slope;
        let mut back = [[0.0; HIDDEN]; 2];
        for (view, (sums, back)) in pass.sums.iter().zip(&mut back).enumerate() {
            let output = OUTPUTS + 2 * phase + view;
            let (weights, gradient) = (&weights.0[output], &mut gradient.0[output]);
            for unit in 0..HIDDEN {
                let clipped = sums[unit].clamp(0.0, 1.0);
                gradient[unit] += slope * clipped * clipped;
                let inside = sums[unit] > 0.0 && sums[unit] < 1.0;
                back[unit] = if inside { slope * weights[unit] * 2.0 * clipped } else { 0.0 };
            }
        }
        for back in &back {
            add(&mut gradient.0[BIASES], back);
        }
        for inputs in lesson.inputs() {
            for (&input, back) in inputs.iter().zip(&back) {
                add(&mut gradient.0[usize::from(input)], back);
            }
        }
        surprise(pass.expected, lesson.aim)
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
            objective: Objective { unit },
            weights: Weights::random(plan.seed),
            gradients: [Weights::zero(), Weights::zero()],
            adam: Adam::new(ROWS * HIDDEN),
        }
    }

    /// Learns a batch; returns the sum of its losses before that.
    fn step(&mut self, batch: &[Lesson], rate: f32) -> f64 {
        let Trainer { objective, weights, gradients, adam } = self;
        let part = 1.0 / batch.len() as f32;
        let weights_now = &*weights;
        let learn = |lessons: &[Lesson], gradient: &mut Weights| -> f64 {
            gradient.0.fill([0.0; HIDDEN]);
            let learn = |lesson| objective.add_gradient(weights_now, lesson, part, gradient);
            lessons.iter().map(learn).sum()
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
