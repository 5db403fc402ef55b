//! Temporal differences in self-play: the value of a position is drawn towards that of the position that
//! came after it, and at the end towards the result.
//!
//! A learner looks ahead at every move and remembers the leaf that it came to: at one ply the afterstate, at
//! more the end of the principal variation (TD-leaf). At the end of a game the leaves are gone through
//! backwards; `lambda` says how much of the aim is what came of the game and how much the next leaf alone. Where a
//! random move was made, what came of it says nothing of the move that was thought best, and the aim starts
//! from the estimate again.
//!
//! With temporal coherence each weight has a rate of its own: the sum of its changes over the sum of their
//! sizes. A weight that goes one way learns fast; one that trembles settles.

use crate::contest::{self, Opponent};
use crate::crew::{self, Crew};
use crate::learnable::{Heuristic, Learnable};
use crate::least_squares::{Feature, sum};
use crate::linear::Linear;
use crate::look_ahead::LookAhead;
use crate::model::AnyModel;
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{Against, Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use game::{Perfect, Rules, Side};

/// Streams of random numbers.
const GAMES: u64 = 1;
const PAIRS: u64 = 2;

/// A learner: its function, and how its weights have moved.
struct Learner<L> {
    linear: Linear<L>,
    /// The weights averaged over the last steps: they play better than those of any one step.
    averaged: Vec<f32>,
    /// The sums of the changes of each weight and of their sizes.
    drift: Vec<f32>,
    travel: Vec<f32>,
    /// Points in games since the run began, for a population.
    points: f32,
}

impl<L: Learnable> Clone for Learner<L> {
    fn clone(&self) -> Learner<L> {
        Learner {
            linear: self.linear.clone(),
            averaged: self.averaged.clone(),
            drift: self.drift.clone(),
            travel: self.travel.clone(),
            points: self.points,
        }
    }
}

/// Temporal differences at work.
pub struct Td<L: Learnable> {
    settings: Settings,
    start: L::Game,
    learners: Vec<Learner<L>>,
    /// Games so far.
    games: u64,
}

/// A turn of a game that is remembered.
struct Turn<G> {
    leaf: G,
    /// Where the game is over at the leaf, its value for the side that looked ahead.
    over: Option<f32>,
    /// The side that looked ahead.
    side: Side,
    /// Was another move made than the one that was thought best?
    random: bool,
}

impl<L: Learnable> Td<L> {
    pub fn new(settings: &Settings) -> Result<Td<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let linear = Linear::new(settings)?;
        let none = vec![0.0; linear.weights.len()];
        let (averaged, drift) = (none.clone(), none.clone());
        let learner = Learner { linear, averaged, drift, travel: none, points: 0.0 };
        let learners = vec![learner; settings.population as usize];
        Ok(Td { settings: settings.clone(), start, learners, games: 0 })
    }

    pub fn resume(settings: &Settings, state: &Snapshot) -> Result<Td<L>, ResumeError> {
        let mut td = Td::new(settings)?;
        [td.games] = state.counts("games")?;
        for (number, learner) in td.learners.iter_mut().enumerate() {
            state.fill(&format!("weights-{number}"), &mut learner.linear.weights)?;
            state.fill(&format!("averaged-{number}"), &mut learner.averaged)?;
            state.fill(&format!("drift-{number}"), &mut learner.drift)?;
            state.fill(&format!("travel-{number}"), &mut learner.travel)?;
            let mut points = [0.0];
            state.fill(&format!("points-{number}"), &mut points)?;
            [learner.points] = points;
        }
        Ok(td)
    }

    /// The learner that has got the most points of the others; the first where there is one.
    fn best(&self) -> &Learner<L> {
        let best = self.learners.iter().reduce(|a, b| if b.points > a.points { b } else { a });
        best.unwrap_or(&self.learners[0])
    }
}

impl<L: Learnable> Trainer for Td<L> {
    /// With several threads each learns from its share of the games on its own, and the weights are
    /// averaged: the same number of threads gives the same run.
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let (first, games) = (self.games, u64::from(self.settings.games));
        self.games += games;
        let workers = crew.size().clamp(1, games as usize);
        let share = |worker: usize| {
            let at = |worker: usize| first + games * worker as u64 / workers as u64;
            at(worker)..at(worker + 1)
        };
        let (settings, start, learners) = (&self.settings, self.start, &self.learners);
        let mut results = crew::map(crew, workers, |worker| {
            let mut learners = learners.clone();
            let positions = share(worker)
                .map(|number| learn_from_game(settings, start, &mut learners, number))
                .sum::<u64>();
            (learners, positions)
        });
        let positions = results.iter().map(|(_, positions)| positions).sum();
        if let Some((learners, _)) = results.pop() {
            self.learners = learners;
        }
        let parts = 1.0 / workers as f32;
        for (number, learner) in self.learners.iter_mut().enumerate() {
            let others: Vec<&Learner<L>> = results.iter().map(|(all, _)| &all[number]).collect();
            average(&mut learner.linear.weights, &others, |other| &other.linear.weights, parts);
            average(&mut learner.drift, &others, |other| &other.drift, parts);
            average(&mut learner.travel, &others, |other| &other.travel, parts);
            // A mean over about the last quarter of the run.
            let steps = self.games as f32 / games as f32;
            let newest = (4.0 / (steps + 3.0)).min(1.0);
            for (mean, weight) in learner.averaged.iter_mut().zip(&learner.linear.weights) {
                *mean += newest * (weight - *mean);
            }
        }
        Step { games, positions, error: None }
    }

    fn player(&self) -> Snapshot {
        let best = self.best();
        let mut linear = best.linear.clone();
        linear.weights.clone_from(&best.averaged);
        AnyModel::Linear(linear).snapshot(&self.settings.model)
    }

    fn state(&self) -> Snapshot {
        let mut state = Snapshot::new::<L>(&self.settings.model);
        state.push_counts("games", &[self.games]);
        for (number, learner) in self.learners.iter().enumerate() {
            state.push(format!("weights-{number}"), learner.linear.weights.clone());
            state.push(format!("averaged-{number}"), learner.averaged.clone());
            state.push(format!("drift-{number}"), learner.drift.clone());
            state.push(format!("travel-{number}"), learner.travel.clone());
            state.push(format!("points-{number}"), vec![learner.points]);
        }
        state
    }
}

fn average<'a, L: 'a>(
    numbers: &mut [f32],
    others: &[&'a Learner<L>],
    of: impl Fn(&'a Learner<L>) -> &'a Vec<f32>,
    part: f32,
) {
    if others.is_empty() {
        return;
    }
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = part * others.iter().fold(*number, |sum, other| sum + of(other)[index]);
    }
}

/// Plays a game and learns from it; returns how many positions it learnt from.
fn learn_from_game<L: Learnable>(
    settings: &Settings,
    start: L::Game,
    learners: &mut [Learner<L>],
    number: u64,
) -> u64 {
    if settings.against == Against::Heuristic {
        return learn_from_league_game(settings, start, learners, number);
    }
    let (white, black) = players(settings, learners.len(), number);
    let mut numbers = Numbers::new(settings.seed, GAMES, number);
    let mut turns: Vec<Turn<L::Game>> = Vec::new();
    let outcome = self_play::play::<L>(start, |position| {
        let side = position.side_to_move();
        let learner = &learners[if side == Side::White { white } else { black }];
        let mut look = LookAhead::<L, _>::new(&learner.linear);
        let best = look.best(position, settings.depth, numbers.word())?;
        let random = numbers.fraction() < settings.exploration;
        turns.push(Turn { leaf: best.leaf, over: best.over.then_some(best.value), side, random });
        let moves = position.moves();
        Some(if random { moves[numbers.below(moves.len())] } else { best.mv })
    });
    let mut learnt = learners[white].learn(&turns, outcome, settings);
    if black != white {
        learners[white].points += outcome;
        learners[black].points -= outcome;
        learnt += learners[black].learn(&turns, outcome, settings);
    }
    learnt
}

/// The same in the league of the published heuristic: the learner plays one side, and random moves of both
/// players are part of the game, so the afterstates of all its moves are learnt from.
fn learn_from_league_game<L: Learnable>(
    settings: &Settings,
    start: L::Game,
    learners: &mut [Learner<L>],
    number: u64,
) -> u64 {
    let Some(Heuristic { random_moves, .. }) = L::heuristic() else { return 0 };
    let Some(mut opponent) = contest::mover::<L>(Opponent::Heuristic) else { return 0 };
    let learner = &mut learners[number as usize % learners.len()];
    let own_side = if number.is_multiple_of(2) { Side::White } else { Side::Black };
    let mut numbers = Numbers::new(settings.seed, GAMES, number);
    let mut turns: Vec<Turn<L::Game>> = Vec::new();
    let outcome = self_play::play::<L>(start, |position| {
        let side = position.side_to_move();
        let random = numbers.fraction() < random_moves;
        let moves = position.moves();
        let mv = if random {
            moves[numbers.below(moves.len())]
        } else if side == own_side {
            LookAhead::<L, _>::new(&learner.linear).best(position, 1, numbers.word())?.mv
        } else {
            opponent.choose(&[*position], &mut numbers)?
        };
        let leaf = position.play(mv);
        if side == own_side && leaf.moves_unless_over().is_some() {
            turns.push(Turn { leaf, over: None, side, random: false });
        }
        Some(mv)
    });
    learner.points += if own_side == Side::White { outcome } else { -outcome };
    learner.learn(&turns, outcome, settings)
}

/// Which learner plays white and which black.
fn players(settings: &Settings, count: usize, number: u64) -> (usize, usize) {
    if count == 1 {
        return (0, 0);
    }
    let mut numbers = Numbers::new(settings.seed, PAIRS, number);
    let white = numbers.below(count);
    let black = (white + 1 + numbers.below(count - 1)) % count;
    (white, black)
}

impl<L: Learnable> Learner<L> {
    /// Learns from the leaves of a game, those of the other learner included; `outcome` is as white sees it. Returns how many
    /// leaves it learnt from.
    fn learn(&mut self, turns: &[Turn<L::Game>], outcome: f32, settings: &Settings) -> u64 {
        let mut features: Vec<Feature> = Vec::new();
        let mut learnt = 0;
        let mut aim = outcome;
        for turn in turns.iter().rev() {
            let leaf_is_white = turn.leaf.side_to_move() == Side::White;
            let sign = if leaf_is_white { 1.0 } else { -1.0 };
            if let Some(value) = turn.over {
                let value = value.clamp(-1.0, 1.0);
                aim = if turn.side == Side::White { value } else { -value };
                continue;
            }
            features.clear();
            self.linear.list(&turn.leaf, &mut features);
            let value = sum(&features, &self.linear.weights).tanh();
            if !turn.random {
                self.nudge(&features, sign * aim - value, value, settings);
                learnt += 1;
            }
            let lambda = if turn.random { 0.0 } else { settings.lambda };
            aim = (1.0 - lambda) * sign * value + lambda * aim;
        }
        learnt
    }

    /// Draws the value of a position by a part of the error towards its aim.
    fn nudge(&mut self, features: &[Feature], error: f32, value: f32, settings: &Settings) {
        let slope = 1.0 - value * value;
        let strength: f32 = features.iter().map(|&(_, amount)| amount * amount).sum();
        let change = settings.rate * error * slope / strength.max(1.0);
        if !settings.coherence {
            for &(index, amount) in features {
                self.linear.weights[index as usize] += change * amount;
            }
            return;
        }
        for &(index, amount) in features {
            let index = index as usize;
            let (drift, travel) = (self.drift[index], self.travel[index]);
            let own_rate = if travel > 0.0 { drift.abs() / travel } else { 1.0 };
            self.linear.weights[index] += own_rate * change * amount;
            self.drift[index] = drift + change * amount;
            self.travel[index] = travel + (change * amount).abs();
        }
    }
}
