//! Run directories: what a program has learnt, generation by generation.
//!
//! | file | what |
//! |---|---|
//! | `run.json` | [`Header`]: format and version, the game, the settings, the program's version |
//! | `journal.jsonl` | an [`Entry`] for each generation: what it cost and how strong it is |
//! | `state.weights` | what the trainer needs to go on |
//! | `generations/0012.weights` | the player of generation 12 |
//! | `lock` | held while a run is learning |
//!
//! A file is written next to its place, synced and renamed, the state last: whatever happens, what stands in
//! the directory is whole, and learning goes on from the last state. Nothing is ever overwritten but the state and
//! what came after it.

use learn::{Settings, Snapshot, Tally};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Held while a run is learning.
const LOCK: &str = "lock";
/// What the header says it is.
const FORMAT: &str = "tablero-run";
/// The version of the format.
const VERSION: u32 = 1;
/// No text file of a run is larger: a generation takes about a kilobyte, and a year has some hundred.
const MOST_TEXT: u64 = 4 << 20;
/// No state or player is larger.
const MOST_WEIGHTS: u64 = 1 << 30;
/// No count in a journal is larger: sums of such numbers stay exact.
const MOST_COUNTED: u64 = 1 << 48;
/// [`Run::is_learning`] of another process holds a lock for a moment; a learner tries so often,
/// with a pause after each.
const TRIES: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// What a run is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub format: String,
    pub version: u32,
    pub game: String,
    pub settings: Settings,
    /// How many threads learn: another number gives another run.
    pub threads: u32,
    /// The version of the program that began it.
    pub program: String,
}

impl Header {
    pub fn new(game: &str, settings: Settings, threads: u32) -> Header {
        Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: game.to_owned(),
            settings,
            threads,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// A generation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub generation: u32,
    /// Steps of learning so far, and the games and positions that were learnt from.
    pub steps: u64,
    pub games: u64,
    pub positions: u64,
    /// Processor time spent on learning so far, in seconds.
    pub learning_seconds: f64,
    /// Processor time spent on measuring so far, in seconds: no part of learning.
    pub measuring_seconds: f64,
    /// Games against fixed players.
    pub results: Vec<Measured>,
    /// Games in the league of the published heuristic, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<Tally>,
    /// The error in the games of the last step that were kept aside, where the method keeps any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

impl Entry {
    /// Can its numbers be those of a run? They come from a file.
    fn is_sound(&self) -> bool {
        let seconds = [self.learning_seconds, self.measuring_seconds];
        let tallies = self.results.iter().map(|result| result.tally).chain(self.league);
        let counts = tallies.flat_map(|tally| [tally.won, tally.drawn, tally.lost]);
        let numbers = self.error.iter().chain(&seconds);
        numbers.into_iter().all(|number| (0.0..=MOST_COUNTED as f64).contains(number))
            && counts.chain([self.steps, self.games, self.positions]).all(|n| n <= MOST_COUNTED)
    }
}

/// Games against a fixed player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    pub opponent: String,
    /// How many plies the learnt player looked ahead.
    pub depth: u8,
    pub tally: Tally,
}

/// What is wrong with a run directory.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("{path} is not a run: it has no run.json")]
    NotARun { path: PathBuf },
    #[error("{file} is not the header of a run: {reason}")]
    Header { file: PathBuf, reason: String },
    #[error(
        "{path} has version {found} of the format of runs; this program reads version {VERSION}"
    )]
    Version { path: PathBuf, found: u32 },
    #[error("{path} is a run of {found}, not of {expected}")]
    Game { path: PathBuf, found: String, expected: String },
    #[error(
        "{path} exists already and is not empty, and is no run that can go on; name another directory"
    )]
    Exists { path: PathBuf },
    #[error("{path} is learning already: another program holds its lock")]
    InUse { path: PathBuf },
    #[error("{file} is damaged: {reason}")]
    Damaged { file: PathBuf, reason: String },
    #[error("{path} has no generation {asked}; it has {}", generations(*.count))]
    NoGeneration { path: PathBuf, asked: u32, count: u32 },
    #[error("cannot {action} {path}: {error}")]
    Io { action: &'static str, path: PathBuf, error: io::Error },
}

fn generations(count: u32) -> String {
    match count {
        0 => "none yet".to_owned(),
        count => format!("generations 0 to {}", count - 1),
    }
}

/// A run directory.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    pub header: Header,
    pub entries: Vec<Entry>,
    /// Held by the program that is learning.
    lock: Option<File>,
}

impl Run {
    /// Begins a run in a directory that is not there or is empty. The lock of a run that was stopped before it had begun does no harm.
    pub fn create(path: &Path, header: Header) -> Result<Run, RunError> {
        let io = |action, path: &Path| {
            let path = path.to_owned();
            move |error| RunError::Io { action, path, error }
        };
        fs::create_dir_all(path).map_err(io("make", path))?;
        let mut files = fs::read_dir(path).map_err(io("read", path))?;
        if files.any(|file| !file.is_ok_and(|file| file.file_name() == LOCK)) {
            return Err(RunError::Exists { path: path.to_owned() });
        }
        let mut run = Run { path: path.to_owned(), header, entries: Vec::new(), lock: None };
        run.lock()?;
        let mut text = serde_json::to_string_pretty(&run.header)
            .map_err(|error| io("write", path)(io::Error::other(error)))?;
        text.push('\n');
        run.write("run.json", text.as_bytes())?;
        Ok(run)
    }

    /// Opens a run to look at.
    pub fn open(path: &Path) -> Result<Run, RunError> {
        let file = path.join("run.json");
        if !file.is_file() {
            return Err(RunError::NotARun { path: path.to_owned() });
        }
        let header = read_header(path, &file)?;
        let mut run = Run { path: path.to_owned(), header, entries: Vec::new(), lock: None };
        run.entries = run.read_journal()?;
        Ok(run)
    }

    /// Opens a run to go on with it: its header, and the state from which it goes on, if it has one. What
    /// came after that state is forgotten.
    pub fn resume(path: &Path) -> Result<(Run, Option<Snapshot>), RunError> {
        let mut run = Run::open(path)?;
        run.lock()?;
        let file = run.path.join("state.weights");
        if !file.is_file() {
            run.entries.clear();
            return Ok((run, None));
        }
        let damaged = |reason: String| RunError::Damaged { file: file.clone(), reason };
        let bytes = read(&file, MOST_WEIGHTS)?;
        let state = Snapshot::read(&bytes).map_err(|error| damaged(error.to_string()))?;
        let [generation] =
            state.counts("generation").map_err(|error| damaged(error.to_string()))?;
        let kept = generation as usize + 1;
        if run.entries.len() < kept {
            let file = run.path.join("journal.jsonl");
            let reason = format!(
                "it has {} generations, and the state is that of generation {generation}",
                run.entries.len()
            );
            return Err(RunError::Damaged { file, reason });
        }
        run.entries.truncate(kept);
        Ok((run, Some(state)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Is a program learning in this directory, here or in another process? The lock is tried and given back at
    /// once, and shared, so that two programs that look do not take each other for one that learns.
    pub fn is_learning(path: &Path) -> bool {
        let lock = File::open(path.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The name of the directory.
    pub fn name(&self) -> String {
        let name = self
            .path
            .canonicalize()
            .ok()
            .and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()));
        name.unwrap_or_else(|| self.path.display().to_string())
    }

    /// Is the run of this game?
    pub fn check_game(&self, game: &str) -> Result<(), RunError> {
        if self.header.game == game {
            return Ok(());
        }
        let (path, found) = (self.path.clone(), self.header.game.clone());
        Err(RunError::Game { path, found, expected: game.to_owned() })
    }

    /// The player of a generation, or of the last one.
    pub fn player(&self, generation: Option<u32>) -> Result<Snapshot, RunError> {
        let count = self.entries.len() as u32;
        let asked = generation.unwrap_or(count.saturating_sub(1));
        if asked >= count {
            return Err(RunError::NoGeneration { path: self.path.clone(), asked, count });
        }
        let file = self.path.join(generation_file(asked));
        let bytes = read(&file, MOST_WEIGHTS)?;
        Snapshot::read(&bytes)
            .map_err(|error| RunError::Damaged { file, reason: error.to_string() })
    }

    /// Keeps a generation: its player, its line in the journal, and the state last.
    pub fn add(
        &mut self,
        entry: Entry,
        player: &Snapshot,
        state: &Snapshot,
    ) -> Result<(), RunError> {
        let mut state = state.clone();
        state.push_counts("generation", &[u64::from(entry.generation)]);
        let bytes = |snapshot: &Snapshot| {
            let path = self.path.clone();
            let wrong =
                |error| RunError::Io { action: "write", path, error: io::Error::other(error) };
            snapshot.write().map_err(wrong)
        };
        let (player, state) = (bytes(player)?, bytes(&state)?);
        let generations = self.path.join("generations");
        if !generations.exists() {
            let failed = |error| RunError::Io { action: "make", path: generations.clone(), error };
            fs::create_dir(&generations).map_err(failed)?;
        }
        self.write(&generation_file(entry.generation), &player)?;
        self.entries.push(entry);
        if let Err(error) = self.write_journal() {
            self.entries.pop();
            return Err(error);
        }
        self.write("state.weights", &state)
    }

    fn write_journal(&self) -> Result<(), RunError> {
        let mut text = String::new();
        for entry in &self.entries {
            let line = serde_json::to_string(entry).map_err(|error| RunError::Io {
                action: "write",
                path: self.path.join("journal.jsonl"),
                error: io::Error::other(error),
            })?;
            text.push_str(&line);
            text.push('\n');
        }
        self.write("journal.jsonl", text.as_bytes())
    }

    fn read_journal(&self) -> Result<Vec<Entry>, RunError> {
        let file = self.path.join("journal.jsonl");
        if !file.is_file() {
            return Ok(Vec::new());
        }
        let text = read_text(&file)?;
        let mut entries: Vec<Entry> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let damaged = |reason: String| RunError::Damaged {
                file: file.clone(),
                reason: format!("line {number}: {reason}"),
            };
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            if entry.generation as usize != entries.len() {
                let (expected, found) = (entries.len(), entry.generation);
                return Err(damaged(format!("generation {expected} was expected, not {found}")));
            }
            if !entry.is_sound() {
                return Err(damaged("its numbers cannot be".to_owned()));
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Writes a file next to its place, syncs and renames it.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.path.join(name);
        let new = path.with_extension("new");
        let written = || {
            let mut file = File::create(&new)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            // The name is on the disk when its directory is.
            #[cfg(unix)]
            if let Some(folder) = path.parent() {
                File::open(folder)?.sync_all()?;
            }
            Ok(())
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&new);
            RunError::Io { action: "write", path, error }
        })
    }

    fn lock(&mut self) -> Result<(), RunError> {
        let path = self.path.join(LOCK);
        let file = File::create(&path).map_err(|error| RunError::Io {
            action: "make",
            path: path.clone(),
            error,
        })?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => {
                    self.lock = Some(file);
                    return Ok(());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
                Err(TryLockError::Error(error)) => {
                    return Err(RunError::Io { action: "lock", path, error });
                }
            }
        }
        Err(RunError::InUse { path: self.path.clone() })
    }
}

fn generation_file(generation: u32) -> String {
    format!("generations/{generation:04}.weights")
}

fn read_header(path: &Path, file: &Path) -> Result<Header, RunError> {
    /// What every version has.
    #[derive(Deserialize)]
    struct Kind {
        format: String,
        version: u32,
    }
    let text = read_text(file)?;
    let wrong = |reason: String| RunError::Header { file: file.to_owned(), reason };
    let kind: Kind = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if kind.format != FORMAT {
        let found: String = kind.format.chars().take(40).collect();
        return Err(wrong(format!("its format is {found:?} instead of {FORMAT:?}")));
    }
    if kind.version != VERSION {
        return Err(RunError::Version { path: path.to_owned(), found: kind.version });
    }
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn read(file: &Path, most: u64) -> Result<Vec<u8>, RunError> {
    let mut bytes = Vec::new();
    let opened = File::open(file).and_then(|opened| opened.take(most + 1).read_to_end(&mut bytes));
    match opened {
        Err(error) => Err(RunError::Io { action: "read", path: file.to_owned(), error }),
        Ok(_) if bytes.len() as u64 > most => Err(RunError::Damaged {
            file: file.to_owned(),
            reason: format!("it has more than {most} bytes"),
        }),
        Ok(_) => Ok(bytes),
    }
}

fn read_text(file: &Path) -> Result<String, RunError> {
    String::from_utf8(read(file, MOST_TEXT)?)
        .map_err(|error| RunError::Damaged { file: file.to_owned(), reason: error.to_string() })
}
