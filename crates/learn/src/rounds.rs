//! Rounds of games, and a value fitted to their outcomes: the first rounds at random, the later ones by the value
//! that was fitted so far. With n-tuples this asks whether random play teaches anything (`random-games`);
//! with the features of a game, what people's knowledge is worth (`fit`).

use crate::crew::{self, Crew};
use crate::learnable::Learnable;
use crate::least_squares::{Examples, Feature};
use crate::linear::Linear;
use crate::logistic;
use crate::look_ahead::LookAhead;
use crate::model::AnyModel;
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use game::{Perfect, Side};

const GAMES: u64 = 21;
/// A fit draws each weight towards the one before as so many examples would.
const DOUBT: f32 = 30.0;
const NEWTON_STEPS: usize = 2;

/// Rounds at work.
pub struct Rounds<L: Learnable> {
    settings: Settings,
    start: L::Game,
    linear: Linear<L>,
    games: u64,
    steps: u64,
}

/// The positions of a round: their features one after the other, and for each where they end and the share
/// of the point that the side to move got.
#[derive(Default)]
struct Samples {
    features: Vec<Feature>,
    ends: Vec<(usize, f32)>,
}

impl Examples for Samples {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut from = 0;
        for &(to, result) in &self.ends {
            visit(&self.features[from..to], result);
            from = to;
        }
    }
}

impl<L: Learnable> Rounds<L> {
    pub fn new(settings: &Settings) -> Result<Rounds<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let linear = Linear::new(settings)?;
        Ok(Rounds { settings: settings.clone(), start, linear, games: 0, steps: 0 })
    }

    pub fn resume(settings: &Settings, state: &Snapshot) -> Result<Rounds<L>, ResumeError> {
        let mut trainer = Rounds::new(settings)?;
        [trainer.games, trainer.steps] = state.counts("counts")?;
        state.fill("weights", &mut trainer.linear.weights)?;
        Ok(trainer)
    }

    /// The positions of one game.
    fn game(&self, number: u64) -> Samples {
        let settings = &self.settings;
        let mut numbers = Numbers::new(settings.seed, GAMES, number);
        let at_random = self.steps < u64::from(settings.random_steps);
        let mut samples = Samples::default();
        let mut sides = Vec::new();
        let outcome = self_play::play::<L>(self.start, |position| {
            self.linear.list(position, &mut samples.features);
            samples.ends.push((samples.features.len(), 0.0));
            sides.push(position.side_to_move());
            let moves = position.moves();
            if at_random || numbers.fraction() < settings.exploration {
                return Some(moves[numbers.below(moves.len())]);
            }
            let mut look = LookAhead::<L, _>::new(&self.linear);
            look.best(position, settings.depth, numbers.word()).map(|best| best.mv)
        });
        for ((_, result), side) in samples.ends.iter_mut().zip(sides) {
            let outcome = if side == Side::White { outcome } else { -outcome };
            *result = f32::midpoint(outcome, 1.0);
        }
        samples
    }
}

impl<L: Learnable> Trainer for Rounds<L> {
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let (first, games) = (self.games, u64::from(self.settings.games));
        let played = crew::map(crew, games as usize, |index| self.game(first + index as u64));
        let mut samples = Samples::default();
        for game in played {
            let from = samples.features.len();
            samples.features.extend(game.features);
            samples.ends.extend(game.ends.iter().map(|&(to, result)| (from + to, result)));
        }
        // The tangent of a sum is the chance to win that goes with twice the sum.
        let believed: Vec<f32> = self.linear.weights.iter().map(|weight| 2.0 * weight).collect();
        let fitted = logistic::fit(&samples, &believed, DOUBT, NEWTON_STEPS);
        self.linear.weights = fitted.iter().map(|weight| weight / 2.0).collect();
        self.games += games;
        self.steps += 1;
        Step { games, positions: samples.ends.len() as u64, error: None }
    }

    fn player(&self) -> Snapshot {
        AnyModel::Linear(self.linear.clone()).snapshot(&self.settings.model)
    }

    fn state(&self) -> Snapshot {
        let mut state = Snapshot::new::<L>(&self.settings.model);
        state.push_counts("counts", &[self.games, self.steps]);
        state.push("weights", self.linear.weights.clone());
        state
    }
}
