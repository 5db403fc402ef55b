//! A search thread: where in the tree it is, what it knows, and when it must stop.

use crate::finished_iteration::FinishedIteration;
use crate::histories::{Histories, NO_MOVE, QuietContext};
use crate::limits::{Control, Limits};
use crate::move_picker::MovePicker;
use crate::parameters::Parameters;
use crate::progress::Progress;
use crate::reductions::Reductions;
use crate::root_move::RootMove;
use crate::score::{MATE, MAX_EVAL};
use crate::searchable::Searchable;
use crate::stack::SearchStack;
use crate::transposition_table::{Entry, TranspositionTable};
use game::Outcome;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes between two polls of the clock and the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// What the threads of a search share.
pub struct Shared<'a, M> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    pub limits: &'a Limits<M>,
    pub parameters: Parameters,
    /// Nodes of all threads, as of their last polls.
    pub nodes: AtomicU64,
    /// Set when all threads are to stop.
    pub stop: AtomicBool,
    pub threads: usize,
    pub finished: FinishedIteration<M>,
    /// Is there only one legal move, whatever the limits ask for?
    pub forced: bool,
}

/// What a thread keeps from one search to the next. No two threads write to the same cache line.
#[repr(align(128))]
pub struct ThreadData<G: Searchable> {
    pub histories: Histories<G>,
    pub eval_cache: G::EvalCache,
    pub stack: SearchStack<G::Move>,
    /// Late move reductions of quiet moves.
    pub quiet_reductions: Reductions,
    /// Late move reductions of noisy moves.
    pub noisy_reductions: Reductions,
}

impl<G: Searchable> ThreadData<G> {
    pub fn new(parameters: &Parameters, eval_cache: G::EvalCache) -> ThreadData<G> {
        let (quiet_base, quiet_factor) = (parameters.lmr_quiet_base, parameters.lmr_quiet_factor);
        let (noisy_base, noisy_factor) = (parameters.lmr_noisy_base, parameters.lmr_noisy_factor);
        ThreadData {
            histories: Histories::new(),
            eval_cache,
            stack: SearchStack::new(),
            quiet_reductions: Reductions::new(quiet_base, quiet_factor),
            noisy_reductions: Reductions::new(noisy_base, noisy_factor),
        }
    }
}

/// One thread in the tree. `PLAIN` is the mode without heuristics, whose answers are those of minimax
/// over the plain tree.
pub struct Worker<'a, G: Searchable, const PLAIN: bool> {
    pub shared: &'a Shared<'a, G::Move>,
    pub thread: &'a mut ThreadData<G>,
    pub parameters: Parameters,
    /// The keys of all positions of the game and of the line, up to the present one.
    pub keys: Vec<u64>,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Of these, nodes that the shared count includes.
    nodes_shared: u64,
    /// The longest line of this iteration, in plies.
    pub selective_depth: usize,
    /// The raw evaluation of the root.
    pub root_eval: i32,
    pub root_moves: Vec<RootMove<G::Move>>,
    /// Root moves before this index have been searched already: in a search for several principal
    /// variations they are those of better rank.
    pub pv_index: usize,
    /// The depth of this iteration.
    pub root_depth: i32,
    /// No null move before this ply, because one is being verified.
    pub null_move_min_ply: usize,
    pub stopped: bool,
    /// So many iterations ahead of the first unfinished one it searches: other threads than the main one find out what that
    /// will need.
    pub ahead: u32,
    /// The main thread polls the clock and reports its progress here.
    pub watch: Option<&'a mut Watch<'a, G::Move>>,
}

/// Is called with every principal variation.
pub type Watch<'a, M> = dyn FnMut(&Progress<M>) + 'a;

impl<'a, G: Searchable, const PLAIN: bool> Worker<'a, G, PLAIN> {
    /// A worker at the last of these positions, which are those of the game so far.
    pub fn new(
        shared: &'a Shared<'a, G::Move>,
        thread: &'a mut ThreadData<G>,
        past: &[G],
        root_moves: Vec<RootMove<G::Move>>,
        ahead: u32,
        watch: Option<&'a mut Watch<'a, G::Move>>,
    ) -> Worker<'a, G, PLAIN> {
        thread.stack.reset(G::reversible_plies(past));
        let root_eval = past.last().map_or(0, |root| root.evaluate(&mut thread.eval_cache));
        Worker {
            shared,
            thread,
            parameters: shared.parameters,
            keys: past.iter().map(G::key).collect(),
            nodes: 0,
            nodes_shared: 0,
            selective_depth: 0,
            root_eval: root_eval.clamp(-MAX_EVAL, MAX_EVAL),
            root_moves,
            pv_index: 0,
            root_depth: 0,
            null_move_min_ply: 0,
            stopped: false,
            ahead,
            watch,
        }
    }

    pub fn is_main(&self) -> bool {
        self.watch.is_some()
    }

    /// Counts a node. Must the search, or this iteration of it, be abandoned?
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        if let Some(most) = self.shared.limits.nodes
            && self.shared.threads == 1
            && self.nodes > most
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// Shares the node count and learns whether to stop. The main thread decides that for all.
    #[cold]
    #[inline(never)]
    fn poll(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.nodes_shared;
        let total = shared.nodes.fetch_add(new, Relaxed) + new;
        self.nodes_shared = self.nodes;
        if self.is_main() {
            let too_many =
                shared.limits.nodes.is_some_and(|most| total >= most && shared.threads > 1);
            let hard = shared.limits.time.map(|budget| budget.hard);
            let late = hard.is_some_and(|hard| shared.control.elapsed() >= hard);
            if shared.control.is_stopped() || too_many || late {
                shared.stop.store(true, Relaxed);
            }
        }
        let overtaken = shared.finished.depth() >= self.root_depth as u32;
        self.stopped |= overtaken || shared.stop.load(Relaxed);
    }

    /// Nodes of all threads, those of the others as of their last polls.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.nodes.load(Relaxed).saturating_sub(self.nodes_shared)
    }

    /// The score of a finished game for the side to move: a mate that is nearer to the root counts more.
    pub fn terminal_score(position: &G, outcome: Outcome<G::Ending>, ply: usize) -> i32 {
        if !PLAIN && let Some(score) = position.final_score(outcome.verdict) {
            return score.clamp(-MAX_EVAL, MAX_EVAL);
        }
        match outcome.verdict.winner() {
            None => 0,
            Some(side) if side == position.side_to_move() => MATE - ply as i32,
            Some(_) => ply as i32 - MATE,
        }
    }

    /// The score of a position of which the result is known for certain.
    #[inline]
    pub fn known_score(&mut self, position: &G, ply: usize) -> Option<i32> {
        if !self.shared.limits.tables {
            return None;
        }
        let cache = &mut self.thread.eval_cache;
        let known = if ply == 1 { position.known_after_root(cache) } else { position.known(cache) };
        known.map(|known| known.score(ply))
    }

    /// The score of a leaf of the plain tree.
    pub fn plain_score(position: &G, ply: usize) -> i32 {
        let value = position.valuation();
        if value >= 1.0 {
            MATE - ply as i32
        } else if value <= -1.0 {
            ply as i32 - MATE
        } else {
            (value * G::UNITS * 100.0).round() as i32
        }
    }

    /// Is the position drawn by repetition or by moves without progress? One repetition since the root is
    /// enough: the side that wants the draw can repeat again.
    pub fn is_draw_by_history(&self, position: &G, ply: usize) -> bool {
        let reversible = self.thread.stack.get(ply).reversible_plies;
        if G::REVERSIBLE_LIMIT.is_some_and(|most| reversible >= most) {
            // A mate on the board comes first.
            return !position.in_check() || position.can_move();
        }
        let reach = (reversible as usize).min(self.keys.len().saturating_sub(1));
        if reach < 4 {
            return false;
        }
        let (key, last) = (position.key(), self.keys.len() - 1);
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

    /// The next move of a picker.
    #[inline]
    pub fn pick(&self, picker: &mut MovePicker<G::Move>, position: &G) -> Option<G::Move> {
        let Worker { thread, shared, parameters, .. } = self;
        picker.next(position, &thread.histories, shared.table, parameters)
    }

    /// Makes a move on the stack and returns the position after it.
    #[inline]
    pub fn make_move(&mut self, position: &G, mv: G::Move, ply: usize) -> G {
        let next = position.play(mv);
        self.shared.table.prefetch(next.tt_key());
        self.keys.push(next.key());
        let reversible = self.thread.stack.get(ply).reversible_plies;
        let reversible = if position.is_irreversible(mv) { 0 } else { reversible + 1 };
        let entry = self.thread.stack.at(ply);
        entry.continuation = Histories::continuation_row(position, mv);
        entry.quiet = !position.is_noisy(mv);
        entry.quiet_index = Histories::quiet_index(position, mv, &entry.threats);
        self.thread.stack.at(ply + 1).reversible_plies = reversible;
        next
    }

    /// Where the quiet moves of a position stand in the histories.
    #[inline]
    pub fn quiet_context(&mut self, position: &G, ply: usize) -> QuietContext {
        let threats = position.threats();
        self.thread.stack.at(ply).threats = threats;
        let structure = Histories::structure_row(position);
        QuietContext { continuations: self.thread.stack.continuations(ply), structure, threats }
    }

    /// Makes a null move on the stack.
    pub fn make_null_move(&mut self, next: &G, ply: usize) {
        self.keys.push(next.key());
        let entry = self.thread.stack.at(ply);
        entry.continuation = NO_MOVE;
        entry.quiet = false;
        self.thread.stack.at(ply + 1).reversible_plies = 0;
    }

    /// Takes back the last move or null move.
    #[inline]
    pub fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// The evaluation of the game.
    #[inline]
    pub fn evaluate(&mut self, position: &G) -> i32 {
        position.evaluate(&mut self.thread.eval_cache).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The evaluation, taken from the transposition table where it is kept there.
    #[inline]
    pub fn raw_eval(&mut self, position: &G, entry: Option<Entry>) -> i32 {
        match entry.and_then(Entry::raw_eval) {
            Some(raw_eval) => raw_eval,
            None => self.evaluate(position),
        }
    }

    /// The raw evaluation with its correction histories, fading towards a draw by moves without progress.
    #[inline]
    pub fn corrected_eval(&self, position: &G, raw_eval: i32, ply: usize) -> i32 {
        let after = self.thread.stack.continuations(ply);
        let correction = self.thread.histories.correction(position, after, &self.parameters);
        let mut score = raw_eval + correction;
        if let Some(limit) = G::REVERSIBLE_LIMIT {
            // Half of the evaluation is left where the draw comes.
            let (reversible, most) = (self.thread.stack.get(ply).reversible_plies, 2 * limit);
            score = score * (most as i32 - reversible as i32) / most as i32;
        }
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}
