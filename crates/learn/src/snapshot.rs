//! Named arrays of floats in the one format of weights: players, and what a run needs to go on.

use crate::learnable::Learnable;
use crate::settings::ModelSpec;
use weights::{ArrayLayout, Kind, Layout, ReadError, Shape, WriteError};

/// Named arrays, and what they are for.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    pub game: String,
    /// The board and the model: `8x8/tuples:2+3`.
    pub architecture: String,
    arrays: Vec<(String, Vec<f32>)>,
}

/// Why a file is no player, or no state of a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("it is for {found}, not for {expected}")]
    Game { found: String, expected: &'static str },
    #[error("it is for the board {found}, not for {expected}")]
    Board { found: String, expected: &'static str },
    #[error("this program knows no model {0:?}")]
    Model(String),
    #[error("the engine has no file for it: {0}")]
    Engine(#[from] WriteError),
    #[error("it has no array {0}")]
    Missing(String),
    #[error("the array {name} has {found} numbers; expected {expected}")]
    Count { name: String, found: usize, expected: usize },
    #[error("the array {0} has a number that is none")]
    NotANumber(String),
    #[error("its lessons are damaged, or of another network")]
    Lessons,
}

impl Snapshot {
    pub fn new<L: Learnable>(spec: &ModelSpec) -> Snapshot {
        Snapshot::without_arrays(L::NAME, format!("{}/{spec}", L::VARIANT))
    }

    pub(crate) fn without_arrays(game: &str, architecture: String) -> Snapshot {
        Snapshot { game: game.to_owned(), architecture, arrays: Vec::new() }
    }

    /// Adds an array, which has at least one number.
    pub fn push(&mut self, name: impl Into<String>, numbers: Vec<f32>) {
        self.arrays.push((name.into(), numbers));
    }

    /// Adds whole numbers of 48 bits at most, exactly: two floats each.
    pub fn push_counts(&mut self, name: &str, counts: &[u64]) {
        let halves = |&count: &u64| [(count >> 24 & 0xff_ffff) as f32, (count & 0xff_ffff) as f32];
        self.push(name, counts.iter().flat_map(halves).collect());
    }

    pub fn array(&self, name: &str) -> Result<&[f32], LoadError> {
        let found = self.arrays.iter().find(|(found, _)| found == name);
        let (_, numbers) = found.ok_or_else(|| LoadError::Missing(name.to_owned()))?;
        Ok(numbers)
    }

    /// Copies an array of a known length.
    pub fn fill(&self, name: &str, to: &mut [f32]) -> Result<(), LoadError> {
        let numbers = self.array(name)?;
        if numbers.len() != to.len() {
            let (found, expected) = (numbers.len(), to.len());
            return Err(LoadError::Count { name: name.to_owned(), found, expected });
        }
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(LoadError::NotANumber(name.to_owned()));
        }
        to.copy_from_slice(numbers);
        Ok(())
    }

    pub fn counts<const N: usize>(&self, name: &str) -> Result<[u64; N], LoadError> {
        let mut halves = vec![0.0; 2 * N];
        self.fill(name, &mut halves)?;
        let mut counts = [0; N];
        for (count, halves) in counts.iter_mut().zip(halves.chunks_exact(2)) {
            *count = (halves[0] as u64) << 24 | halves[1] as u64;
        }
        Ok(counts)
    }

    /// The model, if the file is for this kind of game.
    pub fn spec<L: Learnable>(&self) -> Result<ModelSpec, LoadError> {
        if self.game != L::NAME {
            return Err(LoadError::Game { found: self.game.clone(), expected: L::NAME });
        }
        let (board, model) = self.architecture.split_once('/').unwrap_or((&self.architecture, ""));
        if board != L::VARIANT {
            return Err(LoadError::Board { found: board.to_owned(), expected: L::VARIANT });
        }
        model.parse().map_err(|_| LoadError::Model(model.to_owned()))
    }

    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let mut layouts = Vec::new();
        for (name, numbers) in &self.arrays {
            let Some(shape) = Shape::new(&[numbers.len() as u32]) else { continue };
            layouts.push(ArrayLayout { name, kind: Kind::F32, shape });
        }
        let numbers: Vec<f32> =
            self.arrays.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
        let (game, architecture) = (&self.game, &self.architecture);
        weights::write_floats(&Layout { game, architecture, arrays: &layouts }, &numbers)
    }

    pub fn read(bytes: &[u8]) -> Result<Snapshot, LoadError> {
        let file = weights::File::read(bytes)?;
        let array = |array: weights::Array<'_>| {
            (array.name.to_owned(), array.values().map(|value| value as f32).collect())
        };
        Ok(Snapshot {
            game: file.game.to_owned(),
            architecture: file.architecture.to_owned(),
            arrays: file.arrays().map(array).collect(),
        })
    }
}
