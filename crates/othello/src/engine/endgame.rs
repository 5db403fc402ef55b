//! The search to the end of the game.
//!
//! A principal variation search down to the last disc. It tries first what was best before, then what a small search or the number of
//! replies recommends, cuts off where stable discs decide, asks the table about every reply before it searches one, and goes
//! through the last squares with routines of their own, in the order of parity.

use super::board::{Board, squares};
use super::busy_moves::BusyMoves;
use super::candidates::{Candidate, Candidates, list, odd_quarters, quarter, take_next};
use super::evaluate::{DISC, fitted};
use super::last::{self, NONE};
use super::midgame::Midgame;
use super::patterns::Indices;
use super::stability::stable;
use super::table::{Certainty, Known, NO_SQUARE, Table};
use arrayvec::ArrayVec;
use search::Bound;

/// From this many empty squares on, moves are sorted.
pub const SORTED: u32 = 7;
/// From this many empty squares on, boards are remembered.
const REMEMBERED: u32 = 8;
/// From this many empty squares on, the table is asked about all replies first.
const ASKED: u32 = 9;
/// From this many empty squares on, moves are sorted by how the boards after them are evaluated,
const JUDGED: u32 = 12;
/// a ply deeper for each so many more of them.
const JUDGED_DEEPER: u32 = 4;
/// What is worse than the best by more than this need not be judged exactly.
const JUDGED_MARGIN: i32 = 4 * DISC;
/// What a reply less is worth in that order, in 256ths of a disc.
const REPLY: i32 = 3 * DISC / 2;
/// From this many empty squares on, threads look at what the others search.
const SHARED: u32 = 14;
/// The nodes between two questions whether to go on, not counting those with fewer than [`SORTED`]
/// empty squares that come behind the last of them.
const PATIENCE: u64 = 1 << 9;

/// A solution in the making.
pub struct Search<'a> {
    pub table: Table<'a>,
    pub midgame: Midgame<'static>,
    /// How certain the search is now.
    pub certainty: Certainty,
    pub nodes: u64,
    /// The number of nodes when `go_on` was asked last.
    asked: u64,
    pub stopped: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// The moves that other threads search, where there are any.
    pub busy: Option<&'a BusyMoves>,
}

impl<'a> Search<'a> {
    pub fn new(table: Table<'a>, go_on: &'a mut dyn FnMut(u64) -> bool) -> Search<'a> {
        Search {
            table,
            midgame: Midgame::new(fitted()),
            certainty: Certainty::Exact,
            nodes: 0,
            asked: 0,
            stopped: false,
            go_on,
            busy: None,
        }
    }

    /// The score: exact between `alpha` and `beta`, a bound outside. Meaningless once stopped.
    pub fn search(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
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
        if let Some(score) = cut_off_by_table(known, (empties, self.certainty), alpha, beta) {
            return score;
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if known.is_from(empties, self.certainty) {
            (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        }
        let mut candidates = Candidates::new();
        list(board, &mut candidates, |next| {
            if empties >= ASKED {
                self.table.prefetch(next);
            }
        });
        if candidates.is_empty() {
            let passed = board.passed();
            if passed.places() == 0 {
                return board.final_score();
            }
            return -self.search(passed, -beta, -alpha);
        }
        if empties >= ASKED
            && let Some(score) = self.cut_off_by_reply(&candidates, empties, beta)
        {
            return score;
        }
        if beta - alpha == 1
            && let Some(score) = self.predicted_end(board, alpha, beta)
        {
            return score;
        }
        if empties >= JUDGED && candidates.len() > 1 {
            let depth = (empties - JUDGED) / JUDGED_DEEPER;
            self.sort_deeply(board, &Indices::of(board), &mut candidates, known.best, depth);
        } else {
            put_first(&mut candidates, known.best);
        }
        let (best, square) = match self.busy {
            Some(busy) if empties >= SHARED => {
                self.best_of_shared(&mut candidates, busy, alpha, beta)
            }
            _ => self.best_of(&mut candidates, alpha, beta),
        };
        self.remember(board, (empties, self.certainty), (alpha, beta), best, square);
        best
    }

    /// Remembers what a search to this depth, and so certain, has found.
    pub fn remember(
        &self,
        board: Board,
        depth: (u32, Certainty),
        (alpha, beta): (i32, i32),
        best: i32,
        square: u8,
    ) {
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            self.table.put(board, (best, bound), depth, square);
        }
    }

    /// The search of a board that is not worth remembering.
    fn forgotten(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let mut candidates = Candidates::new();
        list(board, &mut candidates, |_| ());
        if !candidates.is_empty() {
            return self.best_of(&mut candidates, alpha, beta).0;
        }
        let passed = board.passed();
        if passed.places() == 0 { board.final_score() } else { -self.search(passed, -beta, -alpha) }
    }

    /// Tries the candidates, the most promising first: the score and the square of the best one.
    fn best_of(&mut self, candidates: &mut Candidates, alpha: i32, beta: i32) -> (i32, u8) {
        let mut best = (NONE, NO_SQUARE);
        for i in 0..candidates.len() {
            let candidate = take_next(candidates, i);
            if self.is_enough(&candidate, i == 0, &mut best, alpha, beta) {
                break;
            }
        }
        best
    }

    /// The same with other threads at work: a move that one of them searches is left for later, when the table will know of it.
    fn best_of_shared(
        &mut self,
        candidates: &mut Candidates,
        busy: &BusyMoves,
        alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        candidates.sort_by_key(|candidate| candidate.cost);
        let (mut best, mut left) = ((NONE, NO_SQUARE), ArrayVec::<_, 64>::new());
        for (i, candidate) in candidates.iter().enumerate() {
            if i > 0 && busy.contains(candidate.next) {
                left.push(candidate);
                continue;
            }
            let mark = busy.mark(candidate.next);
            let enough = self.is_enough(candidate, i == 0, &mut best, alpha, beta);
            drop(mark);
            if enough {
                return best;
            }
        }
        for candidate in left {
            if self.is_enough(candidate, false, &mut best, alpha, beta) {
                break;
            }
        }
        best
    }

    /// Tries a candidate. Need no other be tried?
    #[inline]
    fn is_enough(
        &mut self,
        candidate: &Candidate,
        first: bool,
        best: &mut (i32, u8),
        alpha: i32,
        beta: i32,
    ) -> bool {
        let floor = alpha.max(best.0);
        let mut score = NONE;
        if !first {
            score = -self.search(candidate.next, -floor - 1, -floor);
        }
        if first || (score > floor && score < beta) {
            score = -self.search(candidate.next, -beta, -floor);
        }
        if self.stopped {
            return true;
        }
        if score > best.0 {
            *best = (score, candidate.square);
        }
        best.0 >= beta
    }

    /// A reply of which the table knows that it is good enough.
    fn cut_off_by_reply(&self, candidates: &Candidates, empties: u32, beta: i32) -> Option<i32> {
        candidates.iter().find_map(|candidate| {
            let known = self.table.get(candidate.next)?;
            let score = -known.upper;
            (score >= beta && known.is_from(empties - 1, self.certainty)).then_some(score)
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

    pub fn is_to_stop(&mut self) -> bool {
        self.nodes += self.midgame.take_nodes();
        if !self.stopped && self.nodes - self.asked >= PATIENCE {
            self.asked = self.nodes;
            self.stopped = !(self.go_on)(self.nodes);
        }
        self.stopped
    }

    /// Sorts the candidates by a search of this depth; the square that was best before comes first.
    pub fn sort_deeply(
        &self,
        board: Board,
        indices: &Indices,
        candidates: &mut Candidates,
        before: u8,
        depth: u32,
    ) {
        put_first(candidates, before);
        self.midgame.judge(board, indices, candidates, depth, JUDGED_MARGIN);
        for candidate in candidates.iter_mut().filter(|c| c.cost > FIRST) {
            candidate.cost += REPLY * candidate.next.places().count_ones() as i32;
        }
    }
}

/// The cost of a candidate that is tried first.
pub const FIRST: i32 = i32::MIN;

/// The square that was best before comes first.
fn put_first(candidates: &mut Candidates, before: u8) {
    if let Some(first) = candidates.iter_mut().find(|candidate| candidate.square == before) {
        first.cost = FIRST;
    }
}

/// What the table knows of a board that was searched so deeply and so certainly, if that is enough.
#[inline]
pub fn cut_off_by_table(
    known: Known,
    (depth, certainty): (u32, Certainty),
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    if !known.is_from(depth, certainty) {
        return None;
    }
    let Known { lower, upper, .. } = known;
    if lower >= beta || lower == upper {
        return Some(lower);
    }
    (upper <= alpha).then_some(upper)
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
