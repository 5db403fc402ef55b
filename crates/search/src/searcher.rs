//! A search as the rest of the program sees it.

use crate::limits::{Control, Limits};
use crate::progress::{Found, Progress};
use crate::root::RootMove;
use crate::score::{Bound, LARGEST};
use crate::searchable::{BETWEEN_QUESTIONS, Searchable, Solution};
use crate::transpositions::Transpositions;
use crate::tree::{Mind, Shared, Tree};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

/// Looks for the best move. It remembers what it has seen from one search to the next.
///
/// With one thread and a limit of nodes or depth, the same searches in the same order give the same
/// answers.
///
/// ```
/// use game::Stop;
/// use search::{Control, Limits, Searcher};
/// let mut searcher = Searcher::<chess::Position>::new(1, 1);
/// let position = "k7/8/1K6/8/8/8/8/7R w - - 0 1".parse().unwrap();
/// let control = Control::new(Stop::new());
/// let found = searcher.search(&[position], &Limits::depth(3), &control, &mut |_| ()).unwrap();
/// assert_eq!(found.score.game_end_in(), Some(1));
/// ```
pub struct Searcher<G: Searchable> {
    transpositions: Transpositions,
    minds: Vec<Mind<G>>,
}

impl<G: Searchable> Searcher<G> {
    /// A searcher with a table of so many megabytes and so many threads, at least one of each. The
    /// table is smaller where there is not so much memory.
    pub fn new(megabytes: usize, threads: usize) -> Searcher<G> {
        let minds = (0..threads.max(1)).map(|_| Mind::new()).collect();
        Searcher { transpositions: Transpositions::new(megabytes), minds }
    }

    /// Changes the size of the table, which is empty afterwards, and smaller where there is not so much
    /// memory.
    pub fn resize(&mut self, megabytes: usize) {
        // The old table makes room first.
        self.transpositions = Transpositions::new(1);
        self.transpositions = Transpositions::new(megabytes);
    }

    /// The size of the table.
    pub fn megabytes(&self) -> usize {
        self.transpositions.megabytes()
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.minds.resize_with(threads.max(1), Mind::new);
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.transpositions.clear();
        self.minds.fill_with(Mind::new);
    }

    /// The best move in the last of these positions, which are those of the game so far; `None` where
    /// there is no move. `watch` hears of every line that is found on the way.
    ///
    /// However early it is stopped, it gives a legal move.
    pub fn search(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Option<Found<G::Move>> {
        let (solution, spent) = past.last().map_or((None, 0), |at| solve(at, limits, control));
        if let Some(solution) = solution {
            return report_solution(&solution, spent, control, watch);
        }
        if spent == 0 {
            return self.look::<false>(past, limits, control, watch);
        }
        // What was spent in vain counts as well.
        let nodes = limits.nodes.map(|most| most.saturating_sub(spent).max(1));
        let limits = Limits { nodes, ..limits.clone() };
        let more = |line: &Progress<_>| Progress { nodes: line.nodes + spent, ..line.clone() };
        let found = self.look::<false>(past, &limits, control, &mut |line| watch(&more(line)))?;
        let lines = found.lines.iter().map(more).collect();
        Some(Found { nodes: found.nodes + spent, lines, ..found })
    }

    /// The same without any heuristics: exactly what minimax over the plain tree of this depth gives,
    /// whose values it takes. For tests and for learning.
    pub fn search_plainly(&mut self, at: &G, depth: u32) -> Option<Found<G::Move>> {
        let control = Control::default();
        self.look::<true>(&[*at], &Limits::depth(depth), &control, &mut |_| ())
    }

    fn look<const PLAIN: bool>(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Option<Found<G::Move>> {
        let at = past.last()?;
        let moves = at.moves_unless_over()?;
        let wanted = |mv: &&G::Move| limits.only.is_empty() || limits.only.contains(mv);
        let mut roots: Vec<_> = moves.iter().filter(wanted).map(|&mv| RootMove::new(mv)).collect();
        if roots.is_empty() {
            roots = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        }
        self.transpositions.grow_older();
        let shared = Shared {
            transpositions: &self.transpositions,
            control,
            limits,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            threads: self.minds.len(),
            forced: moves.len() == 1,
        };
        let (leader, helpers) = self.minds.split_first_mut()?;
        let results = thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
                .map(|mind| {
                    let (shared, roots) = (&shared, roots.clone());
                    scope.spawn(move || {
                        let mut tree = tree::<G, PLAIN>(shared, mind, past, roots, false);
                        let depth = tree.deepen(at, &mut |_| ());
                        (depth, tree)
                    })
                })
                .collect();
            let mut tree = tree::<G, PLAIN>(&shared, leader, past, roots, true);
            let depth = tree.deepen(at, watch);
            shared.stop.store(true, Relaxed);
            let mut results = vec![(depth, tree)];
            results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            results
        });
        let nodes = results.iter().map(|(_, tree)| tree.nodes).sum();
        // The deepest look counts; of equally deep ones the leader's.
        let deepest = results.iter().rev().max_by_key(|(depth, _)| *depth)?;
        found(deepest.0, &deepest.1, limits, nodes)
    }
}

fn tree<'a, G: Searchable, const PLAIN: bool>(
    shared: &'a Shared<'a, G::Move>,
    mind: &'a mut Mind<G>,
    past: &[G],
    roots: Vec<RootMove<G::Move>>,
    leads: bool,
) -> Tree<'a, G, PLAIN> {
    mind.frames.reset(G::idle_plies(past));
    let first_sight = past.last().map_or(0, |at| at.evaluate(&mut mind.memory));
    Tree {
        shared,
        mind,
        keys: past.iter().map(G::key).collect(),
        nodes: 0,
        counted: 0,
        selective_depth: 0,
        first_sight: first_sight.clamp(-LARGEST, LARGEST),
        roots,
        settled: 0,
        root_depth: 0,
        no_pass_before: 0,
        stopped: false,
        leads,
    }
}

fn found<G: Searchable, const PLAIN: bool>(
    depth: u32,
    tree: &Tree<'_, G, PLAIN>,
    limits: &Limits<G::Move>,
    nodes: u64,
) -> Option<Found<G::Move>> {
    let lines = 0..limits.lines.clamp(1, tree.roots.len());
    let lines: Vec<_> = lines.filter_map(|rank| tree.progress(depth, rank)).collect();
    let best = lines.first()?;
    Some(Found {
        mv: *best.line.first()?,
        ponder: best.line.get(1).copied(),
        score: best.score,
        depth,
        nodes,
        lines: lines.into_iter().map(|line| Progress { nodes, ..line }).collect(),
    })
}

/// The exact result, where the game has one at hand and all that is wanted is the best move, and the
/// positions that were looked at, be it in vain. At most half of a limit is spent on the attempt, and
/// none is made where that is too little to be kept to.
fn solve<G: Searchable>(
    at: &G,
    limits: &Limits<G::Move>,
    control: &Control,
) -> (Option<Solution<G::Move>>, u64) {
    let few = limits.nodes.is_some_and(|most| most < 4 * BETWEEN_QUESTIONS);
    if few || limits.lines > 1 || !limits.only.is_empty() || limits.depth.is_some() {
        return (None, 0);
    }
    let mut nodes = 0;
    let solution = at.solve(&mut |more| {
        nodes += more;
        let late = limits.time.is_some_and(|budget| control.elapsed() >= budget.hard / 2);
        !control.is_stopped() && !late && limits.nodes.is_none_or(|most| nodes <= most / 2)
    });
    (solution, nodes)
}

fn report_solution<M: Copy>(
    solution: &Solution<M>,
    nodes: u64,
    control: &Control,
    watch: &mut dyn FnMut(&Progress<M>),
) -> Option<Found<M>> {
    let depth = solution.line.len() as u32;
    let progress = Progress {
        depth,
        selective_depth: depth,
        rank: 1,
        score: solution.score,
        bound: Bound::Exact,
        nodes,
        elapsed: control.elapsed(),
        filled: 0,
        line: solution.line.clone(),
        solved: true,
    };
    watch(&progress);
    Some(Found {
        mv: *solution.line.first()?,
        ponder: solution.line.get(1).copied(),
        score: solution.score,
        depth,
        nodes,
        lines: vec![progress],
    })
}
