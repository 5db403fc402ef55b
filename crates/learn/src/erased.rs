//! Learning with the type of the game erased: what a card offers.

use crate::apprentice::Apprentice;
use crate::contest::{self, ByEngine, ByModel, ByTreeSearch, Mover, Opponent, Tally, Terms};
use crate::engine::Engine;
use crate::evolution::Evolution;
use crate::gradient::Gradient;
use crate::heat::{self, HeatMap};
use crate::learnable::Learnable;
use crate::look_ahead::LookAhead;
use crate::model::AnyModel;
use crate::network::Network;
use crate::rounds::Rounds;
use crate::settings::{Method, ModelSpec, Settings, SettingsError};
use crate::snapshot::{LoadError, Snapshot};
use crate::td::Td;
use crate::trainer::{ResumeError, Trainer};
use crate::tree_search::{TreeSearch, simulations};
use game::{Notation, Perfect, Stop};
use search::{Control, Limits};
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

/// A kind of game that can be learnt, whichever it is.
pub trait Learning: Send + Sync {
    /// The settings that a method has proved to be good with.
    fn usual(&self, method: Method, seed: u64, start: String) -> Settings;

    /// A run that begins.
    fn begin(&self, settings: &Settings) -> Result<Box<dyn Trainer>, SettingsError>;

    /// A run that goes on.
    fn resume(
        &self,
        settings: &Settings,
        state: &Snapshot,
    ) -> Result<Box<dyn Trainer>, ResumeError>;

    /// A learnt player.
    fn player(&self, snapshot: &Snapshot) -> Result<Arc<dyn LearntPlayer>, LoadError>;

    /// The players that learnt ones are measured against, the weakest first.
    fn yardsticks(&self) -> Vec<Opponent>;

    /// How many plies learnt players look ahead when they are measured.
    fn measured_depth(&self) -> u8;

    /// What a piece is worth on each square to a learnt player; empty where it does not look at squares. Games
    /// begin from a start in the notation of the game.
    fn heat_maps(&self, snapshot: &Snapshot, start: &str) -> Result<Vec<HeatMap>, LoadError>;

    /// The file by which the engine of the game reads a learnt network; `None` where the snapshot is not of such a network.
    fn engine_file(&self, snapshot: &Snapshot) -> Result<Option<Vec<u8>>, LoadError>;

    /// The published heuristic: its name, and the share of random moves in its league.
    fn league(&self) -> Option<(&'static str, f32)>;
}

/// A player that was learnt.
pub trait LearntPlayer: Send + Sync {
    /// The move for a position of the game, looking so many plies ahead or by as many simulations as stand for them; `None` where the game is over or
    /// the position is of another game. Among equal moves `tie` decides. When `go_on` says no, it answers
    /// with what it has seen.
    fn choose(
        &self,
        position: &dyn Any,
        depth: u8,
        tie: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Choice>;

    /// In so many positions of random games, how often the move for a position is among the best by the solver
    /// of the game; `None` where it has none. Positions in which every move is best do not count.
    fn best_moves(&self, conditions: &Conditions, stop: &Stop) -> Option<Tally>;

    /// Games against another player, with these numbers, from a start in the notation of the game.
    fn measure(&self, against: Opponent, conditions: &Conditions) -> Option<Tally>;
}

/// Which games measure.
#[derive(Debug, Clone)]
pub struct Conditions {
    pub start: String,
    pub seed: u64,
    /// How many plies the learnt player looks ahead.
    pub depth: u8,
    /// By the rules of the league: from the start, with random moves among the others. Otherwise after
    /// random moves.
    pub league: bool,
    pub games: std::ops::Range<u64>,
}

/// What a learnt player chose.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The index of the move in the list of moves.
    pub index: usize,
    /// From -1, lost, to 1, won.
    pub value: f64,
    pub nodes: u64,
}

/// The [`Learning`] of a kind of game.
pub struct School<L>(PhantomData<fn() -> L>);

impl<L> School<L> {
    pub const NEW: School<L> = School(PhantomData);
}

struct Learnt<L: Learnable>(AnyModel<L>);

impl<L: Learnable> Learning for School<L> {
    fn usual(&self, method: Method, seed: u64, start: String) -> Settings {
        Settings::usual::<L>(method, seed, start)
    }

    fn begin(&self, settings: &Settings) -> Result<Box<dyn Trainer>, SettingsError> {
        Ok(match settings.method {
            Method::Td => Box::new(Td::<L>::new(settings)?),
            Method::RandomGames | Method::Fit => Box::new(Rounds::<L>::new(settings)?),
            Method::Evolution => Box::new(Evolution::<L>::new(settings)?),
            Method::Network if settings.model == ModelSpec::Engine => {
                Box::new(Apprentice::<L>::new(settings)?)
            }
            Method::Network | Method::TreeSearch => Box::new(Gradient::<L>::new(settings)?),
        })
    }

    fn resume(
        &self,
        settings: &Settings,
        state: &Snapshot,
    ) -> Result<Box<dyn Trainer>, ResumeError> {
        state.spec::<L>()?;
        Ok(match settings.method {
            Method::Td => Box::new(Td::<L>::resume(settings, state)?),
            Method::RandomGames | Method::Fit => Box::new(Rounds::<L>::resume(settings, state)?),
            Method::Evolution => Box::new(Evolution::<L>::resume(settings, state)?),
            Method::Network if settings.model == ModelSpec::Engine => {
                Box::new(Apprentice::<L>::resume(settings, state)?)
            }
            Method::Network | Method::TreeSearch => {
                Box::new(Gradient::<L>::resume(settings, state)?)
            }
        })
    }

    fn player(&self, snapshot: &Snapshot) -> Result<Arc<dyn LearntPlayer>, LoadError> {
        Ok(Arc::new(Learnt::<L>(AnyModel::read(snapshot)?)))
    }

    fn yardsticks(&self) -> Vec<Opponent> {
        let levels = L::LEVELS.iter().map(|&level| Opponent::Level(level));
        let trees = (1..=4).map(Opponent::Minimax);
        [Opponent::Random].into_iter().chain(trees).chain(levels).collect()
    }

    fn measured_depth(&self) -> u8 {
        L::MEASURED_DEPTH
    }

    fn heat_maps(&self, snapshot: &Snapshot, start: &str) -> Result<Vec<HeatMap>, LoadError> {
        let model = AnyModel::<L>::read(snapshot)?;
        let start = L::Game::read_start(start).unwrap_or_else(|_| L::Game::standard_start());
        Ok(heat::heat_maps(&model, start))
    }

    fn engine_file(&self, snapshot: &Snapshot) -> Result<Option<Vec<u8>>, LoadError> {
        let model = AnyModel::<L>::read(snapshot)?;
        let file = model.of_engine().map(|(engine, network)| (engine.file)(network));
        Ok(file.transpose()?)
    }

    fn league(&self) -> Option<(&'static str, f32)> {
        L::heuristic().map(|heuristic| (heuristic.name, heuristic.random_moves))
    }
}

impl<L: Learnable> LearntPlayer for Learnt<L> {
    fn choose(
        &self,
        position: &dyn Any,
        depth: u8,
        tie: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        let position = position.downcast_ref::<L::Game>()?;
        if let Some(network) = self.0.policy() {
            let found = TreeSearch::run(network, position, simulations(depth), None, go_on)?;
            let (value, nodes) = (f64::from(found.value), found.nodes);
            return Some(Choice { index: found.most_visited(tie), value, nodes });
        }
        if let Some((engine, network)) = self.0.of_engine() {
            return by_engine(engine, network, position, depth, go_on);
        }
        let mut look = LookAhead::<L, _>::new(&self.0);
        let best = look.best_while(position, depth, tie, go_on)?;
        let value = f64::from(best.value).clamp(-1.0, 1.0);
        Some(Choice { index: best.index, value, nodes: look.nodes })
    }

    fn best_moves(&self, conditions: &Conditions, stop: &Stop) -> Option<Tally> {
        let start = L::Game::read_start(&conditions.start).ok()?;
        contest::best_moves::<L, _>(&self.0, start, conditions, stop)
    }

    fn measure(&self, against: Opponent, conditions: &Conditions) -> Option<Tally> {
        let start = L::Game::read_start(&conditions.start).ok()?;
        let random_moves = L::heuristic().map_or(0.0, |heuristic| heuristic.random_moves);
        let terms = Terms {
            start,
            seed: conditions.seed,
            random_plies: if conditions.league { 0 } else { L::RANDOM_PLIES },
            random_moves: if conditions.league { random_moves } else { 0.0 },
        };
        let mut mover = contest::mover::<L>(against)?;
        let (depth, games) = (conditions.depth, conditions.games.clone());
        // The players of the league look at the positions after their moves and no further.
        let looks_further = !conditions.league;
        let mut own: Box<dyn Mover<L>> = match (self.0.policy(), self.0.of_engine()) {
            (Some(network), _) if looks_further => {
                Box::new(ByTreeSearch { network, simulations: simulations(depth) })
            }
            (_, Some((engine, network))) if looks_further => {
                Box::new(ByEngine { searcher: engine.searcher(network, TABLE), depth })
            }
            _ => Box::new(ByModel { model: &self.0, depth }),
        };
        Some(contest::play::<L>(&terms, &mut *own, &mut *mover, games))
    }
}

/// The table of a search by the network of an engine, in megabytes: a few plies fill no more.
const TABLE: usize = 1;

/// What the engine of the game chooses by a network, searching to a depth.
fn by_engine<L: Learnable>(
    engine: &Engine<L>,
    network: &Network<L>,
    position: &L::Game,
    depth: u8,
    go_on: &dyn Fn() -> bool,
) -> Option<Choice> {
    let stop = Stop::new();
    let limits = Limits::depth(u32::from(depth));
    let mut searcher = engine.searcher(network, TABLE);
    let found = searcher.search(&[*position], &limits, &Control::new(stop.clone()), &mut |_| {
        if !go_on() {
            stop.set();
        }
    })?;
    let index = position.moves().iter().position(|&mv| mv == found.mv)?;
    let value = f64::from(engine.value(found.score));
    Some(Choice { index, value, nodes: found.nodes })
}
