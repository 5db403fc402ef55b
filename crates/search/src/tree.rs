//! A thread's way through the tree: where it is, what it knows, and when it must stop.

use crate::Searchable;
use crate::frame::{Frames, NO_SLOT_BEFORE};
use crate::histories::Histories;
use crate::limits::{Control, Limits};
use crate::root::RootMove;
use crate::score::{LARGEST, WON};
use crate::transpositions::Transpositions;
use game::Outcome;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Positions between two looks at the clock and the sign to stop.
const GLANCE: u64 = 1024;

/// What the threads of a search share.
pub struct Shared<'a, M> {
    /// What is remembered of positions.
    pub transpositions: &'a Transpositions,
    /// How the search is stopped.
    pub control: &'a Control,
    /// What ends it.
    pub limits: &'a Limits<M>,
    /// Positions looked at, but for the last few of each thread.
    pub nodes: AtomicU64,
    /// Set when all threads are to come to an end.
    pub stop: AtomicBool,
    /// How many threads there are.
    pub threads: usize,
    /// Is there only one legal move, whatever was asked for?
    pub forced: bool,
}

/// What a thread keeps from one search to the next.
pub struct Mind<G: Searchable> {
    /// What it has learnt about moves.
    pub histories: Histories<G>,
    /// What evaluations keep.
    pub memory: G::Memory,
    /// The line that is being looked at.
    pub frames: Frames<G::Move>,
    /// Reductions of late moves in thousandths, by depth and number.
    pub late_quiet: Reductions,
    /// The same for noisy moves.
    pub late_noisy: Reductions,
}

/// Reductions by depth and by the number of the move.
pub struct Reductions(Vec<[i32; 64]>);

impl Reductions {
    fn new((base, factor): (i32, i32)) -> Reductions {
        let reduction = |depth: usize, number: usize| {
            if depth == 0 || number == 0 {
                return 0;
            }
            base + (f64::from(factor) * (depth as f64).ln() * (number as f64).ln()) as i32
        };
        let row = |depth| std::array::from_fn(|number| reduction(depth, number));
        Reductions((0..64).map(row).collect())
    }

    /// By how much the move with this number is reduced, in thousandths.
    #[inline]
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)]
    }
}

impl<G: Searchable> Mind<G> {
    /// An empty one.
    pub fn new() -> Mind<G> {
        Mind {
            histories: Histories::new(),
            memory: G::Memory::default(),
            frames: Frames::new(),
            late_quiet: Reductions::new(G::PARAMETERS.late_quiet),
            late_noisy: Reductions::new(G::PARAMETERS.late_noisy),
        }
    }
}

/// One thread in the tree. `PLAIN` is the mode without heuristics, whose answers are those of minimax
/// over the plain tree.
pub struct Tree<'a, G: Searchable, const PLAIN: bool> {
    /// What all threads share.
    pub shared: &'a Shared<'a, G::Move>,
    /// What the thread knows.
    pub mind: &'a mut Mind<G>,
    /// The keys of all positions up to where it is.
    pub keys: Vec<u64>,
    /// Positions looked at.
    pub nodes: u64,
    /// Of these, positions that the shared count knows.
    pub counted: u64,
    /// The longest line of the present depth.
    pub selective_depth: usize,
    /// What the root is worth at first sight.
    pub first_sight: i32,
    /// The moves at the root.
    pub roots: Vec<RootMove<G::Move>>,
    /// How many of them are settled, being better ranks than the one looked for now.
    pub settled: usize,
    /// The depth that is being looked at.
    pub root_depth: i32,
    /// No passing before this many moves from the root: passing is being verified.
    pub no_pass_before: usize,
    /// Everything is to be dropped.
    pub stopped: bool,
    /// The thread that looks at the clock.
    pub leads: bool,
}

impl<G: Searchable, const PLAIN: bool> Tree<'_, G, PLAIN> {
    /// One more position has been reached. Must everything be dropped?
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) {
            self.glance();
        }
        if let Some(most) = self.shared.limits.nodes
            && self.shared.threads == 1
            && self.nodes > most
        {
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn glance(&mut self) {
        let shared = self.shared;
        let total =
            shared.nodes.fetch_add(self.nodes - self.counted, Relaxed) + self.nodes - self.counted;
        self.counted = self.nodes;
        if self.leads {
            let too_many =
                shared.limits.nodes.is_some_and(|most| total >= most && shared.threads > 1);
            if shared.control.is_stopped() || too_many || self.is_late(Duration::ZERO) {
                shared.stop.store(true, Relaxed);
            }
        }
        self.stopped |= shared.stop.load(Relaxed);
    }

    /// Will the time be up so much later?
    fn is_late(&self, later: Duration) -> bool {
        let hard = self.shared.limits.time.map(|budget| budget.hard);
        hard.is_some_and(|hard| self.shared.control.elapsed() + later >= hard)
    }

    /// What a finished game is worth to the side to move.
    pub fn end_score(at: &G, outcome: Outcome<G::Ending>, ply: usize) -> i32 {
        if !PLAIN && let Some(score) = at.final_score(outcome.verdict) {
            return score.clamp(-LARGEST, LARGEST);
        }
        match outcome.verdict.winner() {
            None => 0,
            Some(side) if side == at.side_to_move() => WON - ply as i32,
            Some(_) => ply as i32 - WON,
        }
    }

    /// What a position is worth to the plain tree.
    pub fn plain_score(at: &G, ply: usize) -> i32 {
        let value = at.valuation();
        if value >= 1.0 {
            WON - ply as i32
        } else if value <= -1.0 {
            ply as i32 - WON
        } else {
            (value * G::UNITS * 100.0).round() as i32
        }
    }

    /// Is the game drawn by how it came here? A position that came up since the root once before is as
    /// good as drawn: the side that wants it can do it again.
    pub fn is_drawn_by_history(&self, at: &G, ply: usize) -> bool {
        let idle = self.mind.frames.get(ply).idle;
        if idle >= G::IDLE_PLIES {
            // A mate on the board comes first.
            return !at.is_pressed() || at.can_move();
        }
        let reach = (idle as usize).min(self.keys.len().saturating_sub(1));
        if reach < 4 {
            return false;
        }
        let (key, last) = (at.key(), self.keys.len() - 1);
        let mut before_root = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == key {
                if back < ply || before_root > 0 {
                    return true;
                }
                before_root += 1;
            }
        }
        false
    }

    /// Goes on to the position after a move.
    #[inline]
    pub fn enter(&mut self, at: &G, mv: G::Move, ply: usize) -> G {
        let next = at.play(mv);
        self.shared.transpositions.fetch(next.table_key());
        self.keys.push(next.key());
        let idle = self.mind.frames.get(ply).idle;
        let idle = if at.makes_progress(mv) { 0 } else { idle + 1 };
        let frame = self.mind.frames.at(ply);
        frame.slot = Histories::slot(at, mv);
        frame.quiet = !at.is_noisy(mv);
        self.mind.frames.at(ply + 1).idle = idle;
        next
    }

    /// Goes on to the position after a pass.
    pub fn enter_pass(&mut self, next: &G, ply: usize) {
        self.keys.push(next.key());
        let frame = self.mind.frames.at(ply);
        frame.slot = NO_SLOT_BEFORE;
        frame.quiet = false;
        self.mind.frames.at(ply + 1).idle = 0;
    }

    /// Comes back.
    #[inline]
    pub fn leave(&mut self) {
        self.keys.pop();
    }

    /// What the position is worth at first sight.
    #[inline]
    pub fn judge(&mut self, at: &G) -> i32 {
        at.evaluate(&mut self.mind.memory).clamp(-LARGEST, LARGEST)
    }

    /// First sight, corrected by what was learnt about such positions, and less sure the longer
    /// nothing has happened.
    #[inline]
    pub fn corrected(&self, at: &G, opinion: i32, ply: usize) -> i32 {
        let before = self.mind.frames.slots_before(ply);
        let mut score = opinion + self.mind.histories.correction(at, before);
        if G::IDLE_PLIES < 1000 {
            let (idle, most) = (self.mind.frames.get(ply).idle as i32, 2 * G::IDLE_PLIES as i32);
            score = score * (most - idle) / most;
        }
        score.clamp(-LARGEST, LARGEST)
    }
}
