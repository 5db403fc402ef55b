//! The threads that talk to the database.

use crate::{Appended, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use tokio::sync::{broadcast, oneshot};

/// Something to do on the thread that reads.
pub type Reading = Box<dyn FnOnce(&Connection) + Send>;

/// Something to do inside the transaction of a group.
pub trait Writing: Send {
    /// Does it, and keeps the answer until the group is safe. An error means that the database
    /// failed half-way, and that the whole group has to be given up; a refusal is no error.
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError>;
    /// Gives the answer; `failure` is there when the group as a whole came to nothing. Returns
    /// what others should hear of.
    fn answer(self: Box<Self>, failure: Option<&StoreError>) -> Option<Appended>;
}

/// A write of some kind, and the channel of the caller.
pub struct Write<F, T> {
    pub job: F,
    pub result: Option<Result<T, StoreError>>,
    pub waiting: oneshot::Sender<Result<T, StoreError>>,
    pub tell: fn(&T) -> Option<Appended>,
}

impl<F, T> Writing for Write<F, T>
where
    F: FnMut(&Connection) -> Result<T, StoreError> + Send,
    T: Send,
{
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError> {
        match (self.job)(connection) {
            Err(failure @ (StoreError::Failed(_) | StoreError::Damaged(_))) => Err(failure),
            result => {
                self.result = Some(result);
                Ok(())
            }
        }
    }

    fn answer(self: Box<Self>, failure: Option<&StoreError>) -> Option<Appended> {
        let result = match (failure, self.result) {
            (Some(failure), _) => Err(failure.clone()),
            (None, result) => result.unwrap_or(Err(StoreError::Closed)),
        };
        let told = result.as_ref().ok().and_then(self.tell);
        // The caller may have gone; what was done stays done.
        let _ = self.waiting.send(result);
        told
    }
}

/// What the writing thread is sent.
pub enum Job {
    Write(Box<dyn Writing>),
    Read(Reading),
}

/// The thread that writes: takes whatever is waiting, does it in one transaction, commits, and only
/// then answers.
pub fn start_writer(
    connection: Connection,
    largest_group: usize,
    news: broadcast::Sender<Appended>,
) -> (Sender<Job>, JoinHandle<()>) {
    let (sender, jobs) = channel();
    let thread = thread::spawn(move || write_groups(&connection, &jobs, largest_group, &news));
    (sender, thread)
}

fn write_groups(
    connection: &Connection,
    jobs: &Receiver<Job>,
    largest_group: usize,
    news: &broadcast::Sender<Appended>,
) {
    while let Ok(job) = jobs.recv() {
        let mut group = Vec::new();
        let mut next = Some(job);
        while let Some(job) = next {
            match job {
                Job::Write(write) => group.push(write),
                Job::Read(read) => read(connection),
            }
            next = if group.len() < largest_group { jobs.try_recv().ok() } else { None };
        }
        if group.is_empty() {
            continue;
        }
        let failure = commit(connection, &mut group).err();
        for write in group {
            if let Some(appended) = write.answer(failure.as_ref()) {
                let _ = news.send(appended);
            }
        }
    }
}

fn commit(connection: &Connection, group: &mut [Box<dyn Writing>]) -> Result<(), StoreError> {
    // It writes from the beginning: then the lock of another program is waited for, and not refused.
    // Dropped without a commit, a transaction is rolled back.
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    for write in group.iter_mut() {
        write.run(&transaction)?;
    }
    Ok(transaction.commit()?)
}

/// The thread that reads, on a connection of its own: readers do not wait for the disk.
pub fn start_reader(connection: Connection) -> (Sender<Reading>, JoinHandle<()>) {
    let (sender, jobs) = channel::<Reading>();
    let thread = thread::spawn(move || {
        while let Ok(read) = jobs.recv() {
            read(&connection);
        }
    });
    (sender, thread)
}
