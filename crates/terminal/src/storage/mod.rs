//! The storage of games: a thread that writes to the log what is played, and finds it again.
//! Play goes on when the log fails; the failure is reported, and what was not saved is tried again.
//!
//! A game of the keyboard is in the same log as those of a server, in seats that are taken for good: no
//! client can sit down in them, nor see the game in a list.
//!
//! A request to save carries all events of its game. How many of them the log has is known here alone, so
//! that after a failure nothing is left out, and a game that another process went on with can be saved
//! whole under a name of its own.

mod choices;
mod database;

use crate::shell::StorageConfig;
use crate::words::words;
use choices::Choices;
use database::{Database, GameLog};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use store::{Sqlite, StoreError};
use table::{
    AnyTable, Card, Club, Event, History, Language, Localized, Millis, Player, Seats, fill,
};

/// After a failure the log is tried again so often.
const RETRY: Duration = Duration::from_secs(2);

/// A game to be saved as it is now.
#[derive(Debug, Clone)]
pub struct SaveRequest {
    /// What the game is called in this process. Its name in the log is another one after another process
    /// has gone on with it.
    pub name: String,
    /// All its events.
    pub events: History<Event>,
    pub game: &'static dyn Card,
    pub players: Seats<Player>,
    /// How many moves count.
    pub moves: u64,
    pub over: bool,
    pub at: Millis,
    /// The leaderboard on which its time may be, when a person wins it.
    pub leaderboard: Option<String>,
    /// How long a person took to win it alone.
    pub time: Option<Millis>,
    /// Was the player helped? Then its time is on no leaderboard.
    pub helped: bool,
}

impl SaveRequest {
    pub fn of(table: &AnyTable, name: &str, at: Millis) -> SaveRequest {
        SaveRequest {
            leaderboard: None,
            time: table.time_of_a_win(),
            helped: false,
            name: name.to_owned(),
            events: table.events().clone(),
            game: table.card(),
            players: table.players().clone(),
            moves: table.moves_played() as u64,
            over: table.is_over(),
            at,
        }
    }
}

/// A game that was played here.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedGame {
    /// Its name in the log.
    pub name: String,
    pub game: &'static dyn Card,
    pub players: Seats<Player>,
    /// How many moves count.
    pub moves: u64,
    /// When it was last played.
    pub at: Millis,
    /// How it ended, as a sentence; `None` while it can be continued.
    pub end: Option<Localized>,
}

impl SavedGame {
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }
}

/// Why a game is not saved, or not found: the reason in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageError(pub String);

impl StorageError {
    pub fn text(&self, language: Language) -> String {
        fill(words(language).storage_failed, &[&self.0])
    }
}

impl From<StoreError> for StorageError {
    fn from(error: StoreError) -> StorageError {
        StorageError(error.to_string())
    }
}

/// What the storage reports.
#[derive(Debug, Clone)]
pub enum StorageEvent {
    /// Everything is saved.
    Saved,
    NotSaved(StorageError),
    /// Another process has gone on with the game of this name: what is played here is saved as a game of
    /// its own from now on.
    Forked(String),
    /// What was written last is damaged, so that moves may be missing: the name of the file in which it is kept.
    Damaged(String),
    /// The games that were played here, the latest first.
    Listed(Result<Vec<SavedGame>, StorageError>),
    /// A game to be continued or looked at: its name and its events.
    Opened(String, Result<Vec<Event>, StorageError>),
    /// The shortest times of a leaderboard in milliseconds, the best first.
    Times(String, Result<Vec<Millis>, StorageError>),
    /// The choices of the first screen when it was last used, as they were remembered.
    Remembered(String),
}

enum Job {
    Save(SaveRequest),
    List,
    Open(String),
    Delete(String),
    Times(String),
    Remember(String),
}

/// The storage. Dropping it waits until everything is saved that can be.
pub struct Storage {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<Option<StorageError>>>,
}

impl Storage {
    /// Opens the storage; `report` is called from its thread. `run` is a number that no other process has.
    pub fn start(
        club: Club,
        config: StorageConfig,
        run: u64,
        report: impl Fn(StorageEvent) + Send + Sync + 'static,
    ) -> Storage {
        match config {
            StorageConfig::None => Storage::spawn(move |jobs| {
                save_nothing(jobs, &report);
                None
            }),
            StorageConfig::Unavailable(reason) => {
                let open = move || Err(StoreError::Failed(reason.clone()));
                Storage::with(Database::new(club, run, Box::new(open)), RETRY, report)
            }
            StorageConfig::File(file) => {
                let report = Arc::new(report);
                let choices = Choices::beside(&file);
                if let Some(text) = choices.read() {
                    report(StorageEvent::Remembered(text));
                }
                let tell = Arc::clone(&report);
                let open = move || {
                    let log = Sqlite::open(&file)?;
                    if let Some(kept) = log.kept_wal() {
                        tell(StorageEvent::Damaged(kept.copy.display().to_string()));
                    }
                    Ok(Box::new(log) as Box<dyn GameLog>)
                };
                let database = Database::new(club, run, Box::new(open)).with_choices(choices);
                Storage::with(database, RETRY, move |event| report(event))
            }
        }
    }

    fn with(
        database: Database,
        retry: Duration,
        report: impl Fn(StorageEvent) + Send + 'static,
    ) -> Storage {
        Storage::spawn(move |jobs| serve(database, retry, jobs, &report))
    }

    fn spawn(
        serve: impl FnOnce(&Receiver<Job>) -> Option<StorageError> + Send + 'static,
    ) -> Storage {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::spawn(move || serve(&waiting));
        Storage { jobs: Some(jobs), thread: Some(thread) }
    }

    pub fn save(&self, request: SaveRequest) {
        self.send(Job::Save(request));
    }

    /// Asks for the games that were played here.
    pub fn list(&self) {
        self.send(Job::List);
    }

    /// Asks for the events of a game.
    pub fn open(&self, name: String) {
        self.send(Job::Open(name));
    }

    /// Deletes a game for good, and reports the list without it.
    pub fn delete(&self, name: String) {
        self.send(Job::Delete(name));
    }

    /// Asks for the best times of a leaderboard.
    pub fn times(&self, leaderboard: String) {
        self.send(Job::Times(leaderboard));
    }

    /// Keeps the choices of the first screen for the next run.
    pub fn remember(&self, choices: String) {
        self.send(Job::Remember(choices));
    }

    /// Waits until everything is saved. Returns why something could not be.
    pub fn close(mut self) -> Option<StorageError> {
        self.finish()
    }

    fn finish(&mut self) -> Option<StorageError> {
        drop(self.jobs.take());
        self.thread.take().and_then(|thread| thread.join().ok()).flatten()
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread ends only when this end is dropped.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        self.finish();
    }
}

/// There is no place for games, and nobody expects one.
fn save_nothing(jobs: &Receiver<Job>, report: &dyn Fn(StorageEvent)) {
    for job in jobs {
        match job {
            Job::Save(_) | Job::Remember(_) => {}
            Job::Times(leaderboard) => report(StorageEvent::Times(leaderboard, Ok(Vec::new()))),
            Job::List | Job::Delete(_) => report(StorageEvent::Listed(Ok(Vec::new()))),
            Job::Open(name) => {
                report(StorageEvent::Opened(name, Err(StoreError::NoSuchGame.into())));
            }
        }
    }
}

/// Does what is asked until there is nobody to ask. Returns why something is not saved at the end.
fn serve(
    mut database: Database,
    retry: Duration,
    jobs: &Receiver<Job>,
    report: &dyn Fn(StorageEvent),
) -> Option<StorageError> {
    if let Err(error) = database.open() {
        report(StorageEvent::NotSaved(error.into()));
    }
    loop {
        let job = if database.is_late() {
            jobs.recv_timeout(retry)
        } else {
            jobs.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match job {
            Ok(Job::Save(request)) => {
                database.put_off(request);
                write(&mut database, report);
            }
            Ok(Job::List) => report(StorageEvent::Listed(database.list())),
            Ok(Job::Delete(name)) => {
                let deleted = database.delete(&name);
                report(StorageEvent::Listed(deleted.and_then(|()| database.list())));
            }
            Ok(Job::Times(leaderboard)) => {
                let times = database.times(&leaderboard);
                report(StorageEvent::Times(leaderboard, times));
            }
            Ok(Job::Remember(choices)) => database.remember(&choices),
            Ok(Job::Open(name)) => {
                let events = database.read(&name);
                report(StorageEvent::Opened(name, events));
            }
            Err(RecvTimeoutError::Timeout) => write(&mut database, report),
            Err(RecvTimeoutError::Disconnected) => return database.write(&mut |_| ()).err(),
        }
    }
}

fn write(database: &mut Database, report: &dyn Fn(StorageEvent)) {
    let written = database.write(&mut |name| report(StorageEvent::Forked(name)));
    report(match written {
        Ok(()) => StorageEvent::Saved,
        Err(error) => StorageEvent::NotSaved(error),
    });
}

#[cfg(test)]
mod tests;
