//! A network trained by gradient on the games that it plays against itself with a look-ahead.
//!
//! Of the aim for a position a part (`lambda`) is the outcome of its game, the rest what the look-ahead thought.
//! Every step plays games with the network of the step before and trains on them.

use crate::crew::{self, Crew};
use crate::learnable::Learnable;
use crate::look_ahead::LookAhead;
use crate::model::AnyModel;
use crate::network::{Inputs, Network};
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{ModelSpec, Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use crate::training::{Adam, train};
use game::{Perfect, Side};

const GAMES: u64 = 11;
const SHUFFLES: u64 = 12;
/// How often each position is gone through.
const EPOCHS: u64 = 2;

/// A position to learn from.
struct Sample {
    inputs: Inputs,
    aim: f32,
}

/// A network at work.
pub struct Gradient<L: Learnable> {
    settings: Settings,
    start: L::Game,
    network: Network<L>,
    adam: Adam,
    games: u64,
}

impl<L: Learnable> Gradient<L> {
    pub fn new(settings: &Settings) -> Result<Gradient<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let ModelSpec::Network(hidden) = settings.model else {
            let (method, found) = (settings.method, settings.model.clone());
            return Err(SettingsError::Model { method, expected: "a network", found });
        };
        let network = Network::new(usize::from(hidden), settings.seed);
        let adam = Adam::new(network.weights.len());
        Ok(Gradient { settings: settings.clone(), start, network, adam, games: 0 })
    }

    pub fn resume(settings: &Settings, state: &Snapshot) -> Result<Gradient<L>, ResumeError> {
        let mut trainer = Gradient::new(settings)?;
        [trainer.games] = state.counts("counts")?;
        state.fill("weights", &mut trainer.network.weights)?;
        trainer.adam = Adam::read(state, trainer.network.weights.len())?;
        Ok(trainer)
    }

    fn train(&mut self, samples: &[Sample], first: u64) {
        for epoch in 0..EPOCHS {
            let mut numbers = Numbers::new(self.settings.seed, SHUFFLES, EPOCHS * first + epoch);
            let (network, adam, rate) = (&mut self.network, &mut self.adam, self.settings.rate);
            train(
                network,
                adam,
                rate,
                samples.len(),
                &mut numbers,
                |network, sample, _, gradient| {
                    let Sample { inputs, aim } = &samples[sample];
                    network.gradient(inputs, *aim, &[], gradient);
                },
            );
        }
    }
}

/// The positions of a game, each with its aim.
fn game<L: Learnable>(
    settings: &Settings,
    start: L::Game,
    network: &Network<L>,
    number: u64,
) -> Vec<Sample> {
    let mut numbers = Numbers::new(settings.seed, GAMES, number);
    let mut turns: Vec<(Inputs, Side, f32)> = Vec::new();
    let outcome = self_play::play::<L>(start, |position| {
        let mut look = LookAhead::<L, _>::new(network);
        let best = look.best(position, settings.depth, numbers.word())?;
        let side = position.side_to_move();
        turns.push((Inputs::of::<L>(position), side, best.value.clamp(-1.0, 1.0)));
        if numbers.fraction() < settings.exploration {
            let moves = position.moves();
            return Some(moves[numbers.below(moves.len())]);
        }
        Some(best.mv)
    });
    let sample = |(inputs, side, thought): (Inputs, Side, f32)| {
        let outcome = if side == Side::White { outcome } else { -outcome };
        Sample { inputs, aim: settings.lambda * outcome + (1.0 - settings.lambda) * thought }
    };
    turns.into_iter().map(sample).collect()
}

impl<L: Learnable> Trainer for Gradient<L> {
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let (first, games) = (self.games, u64::from(self.settings.games));
        let (settings, start, network) = (&self.settings, self.start, &self.network);
        let played = crew::map(crew, games as usize, |index| {
            game::<L>(settings, start, network, first + index as u64)
        });
        let samples: Vec<Sample> = played.into_iter().flatten().collect();
        self.train(&samples, first);
        self.games += games;
        Step { games, positions: samples.len() as u64 }
    }

    fn player(&self) -> Snapshot {
        AnyModel::Network(self.network.clone()).snapshot(&self.settings.model)
    }

    fn state(&self) -> Snapshot {
        let mut state = Snapshot::new::<L>(&self.settings.model);
        state.push_counts("counts", &[self.games]);
        state.push("weights", self.network.weights.clone());
        self.adam.write(&mut state);
        state
    }
}
