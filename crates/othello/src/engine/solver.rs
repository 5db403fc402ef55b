//! The exact end of a game of Othello: the score with best play of both sides, and the best move.
//!
//! A principal variation search down to the last disc. It tries first what leaves the opponent the
//! fewest replies (fastest first), cuts off where stable discs decide, asks the table about every
//! reply before it searches one, and goes through the last squares with routines of their own, in
//! the order of parity.
//!
//! Decided against: several threads. What a person waits for is solved on one within a second, and a
//! table without locks is part of why.

use super::board::{Board, squares};
use super::candidates::{Candidates, listed, odd_quarters, quarter, take_next};
use super::evaluate::{DISC, fitted};
use super::last::{self, NONE};
use super::midgame::Midgame;
use super::patterns::Indices;
use super::stability::stable;
use super::table::{Known, NO_SQUARE, Table};
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

/// From this many empty squares on, moves are sorted.
const SORTED: u32 = 7;
/// From this many empty squares on, boards are remembered.
const REMEMBERED: u32 = 8;
/// From this many empty squares on, the table is asked about all replies first.
const ASKED: u32 = 9;
/// From this many empty squares on, moves are sorted by what a small search says, one ply deep,
const JUDGED: u32 = 12;
/// and a ply deeper for each so many more of them.
const JUDGED_DEEPER: u32 = 3;
/// What is worse than the best by more than this need not be judged exactly.
const JUDGED_MARGIN: i32 = 12 * DISC;
/// What a reply less is worth in that order, in 256ths of a disc.
const REPLY: i32 = DISC / 2;
/// From this many empty squares on, a score is looked for near a guess first.
const GUESSED: u32 = 13;
/// How deep the search looks that guesses the score at first.
const GUESS_DEPTH: u32 = 8;
/// How far from the guess the score is looked for at first.
const GUESS_MARGIN: i32 = 4;

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
        let mut search =
            Search { table: &mut self.table, nodes: 0, asked: 0, stopped: false, go_on };
        let board = Board::of(position);
        let score = match goal {
            Goal::Winner => search.search(board, -1, 1),
            Goal::Score => search.exact(board),
        };
        let line = search.line(board, score, goal);
        (!search.stopped).then_some(Solved { score, line, nodes: search.nodes })
    }
}

/// A solution in the making.
struct Search<'a> {
    table: &'a mut Table,
    nodes: u64,
    /// The number of nodes when `go_on` was asked last.
    asked: u64,
    stopped: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// The nodes between two questions whether to go on, not counting those with fewer than [`SORTED`]
/// empty squares that come behind the last of them.
const PATIENCE: u64 = 1 << 9;

impl Search<'_> {
    /// The score in a window as wide as the board, looked for near a guess first.
    fn exact(&mut self, board: Board) -> i32 {
        if board.empty().count_ones() < GUESSED {
            return self.search(board, -64, 64);
        }
        let guess = Midgame::new(fitted()).exact(board, GUESS_DEPTH) / (2 * DISC) * 2;
        let (mut alpha, mut beta) = (guess - GUESS_MARGIN, guess + GUESS_MARGIN);
        loop {
            let score = self.search(board, alpha.max(-64), beta.min(64));
            if self.stopped || (score > alpha || alpha <= -64) && (score < beta || beta >= 64) {
                return score;
            }
            if score <= alpha {
                (alpha, beta) = (score - 2 * GUESS_MARGIN, score + 1);
            } else {
                (alpha, beta) = (score - 1, score + 2 * GUESS_MARGIN);
            }
        }
    }

    /// The score: exact between `alpha` and `beta`, a bound outside. Meaningless once stopped.
    fn search(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empties = board.empty().count_ones();
        if empties < SORTED {
            return self.unsorted(board, alpha, beta, odd_quarters(board.empty()));
        }
        self.nodes += 1;
        if self.is_to_stop() {
            return alpha;
        }
        if let Some(score) = cut_off_by_stability(board, alpha) {
            return score;
        }
        if empties < REMEMBERED {
            return self.forgotten(board, alpha, beta);
        }
        let known = self.table.get(board).unwrap_or(Known::NOTHING);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let mut candidates = listed(board);
        if candidates.is_empty() {
            let passed = board.passed();
            if passed.places() == 0 {
                return board.final_score();
            }
            return -self.search(passed, -beta, -alpha);
        }
        if empties >= ASKED
            && let Some(score) = self.cut_off_by_reply(&candidates, beta)
        {
            return score;
        }
        sort_deeply(board, &mut candidates, known.best, empties);
        let (best, square) = self.best_of(&mut candidates, alpha, beta);
        if !self.stopped {
            let lower = if best > alpha { best as i8 } else { -64 };
            let upper = if best < beta { best as i8 } else { 64 };
            self.table.put(board, Known { lower, upper, best: [square, NO_SQUARE] });
        }
        best
    }

    /// The search of a board that is not worth remembering.
    fn forgotten(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let mut candidates = listed(board);
        if !candidates.is_empty() {
            return self.best_of(&mut candidates, alpha, beta).0;
        }
        let passed = board.passed();
        if passed.places() == 0 { board.final_score() } else { -self.search(passed, -beta, -alpha) }
    }

    /// Tries the candidates, the most promising first: the score and the square of the best one.
    fn best_of(&mut self, candidates: &mut Candidates, alpha: i32, beta: i32) -> (i32, u8) {
        let (mut best, mut square) = (NONE, NO_SQUARE);
        for i in 0..candidates.len() {
            let candidate = take_next(candidates, i);
            let floor = alpha.max(best);
            let mut score = NONE;
            if i > 0 {
                score = -self.search(candidate.next, -floor - 1, -floor);
            }
            if i == 0 || (score > floor && score < beta) {
                score = -self.search(candidate.next, -beta, -floor);
            }
            if self.stopped {
                break;
            }
            if score > best {
                (best, square) = (score, candidate.square);
                if best >= beta {
                    break;
                }
            }
        }
        (best, square)
    }

    /// A reply of which the table knows that it is good enough.
    fn cut_off_by_reply(&self, candidates: &Candidates, beta: i32) -> Option<i32> {
        candidates.iter().find_map(|candidate| {
            let known = self.table.get(candidate.next)?;
            let score = -i32::from(known.upper);
            (score >= beta).then_some(score)
        })
    }

    /// The score with few empty squares, tried in the order of parity. `odd` are the squares of the
    /// quarters with an odd number of empty ones.
    fn unsorted(&mut self, board: Board, alpha: i32, beta: i32, odd: u64) -> i32 {
        let empty = board.empty();
        match empty.count_ones() {
            0 => board.final_score(),
            1 => last::one(board, empty.trailing_zeros() as usize),
            2 => last::two(board, beta, in_order(empty, odd), &mut self.nodes),
            3 => last::three(board, alpha, beta, in_order(empty, odd), &mut self.nodes),
            4 => last::four(board, alpha, beta, in_order(empty, odd), &mut self.nodes),
            _ => self.several(board, alpha, beta, odd),
        }
    }

    fn several(&mut self, board: Board, alpha: i32, beta: i32, odd: u64) -> i32 {
        self.nodes += 1;
        if let Some(score) = cut_off_by_stability(board, alpha) {
            return score;
        }
        let places = board.places();
        if places == 0 {
            let passed = board.passed();
            if passed.places() == 0 {
                return board.final_score();
            }
            return -self.several(passed, -beta, -alpha, odd);
        }
        let mut best = NONE;
        for set in [places & odd, places & !odd] {
            for square in squares(set) {
                let odd = odd ^ quarter(square);
                let next = board.place(square);
                best = best.max(-self.unsorted(next, -beta, -alpha.max(best), odd));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    fn is_to_stop(&mut self) -> bool {
        if !self.stopped && self.nodes - self.asked >= PATIENCE {
            self.asked = self.nodes;
            self.stopped = !(self.go_on)(self.nodes);
        }
        self.stopped
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

/// With these stable discs of the opponent, the side to move cannot have more than this; a score if
/// that is not more than `alpha`.
#[inline]
fn cut_off_by_stability(board: Board, alpha: i32) -> Option<i32> {
    // The discs that would have to be stable: not worth counting where the opponent has too few.
    let needed = (64 - alpha) / 2;
    if (board.opponent.count_ones() as i32) < needed + SPARE {
        return None;
    }
    let most = 64 - 2 * stable(board.opponent, board.mover).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Looks ahead to find the order of the candidates, where that pays; the squares that were best before come first.
fn sort_deeply(board: Board, candidates: &mut Candidates, before: [u8; 2], empties: u32) {
    if empties >= JUDGED && candidates.len() > 1 {
        let depth = 1 + (empties - JUDGED) / JUDGED_DEEPER;
        for candidate in candidates.iter_mut().filter(|c| before.contains(&c.square)) {
            candidate.cost = i32::MIN;
        }
        Midgame::new(fitted()).judge(board, &Indices::of(board), candidates, depth, JUDGED_MARGIN);
        for candidate in candidates.iter_mut().filter(|c| c.cost != i32::MIN) {
            candidate.cost += REPLY * candidate.next.places().count_ones() as i32;
        }
    }
    for candidate in candidates.iter_mut() {
        if candidate.square == before[0] {
            candidate.cost = i32::MIN;
        } else if candidate.square == before[1] {
            candidate.cost = i32::MIN + 1;
        }
    }
}

/// Never are all of a side's discs stable while there is something left to play for.
const SPARE: i32 = 4;

/// The squares of a set of `N`, those that are `odd` first.
#[inline]
fn in_order<const N: usize>(set: u64, odd: u64) -> [usize; N] {
    let mut sorted = [0; N];
    let all = squares(set & odd).chain(squares(set & !odd));
    for (place, square) in sorted.iter_mut().zip(all) {
        *place = square;
    }
    sorted
}
