//! The threads that talk to the database.

use super::identity::Identity;
use crate::{Answer, News, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use tokio::sync::{broadcast, oneshot};

/// A reader looks this often, in steps of the database's virtual machine, whether its caller still waits.
const STEPS_BETWEEN_LOOKS: i32 = 1000;

/// Something to do on a thread that reads.
pub struct Reading {
    job: Box<dyn FnOnce(&Connection) + Send>,
    /// The caller has dropped the future of its answer.
    abandoned: Arc<AtomicBool>,
}

impl Reading {
    /// Reads and answers, unless the caller has gone.
    pub fn run(self, connection: &Connection) {
        if !self.abandoned.load(Ordering::Relaxed) {
            (self.job)(connection);
        }
    }
}

/// A place among the questions that wait for a reader or are being answered, until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Marks its question as abandoned when the future that holds it is dropped.
struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A queue of questions in front of a thread that reads. It is bounded: the questions of clients that will
/// not wait for the answers must not pile up.
pub struct ReadQueue {
    reader: Reader,
    waiting: Arc<AtomicUsize>,
    most: usize,
}

/// The thread that answers questions.
pub enum Reader {
    Thread(Sender<Reading>),
    /// The thread that writes, where it has the only connection.
    Writer(Sender<Job>),
}

impl ReadQueue {
    /// A queue of at most so many questions.
    pub fn new(most: usize, reader: Reader) -> ReadQueue {
        ReadQueue { reader, waiting: Arc::default(), most }
    }

    /// Asks a question. Dropping the answer takes the question back, even while it is being answered.
    pub fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let place = Place(Arc::clone(&self.waiting));
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Box::pin(async { Err(StoreError::Busy) });
        }
        let (answering, answer) = oneshot::channel();
        let job = Box::new(move |connection: &Connection| {
            let result = read(connection);
            drop(place);
            // The caller may have gone in the meantime.
            let _ = answering.send(result);
        });
        let abandoned = Arc::default();
        let caller = Caller(Arc::clone(&abandoned));
        let reading = Reading { job, abandoned };
        let sent = match &self.reader {
            Reader::Thread(reader) => reader.send(reading).is_ok(),
            Reader::Writer(writer) => writer.send(Job::Read(reading)).is_ok(),
        };
        Box::pin(async move {
            let _caller = caller;
            if sent {
                answer.await.unwrap_or(Err(StoreError::Closed))
            } else {
                Err(StoreError::Closed)
            }
        })
    }
}

/// Something to do inside the transaction of a group.
pub trait Writing: Send {
    /// Does it, and keeps the answer until the group is safe. An error means that the database
    /// failed half-way, and that the whole group has to be given up; a refusal is no error.
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError>;
    /// Gives the answer; `failure` is there when the group as a whole came to nothing. Returns
    /// what others should hear of.
    fn answer(self: Box<Self>, failure: Option<&StoreError>) -> Vec<News>;
}

/// A write of some kind, and the channel of the caller.
pub struct Write<F, T> {
    pub job: F,
    pub result: Option<Result<T, StoreError>>,
    pub waiting: oneshot::Sender<Result<T, StoreError>>,
    pub tell: fn(&T) -> Vec<News>,
}

impl<F, T> Writing for Write<F, T>
where
    F: FnMut(&Connection) -> Result<T, StoreError> + Send,
    T: Send,
{
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError> {
        match (self.job)(connection) {
            Err(
                failure @ (StoreError::Failed(_)
                | StoreError::Damaged(_)
                | StoreError::Unavailable(_)),
            ) => Err(failure),
            result => {
                self.result = Some(result);
                Ok(())
            }
        }
    }

    fn answer(self: Box<Self>, failure: Option<&StoreError>) -> Vec<News> {
        let result = match (failure, self.result) {
            (Some(failure), _) => Err(failure.clone()),
            (None, result) => result.unwrap_or(Err(StoreError::Closed)),
        };
        let told = result.as_ref().map(self.tell).unwrap_or_default();
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
    identity: Option<Identity>,
    largest_group: usize,
    news: broadcast::Sender<News>,
) -> (Sender<Job>, JoinHandle<()>) {
    let (sender, jobs) = channel();
    let mut writer = Writer { connection, identity };
    let thread = thread::spawn(move || writer.write_groups(&jobs, largest_group, &news));
    (sender, thread)
}

/// The one connection that writes.
struct Writer {
    connection: Connection,
    /// Of the file; missing in memory.
    identity: Option<Identity>,
}

impl Writer {
    fn write_groups(
        &mut self,
        jobs: &Receiver<Job>,
        largest_group: usize,
        news: &broadcast::Sender<News>,
    ) {
        while let Ok(job) = jobs.recv() {
            let mut group = Vec::new();
            let mut next = Some(job);
            while let Some(job) = next {
                match job {
                    Job::Write(write) => group.push(write),
                    Job::Read(read) => read.run(&self.connection),
                }
                next = if group.len() < largest_group { jobs.try_recv().ok() } else { None };
            }
            if group.is_empty() {
                continue;
            }
            let failure = self.commit(&mut group).err();
            for write in group {
                for happened in write.answer(failure.as_ref()) {
                    let _ = news.send(happened);
                }
            }
        }
    }

    fn commit(&mut self, group: &mut [Box<dyn Writing>]) -> Result<(), StoreError> {
        if let Some(identity) = &self.identity {
            identity.check()?;
        }
        // It writes from the beginning: then the lock of another program is waited for, and not refused.
        // Dropped without a commit, a transaction is rolled back.
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        for write in group.iter_mut() {
            write.run(&transaction)?;
        }
        transaction.commit()?;
        if let Some(identity) = &mut self.identity {
            identity.after_commit();
            identity.check()?;
        }
        Ok(())
    }
}

/// A thread that reads, on a connection of its own: readers do not wait for the disk. A question whose caller
/// goes while it is being answered is interrupted.
pub fn start_reader(mut connection: Connection) -> (Sender<Reading>, JoinHandle<()>) {
    let (sender, questions) = channel::<Reading>();
    let thread = thread::spawn(move || {
        while let Ok(reading) = questions.recv() {
            let abandoned = Arc::clone(&reading.abandoned);
            let look = move || abandoned.load(Ordering::Relaxed);
            // Without it the question is answered all the same.
            let _ = connection.progress_handler(STEPS_BETWEEN_LOOKS, Some(look));
            reading.run(&connection);
        }
    });
    (sender, thread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    /// Writes on the thread of a writer, and waits for the answer.
    fn ask(
        writer: &Sender<Job>,
        job: impl FnMut(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (waiting, answer) = oneshot::channel();
        let write = Write { job, result: None, waiting, tell: |()| Vec::new() };
        writer.send(Job::Write(Box::new(write))).unwrap();
        wait(Box::pin(async { answer.await.unwrap() }))
    }

    #[test]
    #[cfg(unix)]
    fn what_was_committed_into_a_file_that_is_replaced_meanwhile_is_not_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let (path, aside) = (folder.path().join("log.db"), folder.path().join("aside.db"));
        let mut connection = Connection::open(&path).unwrap();
        super::super::schema::prepare(&mut connection).unwrap();
        let identity = Identity::of(&path).unwrap();
        let (writer, _thread) =
            start_writer(connection, Some(identity), 9, broadcast::channel(9).0);
        assert_eq!(ask(&writer, super::super::statements::write_again), Ok(()));
        let replaced = ask(&writer, move |connection| {
            std::fs::copy(&path, &aside).unwrap();
            std::fs::rename(&aside, &path).unwrap();
            super::super::statements::write_again(connection)
        });
        assert!(matches!(replaced, Err(StoreError::Unavailable(_))), "{replaced:?}");
    }

    const ENDLESS: &str =
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";

    fn queue(most: usize) -> ReadQueue {
        let (reader, _) = start_reader(Connection::open_in_memory().unwrap());
        ReadQueue::new(most, Reader::Thread(reader))
    }

    fn wait<T>(answer: Answer<T>) -> Result<T, StoreError> {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(answer)
    }

    /// A question that keeps the reader busy until the channel is closed.
    fn occupy(queue: &ReadQueue) -> (Answer<()>, std::sync::mpsc::SyncSender<()>) {
        let (end, ended) = sync_channel::<()>(0);
        let (start, started) = sync_channel(1);
        let occupied = queue.ask(move |_| {
            start.send(()).unwrap();
            let _ = ended.recv();
            Ok(())
        });
        started.recv().unwrap();
        (occupied, end)
    }

    #[test]
    fn a_question_too_many_is_refused_and_room_comes_back_with_the_answers() {
        let queue = queue(2);
        let (occupied, end) = occupy(&queue);
        let second = queue.ask(|_| Ok(2));
        assert_eq!(wait(queue.ask(|_| Ok(3))), Err(StoreError::Busy));
        drop(end);
        assert_eq!((wait(occupied), wait(second)), (Ok(()), Ok(2)));
        let (fourth, fifth) = (queue.ask(|_| Ok(4)), queue.ask(|_| Ok(5)));
        assert_eq!((wait(fourth), wait(fifth)), (Ok(4), Ok(5)));
    }

    #[test]
    fn a_question_whose_caller_has_gone_is_not_answered() {
        let queue = queue(9);
        let (occupied, end) = occupy(&queue);
        let asked = Arc::new(AtomicBool::new(false));
        let here = Arc::clone(&asked);
        drop(queue.ask(move |_| {
            here.store(true, Ordering::Relaxed);
            Ok(())
        }));
        drop(end);
        assert_eq!((wait(occupied), wait(queue.ask(|_| Ok(1)))), (Ok(()), Ok(1)));
        assert!(!asked.load(Ordering::Relaxed));
    }

    #[test]
    fn a_question_whose_caller_goes_is_interrupted() {
        let queue = queue(9);
        let (start, started) = sync_channel(1);
        let endless = queue.ask(move |connection| {
            start.send(()).unwrap();
            Ok(connection.query_row(ENDLESS, [], |row| row.get::<_, i64>(0))?)
        });
        started.recv().unwrap();
        drop(endless);
        assert_eq!(wait(queue.ask(|_| Ok(1))), Ok(1));
    }
}
