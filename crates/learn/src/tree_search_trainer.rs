//! A network with a value and a policy that learns from its own tree search, in the manner of `AlphaZero`.
//!
//! Every move of a game is searched. The policy learns how often the search visited each move, the value what
//! came of the game (`lambda` of it) and what the search thought (the rest). The first moves of a game are
//! drawn by their visits, the later ones are the most visited; noise at the root lets any move be tried. A
//! sample is learnt in a random one of the symmetries of the board.

use crate::crew::{self, Crew};
use crate::learnable::{Learnable, cell_maps};
use crate::model::AnyModel;
use crate::network::{Inputs, Network};
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{ModelSpec, Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use crate::training::{Adam, train};
use crate::tree_search::{TreeSearch, policy_indices, simulations};
use game::{Perfect, Side};

const GAMES: u64 = 41;
const SHUFFLES: u64 = 42;
/// How often each position is gone through.
const EPOCHS: u64 = 2;

/// A position to learn from.
struct Sample {
    inputs: Inputs,
    aim: f32,
    /// The share of the visits that each output of the policy got.
    policy: Vec<(usize, f32)>,
}

/// Tree search at work.
pub struct TreeSearchTrainer<L: Learnable> {
    settings: Settings,
    start: L::Game,
    network: Network<L>,
    adam: Adam,
    games: u64,
}

impl<L: Learnable> TreeSearchTrainer<L> {
    pub fn new(settings: &Settings) -> Result<TreeSearchTrainer<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let ModelSpec::Policy(hidden) = settings.model else {
            let (method, found) = (settings.method, settings.model.clone());
            return Err(SettingsError::Model { method, expected: "a policy", found });
        };
        let network = Network::with_policy(usize::from(hidden), settings.seed);
        let adam = Adam::new(network.weights.len());
        Ok(TreeSearchTrainer { settings: settings.clone(), start, network, adam, games: 0 })
    }

    pub fn resume(
        settings: &Settings,
        state: &Snapshot,
    ) -> Result<TreeSearchTrainer<L>, ResumeError> {
        let mut trainer = TreeSearchTrainer::new(settings)?;
        [trainer.games] = state.counts("counts")?;
        state.fill("weights", &mut trainer.network.weights)?;
        trainer.adam = Adam::read(state, trainer.network.weights.len())?;
        Ok(trainer)
    }

    /// The positions of a game, each with what is to be learnt of it.
    fn game(&self, number: u64) -> Vec<Sample> {
        let settings = &self.settings;
        let mut numbers = Numbers::new(settings.seed, GAMES, number);
        let drawn_plies = L::cells().len() / 4;
        let mut turns: Vec<(Sample, Side)> = Vec::new();
        let outcome = self_play::play::<L>(self.start, |position| {
            let count = simulations(settings.depth);
            let noise = Some(&mut numbers);
            let found = TreeSearch::run(&self.network, position, count, noise, &|| true)?;
            let moves = position.moves();
            let sum = found.visits.iter().sum::<u32>().max(1) as f32;
            let shares = found.visits.iter().map(|&visits| visits as f32 / sum);
            let policy = policy_indices::<L>(position, &moves).into_iter().zip(shares).collect();
            let inputs = Inputs::of::<L>(position);
            let side = position.side_to_move();
            turns.push((Sample { inputs, aim: found.value, policy }, side));
            if numbers.fraction() < settings.exploration {
                return Some(moves[numbers.below(moves.len())]);
            }
            let drawn = turns.len() <= drawn_plies;
            let chosen = if drawn {
                found.drawn_by_visits(numbers.fraction())
            } else {
                found.most_visited(numbers.word())
            };
            Some(moves[chosen])
        });
        let lambda = settings.lambda;
        let sample = |(sample, side): (Sample, Side)| {
            let outcome = if side == Side::White { outcome } else { -outcome };
            Sample { aim: lambda * outcome + (1.0 - lambda) * sample.aim, ..sample }
        };
        turns.into_iter().map(sample).collect()
    }

    fn train(&mut self, samples: &[Sample], first: u64) {
        let maps = cell_maps::<L>();
        for epoch in 0..EPOCHS {
            let mut numbers = Numbers::new(self.settings.seed, SHUFFLES, EPOCHS * first + epoch);
            let (network, adam, rate) = (&mut self.network, &mut self.adam, self.settings.rate);
            train(
                network,
                adam,
                rate,
                samples.len(),
                &mut numbers,
                |network, sample, numbers, gradient| {
                    let map = &maps[numbers.below(maps.len())];
                    let Sample { inputs, aim, policy } = &samples[sample];
                    // The output for a pass lies beyond the cells, and stays where it is.
                    let to = |cell: usize| map.get(cell).map_or(cell, |&to| usize::from(to));
                    let policy: Vec<(usize, f32)> =
                        policy.iter().map(|&(index, share)| (to(index), share)).collect();
                    network.gradient(&inputs.turned::<L>(map), *aim, &policy, gradient);
                },
            );
        }
    }
}

impl<L: Learnable> Trainer for TreeSearchTrainer<L> {
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let (first, games) = (self.games, u64::from(self.settings.games));
        let played = crew::map(crew, games as usize, |index| self.game(first + index as u64));
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
