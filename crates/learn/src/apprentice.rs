//! The network of an engine, trained on games that the engine's own search plays.
//!
//! It plays games and remembers their quiet positions. The aim is what a search thought, drawn towards what later searches of the game
//! thought (`lambda`) and, at its end, the result. Some of the positions that a search evaluates on its way are searched and
//! learnt, too: an evaluation has to know them, and no game comes to them. When enough is remembered the network learns it, goes through it a few
//! times at a falling rate, forgets it and plays on. Few positions gone through again and again are learnt by heart: a memory that was
//! trained on from the first hundred games on, each position eight times or more, made the network of the program 82 rating points weaker.
//!
//! In the first steps the network imitates the evaluation that was made by hand, in and beside games that are played by
//! it: without that it would not know for long what a piece is worth. With `taught_steps` at 0 it learns from nothing, or,
//! with `from_shipped`, from what the engine plays by.
//!
//! One game in twenty is kept aside, and says how far the network is from what it should say of games that it has not seen.

use crate::crew::{self, Crew};
use crate::engine::{Engine, Evaluation, value};
use crate::learnable::Learnable;
use crate::lesson::{self, Lesson};
use crate::model::AnyModel;
use crate::network::{Inputs, Network};
use crate::random::Numbers;
use crate::self_play;
use crate::settings::{Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};
use crate::training::{Adam, Pace, train};
use game::{Perfect, Rules, Side, Stop};
use search::{Control, Found, Limits, Searchable, Searcher};
use std::sync::{Arc, Mutex, PoisonError};

const GAMES: u64 = 401;
const SHUFFLES: u64 = 402;
/// How often each position that is imitated is gone through.
const TAUGHT_EPOCHS: u64 = 2;
/// The network that imitates is the mean of what it was after about one in so many of the steps so far, the last ones: at first it
/// changes too fast for a longer mean. ...
const AVERAGED_SHARE: f32 = 4.0;
/// ... Of no more steps than these.
const AVERAGED: f32 = 32.0;
/// So many positions of games are learnt together, those of about five thousand games, ...
const ROUND: usize = 750_000;
/// ... each gone through so often, ...
const EPOCHS: u64 = 4;
/// ... at a rate that falls along a cosine to a fiftieth, and begins with this share of the rate at which nothing is known yet.
const ROUND_RATE: f32 = 0.2;
const LAST_RATE: f32 = 0.02;
/// Lessons in a step of the gradient. Most inputs are there in few positions: with 128 they are mostly noise. ...
const BATCH: usize = 4096;
/// ... Fewer, where there would be less than so many steps otherwise.
const LEAST_BATCH: usize = 128;
const LEAST_BATCHES: usize = 64;
/// A game begins with so many random moves, or one more.
const RANDOM_PLIES: usize = 8;
/// Searches of a teacher whose first sight is imitated are smaller by this.
const TAUGHT_SHARE: u64 = 10;
/// Positions that are imitated for each one of a game: up to so many random moves lead there.
const STROLLS: usize = 30;
const LONGEST_STROLL: usize = 3;
/// Positions of search trees that are kept for each move of a game, and searched with one in so many of its nodes.
const TREE_SAMPLES: usize = 2;
const TREE_SHARE: u64 = 2;
/// In the units of the engine: a start that is so uneven is not played on, ...
const UNEVEN: f32 = 1.5;
/// ... a game in which a side has been so far ahead for some moves is decided, ...
const DECIDED: f32 = 6.0;
const DECIDED_PLIES: u32 = 6;
/// ... and what is worth more than this teaches nothing.
const MOST: f32 = 15.0;
/// The table of a search, in megabytes.
const TABLE: usize = 8;
/// A search ends with the iteration in which it has looked at the positions that it should, and at the latest after so many
/// times as many: an iteration that is cut off says less of its moves than of those before.
const MOST_NODES: u64 = 8;
/// One game in so many is kept aside.
const ASIDE: u64 = 20;

/// What a search thought of a position of a game.
struct Thought {
    inputs: Inputs,
    side: Side,
    /// As white sees it.
    value: f32,
    /// Can one learn from it? Others say only how the game went on.
    quiet: bool,
}

/// The network of an engine at work.
pub struct Apprentice<L: Learnable> {
    settings: Settings,
    start: L::Game,
    engine: &'static Engine<L>,
    /// What imitates a teacher in the first steps, ...
    network: Network<L>,
    adam: Adam,
    /// ... and what plays: at first the mean of what that was after the last steps, then what it has learnt from its games.
    player: Network<L>,
    /// What it has not learnt yet.
    memory: Vec<Lesson>,
    steps: u64,
}

impl<L: Learnable> Apprentice<L> {
    pub fn new(settings: &Settings) -> Result<Apprentice<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let engine = L::ENGINE.ok_or(SettingsError::NoEngine(L::NAME))?;
        let mut network = Network::of_engine(engine, settings.seed);
        if settings.from_shipped {
            network.weights = (engine.shipped)();
        }
        Ok(Apprentice {
            settings: settings.clone(),
            start,
            engine,
            player: network.clone(),
            adam: Adam::new(network.weights.len()),
            network,
            memory: Vec::new(),
            steps: 0,
        })
    }

    pub fn resume(settings: &Settings, state: &Snapshot) -> Result<Apprentice<L>, ResumeError> {
        let mut trainer = Apprentice::new(settings)?;
        [trainer.steps] = state.counts("counts")?;
        state.fill("weights", &mut trainer.network.weights)?;
        state.fill("player-weights", &mut trainer.player.weights)?;
        trainer.adam = Adam::read(state, trainer.network.weights.len())?;
        let phases = trainer.engine.phases;
        trainer.memory = lesson::read(state, Network::<L>::INPUTS, phases)?;
        Ok(trainer)
    }

    /// What there is to learn from a game.
    fn lessons(&self, number: u64, evaluation: &Evaluation<L::Game>) -> Vec<Lesson> {
        let mut numbers = Numbers::new(self.settings.seed, GAMES, number);
        let nodes = self.settings.nodes;
        let Some(mut player) = Player::new(self.engine, evaluation, numbers.word()) else {
            return Vec::new();
        };
        let (mut thoughts, mut beside) = (Vec::new(), Vec::new());
        let outcome = self.game(&mut numbers, |past| {
            let position = past.last()?;
            let found = player.search(past, nodes)?;
            let (score, value) = (self.engine.units(found.score), self.engine.value(found.score));
            if thoughts.is_empty() && score.abs() > UNEVEN {
                return None;
            }
            let side = position.side_to_move();
            let white = if side == Side::White { 1.0 } else { -1.0 };
            let quiet = self.teaches(position, &found);
            let inputs = self.network.inputs(position);
            thoughts.push(Thought { inputs, side, value: white * value, quiet });
            for position in player.evaluated() {
                let Some(found) = player.search(&[position], nodes / TREE_SHARE) else { continue };
                if self.teaches(&position, &found) {
                    let inputs = self.network.inputs(&position);
                    beside.push(Lesson { inputs, aim: self.engine.value(found.score) });
                }
            }
            Some((found.mv, score))
        });
        let mut later = outcome;
        let mut lessons: Vec<Lesson> = Vec::with_capacity(thoughts.len() + beside.len());
        for Thought { inputs, side, value, quiet } in thoughts.into_iter().rev() {
            later = value + self.settings.lambda * (later - value);
            if quiet {
                let aim = if side == Side::White { later } else { -later };
                lessons.push(Lesson { inputs, aim });
            }
        }
        lessons.append(&mut beside);
        lessons
    }

    /// What the evaluation made by hand says at first sight of positions in and beside a game that is played by it.
    fn imitation(&self, number: u64) -> Vec<Lesson> {
        let mut numbers = Numbers::new(self.settings.seed, GAMES, number);
        let by_hand = (self.engine.by_hand)();
        let mut teacher = by_hand(Box::new(|_| ()));
        let nodes = (self.settings.nodes / TAUGHT_SHARE).max(1);
        let Some(mut player) = Player::new(self.engine, &by_hand, numbers.word()) else {
            return Vec::new();
        };
        let mut positions: Vec<L::Game> = Vec::new();
        self.game(&mut numbers, |past| {
            let found = player.search(past, nodes)?;
            positions.extend(past.last());
            Some((found.mv, self.engine.units(found.score)))
        });
        let mut lessons = Vec::with_capacity(STROLLS * positions.len());
        for position in positions {
            for _ in 0..STROLLS {
                let Some(beside) = stroll(position, &mut numbers) else { continue };
                let score = beside.evaluate(&mut teacher) as f32;
                let aim = value(score / self.engine.unit);
                lessons.push(Lesson { inputs: self.network.inputs(&beside), aim });
            }
        }
        lessons
    }

    /// Plays a game after some random moves; `choose` gives a move and what it is worth to the side that makes it. Returns
    /// the result as white sees it.
    fn game(
        &self,
        numbers: &mut Numbers,
        mut choose: impl FnMut(&[L::Game]) -> Option<(<L::Game as Rules>::Move, f32)>,
    ) -> f32 {
        let mut past = vec![self.start];
        for _ in 0..RANDOM_PLIES + numbers.below(2) {
            past.extend(past.last().and_then(|position| after_a_random_move(position, numbers)));
        }
        let (mut ahead, mut decided) = (0, None);
        let result = self_play::go_on::<L>(&mut past, |past| {
            let (mv, score) = choose(past)?;
            ahead = if score.abs() >= DECIDED { ahead + 1 } else { 0 };
            if ahead >= DECIDED_PLIES {
                let white_moves = past.last()?.side_to_move() == Side::White;
                decided = Some(if (score > 0.0) == white_moves { 1.0 } else { -1.0 });
                return None;
            }
            Some(mv)
        });
        decided.unwrap_or(result)
    }

    /// How far the network that plays is from what it should say; `None` without lessons.
    fn error(&self, lessons: &[Lesson]) -> Option<f32> {
        let wrong = |Lesson { inputs, aim }: &Lesson| {
            f64::from(self.player.pass(inputs).value - aim).powi(2)
        };
        let sum: f64 = lessons.iter().map(wrong).sum();
        (!lessons.is_empty()).then(|| (sum / lessons.len() as f64).sqrt() as f32)
    }

    /// Whether an evaluation can learn from what was found here: nothing hangs, and nothing is decided.
    fn teaches(&self, position: &L::Game, found: &Found<<L::Game as Rules>::Move>) -> bool {
        let is_quiet =
            !position.in_check() && !position.is_noisy(found.mv) && !position.gives_check(found.mv);
        is_quiet
            && found.score.game_end_in().is_none()
            && self.engine.units(found.score).abs() <= MOST
    }

    /// Learns what a teacher says of the positions of this step.
    fn imitate(&mut self, lessons: &[Lesson]) {
        let lessons: Vec<&Lesson> = lessons.iter().collect();
        let (engine, rate) = (self.engine, self.settings.rate);
        for epoch in 0..TAUGHT_EPOCHS {
            let order = self.order(TAUGHT_EPOCHS * self.steps + epoch);
            let (network, adam) = (&mut self.network, &mut self.adam);
            go_through(network, adam, &lessons, engine, order, |_| rate);
        }
        let part = 1.0 / (self.steps as f32 / AVERAGED_SHARE).clamp(1.0, AVERAGED);
        for (mean, now) in self.player.weights.iter_mut().zip(&self.network.weights) {
            *mean += part * (now - *mean);
        }
    }

    /// Whether there is enough to learn together. A network that knew nothing at first has more from few games soon: it learns after 2, 4, 8
    /// steps and so on until that is enough.
    fn is_round_over(&self) -> bool {
        let is_early = self.began_with_nothing() && self.steps > 1 && self.steps.is_power_of_two();
        self.memory.len() >= ROUND || is_early
    }

    fn began_with_nothing(&self) -> bool {
        self.settings.taught_steps == 0 && !self.settings.from_shipped
    }

    /// Learns what is remembered, and forgets it.
    fn learn_round(&mut self) {
        let lessons: Vec<&Lesson> = self.memory.iter().collect();
        let mut network = self.player.clone();
        let mut adam = Adam::new(network.weights.len());
        let share = if self.began_with_nothing() { 1.0 } else { ROUND_RATE };
        let rate = share * self.settings.rate;
        for epoch in 0..EPOCHS {
            let falling = |share: f32| {
                let done = (epoch as f32 + share) / EPOCHS as f32;
                let cosine = f32::midpoint((std::f32::consts::PI * done).cos(), 1.0);
                rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
            };
            let order = self.order(EPOCHS * self.steps + epoch);
            go_through(&mut network, &mut adam, &lessons, self.engine, order, falling);
        }
        self.player = network;
        self.memory.clear();
    }

    /// The lots that an order of lessons is drawn by.
    fn order(&self, number: u64) -> Numbers {
        Numbers::new(self.settings.seed, SHUFFLES, number)
    }
}

/// Trains a network on lessons, each once, in an order by lot; the rate depends on the share of them that was gone through.
fn go_through<L: Learnable>(
    network: &mut Network<L>,
    adam: &mut Adam,
    lessons: &[&Lesson],
    engine: &Engine<L>,
    mut order: Numbers,
    rate: impl Fn(f32) -> f32,
) {
    let batch = (lessons.len() / LEAST_BATCHES).clamp(LEAST_BATCH, BATCH);
    let pace = Pace { rate, batch };
    train(network, adam, pace, lessons.len(), &mut order, |network, lesson, _, sum| {
        let Lesson { inputs, aim } = lessons[lesson];
        network.gradient(inputs, *aim, &[], sum);
    });
    for weight in &mut network.weights {
        *weight = weight.clamp(-engine.largest, engine.largest);
    }
}

impl<L: Learnable> Trainer for Apprentice<L> {
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let games = u64::from(self.settings.games);
        let first = self.steps * games;
        let is_taught = self.steps < self.settings.taught_steps;
        let evaluation = (self.engine.by_network)(&self.player);
        let lessons = crew::map(crew, games as usize, |index| {
            let number = first + index as u64;
            if is_taught { self.imitation(number) } else { self.lessons(number, &evaluation) }
        });
        let (mut learnt, mut aside) = (Vec::new(), Vec::new());
        for (number, lessons) in (first..).zip(lessons) {
            let to = if number % ASIDE == ASIDE - 1 { &mut aside } else { &mut learnt };
            to.extend(lessons);
        }
        let positions = learnt.len();
        if is_taught {
            self.imitate(&learnt);
        } else {
            self.memory.extend(learnt);
        }
        self.steps += 1;
        if self.is_round_over() {
            self.learn_round();
        }
        Step { games, positions: positions as u64, error: self.error(&aside) }
    }

    fn player(&self) -> Snapshot {
        AnyModel::Network(self.player.clone()).snapshot(&self.settings.model)
    }

    fn state(&self) -> Snapshot {
        let mut state = Snapshot::new::<L>(&self.settings.model);
        state.push_counts("counts", &[self.steps]);
        state.push("weights", self.network.weights.clone());
        state.push("player-weights", self.player.weights.clone());
        self.adam.write(&mut state);
        lesson::write(&self.memory, &mut state);
        state
    }
}

/// A position near this one, in which the evaluation is asked; `None` where the game is over or the side to move is in check.
fn stroll<G: Searchable>(mut position: G, numbers: &mut Numbers) -> Option<G> {
    for _ in 0..numbers.below(LONGEST_STROLL + 1) {
        position = after_a_random_move(&position, numbers)?;
    }
    (position.can_move() && !position.in_check()).then_some(position)
}

/// The position after a move by lot; `None` where the game is over.
fn after_a_random_move<G: Searchable>(position: &G, numbers: &mut Numbers) -> Option<G> {
    let moves = position.moves_unless_over()?;
    Some(position.play(moves[numbers.below(moves.len())]))
}

/// The search of an engine, and positions that it evaluates.
struct Player<G: Searchable> {
    searcher: Searcher<G>,
    evaluated: Arc<Mutex<Reservoir<G>>>,
}

impl<G: Searchable> Player<G> {
    /// `None` where the parameters of the engine are beyond their ranges.
    fn new<L: Learnable<Game = G>>(
        engine: &Engine<L>,
        evaluation: &Evaluation<G>,
        random: u64,
    ) -> Option<Player<G>> {
        let evaluated = Arc::new(Mutex::new(Reservoir::new(random)));
        let mut searcher = Searcher::with_parameters(TABLE, 1, engine.parameters).ok()?;
        let (watched, evaluation) = (Arc::clone(&evaluated), Arc::clone(evaluation));
        searcher.set_evaluation(move || {
            let watched = Arc::clone(&watched);
            evaluation(Box::new(move |position| {
                watched.lock().unwrap_or_else(PoisonError::into_inner).offer(position);
            }))
        });
        Some(Player { searcher, evaluated })
    }

    /// Looks at about so many positions.
    fn search(&mut self, past: &[G], nodes: u64) -> Option<Found<G::Move>> {
        self.evaluated();
        let stop = Stop::new();
        let limits = Limits::nodes(MOST_NODES * nodes);
        self.searcher.search(past, &limits, &Control::new(stop.clone()), &mut |progress| {
            if progress.complete && progress.nodes >= nodes {
                stop.set();
            }
        })
    }

    /// Some of the positions that the last search evaluated.
    fn evaluated(&self) -> Vec<G> {
        self.evaluated.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Positions drawn from those that are offered, each with the same chance.
struct Reservoir<G> {
    kept: [Option<G>; TREE_SAMPLES],
    offered: u64,
    random: u64,
}

impl<G: Copy> Reservoir<G> {
    fn new(random: u64) -> Reservoir<G> {
        Reservoir { kept: [None; TREE_SAMPLES], offered: 0, random }
    }

    #[inline]
    fn offer(&mut self, position: &G) {
        self.offered += 1;
        for kept in &mut self.kept {
            // A linear congruential generator: its high bits are random enough for a lot.
            self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if (self.random >> 32).is_multiple_of(self.offered) {
                *kept = Some(*position);
            }
        }
    }

    /// What is kept; sampling starts over.
    fn take(&mut self) -> Vec<G> {
        self.offered = 0;
        self.kept.iter_mut().filter_map(Option::take).collect()
    }
}
