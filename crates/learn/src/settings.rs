//! How a run learns.

use crate::learnable::Learnable;
use crate::tuples;
use game::Notation;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A way of learning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    RandomGames,
    Td,
    Evolution,
    Network,
    TreeSearch,
    Fit,
}

impl Method {
    pub const ALL: [Method; 6] = [
        Method::RandomGames,
        Method::Td,
        Method::Evolution,
        Method::Network,
        Method::TreeSearch,
        Method::Fit,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Method::RandomGames => "random-games",
            Method::Td => "td",
            Method::Evolution => "evolution",
            Method::Network => "network",
            Method::TreeSearch => "tree-search",
            Method::Fit => "fit",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whom a learner plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    Itself,
    /// The published heuristic of the game, by the rules of its league (td only).
    Heuristic,
}

/// What is learnt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ModelSpec {
    /// Straight n-tuples of these lengths.
    Tuples(Vec<u8>),
    /// The features of the game's card.
    Features,
    /// A network with a hidden layer of so many units for each view.
    Network(u16),
    /// The same with a policy: it plays by tree search.
    Policy(u16),
    /// The network by which the engine of the game evaluates.
    Engine,
}

/// A text that names no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a model: write squares, tuples:2, tuples:2+3 (lengths up to 4), \
     network:32 or policy:64 (4 to 512 units), features or engine"
)]
pub struct ModelError(String);

impl FromStr for ModelSpec {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<ModelSpec, ModelError> {
        let wrong = || ModelError(text.chars().take(40).collect());
        match text.split_once(':') {
            None if text == "squares" => Ok(ModelSpec::Tuples(vec![1])),
            None if text == "features" => Ok(ModelSpec::Features),
            None if text == "engine" => Ok(ModelSpec::Engine),
            Some(("tuples", lengths)) => {
                let length = |text: &str| {
                    text.parse().ok().filter(|length| (1..=tuples::LONGEST).contains(length))
                };
                let lengths: Option<Vec<u8>> = lengths.split('+').map(length).collect();
                let ascending = |lengths: &Vec<u8>| lengths.is_sorted_by(|a, b| a < b);
                lengths.filter(ascending).map(ModelSpec::Tuples).ok_or_else(wrong)
            }
            Some((kind @ ("network" | "policy"), hidden)) => {
                let hidden = hidden.parse().ok().filter(|hidden| (4..=512).contains(hidden));
                let spec = if kind == "policy" { ModelSpec::Policy } else { ModelSpec::Network };
                hidden.map(spec).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelSpec::Tuples(lengths) if lengths[..] == [1] => f.write_str("squares"),
            ModelSpec::Tuples(lengths) => {
                let lengths: Vec<String> = lengths.iter().map(u8::to_string).collect();
                write!(f, "tuples:{}", lengths.join("+"))
            }
            ModelSpec::Features => f.write_str("features"),
            ModelSpec::Network(hidden) => write!(f, "network:{hidden}"),
            ModelSpec::Policy(hidden) => write!(f, "policy:{hidden}"),
            ModelSpec::Engine => f.write_str("engine"),
        }
    }
}

impl TryFrom<String> for ModelSpec {
    type Error = ModelError;

    fn try_from(text: String) -> Result<ModelSpec, ModelError> {
        text.parse()
    }
}

impl From<ModelSpec> for String {
    fn from(spec: ModelSpec) -> String {
        spec.to_string()
    }
}

/// How a run learns. Every number is there, so that the same settings give the same run in a later version,
/// or none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub method: Method,
    pub model: ModelSpec,
    pub seed: u64,
    /// How many learners play each other; 1 plays itself.
    pub population: u32,
    /// How many plies a learner looks ahead in the games that it learns from; tree search makes 50
    /// simulations for one ply, and four times as many for each more.
    pub depth: u8,
    /// About how many positions the engine looks at for each move of the games that its network learns from.
    #[serde(default = "usual_nodes")]
    pub nodes: u64,
    /// In so many first steps the network of the engine imitates the evaluation that was made by hand; with 0 it learns from nothing.
    #[serde(default = "usual_taught_steps")]
    pub taught_steps: u64,
    /// Does the network of the engine begin with what the engine plays by, and not with small random weights?
    #[serde(default)]
    pub from_shipped: bool,
    /// The share of random moves in those games; those of the engine begin with some and have no others.
    pub exploration: f32,
    /// The rate of learning.
    pub rate: f32,
    /// How far a result reaches back: the lambda of temporal differences.
    pub lambda: f32,
    /// Has each weight a rate of its own, by how steadily it moves (temporal coherence)?
    pub coherence: bool,
    /// Whom the learner plays.
    pub against: Against,
    /// So many first steps are played at random (random-games).
    pub random_steps: u32,
    /// Games in a step; of evolution, between each two of a family.
    pub games: u32,
    /// The position in which games begin, in the notation of the game.
    pub start: String,
}

const fn usual_nodes() -> u64 {
    1000
}

const fn usual_taught_steps() -> u64 {
    100
}

/// Settings that cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SettingsError {
    #[error("{method} learns {expected}, not {found}")]
    Model { method: Method, expected: &'static str, found: ModelSpec },
    #[error("{0} has no features that people have thought of: learn tuples")]
    NoFeatures(&'static str),
    #[error("{0} has no policy to learn: its moves do not belong to one cell each")]
    NoPolicy(&'static str),
    #[error("only the network of an engine begins with that of the program, and {0} is none")]
    NotShipped(ModelSpec),
    #[error("the engine of {0} does not evaluate by a network that is learnt here")]
    NoEngine(&'static str),
    #[error("{what} is {range}, not {found}")]
    Range { what: &'static str, range: &'static str, found: String },
    #[error("{0} has no published heuristic to play against, or the method is not td at one ply")]
    NoHeuristic(&'static str),
    #[error("{method} does not look at {what}: leave it out")]
    NotRead { what: &'static str, method: Method },
    #[error("the games cannot begin there: {0}")]
    Start(String),
}

impl Settings {
    /// The settings that a method has proved to be good with.
    pub fn usual<L: Learnable>(method: Method, seed: u64, start: String) -> Settings {
        let usual = Settings {
            method,
            model: ModelSpec::Tuples(L::TUPLES.to_vec()),
            seed,
            population: 1,
            depth: 1,
            nodes: usual_nodes(),
            taught_steps: usual_taught_steps(),
            from_shipped: false,
            exploration: 0.1,
            rate: 0.1,
            lambda: 0.5,
            coherence: false,
            against: Against::Itself,
            random_steps: 0,
            games: 200,
            start,
        };
        match method {
            Method::Td => usual,
            Method::RandomGames => Settings { random_steps: 20, ..usual },
            Method::Fit => Settings { model: ModelSpec::Features, ..usual },
            Method::Evolution => Settings {
                model: ModelSpec::Tuples(vec![1]),
                population: 10,
                rate: 0.05,
                games: 4,
                ..usual
            },
            Method::Network if L::ENGINE.is_some() => Settings {
                model: ModelSpec::Engine,
                exploration: 0.0,
                rate: 0.002,
                lambda: 0.7,
                games: 100,
                ..usual
            },
            Method::Network => Settings {
                model: ModelSpec::Network(32),
                rate: 0.001,
                lambda: 0.7,
                games: 100,
                ..usual
            },
            Method::TreeSearch => Settings {
                model: ModelSpec::Policy(64),
                exploration: 0.0,
                rate: 0.004,
                lambda: 0.7,
                games: 50,
                ..usual
            },
        }
    }

    /// Checks what any method asks; returns the position in which games begin.
    pub fn check<L: Learnable>(&self) -> Result<L::Game, SettingsError> {
        let range = |what, range, found: String, holds: bool| {
            if holds { Ok(()) } else { Err(SettingsError::Range { what, range, found }) }
        };
        range(
            "the population",
            "1 to 64",
            self.population.to_string(),
            (1..=64).contains(&self.population),
        )?;
        range(
            "the look-ahead",
            "1 to 4 plies",
            self.depth.to_string(),
            (1..=4).contains(&self.depth),
        )?;
        range(
            "what the engine looks at for a move",
            "100 to 1000000 positions",
            self.nodes.to_string(),
            (100..=1_000_000).contains(&self.nodes),
        )?;
        let share = |number: f32| (0.0..=1.0).contains(&number);
        range(
            "the share of random moves",
            "from 0 to 1",
            self.exploration.to_string(),
            share(self.exploration),
        )?;
        range("lambda", "from 0 to 1", self.lambda.to_string(), share(self.lambda))?;
        let rate = self.rate > 0.0 && self.rate <= 100.0;
        range("the rate", "above 0 and at most 100", self.rate.to_string(), rate)?;
        range(
            "the games of a step",
            "1 to 100000",
            self.games.to_string(),
            (1..=100_000).contains(&self.games),
        )?;
        // What a run says of itself would be wrong.
        let method = self.method;
        if self.population != 1 && !matches!(method, Method::Td | Method::Evolution) {
            return Err(SettingsError::NotRead { what: "the population", method });
        }
        if self.coherence && method != Method::Td {
            return Err(SettingsError::NotRead { what: "coherence", method });
        }
        if self.model == ModelSpec::Features && L::FEATURES == 0 {
            return Err(SettingsError::NoFeatures(L::NAME));
        }
        if self.model == ModelSpec::Engine {
            let (method, found) = (self.method, ModelSpec::Engine);
            if L::ENGINE.is_none() {
                return Err(SettingsError::NoEngine(L::NAME));
            }
            let expected = match method {
                Method::Network => None,
                Method::TreeSearch => Some("a policy, such as policy:64"),
                Method::Evolution => Some("tuples, features or a network such as network:16"),
                Method::Td | Method::RandomGames | Method::Fit => Some("tuples or features"),
            };
            if let Some(expected) = expected {
                return Err(SettingsError::Model { method, expected, found });
            }
        }
        if self.from_shipped && self.model != ModelSpec::Engine {
            return Err(SettingsError::NotShipped(self.model.clone()));
        }
        let has_policy = matches!(self.model, ModelSpec::Policy(_));
        if has_policy != (self.method == Method::TreeSearch) {
            let expected = if has_policy { "no policy" } else { "a policy, such as policy:64" };
            let (method, found) = (self.method, self.model.clone());
            return Err(SettingsError::Model { method, expected, found });
        }
        if has_policy && !L::POLICY {
            return Err(SettingsError::NoPolicy(L::NAME));
        }
        let can = L::heuristic().is_some() && self.method == Method::Td && self.depth == 1;
        if self.against == Against::Heuristic && !can {
            return Err(SettingsError::NoHeuristic(L::NAME));
        }
        L::Game::read_start(&self.start).map_err(|error| SettingsError::Start(error.to_string()))
    }
}
