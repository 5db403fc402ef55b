//! A network trained by gradient on the games that it plays against itself.
//!
//! Of the aim for a position a part (`lambda`) is the outcome of its game, the rest what the player thought when
//! it made its move. Every step plays games with the network of the step before and trains on them; a sample
//! is learnt in a random one of the symmetries of the board.
//!
//! With the method `network` the player looks a few plies ahead. With `tree-search` it searches the tree, in the
//! manner of `AlphaZero`: the network has a policy, too, which learns how often the search visited each move; the
//! first moves of a game are drawn by their visits, the later ones are the most visited, and noise at the root
//! lets any move be tried.

use crate::crew::{self, Crew};
use crate::learnable::{Learnable, cell_maps};
use crate::look_ahead::LookAhead;
use crate::model::AnyModel;
use crate::network::{Inputs, Network};
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{ModelSpec, Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use crate::training::{Adam, Pace, train};
use crate::tree_search::{TreeSearch, policy_indices, simulations};
use game::{Perfect, Rules, Side};

const GAMES: u64 = 11;
const SHUFFLES: u64 = 12;
/// How often each position is gone through.
const EPOCHS: u64 = 2;
/// Samples in a step of the gradient.
const BATCH: usize = 128;

/// A position to learn from.
struct Sample {
    inputs: Inputs,
    aim: f32,
    /// The share of the visits that each output of the policy got; empty where there is no policy.
    policy: Vec<(usize, f32)>,
}

/// What a player thinks of a position: a value for the side to move, the shares of a policy, and the move.
struct Thought<G: Rules> {
    value: f32,
    policy: Vec<(usize, f32)>,
    mv: G::Move,
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
        let network = match settings.model {
            ModelSpec::Network(hidden) => Network::new(usize::from(hidden), settings.seed),
            ModelSpec::Policy(hidden) => Network::with_policy(usize::from(hidden), settings.seed),
            ModelSpec::Tuples(_) | ModelSpec::Features | ModelSpec::Engine => {
                let (method, found) = (settings.method, settings.model.clone());
                return Err(SettingsError::Model { method, expected: "a network", found });
            }
        };
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

    /// The positions of a game, each with what is to be learnt of it.
    fn game(&self, number: u64) -> Vec<Sample> {
        let Settings { seed, exploration, lambda, .. } = self.settings;
        let mut numbers = Numbers::new(seed, GAMES, number);
        let mut turns: Vec<(Sample, Side)> = Vec::new();
        let outcome = self_play::play::<L>(self.start, |position| {
            let Thought { value, policy, mv } = if self.network.has_policy() {
                self.search(position, turns.len(), &mut numbers)?
            } else {
                self.look_ahead(position, numbers.word())?
            };
            let inputs = Inputs::of::<L>(position);
            turns.push((Sample { inputs, aim: value, policy }, position.side_to_move()));
            if numbers.fraction() < exploration {
                let moves = position.moves();
                return Some(moves[numbers.below(moves.len())]);
            }
            Some(mv)
        });
        let sample = |(sample, side): (Sample, Side)| {
            let outcome = if side == Side::White { outcome } else { -outcome };
            Sample { aim: lambda * outcome + (1.0 - lambda) * sample.aim, ..sample }
        };
        turns.into_iter().map(sample).collect()
    }

    fn look_ahead(&self, position: &L::Game, tie: u64) -> Option<Thought<L::Game>> {
        let mut look = LookAhead::<L, _>::new(&self.network);
        let best = look.best(position, self.settings.depth, tie)?;
        Some(Thought { value: best.value.clamp(-1.0, 1.0), policy: Vec::new(), mv: best.mv })
    }

    fn search(
        &self,
        position: &L::Game,
        ply: usize,
        numbers: &mut Numbers,
    ) -> Option<Thought<L::Game>> {
        let (count, moves) = (simulations(self.settings.depth), position.moves());
        let found = TreeSearch::run(&self.network, position, count, Some(numbers), &|| true)?;
        let sum = found.visits.iter().sum::<u32>().max(1) as f32;
        let shares = found.visits.iter().map(|&visits| visits as f32 / sum);
        let policy = policy_indices::<L>(position, &moves).into_iter().zip(shares).collect();
        let chosen = if ply < L::cells().len() / 4 {
            found.drawn_by_visits(numbers.fraction())
        } else {
            found.most_visited(numbers.word())
        };
        Some(Thought { value: found.value, policy, mv: moves[chosen] })
    }

    fn train(&mut self, samples: &[Sample], first: u64) {
        let maps = cell_maps::<L>();
        for epoch in 0..EPOCHS {
            let mut numbers = Numbers::new(self.settings.seed, SHUFFLES, EPOCHS * first + epoch);
            let (network, adam, rate) = (&mut self.network, &mut self.adam, self.settings.rate);
            train(
                network,
                adam,
                Pace { rate: |_| rate, batch: BATCH },
                samples.len(),
                &mut numbers,
                |network, sample, chance, sum| {
                    let map = &maps[chance.below(maps.len())];
                    let Sample { inputs, aim, policy } = &samples[sample];
                    // The output for a pass lies beyond the cells, and stays where it is.
                    let to = |cell: usize| map.get(cell).map_or(cell, |&to| usize::from(to));
                    let policy: Vec<(usize, f32)> =
                        policy.iter().map(|&(index, share)| (to(index), share)).collect();
                    network.gradient(&inputs.turned::<L>(map), *aim, &policy, sum);
                },
            );
        }
    }
}

impl<L: Learnable> Trainer for Gradient<L> {
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let (first, games) = (self.games, u64::from(self.settings.games));
        let played = crew::map(crew, games as usize, |index| self.game(first + index as u64));
        let samples: Vec<Sample> = played.into_iter().flatten().collect();
        self.train(&samples, first);
        self.games += games;
        Step { games, positions: samples.len() as u64, error: None }
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
