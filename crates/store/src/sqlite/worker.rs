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
    /// failed half-way, and that the transaction has to be given up; a refusal is no error. It is done
    /// again, in another transaction, where that of another write had to be given up.
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError>;
    /// Gives the answer; `failure` is there when the write came to nothing. Returns the news of it for
    /// listeners.
    fn answer(self: Box<Self>, failure: Option<&StoreError>) -> Vec<News>;
}

/// A write of some kind, and the channel of the caller.
pub struct Write<F, T> {
    pub job: F,
    pub result: Option<Result<T, StoreError>>,
    pub waiting: oneshot::Sender<Result<T, StoreError>>,
    /// What listeners hear when it is safe.
    pub news: fn(&T) -> Vec<News>,
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
        let news = result.as_ref().map(self.news).unwrap_or_default();
        // The caller may have dropped its future; what was done stays done.
        let _ = self.waiting.send(result);
        news
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

/// Why a group was not written.
enum Failure {
    /// A write, by its place in the group, cannot be carried out, whatever stands beside it.
    OfOne(usize, StoreError),
    /// Nothing can be written at the moment.
    OfAll(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::OfAll(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::OfAll(error.into())
    }
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
            let answer = |write: Box<dyn Writing>, failure: Option<&StoreError>| {
                for happened in write.answer(failure) {
                    let _ = news.send(happened);
                }
            };
            while !group.is_empty() {
                match self.commit(&mut group) {
                    // The others are tried again without the one that cannot be written.
                    Err(Failure::OfOne(place, failure)) => {
                        answer(group.remove(place), Some(&failure));
                    }
                    Err(Failure::OfAll(failure)) => {
                        group.drain(..).for_each(|write| answer(write, Some(&failure)));
                    }
                    Ok(()) => group.drain(..).for_each(|write| answer(write, None)),
                }
            }
        }
    }

    /// Writes a group in one transaction. Where this fails, nothing of the group counts as written.
    fn commit(&mut self, group: &mut [Box<dyn Writing>]) -> Result<(), Failure> {
        if let Some(identity) = &self.identity {
            identity.check()?;
        }
        // It writes from the beginning: then the lock of another program is waited for, and not refused.
        // Dropped without a commit, a transaction is rolled back.
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        for (place, write) in group.iter_mut().enumerate() {
            write.run(&transaction).map_err(|failure| match failure {
                StoreError::Unavailable(_) => Failure::OfAll(failure),
                failure => Failure::OfOne(place, failure),
            })?;
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
        let write = Write { job, result: None, waiting, news: |()| Vec::new() };
        writer.send(Job::Write(Box::new(write))).unwrap();
        wait(Box::pin(async { answer.await.unwrap() }))
    }

    /// Writes a number, after which the write may fail.
    fn write_number(
        writer: &Sender<Job>,
        number: u32,
        failure: Option<StoreError>,
    ) -> oneshot::Receiver<Result<u32, StoreError>> {
        let (waiting, answer) = oneshot::channel();
        let job = move |connection: &Connection| {
            connection.execute("INSERT INTO written VALUES (?1)", [number])?;
            failure.clone().map_or(Ok(number), Err)
        };
        let news = |number: &u32| vec![News::Looked(number.to_string().parse().unwrap())];
        let write = Write { job, result: None, waiting, news };
        writer.send(Job::Write(Box::new(write))).unwrap();
        answer
    }

    #[test]
    fn a_write_that_fails_takes_no_other_of_its_group_with_it() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE written (number INTEGER)").unwrap();
        let (news, mut heard) = broadcast::channel(9);
        let (writer, _thread) = start_writer(connection, None, 9, news);
        let queue = ReadQueue::new(9, Reader::Writer(writer.clone()));
        // Meanwhile the others come together in a group.
        let (occupied, end) = occupy(&queue);
        let failures = [
            None,
            Some(StoreError::Damaged("a page".to_owned())),
            None,
            Some(StoreError::Failed("too long".to_owned())),
            None,
        ];
        let numbered = (1..).zip(failures.clone());
        let answers: Vec<_> =
            numbered.map(|(number, failure)| write_number(&writer, number, failure)).collect();
        drop(end);
        wait(occupied).unwrap();
        for ((number, failure), answer) in (1..).zip(failures).zip(answers) {
            let answered = wait(Box::pin(async { answer.await.unwrap() }));
            assert_eq!(answered, failure.map_or(Ok(number), Err));
        }
        let written = wait(queue.ask(|connection| {
            let mut numbers = connection.prepare("SELECT number FROM written")?;
            let numbers = numbers.query_map([], |row| row.get::<_, u32>(0))?;
            Ok(numbers.collect::<Result<Vec<_>, _>>()?)
        }));
        assert_eq!(written, Ok(vec![1, 3, 5]));
        let looked = |number: &str| News::Looked(number.parse().unwrap());
        assert_eq!(
            std::iter::from_fn(|| heard.try_recv().ok()).collect::<Vec<_>>(),
            ["1", "3", "5"].map(looked)
        );
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
