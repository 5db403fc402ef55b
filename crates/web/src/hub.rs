//! Where commands become events: decide, append, acknowledge, broadcast, in this order.

use crate::config::Config;
use crate::fair_queue::FairQueue;
use crate::limits::RateLimiter;
use crate::metrics::{Gauges, Metrics};
use crate::pool::{Hint, HintTask, Owner, Pool, hint, offered_to_computer};
use crate::problem::{Fault, Problem};
use crate::retention::{self, Pruned};
use crate::room::{Room, lock, summary};
use crate::secret;
use crate::time::Moment;
use game::{Seat, Stop};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Append, Claim, Digest, GameId, Log, NewGame, NewSeat, StoreError, Summary};
use table::{Action, AnyTable, Club, Command, Decided, Event, Millis, Player, Refusal, Resources};
use tokio::runtime::Handle;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, watch};

/// Flags are looked at a moment after they should have fallen, so that they have.
const AFTER_THE_FLAG: Duration = Duration::from_millis(15);
/// After a failure of the log, what has to be done is tried again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);
/// Old games are looked for soon after the start, and then once an hour.
const FIRST_PRUNING: Duration = Duration::from_mins(1);
const BETWEEN_PRUNINGS: Duration = Duration::from_hours(1);
/// Rooms are looked through so often while those in use take more memory than all should.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// An address that has stored too much is looked at again at least so often.
const LONGEST_WAIT_FOR_QUOTA: u64 = 60;
/// Between computers no pause takes more than this part of the time that is left.
const PART_OF_THE_CLOCK: u32 = 40;

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

/// For each game that is being read from the log, the lock for which its readers wait.
type Turns = HashMap<GameId, Arc<tokio::sync::Mutex<()>>>;

/// A task that wants to read a game from the log, until this is dropped. The last one takes the entry away.
struct Loading<'a> {
    turns: &'a Mutex<Turns>,
    id: &'a GameId,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl<'a> Loading<'a> {
    fn new(turns: &'a Mutex<Turns>, id: &'a GameId) -> Loading<'a> {
        let turn = Arc::clone(lock(turns).entry(id.clone()).or_default());
        Loading { turns, id, turn }
    }
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        let mut turns = lock(self.turns);
        // One is in the map and one here; every other task has its own, got under the same lock.
        if Arc::strong_count(&self.turn) == 2 {
            turns.remove(self.id);
        }
    }
}

/// A stream that is open.
pub(crate) struct Watching {
    room: Arc<Room>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        if self.room.end_watching() && waits_for_watchers(&self.room.table()) {
            self.room.replace_thinking(None);
        }
    }
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
        });
        hub.pool.start(&Arc::downgrade(&hub), resources, &Handle::current());
        tokio::spawn(Arc::clone(&hub).listen());
        tokio::spawn(Arc::clone(&hub).keep_time());
        tokio::spawn(Arc::clone(&hub).prune());
        tokio::spawn(Arc::clone(&hub).go_on());
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

    /// Takes up the computer's games that were under way when the server last ended.
    async fn go_on(self: Arc<Hub>) {
        let waiting = match self.log.waiting_for_computer().await {
            Ok(waiting) => waiting,
            Err(error) => return tracing::error!(%error, "the computer's games cannot be found"),
        };
        for id in in_turns(waiting) {
            // A few at a time, so that not all of them are in memory at once.
            while self.pool.waiting_of(Owner::Unseen) >= self.config.most_waiting_per_address {
                if *self.ending.borrow() {
                    return;
                }
                tokio::time::sleep(AFTER_A_FAILURE / 10).await;
            }
            if self.room(&id, Owner::Unseen).await.is_err() {
                tracing::error!(game = %id, "a game cannot go on");
            }
        }
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

    /// Takes a game out of memory. False when it is in use.
    fn forget(&self, id: &GameId) -> bool {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(|room| Arc::strong_count(room) > 1) {
            return false;
        }
        if let Some(room) = rooms.remove(id) {
            self.weight.fetch_sub(room.weight(), Ordering::Relaxed);
        }
        true
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
            let changed: Vec<Arc<Room>> = match heard {
                Ok(appended) => {
                    let room = self.rooms().get(&appended.game).cloned();
                    room.into_iter().filter(|room| room.is_news(appended.next)).collect()
                }
                Err(RecvError::Lagged(_)) => self.rooms().values().cloned().collect(),
                Err(RecvError::Closed) => return,
            };
            for room in changed {
                let _writer = room.writer.lock().await;
                if let Err(problem) = self.catch_up(&room).await {
                    tracing::error!(game = %room.id, code = problem.code(), "a game stays behind");
                }
            }
        }
    }

    /// The room of a game, read from the log if it is not in memory yet: once, however many clients ask.
    pub(crate) async fn room(
        self: &Arc<Hub>,
        id: &GameId,
        owner: Owner,
    ) -> Result<Arc<Room>, Problem> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let loading = Loading::new(&self.loading, id);
        let _turn = loading.turn.lock().await;
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        self.load(id, owner).await
    }

    async fn load(self: &Arc<Hub>, id: &GameId, owner: Owner) -> Result<Arc<Room>, Problem> {
        let seats = self.log.seats(id).await?;
        if seats.iter().any(|seat| seat.token == Some(Digest::NOBODY)) {
            // It is played at a terminal, where its computers think, too.
            return Err(Fault::NoSuchGame.into());
        }
        let events = read_events(&self.log.read(id, 0).await?)?;
        let club = self.club;
        let table = match events.first() {
            // The hidden board has to be searched for again.
            Some(Event::Started(started)) if started.version == 1 => {
                self.run(owner, move || club.replay(&events)).await?
            }
            // A long game takes a moment.
            _ => tokio::task::block_in_place(|| club.replay(&events)),
        };
        let table = table.map_err(|error| Problem::internal(&error))?;
        let table = self.resumed(id, table).await?;
        let over = table.is_over();
        let (pace, clock) = (self.config.pace, self.config.clock.clone());
        let room = Room::new(id.clone(), table, seats, pace, Owner::Unseen, clock);
        let room = self.keep(room);
        if over && let Ok(next) = secret::rematch_of(id).parse() {
            match self.log.seats(&next).await {
                Ok(_) => room.set_rematch(next),
                Err(StoreError::NoSuchGame) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(room)
    }

    /// Keeps a room in memory, unless another task was faster.
    fn keep(self: &Arc<Hub>, room: Room) -> Arc<Room> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&room.id) {
            return Arc::clone(room);
        }
        let room = Arc::new(room);
        rooms.insert(room.id.clone(), Arc::clone(&room));
        let too_many = rooms.len() > self.config.most_live_games;
        drop(rooms);
        self.changed(&room);
        if too_many {
            self.let_go();
        }
        room
    }

    /// Weighs a room that has changed, and lets others go when all of them have become too heavy.
    fn weigh(self: &Arc<Hub>, room: &Room) {
        let (weight, before) = room.weigh();
        let all = if weight >= before {
            self.weight.fetch_add(weight - before, Ordering::Relaxed) + (weight - before)
        } else {
            self.weight.fetch_sub(before - weight, Ordering::Relaxed) - (before - weight)
        };
        if all > self.config.memory.max(self.next_look.load(Ordering::Relaxed)) {
            self.let_go();
        }
    }

    /// Lets idle rooms go, the heaviest first, until there is some room again.
    fn let_go(self: &Arc<Hub>) {
        let mut rooms = self.rooms();
        // Rooms that only this map holds have no stream, no thinking player and no running clock.
        let mut idle: Vec<(usize, GameId)> = rooms
            .values()
            .filter(|room| Arc::strong_count(room) == 1)
            .map(|room| (room.weight(), room.id.clone()))
            .collect();
        idle.sort_unstable_by(|one, other| other.cmp(one));
        let (memory, most) = (self.config.memory / 4 * 3, self.config.most_live_games / 4 * 3);
        for (weight, id) in idle {
            if self.weight.load(Ordering::Relaxed) <= memory && rooms.len() <= most {
                break;
            }
            rooms.remove(&id);
            self.weight.fetch_sub(weight, Ordering::Relaxed);
        }
        drop(rooms);
        // Where most rooms are busy, the next look waits until there is more to find, or for a while.
        let all = self.weight.load(Ordering::Relaxed);
        self.next_look.store(all + all / 8, Ordering::Relaxed);
        if all > self.config.memory {
            self.look_again();
        }
    }

    /// Lets rooms go a little later: those that are busy now may be idle then, and nothing else would tell.
    fn look_again(self: &Arc<Hub>) {
        if self.will_look.swap(true, Ordering::Relaxed) {
            return;
        }
        let hub = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            if let Some(hub) = hub.upgrade() {
                hub.will_look.store(false, Ordering::Relaxed);
                hub.let_go();
            }
        });
    }

    /// The computers of a game think for a client that sits in it and has asked for something.
    pub(crate) fn serve(&self, room: &Room, owner: Owner) {
        if room.owner() != owner {
            let before = room.replace_owner(owner);
            self.pool.hand_over(&room.id, before, owner);
        }
    }

    /// Begins a game, perhaps with moves that were played elsewhere.
    pub(crate) async fn create(
        self: &Arc<Hub>,
        id: GameId,
        begun: Begun,
    ) -> Result<Arc<Room>, Problem> {
        let Begun { table, seats, leaderboard, pace, owner } = begun;
        let events = table.events().iter().map(Hub::write_event).collect::<Result<_, _>>()?;
        let kept = |seat: &NewSeat| store::Seat {
            seat: seat.seat.clone(),
            token: seat.token,
            open: seat.token.is_none() && seat.invitation.is_none(),
            invited: seat.invitation.is_some(),
        };
        // A game from a file may have been played long ago; here it happens now.
        let clock = self.config.clock.clone();
        let summary = Summary { at: clock.wall(), ..summary(&table) };
        let seated = seats.iter().map(kept).collect();
        let room = Room::new(id.clone(), table, seated, pace, owner, clock);
        let hub = Arc::clone(self);
        // On a task of its own: a client that hangs up does not interrupt what is half done.
        let done = tokio::spawn(async move {
            hub.log.create(NewGame { id, events, summary, leaderboard, seats }).await?;
            hub.metrics.game_begun();
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
        self.store(room, decided.clone()).await?;
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
        let busy = || Problem::from(Fault::Busy).retry_after(2);
        self.pool.push_work(owner, work).ok_or_else(busy)?.await.map_err(|_| busy())
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

    /// Carries out what a computer player has chosen.
    pub(crate) async fn computer_acts(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        seat: Seat,
        number: u64,
        action: Action,
    ) {
        let moves = matches!(action, Action::Move { .. });
        if let Owner::Network(address) = room.owner() {
            // As much as a command of the client itself, and before the next player looks what is left.
            self.stored.charge(address, 1.0, Instant::now());
        }
        let done = self.command(room, seat, Command { expected: number, action }).await;
        match done.map_err(|problem| problem.fault) {
            Ok(_) if moves => self.metrics.computer_moved(),
            // The game may have changed while the player thought: then it thinks again already.
            Ok(_) | Err(Fault::Refused(Refusal::Stale { .. } | Refusal::Repeated)) => {}
            Err(Fault::Refused(refusal)) => {
                tracing::warn!(game = %room.id, code = refusal.code(), "a computer's move is refused");
            }
            Err(fault) => {
                tracing::error!(game = %room.id, code = fault.code(), "a computer's move is not stored");
                self.think_later(room);
            }
        }
    }

    /// Lets the computer of a game try again in a moment.
    fn think_later(self: &Arc<Hub>, room: &Arc<Room>) {
        let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
        tokio::spawn(async move {
            tokio::time::sleep(AFTER_A_FAILURE).await;
            if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                hub.think(&room);
            }
        });
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
        }
        let flag = table.clock().filter(|_| table.turn().is_some()).and_then(|clock| {
            clock.running().map(|side| (Seat::Side(side), clock.left(side, room.now())))
        });
        if let Some((seat, left)) = flag {
            self.watch_flag(room, table.next(), seat, Duration::from_millis(left));
        }
    }

    /// Starts the computer whose turn it is, or which has an offer to answer. Where only computers play,
    /// they do so while a stream is open, with a pause before each move so that people can follow.
    pub(crate) fn think(self: &Arc<Hub>, room: &Arc<Room>) {
        room.replace_thinking(None);
        let table = room.table();
        let to_move = table.turn().and_then(|seat| table.players().get(seat));
        let unseen = waits_for_watchers(&table) && !room.is_watched();
        let asked =
            to_move.is_some_and(Player::is_computer) || offered_to_computer(&table).is_some();
        if !asked || unseen || *self.ending.borrow() {
            room.replace_over_quota(false);
            return;
        }
        if let Owner::Network(address) = room.owner()
            && let Some(seconds) = self.stored.wait(address, Instant::now())
        {
            return self.wait_for_quota(room, seconds);
        }
        room.replace_over_quota(false);
        let (stop, number) = (Stop::new(), table.next());
        room.replace_thinking(Some(stop.clone()));
        let paced = table.is_between_computers();
        let pause = if paced { room.pace().min(longest_pause(room)) } else { Duration::ZERO };
        if pause.is_zero() {
            return self.queue_thought(room, number, stop);
        }
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if !stop.is_set() {
                hub.queue_thought(&room, number, stop);
            }
        });
    }

    /// The owner of a game has stored too much: its computers go on when that is over.
    fn wait_for_quota(self: &Arc<Hub>, room: &Arc<Room>, seconds: u64) {
        if room.replace_over_quota(true) {
            return;
        }
        let wait = Duration::from_secs(seconds.min(LONGEST_WAIT_FOR_QUOTA));
        let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                room.replace_over_quota(false);
                hub.think(&room);
            }
        });
    }

    /// A computer waits for a thread. Where its owner has too many waiting, it asks again in a moment.
    fn queue_thought(self: &Arc<Hub>, room: &Arc<Room>, number: u64, stop: Stop) {
        if !self.pool.push_player(Arc::clone(room), number, stop) {
            self.think_later(room);
        }
    }

    /// Counts an open stream, until the return value is dropped.
    pub(crate) fn watch(self: &Arc<Hub>, room: &Arc<Room>) -> Watching {
        if room.begin_watching() && room.table().is_between_computers() {
            self.think(room);
        }
        Watching { room: Arc::clone(room) }
    }

    /// Computers play faster or more slowly from now on.
    pub(crate) fn set_pace(self: &Arc<Hub>, room: &Arc<Room>, pace: Duration) {
        room.set_pace(pace);
        if room.table().is_between_computers() {
            self.think(room);
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
                    Err(_) => wait = AFTER_A_FAILURE,
                }
            }
        });
        room.replace_flag(Some(task.abort_handle()));
    }

    /// A hint, when there is one.
    pub(crate) async fn hint(
        &self,
        owner: Owner,
        table: AnyTable,
        task: HintTask,
    ) -> Result<Option<Hint>, Problem> {
        self.run(owner, move || hint(&table, task)).await
    }
}

/// Do computers play among themselves, so that they move only while a stream is open? A clock does not
/// wait for that.
fn waits_for_watchers(table: &AnyTable) -> bool {
    table.is_between_computers() && table.clock().is_none()
}

/// The longest pause that a running clock leaves room for.
fn longest_pause(room: &Room) -> Duration {
    let table = room.table();
    let left = table.clock().and_then(|clock| Some(clock.left(clock.running()?, room.now())));
    left.map_or(Duration::MAX, |left| Duration::from_millis(left) / PART_OF_THE_CLOCK)
}

/// The games that wait for a computer, in the order in which it thinks for them: their owners take turns.
fn in_turns(waiting: Vec<(GameId, Option<Digest>)>) -> Vec<GameId> {
    let mut queue = FairQueue::new(usize::MAX);
    for (id, owner) in waiting {
        // Games at a terminal go on there.
        if owner != Some(Digest::NOBODY) {
            let _ = queue.push(owner, id, |_| true);
        }
    }
    std::iter::from_fn(|| queue.pop()).collect()
}

fn read_events(lines: &[String]) -> Result<Vec<Event>, Problem> {
    let events = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>();
    events.map_err(|error| Problem::internal(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> GameId {
        name.parse().unwrap()
    }

    #[test]
    fn what_is_known_of_loading_a_game_is_gone_with_the_last_that_wanted_it() {
        let (turns, game) = (Mutex::default(), id("a"));
        let one = Loading::new(&turns, &game);
        let other = Loading::new(&turns, &game);
        drop(one);
        let third = Loading::new(&turns, &game);
        assert!(Arc::ptr_eq(&other.turn, &third.turn));
        drop((other, third));
        assert!(lock(&turns).is_empty());
    }

    #[test]
    fn after_a_restart_owners_take_turns() {
        let (one, other) = (Some(Digest::of("one")), Some(Digest::of("other")));
        let waiting = [
            ("a", one),
            ("b", one),
            ("c", one),
            ("d", Some(Digest::NOBODY)),
            ("e", other),
            ("f", None),
        ];
        let waiting = waiting.map(|(name, owner)| (id(name), owner)).to_vec();
        assert_eq!(in_turns(waiting), ["a", "e", "f", "b", "c"].map(id));
    }
}
