//! The storage of games: a thread that appends to the log what is played, and finds what can be
//! continued. Play goes on when the log fails; the failure is reported, and what was not saved is tried
//! again with what comes next.
//!
//! A game of the keyboard is in the same log as those of a server, in seats that are taken for good: no
//! client can sit down in them, nor see the game in a list.

use crate::shell::StorageConfig;
use crate::words::words;
use game::Side;
use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use store::{Append, Digest, GameId, Log, NewGame, NewSeat, Query, Sqlite, StoreError, Summary};
use table::{AnyTable, Card, Club, Event, Language, Millis, Player, Seats, fill};
use tokio::runtime::{Builder, Runtime};

/// So many games are offered to be continued.
const MOST_LISTED: u32 = 50;

/// Events of a game, to be saved.
#[derive(Debug, Clone)]
pub struct NewEvents {
    /// The name of the game in the log.
    pub name: String,
    /// The number of the first of the events.
    pub expected: u64,
    pub events: Vec<Event>,
    pub game: &'static dyn Card,
    pub players: Seats<Player>,
    /// How many moves count.
    pub moves: u64,
    pub over: bool,
    pub at: Millis,
}

impl NewEvents {
    /// What of a table has to be saved from an event on.
    pub fn of(table: &AnyTable, name: &str, expected: u64, at: Millis) -> NewEvents {
        NewEvents {
            name: name.to_owned(),
            expected,
            events: table.events().since(expected as usize).cloned().collect(),
            game: table.card(),
            players: table.players().clone(),
            moves: table.moves_played() as u64,
            over: table.is_over(),
            at,
        }
    }
}

/// A game that can be continued.
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
}

/// Why a game is not saved, or not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageError {
    /// Another process has added events to the game.
    GoesOnElsewhere,
    /// The reason is in English.
    Failed(String),
}

impl StorageError {
    pub fn text(&self, language: Language) -> String {
        let words = words(language);
        match self {
            StorageError::GoesOnElsewhere => words.goes_on_elsewhere.to_owned(),
            StorageError::Failed(reason) => fill(words.storage_failed, &[reason]),
        }
    }
}

impl From<StoreError> for StorageError {
    fn from(error: StoreError) -> StorageError {
        match error {
            StoreError::Taken { .. } => StorageError::GoesOnElsewhere,
            error => StorageError::Failed(error.to_string()),
        }
    }
}

/// What the storage reports.
#[derive(Debug, Clone)]
pub enum StorageEvent {
    Saved,
    NotSaved(StorageError),
    /// The games that can be continued.
    Listed(Result<Vec<SavedGame>, StorageError>),
    /// A game to be continued: its name and its events.
    Opened(String, Result<Vec<Event>, StorageError>),
}

enum Job {
    Append(NewEvents),
    List,
    Open(String),
}

/// The storage. Dropping it waits until everything is saved that can be.
pub struct Storage {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Storage {
    /// Opens the storage; `report` is called from its thread.
    pub fn start(
        club: Club,
        config: StorageConfig,
        report: impl Fn(StorageEvent) + Send + 'static,
    ) -> Storage {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::spawn(move || run(club, &config, &waiting, &report));
        Storage { jobs: Some(jobs), thread: Some(thread) }
    }

    pub fn append(&self, events: NewEvents) {
        self.send(Job::Append(events));
    }

    /// Asks for the games that can be continued.
    pub fn list(&self) {
        self.send(Job::List);
    }

    /// Asks for the events of a game.
    pub fn open(&self, name: String) {
        self.send(Job::Open(name));
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
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(club: Club, config: &StorageConfig, jobs: &Receiver<Job>, report: &dyn Fn(StorageEvent)) {
    let mut database = match config {
        StorageConfig::None => Err(None),
        StorageConfig::Unavailable(reason) => Err(Some(StorageError::Failed(reason.clone()))),
        StorageConfig::File(file) => Database::open(club, file).map_err(Some),
    };
    if let Err(Some(error)) = &database {
        report(StorageEvent::NotSaved(error.clone()));
    }
    for job in jobs {
        let event = match (&mut database, job) {
            (Ok(database), Job::Append(events)) => match database.save(events) {
                Ok(()) => StorageEvent::Saved,
                Err(error) => StorageEvent::NotSaved(error),
            },
            (Ok(database), Job::List) => StorageEvent::Listed(database.list()),
            (Ok(database), Job::Open(name)) => {
                let events = database.read(&name);
                StorageEvent::Opened(name, events)
            }
            (Err(_), Job::Append(_)) => continue,
            (Err(error), Job::List) => {
                StorageEvent::Listed(error.clone().map_or(Ok(Vec::new()), Err))
            }
            (Err(error), Job::Open(name)) => {
                let error = error.clone().unwrap_or_else(|| StoreError::NoSuchGame.into());
                StorageEvent::Opened(name, Err(error))
            }
        };
        report(event);
    }
}

/// The log, and what it does not have yet.
struct Database {
    club: Club,
    log: Box<dyn Log>,
    runtime: Runtime,
    /// Events that could not be saved yet.
    late: HashMap<String, Vec<Event>>,
}

impl Database {
    fn open(club: Club, file: &Path) -> Result<Database, StorageError> {
        let runtime = Builder::new_current_thread().build();
        let runtime = runtime.map_err(|error| StorageError::Failed(error.to_string()))?;
        let log = Sqlite::open(file)?;
        Ok(Database { club, log: Box::new(log), runtime, late: HashMap::new() })
    }

    fn save(&mut self, mut record: NewEvents) -> Result<(), StorageError> {
        if let Some(mut late) = self.late.remove(&record.name) {
            record.expected = record.expected.saturating_sub(late.len() as u64);
            late.append(&mut record.events);
            record.events = late;
        }
        let saved = self.append(&record);
        // Where another process plays on with this game, there is nothing to be tried again.
        if let Err(error) = &saved
            && !matches!(error, StoreError::Taken { .. })
        {
            self.late.insert(record.name, record.events);
        }
        Ok(saved?)
    }

    fn append(&self, record: &NewEvents) -> Result<(), StoreError> {
        let id = game_id(&record.name)?;
        let events: Vec<String> =
            record.events.iter().map(write).collect::<Result<_, StoreError>>()?;
        let summary = Summary {
            kind: record.game.name().to_owned(),
            players: serde_json::to_string(&record.players).unwrap_or_default(),
            moves: record.moves,
            over: record.over,
            // The computer thinks here, and no server is to do it in its place.
            computer_to_move: false,
            at: record.at,
            time: None,
        };
        if record.expected > 0 {
            let append = Append { game: id, expected: record.expected, events, summary };
            return self.runtime.block_on(self.log.append(append));
        }
        let seat = |(seat, _): (game::Seat, &Player)| NewSeat {
            seat: seat_name(seat).to_owned(),
            token: Some(Digest::NOBODY),
            invitation: None,
        };
        let seats = record.players.iter().map(seat).collect();
        let game = NewGame { id, events, summary, leaderboard: None, seats };
        self.runtime.block_on(self.log.create(game))
    }

    fn list(&self) -> Result<Vec<SavedGame>, StorageError> {
        let query = Query {
            over: Some(false),
            asker: Some(Digest::NOBODY),
            mine: true,
            limit: MOST_LISTED,
            ..Query::default()
        };
        let listed = self.runtime.block_on(self.log.list(query))?;
        let saved = |listed: store::Listed| {
            Some(SavedGame {
                name: listed.id.as_str().to_owned(),
                game: self.club.card(&listed.summary.kind)?,
                players: serde_json::from_str(&listed.summary.players).ok()?,
                moves: listed.summary.moves,
                at: listed.summary.at,
            })
        };
        Ok(listed.into_iter().filter_map(saved).collect())
    }

    fn read(&self, name: &str) -> Result<Vec<Event>, StorageError> {
        let id = game_id(name)?;
        let lines = self.runtime.block_on(self.log.read(&id, 0))?;
        let event = |line: &String| {
            serde_json::from_str(line).map_err(|error| StorageError::Failed(error.to_string()))
        };
        lines.iter().map(event).collect()
    }
}

fn seat_name(seat: game::Seat) -> &'static str {
    match seat {
        game::Seat::Side(Side::White) => "white",
        game::Seat::Side(Side::Black) => "black",
        game::Seat::Solo => "solo",
    }
}

fn game_id(name: &str) -> Result<GameId, StoreError> {
    name.parse().map_err(|_| StoreError::NoSuchGame)
}

fn write(event: &Event) -> Result<String, StoreError> {
    serde_json::to_string(event).map_err(|error| StoreError::Failed(error.to_string()))
}
