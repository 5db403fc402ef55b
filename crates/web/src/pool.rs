//! The threads on which computer players think.
//!
//! The queue is fair between games: a game waits with one move at most, and goes to the end of the
//! queue with its next one. Each thought begins with an empty head, so that what is kept in memory is
//! bounded by the number of threads and not by the number of games.

use crate::hub::Hub;
use crate::live::Live;
use crate::requests::as_sentence;
use engine::{Report, Stop, Thinker, Thought};
use game::{Game, Seat, Viewer};
use mines::Probabilities;
use serde::Serialize;
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
    /// A hint for the person in a seat, with probabilities if they are wanted.
    Hint { table: Arc<AnyTable>, wanted: (Seat, bool), answer: oneshot::Sender<Option<Hint>> },
}

/// A recommendation.
#[derive(Debug, Serialize)]
pub struct Hint {
    /// The move, as a command wants it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, in an English sentence, where that can be said.
    pub reason: Option<String>,
    /// How likely a mine is in each closed cell, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probabilities: Option<Vec<Chance>>,
}

/// How likely a mine is in a cell, as far as the open numbers tell.
#[derive(Debug, Serialize)]
pub struct Chance {
    pub cell: String,
    /// From 0, certainly none, to 1, certainly one.
    pub mine: f64,
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
        table: Arc<AnyTable>,
        wanted: (Seat, bool),
        most: usize,
    ) -> Option<oneshot::Receiver<Option<Hint>>> {
        let (answer, answered) = oneshot::channel();
        let mut queue = self.queue();
        if queue.hints >= most || queue.closed {
            return None;
        }
        queue.hints += 1;
        queue.tasks.push_back(Task::Hint { table, wanted, answer });
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
                Task::Hint { table, wanted, answer } => {
                    if !answer.is_closed() {
                        let hint = catch_unwind(AssertUnwindSafe(|| hint(&table, wanted)));
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
    let table = live.table();
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

/// A move to recommend, and why.
fn hint(table: &AnyTable, (seat, probabilities): (Seat, bool)) -> Option<Hint> {
    let thought = Thinker::new().hint(table, seat, &Stop::new()).ok()?;
    let expected = |report: Report| format!("the play expected is {}", report.line.join(" "));
    let reason = thought.reason.or_else(|| thought.report.map(expected));
    let probabilities = match table {
        AnyTable::Mines(table) if probabilities => {
            Some(chances(&table.position().view(Viewer::Seat(seat)))?)
        }
        _ => None,
    };
    Some(Hint { mv: thought.mv, reason: reason.as_deref().map(as_sentence), probabilities })
}

/// How likely a mine is in each closed cell, from what is open and nothing else.
fn chances(view: &mines::View) -> Option<Vec<Chance>> {
    let probabilities = Probabilities::of(view).ok()?;
    let cells = (0..view.cells().len()).map(|index| view.level().cell(index));
    let chance = |cell: mines::Cell| {
        Some(Chance { cell: cell.to_string(), mine: probabilities.of_mine(cell)? })
    };
    Some(cells.filter_map(chance).collect())
}
