//! The threads on which computer players think.
//!
//! The queue is fair between games: a game waits with one move at most, and goes to the end of the
//! queue with its next one. Each thought begins with an empty head, so that what is kept in memory is
//! bounded by the number of threads and not by the number of games.

use crate::hub::Hub;
use crate::live::Live;
use engine::{Stop, Thinker, Thought};
use game::Seat;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use table::AnyTable;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Something to think about.
pub enum Task {
    /// The move of a computer player, unless event `number` has come from elsewhere.
    Move { live: Arc<Live>, number: u64, stop: Stop },
    /// A hint for a person.
    Hint { table: Box<AnyTable>, seat: Seat, answer: oneshot::Sender<Option<String>> },
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    hints: usize,
    closed: bool,
}

/// The threads and what waits for them.
#[derive(Default)]
pub struct Pool {
    queue: Mutex<Queue>,
    ready: Condvar,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// Starts the threads. They hold on to the hub only while they think.
    pub fn start(self: &Arc<Pool>, hub: &Weak<Hub>, threads: usize, runtime: &Handle) {
        let work = |_| {
            let (pool, hub, runtime) = (Arc::clone(self), Weak::clone(hub), runtime.clone());
            thread::spawn(move || pool.work(&hub, &runtime))
        };
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).extend((0..threads).map(work));
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move waits for its turn.
    pub fn push_move(&self, live: Arc<Live>, number: u64, stop: Stop) {
        self.queue().tasks.push_back(Task::Move { live, number, stop });
        self.ready.notify_one();
    }

    /// A hint waits for its turn, unless too many do.
    pub fn push_hint(
        &self,
        table: AnyTable,
        seat: Seat,
        most: usize,
    ) -> Option<oneshot::Receiver<Option<String>>> {
        let (answer, answered) = oneshot::channel();
        let mut queue = self.queue();
        if queue.hints >= most || queue.closed {
            return None;
        }
        queue.hints += 1;
        queue.tasks.push_back(Task::Hint { table: Box::new(table), seat, answer });
        self.ready.notify_one();
        Some(answered)
    }

    /// How much is waiting.
    pub fn waiting(&self) -> usize {
        self.queue().tasks.len()
    }

    /// Ends the threads; what waits is dropped, to be found again in the log.
    pub fn close(&self) {
        let mut queue = self.queue();
        queue.closed = true;
        queue.tasks.clear();
        drop(queue);
        self.ready.notify_all();
    }

    /// Waits for the threads.
    pub fn join(&self) {
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            let _ = thread.join();
        }
    }

    fn work(&self, hub: &Weak<Hub>, runtime: &Handle) {
        while let Some(task) = self.next() {
            match task {
                Task::Move { live, number, stop } => {
                    if let Some((seat, mv)) = chosen(&live, number, &stop)
                        && let Some(hub) = hub.upgrade()
                    {
                        runtime.block_on(hub.computer_moves(&live, seat, number, mv));
                    }
                }
                Task::Hint { table, seat, answer } => {
                    if !answer.is_closed() {
                        let hint = catch_unwind(AssertUnwindSafe(|| hint(&table, seat)));
                        let _ = answer.send(hint.unwrap_or_default());
                    }
                }
            }
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                queue.hints -= usize::from(matches!(task, Task::Hint { .. }));
                return Some(task);
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn chosen(live: &Live, number: u64, stop: &Stop) -> Option<(Seat, String)> {
    if stop.is_set() {
        return None;
    }
    let table = live.with_table(AnyTable::clone);
    let seat = table.turn().filter(|_| table.next() == number)?;
    // A player that loses its mind loses its turn to think, and not the thread.
    let thought = catch_unwind(AssertUnwindSafe(|| Thinker::new().think(&table, seat, stop)));
    match thought {
        Ok(Ok(Thought { mv, .. })) => Some((seat, mv)),
        Ok(Err(engine::CannotThink::Stopped)) => None,
        Ok(Err(error)) => {
            tracing::warn!(game = %live.id, %error, "a computer player chose no move");
            None
        }
        Err(_) => {
            tracing::error!(game = %live.id, "a computer player failed");
            None
        }
    }
}

/// A move to recommend, as a command wants it.
fn hint(table: &AnyTable, seat: Seat) -> Option<String> {
    let hint = Thinker::new().hint(table, seat, &Stop::new());
    hint.ok().map(|thought| thought.mv)
}
