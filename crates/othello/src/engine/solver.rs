//! The exact end of a game of Othello: the score with best play of both sides, and the best move.
//!
//! The exact search comes last. Before it, searches to growing depths and then to the end, with cutoffs by prediction that become more and
//! more certain, find the moves to try first and a window for the score.

use super::board::Board;
use super::busy_moves::BusyMoves;
use super::candidates::listed;
use super::endgame::Search;
use super::patterns::Indices;
use super::table::{Certainty, NO_SQUARE, Table};
use crate::{Move, Position, Square};
use search::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What is to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Who wins: the score is right in its sign only.
    Winner,
    /// By how many discs.
    Score,
}

/// What was found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// By how many discs the side to move wins with best play, the empty squares being the winner's:
    /// an even number from -64 to 64. Solved for the winner alone, only the sign is right.
    pub score: i32,
    /// What is known: who wins, or by how much.
    pub goal: Goal,
    /// How certain it is, in percent.
    pub certainty: u8,
    /// Best play of both sides to the end of the game. Solved for the winner alone, only the first
    /// move is sure to be best, and where the result is not certain, the line may end earlier. Empty when the game is over.
    pub line: Vec<Move>,
    /// The positions that were looked at.
    pub nodes: u64,
}

/// How a position is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// What is to be found out.
    pub goal: Goal,
    /// Is the winner found out first, so that a won game is won where there is no time for more?
    pub winner_first: bool,
    /// A result that is so certain is enough, in percent.
    pub certainty: u8,
    pub threads: usize,
}

impl Plan {
    /// Solves exactly, on one thread.
    pub const fn exact(goal: Goal) -> Plan {
        Plan { goal, winner_first: false, certainty: 100, threads: 1 }
    }
}

/// Solves positions, and remembers what it has found out in the table of a search.
///
/// ```
/// use othello::engine::{Goal, Solver};
/// let text = "-OOOOOOXXXXXXOOXXXXXXOXXXXXOXOXXXXXXOOXXXXOOOXXXXXOOOOXX-OOOOOO- X;";
/// let position = text.parse::<othello::Obf>().unwrap().resolve::<8>().unwrap();
/// let table = search::TranspositionTable::new(1);
/// let solved = Solver::new(&table).solve(&position, Goal::Score, &mut |_| true).unwrap();
/// assert_eq!(solved.score, 14);
/// ```
#[derive(Clone, Copy)]
pub struct Solver<'a>(Table<'a>);

/// From this many empty squares on, a search that need not be right comes first.
const PRESEARCHED: u32 = 14;
/// Its certainty. With 73 %, 95 % or several in turn FFO 40 to 44 take 1.2 to 1.9 times as many nodes.
const PRESEARCH: Certainty = Certainty::Likely;
/// With fewer empty squares the exact score takes no longer than a moment.
const WINNER_FIRST: u32 = 19;

impl<'a> Solver<'a> {
    /// A solver with this table.
    pub fn new(table: &'a TranspositionTable) -> Solver<'a> {
        Solver(Table(table))
    }

    /// Solves a position, unless `go_on` says no: it is asked every thousand nodes or so and is given
    /// their number.
    pub fn solve(
        self,
        position: &Position<8>,
        goal: Goal,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Solved> {
        self.0.0.new_generation();
        let solved = self.solve_in_steps(position, Plan::exact(goal), go_on, &mut |_| ());
        solved.filter(|solved| solved.certainty == 100)
    }

    /// Solves a position step by step, and calls `report` with the result of each. Where `go_on` says no, the answer is the last of them.
    ///
    /// Other threads search the same position, and share what they find with this one by way of the table.
    pub fn solve_in_steps(
        self,
        position: &Position<8>,
        plan: Plan,
        go_on: &mut dyn FnMut(u64) -> bool,
        report: &mut dyn FnMut(&Solved),
    ) -> Option<Solved> {
        let board = Board::of(position);
        if plan.threads <= 1 || board.empty().count_ones() < PRESEARCHED {
            return Search::new(self.0, go_on).iterate(board, plan, report);
        }
        let (over, busy, table) = (AtomicBool::new(false), BusyMoves::new(), self.0);
        let others = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 1..plan.threads {
                scope.spawn(|| {
                    let mut before = 0;
                    let mut go_on = |nodes: u64| {
                        others.fetch_add(nodes - before, Relaxed);
                        before = nodes;
                        !over.load(Relaxed)
                    };
                    let mut search = Search::new(table, &mut go_on);
                    search.busy = Some(&busy);
                    search.iterate(board, plan, &mut |_| ())
                });
            }
            let all = |nodes| nodes + others.load(Relaxed);
            let mut go_on = |nodes| go_on(all(nodes));
            let mut search = Search::new(table, &mut go_on);
            search.busy = Some(&busy);
            let solved = search.iterate(board, plan, report);
            over.store(true, Relaxed);
            solved.map(|solved| Solved { nodes: all(solved.nodes), ..solved })
        })
    }
}

impl Search<'_> {
    /// The exact result, after searches that need not be right. The last result that was found before the search was stopped.
    fn iterate(
        &mut self,
        board: Board,
        plan: Plan,
        report: &mut dyn FnMut(&Solved),
    ) -> Option<Solved> {
        let empties = board.empty().count_ones();
        let (mut guess, mut last) = (0, None);
        if empties >= PRESEARCHED {
            let indices = Indices::of(board);
            self.certainty = Certainty::Rough;
            for depth in (2 + empties % 2..=empties / 2).step_by(2) {
                guess = self.depth_limited(board, &indices, depth, -64, 64);
            }
            self.certainty = PRESEARCH;
            guess = self.solve_for(board, plan.goal, guess);
            last = self.solved(board, guess, plan.goal, last, report);
            if self.stopped || plan.certainty <= PRESEARCH.percent() {
                return last;
            }
        }
        self.certainty = Certainty::Exact;
        if plan.winner_first && plan.goal == Goal::Score && empties >= WINNER_FIRST {
            let winner = self.search(board, -1, 1);
            // Of a lost game the line that was found to lose least is worth more than any that loses.
            if winner > 0 {
                last = self.solved(board, winner, Goal::Winner, last, report);
            }
        }
        let score = self.solve_for(board, plan.goal, guess);
        self.solved(board, score, plan.goal, last, &mut |_| ())
    }

    /// The result of a search with its line, or the last one where it was stopped.
    fn solved(
        &mut self,
        board: Board,
        score: i32,
        goal: Goal,
        last: Option<Solved>,
        report: &mut dyn FnMut(&Solved),
    ) -> Option<Solved> {
        if self.stopped {
            return last;
        }
        let line = if self.certainty == Certainty::Exact {
            self.line(board, score, goal)
        } else {
            self.remembered_line(board)
        };
        if self.stopped {
            return last;
        }
        self.nodes += self.midgame.take_nodes();
        let certainty = self.certainty.percent();
        let solved = Solved { score, goal, certainty, line, nodes: self.nodes };
        report(&solved);
        Some(solved)
    }

    fn solve_for(&mut self, board: Board, goal: Goal, guess: i32) -> i32 {
        match goal {
            Goal::Winner => self.search(board, -1, 1),
            Goal::Score => self.near(board, guess),
        }
    }

    /// The best moves that the table remembers, as far as it does.
    fn remembered_line(&self, mut board: Board) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            if board.places() == 0 {
                if board.passed().places() == 0 {
                    return line;
                }
                line.push(Move::Pass);
                board = board.passed();
                continue;
            }
            let best = self.table.get(board).map_or(NO_SQUARE, |known| known.best);
            let square = usize::from(best);
            if best == NO_SQUARE || board.places() >> square & 1 == 0 {
                return line;
            }
            line.extend(Square::new(square % 8, square / 8).map(Move::Place));
            board = board.place(square);
        }
    }

    /// The score, looked for near a guess first. Searches that need not be right may contradict each other, and so may one that
    /// takes another board for this one: then the last of them counts.
    fn near(&mut self, board: Board, guess: i32) -> i32 {
        let guess = guess / 2 * 2;
        let (mut alpha, mut beta, mut step) = (guess - 1, guess + 1, 2);
        let (mut least, mut most) = (-64, 64);
        loop {
            let score = self.search(board, alpha.max(-64), beta.min(64));
            if score <= alpha {
                most = score;
            } else if score >= beta {
                least = score;
            }
            if self.stopped || least >= most || score > alpha && score < beta {
                return score;
            }
            if score <= alpha {
                (alpha, beta) = (score - step, score + 1);
            } else {
                (alpha, beta) = (score - 1, score + step);
            }
            step *= 2;
        }
    }

    /// Best play from a board with this score. What the table has lost is searched again.
    fn line(&mut self, mut board: Board, mut score: i32, goal: Goal) -> Vec<Move> {
        let mut line = Vec::new();
        while !self.stopped {
            let mut candidates = listed(board);
            let Some(known) = candidates.first().map(|_| self.table.get(board)) else {
                if board.passed().places() == 0 {
                    break;
                }
                line.push(Move::Pass);
                (board, score) = (board.passed(), -score);
                continue;
            };
            if let Some(known) = known {
                candidates.sort_by_key(|candidate| candidate.square != known.best);
            }
            let wanted = |found: i32| match goal {
                Goal::Winner => found.signum() >= score.signum(),
                Goal::Score => found >= score,
            };
            let (alpha, beta) = match goal {
                Goal::Winner => (-1, 1),
                Goal::Score => (score - 1, score + 1),
            };
            let found = candidates
                .iter()
                .map(|candidate| (candidate, -self.search(candidate.next, -beta, -alpha)))
                .find(|&(_, found)| wanted(found));
            let Some((candidate, found)) = found else { break };
            let square = usize::from(candidate.square);
            line.extend(Square::new(square % 8, square / 8).map(Move::Place));
            (board, score) = (candidate.next, -found);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Bound;

    #[test]
    fn an_entry_that_stable_discs_contradict_does_not_keep_the_solver_busy_for_ever() {
        // The opponent's first three rows are stable, so that the side to move cannot win by more than 16.
        let board = Board { mover: 0x0000_ffff_ff00_0000, opponent: 0x003c_0000_00ff_ffff };
        let empties = board.empty().count_ones();
        let table = TranspositionTable::new(1);
        let impossible = (60, Bound::AtLeast);
        Table(&table).put(board, impossible, (empties, Certainty::Exact), NO_SQUARE);
        let mut asked = 0;
        let solved = Solver::new(&table).solve(&board.position(), Goal::Score, &mut |_| {
            asked += 1;
            asked < 10_000
        });
        assert!(solved.is_some_and(|solved| solved.score <= 16));
    }
}
