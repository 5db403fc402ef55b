//! The exact end of a game of Othello: the score with best play of both sides, and the best move.
//!
//! The exact search comes last. Before it, searches to growing depths and then to the end, with cutoffs by prediction that become more and
//! more certain, find the moves to try first and a window for the score.

use super::board::Board;
use super::candidates::listed;
use super::endgame::Search;
use super::patterns::Indices;
use super::selective::EXACT;
use super::table::Table;
use crate::{Move, Position, Square};

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
    /// Best play of both sides to the end of the game. Solved for the winner alone, only the first
    /// move is sure to be best. Empty when the game is over.
    pub line: Vec<Move>,
    /// The positions that were looked at.
    pub nodes: u64,
}

/// Solves positions, and remembers what it has found out.
///
/// ```
/// use othello::engine::{Goal, Solver};
/// let text = "-OOOOOOXXXXXXOOXXXXXXOXXXXXOXOXXXXXXOOXXXXOOOXXXXXOOOOXX-OOOOOO- X;";
/// let position = text.parse::<othello::Obf>().unwrap().resolve::<8>().unwrap();
/// let solved = Solver::new(1).solve(&position, Goal::Score, &mut |_| true).unwrap();
/// assert_eq!(solved.score, 14);
/// ```
pub struct Solver {
    table: Table,
}

/// From this many empty squares on, a search that need not be right comes first.
const PRESEARCHED: u32 = 14;
/// Its certainty ([`super::selective::CERTAINTIES`]): 87 %. With 73 %, 95 % or several in turn FFO 40 to 44 take 1.2 to 1.9 times as many nodes.
const PRESEARCH: u8 = 1;

impl Solver {
    /// A solver with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Solver {
        Solver { table: Table::new(megabytes) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Solves a position, unless `go_on` says no: it is asked every thousand nodes or so and is given
    /// their number.
    pub fn solve(
        &mut self,
        position: &Position<8>,
        goal: Goal,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Solved> {
        self.table.age();
        let mut search = Search::new(&self.table, go_on);
        let board = Board::of(position);
        let score = search.iterate(board, goal);
        let line = search.line(board, score, goal);
        let nodes = search.nodes + search.midgame.take_nodes();
        (!search.stopped).then_some(Solved { score, line, nodes })
    }
}

impl Search<'_> {
    /// The exact score, after searches that need not be right.
    fn iterate(&mut self, board: Board, goal: Goal) -> i32 {
        let empties = board.empty().count_ones();
        let mut guess = 0;
        if empties >= PRESEARCHED {
            let indices = Indices::of(board);
            self.certainty = 0;
            for depth in (2 + empties % 2..=empties / 2).step_by(2) {
                guess = self.depth_limited(board, &indices, depth, -64, 64);
            }
            self.certainty = PRESEARCH;
            guess = self.solve_for(board, goal, guess);
        }
        self.certainty = EXACT;
        self.solve_for(board, goal, guess)
    }

    fn solve_for(&mut self, board: Board, goal: Goal, guess: i32) -> i32 {
        match goal {
            Goal::Winner => self.search(board, -1, 1),
            Goal::Score => self.near(board, guess),
        }
    }

    /// The score, looked for near a guess first.
    fn near(&mut self, board: Board, guess: i32) -> i32 {
        let guess = guess / 2 * 2;
        let (mut alpha, mut beta) = (guess - 1, guess + 1);
        let mut step = 2;
        loop {
            let score = self.search(board, alpha.max(-64), beta.min(64));
            if self.stopped || (score > alpha || alpha <= -64) && (score < beta || beta >= 64) {
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
                candidates.sort_by_key(|candidate| candidate.square != known.best[0]);
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
