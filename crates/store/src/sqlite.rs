//! The log in a file of `SQLite`.

use crate::worker::{Job, Reading, Write, start_reader, start_writer};
use crate::{
    Answer, Append, Appended, BestTime, Claim, Digest, GameId, Listed, Log, NewGame, Query, Seat,
    StoreError, schema, statements,
};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};

/// News that wait for a slow listener before the oldest are dropped.
const NEWS_KEPT: usize = 4096;

/// How a file is worked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SqliteOptions {
    /// How many writes are committed together at most. With 1, each is synced alone: the
    /// yardstick for what grouping gains.
    pub largest_group: usize,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions { largest_group: 1024 }
    }
}

/// A log in one file, or in memory. When it is dropped, it finishes what it was given.
///
/// ```
/// use store::{Log, Query, Sqlite};
/// let log = Sqlite::in_memory().unwrap();
/// let _answer = log.list(Query { limit: 10, ..Query::default() });
/// ```
pub struct Sqlite {
    writer: Option<Sender<Job>>,
    /// Missing in memory, where there is but one connection.
    reader: Option<Sender<Reading>>,
    writing: Option<JoinHandle<()>>,
    reading: Option<JoinHandle<()>>,
    news: broadcast::Sender<Appended>,
}

impl Sqlite {
    /// Opens a file, or makes it. A file of an older version is brought to today's.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_with(path, SqliteOptions::default())
    }

    /// The same with options.
    pub fn open_with(path: &Path, options: SqliteOptions) -> Result<Sqlite, StoreError> {
        let mut writing = connect(path, OpenFlags::default())?;
        schema::prepare(&mut writing)?;
        let only_read = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reading = connect(path, only_read)?;
        Ok(Sqlite::start(writing, Some(reading), options))
    }

    /// A log that is gone with the program.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        schema::prepare(&mut connection)?;
        Ok(Sqlite::start(connection, None, SqliteOptions::default()))
    }

    fn start(writing: Connection, reading: Option<Connection>, options: SqliteOptions) -> Sqlite {
        let news = broadcast::channel(NEWS_KEPT).0;
        let (writer, writing) = start_writer(writing, options.largest_group.max(1), news.clone());
        let (reader, reading) = reading.map(start_reader).unzip();
        Sqlite { writer: Some(writer), reader, writing: Some(writing), reading, news }
    }

    fn write<T: Send + 'static>(
        &self,
        job: impl FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
        tell: fn(&T) -> Option<Appended>,
    ) -> Answer<T> {
        let (waiting, answer) = oneshot::channel();
        let write = Job::Write(Box::new(Write { job, result: None, waiting, tell }));
        let sent = self.writer.as_ref().is_some_and(|writer| writer.send(write).is_ok());
        Box::pin(async move {
            if sent {
                answer.await.unwrap_or(Err(StoreError::Closed))
            } else {
                Err(StoreError::Closed)
            }
        })
    }

    fn read_with<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (waiting, answer) = oneshot::channel();
        let job: Reading = Box::new(move |connection| {
            let _ = waiting.send(read(connection));
        });
        let sent = match (&self.reader, &self.writer) {
            (Some(reader), _) => reader.send(job).is_ok(),
            (None, Some(writer)) => writer.send(Job::Read(job)).is_ok(),
            (None, None) => false,
        };
        Box::pin(async move {
            if sent {
                answer.await.unwrap_or(Err(StoreError::Closed))
            } else {
                Err(StoreError::Closed)
            }
        })
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

impl Log for Sqlite {
    fn create(&self, game: NewGame) -> Answer<()> {
        let created = self.write(
            move |connection| statements::create(connection, &game),
            |appended| Some(appended.clone()),
        );
        Box::pin(async move { created.await.map(drop) })
    }

    fn append(&self, append: Append) -> Answer<()> {
        let appended = self.write(
            move |connection| statements::append(connection, &append),
            |appended| Some(appended.clone()),
        );
        Box::pin(async move { appended.await.map(drop) })
    }

    fn read(&self, game: &GameId, since: u64) -> Answer<Vec<String>> {
        let game = game.clone();
        self.read_with(move |connection| statements::read(connection, &game, since))
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        self.read_with(move |connection| statements::list(connection, &query))
    }

    fn waiting_for_computer(&self) -> Answer<Vec<GameId>> {
        self.read_with(statements::waiting_for_computer)
    }

    fn best_times(
        &self,
        leaderboard: &str,
        asker: Option<Digest>,
        limit: u32,
    ) -> Answer<Vec<BestTime>> {
        let leaderboard = leaderboard.to_owned();
        self.read_with(move |connection| {
            statements::best_times(connection, &leaderboard, asker, limit)
        })
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        let game = game.clone();
        self.write(move |connection| statements::disqualify(connection, &game), |()| None)
    }

    fn seats(&self, game: &GameId) -> Answer<Vec<Seat>> {
        let game = game.clone();
        self.read_with(move |connection| statements::seats(connection, &game))
    }

    fn claim(&self, claim: Claim) -> Answer<()> {
        self.write(move |connection| statements::claim(connection, &claim), |()| None)
    }

    fn subscribe(&self) -> broadcast::Receiver<Appended> {
        self.news.subscribe()
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The writer's connection is the last to close: only a connection that can write moves what is
        // in the write-ahead log into the file.
        drop(self.reader.take());
        if let Some(thread) = self.reading.take() {
            let _ = thread.join();
        }
        drop(self.writer.take());
        if let Some(thread) = self.writing.take() {
            let _ = thread.join();
        }
    }
}
