//! What a search does where the game has a solver of its endgames.

use crate::limits::{Control, Limits};
use crate::progress::{Found, Progress};
use crate::score::{Bound, Score};
use crate::searchable::{SOLVER_INTERVAL, Searchable, Solution, Solving};
use crate::searcher::Searcher;
use std::time::Duration;

/// Before the lines of an analysis are solved one by one, all of them are searched to this depth.
const DEPTH_BEFORE: u32 = 10;
/// How certain the results are that every line gets before the first one gets an exact one.
const FIRST_CERTAINTY: u8 = 87;

/// May the search go on for as long as it likes, or until its time is up?
pub fn is_unlimited<M>(limits: &Limits<M>) -> bool {
    limits.only.is_empty() && limits.depth.is_none() && limits.nodes.is_none()
}

impl<G: Searchable> Searcher<G> {
    /// The result by the solver of the game, where it has one and all that is wanted is the best move, and the nodes
    /// that the solver has searched, even if it gave up. It may use half of a limit until it has any result, and is not called where
    /// that is less than it searches between two questions.
    pub(crate) fn solve(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> (Option<Solution<G::Move>>, u64) {
        let few = limits.nodes.is_some_and(|most| most < 4 * SOLVER_INTERVAL);
        if few || limits.lines > 1 || !limits.only.is_empty() || limits.depth.is_some() {
            return (None, 0);
        }
        let threads = self.threads.len();
        let Some((root, main)) = past.last().zip(self.threads.first_mut()) else {
            return (None, 0);
        };
        if root.is_solvable() {
            self.table.new_generation();
        }
        let half = limits.time.map(|budget| budget.hard / 2);
        let (nodes, any) = (std::cell::Cell::new(0), std::cell::Cell::new(false));
        let solution = root.solve_with(
            &mut main.eval_cache,
            &mut Solving {
                table: &self.table,
                threads,
                nodes: limits.nodes.map(|most| most / 2),
                time: half,
                winner_first: limits.winner_first && (limits.nodes.is_some() || half.is_some()),
                certainty: 100,
                go_on: &mut |more| {
                    nodes.set(nodes.get() + more);
                    let longest = limits
                        .time
                        .zip(half)
                        .map(|(budget, half)| if any.get() { half.max(budget.soft) } else { half });
                    let late = longest.is_some_and(|longest| control.elapsed() >= longest);
                    let most = limits.nodes.map(|most| most / 2);
                    !control.is_stopped() && !late && most.is_none_or(|most| nodes.get() <= most)
                },
                report: &mut |solution| {
                    any.set(true);
                    watch(&progress(solution, 1, nodes.get(), control));
                },
            },
        );
        (solution, nodes.get())
    }

    /// Every line that is wanted, first by a search of moderate depth, then one after the other by the solver: each roughly, then each
    /// exactly. What is known of a line never becomes less.
    pub(crate) fn solve_lines(
        &mut self,
        past: &[G],
        limits: &Limits<G::Move>,
        control: &Control,
        watch: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Option<Found<G::Move>> {
        let before = Limits { depth: Some(DEPTH_BEFORE), ..limits.clone() };
        let mut found = self.run_threads::<false>(past, &before, control, watch)?;
        let root = past.last()?;
        let threads = self.threads.len();
        let cache = &mut self.threads.first_mut()?.eval_cache;
        let is_late = |elapsed: Duration| limits.time.is_some_and(|budget| elapsed >= budget.hard);
        for certainty in [FIRST_CERTAINTY, 100] {
            let moves: Vec<G::Move> =
                found.lines.iter().filter_map(|line| line.line.first().copied()).collect();
            for mv in moves {
                let mut nodes = 0;
                let solution = solve_move(
                    root,
                    mv,
                    cache,
                    &mut Solving {
                        table: &self.table,
                        threads,
                        nodes: None,
                        time: None,
                        winner_first: false,
                        certainty,
                        go_on: &mut |more| {
                            nodes += more;
                            !control.is_stopped() && !is_late(control.elapsed())
                        },
                        report: &mut |_| (),
                    },
                );
                found.nodes += nodes;
                let solution = solution.filter(|solution| solution.certainty >= certainty);
                let Some(solution) = solution else { break };
                let solved = progress(&solution, 1, found.nodes, control);
                let line = found.lines.iter_mut().find(|line| line.line.first() == Some(&mv))?;
                *line = solved;
                found.rank(watch);
            }
        }
        Some(found)
    }
}

/// The result of a move.
fn solve_move<G: Searchable>(
    root: &G,
    mv: G::Move,
    cache: &mut G::EvalCache,
    solving: &mut Solving<'_, G::Move>,
) -> Option<Solution<G::Move>> {
    let next = root.play(mv);
    let solution = match next.ending(next.can_move()) {
        Some(outcome) => {
            Solution::exact(Score::new(next.final_score(outcome.verdict)?), Vec::new())
        }
        None => next.solve_with(cache, solving)?,
    };
    let line = std::iter::once(mv).chain(solution.line).collect();
    let bound = match solution.bound {
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
        Bound::Exact => Bound::Exact,
    };
    let (certainty, depth) = (solution.certainty, solution.depth + 1);
    Some(Solution { score: -solution.score, bound, certainty, depth, line })
}

impl<M: Copy> Found<M> {
    /// Sorts the lines and reports them.
    fn rank(&mut self, watch: &mut dyn FnMut(&Progress<M>)) {
        self.lines.sort_by_key(|line| -line.score.hundredths());
        for (index, line) in self.lines.iter_mut().enumerate() {
            (line.rank, line.nodes, line.complete) = (index + 1, self.nodes, true);
            watch(line);
        }
        if let Some(best) = self.lines.first()
            && let Some(&mv) = best.line.first()
        {
            (self.mv, self.ponder) = (mv, best.line.get(1).copied());
            (self.score, self.depth) = (best.score, best.depth);
        }
    }
}

/// What is reported of a result.
fn progress<M: Copy>(
    solution: &Solution<M>,
    rank: usize,
    nodes: u64,
    control: &Control,
) -> Progress<M> {
    Progress {
        depth: solution.depth,
        selective_depth: solution.depth,
        rank,
        score: solution.score,
        bound: solution.bound,
        complete: true,
        nodes,
        elapsed: control.elapsed(),
        filled: 0,
        line: solution.line.clone(),
        solved: solution.is_exact(),
        certainty: Some(solution.certainty),
    }
}

pub fn report_solution<M: Copy>(
    solution: &Solution<M>,
    nodes: u64,
    control: &Control,
    watch: &mut dyn FnMut(&Progress<M>),
) -> Option<Found<M>> {
    let progress = progress(solution, 1, nodes, control);
    watch(&progress);
    Some(Found {
        mv: *solution.line.first()?,
        ponder: solution.line.get(1).copied(),
        score: solution.score,
        depth: progress.depth,
        nodes,
        lines: vec![progress],
    })
}
