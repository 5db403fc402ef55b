//! Where commands become events: decide, append, acknowledge, broadcast, in this order.

mod computers;
mod memory;
mod nodes;

pub(crate) use computers::Watching;

use crate::config::Config;
use crate::limits::RateLimiter;
use crate::metrics::{Gauges, Metrics};
use crate::pool::{Owner, Pool};
use crate::problem::{Fault, Problem};
use crate::retention::{self, Pruned};
use crate::room::{Room, lock, summary};
use crate::time::Moment;
use game::Seat;
use memory::Turns;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{
    Append, Appended, Claim, Digest, GameId, Log, NewGame, NewSeat, News, StoreError, Summary,
};
use table::{Action, AnyTable, Club, Command, Decided, Event, Millis, Refusal, Resources};
use tokio::runtime::Handle;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, oneshot, watch};

/// Flags are looked at a moment after they should have fallen, so that they have.
const AFTER_THE_FLAG: Duration = Duration::from_millis(15);
/// After a failure of the log, what has to be done is tried again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);
/// Old games are looked for soon after the start, and then once an hour.
const FIRST_PRUNING: Duration = Duration::from_mins(1);
const BETWEEN_PRUNINGS: Duration = Duration::from_hours(1);
/// After news were missed, so many games are asked for at once.
const MOST_HEADS: usize = 500;

/// Everything that is shared between requests.
pub struct Hub {
    pub(crate) club: Club,
    pub(crate) log: Arc<dyn Log>,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    /// When this server started.
    pub(crate) started: Moment,
    /// When a server on this log was last known to be alive before that.
    pub(crate) alive_before: Option<Millis>,
    /// When this server last noted that it is alive.
    pub(crate) beaten: AtomicU64,
    /// When another server on this log did, as far as this one has seen.
    pub(crate) other_alive: AtomicU64,
    /// Kilobytes that each address may store.
    pub(crate) stored: RateLimiter,
    /// Wakes the task that keeps time when a clock begins to run.
    pub(crate) clock_runs: Notify,
    /// The games that are being read from the log, so that each is read once.
    loading: Mutex<Turns>,
    /// About how many bytes the rooms take.
    weight: AtomicUsize,
    /// The weight at which rooms are looked through again for some to let go.
    next_look: AtomicUsize,
    /// Does a task wait to look through them, because too many are in use?
    will_look: AtomicBool,
    ending: watch::Sender<bool>,
    /// From when to when all servers that share the log were last down.
    down: Mutex<(Millis, Millis)>,
    /// The last such time that has been given back in all games that this server looks after.
    given_back: Mutex<(Millis, Millis)>,
}

/// A game that is about to begin.
pub(crate) struct Begun {
    pub(crate) table: AnyTable,
    pub(crate) seats: Vec<NewSeat>,
    /// The leaderboard for its time, where it may be on one.
    pub(crate) leaderboard: Option<String>,
    /// The pause before each move when only computers play.
    pub(crate) pace: Duration,
    /// The client that begins it.
    pub(crate) owner: Owner,
}

impl Hub {
    /// A hub on a log, with its computer players. Games in which one of them is to move go on.
    pub(crate) async fn start(club: Club, log: Arc<dyn Log>, config: Config) -> Arc<Hub> {
        let alive_before = log.last_alive().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the log does not say when a server was last alive");
            None
        });
        let resources = Resources { threads: config.thinkers.max(1), megabytes: config.hash };
        let pool = Pool::new(config.most_waiting_per_address, config.most_requests_waiting);
        let stored = config.kilobytes_per_day;
        let hub = Arc::new(Hub {
            club,
            log,
            rooms: Mutex::default(),
            pool: Arc::new(pool),
            started: config.clock.moment(),
            config,
            metrics: Metrics::default(),
            alive_before,
            beaten: AtomicU64::new(0),
            other_alive: AtomicU64::new(0),
            stored: RateLimiter::new(stored / 86_400.0, stored),
            clock_runs: Notify::new(),
            loading: Mutex::default(),
            weight: AtomicUsize::new(0),
            next_look: AtomicUsize::new(0),
            will_look: AtomicBool::new(false),
            ending: watch::Sender::new(false),
            down: Mutex::default(),
            given_back: Mutex::default(),
        });
        if hub.log.nodes().is_some() {
            hub.renew().await;
        }
        hub.pool.start(&Arc::downgrade(&hub), resources, &Handle::current());
        tokio::spawn(Arc::clone(&hub).listen());
        tokio::spawn(Arc::clone(&hub).keep_time());
        tokio::spawn(Arc::clone(&hub).prune());
        if hub.log.nodes().is_some() {
            tokio::spawn(Arc::clone(&hub).be_a_node());
        } else {
            tokio::spawn(Arc::clone(&hub).go_on());
        }
        hub
    }

    /// Becomes true when the server ends.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Ends streams, timers and computer players.
    pub(crate) fn end(&self) {
        self.ending.send_replace(true);
        self.pool.close();
        for room in self.rooms().values() {
            room.replace_thinking(None);
            room.replace_flag(None);
        }
    }

    pub(crate) fn gauges(&self, streams: usize) -> Gauges {
        let thoughts_waiting = self.pool.waiting();
        let live_bytes = self.weight.load(Ordering::Relaxed);
        Gauges { streams, live_games: self.rooms().len(), live_bytes, thoughts_waiting }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        lock(&self.rooms)
    }

    /// The games in memory in which a clock or a timer runs.
    pub(crate) fn timed_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().filter(|room| room.table().is_timed()).cloned().collect()
    }

    /// Lets go of games that need not be kept any more, now and then.
    async fn prune(self: Arc<Hub>) {
        let mut ending = self.ending();
        let mut pause = FIRST_PRUNING;
        loop {
            tokio::select! {
                () = tokio::time::sleep(pause) => pause = BETWEEN_PRUNINGS,
                _ = ending.changed() => return,
            }
            let in_use = |id: &GameId| !self.forget(id);
            match retention::prune(&*self.log, &self.config.retention, in_use, false).await {
                Ok(Pruned { games: 0, .. }) => {}
                Ok(Pruned { games, of_computers }) => {
                    tracing::info!(games, of_computers, "old games were let go");
                }
                Err(error) => tracing::error!(%error, "old games could not be let go"),
            }
        }
    }

    /// Follows what other servers append to the same log.
    async fn listen(self: Arc<Hub>) {
        let mut news = self.log.subscribe();
        let mut ending = self.ending();
        loop {
            let heard = tokio::select! {
                heard = news.recv() => heard,
                _ = ending.changed() => return,
            };
            match heard {
                Ok(news) => self.hear(news).await,
                Err(RecvError::Lagged(_)) => self.hear(News::Missed).await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Does what follows from news of other servers.
    async fn hear(self: &Arc<Hub>, news: News) {
        let known = |game: &GameId| self.rooms().get(game).cloned();
        let heard = match news {
            News::Appended(Appended { game, next }) => match known(&game) {
                Some(room) if room.is_news(next) => {
                    let _writer = room.writer.lock().await;
                    self.catch_up(&room).await
                }
                _ => Ok(()),
            },
            News::Seated(game) => match known(&game) {
                Some(room) => self.look_at_seats(&room).await,
                None => Ok(()),
            },
            News::Removed(game) => {
                self.drop_room(&game);
                Ok(())
            }
            News::Looked(_) => Ok(()),
            News::Owner(owner) => self.reseat(&[owner]).await,
            News::Noted(note) => {
                self.hear_note(&note);
                Ok(())
            }
            News::Missed => self.catch_up_all().await,
        };
        if let Err(problem) = heard {
            tracing::error!(code = problem.code(), "news of other servers could not be followed");
        }
    }

    pub(crate) async fn look_at_seats(&self, room: &Room) -> Result<(), Problem> {
        room.set_seats(self.log.seats(&room.id).await?);
        Ok(())
    }

    /// News were missed: asks how far the games in memory have come.
    async fn catch_up_all(self: &Arc<Hub>) -> Result<(), Problem> {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for rooms in rooms.chunks(MOST_HEADS) {
            let heads = self.log.heads(rooms.iter().map(|room| room.id.clone()).collect()).await?;
            let heads: HashMap<GameId, u64> = heads.into_iter().collect();
            for room in rooms {
                match heads.get(&room.id) {
                    Some(&next) if next > room.next() => {
                        let _writer = room.writer.lock().await;
                        self.catch_up(room).await?;
                    }
                    Some(_) => self.look_at_seats(room).await?,
                    None => self.drop_room(&room.id),
                }
                self.read_notes(room).await?;
            }
        }
        Ok(())
    }

    /// Begins a game, perhaps with moves that were played elsewhere.
    pub(crate) async fn create(
        self: &Arc<Hub>,
        id: GameId,
        begun: Begun,
    ) -> Result<Arc<Room>, Problem> {
        let Begun { table, seats, leaderboard, pace, owner } = begun;
        let events = table.events().iter().map(Hub::write_event).collect::<Result<_, _>>()?;
        // A game from a file may have been played long ago; here it happens now.
        let clock = self.config.clock.clone();
        let summary = Summary { at: clock.wall(), ..summary(&table) };
        let hub = Arc::clone(self);
        // On a task of its own: a client that hangs up does not interrupt what is half done.
        let done = tokio::spawn(async move {
            let game = id.clone();
            hub.log.create(NewGame { id, events, summary, leaderboard, seats }).await?;
            hub.metrics.game_begun();
            let seats = hub.log.seats(&game).await?;
            let room = Room::new(game, table, seats, pace, owner, clock);
            Ok(hub.keep(room))
        });
        done.await.map_err(|error| Problem::internal(&error))?
    }

    /// Gives a seat to a token.
    pub(crate) async fn claim(
        &self,
        room: &Room,
        seat: &str,
        invitation: Option<Digest>,
        token: Digest,
    ) -> Result<(), Problem> {
        let game = room.id.clone();
        self.log.claim(Claim { game, seat: seat.to_owned(), invitation, token }).await?;
        room.set_seats(self.log.seats(&room.id).await?);
        Ok(())
    }

    /// Looks again who sits where in the games in memory in which one of these owners has a seat.
    pub(crate) async fn reseat(&self, owners: &[Digest]) -> Result<(), Problem> {
        let concerned = |room: &&Arc<Room>| {
            room.seats().iter().any(|seat| seat.token.is_some_and(|token| owners.contains(&token)))
        };
        let rooms: Vec<Arc<Room>> = self.rooms().values().filter(concerned).cloned().collect();
        for room in rooms {
            room.set_seats(self.log.seats(&room.id).await?);
        }
        Ok(())
    }

    /// Carries out a command. When this returns, its events are safe, and the streams are woken.
    pub(crate) async fn command(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        seat: Seat,
        command: Command,
    ) -> Result<Decided, Problem> {
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        // On a task of its own: a client that hangs up does not interrupt what is half done.
        let done = tokio::spawn(async move { hub.carry_out(&room, seat, &command).await });
        done.await.map_err(|error| Problem::internal(&error))?
    }

    async fn carry_out(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        seat: Seat,
        command: &Command,
    ) -> Result<Decided, Problem> {
        let _writer = room.writer.lock().await;
        let decided = match self.decide(room, command, seat).await? {
            Ok(decided) => decided,
            Err(refusal) => {
                match &refusal {
                    Refusal::Repeated => {}
                    Refusal::Broken(error) => {
                        tracing::error!(game = %room.id, %error, "a table broke");
                    }
                    _ => self.metrics.refused(),
                }
                return Err(Fault::Refused(refusal).into());
            }
        };
        if let Err(problem) = self.store(room, decided.clone()).await {
            let Fault::Refused(Refusal::Stale { .. }) = problem.fault else { return Err(problem) };
            // Another server was faster, perhaps with this very command: its answer may have been lost there.
            let refusal = self.decide(room, command, seat).await?.err();
            return Err(refusal.map_or(problem, |refusal| Fault::Refused(refusal).into()));
        }
        self.metrics.command();
        Ok(decided)
    }

    /// Appends what was decided to the log, and makes it true here. The caller holds the room's writer lock.
    pub(crate) async fn store(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        decided: Decided,
    ) -> Result<(), Problem> {
        self.append(room, &decided).await?;
        room.replace(decided.after);
        self.changed(room);
        Ok(())
    }

    /// Decides on a command. Searching for a hidden board takes long and waits for its turn.
    async fn decide(
        &self,
        room: &Room,
        command: &Command,
        seat: Seat,
    ) -> Result<Result<Decided, Refusal>, Problem> {
        let table = room.table();
        if !table.takes_long(command) {
            return Ok(table.decide(command, seat, room.now()));
        }
        let (command, now) = (command.clone(), room.now());
        self.run(room.owner(), move || table.decide(&command, seat, now)).await
    }

    /// Does something that takes a processor for a moment, when it is the owner's turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        answered(self.pool.push_work(owner, work)).await
    }

    /// Does work that may take seconds when no computer player and no hint wants the thread. Clients take turns.
    pub(crate) async fn run_when_idle<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        answered(self.pool.push_look(owner, |_| work())).await
    }

    /// An event as the log keeps it.
    pub(crate) fn write_event(event: &Event) -> Result<String, Problem> {
        serde_json::to_string(event).map_err(|error| Problem::internal(&error))
    }

    /// Writes what was decided to the log. When this returns, it is safe.
    async fn append(self: &Arc<Hub>, room: &Arc<Room>, decided: &Decided) -> Result<(), Problem> {
        let events = decided.events.iter().map(Hub::write_event).collect::<Result<Vec<_>, _>>()?;
        let expected = decided.first();
        room.about_to_append(decided.after.next());
        let began = Instant::now();
        let (game, summary) = (room.id.clone(), summary(&decided.after));
        match self.log.append(Append { game, expected, events, summary }).await {
            Ok(()) => {
                self.metrics.appended(began.elapsed());
                Ok(())
            }
            Err(StoreError::Taken { expected, next }) => {
                // Another server on the same log was faster.
                self.catch_up(room).await?;
                Err(Fault::Refused(Refusal::Stale { expected, next }).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads what another server may have appended, when a client expects an event that is not known
    /// here.
    pub(crate) async fn follow(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        expected: u64,
    ) -> Result<(), Problem> {
        if expected <= room.next() {
            return Ok(());
        }
        let _writer = room.writer.lock().await;
        self.catch_up(room).await
    }

    /// Reads what the log knows and this server does not. The caller holds the room's writer lock.
    async fn catch_up(self: &Arc<Hub>, room: &Arc<Room>) -> Result<(), Problem> {
        let table = room.table();
        let events = read_events(&self.log.read(&room.id, table.next()).await?)?;
        if events.is_empty() {
            return Ok(());
        }
        let table = tokio::task::block_in_place(|| {
            events.iter().try_fold(table, |table, event| table.apply(event))
        });
        room.replace(table.map_err(|error| Problem::internal(&error))?);
        room.set_seats(self.log.seats(&room.id).await?);
        self.changed(room);
        Ok(())
    }

    /// After every change: the player whose turn it was stops thinking, the next one begins, and the
    /// flag that may fall is watched.
    fn changed(self: &Arc<Hub>, room: &Arc<Room>) {
        self.weigh(room);
        self.think(room);
        room.replace_flag(None);
        if *self.ending.borrow() {
            return;
        }
        let table = room.table();
        if table.is_timed() {
            self.clock_runs.notify_one();
            // Of several servers one watches over its time.
            self.tends(room);
        }
        let flag = table.clock().filter(|_| table.turn().is_some()).and_then(|clock| {
            clock.running().map(|side| (Seat::Side(side), clock.left(side, room.now())))
        });
        if let Some((seat, left)) = flag
            && room.is_tended()
        {
            self.watch_flag(room, table.next(), seat, Duration::from_millis(left));
        }
    }

    /// Keeps the time of a game for one off the leaderboard: its player has asked for a hint.
    pub(crate) async fn disqualify(&self, room: &Room) -> Result<(), Problem> {
        if room.table().players().is_for_two() || room.is_disqualified() {
            return Ok(());
        }
        self.log.disqualify(&room.id).await?;
        room.set_disqualified();
        Ok(())
    }

    fn watch_flag(self: &Arc<Hub>, room: &Arc<Room>, number: u64, seat: Seat, left: Duration) {
        // The room stays in memory for as long as a clock runs.
        let (hub, watched) = (Arc::downgrade(self), Arc::clone(room));
        let task = tokio::spawn(async move {
            let mut wait = left + AFTER_THE_FLAG;
            loop {
                tokio::time::sleep(wait).await;
                let Some(hub) = hub.upgrade() else { return };
                let command = Command { expected: number, action: Action::CallTime };
                match hub.command(&watched, seat, command).await.map_err(|problem| problem.fault) {
                    // A move at the last moment makes the command stale, and that is all right.
                    Ok(_) => return,
                    Err(Fault::Refused(refusal)) if refusal != Refusal::TimeLeft => return,
                    Err(_) => {
                        wait = AFTER_A_FAILURE;
                        // The time in which nothing could be stored counts for nobody. On a task of its own: it may end this one.
                        let _ = tokio::spawn(async move { hub.renew().await }).await;
                    }
                }
            }
        });
        room.replace_flag(Some(task.abort_handle()));
    }
}

/// What a task of the pool came to, unless there was no room for it or it was dropped.
async fn answered<T>(turn: Option<oneshot::Receiver<T>>) -> Result<T, Problem> {
    let busy = || Problem::from(Fault::Busy).retry_after(2);
    turn.ok_or_else(busy)?.await.map_err(|_| busy())
}

fn read_events(lines: &[String]) -> Result<Vec<Event>, Problem> {
    let events = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>();
    events.map_err(|error| Problem::internal(&error))
}
