//! Connections to the database: how they are made, kept and given up.

use super::address::Address;
use crate::StoreError;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::NoTls;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, Row, Statement};

/// How long an answer is waited for, unless a task says otherwise.
const SILENCE: Duration = Duration::from_secs(20);
/// Between two tries to connect.
const BETWEEN_TRIES: Duration = Duration::from_millis(100);
/// Statements that a connection remembers; lists may have many shapes.
const MOST_STATEMENTS: usize = 200;

pub type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Why a statement was not carried out.
#[derive(Debug)]
pub enum Fault {
    /// What was asked for is refused, or the store is damaged.
    Store(StoreError),
    Database(tokio_postgres::Error),
    /// No answer came.
    Silence,
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Fault {
        Fault::Database(error)
    }
}

impl Fault {
    /// Is the connection gone, so that nobody knows whether the statement was carried out?
    pub fn is_lost(&self) -> bool {
        match self {
            Fault::Store(_) => false,
            Fault::Silence => true,
            Fault::Database(error) => error.code().is_none_or(|code| {
                let code = code.code();
                code.starts_with("08") || ["57P01", "57P02", "57P03", "57P05"].contains(&code)
            }),
        }
    }

    /// Was the statement given up because of others that ran beside it?
    pub fn is_collision(&self) -> bool {
        let Fault::Database(error) = self else { return false };
        let collisions = [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE];
        error.code().is_some_and(|code| collisions.contains(code))
    }

    /// Did a client's text have a sign that the database cannot keep?
    fn is_unwritable_text(code: &str) -> bool {
        ["22021", "22P05"].contains(&code)
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> StoreError {
        let error = match fault {
            Fault::Store(error) => return error,
            Fault::Silence => {
                return StoreError::Unavailable("the database does not answer".to_owned());
            }
            Fault::Database(error) => error,
        };
        let said = said(&error);
        // Classes: connections, resources, operator, system; and a database that is only read, and rights.
        let unavailable = ["08", "53", "57", "58", "25006", "28", "3D", "42501", "55P03"];
        match error.code().map(SqlState::code) {
            None => StoreError::Unavailable(said),
            Some(code) if Fault::is_unwritable_text(code) => StoreError::Failed(said),
            Some(code) if unavailable.iter().any(|class| code.starts_with(class)) => {
                StoreError::Unavailable(said)
            }
            Some(code) if code.starts_with("XX") => StoreError::Damaged(said),
            Some(_) => StoreError::Failed(said),
        }
    }
}

/// What the database or the operating system said. No password is in it.
fn said(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => match std::error::Error::source(error) {
            Some(source) => source.to_string(),
            None => error.to_string(),
        },
    }
}

/// One connection.
pub struct Link {
    client: Client,
    statements: HashMap<String, Statement>,
    /// The number of the process that serves this connection.
    pub process: i32,
    /// Is a transaction open that has not come to its end?
    open: bool,
    /// A statement that is not answered for so long has lost its connection.
    pub silence: Duration,
}

impl Link {
    /// Connects. What the database says without being asked goes to `notices`.
    pub async fn connect(
        address: &Address,
        name: &str,
        notices: Option<mpsc::UnboundedSender<String>>,
    ) -> Result<Link, Fault> {
        let mut config = address.config.clone();
        config.application_name(name);
        let client = if let Some(tls) = &address.tls {
            let (client, connection) = config.connect(tls.clone()).await?;
            tokio::spawn(serve(connection, notices));
            client
        } else {
            let (client, connection) = config.connect(NoTls).await?;
            tokio::spawn(serve(connection, notices));
            client
        };
        let mut link =
            Link { client, statements: HashMap::new(), process: 0, open: false, silence: SILENCE };
        link.batch(
            "SET search_path = tablero; SET jit = off; SET idle_in_transaction_session_timeout = '15s';
             SET statement_timeout = '15s'; SET client_min_messages = warning",
        )
        .await?;
        // What was answered is on the disk, whatever the database does by default.
        let sql = "SELECT pg_backend_pid(), CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                   THEN set_config('synchronous_commit', 'on', false) END";
        link.process = link.rows(sql, &[]).await?.first().map_or(0, |row| row.get(0));
        Ok(link)
    }

    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    async fn statement(&mut self, sql: &str) -> Result<Statement, Fault> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = answered(self.silence, self.client.prepare(sql)).await?;
        if self.statements.len() >= MOST_STATEMENTS {
            self.statements.clear();
        }
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Carries out a statement that is prepared once, and returns its rows.
    pub async fn rows(&mut self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, Fault> {
        let statement = self.statement(sql).await?;
        answered(self.silence, self.client.query(&statement, parameters)).await
    }

    /// Carries out a statement whose rows have other columns each time.
    pub async fn rows_once(&mut self, sql: &str) -> Result<Vec<Row>, Fault> {
        answered(self.silence, self.client.query(sql, &[])).await
    }

    /// Carries out a statement that is prepared once, where at most one row is meant.
    pub async fn row(
        &mut self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, Fault> {
        Ok(self.rows(sql, parameters).await?.into_iter().next())
    }

    /// Carries out a statement, and returns how many rows it changed.
    pub async fn execute(&mut self, sql: &str, parameters: Parameters<'_>) -> Result<u64, Fault> {
        let statement = self.statement(sql).await?;
        answered(self.silence, self.client.execute(&statement, parameters)).await
    }

    /// Carries out statements without parameters.
    pub async fn batch(&mut self, sql: &str) -> Result<(), Fault> {
        answered(self.silence, self.client.batch_execute(sql)).await
    }

    pub async fn begin(&mut self) -> Result<(), Fault> {
        self.open = true;
        self.batch("BEGIN").await
    }

    pub async fn commit(&mut self) -> Result<(), Fault> {
        self.batch("COMMIT").await?;
        self.open = false;
        Ok(())
    }

    /// Ends a transaction that came to nothing. Where that fails, the connection is not used again, and the database undoes it.
    pub async fn roll_back(&mut self) {
        if self.open && self.batch("ROLLBACK").await.is_ok() {
            self.open = false;
        }
    }
}

async fn answered<T>(
    silence: Duration,
    answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Fault> {
    match tokio::time::timeout(silence, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Fault::Silence),
    }
}

/// Carries what is sent and received, until the connection ends.
async fn serve<S, T>(
    mut connection: Connection<S, T>,
    notices: Option<mpsc::UnboundedSender<String>>,
) where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        let next = std::future::poll_fn(|context| connection.poll_message(context));
        match pin!(next).await {
            Some(Ok(AsyncMessage::Notification(notice))) => {
                if let Some(notices) = &notices {
                    let _ = notices.send(notice.payload().to_owned());
                }
            }
            Some(Ok(AsyncMessage::Notice(notice))) => {
                tracing::debug!(message = notice.message(), "the database says something");
            }
            Some(Ok(_)) => {}
            // Whoever waits for an answer hears of it there.
            Some(Err(_)) | None => return,
        }
    }
}

/// A few connections for statements of one kind.
pub struct Pool {
    address: Address,
    name: String,
    idle: Mutex<Vec<Link>>,
    places: Semaphore,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// How long it is tried to connect while the database is away.
    patience: Duration,
}

/// A connection of a pool, until it is dropped.
pub struct Pooled<'a> {
    pool: &'a Pool,
    link: Option<Link>,
    _place: SemaphorePermit<'a>,
}

impl Pool {
    pub fn new(
        address: &Address,
        name: String,
        connections: usize,
        most_waiting: usize,
        patience: Duration,
    ) -> Arc<Pool> {
        Arc::new(Pool {
            address: address.clone(),
            name,
            idle: Mutex::default(),
            places: Semaphore::new(connections),
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience,
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Link>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection, when one is free. Where the database is away, it is waited for.
    pub async fn get(&self) -> Result<Pooled<'_>, Fault> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(StoreError::Busy.into());
        }
        let place = self.places.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let place = place.map_err(|_| StoreError::Closed)?;
        let known = loop {
            match self.idle().pop() {
                Some(link) if link.is_closed() => {}
                known => break known,
            }
        };
        let link = match known {
            Some(link) => link,
            None => connected(&self.address, &self.name, self.patience).await?,
        };
        Ok(Pooled { pool: self, link: Some(link), _place: place })
    }
}

/// Connects as soon as the database is there, within the patience. An address that is wrong, or a password, is refused at once.
pub async fn connected(address: &Address, name: &str, patience: Duration) -> Result<Link, Fault> {
    let end = Instant::now() + patience;
    loop {
        match Link::connect(address, name, None).await {
            Ok(link) => return Ok(link),
            Err(fault) if !fault.is_lost() || Instant::now() >= end => return Err(fault),
            Err(_) => tokio::time::sleep(BETWEEN_TRIES).await,
        }
    }
}

impl Pooled<'_> {
    pub fn link(&mut self) -> Result<&mut Link, Fault> {
        self.link.as_mut().ok_or(Fault::Store(StoreError::Closed))
    }
}

impl Drop for Pooled<'_> {
    fn drop(&mut self) {
        if let Some(link) = self.link.take().filter(|link| !link.is_closed() && !link.open) {
            self.pool.idle().push(link);
        }
    }
}
