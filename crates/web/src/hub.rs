//! Where commands become events: decide, append, apply, tell, in this order.

use crate::config::Config;
use crate::live::{Live, now, only_computers, summary};
use crate::metrics::{Gauges, Metrics};
use crate::pool::{Hint, Pool, Wanted, offered_to_computer};
use crate::problem::Problem;
use crate::secret;
use axum::http::StatusCode;
use engine::Stop;
use game::Seat;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Append, Claim, Digest, GameId, Log, NewGame, NewSeat, StoreError, Summary};
use table::{Action, AnyTable, Command, Event, GameName, Player, Refusal};
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
    pub(crate) log: Arc<dyn Log>,
    live: Mutex<HashMap<GameId, Arc<Live>>>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    /// So many boards without guessing may be looked for at a time.
    laying: Semaphore,
    ending: watch::Sender<bool>,
}

/// A game that is about to begin.
pub(crate) struct Begun {
    pub(crate) table: AnyTable,
    pub(crate) seats: Vec<NewSeat>,
    /// The heading under which its time may be among the best.
    pub(crate) heading: Option<String>,
    /// The pause before each move when only computers play.
    pub(crate) pace: Duration,
}

/// Somebody who looks on.
pub(crate) struct Watching {
    live: Arc<Live>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        if self.live.end_watching() && waits_for_watchers(&self.live.table()) {
            self.live.replace_thinking(None);
        }
    }
}

/// Why a command came to nothing.
pub(crate) enum Failure {
    /// The table refused it.
    Refused(Refusal),
    /// Something else.
    Problem(Problem),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Problem(error.into())
    }
}

impl Hub {
    /// A hub on a log, with its computer players. Games in which one of them is to move go on.
    pub(crate) fn start(log: Arc<dyn Log>, config: Config) -> Arc<Hub> {
        let thinkers = config.thinkers.max(1);
        let hub = Arc::new(Hub {
            log,
            live: Mutex::default(),
            pool: Arc::default(),
            config,
            metrics: Metrics::default(),
            laying: Semaphore::new(thinkers),
            ending: watch::Sender::new(false),
        });
        hub.pool.start(&Arc::downgrade(&hub), thinkers, &Handle::current());
        tokio::spawn(Arc::clone(&hub).listen());
        tokio::spawn(Arc::clone(&hub).go_on());
        hub
    }

    /// Resolves when the server ends.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Ends streams, timers and computer players.
    pub(crate) fn end(&self) {
        self.ending.send_replace(true);
        self.pool.close();
        for live in self.games().values() {
            live.replace_thinking(None);
            live.replace_flag(None);
        }
    }

    pub(crate) fn gauges(&self, streams: usize) -> Gauges {
        let thoughts_waiting = self.pool.waiting();
        Gauges { streams, live_games: self.games().len(), thoughts_waiting }
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The computer's games that were under way when the server last ended.
    async fn go_on(self: Arc<Hub>) {
        let waiting = match self.log.waiting_for_computer().await {
            Ok(waiting) => waiting,
            Err(error) => return tracing::error!(%error, "the computer's games cannot be found"),
        };
        for id in waiting {
            if self.live(&id).await.is_err() {
                tracing::error!(game = %id, "a game cannot go on");
            }
        }
    }

    /// Follows what others append to the same log.
    async fn listen(self: Arc<Hub>) {
        let mut news = self.log.subscribe();
        let mut ending = self.ending();
        loop {
            let heard = tokio::select! {
                heard = news.recv() => heard,
                _ = ending.changed() => return,
            };
            let changed: Vec<Arc<Live>> = match heard {
                Ok(appended) => {
                    let live = self.games().get(&appended.game).cloned();
                    live.into_iter().filter(|live| live.is_news(appended.next)).collect()
                }
                Err(RecvError::Lagged(_)) => self.games().values().cloned().collect(),
                Err(RecvError::Closed) => return,
            };
            for live in changed {
                let mut turn = live.turnstile.lock().await;
                if let Err(problem) = self.catch_up(&live, &mut turn).await {
                    tracing::error!(game = %live.id, code = problem.code, "a game stays behind");
                }
            }
        }
    }

    /// The game in memory, read from the log if it is not there yet.
    pub(crate) async fn live(self: &Arc<Hub>, id: &GameId) -> Result<Arc<Live>, Problem> {
        if let Some(live) = self.games().get(id) {
            return Ok(Arc::clone(live));
        }
        let seats = self.log.seats(id).await?;
        if seats.iter().any(|seat| seat.token == Some(Digest::NOBODY)) {
            // It is played at a keyboard, where its computers think, too.
            return Err(Problem::no_such_game());
        }
        let events = read_events(&self.log.read(id, 0).await?)?;
        let mines =
            matches!(events.first(), Some(Event::Started(s)) if s.game == GameName::Mines.name());
        let table = heavy(mines, || AnyTable::replay(&events));
        let table = table.map_err(|error| Problem::internal(&error))?;
        let over = table.is_over();
        let live = self.keep(Live::new(id.clone(), table, seats, self.config.pace));
        if over && let Ok(next) = secret::rematch_of(id).parse() {
            match self.log.seats(&next).await {
                Ok(_) => live.set_rematch(next),
                Err(StoreError::NoSuchGame) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(live)
    }

    /// Keeps a game in memory, unless somebody was faster.
    fn keep(self: &Arc<Hub>, live: Live) -> Arc<Live> {
        let mut games = self.games();
        if games.len() >= self.config.most_live_games {
            // Nobody but this map knows them: nobody looks on, nobody thinks.
            games.retain(|_, live| Arc::strong_count(live) > 1);
        }
        if let Some(live) = games.get(&live.id) {
            return Arc::clone(live);
        }
        let live = Arc::new(live);
        games.insert(live.id.clone(), Arc::clone(&live));
        drop(games);
        self.changed(&live);
        live
    }

    /// Begins a game, perhaps with moves that were played elsewhere.
    pub(crate) async fn create(
        self: &Arc<Hub>,
        id: GameId,
        begun: Begun,
    ) -> Result<Arc<Live>, Problem> {
        let Begun { table, seats, heading, pace } = begun;
        let events = table.events().iter().map(write_event).collect::<Result<_, _>>()?;
        let kept = |seat: &NewSeat| store::Seat {
            seat: seat.seat.clone(),
            token: seat.token,
            open: seat.token.is_none() && seat.invitation.is_none(),
        };
        let live = Live::new(id.clone(), table, seats.iter().map(kept).collect(), pace);
        // A game from a file may have been played long ago; here it happens now.
        let summary = Summary { at: now(), ..live.summary() };
        let hub = Arc::clone(self);
        // On a task of its own: a client that hangs up does not interrupt what is half done.
        let done = tokio::spawn(async move {
            hub.log.create(NewGame { id, events, summary, heading, seats }).await?;
            hub.metrics.game_begun();
            Ok(hub.keep(live))
        });
        done.await.map_err(|error| Problem::internal(&error))?
    }

    /// Sits somebody down.
    pub(crate) async fn claim(
        &self,
        live: &Live,
        seat: &str,
        invitation: Option<Digest>,
        token: Digest,
    ) -> Result<(), Problem> {
        let game = live.id.clone();
        self.log.claim(Claim { game, seat: seat.to_owned(), invitation, token }).await?;
        live.set_seats(self.log.seats(&live.id).await?);
        Ok(())
    }

    /// Carries out a command. When this returns, its events are safe, and everybody is told.
    pub(crate) async fn command(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        seat: Seat,
        command: Command,
    ) -> Result<Vec<Event>, Failure> {
        let (hub, live) = (Arc::clone(self), Arc::clone(live));
        // On a task of its own: a client that hangs up does not interrupt what is half done.
        let done = tokio::spawn(async move { hub.carry_out(&live, seat, &command).await });
        done.await.map_err(|error| Failure::Problem(Problem::internal(&error)))?
    }

    async fn carry_out(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        seat: Seat,
        command: &Command,
    ) -> Result<Vec<Event>, Failure> {
        let mut turn = live.turnstile.lock().await;
        // Until the events are safe it is not true, and not there should anything go wrong.
        let mut ahead = turn.take().unwrap_or_else(|| AnyTable::clone(&live.table()));
        let mines = ahead.game() == GameName::Mines;
        // Before the first cell is open, and when that is gone over again, a board may have to be found.
        let lays = mines && (ahead.moves_played() == 0 || command.expected < ahead.next());
        let _laying = if lays { self.laying.acquire().await.ok() } else { None };
        let events = match heavy(mines, || ahead.decide(command, seat, now())) {
            Ok(events) => events,
            Err(refusal) => {
                *turn = Some(ahead);
                if refusal != Refusal::Repeated {
                    self.metrics.refused();
                }
                return Err(Failure::Refused(refusal));
            }
        };
        // What was decided can always be applied.
        let applied = heavy(mines, || events.iter().try_for_each(|event| ahead.apply(event)));
        applied.map_err(|error| Failure::Problem(Problem::internal(&error)))?;
        let lines = events.iter().map(write_event).collect::<Result<Vec<_>, _>>();
        let lines = lines.map_err(Failure::Problem)?;
        let expected = command.expected;
        live.about_to_append(expected + lines.len() as u64);
        let began = Instant::now();
        let append =
            Append { game: live.id.clone(), expected, events: lines, summary: summary(&ahead) };
        match self.log.append(append).await {
            Ok(()) => {}
            Err(StoreError::Taken { expected, next }) => {
                // Another server on the same log was faster.
                self.catch_up(live, &mut turn).await.map_err(Failure::Problem)?;
                return Err(Failure::Refused(Refusal::Stale { expected, next }));
            }
            Err(error) => return Err(error.into()),
        }
        self.metrics.appended(began.elapsed());
        self.metrics.command();
        if mines {
            // Its board may have been hard to find: it is not looked for again.
            live.replace(ahead.clone());
        } else {
            live.apply(&events).map_err(|error| Failure::Problem(Problem::internal(&error)))?;
        }
        *turn = Some(ahead);
        self.changed(live);
        Ok(events)
    }

    /// Somebody expects an event that is not known here: another server on the same log may have gone
    /// on.
    pub(crate) async fn follow(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        expected: u64,
    ) -> Result<(), Problem> {
        if expected <= live.next() {
            return Ok(());
        }
        let mut turn = live.turnstile.lock().await;
        self.catch_up(live, &mut turn).await
    }

    /// Reads what the log knows and this server does not. To be called by whoever holds the turnstile.
    async fn catch_up(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        turn: &mut Option<AnyTable>,
    ) -> Result<(), Problem> {
        let events = read_events(&self.log.read(&live.id, live.next()).await?)?;
        if events.is_empty() {
            return Ok(());
        }
        *turn = None;
        let mines = live.with_table(AnyTable::game) == GameName::Mines;
        heavy(mines, || live.apply(&events)).map_err(|error| Problem::internal(&error))?;
        live.set_seats(self.log.seats(&live.id).await?);
        self.changed(live);
        Ok(())
    }

    /// A computer player has chosen what to do.
    pub(crate) async fn computer_acts(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        seat: Seat,
        number: u64,
        action: Action,
    ) {
        let moves = matches!(action, Action::Move { .. });
        match self.command(live, seat, Command { expected: number, action }).await {
            Ok(_) if moves => self.metrics.computer_moved(),
            // The game may have changed while the player thought: it was told to think again.
            Ok(_) | Err(Failure::Refused(Refusal::Stale { .. } | Refusal::Repeated)) => {}
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(game = %live.id, code = refusal.code(), "a computer's move is refused");
            }
            Err(Failure::Problem(problem)) => {
                tracing::error!(game = %live.id, code = problem.code, "a computer's move is not stored");
                let (hub, live) = (Arc::downgrade(self), Arc::downgrade(live));
                tokio::spawn(async move {
                    tokio::time::sleep(AFTER_A_FAILURE).await;
                    if let (Some(hub), Some(live)) = (hub.upgrade(), live.upgrade()) {
                        hub.think(&live);
                    }
                });
            }
        }
    }

    /// After every change: the player whose turn it was stops thinking, the next one begins, and the
    /// flag that may fall is watched.
    fn changed(self: &Arc<Hub>, live: &Arc<Live>) {
        self.think(live);
        live.replace_flag(None);
        if *self.ending.borrow() {
            return;
        }
        let table = live.table();
        let flag = table.clock().filter(|_| table.turn().is_some()).and_then(|clock| {
            clock.running().map(|side| (Seat::Side(side), clock.left(side, now())))
        });
        if let Some((seat, left)) = flag {
            self.watch_flag(live, table.next(), seat, Duration::from_millis(left));
        }
    }

    /// The computer whose turn it is, or who has an offer to answer, begins to think afresh. Where only computers play, they do so
    /// while somebody looks on, with a pause before each move so that people can follow.
    pub(crate) fn think(self: &Arc<Hub>, live: &Arc<Live>) {
        live.replace_thinking(None);
        let table = live.table();
        let to_move = table.turn().and_then(|seat| table.players().get(seat));
        let shown = only_computers(&table);
        let unseen = waits_for_watchers(&table) && !live.is_watched();
        let asked =
            to_move.is_some_and(Player::is_computer) || offered_to_computer(&table).is_some();
        if !asked || unseen || *self.ending.borrow() {
            return;
        }
        let (stop, number) = (Stop::new(), table.next());
        live.replace_thinking(Some(stop.clone()));
        let pause = if shown { live.pace().min(longest_pause(&table)) } else { Duration::ZERO };
        if pause.is_zero() {
            return self.pool.push_player(Arc::clone(live), number, stop);
        }
        let (hub, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if !stop.is_set() {
                hub.pool.push_player(live, number, stop);
            }
        });
    }

    /// Somebody looks on, until the return value is dropped.
    pub(crate) fn watch(self: &Arc<Hub>, live: &Arc<Live>) -> Watching {
        if live.begin_watching() && only_computers(&live.table()) {
            self.think(live);
        }
        Watching { live: Arc::clone(live) }
    }

    /// Computers play faster or more slowly from now on.
    pub(crate) fn set_pace(self: &Arc<Hub>, live: &Arc<Live>, pace: Duration) {
        live.set_pace(pace);
        if only_computers(&live.table()) {
            self.think(live);
        }
    }

    /// A hint was asked for: the time of a game for one is not among the best then.
    pub(crate) async fn help(&self, live: &Live) -> Result<(), Problem> {
        if live.with_table(|table| table.players().is_for_two()) || live.is_helped() {
            return Ok(());
        }
        self.log.set_apart(&live.id).await?;
        live.help();
        Ok(())
    }

    fn watch_flag(self: &Arc<Hub>, live: &Arc<Live>, number: u64, seat: Seat, left: Duration) {
        let (hub, watched) = (Arc::downgrade(self), Arc::downgrade(live));
        let task = tokio::spawn(async move {
            let mut wait = left + AFTER_THE_FLAG;
            loop {
                tokio::time::sleep(wait).await;
                let (Some(hub), Some(live)) = (hub.upgrade(), watched.upgrade()) else { return };
                let command = Command { expected: number, action: Action::CallTime };
                match hub.command(&live, seat, command).await {
                    Err(Failure::Problem(_) | Failure::Refused(Refusal::TimeLeft)) => {
                        wait = AFTER_A_FAILURE;
                    }
                    // Also refused when somebody has moved at the last moment, and that is all right.
                    _ => return,
                }
            }
        });
        live.replace_flag(Some(task.abort_handle()));
    }

    /// A hint, when there is one.
    pub(crate) async fn hint(
        &self,
        table: Arc<AnyTable>,
        wanted: Wanted,
    ) -> Result<Option<Hint>, Problem> {
        let busy = || {
            let message = "Too many hints are being thought about. Try again in a moment.";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).retry_after(2)
        };
        let most = self.config.most_hints_waiting;
        let waiting = self.pool.push_hint(table, wanted, most);
        waiting.ok_or_else(busy)?.await.map_err(|_| busy())
    }
}

/// Do computers play among themselves, so that they move only while somebody looks on? A clock does not
/// wait for that.
fn waits_for_watchers(table: &AnyTable) -> bool {
    only_computers(table) && table.clock().is_none()
}

/// The longest pause that a running clock leaves room for.
fn longest_pause(table: &AnyTable) -> Duration {
    let left = table.clock().and_then(|clock| Some(clock.left(clock.running()?, now())));
    left.map_or(Duration::MAX, |left| Duration::from_millis(left) / PART_OF_THE_CLOCK)
}

/// In Minesweeper a move may take a while, because a board without guessing has to be found: the
/// other requests of this thread go on elsewhere then.
pub(crate) fn heavy<T>(mines: bool, work: impl FnOnce() -> T) -> T {
    if mines { tokio::task::block_in_place(work) } else { work() }
}

fn read_events(lines: &[String]) -> Result<Vec<Event>, Problem> {
    let events = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>();
    events.map_err(|error| Problem::internal(&error))
}

fn write_event(event: &Event) -> Result<String, Problem> {
    serde_json::to_string(event).map_err(|error| Problem::internal(&error))
}
