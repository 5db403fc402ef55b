//! How far a search may go, and how it is stopped.

use crate::time::Budget;
use game::Stop;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What ends a search. Without any limit it goes on until it is stopped, or until the greatest depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits<M> {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// At most so many nodes, of all threads together.
    pub nodes: Option<u64>,
    /// How long the search may take.
    pub time: Option<Budget>,
    /// Until the end of the game is seen within so many plies.
    pub mate: Option<u32>,
    /// Only these root moves are searched; all of them when there are none here.
    pub only: Vec<M>,
    /// How many of the best moves are wanted, each with its own principal variation.
    pub lines: usize,
    /// May the search ask what is known for certain ([`Searchable::known`](crate::Searchable::known))? A player that is held back may
    /// not.
    pub tables: bool,
    /// Is the solver of an endgame to find out who wins before by how much? A player that is short of time wants that, an analysis does not.
    pub winner_first: bool,
}

/// No limit, and the one best line.
impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            mate: None,
            only: Vec::new(),
            lines: 1,
            tables: true,
            winner_first: true,
        }
    }
}

impl<M> Limits<M> {
    /// A limit of depth, in plies.
    pub fn depth(depth: u32) -> Limits<M> {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A fixed time, which is used up.
    pub fn time(time: Duration) -> Limits<M> {
        Limits { time: Some(Budget::exactly(time)), ..Limits::default() }
    }
}

/// Stops a search from another thread and keeps its time: from the moment it is made, or, while
/// pondering, from the moment the opponent has moved.
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

    /// Has the search been stopped?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Does the search use the opponent's time?
    pub fn is_pondering(&self) -> bool {
        self.begun.get().is_none()
    }

    /// The time that has been used so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}
