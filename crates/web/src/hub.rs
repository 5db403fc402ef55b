//! Where commands become events: decide, append, acknowledge, broadcast, in this order.

use crate::config::Config;
use crate::metrics::{Gauges, Metrics};
use crate::pool::{Hint, HintTask, Pool, offered_to_computer};
use crate::problem::{Fault, Problem};
use crate::room::{Room, now, summary};
use crate::secret;
use game::{Seat, Stop};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Append, Claim, Digest, GameId, Log, NewGame, NewSeat, StoreError, Summary};
use table::{Action, AnyTable, Club, Command, Decided, Event, Player, Refusal};
use tokio::runtime::Handle;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Semaphore, watch};

/// Flags are looked at a moment after they should have fallen, so that they have.
const AFTER_THE_FLAG: Duration = Duration::from_millis(15);
/// After a failure of the log, what has to be done is tried again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(1);
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
    /// So many hidden boards may be searched for at a time.
    searches: Semaphore,
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
    pub(crate) fn start(club: Club, log: Arc<dyn Log>, config: Config) -> Arc<Hub> {
        let thinkers = config.thinkers.max(1);
        let hub = Arc::new(Hub {
            club,
            log,
            rooms: Mutex::default(),
            pool: Arc::default(),
            config,
            metrics: Metrics::default(),
            searches: Semaphore::new(thinkers),
            ending: watch::Sender::new(false),
        });
        hub.pool.start(&Arc::downgrade(&hub), thinkers, &Handle::current());
        tokio::spawn(Arc::clone(&hub).listen());
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
        Gauges { streams, live_games: self.rooms().len(), thoughts_waiting }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up the computer's games that were under way when the server last ended.
    async fn go_on(self: Arc<Hub>) {
        let waiting = match self.log.waiting_for_computer().await {
            Ok(waiting) => waiting,
            Err(error) => return tracing::error!(%error, "the computer's games cannot be found"),
        };
        for id in waiting {
            if self.room(&id).await.is_err() {
                tracing::error!(game = %id, "a game cannot go on");
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

    /// The room of a game, read from the log if it is not in memory yet.
    pub(crate) async fn room(self: &Arc<Hub>, id: &GameId) -> Result<Arc<Room>, Problem> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let seats = self.log.seats(id).await?;
        if seats.iter().any(|seat| seat.token == Some(Digest::NOBODY)) {
            // It is played at a terminal, where its computers think, too.
            return Err(Fault::NoSuchGame.into());
        }
        let events = read_events(&self.log.read(id, 0).await?)?;
        // A long game takes a moment, and a hidden board of an old log may have to be searched for.
        let table = tokio::task::block_in_place(|| self.club.replay(&events));
        let table = table.map_err(|error| Problem::internal(&error))?;
        let over = table.is_over();
        let room = self.keep(Room::new(id.clone(), table, seats, self.config.pace));
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
        if rooms.len() >= self.config.most_live_games {
            // Rooms that only this map holds have no stream and no thinking player.
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        if let Some(room) = rooms.get(&room.id) {
            return Arc::clone(room);
        }
        let room = Arc::new(room);
        rooms.insert(room.id.clone(), Arc::clone(&room));
        drop(rooms);
        self.changed(&room);
        room
    }

    /// Begins a game, perhaps with moves that were played elsewhere.
    pub(crate) async fn create(
        self: &Arc<Hub>,
        id: GameId,
        begun: Begun,
    ) -> Result<Arc<Room>, Problem> {
        let Begun { table, seats, leaderboard, pace } = begun;
        let events = table.events().iter().map(write_event).collect::<Result<_, _>>()?;
        let kept = |seat: &NewSeat| store::Seat {
            seat: seat.seat.clone(),
            token: seat.token,
            open: seat.token.is_none() && seat.invitation.is_none(),
        };
        // A game from a file may have been played long ago; here it happens now.
        let summary = Summary { at: now(), ..summary(&table) };
        let room = Room::new(id.clone(), table, seats.iter().map(kept).collect(), pace);
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
        let decided = match self.decide(&room.table(), command, seat).await {
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
        self.append(room, command.expected, &decided).await?;
        self.metrics.command();
        room.replace(decided.after.clone());
        self.changed(room);
        Ok(decided)
    }

    /// Decides on a command. Searching for a hidden board takes long: the other requests of this thread go
    /// on elsewhere then, and only so many searches run at a time.
    async fn decide(
        &self,
        table: &AnyTable,
        command: &Command,
        seat: Seat,
    ) -> Result<Decided, Refusal> {
        if !table.takes_long(command) {
            return table.decide(command, seat, now());
        }
        let _permit = self.searches.acquire().await.ok();
        tokio::task::block_in_place(|| table.decide(command, seat, now()))
    }

    /// Does something that may have to search for a hidden board, off the threads of other requests.
    pub(crate) async fn blocking<T>(&self, work: impl FnOnce() -> T) -> T {
        let _permit = self.searches.acquire().await.ok();
        tokio::task::block_in_place(work)
    }

    /// Writes what was decided to the log. When this returns, it is safe.
    async fn append(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        expected: u64,
        decided: &Decided,
    ) -> Result<(), Problem> {
        let events = decided.events.iter().map(write_event).collect::<Result<Vec<_>, _>>()?;
        room.about_to_append(expected + events.len() as u64);
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
                let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
                tokio::spawn(async move {
                    tokio::time::sleep(AFTER_A_FAILURE).await;
                    if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                        hub.think(&room);
                    }
                });
            }
        }
    }

    /// After every change: the player whose turn it was stops thinking, the next one begins, and the
    /// flag that may fall is watched.
    fn changed(self: &Arc<Hub>, room: &Arc<Room>) {
        self.think(room);
        room.replace_flag(None);
        if *self.ending.borrow() {
            return;
        }
        let table = room.table();
        let flag = table.clock().filter(|_| table.turn().is_some()).and_then(|clock| {
            clock.running().map(|side| (Seat::Side(side), clock.left(side, now())))
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
            return;
        }
        let (stop, number) = (Stop::new(), table.next());
        room.replace_thinking(Some(stop.clone()));
        let paced = table.is_between_computers();
        let pause = if paced { room.pace().min(longest_pause(&table)) } else { Duration::ZERO };
        if pause.is_zero() {
            return self.pool.push_player(Arc::clone(room), number, stop);
        }
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if !stop.is_set() {
                hub.pool.push_player(room, number, stop);
            }
        });
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
        let (hub, watched) = (Arc::downgrade(self), Arc::downgrade(room));
        let task = tokio::spawn(async move {
            let mut wait = left + AFTER_THE_FLAG;
            loop {
                tokio::time::sleep(wait).await;
                let (Some(hub), Some(room)) = (hub.upgrade(), watched.upgrade()) else { return };
                let command = Command { expected: number, action: Action::CallTime };
                match hub.command(&room, seat, command).await.map_err(|problem| problem.fault) {
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
        table: AnyTable,
        task: HintTask,
    ) -> Result<Option<Hint>, Problem> {
        let busy = || Problem::from(Fault::Busy).retry_after(2);
        let most = self.config.most_hints_waiting;
        let waiting = self.pool.push_hint(table, task, most);
        waiting.ok_or_else(busy)?.await.map_err(|_| busy())
    }
}

/// Do computers play among themselves, so that they move only while a stream is open? A clock does not
/// wait for that.
fn waits_for_watchers(table: &AnyTable) -> bool {
    table.is_between_computers() && table.clock().is_none()
}

/// The longest pause that a running clock leaves room for.
fn longest_pause(table: &AnyTable) -> Duration {
    let left = table.clock().and_then(|clock| Some(clock.left(clock.running()?, now())));
    left.map_or(Duration::MAX, |left| Duration::from_millis(left) / PART_OF_THE_CLOCK)
}

fn read_events(lines: &[String]) -> Result<Vec<Event>, Problem> {
    let events = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>();
    events.map_err(|error| Problem::internal(&error))
}

fn write_event(event: &Event) -> Result<String, Problem> {
    serde_json::to_string(event).map_err(|error| Problem::internal(&error))
}
