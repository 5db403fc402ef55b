//! The threads on which computer players think, hints are found and hidden boards are searched for.
//!
//! Owners take turns ([`FairQueue`]), and what is short never waits behind what is long: some threads do
//! nothing but short tasks. A long thought gets less time when many wait. Each thought begins with an
//! empty transposition table, so that memory is bounded by the number of threads and not by the number of
//! games.

use crate::fair_queue::FairQueue;
use crate::hub::Hub;
use crate::limits::network;
use crate::room::Room;
use game::{Seat, Stop};
use players::{Thinker, agrees_to_draw};
use serde::Serialize;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use store::GameId;
use table::{
    Action, AnyTable, Language, Limit, Player, Report, Resources, ThinkError, fill, written_score,
};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// A thought that may take longer than this is long, in milliseconds and in positions.
const SHORT_TIME: u64 = 500;
const SHORT_NODES: u64 = 500_000;
const SHORT_DEPTH: u8 = 3;
const SHORT_LEVEL: u8 = 9;

/// All long thoughts that wait together are meant to be through in this time, on one thread.
const LONG_ROUND: Duration = Duration::from_secs(20);
/// A long thought gets at least this time, however many wait.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// The client for which a thread works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// By its network address, since tokens can be had for the asking.
    Network(IpAddr),
    /// The games that were going on when the server last ended, until their clients come back.
    Unseen,
}

impl Owner {
    pub fn at(address: IpAddr) -> Owner {
        Owner::Network(network(address))
    }
}

enum Task {
    /// What a computer player does next, unless event `number` has come from elsewhere.
    Act { room: Arc<Room>, number: u64, stop: Stop },
    /// Something that a request waits for.
    Work(Box<dyn FnOnce() + Send>),
    /// A moment of an analysis.
    Look(Box<dyn FnOnce(usize) + Send>),
}

impl Task {
    fn is_needed(&self) -> bool {
        match self {
            Task::Act { stop, .. } => !stop.is_set(),
            Task::Work(_) | Task::Look(_) => true,
        }
    }
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
    /// How the side to move stands after it, as people write it; `None` where nothing was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
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

struct Queue {
    short: FairQueue<Owner, Task>,
    long: FairQueue<Owner, Task>,
    /// What is done while nothing else waits.
    looks: FairQueue<Owner, Task>,
    /// How many threads are at work on something long.
    long_at_work: usize,
    /// How many are at work on a moment of an analysis.
    looks_at_work: usize,
    /// How many requests wait.
    requests: usize,
    closed: bool,
}

/// A task, and what it may use.
struct Turn {
    task: Task,
    allowance: Allowance,
}

/// What a thought may use: time, threads and memory.
#[derive(Debug, Clone, Copy, Default)]
struct Allowance {
    longest: Option<Duration>,
    resources: Resources,
}

/// The threads and what waits for them.
pub struct Pool {
    queue: Mutex<Queue>,
    ready: Condvar,
    threads: Mutex<Vec<JoinHandle<()>>>,
    most_requests: usize,
}

/// Which tasks a thread takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    OnlyShort,
    /// Long ones first: short ones have threads of their own.
    All,
}

impl Pool {
    /// A pool in which each owner has at most so many tasks of a kind waiting, and all clients together so
    /// many requests.
    pub fn new(most_for_each: usize, most_requests: usize) -> Pool {
        let queue = Queue {
            short: FairQueue::new(most_for_each),
            long: FairQueue::new(most_for_each),
            looks: FairQueue::new(most_for_each),
            long_at_work: 0,
            looks_at_work: 0,
            requests: 0,
            closed: false,
        };
        Pool {
            queue: Mutex::new(queue),
            ready: Condvar::new(),
            threads: Mutex::default(),
            most_requests,
        }
    }

    /// Starts so many threads for all tasks, and half as many for short ones. They hold on to the hub only
    /// while they think. A long thought uses the threads that are free when it begins.
    pub fn start(self: &Arc<Pool>, hub: &Weak<Hub>, resources: Resources, runtime: &Handle) {
        let threads = resources.threads;
        let kinds = std::iter::repeat_n(Takes::All, threads)
            .chain(std::iter::repeat_n(Takes::OnlyShort, threads.div_ceil(2)));
        let work = |takes| {
            let (pool, hub, runtime) = (Arc::clone(self), Weak::clone(hub), runtime.clone());
            thread::spawn(move || pool.work(takes, resources, &hub, &runtime))
        };
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).extend(kinds.map(work));
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A computer player waits for its turn to think. Returns false when its owner has too many waiting.
    #[must_use]
    pub fn push_player(&self, room: Arc<Room>, number: u64, stop: Stop) -> bool {
        let (owner, long) = (room.owner(), thinks_long(&room.table()));
        let mut queue = self.queue();
        if queue.closed {
            return true;
        }
        let lane = if long { &mut queue.long } else { &mut queue.short };
        let task = Task::Act { room, number, stop };
        let pushed = lane.push(owner, task, Task::is_needed).is_ok();
        drop(queue);
        // Threads differ in what they take, so each of them looks.
        self.ready.notify_all();
        pushed
    }

    /// Work for a request waits for its turn, as something short. `None` when too much is waiting; a
    /// request that is given up is not worked for.
    pub fn push_work<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<oneshot::Receiver<T>> {
        let (work, answered) = answering(move |()| work());
        let task = Task::Work(Box::new(|| work(())));
        let mut queue = self.queue();
        if queue.closed || queue.requests >= self.most_requests {
            return None;
        }
        queue.short.push(owner, task, Task::is_needed).ok()?;
        queue.requests += 1;
        drop(queue);
        self.ready.notify_all();
        Some(answered)
    }

    /// Can another moment of an analysis of this owner wait?
    pub fn has_room_for_a_look(&self, owner: Owner) -> bool {
        self.queue().looks.has_room(owner)
    }

    /// A moment of an analysis waits until nothing else does, and is told how many threads it may use. Each owner in turn;
    /// `None` when it has too many waiting.
    pub fn push_look<T: Send + 'static>(
        &self,
        owner: Owner,
        look: impl FnOnce(usize) -> T + Send + 'static,
    ) -> Option<oneshot::Receiver<T>> {
        let (look, answered) = answering(look);
        let mut queue = self.queue();
        if queue.closed {
            return None;
        }
        queue.looks.push(owner, Task::Look(look), Task::is_needed).ok()?;
        drop(queue);
        self.ready.notify_all();
        Some(answered)
    }

    /// The thoughts of a game that wait belong to another owner from now on.
    pub fn hand_over(&self, game: &GameId, from: Owner, to: Owner) {
        let is_meant = |task: &Task| matches!(task, Task::Act { room, .. } if room.id == *game);
        let mut queue = self.queue();
        queue.short.hand_over(from, to, is_meant);
        queue.long.hand_over(from, to, is_meant);
    }

    /// How many tasks are waiting.
    pub fn waiting(&self) -> usize {
        let queue = self.queue();
        queue.short.len() + queue.long.len()
    }

    /// How many tasks of an owner are waiting.
    pub fn waiting_of(&self, owner: Owner) -> usize {
        let queue = self.queue();
        queue.short.len_of(owner) + queue.long.len_of(owner)
    }

    /// Ends the threads; what waits is dropped, to be found again in the log.
    pub fn close(&self) {
        let mut queue = self.queue();
        queue.closed = true;
        queue.short.clear();
        queue.long.clear();
        queue.looks.clear();
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

    fn work(&self, takes: Takes, resources: Resources, hub: &Weak<Hub>, runtime: &Handle) {
        while let Some(Turn { task, allowance }) = self.next(takes, resources) {
            match task {
                Task::Act { room, number, stop } => {
                    let chosen = chosen(&room, number, &stop, allowance);
                    self.queue().long_at_work -= usize::from(allowance.longest.is_some());
                    if let Some((seat, action)) = chosen
                        && let Some(hub) = hub.upgrade()
                    {
                        runtime.block_on(hub.computer_acts(&room, seat, number, action));
                    }
                }
                Task::Work(work) => work(),
                Task::Look(look) => {
                    look(allowance.resources.threads);
                    self.queue().looks_at_work -= 1;
                }
            }
        }
    }

    fn next(&self, takes: Takes, resources: Resources) -> Option<Turn> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if takes == Takes::All
                && let Some(task) = queue.long.pop()
            {
                queue.long_at_work += 1;
                let longest = Some(time_in_a_crowd(queue.long.len(), resources.threads));
                let threads = threads_in_a_crowd(queue.long_at_work, resources.threads);
                let resources = Resources { threads, ..resources };
                return Some(Turn { task, allowance: Allowance { longest, resources } });
            }
            if let Some(task) = queue.short.pop() {
                queue.requests -= usize::from(matches!(task, Task::Work(_)));
                return Some(Turn { task, allowance: Allowance::default() });
            }
            if takes == Takes::All
                && let Some(task) = queue.looks.pop()
            {
                queue.looks_at_work += 1;
                let crowd = queue.looks_at_work + queue.looks.len() + queue.long_at_work;
                let threads = threads_in_a_crowd(crowd, resources.threads);
                let resources = Resources { threads, ..resources };
                return Some(Turn { task, allowance: Allowance { longest: None, resources } });
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A task that sends its result to a receiver. The thread skips it when the request has dropped the receiver.
fn answering<A: 'static, T: Send + 'static>(
    work: impl FnOnce(A) -> T + Send + 'static,
) -> (Box<dyn FnOnce(A) + Send>, oneshot::Receiver<T>) {
    let (answer, answered) = oneshot::channel();
    let work = move |allowed| {
        if !answer.is_closed()
            && let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(allowed)))
        {
            let _ = answer.send(done);
        }
    };
    (Box::new(work), answered)
}

/// The time that a long thought may take while others wait.
fn time_in_a_crowd(waiting: usize, threads: usize) -> Duration {
    let crowd = u32::try_from(1 + waiting / threads.max(1)).unwrap_or(u32::MAX);
    (LONG_ROUND / crowd).max(LEAST_TIME)
}

/// The threads that a thought may use while so many, itself among them, want them.
fn threads_in_a_crowd(at_work: usize, threads: usize) -> usize {
    (threads / at_work.max(1)).max(1)
}

/// May the computer whose turn it is think for seconds?
fn thinks_long(table: &AnyTable) -> bool {
    // An offered draw is answered by a look that is as short as a hint.
    let player = table.turn().filter(|_| offered_to_computer(table).is_none());
    match player.and_then(|seat| table.players().get(seat)) {
        Some(Player::Level(level)) => *level > SHORT_LEVEL,
        Some(Player::Minimax { depth } | Player::Learnt { depth: Some(depth), .. }) => {
            *depth > SHORT_DEPTH
        }
        Some(Player::Engine(Limit::Time(time))) => *time > SHORT_TIME,
        Some(Player::Engine(Limit::Nodes(nodes))) => *nodes > SHORT_NODES,
        Some(Player::Engine(_) | Player::Uci { .. } | Player::Gtp { .. }) => true,
        Some(Player::Human | Player::Random { .. } | Player::Learnt { depth: None, .. }) | None => {
            false
        }
    }
}

fn chosen(room: &Room, number: u64, stop: &Stop, allowance: Allowance) -> Option<(Seat, Action)> {
    let table = room.table();
    if stop.is_set() || table.next() != number {
        return None;
    }
    // A player that panics loses its turn to think, and not the thread.
    match catch_unwind(AssertUnwindSafe(|| thought(&table, stop, allowance))) {
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
fn thought(
    table: &AnyTable,
    stop: &Stop,
    Allowance { longest, resources }: Allowance,
) -> Result<(Seat, Action), ThinkError> {
    let to_move = table.turn().ok_or(ThinkError::NotItsTurn)?;
    if let Some(seat) = offered_to_computer(table) {
        let best = Thinker::new().hint(table, to_move, stop)?;
        let agrees = agrees_to_draw(table, seat, &best);
        return Ok((seat, if agrees { Action::OfferDraw } else { Action::DeclineDraw }));
    }
    let thought = Thinker::with(resources).within(longest).think(table, to_move, stop)?;
    Ok((to_move, Action::Move { mv: thought.mv }))
}

/// The computer that has been offered a draw and not answered.
pub fn offered_to_computer(table: &AnyTable) -> Option<Seat> {
    let computer = |seat: &Seat| table.players().get(*seat).is_some_and(Player::is_computer);
    table.draw_offered_to().filter(computer)
}

/// A move to recommend, and why.
pub fn hint(table: &AnyTable, wanted: HintTask) -> Option<Hint> {
    let HintTask { seat, probabilities, language } = wanted;
    let thought = Thinker::new().hint(table, seat, &Stop::new()).ok()?;
    let card = table.card();
    let expected = |report: Report| {
        let line: Vec<String> = report.line.iter().map(|mv| card.move_in(mv, language)).collect();
        fill(language.words().interface.expected_play, &[&line.join(" ")])
    };
    let score = thought.report.as_ref().map(|report| written_score(report.ahead, report.ends_in));
    let reason = thought.reason.map(|reason| reason.text(language).to_owned());
    let reason = reason.or_else(|| thought.report.map(expected));
    let probabilities = if probabilities {
        let odds = Thinker::new().odds(table, seat)?;
        Some(odds.into_iter().map(|(cell, avoid)| Odds { cell, avoid }).collect())
    } else {
        None
    };
    Some(Hint { mv: thought.mv, reason, score, probabilities })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_thoughts_are_shortened_when_many_wait_and_never_below_a_second() {
        assert_eq!(time_in_a_crowd(0, 1), Duration::from_secs(20));
        assert_eq!(time_in_a_crowd(3, 1), Duration::from_secs(5));
        assert_eq!(time_in_a_crowd(3, 4), Duration::from_secs(20));
        assert_eq!(time_in_a_crowd(300, 1), Duration::from_secs(1));
    }

    #[test]
    fn a_thought_that_is_alone_uses_all_threads_and_others_share_them() {
        assert_eq!(threads_in_a_crowd(1, 8), 8);
        assert_eq!(threads_in_a_crowd(3, 8), 2);
        assert_eq!(threads_in_a_crowd(8, 8), 1);
        assert_eq!(threads_in_a_crowd(1, 1), 1);
    }
}
