//! A game in memory: its table as the log has it, and what follows its changes.

use crate::pool::Owner;
use crate::presence::Presence;
use crate::problem::{Fault, Problem};
use crate::seat::SeatName;
use crate::talk::{Phrase, Said, Talk};
use crate::time::{MachineClock, Moment};
use crate::words::problems;
use game::{Seat, Stop, Viewer};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use store::{Digest, GameId, Keeping, Log, Summary, Work};
use table::{AnyTable, Event, Language, Millis, Player, Scene, Sitting, ViewModel};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// What a room takes beside its table, in bytes.
const ROOM: usize = 2_048;

/// A game in memory.
pub struct Room {
    pub id: GameId,
    /// What is safe in the log, and nothing else.
    table: Mutex<AnyTable>,
    /// A moment in the time of the game, from which time is counted while a clock runs.
    moment: Mutex<Moment>,
    /// The clock by which time is counted otherwise.
    clock: MachineClock,
    seats: Mutex<Vec<store::Seat>>,
    /// Held by the task that appends to the log; the others wait their turn.
    pub writer: tokio::sync::Mutex<()>,
    /// The number up to which this server itself has appended or is about to.
    appending: AtomicU64,
    /// The number of the next event: wakes the streams of the game.
    next: watch::Sender<u64>,
    thinking: Mutex<Option<Stop>>,
    flag: Mutex<Option<AbortHandle>>,
    /// The client for which its computers think.
    owner: Mutex<Owner>,
    /// About how many bytes it takes, as it was last weighed.
    weight: AtomicUsize,
    /// The clients with seats that have had the game open.
    present: Mutex<HashMap<Digest, Presence>>,
    /// What the people at the table have said.
    talk: Mutex<Talk>,
    /// How many streams are open.
    watchers: AtomicUsize,
    /// The pause before each move when only computers play, in milliseconds.
    pace: AtomicU64,
    /// Do computers that play each other stand still?
    paused: AtomicBool,
    /// May they make one move all the same?
    one_move: AtomicBool,
    /// Do its computers wait until its owner may store more?
    over_quota: AtomicBool,
    /// Does the log know that the time of this game is not among the best?
    disqualified: AtomicBool,
    /// The game that follows upon this one, when it has begun.
    rematch: OnceLock<GameId>,
    /// Counts changes that are no events: a seat is claimed, a rematch begins.
    notices: watch::Sender<u64>,
    /// Does this server let the computers think and watch the clock? Of several that share the log one does.
    tended: AtomicBool,
    /// Has this server asked whether it may?
    asking: AtomicBool,
    /// Where several servers share the log: the clients that have the game open at others, by server, or since when they do not.
    elsewhere: Mutex<HashMap<(String, Digest), Option<Millis>>>,
    /// Where several servers share the log, the way to tell the others what is no event.
    shared: OnceLock<Arc<dyn Log>>,
}

/// What a client is sent of a game: the scene, and what a screen shows around it.
#[derive(Debug, Clone, Serialize)]
pub struct GameView {
    pub scene: Scene,
    pub view: ViewModel,
}

/// A lock that is never poisoned for good: what it guards is replaced as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    pub fn new(
        id: GameId,
        table: AnyTable,
        seats: Vec<store::Seat>,
        pace: Duration,
        owner: Owner,
        clock: MachineClock,
    ) -> Room {
        let next = table.next();
        Room {
            id,
            table: Mutex::new(table),
            moment: Mutex::new(clock.moment()),
            clock,
            seats: Mutex::new(seats),
            writer: tokio::sync::Mutex::new(()),
            appending: AtomicU64::new(next),
            next: watch::Sender::new(next),
            thinking: Mutex::new(None),
            flag: Mutex::new(None),
            owner: Mutex::new(owner),
            weight: AtomicUsize::new(0),
            present: Mutex::default(),
            talk: Mutex::default(),
            watchers: AtomicUsize::new(0),
            pace: AtomicU64::new(pace.as_millis() as u64),
            paused: AtomicBool::new(false),
            one_move: AtomicBool::new(false),
            over_quota: AtomicBool::new(false),
            disqualified: AtomicBool::new(false),
            rematch: OnceLock::new(),
            notices: watch::Sender::new(0),
            tended: AtomicBool::new(true),
            asking: AtomicBool::new(false),
            elsewhere: Mutex::default(),
            shared: OnceLock::new(),
        }
    }

    /// A snapshot of the table. It does not change any more: the game goes on with another.
    pub fn table(&self) -> AnyTable {
        lock(&self.table).clone()
    }

    /// The time of the game: of the machine's clock, unless a clock of the game runs. That one runs evenly.
    pub fn now(&self) -> Millis {
        let timed = self.table().is_timed();
        if timed { lock(&self.moment).even(Instant::now()) } else { self.clock.wall() }
    }

    pub fn next(&self) -> u64 {
        self.table().next()
    }

    /// What a client with this token sees now as this viewer. A viewer in the seat of a computer has no
    /// moves to choose from.
    pub fn seen(&self, viewer: Viewer, token: Option<Digest>, language: Language) -> GameView {
        let table = self.table();
        let mut scene = table.scene(viewer, self.now(), language);
        let waits = self.is_over_quota();
        if waits {
            scene.status.push(problems(language).computer_over_quota.to_owned());
        }
        if let Viewer::Seat(seat) = viewer
            && table.players().get(seat).is_some_and(Player::is_computer)
        {
            scene.choices.clear();
        }
        let mut view = ViewModel::of(&table, &scene, &self.sitting(token), language);
        view.thinking &= !waits;
        view.analysable = self.may_be_analysed().is_ok();
        GameView { scene, view }
    }

    /// The table after events that are safe in the log becomes the present one, and streams are woken.
    pub fn replace(&self, table: AnyTable) {
        let next = table.next();
        let at = table.events().last().map_or_else(|| self.clock.wall(), Event::at);
        *lock(&self.moment) = Moment::at(at);
        *lock(&self.table) = table;
        self.about_to_append(next);
        self.next.send_replace(next);
    }

    /// Notes that this server itself appends up to a number.
    pub fn about_to_append(&self, next: u64) {
        self.appending.fetch_max(next, Ordering::Relaxed);
    }

    /// Has another server appended up to this number?
    pub fn is_news(&self, next: u64) -> bool {
        next > self.appending.load(Ordering::Relaxed)
    }

    /// The client for which the computers of the game think.
    pub fn owner(&self) -> Owner {
        *lock(&self.owner)
    }

    /// Notes for whom they think from now on. Returns for whom they did before.
    pub fn replace_owner(&self, owner: Owner) -> Owner {
        std::mem::replace(&mut *lock(&self.owner), owner)
    }

    /// Weighs the game. Returns about how many bytes it takes now, and how many it took when it was last
    /// weighed.
    pub fn weigh(&self) -> (usize, usize) {
        let weight = ROOM + self.table().weight();
        (weight, self.weight.swap(weight, Ordering::Relaxed))
    }

    /// About how many bytes it took when it was last weighed.
    pub fn weight(&self) -> usize {
        self.weight.load(Ordering::Relaxed)
    }

    /// Changes when the game does.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// Has another client the game open? If not, since when, where that is known.
    pub fn presence(&self, client: Digest) -> (bool, Option<Millis>) {
        let present = lock(&self.present).get(&client).copied().unwrap_or_default();
        let elsewhere = lock(&self.elsewhere);
        let others = || elsewhere.iter().filter(|((_, other), _)| *other == client);
        if present.is_here() || others().any(|(_, away)| away.is_none()) {
            return (true, None);
        }
        (false, others().filter_map(|(_, away)| *away).chain(present.away_since()).max())
    }

    /// Changes the presence of a client that has a seat, in a game between two people. If the client came or went by it, the streams
    /// are told.
    fn change_presence<T>(
        &self,
        client: Option<Digest>,
        change: impl FnOnce(&mut Presence) -> T,
    ) -> Option<T> {
        let client = client.filter(|_| self.is_between_two())?;
        if self.seats_of(Some(client)).is_empty() {
            return None;
        }
        let mut present = lock(&self.present);
        let presence = present.entry(client).or_default();
        let was_here = presence.is_here();
        let result = change(presence);
        let changed = presence.is_here() != was_here;
        let now = *presence;
        drop(present);
        if changed {
            self.notify_streams();
            self.tell_presence(client, now);
        }
        Some(result)
    }

    fn tell_presence(&self, client: Digest, presence: Presence) {
        let text = if presence.is_here() {
            "here".to_owned()
        } else {
            presence.away_since().unwrap_or_default().to_string()
        };
        self.tell(Keeping::WithNode, &format!("{PRESENCE}{}", client.hex()), Some(text));
    }

    /// Tells the other servers again who has the game open here: they have forgotten it.
    pub fn tell_presence_again(&self) {
        let present: Vec<_> = lock(&self.present).iter().map(|(c, p)| (*c, *p)).collect();
        for (client, presence) in present.into_iter().filter(|(_, presence)| presence.is_here()) {
            self.tell_presence(client, presence);
        }
    }

    /// Notes that a client has the game open at another server, or since when it does not; nothing where that server is gone.
    pub fn hear_presence(&self, node: &str, client: Digest, text: Option<&str>) {
        let key = (node.to_owned(), client);
        let before = self.presence(client);
        match text {
            Some("here") => drop(lock(&self.elsewhere).insert(key, None)),
            Some(since) => drop(lock(&self.elsewhere).insert(key, since.parse().ok())),
            None => drop(lock(&self.elsewhere).remove(&key)),
        }
        if self.presence(client) != before {
            self.notify_streams();
        }
    }

    /// From now on other servers are told what is no event, and one of all tends the game.
    pub fn share(&self, log: Arc<dyn Log>) {
        if self.shared.set(log).is_ok() {
            self.set_tended(false);
        }
    }

    /// Tells other servers something. Nothing waits for it: what is lost when the database is away is told again or asked for.
    pub fn tell(&self, keeping: Keeping, key: &str, text: Option<String>) {
        if let Some(nodes) = self.shared.get().and_then(|log| log.nodes()) {
            drop(nodes.note(&self.id, keeping, key, text));
        }
    }

    /// Does this server let the computers think and watch the clock?
    pub fn is_tended(&self) -> bool {
        self.tended.load(Ordering::Relaxed)
    }

    pub fn set_tended(&self, tended: bool) {
        self.tended.store(tended, Ordering::Relaxed);
    }

    /// Where several servers share the log, this one does so no longer: another may.
    pub fn give_up(&self) {
        if let Some(nodes) = self.shared.get().and_then(|log| log.nodes())
            && self.tended.swap(false, Ordering::Relaxed)
        {
            // Where this comes to nothing, the lease ends with this server.
            drop(nodes.release(vec![self.id.clone()], Work::Play));
        }
    }

    /// Notes that this server asks whether it may. False when it is asking already.
    pub fn begin_asking(&self) -> bool {
        !self.asking.swap(true, Ordering::Relaxed)
    }

    pub fn end_asking(&self) {
        self.asking.store(false, Ordering::Relaxed);
    }

    /// A client has polled the game, which counts as having it open for as long as `lasts`.
    pub fn poll(self: &Arc<Room>, client: Option<Digest>, lasts: Duration) {
        let is_first = self
            .change_presence(client, |presence| presence.poll(Instant::now(), self.clock.wall()));
        if is_first != Some(true) {
            return;
        }
        // The room may leave the memory meanwhile.
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut wait = lasts;
            loop {
                tokio::time::sleep(wait).await;
                let Some(room) = room.upgrade() else { return };
                let rest =
                    room.change_presence(client, |presence| presence.expire(Instant::now(), lasts));
                match rest.flatten() {
                    Some(rest) => wait = rest,
                    None => return,
                }
            }
        });
    }

    /// Wakes the streams for a change that is no event.
    fn notify_streams(&self) {
        self.notices.send_modify(|count| *count += 1);
    }

    /// A seat says something, and the streams are told; `None` when it has said something only just now.
    pub fn say(&self, seat: Seat, phrase: Phrase) -> Option<Said> {
        let said = lock(&self.talk).say(seat, phrase, Instant::now())?;
        self.notify_streams();
        let text = serde_json::to_string(&said).ok();
        self.tell(Keeping::WithNode, &format!("said {}", SeatName::from(seat).text()), text);
        Some(said)
    }

    /// A seat has said something at another server.
    pub fn hear(&self, said: Said) {
        lock(&self.talk).hear(said, Instant::now());
        self.notify_streams();
    }

    /// The last that each seat has said.
    pub fn said(&self) -> Vec<Said> {
        lock(&self.talk).said()
    }

    /// Counts one more stream, of a client or of a stranger. Is it the first?
    pub fn begin_watching(&self, client: Option<Digest>) -> bool {
        self.change_presence(client, Presence::open_stream);
        self.watchers.fetch_add(1, Ordering::SeqCst) == 0
    }

    /// Counts one stream less. Was it the last?
    pub fn end_watching(&self, client: Option<Digest>) -> bool {
        self.change_presence(client, |presence| presence.close_stream(self.clock.wall()));
        self.watchers.fetch_sub(1, Ordering::SeqCst) == 1
    }

    pub fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::SeqCst) > 0
    }

    /// The pause before each move when only computers play.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace.load(Ordering::Relaxed))
    }

    pub fn set_pace(&self, pace: Duration) {
        let pace = pace.as_millis() as u64;
        if self.pace.swap(pace, Ordering::Relaxed) != pace && self.shared.get().is_some() {
            self.notify_streams();
        }
    }

    /// Do computers that play each other stand still?
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Lets computers that play each other stand still or go on, and tells the streams.
    pub fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Ordering::Relaxed);
        self.one_move.store(false, Ordering::Relaxed);
        self.notify_streams();
    }

    /// Where they stand still, one move may be made.
    pub fn allow_one_move(&self) {
        self.set_paused(true);
        self.one_move.store(true, Ordering::Relaxed);
    }

    /// May computers that play each other move now? One that stands still needs to have been allowed, which counts once.
    pub fn may_go_on(&self) -> bool {
        !self.is_paused() || self.one_move.swap(false, Ordering::Relaxed)
    }

    /// Do its computers wait until its owner may store more?
    pub fn is_over_quota(&self) -> bool {
        self.over_quota.load(Ordering::Relaxed)
    }

    /// Notes whether they do, and tells the streams. Returns whether they did before.
    pub fn replace_over_quota(&self, over: bool) -> bool {
        let before = self.over_quota.swap(over, Ordering::Relaxed);
        if before != over {
            self.notify_streams();
            if self.is_tended() {
                self.tell(Keeping::WithNode, "quota", over.then(|| "over".to_owned()));
            }
        }
        before
    }

    /// Does the log know that the time of this game is not among the best?
    pub fn is_disqualified(&self) -> bool {
        self.disqualified.load(Ordering::Relaxed)
    }

    pub fn set_disqualified(&self) {
        self.disqualified.store(true, Ordering::Relaxed);
    }

    /// Do two different clients own the seats, or may a second one still come?
    pub fn is_between_two(&self) -> bool {
        let owners: Vec<Option<Digest>> = lock(&self.seats).iter().map(|seat| seat.token).collect();
        matches!(owners.as_slice(), [one, other] if one.is_none() || one != other)
    }

    /// Stops the computer player that is thinking, and puts another in its place.
    pub fn replace_thinking(&self, stop: Option<Stop>) {
        let before = std::mem::replace(&mut *lock(&self.thinking), stop);
        if let Some(stop) = before {
            stop.set();
        }
    }

    /// Stops the task that waits for a flag to fall, and puts another in its place.
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
        let mut held = lock(&self.seats);
        if *held != seats {
            *held = seats;
            drop(held);
            self.notify_streams();
        }
    }

    /// The game that follows upon this one, when it has begun here.
    pub fn rematch(&self) -> Option<&GameId> {
        self.rematch.get()
    }

    /// Notes that the next game has begun, and wakes the streams that are still open.
    pub fn set_rematch(&self, next: GameId) {
        if self.rematch.set(next).is_ok() {
            self.notify_streams();
        }
    }

    /// Changes when something happens that is no event.
    pub fn notices(&self) -> watch::Receiver<u64> {
        self.notices.subscribe()
    }

    /// The seats that belong to a token.
    pub fn seats_of(&self, token: Option<Digest>) -> Vec<Seat> {
        let Some(token) = token else { return Vec::new() };
        self.seats_where(|seat| seat.token == Some(token))
    }

    fn seats_where(&self, fits: impl Fn(&store::Seat) -> bool) -> Vec<Seat> {
        let seats = lock(&self.seats);
        let fitting = seats.iter().filter(|seat| fits(seat));
        fitting.filter_map(|seat| SeatName::of(&seat.seat).map(Seat::from)).collect()
    }

    /// The seats of a client, and those that are free.
    fn sitting(&self, token: Option<Digest>) -> Sitting {
        Sitting {
            own: self.seats_of(token),
            free: self.seats_where(|seat| seat.token.is_none()),
            nicknames: self.nicknames(),
        }
    }

    /// How people want to be called, by seat.
    pub fn nicknames(&self) -> Vec<(Seat, String)> {
        nicknames(&lock(&self.seats))
    }

    /// The seat from which a client acts: the one named, or else of its own the one whose turn it is, or
    /// else the first with a person in it.
    pub fn acting_seat(&self, token: Option<Digest>, named: Option<Seat>) -> Result<Seat, Fault> {
        self.seat_at(token, named, self.next())
    }

    /// The same for a client that expects event `number` to be next. When that has happened already, the events
    /// decide: a command that is repeated comes from the seat that it came from before.
    pub fn seat_at(
        &self,
        token: Option<Digest>,
        named: Option<Seat>,
        number: u64,
    ) -> Result<Seat, Fault> {
        if token.is_none() {
            return Err(Fault::NoToken);
        }
        let own = self.seats_of(token);
        if let Some(named) = named {
            return if own.contains(&named) { Ok(named) } else { Err(Fault::NotYourSeat) };
        }
        if let [] | [_] = own.as_slice() {
            return own.first().copied().ok_or(Fault::NotYourSeat);
        }
        let table = self.table();
        let is_person = |seat: &Seat| table.players().get(*seat).is_some_and(|p| !p.is_computer());
        let acted = table.seat_at(number).filter(|seat| own.contains(seat) && is_person(seat));
        let person = acted.or_else(|| own.iter().copied().find(is_person));
        person.or_else(|| own.first().copied()).ok_or(Fault::NotYourSeat)
    }

    /// How a client sees the game: from a seat of its own, or as a spectator.
    pub fn viewer(&self, token: Option<Digest>, named: Option<Seat>) -> Result<Viewer, Problem> {
        match (named, self.seats_of(token).is_empty()) {
            (None, true) => Ok(Viewer::Spectator),
            _ => Ok(self.acting_seat(token, named).map(Viewer::Seat)?),
        }
    }
}

/// Under which others are told whether a client has the game open.
pub const PRESENCE: &str = "here ";

/// How people want to be called, by seat.
pub fn nicknames(seats: &[store::Seat]) -> Vec<(Seat, String)> {
    let named =
        |seat: &store::Seat| Some((SeatName::of(&seat.seat)?.into(), seat.nickname.clone()?));
    seats.iter().filter_map(named).collect()
}

/// What the list of games shows of a table.
pub fn summary(table: &AnyTable) -> Summary {
    let players = table.players();
    let computer = |seat| players.get(seat).is_some_and(Player::is_computer);
    Summary {
        kind: table.card().name().to_owned(),
        players: serde_json::to_string(players).unwrap_or_default(),
        moves: table.moves_played() as u64,
        over: table.is_over(),
        computer_to_move: table.turn().is_some_and(computer) && !table.is_between_computers(),
        at: table.events().last().map_or(0, Event::at),
        time: table.time_of_a_win(),
        flag_at: flag_at(table),
    }
}

/// When the time of the side whose clock runs is up.
fn flag_at(table: &AnyTable) -> Option<Millis> {
    let (clock, at) = (table.clock()?, table.events().last()?.at());
    let side = clock.running().filter(|_| table.turn().is_some())?;
    Some(at + clock.left(side, at))
}
