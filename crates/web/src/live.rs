//! A game in memory: its table as the log has it, and whoever waits for it to change.

use crate::problem::Problem;
use crate::seat::SeatName;
use axum::http::StatusCode;
use engine::Stop;
use game::{Seat, Verdict, Viewer};
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Digest, GameId, Summary};
use table::{AnyTable, Event, Language, Millis, Player, Scene};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A game in memory.
pub struct Live {
    /// Its name.
    pub id: GameId,
    /// What is safe in the log, and nothing else.
    table: Mutex<Arc<AnyTable>>,
    seats: Mutex<Vec<store::Seat>>,
    /// Held by whoever appends; the others wait their turn. Behind it lies a table of their own, the
    /// same as the one above while nobody is at it, so that a move need not begin with a copy of
    /// the whole game. It is missing until it is needed.
    pub turnstile: tokio::sync::Mutex<Option<AnyTable>>,
    /// The number up to which this server itself has appended or is about to.
    appending: AtomicU64,
    /// The number of the next event, for whoever waits for it to change.
    next: watch::Sender<u64>,
    thinking: Mutex<Option<Stop>>,
    flag: Mutex<Option<AbortHandle>>,
    /// How many look on.
    watchers: AtomicUsize,
    /// The pause before each move when only computers play, in milliseconds.
    pace: AtomicU64,
    /// Has the log been told that the player was helped?
    helped: AtomicBool,
    /// The game that follows upon this one, when it has begun.
    rematch: OnceLock<GameId>,
    /// Counts what happens beside the events: somebody sits down, a rematch begins.
    asides: watch::Sender<u64>,
}

/// A lock that is never poisoned for good: what it guards is replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds since 1970.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

impl Live {
    pub fn new(id: GameId, table: AnyTable, seats: Vec<store::Seat>, pace: Duration) -> Live {
        let next = table.next();
        Live {
            id,
            table: Mutex::new(Arc::new(table)),
            seats: Mutex::new(seats),
            turnstile: tokio::sync::Mutex::new(None),
            appending: AtomicU64::new(next),
            next: watch::Sender::new(next),
            thinking: Mutex::new(None),
            flag: Mutex::new(None),
            watchers: AtomicUsize::new(0),
            pace: AtomicU64::new(pace.as_millis() as u64),
            helped: AtomicBool::new(false),
            rematch: OnceLock::new(),
            asides: watch::Sender::new(0),
        }
    }

    /// The table as it is now. It does not change any more: the game goes on with another.
    pub fn table(&self) -> Arc<AnyTable> {
        Arc::clone(&lock(&self.table))
    }

    /// Looks at the table.
    pub fn with_table<T>(&self, look: impl FnOnce(&AnyTable) -> T) -> T {
        look(&self.table())
    }

    pub fn next(&self) -> u64 {
        self.with_table(AnyTable::next)
    }

    /// What somebody sees now. Whoever looks on from the seat of a computer has no moves to choose from.
    pub fn scene(&self, viewer: Viewer, language: Language) -> Scene {
        self.with_table(|table| {
            let mut scene = table.scene(viewer, now(), language);
            if let Viewer::Seat(seat) = viewer
                && table.players().get(seat).is_some_and(Player::is_computer)
            {
                scene.choices.clear();
            }
            scene
        })
    }

    /// Events that are safe in the log become true here, and everybody is told.
    pub fn apply(&self, events: &[Event]) -> Result<(), table::BadEvent> {
        let mut table = lock(&self.table);
        // Copied only if somebody is looking at it.
        let changed = Arc::make_mut(&mut table);
        let applied = events.iter().try_for_each(|event| changed.apply(event));
        let next = changed.next();
        drop(table);
        self.about_to_append(next);
        self.next.send_replace(next);
        applied
    }

    /// The table after events that are safe in the log becomes the true one, and everybody is told.
    pub fn replace(&self, table: AnyTable) {
        let next = table.next();
        *lock(&self.table) = Arc::new(table);
        self.next.send_replace(next);
    }

    /// Notes that this server itself appends up to a number.
    pub fn about_to_append(&self, next: u64) {
        self.appending.fetch_max(next, Ordering::Relaxed);
    }

    /// Is the news of an append one that this server has not made itself?
    pub fn is_news(&self, next: u64) -> bool {
        next > self.appending.load(Ordering::Relaxed)
    }

    /// To be woken when the game changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// One more looks on. Is it the first?
    pub fn begin_watching(&self) -> bool {
        self.watchers.fetch_add(1, Ordering::SeqCst) == 0
    }

    /// One less looks on. Was it the last?
    pub fn end_watching(&self) -> bool {
        self.watchers.fetch_sub(1, Ordering::SeqCst) == 1
    }

    /// Does anybody look on?
    pub fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::SeqCst) > 0
    }

    /// The pause before each move when only computers play.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace.load(Ordering::Relaxed))
    }

    /// Another pause from now on.
    pub fn set_pace(&self, pace: Duration) {
        self.pace.store(pace.as_millis() as u64, Ordering::Relaxed);
    }

    /// Does the log know that the player was helped?
    pub fn is_helped(&self) -> bool {
        self.helped.load(Ordering::Relaxed)
    }

    /// The log knows now that the player was helped.
    pub fn help(&self) {
        self.helped.store(true, Ordering::Relaxed);
    }

    /// Do two people who are not the same sit in the seats, or may a second one still come?
    pub fn is_between_two(&self) -> bool {
        let owners: Vec<Option<Digest>> = lock(&self.seats).iter().map(|seat| seat.token).collect();
        matches!(owners.as_slice(), [one, other] if one.is_none() || one != other)
    }

    /// Stops whoever is thinking, and puts another in place.
    pub fn replace_thinking(&self, stop: Option<Stop>) {
        let before = std::mem::replace(&mut *lock(&self.thinking), stop);
        if let Some(stop) = before {
            stop.set();
        }
    }

    /// Stops waiting for a flag to fall, and waits for another.
    pub fn replace_flag(&self, flag: Option<AbortHandle>) {
        let before = std::mem::replace(&mut *lock(&self.flag), flag);
        if let Some(flag) = before {
            flag.abort();
        }
    }

    pub fn seats(&self) -> Vec<store::Seat> {
        lock(&self.seats).clone()
    }

    pub fn set_seats(&self, seats: Vec<store::Seat>) {
        *lock(&self.seats) = seats;
        self.asides.send_modify(|count| *count += 1);
    }

    /// The game that follows upon this one, when it has begun here.
    pub fn rematch(&self) -> Option<&GameId> {
        self.rematch.get()
    }

    /// The next game has begun: whoever still looks at this one is told.
    pub fn set_rematch(&self, next: GameId) {
        if self.rematch.set(next).is_ok() {
            self.asides.send_modify(|count| *count += 1);
        }
    }

    /// To be woken by what happens beside the events.
    pub fn asides(&self) -> watch::Receiver<u64> {
        self.asides.subscribe()
    }

    /// The seats of whoever has this token.
    pub fn seats_of(&self, token: Option<Digest>) -> Vec<Seat> {
        let Some(token) = token else { return Vec::new() };
        lock(&self.seats)
            .iter()
            .filter(|seat| seat.token == Some(token))
            .filter_map(|seat| SeatName::of(&seat.seat).map(Seat::from))
            .collect()
    }

    /// The seat from which somebody acts: the one named, or else of those that are theirs the one
    /// whose turn it is, or else the first with a person in it.
    pub fn acting_seat(
        &self,
        token: Option<Digest>,
        wanted: Option<Seat>,
    ) -> Result<Seat, Problem> {
        if token.is_none() {
            return Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "no-token",
                "You have no seat in this game: claim one first.",
            ));
        }
        let mine = self.seats_of(token);
        let seat = match wanted {
            Some(wanted) => mine.iter().copied().find(|&seat| seat == wanted),
            None => self.with_table(|table| {
                let is_person =
                    |seat: &Seat| table.players().get(*seat).is_some_and(|p| !p.is_computer());
                let turn = table.turn().filter(|seat| mine.contains(seat) && is_person(seat));
                turn.or_else(|| mine.iter().copied().find(is_person))
                    .or_else(|| mine.first().copied())
            }),
        };
        seat.ok_or_else(|| {
            Problem::new(StatusCode::FORBIDDEN, "not-your-seat", "That seat is not yours.")
        })
    }

    /// How somebody sees the game: from a seat of theirs, or as anybody does.
    pub fn viewer(&self, token: Option<Digest>, wanted: Option<Seat>) -> Result<Viewer, Problem> {
        match (wanted, self.seats_of(token).is_empty()) {
            (None, true) => Ok(Viewer::Spectator),
            _ => self.acting_seat(token, wanted).map(Viewer::Seat),
        }
    }

    /// What the list of games shows.
    pub fn summary(&self) -> Summary {
        self.with_table(summary)
    }
}

/// What the list of games shows of a table.
pub fn summary(table: &AnyTable) -> Summary {
    let players = table.players();
    let computer = |seat| players.get(seat).is_some_and(Player::is_computer);
    Summary {
        kind: table.game().name().to_owned(),
        players: serde_json::to_string(players).unwrap_or_default(),
        moves: table.moves_played() as u64,
        over: table.is_over(),
        computer_to_move: table.turn().is_some_and(computer) && !only_computers(table),
        at: table.events().last().map_or(0, Event::at),
        time: time_of_a_win(table),
    }
}

/// Does nobody play but computers?
pub fn only_computers(table: &AnyTable) -> bool {
    table.players().iter().all(|(_, player)| player.is_computer())
}

/// How long a game for one took, when a person has won it alone.
fn time_of_a_win(table: &AnyTable) -> Option<Millis> {
    if table.verdict() != Some(Verdict::Won(Seat::Solo)) || only_computers(table) {
        return None;
    }
    let changed = |event: &Event| matches!(event, Event::PlayerChanged { .. });
    let alone = !table.events().iter().any(changed);
    table.timer(0).filter(|_| alone).map(|timer| timer.elapsed)
}

/// The parts of events that anybody may see. The start is not among them: it may hold the seed of a
/// board.
const SHOWN: [&str; 8] = ["event", "game", "players", "clock", "seat", "move", "moves", "player"];

/// Events as they are sent, from a number on. The seeds of random players are not: they would tell
/// their moves.
pub fn shown(events: &[Event], first: u64) -> Vec<Value> {
    let show = |(number, event): (u64, &Event)| {
        let mut shown = Map::new();
        shown.insert("number".to_owned(), number.into());
        if let Ok(Value::Object(parts)) = serde_json::to_value(without_seeds(event.clone())) {
            shown.extend(parts.into_iter().filter(|(name, _)| SHOWN.contains(&name.as_str())));
        }
        Value::Object(shown)
    };
    (first..).zip(events).map(show).collect()
}

fn without_seeds(event: Event) -> Event {
    match event {
        Event::Started(mut started) => {
            started.players = started.players.map(Player::without_seed);
            Event::Started(started)
        }
        Event::PlayerChanged { seat, player, at } => {
            Event::PlayerChanged { seat, player: player.without_seed(), at }
        }
        other => other,
    }
}
