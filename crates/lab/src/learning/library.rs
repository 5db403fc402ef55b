//! Where learnt players come from: the runs of a directory, and runs named by their path.

use super::run::{Run, RunError};
use learn::{Method, Snapshot};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of a run for which the caller gives none.
pub fn run_name(game: &str, method: Method, seed: u64) -> String {
    format!("{game}-{method}-{seed}")
}

/// Players that were learnt, by the names of their runs. Those that were asked for are kept in memory.
#[derive(Debug, Default)]
pub struct Library {
    /// The directory whose entries are runs.
    folder: Option<PathBuf>,
    loaded: Mutex<HashMap<(PathBuf, u32), Arc<Snapshot>>>,
}

/// Why there is no such player.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("there is no run {0:?} here")]
    Unknown(String),
    #[error(transparent)]
    Run(#[from] RunError),
}

/// No more players are kept in memory.
const MOST: usize = 64;

impl Library {
    pub fn new(folder: Option<PathBuf>) -> Library {
        Library { folder, loaded: Mutex::default() }
    }

    /// The directory whose entries are runs.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The directory of a run: a name in the folder, or a path.
    pub fn path(&self, run: &str) -> Result<PathBuf, LibraryError> {
        let in_folder = self.folder.as_ref().map(|folder| folder.join(run));
        let is_name = !run.contains(['/', '\\']) && !run.starts_with('.');
        let candidates = in_folder.filter(|_| is_name).into_iter().chain([PathBuf::from(run)]);
        candidates
            .into_iter()
            .find(|path| path.join("run.json").is_file())
            .ok_or_else(|| LibraryError::Unknown(run.chars().take(80).collect()))
    }

    /// The player of a generation, or of the last one.
    pub fn player(
        &self,
        run: &str,
        generation: Option<u32>,
    ) -> Result<Arc<Snapshot>, LibraryError> {
        let path = self.path(run)?;
        let kept = |generation: u32| {
            let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            loaded.get(&(path.clone(), generation)).cloned()
        };
        // A generation never changes once it is written.
        if let Some(player) = generation.and_then(kept) {
            return Ok(player);
        }
        let run = Run::open(&path)?;
        let generation = generation.unwrap_or((run.entries.len() as u32).saturating_sub(1));
        let player = Arc::new(run.player(Some(generation))?);
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() >= MOST {
            loaded.clear();
        }
        loaded.insert((path.clone(), generation), Arc::clone(&player));
        Ok(player)
    }
}
