//! The log in a file of `SQLite`.

mod identity;
mod list;
mod own;
mod owner;
mod scan;
mod schema;
mod statements;
mod transfer;
mod upkeep;
mod wal;
mod worker;

pub(crate) use transfer::{Reading, Writing};
pub use upkeep::{FoundGames, Inspection, backup, restore, salvage};
pub use wal::{KeptWal, WalDamage, wal_damage, wal_file};

use crate::log::answer_from;
use crate::{
    Answer, Append, BestTime, Claim, Digest, GameId, Handover, KeptResult, Listed, Log, NewGame,
    News, OwnGame, OwnQuery, OwnResult, Query, Seat, StoreError, Summary, TakenOver, TimesQuery,
};
use identity::Identity;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};
use wal::keep_damaged_wal;
use worker::{Job, ReadQueue, Reader, Write, start_reader, start_writer};

/// News that wait for a slow listener before the oldest are dropped.
const NEWS_KEPT: usize = 4096;
/// How long another process that has the file locked is waited for, unless the options say otherwise.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A list of at most so many games is as quick as reading one: it does not wait behind long ones.
const SHORT_LIST: u32 = 20;

/// How a file is worked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SqliteOptions {
    /// How many writes are committed together at most. With 1, each is synced alone: the
    /// yardstick for what grouping gains.
    pub largest_group: usize,
    /// How many questions about single games and for short lists may wait before more are refused.
    pub most_reads_waiting: usize,
    /// How many questions for long lists may wait before more are refused.
    pub most_lists_waiting: usize,
    /// How long another process that has the file locked is waited for.
    pub lock_timeout: Duration,
    /// How many pages of 4096 bytes the file may have; a write that needs more fails as on a full disk.
    pub most_pages: Option<u32>,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions {
            largest_group: 1024,
            most_reads_waiting: 1024,
            most_lists_waiting: 128,
            lock_timeout: PATIENCE,
            most_pages: None,
        }
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
    writing: Option<JoinHandle<()>>,
    queues: Option<ReadQueues>,
    /// In a file, the threads of the queues.
    reading: Vec<JoinHandle<()>>,
    news: broadcast::Sender<News>,
    /// Of the file; missing in memory.
    identity: Option<Identity>,
    kept_wal: Option<KeptWal>,
}

/// Long lists have a thread of their own, so that a player who opens a game does not wait behind them.
struct ReadQueues {
    games: ReadQueue,
    lists: ReadQueue,
}

impl Sqlite {
    /// Opens a file, or makes it. A file of an older version is brought to today's. Of a damaged write-ahead log a
    /// copy is made first, and [`Sqlite::kept_wal`] names it.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_with(path, SqliteOptions::default())
    }

    /// The same with options.
    pub fn open_with(path: &Path, options: SqliteOptions) -> Result<Sqlite, StoreError> {
        let wait = options.lock_timeout;
        let kept_wal = keep_damaged_wal(path)?;
        let mut writing = connect(path, OpenFlags::default(), wait)?;
        schema::prepare(&mut writing)?;
        if kept_wal.is_some() {
            // What cannot be used is in the copy; left behind, it would be found again after a crash. Where
            // another program has the file open, it stays.
            let _ = writing.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        if let Some(pages) = options.most_pages {
            writing.pragma_update(None, "max_page_count", pages)?;
        }
        let only_read = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let readers = [connect(path, only_read, wait)?, connect(path, only_read, wait)?];
        let identity = Identity::of(path)?;
        let mut log = Sqlite::start(writing, Some((readers, identity)), options);
        log.kept_wal = kept_wal;
        Ok(log)
    }

    /// What was lost of the write-ahead log when the file was opened, and where it is kept.
    pub fn kept_wal(&self) -> Option<&KeptWal> {
        self.kept_wal.as_ref()
    }

    /// A log that is gone with the program.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        configure(&connection)?;
        schema::prepare(&mut connection)?;
        Ok(Sqlite::start(connection, None, SqliteOptions::default()))
    }

    fn start(
        writing: Connection,
        file: Option<([Connection; 2], Identity)>,
        options: SqliteOptions,
    ) -> Sqlite {
        let (readers, identity) = file.unzip();
        let news = broadcast::channel(NEWS_KEPT).0;
        let (writer, writing) =
            start_writer(writing, identity.clone(), options.largest_group.max(1), news.clone());
        let mut reading = Vec::new();
        let [games, lists] = match readers {
            Some(connections) => connections.map(|connection| {
                let (reader, thread) = start_reader(connection);
                reading.push(thread);
                Reader::Thread(reader)
            }),
            // In memory there is but one connection.
            None => [Reader::Writer(writer.clone()), Reader::Writer(writer.clone())],
        };
        let queues = ReadQueues {
            games: ReadQueue::new(options.most_reads_waiting, games),
            lists: ReadQueue::new(options.most_lists_waiting, lists),
        };
        let (writer, writing) = (Some(writer), Some(writing));
        Sqlite { writer, writing, queues: Some(queues), reading, news, identity, kept_wal: None }
    }

    fn write<T: Send + 'static>(
        &self,
        job: impl FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
        news: fn(&T) -> Vec<News>,
    ) -> Answer<T> {
        let (waiting, answer) = oneshot::channel();
        let write = Job::Write(Box::new(Write { job, result: None, waiting, news }));
        if let Some(writer) = &self.writer {
            // Where the writing thread has ended, the write is dropped with its channel, and the answer is `Closed`.
            let _ = writer.send(write);
        }
        answer_from(answer)
    }

    /// Asks for something that is found at once.
    fn read_game<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        match &self.queues {
            Some(queues) => queues.games.ask(read),
            None => Box::pin(async { Err(StoreError::Closed) }),
        }
    }

    /// Asks for something that takes a while.
    fn read_list<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        match &self.queues {
            Some(queues) => queues.lists.ask(read),
            None => Box::pin(async { Err(StoreError::Closed) }),
        }
    }
}

fn connect(path: &Path, flags: OpenFlags, wait: Duration) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(wait)?;
    configure(&connection)?;
    Ok(connection)
}

/// Lets statements be prepared once. Without the stability guarantee, a table with a partial index has its
/// statements prepared again for each execution, in case the values bound decide which index suits.
fn configure(connection: &Connection) -> Result<(), StoreError> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

impl Log for Sqlite {
    fn create(&self, game: NewGame) -> Answer<()> {
        let created = self.write(
            move |connection| statements::create(connection, &game),
            |appended| vec![News::Appended(appended.clone())],
        );
        Box::pin(async move { created.await.map(drop) })
    }

    fn append(&self, append: Append) -> Answer<()> {
        let appended = self.write(
            move |connection| statements::append(connection, &append),
            |appended| vec![News::Appended(appended.clone())],
        );
        Box::pin(async move { appended.await.map(drop) })
    }

    fn read(&self, game: &GameId, since: u64) -> Answer<Vec<String>> {
        let game = game.clone();
        self.read_game(move |connection| statements::read(connection, &game, since))
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        let queue = if query.limit <= SHORT_LIST { Sqlite::read_game } else { Sqlite::read_list };
        queue(self, move |connection: &Connection| list::list(connection, &query))
    }

    fn waiting_for_computer(&self) -> Answer<Vec<(GameId, Option<Digest>)>> {
        self.read_list(statements::waiting_for_computer)
    }

    fn untouched(
        &self,
        before: u64,
        after: Option<GameId>,
        limit: u32,
    ) -> Answer<Vec<(GameId, Summary)>> {
        self.read_list(move |connection| {
            statements::untouched(connection, before, after.as_ref(), limit)
        })
    }

    fn remove(&self, games: Vec<(GameId, u64)>) -> Answer<Vec<GameId>> {
        self.write(
            move |connection| statements::remove(connection, &games),
            |gone| gone.iter().cloned().map(News::Removed).collect(),
        )
    }

    fn check_writable(&self) -> Answer<()> {
        let of_file = |identity: &Identity| identity.check().and_then(|()| identity.check_room());
        if let Some(Err(unavailable)) = self.identity.as_ref().map(of_file) {
            return Box::pin(async { Err(unavailable) });
        }
        self.write(statements::write_again, |()| Vec::new())
    }

    fn note_alive(&self, at: u64) -> Answer<()> {
        self.write(move |connection| statements::note_alive(connection, at), |()| Vec::new())
    }

    fn last_alive(&self) -> Answer<Option<u64>> {
        self.read_game(statements::last_alive)
    }

    fn best_times(&self, query: TimesQuery) -> Answer<Vec<BestTime>> {
        self.read_list(move |connection| statements::best_times(connection, &query))
    }

    fn has_played(&self, leaderboard: &str, owner: Digest) -> Answer<bool> {
        let leaderboard = leaderboard.to_owned();
        self.read_list(move |connection| statements::has_played(connection, &leaderboard, &owner))
    }

    fn secret(&self) -> Answer<Vec<u8>> {
        self.read_list(statements::secret)
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        let game = game.clone();
        self.write(move |connection| statements::disqualify(connection, &game), |()| Vec::new())
    }

    fn seats(&self, game: &GameId) -> Answer<Vec<Seat>> {
        let game = game.clone();
        self.read_game(move |connection| statements::seats(connection, &game))
    }

    fn claim(&self, claim: Claim) -> Answer<()> {
        let claim = move |connection: &Connection| {
            statements::claim(connection, &claim).map(|()| claim.game.clone())
        };
        let claimed = self.write(claim, |game| vec![News::Seated(game.clone())]);
        Box::pin(async move { claimed.await.map(drop) })
    }

    fn keep_look(&self, game: &GameId, ply: u32, found: String) -> Answer<()> {
        let game = game.clone();
        let keep = move |connection: &Connection| {
            statements::keep_look(connection, &game, ply, &found).map(|()| game.clone())
        };
        let kept = self.write(keep, |game| vec![News::Looked(game.clone())]);
        Box::pin(async move { kept.await.map(drop) })
    }

    fn looks(&self, game: &GameId) -> Answer<Vec<(u32, String)>> {
        let game = game.clone();
        self.read_game(move |connection| statements::looks(connection, &game))
    }

    fn keep_result(&self, game: &GameId, result: KeptResult) -> Answer<()> {
        let game = game.clone();
        self.write(move |connection| own::keep_result(connection, &game, &result), |()| Vec::new())
    }

    fn without_result(&self, owner: Digest, limit: u32) -> Answer<Vec<GameId>> {
        self.read_list(move |connection| own::without_result(connection, &owner, limit))
    }

    fn own_games(&self, query: OwnQuery) -> Answer<Vec<OwnGame>> {
        self.read_list(move |connection| own::own_games(connection, &query))
    }

    fn own_results(&self, owner: Digest) -> Answer<Vec<OwnResult>> {
        self.read_list(move |connection| own::own_results(connection, &owner))
    }

    fn discard(&self, game: &GameId, owner: Digest) -> Answer<bool> {
        let game = game.clone();
        let discard = move |connection: &Connection| {
            own::discard(connection, &game, &owner).map(|gone| (game.clone(), gone))
        };
        let discarded =
            self.write(
                discard,
                |(game, gone)| {
                    if *gone { vec![News::Removed(game.clone())] } else { Vec::new() }
                },
            );
        Box::pin(async move { discarded.await.map(|(_, gone)| gone) })
    }

    fn set_nickname(&self, owner: Digest, name: Option<String>) -> Answer<()> {
        let rename = move |connection: &Connection| {
            owner::set_nickname(connection, &owner, name.as_deref()).map(|()| owner)
        };
        let renamed = self.write(rename, |owner| vec![News::Owner(*owner)]);
        Box::pin(async move { renamed.await.map(drop) })
    }

    fn nickname(&self, owner: Digest) -> Answer<Option<String>> {
        self.read_game(move |connection| owner::nickname(connection, &owner))
    }

    fn offer(&self, handover: Handover) -> Answer<()> {
        self.write(move |connection| owner::offer(connection, &handover), |()| Vec::new())
    }

    fn take_over(&self, code: Digest, taker: Option<Digest>, now: u64) -> Answer<TakenOver> {
        let take = move |connection: &Connection| {
            let handed = owner::take_over(connection, &code, taker.as_ref(), now)?;
            Ok((handed, taker))
        };
        let done = self.write(take, |(handed, taker)| {
            taker.iter().chain([&handed.owner]).copied().map(News::Owner).collect()
        });
        Box::pin(async move { done.await.map(|(handed, _)| handed) })
    }

    fn heads(&self, games: Vec<GameId>) -> Answer<Vec<(GameId, u64)>> {
        self.read_list(move |connection| {
            let head =
                |game: GameId| Ok(statements::next(connection, &game)?.map(|next| (game, next)));
            games.into_iter().filter_map(|game| head(game).transpose()).collect()
        })
    }

    fn subscribe(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The writer's connection is the last to close: only a connection that can write moves what is
        // in the write-ahead log into the file.
        drop(self.queues.take());
        for thread in self.reading.drain(..) {
            let _ = thread.join();
        }
        drop(self.writer.take());
        if let Some(thread) = self.writing.take() {
            let _ = thread.join();
        }
    }
}
