//! Learning to play from nothing: methods that know no game.
//!
//! A game says what it is to a learner by one trait, [`Learnable`], which is implemented beside its card: the
//! board as cells and what they hold, seen from a side; the symmetries of that view; a number for each move,
//! where a policy is to be learnt; features that people have thought of, where there are any; the draws of
//! its past. A game on a grid gets its n-tuples for nothing ([`tuples`]).
//!
//! - A **model** ([`Model`]) maps a position to a value between -1 and 1 for the side to move: a linear
//!   function of n-tuples or of the game's features, or a small network with a view of each side.
//! - A **look-ahead** ([`LookAhead`]) plays by a model: one ply or a few, and captures to their end where the
//!   game has them. The leaf that it comes to is what temporal differences learn from (TD-leaf); at one ply
//!   that leaf is the afterstate.
//! - A **tree search** ([`TreeSearch`]) plays by a network that has a policy as well: Monte-Carlo tree search
//!   without rollouts.
//! - A **trainer** ([`Trainer`]) is a method at work. It goes step by step, each a fixed number of games; what
//!   a step does depends on the settings, the seed and the steps before it, and on nothing else. So a run
//!   that was stopped and goes on equals one that was not.
//! - An **engine** ([`Engine`]) is what a game offers whose search evaluates by a network: how that network sees a
//!   position, and the file by which the engine reads it. Its own search plays the games that teach it.
//! - **Contests** ([`contest`]) measure a player against fixed ones that do not learn: random moves, the plain
//!   tree with the game's plain valuation, levels, and a published heuristic where the game has one.
//! - [`Learning`] is all of that with the type of the game erased: what a card offers, and what runs and
//!   command lines see.
//!
//! Nothing here reads a clock, a file or a random source: seeds come in as data, and threads belong to the
//! caller ([`Crew`]). [`least_squares`] and [`logistic`] are the fits that the program's own weights are made
//! with, too.
//!
//! Decided against: automatic differentiation and a tensor library. The networks have one hidden layer over
//! sparse inputs; their gradients are twenty lines, and the same loops serve play.

mod apprentice;
pub mod contest;
mod crew;
mod engine;
mod erased;
mod evolution;
mod gradient;
mod heat;
mod learnable;
pub mod least_squares;
mod lesson;
mod linear;
pub mod logistic;
mod look_ahead;
mod model;
mod network;
mod random;
mod rounds;
mod self_play;
mod settings;
mod snapshot;
mod td;
mod trainer;
mod training;
mod tree_search;
pub mod tuples;

pub use contest::{Opponent, Tally};
pub use crew::{Alone, Crew};
pub use engine::{Engine, Evaluation, Watch};
pub use erased::{Choice, Conditions, Learning, LearntPlayer, School};
pub use heat::HeatMap;
pub use learnable::{Cells, Heuristic, Learnable, MOST_CELLS, Symmetry, cell_maps};
pub use linear::Linear;
pub use look_ahead::LookAhead;
pub use model::{AnyModel, Model};
pub use network::{Inputs, Network};
pub use settings::{Against, Method, ModelSpec, Settings, SettingsError};
pub use snapshot::{LoadError, Snapshot};
pub use trainer::{ResumeError, Step, Trainer};
pub use training::Adam;
pub use tree_search::{Searched, TreeSearch, simulations};
