//! A method at work.

use crate::crew::Crew;
use crate::settings::SettingsError;
use crate::snapshot::{LoadError, Snapshot};

/// What a step took, besides time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Step {
    /// Games that were played, those that were kept aside among them.
    pub games: u64,
    /// Positions learnt from.
    pub positions: u64,
    /// The root of the mean squared error of the player in positions of games that were kept aside, where any were: a loss is -1 and
    /// a win 1.
    pub error: Option<f32>,
}

/// A method at work. What it does depends on its settings and the steps before, never on time.
pub trait Trainer: Send {
    /// Plays some games and learns from them: a second's work or so.
    fn step(&mut self, crew: &dyn Crew) -> Step;

    /// The player that has been learnt so far.
    fn player(&self) -> Snapshot;

    /// Everything that a trainer needs to go on from here exactly as this one would.
    fn state(&self) -> Snapshot;
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ResumeError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Load(#[from] LoadError),
}
