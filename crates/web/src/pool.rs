//! The threads on which computer players think.
//!
//! The queue is fair between games: a game waits with one move at most, and goes to the end of the
//! queue with its next one. Each thought begins with an empty memory, so that what is kept is bounded by
//! the number of threads and not by the number of games.

use crate::hub::Hub;
use crate::room::Room;
use game::{Seat, Stop};
use players::{Thinker, agrees_to_draw};
use serde::Serialize;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use table::{Action, AnyTable, Language, Player, Report, ThinkError, fill};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub enum Task {
    /// What a computer player does next, unless event `number` has come from elsewhere.
    Act { room: Arc<Room>, number: u64, stop: Stop },
    /// A hint for a person.
    Hint { table: AnyTable, wanted: HintTask, answer: oneshot::Sender<Option<Hint>> },
}

/// A hint to be found.
#[derive(Debug, Clone, Copy)]
pub struct HintTask {
    /// The seat of the player who asks.
    pub seat: Seat,
    /// With the odds of all cells, where a game has them.
    pub probabilities: bool,
    pub language: Language,
}

/// A move that is recommended.
#[derive(Debug, Serialize)]
pub struct Hint {
    /// The move, as a command wants it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, in a sentence, where that can be said.
    pub reason: Option<String>,
    /// The odds of each closed cell, where the client asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probabilities: Option<Vec<Odds>>,
}

/// How likely a cell is one to avoid, as far as the player's view tells.
#[derive(Debug, Serialize)]
pub struct Odds {
    pub cell: String,
    /// From 0, certainly safe, to 1.
    #[serde(rename = "mine")]
    pub avoid: f64,
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

    /// A computer player waits for its turn to think.
    pub fn push_player(&self, room: Arc<Room>, number: u64, stop: Stop) {
        self.queue().tasks.push_back(Task::Act { room, number, stop });
        self.ready.notify_one();
    }

    /// A hint waits for its turn, unless too many do.
    pub fn push_hint(
        &self,
        table: AnyTable,
        wanted: HintTask,
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

    /// How many tasks are waiting.
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
                Task::Act { room, number, stop } => {
                    if let Some((seat, action)) = chosen(&room, number, &stop)
                        && let Some(hub) = hub.upgrade()
                    {
                        runtime.block_on(hub.computer_acts(&room, seat, number, action));
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

fn chosen(room: &Room, number: u64, stop: &Stop) -> Option<(Seat, Action)> {
    let table = room.table();
    if stop.is_set() || table.next() != number {
        return None;
    }
    // A player that panics loses its turn to think, and not the thread.
    match catch_unwind(AssertUnwindSafe(|| thought(&table, stop))) {
        Ok(Ok(chosen)) => Some(chosen),
        Ok(Err(ThinkError::Stopped)) => None,
        Ok(Err(error)) => {
            tracing::warn!(game = %room.id, %error, "a computer player chose no move");
            None
        }
        Err(_) => {
            tracing::error!(game = %room.id, "a computer player failed");
            None
        }
    }
}

/// What the computer does next: it answers an offer, or moves.
fn thought(table: &AnyTable, stop: &Stop) -> Result<(Seat, Action), ThinkError> {
    let to_move = table.turn().ok_or(ThinkError::NotItsTurn)?;
    if let Some(seat) = offered_to_computer(table) {
        let best = Thinker::new().hint(table, to_move, stop)?;
        let agrees = agrees_to_draw(table, seat, &best);
        return Ok((seat, if agrees { Action::OfferDraw } else { Action::DeclineDraw }));
    }
    let thought = Thinker::new().think(table, to_move, stop)?;
    Ok((to_move, Action::Move { mv: thought.mv }))
}

/// The computer that has been offered a draw and not answered.
pub fn offered_to_computer(table: &AnyTable) -> Option<Seat> {
    let computer = |seat: &Seat| table.players().get(*seat).is_some_and(Player::is_computer);
    table.draw_offered_to().filter(computer)
}

/// A move to recommend, and why.
fn hint(table: &AnyTable, wanted: HintTask) -> Option<Hint> {
    let HintTask { seat, probabilities, language } = wanted;
    let thought = Thinker::new().hint(table, seat, &Stop::new()).ok()?;
    let expected =
        |report: Report| fill(language.words().interface.expected_play, &[&report.line.join(" ")]);
    let reason = thought.reason.map(|reason| reason.text(language).to_owned());
    let reason = reason.or_else(|| thought.report.map(expected));
    let probabilities = if probabilities {
        let odds = Thinker::new().odds(table, seat)?;
        Some(odds.into_iter().map(|(cell, avoid)| Odds { cell, avoid }).collect())
    } else {
        None
    };
    Some(Hint { mv: thought.mv, reason, probabilities })
}
