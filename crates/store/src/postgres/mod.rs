//! The log in a database of `PostgreSQL`, which several servers on several machines share.
//!
//! Appends of one node go to the database in groups, each as one statement with one notification ([`writer`]); a notification for each move would
//! queue all commits behind one lock (measured: 148 appends a second instead of 2,424). What other nodes have done comes in over a connection that
//! listens; where it is lost, listeners are told that they may have missed something, and ask how far their games have come.
//!
//! Decided against: logical decoding, which needs a slot for each node that somebody has to clean up, and advisory locks for the work of
//! nodes, which hang on one connection.

mod address;
mod link;
mod list;
mod news;
mod nodes;
mod own;
#[cfg(test)]
mod plans;
mod schema;
mod statements;
mod transfer;
mod writer;

pub use address::{Address, AddressError};
pub(crate) use transfer::{Reading, Writing};

use crate::integers::{signed, unsigned};
use crate::log::answer_from;
use crate::{
    Answer, Append, BestTime, Claim, Digest, GameId, Handover, Keeping, KeptResult, Listed, Log,
    NewGame, News, Nodes, Note, OwnGame, OwnQuery, OwnResult, Query, Renewed, Seat, StoreError,
    Summary, TakenOver, TimesQuery, Work,
};
use link::{Fault, Link, Pool, connected};
use nodes::Left;
use statements::{game_id, owned};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;
use writer::{Job, What};

/// News that wait for a slow listener before the oldest are dropped.
const NEWS_KEPT: usize = 4096;
/// A list of at most so many games is as quick as reading one: it does not wait behind long ones.
const SHORT_LIST: u32 = 20;
/// The connection that listens is tried this often, so that its loss is noticed.
const BETWEEN_PROBES: Duration = Duration::from_secs(5);
/// Between two tries to listen again.
const BETWEEN_TRIES: Duration = Duration::from_millis(200);
/// Notes that are told together at most.
const MOST_NOTES: usize = 50;
/// What was begun is finished before the program ends, but not waited for longer.
const LONGEST_END: Duration = Duration::from_secs(15);

/// How a database is worked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Connections for questions about single games and for short lists.
    pub game_connections: usize,
    /// Connections for long lists.
    pub list_connections: usize,
    /// Connections for what is written beside moves.
    pub change_connections: usize,
    /// How many questions of one kind may wait for a connection before more are refused.
    pub most_waiting: usize,
    /// How long a database that is away is waited for.
    pub patience: Duration,
}

impl Default for PostgresOptions {
    fn default() -> PostgresOptions {
        PostgresOptions {
            game_connections: 4,
            list_connections: 2,
            change_connections: 3,
            most_waiting: 1024,
            patience: Duration::from_secs(5),
        }
    }
}

/// A log in a database. When it is dropped, it finishes what it was given.
pub struct Postgres {
    shared: Arc<Shared>,
    jobs: Option<mpsc::UnboundedSender<Job>>,
    /// Says when the task that appends has come to its end.
    written: Mutex<std::sync::mpsc::Receiver<()>>,
    notes: mpsc::UnboundedSender<(Left, oneshot::Sender<Result<(), StoreError>>)>,
    /// The connections live here; answers may be waited for anywhere.
    runtime: Option<Runtime>,
}

/// What the tasks of a log share.
pub struct Shared {
    address: Address,
    /// The name of this node.
    node: String,
    patience: Duration,
    games: Arc<Pool>,
    lists: Arc<Pool>,
    changes: Arc<Pool>,
    news: broadcast::Sender<News>,
}

impl Shared {
    fn tell(&self, news: News) {
        // Nobody may be listening.
        let _ = self.news.send(news);
    }
}

/// Ends a task when the caller has dropped the future of its answer.
struct Caller(AbortHandle);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads: what is in the way is dropped with the answer, and a connection that was lost is replaced once.
macro_rules! ask {
    ($log:expr, $pool:ident, |$link:ident| $question:expr) => {{
        let shared = Arc::clone(&$log.shared);
        let question = async move {
            let mut tries = 0;
            loop {
                tries += 1;
                let mut pooled = shared.$pool.get().await?;
                let $link = pooled.link()?;
                match $question.await {
                    Err(fault) if Fault::is_lost(&fault) && tries < 3 => {}
                    result => break result.map_err(StoreError::from),
                }
            }
        };
        $log.spawn(question, true)
    }};
}

/// Writes in a transaction and tells the news. Where nobody knows what became of it, it is done again: each of these questions has the same
/// answer the second time.
macro_rules! change {
    ($log:expr, |$link:ident| $question:expr) => {{
        let shared = Arc::clone(&$log.shared);
        let change = async move {
            let mut tries = 0;
            loop {
                tries += 1;
                let mut pooled = shared.changes.get().await?;
                let $link = pooled.link()?;
                let result = async {
                    $link.begin().await?;
                    let (value, news) = $question.await?;
                    if !news.is_empty() {
                        nodes::tell($link, &shared.node, &news).await?;
                    }
                    $link.commit().await?;
                    Ok::<_, Fault>((value, news))
                };
                match result.await {
                    Ok((value, news)) => {
                        for news in news {
                            shared.tell(news);
                        }
                        break Ok(value);
                    }
                    Err(fault) if (fault.is_lost() || fault.is_collision()) && tries < 3 => {
                        $link.roll_back().await;
                    }
                    Err(fault) => {
                        $link.roll_back().await;
                        break Err(StoreError::from(fault));
                    }
                }
            }
        };
        $log.spawn(change, false)
    }};
}

impl Postgres {
    /// Connects to a database, makes the tables where there are none, and brings those of an older version to today's.
    pub fn open(address: &Address) -> Result<Postgres, StoreError> {
        Postgres::open_with(address, PostgresOptions::default())
    }

    /// The same with options.
    pub fn open_with(address: &Address, options: PostgresOptions) -> Result<Postgres, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()?;
        let (address, patience) = (address.clone(), options.patience);
        let (opened, opening) = std::sync::mpsc::channel();
        let opened_address = address.clone();
        // Not waited for by the runtime itself: the caller may be a task of another one.
        runtime.spawn(async move {
            let first = async {
                let mut link = connected(&opened_address, "tablero", patience).await?;
                schema::prepare(&mut link).await?;
                let name =
                    link.row("SELECT replace(gen_random_uuid()::text, '-', '')", &[]).await?;
                let name: String = name.map(|row| row.get(0)).unwrap_or_default();
                let node: String = name.chars().take(12).collect();
                nodes::renew(&mut link, &node).await?;
                Ok::<_, Fault>(node)
            };
            let _ = opened.send(first.await);
        });
        let node = opening.recv().map_err(|_| StoreError::Closed)??;
        let pool = |kind: &str, connections: usize| {
            let name = format!("tablero {node} {kind}");
            Pool::new(&address, name, connections.max(1), options.most_waiting, patience)
        };
        let shared = Arc::new(Shared {
            games: pool("games", options.game_connections),
            lists: pool("lists", options.list_connections),
            changes: pool("changes", options.change_connections),
            news: broadcast::channel(NEWS_KEPT).0,
            node: node.clone(),
            address,
            patience,
        });
        let (jobs, waiting) = mpsc::unbounded_channel();
        let (ended, written) = std::sync::mpsc::channel();
        let appending = Arc::clone(&shared);
        runtime.spawn(async move {
            writer::write_groups(appending, waiting).await;
            let _ = ended.send(());
        });
        let (listening, hears) = std::sync::mpsc::channel();
        runtime.spawn(listen(Arc::clone(&shared), listening));
        let unheard =
            |_| StoreError::Unavailable("the database does not take a listener".to_owned());
        hears.recv_timeout(LONGEST_END).map_err(unheard)?;
        let (notes, waiting) = mpsc::unbounded_channel();
        runtime.spawn(keep_notes(Arc::clone(&shared), waiting));
        let (jobs, written, runtime) = (Some(jobs), Mutex::new(written), Some(runtime));
        Ok(Postgres { shared, jobs, written, notes, runtime })
    }

    /// Answers on the threads of this log. A question that may be dropped ends with its caller.
    fn spawn<T: Send + 'static>(
        &self,
        answer: impl Future<Output = Result<T, StoreError>> + Send + 'static,
        droppable: bool,
    ) -> Answer<T> {
        let Some(runtime) = &self.runtime else {
            return Box::pin(async { Err(StoreError::Closed) });
        };
        let task = runtime.spawn(answer);
        let caller = droppable.then(|| Caller(task.abort_handle()));
        Box::pin(async move {
            let _caller = caller;
            task.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    fn write(&self, what: What) -> Answer<()> {
        let (waiting, answer) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // Where nobody takes it, it is dropped, and the answer says so.
            let _ = jobs.send(Job { what, waiting });
        }
        answer_from(answer)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.jobs.take());
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = written.recv_timeout(LONGEST_END);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Hears what other nodes tell, and says so where something may have been missed.
async fn listen(shared: Arc<Shared>, listening: std::sync::mpsc::Sender<()>) {
    let mut begun = Some(listening);
    let name = format!("tablero {} listener", shared.node);
    loop {
        let (notices, mut heard) = mpsc::unbounded_channel();
        let connected = async {
            let mut link = Link::connect(&shared.address, &name, Some(notices)).await?;
            link.batch(&format!("LISTEN {}", news::CHANNEL)).await?;
            Ok::<_, Fault>(link)
        };
        if let Ok(mut link) = connected.await {
            match begun.take() {
                Some(begun) => {
                    let _ = begun.send(());
                }
                None => shared.tell(News::Missed),
            }
            loop {
                let payload = match tokio::time::timeout(BETWEEN_PROBES, heard.recv()).await {
                    Ok(Some(payload)) => payload,
                    Err(_) if link.batch("SELECT 1").await.is_ok() => continue,
                    // The connection is gone.
                    Ok(None) | Err(_) => break,
                };
                for news in news::read(&payload, &shared.node) {
                    shared.tell(news);
                }
            }
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
}

/// Keeps and tells notes, those that wait together with one notification.
async fn keep_notes(
    shared: Arc<Shared>,
    mut waiting: mpsc::UnboundedReceiver<(Left, oneshot::Sender<Result<(), StoreError>>)>,
) {
    let mut first = waiting.recv().await;
    while let Some((left, answer)) = first.take() {
        let (mut notes, mut answers) = (vec![left], vec![answer]);
        let mut keys: HashSet<_> =
            notes.iter().map(|left| (left.note.game.clone(), left.note.key.clone())).collect();
        while let Ok((left, answer)) = waiting.try_recv() {
            // Of two notes under one key the later one counts: it waits for the next round.
            if notes.len() >= MOST_NOTES
                || !keys.insert((left.note.game.clone(), left.note.key.clone()))
            {
                first = Some((left, answer));
                break;
            }
            notes.push(left);
            answers.push(answer);
        }
        let kept = async {
            let mut pooled = shared.changes.get().await?;
            let link = pooled.link()?;
            link.begin().await?;
            let news: Vec<News> = notes.iter().map(|left| News::Noted(left.note.clone())).collect();
            let done = async {
                nodes::keep(link, &notes).await?;
                nodes::tell(link, &shared.node, &news).await?;
                link.commit().await
            };
            let done = done.await;
            if done.is_err() {
                link.roll_back().await;
            }
            done
        };
        let kept = kept.await.map_err(StoreError::from);
        for answer in answers {
            let _ = answer.send(kept.clone());
        }
        if first.is_none() {
            first = waiting.recv().await;
        }
    }
}

impl Log for Postgres {
    fn create(&self, game: NewGame) -> Answer<()> {
        self.write(What::Create(Box::new(game)))
    }

    fn append(&self, append: Append) -> Answer<()> {
        self.write(What::Append(append))
    }

    fn read(&self, game: &GameId, since: u64) -> Answer<Vec<String>> {
        let game = game.clone();
        ask!(self, games, |link| statements::read(link, &game, since))
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        if query.limit <= SHORT_LIST {
            ask!(self, games, |link| list::list(link, &query))
        } else {
            ask!(self, lists, |link| list::list(link, &query))
        }
    }

    fn waiting_for_computer(&self) -> Answer<Vec<(GameId, Option<Digest>)>> {
        ask!(self, lists, |link| async {
            owned(&link.rows(statements::WAITING_FOR_COMPUTER, &[]).await?)
        })
    }

    fn untouched(
        &self,
        before: u64,
        after: Option<GameId>,
        limit: u32,
    ) -> Answer<Vec<(GameId, Summary)>> {
        ask!(self, lists, |link| statements::untouched(link, before, after.as_ref(), limit))
    }

    fn remove(&self, games: Vec<(GameId, u64)>) -> Answer<Vec<GameId>> {
        change!(self, |link| statements::remove(link, &games))
    }

    fn check_writable(&self) -> Answer<()> {
        change!(self, |link| async {
            link.execute("UPDATE uptime SET seen = seen", &[]).await?;
            Ok::<_, Fault>(((), Vec::new()))
        })
    }

    fn note_alive(&self, at: u64) -> Answer<()> {
        change!(self, |link| async {
            let sql = "INSERT INTO alive (row, at) VALUES (1, $1) ON CONFLICT (row) DO UPDATE SET at = $1";
            link.execute(sql, &[&signed(at)]).await?;
            Ok::<_, Fault>(((), Vec::new()))
        })
    }

    fn last_alive(&self) -> Answer<Option<u64>> {
        ask!(self, games, |link| async {
            Ok(link.row("SELECT at FROM alive", &[]).await?.map(|row| unsigned(row.get(0))))
        })
    }

    fn best_times(&self, query: TimesQuery) -> Answer<Vec<BestTime>> {
        ask!(self, lists, |link| statements::best_times(link, &query))
    }

    fn has_played(&self, leaderboard: &str, owner: Digest) -> Answer<bool> {
        let leaderboard = leaderboard.to_owned();
        ask!(self, lists, |link| async {
            let row = link.row(statements::HAS_PLAYED, &[&leaderboard, &owner.bytes()]).await?;
            Ok(row.is_some_and(|row| row.get(0)))
        })
    }

    fn secret(&self) -> Answer<Vec<u8>> {
        ask!(self, lists, |link| async {
            let row = link.row("SELECT bytes FROM secret", &[]).await?;
            let missing = || StoreError::Damaged("the store has no secret".to_owned());
            Ok(row.ok_or_else(missing)?.get(0))
        })
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        let game = game.clone();
        change!(self, |link| async {
            let sql = "UPDATE games SET helped = true WHERE id = $1";
            match link.execute(sql, &[&game.as_str()]).await? {
                0 => Err(StoreError::NoSuchGame.into()),
                _ => Ok::<_, Fault>(((), Vec::new())),
            }
        })
    }

    fn seats(&self, game: &GameId) -> Answer<Vec<Seat>> {
        let game = game.clone();
        ask!(self, games, |link| statements::seats(link, &game))
    }

    fn claim(&self, claim: Claim) -> Answer<()> {
        change!(self, |link| statements::claim(link, &claim))
    }

    fn keep_look(&self, game: &GameId, ply: u32, found: String) -> Answer<()> {
        let game = game.clone();
        change!(self, |link| statements::keep_look(link, &game, ply, &found))
    }

    fn looks(&self, game: &GameId) -> Answer<Vec<(u32, String)>> {
        let game = game.clone();
        ask!(self, games, |link| async {
            let rows = link.rows(statements::LOOKS, &[&game.as_str()]).await?;
            Ok(rows.iter().map(|row| (row.get::<_, i64>(0) as u32, row.get(1))).collect())
        })
    }

    fn keep_result(&self, game: &GameId, result: KeptResult) -> Answer<()> {
        let game = game.clone();
        change!(self, |link| statements::keep_result(link, &game, &result))
    }

    fn without_result(&self, owner: Digest, limit: u32) -> Answer<Vec<GameId>> {
        ask!(self, lists, |link| async {
            let rows = link.rows(own::WITHOUT_RESULT, &[&owner.bytes(), &i64::from(limit)]).await?;
            rows.iter().map(|row| game_id(row.get(0))).collect()
        })
    }

    fn own_games(&self, query: OwnQuery) -> Answer<Vec<OwnGame>> {
        ask!(self, lists, |link| own::own_games(link, &query))
    }

    fn own_results(&self, owner: Digest) -> Answer<Vec<OwnResult>> {
        ask!(self, lists, |link| own::own_results(link, &owner))
    }

    fn discard(&self, game: &GameId, owner: Digest) -> Answer<bool> {
        let (game, mut before) = (game.clone(), None);
        change!(self, |link| own::discard(link, &game, &owner, &mut before))
    }

    fn set_nickname(&self, owner: Digest, name: Option<String>) -> Answer<()> {
        change!(self, |link| own::set_nickname(link, &owner, name.as_deref()))
    }

    fn nickname(&self, owner: Digest) -> Answer<Option<String>> {
        ask!(self, games, |link| async {
            let sql = "SELECT name FROM nicknames WHERE owner = $1";
            Ok(link.row(sql, &[&owner.bytes()]).await?.map(|row| row.get(0)))
        })
    }

    fn offer(&self, handover: Handover) -> Answer<()> {
        change!(self, |link| own::offer(link, &handover))
    }

    fn take_over(&self, code: Digest, taker: Option<Digest>, now: u64) -> Answer<TakenOver> {
        let mut before = None;
        change!(self, |link| own::take_over(link, &code, taker.as_ref(), now, &mut before))
    }

    fn heads(&self, games: Vec<GameId>) -> Answer<Vec<(GameId, u64)>> {
        ask!(self, lists, |link| async {
            let names: Vec<&str> = games.iter().map(GameId::as_str).collect();
            let rows = link.rows(writer::HEADS, &[&names]).await?;
            rows.iter().map(|row| Ok((game_id(row.get(0))?, unsigned(row.get(1))))).collect()
        })
    }

    fn subscribe(&self) -> broadcast::Receiver<News> {
        self.shared.news.subscribe()
    }

    fn nodes(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}

impl Nodes for Postgres {
    fn name(&self) -> &str {
        &self.shared.node
    }

    fn renew(&self) -> Answer<Renewed> {
        let node = self.shared.node.clone();
        change!(self, |link| nodes::renew(link, &node))
    }

    fn leave(&self) -> Answer<()> {
        let node = self.shared.node.clone();
        change!(self, |link| nodes::leave(link, &node))
    }

    fn lease(&self, game: &GameId, work: Work) -> Answer<bool> {
        let (game, node) = (game.clone(), self.shared.node.clone());
        ask!(self, changes, |link| nodes::lease(link, &game, work, &node))
    }

    fn release(&self, games: Vec<GameId>, work: Work) -> Answer<()> {
        let node = self.shared.node.clone();
        change!(self, |link| async {
            let names: Vec<&str> = games.iter().map(GameId::as_str).collect();
            link.execute(nodes::RELEASE, &[&names, &node, &work.name()]).await?;
            Ok::<_, Fault>(((), Vec::new()))
        })
    }

    fn adopt(&self, most: u32) -> Answer<Vec<(GameId, Option<Digest>)>> {
        let node = self.shared.node.clone();
        ask!(self, changes, |link| nodes::adopt(link, most, &node))
    }

    fn note(&self, game: &GameId, keeping: Keeping, key: &str, text: Option<String>) -> Answer<()> {
        let (game, node, key) = (game.clone(), self.shared.node.clone(), key.to_owned());
        let left = Left { note: Note { game, node, key, text }, keeping };
        let (answering, answer) = oneshot::channel();
        let _ = self.notes.send((left, answering));
        answer_from(answer)
    }

    fn notes(&self, game: &GameId) -> Answer<Vec<(String, String, String)>> {
        let game = game.clone();
        ask!(self, games, |link| async {
            let rows = link.rows(nodes::NOTES, &[&game.as_str()]).await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
        })
    }
}
