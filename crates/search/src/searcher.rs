//! The entrance to the search.

use crate::finished_iteration::FinishedIteration;
use crate::limits::{Control, Limits};
use crate::parameters::{ParameterError, Parameters};
use crate::progress::{Found, Progress};
use crate::root_move::RootMove;
use crate::searchable::Searchable;
use crate::solving::{is_unlimited, report_solution};
use crate::transposition_table::TranspositionTable;
use crate::worker::{Shared, ThreadData, Worker};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

/// Searches positions for the best move. Transposition table and histories are kept from one search to the
/// next.
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
    pub(crate) table: TranspositionTable,
    pub(crate) threads: Vec<ThreadData<G>>,
    parameters: Parameters,
    evaluation: Evaluation<G>,
}

/// Makes what a thread evaluates with.
type Evaluation<G> = Box<dyn Fn() -> <G as Searchable>::EvalCache + Send>;

impl<G: Searchable> Searcher<G> {
    /// A searcher with a transposition table of so many megabytes and so many threads, at least one of
    /// each. The table is smaller where there is not so much memory.
    pub fn new(megabytes: usize, threads: usize) -> Searcher<G> {
        const { assert!(G::PARAMETERS.is_within_ranges(), "a parameter is out of its range") };
        Searcher::build(megabytes, threads, &G::PARAMETERS)
    }

    /// The same with other parameters than those of the game, for a tuner.
    ///
    /// ```
    /// use search::{Parameters, Searcher};
    /// let tuned = Parameters::USUAL.with("lmr_quiet_base", 700)?;
    /// let searcher = Searcher::<chess::Position>::with_parameters(1, 1, tuned)?;
    /// assert_eq!(searcher.parameters().lmr_quiet_base, 700);
    /// # Ok::<(), search::ParameterError>(())
    /// ```
    pub fn with_parameters(
        megabytes: usize,
        threads: usize,
        parameters: Parameters,
    ) -> Result<Searcher<G>, ParameterError> {
        parameters.check()?;
        Ok(Searcher::build(megabytes, threads, &parameters))
    }

    fn build(megabytes: usize, threads: usize, parameters: &Parameters) -> Searcher<G> {
        let evaluation: Evaluation<G> = Box::new(G::EvalCache::default);
        let thread = |_| ThreadData::new(parameters, evaluation());
        let threads = (0..threads.max(1)).map(thread).collect();
        let table = TranspositionTable::new(megabytes);
        Searcher { table, threads, parameters: *parameters, evaluation }
    }

    /// Evaluates in another way from now on: each thread with a cache of its own. Everything else is
    /// forgotten, because scores of two evaluations do not go together.
    pub fn set_evaluation(&mut self, evaluation: impl Fn() -> G::EvalCache + Send + 'static) {
        self.evaluation = Box::new(evaluation);
        self.clear();
    }

    /// The parameters with which it searches.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Changes the size of the transposition table, which is empty afterwards, and smaller where there is
    /// not so much memory.
    pub fn resize(&mut self, megabytes: usize) {
        // The old table is freed first.
        self.table = TranspositionTable::new(1);
        self.table = TranspositionTable::new(megabytes);
    }

    /// The size of the transposition table.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        let new = || ThreadData::new(&self.parameters, (self.evaluation)());
        self.threads.resize_with(threads.max(1), new);
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.fill_with(|| ThreadData::new(&self.parameters, (self.evaluation)()));
    }

    /// The best move in the last of these positions, which are those of the game so far; `None` where
    /// there is no move. `watch` is called with every principal variation on the way: whenever a root move
    /// turns out to be the best so far, when a score lies outside of the aspiration window, and at the end
    /// of each iteration.
    ///
    /// However early it is stopped, it gives a legal move, and of its score and its line what was last
    /// known for certain.
    pub fn search(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Option<Found<G::Move>> {
        if let Some(root) = past.last()
            && limits.lines > 1
            && is_unlimited(limits)
            && root.is_solvable()
        {
            return self.solve_lines(past, limits, control, watch);
        }
        let (solution, spent) = self.solve(past, limits, control, watch);
        if let Some(solution) = solution {
            return report_solution(&solution, spent, control, watch);
        }
        if spent == 0 {
            return self.run_threads::<false>(past, limits, control, watch);
        }
        // The nodes of a solver that gave up count as well.
        let nodes = limits.nodes.map(|most| most.saturating_sub(spent).max(1));
        let time = limits.time.map(|budget| budget.after(control.elapsed()));
        let limits = Limits { nodes, time, ..limits.clone() };
        let more = |line: &Progress<_>| Progress { nodes: line.nodes + spent, ..line.clone() };
        let found =
            self.run_threads::<false>(past, &limits, control, &mut |line| watch(&more(line)))?;
        let lines = found.lines.iter().map(more).collect();
        Some(Found { nodes: found.nodes + spent, lines, ..found })
    }

    /// The same without any heuristics: exactly what minimax over the plain tree of this depth gives, with
    /// its values at the leaves. For tests and for learning.
    pub fn search_plainly(&mut self, root: &G, depth: u32) -> Option<Found<G::Move>> {
        let control = Control::default();
        self.run_threads::<true>(&[*root], &Limits::depth(depth), &control, &mut |_| ())
    }

    /// Lazy SMP: every thread searches the same root, and what one finds helps the others by way of the
    /// transposition table. The helpers are one or two iterations ahead.
    pub(crate) fn run_threads<const PLAIN: bool>(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Option<Found<G::Move>> {
        let root = past.last()?;
        let moves = root.moves_unless_over()?;
        let wanted = |mv: &&G::Move| limits.only.is_empty() || limits.only.contains(mv);
        let mut root_moves: Vec<_> =
            moves.iter().filter(wanted).map(|&mv| RootMove::new(mv)).collect();
        if root_moves.is_empty() {
            root_moves = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        }
        self.table.new_generation();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            parameters: self.parameters,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            threads: self.threads.len(),
            finished: FinishedIteration::none(),
            forced: moves.len() == 1,
        };
        let (main, helpers) = self.threads.split_first_mut()?;
        let results = thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
                .zip([2, 1].into_iter().cycle())
                .map(|(thread, ahead)| {
                    let (shared, root_moves) = (&shared, root_moves.clone());
                    scope.spawn(move || {
                        ThreadResult::of(
                            Worker::<G, PLAIN>::new(shared, thread, past, root_moves, ahead, None),
                            root,
                        )
                    })
                })
                .collect();
            let worker = Worker::<G, PLAIN>::new(&shared, main, past, root_moves, 0, Some(watch));
            let mut results = vec![ThreadResult::of(worker, root)];
            shared.stop.store(true, Relaxed);
            results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            results
        });
        let nodes = results.iter().map(|result| result.nodes).sum();
        // The deepest search counts; of equally deep ones that of the main thread.
        results.into_iter().rev().max_by_key(|result| result.depth)?.found(nodes)
    }
}

/// What a thread came to.
struct ThreadResult<M> {
    /// The depth of its last finished iteration.
    depth: u32,
    nodes: u64,
    lines: Vec<Progress<M>>,
}

impl<M: Copy> ThreadResult<M> {
    fn of<G: Searchable<Move = M>, const PLAIN: bool>(
        mut worker: Worker<'_, G, PLAIN>,
        root: &G,
    ) -> ThreadResult<M> {
        let depth = worker.iterative_deepening(root);
        let count = worker.shared.limits.lines.max(1);
        let lines = worker.principal_variations(depth, count);
        ThreadResult { depth, nodes: worker.nodes, lines }
    }

    /// The result of the search, in which all threads together have searched so many nodes.
    fn found(self, nodes: u64) -> Option<Found<M>> {
        let lines: Vec<_> = self.lines.into_iter().map(|line| Progress { nodes, ..line }).collect();
        let best = lines.first()?;
        Some(Found {
            mv: *best.line.first()?,
            ponder: best.line.get(1).copied(),
            score: best.score,
            depth: self.depth,
            nodes,
            lines,
        })
    }
}
