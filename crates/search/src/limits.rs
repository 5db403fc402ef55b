//! How far a search may go, and how it is told to stop.

use game::Stop;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What ends a search. Without any limit it goes on until it is told to stop, or until there is
/// nothing more to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits<M> {
    /// At most so many moves ahead.
    pub depth: Option<u32>,
    /// At most so many positions, by all threads together.
    pub nodes: Option<u64>,
    /// At most so long.
    pub time: Option<Budget>,
    /// Until the end of the game is seen within so many moves of both sides.
    pub mate: Option<u32>,
    /// Only these moves are considered; all of them when there are none here.
    pub only: Vec<M>,
    /// How many of the best moves are wanted, each with its own line.
    pub lines: usize,
}

/// No limit, and the one best line.
impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits { depth: None, nodes: None, time: None, mate: None, only: Vec::new(), lines: 1 }
    }
}

impl<M> Limits<M> {
    /// So many moves ahead.
    pub fn depth(depth: u32) -> Limits<M> {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Exactly so long.
    pub fn time(time: Duration) -> Limits<M> {
        Limits { time: Some(Budget::exactly(time)), ..Limits::default() }
    }
}

/// How long a move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// After this nothing new is begun. A search that is sure of its move takes less, one that has
    /// doubts takes more.
    pub soft: Duration,
    /// After this everything is dropped.
    pub hard: Duration,
}

impl Budget {
    /// Just so long, however sure the search is of its move.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }

    /// A sensible share of what the clock shows. `moves_to_go` is the number of moves until more time
    /// comes, where that is known; `overhead` is what is lost on the way between player and clock.
    ///
    /// ```
    /// # use search::Budget;
    /// # use std::time::Duration;
    /// let (left, none) = (Duration::from_secs(1), Duration::ZERO);
    /// let budget = Budget::of_clock(left, none, None, Duration::from_millis(10));
    /// assert!(budget.soft < budget.hard && budget.hard < left);
    /// ```
    pub fn of_clock(
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> Budget {
        let left = left.saturating_sub(overhead).max(Duration::from_millis(1));
        let (share, most) = match moves_to_go {
            Some(moves) => {
                (1.0 / f64::from(moves.clamp(1, 50)), if moves <= 1 { 0.9 } else { 0.6 })
            }
            None => (1.0 / 24.0, 0.5),
        };
        let soft = left.mul_f64(share) + increment.mul_f64(0.7);
        let hard = soft.mul_f64(4.0).min(left.mul_f64(most));
        Budget { soft: soft.min(hard), hard }
    }

    /// Has the search as long as it wants up to the end, and no longer?
    pub(crate) fn is_fixed(&self) -> bool {
        self.soft == self.hard
    }
}

/// The reins of a search: shared between who searches and who may stop it. Time is counted from the
/// moment it is made, or, in a search on the opponent's time, from the moment the opponent moves.
#[derive(Debug, Clone, Default)]
pub struct Control {
    stop: Stop,
    begun: Arc<OnceLock<Instant>>,
}

impl Control {
    /// Time counts from now on, and `stop` ends the search.
    pub fn new(stop: Stop) -> Control {
        let control = Control::pondering(stop);
        control.ponder_hit();
        control
    }

    /// Time counts only after [`ponder_hit`](Control::ponder_hit).
    pub fn pondering(stop: Stop) -> Control {
        Control { stop, begun: Arc::default() }
    }

    /// The opponent has played the expected move: from now on time counts.
    pub fn ponder_hit(&self) {
        self.begun.get_or_init(Instant::now);
    }

    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.stop.set();
    }

    /// Has it been told to end?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Is it still the opponent's time that is used?
    pub fn is_pondering(&self) -> bool {
        self.begun.get().is_none()
    }

    /// The time that counts so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}
