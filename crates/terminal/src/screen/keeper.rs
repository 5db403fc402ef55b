//! The shelf of games: a thread that appends to the log what is played, and finds what can be
//! continued. A log that fails stops nobody from playing; it is told, and what was not kept is tried
//! again with what comes next.
//!
//! A game of the keyboard is in the same log as those of a server, in seats that are taken for good:
//! nobody on the web can sit down in them, nor see the game in a list.

use crate::shell::Shelf;
use game::Side;
use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use store::{Append, Digest, GameId, Log, NewGame, NewSeat, Query, Sqlite, StoreError, Summary};
use table::{AnyTable, Event, GameName, Millis, Player, Seats};
use tokio::runtime::{Builder, Runtime};

/// So many games are offered to be continued.
const MOST_LISTED: u32 = 50;

/// Events of a game, to be kept.
#[derive(Debug, Clone)]
pub struct Record {
    /// The name of the game in the log.
    pub name: String,
    /// The number of the first of the events.
    pub expected: u64,
    /// The events.
    pub events: Vec<Event>,
    /// Which game it is.
    pub game: GameName,
    /// Who plays.
    pub players: Seats<Player>,
    /// How many moves count.
    pub moves: u64,
    /// Is it over?
    pub over: bool,
    /// When.
    pub at: Millis,
}

impl Record {
    /// What of a table has to be kept from an event on.
    pub fn of(table: &AnyTable, name: &str, expected: u64, at: Millis) -> Record {
        Record {
            name: name.to_owned(),
            expected,
            events: table.events().get(expected as usize..).unwrap_or_default().to_vec(),
            game: table.game(),
            players: table.players().clone(),
            moves: table.moves_played() as u64,
            over: table.is_over(),
            at,
        }
    }
}

/// A game that can be continued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Its name in the log.
    pub name: String,
    /// Which game it is.
    pub game: GameName,
    /// Who plays.
    pub players: Seats<Player>,
    /// How many moves count.
    pub moves: u64,
    /// When it was last played.
    pub at: Millis,
}

/// What the shelf has to tell.
#[derive(Debug, Clone)]
pub enum News {
    /// What was played is kept.
    Kept,
    /// What was played is not kept, and why.
    Unkept(String),
    /// The games that can be continued, or why they are not known.
    Listed(Result<Vec<Saved>, String>),
    /// A game to be continued: its name, and its events or why there are none.
    Opened(String, Result<Vec<Event>, String>),
}

enum Job {
    Keep(Record),
    List,
    Open(String),
}

/// The shelf. Dropping it waits until everything is kept that can be.
pub struct Keeper {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Opens a shelf; `tell` hears its news.
    pub fn start(shelf: Shelf, tell: impl Fn(News) + Send + 'static) -> Keeper {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::spawn(move || run(&shelf, &waiting, &tell));
        Keeper { jobs: Some(jobs), thread: Some(thread) }
    }

    /// Keeps events.
    pub fn keep(&self, record: Record) {
        self.send(Job::Keep(record));
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

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(shelf: &Shelf, jobs: &Receiver<Job>, tell: &dyn Fn(News)) {
    let mut books = match shelf {
        Shelf::Nowhere => Err(None),
        Shelf::Missing(reason) => Err(Some(reason.clone())),
        Shelf::File(file) => Books::open(file).map_err(Some),
    };
    if let Err(Some(reason)) = &books {
        tell(News::Unkept(reason.clone()));
    }
    for job in jobs {
        let news = match (&mut books, job) {
            (Ok(books), Job::Keep(record)) => match books.keep(record) {
                Ok(()) => News::Kept,
                Err(reason) => News::Unkept(reason),
            },
            (Ok(books), Job::List) => News::Listed(books.list()),
            (Ok(books), Job::Open(name)) => {
                let events = books.read(&name);
                News::Opened(name, events)
            }
            (Err(_), Job::Keep(_)) => continue,
            (Err(reason), Job::List) => News::Listed(reason.clone().map_or(Ok(Vec::new()), Err)),
            (Err(reason), Job::Open(name)) => {
                News::Opened(name, Err(reason.clone().unwrap_or_default()))
            }
        };
        tell(news);
    }
}

/// The log, and what it does not have yet.
struct Books {
    log: Box<dyn Log>,
    runtime: Runtime,
    /// Events that could not be kept yet.
    late: HashMap<String, Vec<Event>>,
}

impl Books {
    fn open(file: &Path) -> Result<Books, String> {
        let runtime = Builder::new_current_thread().build().map_err(|error| error.to_string())?;
        let log = Sqlite::open(file).map_err(|error| error.to_string())?;
        Ok(Books { log: Box::new(log), runtime, late: HashMap::new() })
    }

    fn keep(&mut self, mut record: Record) -> Result<(), String> {
        if let Some(mut late) = self.late.remove(&record.name) {
            record.expected = record.expected.saturating_sub(late.len() as u64);
            late.append(&mut record.events);
            record.events = late;
        }
        let kept = self.append(&record);
        // Somebody else plays on with this game: there is nothing to be tried again.
        if let Err(error) = &kept
            && !matches!(error, StoreError::Taken { .. })
        {
            self.late.insert(record.name, record.events);
        }
        kept.map_err(|error| match error {
            StoreError::Taken { .. } => "the game goes on elsewhere".to_owned(),
            error => error.to_string(),
        })
    }

    fn append(&self, record: &Record) -> Result<(), StoreError> {
        let id = game_id(&record.name)?;
        let events: Vec<String> =
            record.events.iter().map(write).collect::<Result<_, StoreError>>()?;
        let summary = Summary {
            kind: record.game.name().to_owned(),
            players: serde_json::to_string(&record.players).unwrap_or_default(),
            moves: record.moves,
            over: record.over,
            // The computer thinks here, and no server shall do it in its place.
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
        let game = NewGame { id, events, summary, heading: None, seats };
        self.runtime.block_on(self.log.create(game))
    }

    fn list(&self) -> Result<Vec<Saved>, String> {
        let query = Query {
            over: Some(false),
            asker: Some(Digest::NOBODY),
            mine: true,
            limit: MOST_LISTED,
            ..Query::default()
        };
        let listed = self.runtime.block_on(self.log.list(query)).map_err(|e| e.to_string())?;
        let saved = |listed: store::Listed| {
            Some(Saved {
                name: listed.id.as_str().to_owned(),
                game: GameName::of(&listed.summary.kind)?,
                players: serde_json::from_str(&listed.summary.players).ok()?,
                moves: listed.summary.moves,
                at: listed.summary.at,
            })
        };
        Ok(listed.into_iter().filter_map(saved).collect())
    }

    fn read(&self, name: &str) -> Result<Vec<Event>, String> {
        let id = game_id(name).map_err(|error| error.to_string())?;
        let lines = self.runtime.block_on(self.log.read(&id, 0)).map_err(|e| e.to_string())?;
        let event = |line: &String| serde_json::from_str(line).map_err(|error| error.to_string());
        lines.iter().map(event).collect()
    }
}

/// The name of a seat in the log.
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
