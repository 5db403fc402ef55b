//! Time in a server that may be stopped, and on a machine whose clock may be set.
//!
//! Events carry wall time, and clocks follow from events. So wall time is read when a clock begins to run,
//! and monotonic time is added to it while it does. What the server could not watch over (it was down, the
//! machine slept, its clock was set) becomes an event of its own, [`Event::Downtime`], and counts for
//! nobody. While a clock runs, the server notes every few seconds in the log that it is alive: that is where
//! downtime begins.

use crate::hub::Hub;
use crate::problem::Problem;
use crate::room::{Room, summary};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use store::{Append, GameId};
use table::{AnyTable, Event, Millis};

/// Wall time and monotonic time that differ by more than this since the last heartbeat, in milliseconds,
/// mean that the machine's clock was set or that the machine slept.
const STEP: i64 = 1_000;

/// A server that was alive so many milliseconds ago is taken to be alive: a heartbeat may come late.
const RECENTLY: Millis = 15_000;

/// A clock that differs from the database's by no more than this and the time that asking took is right, in milliseconds.
const PRECISION: u64 = 5;

/// Milliseconds since 1970, by the machine's clock.
pub fn wall() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// The clock of the machine, which may be set while the server runs. Copies show the same time.
#[derive(Debug, Clone, Default)]
pub struct MachineClock {
    ahead: Arc<AtomicI64>,
}

impl MachineClock {
    /// Milliseconds since 1970.
    pub fn wall(&self) -> Millis {
        wall().saturating_add_signed(self.ahead.load(Ordering::Relaxed))
    }

    /// Sets this clock by so many milliseconds. That of the machine stays as it is: what a step of it does can be
    /// tried so.
    pub fn set_forward(&self, milliseconds: i64) {
        self.ahead.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// Sets this clock to a time that was true so long ago, unless it shows nearly that: asking takes a while, too.
    pub(crate) fn follow(&self, now: Millis, ago: Duration) {
        let off = (now + ago.as_millis() as Millis).cast_signed() - self.wall().cast_signed();
        if off.unsigned_abs() > PRECISION + ago.as_millis() as u64 {
            self.set_forward(off);
        }
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment::at(self.wall())
    }
}

/// A moment by both clocks.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub wall: Millis,
    pub monotonic: Instant,
}

impl Moment {
    /// The present, which is called by this wall time.
    pub fn at(wall: Millis) -> Moment {
        Moment { wall, monotonic: Instant::now() }
    }

    /// The wall time of a later moment, had the machine's clock run evenly since.
    pub fn even(&self, later: Instant) -> Millis {
        self.wall + later.saturating_duration_since(self.monotonic).as_millis() as Millis
    }

    /// By how much the machine's clock was set forward between this moment and a later one.
    fn step(&self, later: &Moment) -> i64 {
        later.wall.cast_signed() - self.even(later.monotonic).cast_signed()
    }
}

impl Hub {
    /// Notes in the log that the server is alive, for as long as a clock runs, and gives back what a step of
    /// the machine's clock would take.
    pub(crate) async fn keep_time(self: Arc<Hub>) {
        let mut ending = self.ending();
        let clock = &self.config.clock;
        let mut before = clock.moment();
        let mut timed = Vec::new();
        loop {
            // Where no clock runs, nothing ticks here, either.
            let idle = timed.is_empty();
            tokio::select! {
                () = tokio::time::sleep(self.config.heartbeat), if !idle => {}
                () = self.clock_runs.notified(), if idle => before = clock.moment(),
                _ = ending.changed() => return,
            }
            let now = clock.moment();
            timed = self.timed_rooms();
            if before.step(&now).abs() > STEP {
                for room in timed.iter().filter(|room| room.is_tended()) {
                    if let Err(problem) = self.give_back(room, before.step(&now)).await {
                        tracing::error!(game = %room.id, code = problem.code(), "a clock was not set right");
                    }
                }
            }
            if !timed.is_empty() {
                self.beat().await;
            }
            before = now;
        }
    }

    /// Notes in the log that the server is alive now.
    pub(crate) async fn beat(&self) {
        self.look_for_others().await;
        let now = self.config.clock.wall();
        self.beaten.store(now, Ordering::Relaxed);
        if let Err(error) = self.log.note_alive(now).await {
            tracing::warn!(%error, "the log could not note that the server is alive");
        }
    }

    /// Notes when another server on the same log was last alive. Its mark is one that neither this server has made
    /// nor one before it.
    async fn look_for_others(&self) {
        let Ok(Some(mark)) = self.log.last_alive().await else { return };
        if Some(mark) != self.alive_before && mark != self.beaten.load(Ordering::Relaxed) {
            self.other_alive.fetch_max(mark, Ordering::Relaxed);
        }
    }

    /// The machine's clock was set forward by so many milliseconds: so does the clock of the game, and the
    /// time does not count.
    async fn give_back(self: &Arc<Hub>, room: &Arc<Room>, step: i64) -> Result<(), Problem> {
        let _writer = room.writer.lock().await;
        let alive = room.now();
        let now = alive.saturating_add_signed(step);
        match room.table().downtime_since(alive, now) {
            Some(decided) => self.store(room, decided).await,
            None => Ok(()),
        }
    }

    /// The time in which all servers that share the log were down counts for nobody. The caller holds the room's writer lock.
    pub(crate) async fn give_back_downtime(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        (from, until): (Millis, Millis),
    ) -> Result<(), Problem> {
        let table = room.table();
        let last = table.events().last().map_or(0, Event::at);
        if until == 0 || last >= until {
            return Ok(());
        }
        match table.downtime_since(from, self.config.clock.wall()) {
            Some(decided) => self.store(room, decided).await,
            None => Ok(()),
        }
    }

    /// A game as it goes on after a restart: the time since the server was last alive does not count. Where another
    /// server on the same log is alive, it watches over the clocks, and nothing is given back.
    pub(crate) async fn resumed(&self, id: &GameId, table: AnyTable) -> Result<AnyTable, Problem> {
        let now = self.config.clock.wall();
        let last = table.events().last().map_or(0, Event::at);
        // What has happened since this server started, it has watched over itself. Where several share the log, the one that tends the game
        // looks after this.
        if self.log.nodes().is_some()
            || !table.is_timed()
            || (self.started.wall..=now).contains(&last)
        {
            return Ok(table);
        }
        self.look_for_others().await;
        let other = self.other_alive.load(Ordering::Relaxed);
        if other > 0 && now.saturating_sub(other) <= RECENTLY {
            return Ok(table);
        }
        let alive = self.alive_before.unwrap_or(0).max(other);
        let Some(decided) = table.downtime_since(alive, now) else {
            return Ok(table);
        };
        let events = decided.events.iter().map(Hub::write_event).collect::<Result<_, _>>()?;
        let (expected, summary) = (decided.first(), summary(&decided.after));
        self.log.append(Append { game: id.clone(), expected, events, summary }).await?;
        Ok(decided.after)
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use std::time::{Duration, Instant};

    #[test]
    fn a_clock_that_is_set_is_told_from_one_that_runs() {
        let monotonic = Instant::now();
        let before = Moment { wall: 1_000_000, monotonic };
        let later = |wall| Moment { wall, monotonic: monotonic + Duration::from_secs(5) };
        assert_eq!(before.even(later(0).monotonic), 1_005_000);
        assert_eq!(before.step(&later(1_005_000)), 0);
        assert_eq!(before.step(&later(4_605_000)), 3_600_000);
        assert_eq!(before.step(&later(5_000)), -1_000_000);
    }
}
