//! A small search to a fixed depth: it says which moves of an endgame to try first, and it plays the
//! games from which the weights are learned. The search that plays against people is the one that
//! all games share.

use super::board::{Board, squares};
use super::candidates::{Candidates, listed, take_next};
use super::evaluate::{DISC, Weights};
use super::last::NONE;
use super::patterns::Indices;
use std::cell::Cell;

/// Less than any score.
pub const LEAST: i32 = NONE * DISC;

/// A search with these weights.
pub struct Midgame<'a> {
    weights: &'a Weights,
    /// The boards that were looked at.
    nodes: Cell<u64>,
}

impl<'a> Midgame<'a> {
    pub fn new(weights: &'a Weights) -> Midgame<'a> {
        Midgame { weights, nodes: Cell::new(0) }
    }

    /// The boards that were looked at since this was asked last.
    pub fn take_nodes(&self) -> u64 {
        self.nodes.take()
    }

    /// The score in 256ths of a disc: exact between `alpha` and `beta`, a bound outside. The indices are those of the board.
    pub fn score(&self, board: Board, indices: &Indices, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes.set(self.nodes.get() + 1);
        match depth {
            0 => self.weights.evaluate(board, indices),
            1 => self.last_ply(board, indices, beta),
            _ => self.several_plies(board, indices, depth, alpha, beta),
        }
    }

    /// The score by the evaluations after each move.
    fn last_ply(&self, board: Board, indices: &Indices, beta: i32) -> i32 {
        let mut best = LEAST;
        for square in squares(board.places()) {
            self.nodes.set(self.nodes.get() + 1);
            let next = board.place(square);
            let indices = indices.placed(square, next.mover ^ board.opponent);
            best = best.max(-self.weights.evaluate(next, &indices));
            if best >= beta {
                return best;
            }
        }
        if best == LEAST { self.without_place(board, indices, 1, LEAST, beta) } else { best }
    }

    /// The score where the side to move passes or the game is over.
    fn without_place(
        &self,
        board: Board,
        indices: &Indices,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let passed = board.passed();
        if passed.places() == 0 {
            return board.final_score() * DISC;
        }
        -self.score(passed, &indices.passed(), depth, -beta, -alpha)
    }

    fn several_plies(
        &self,
        board: Board,
        indices: &Indices,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut candidates = listed(board);
        if candidates.is_empty() {
            return self.without_place(board, indices, depth, alpha, beta);
        }
        if depth >= SORTED {
            self.judge(board, indices, &mut candidates, depth - SORTED, MARGIN);
        }
        let mut best = LEAST;
        for i in 0..candidates.len() {
            let candidate = take_next(&mut candidates, i);
            let next = candidate.next;
            let indices = indices.placed(candidate.square.into(), next.mover ^ board.opponent);
            let floor = alpha.max(best);
            let mut score = floor + 1;
            if i > 0 {
                score = -self.score(next, &indices, depth - 1, -floor - 1, -floor);
            }
            if i == 0 || (score > floor && score < beta) {
                score = -self.score(next, &indices, depth - 1, -beta, -floor);
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The score of a board on its own.
    pub fn exact(&self, board: Board, depth: u32) -> i32 {
        self.score(board, &Indices::of(board), depth, LEAST, -LEAST)
    }

    /// The board after the best move at this depth, which is at least 1, and the score; none where there is no move.
    pub fn choose(&self, board: Board, depth: u32) -> Option<(Board, i32)> {
        let indices = Indices::of(board);
        let mut candidates = listed(board);
        let before = depth.saturating_sub(SORTED - 1);
        self.judge(board, &indices, &mut candidates, before, -LEAST);
        let mut best: Option<(Board, i32)> = None;
        for i in 0..candidates.len() {
            let candidate = take_next(&mut candidates, i);
            let next = candidate.next;
            let indices = indices.placed(candidate.square.into(), next.mover ^ board.opponent);
            let floor = best.map_or(LEAST, |(_, score)| score);
            let score = -self.score(next, &indices, depth - 1, LEAST, -floor);
            if best.is_none() || score > floor {
                best = Some((next, score));
            }
        }
        best
    }

    /// Puts the candidates' scores for the opponent, found at this depth, in the place of their costs. What is worse than the
    /// best by more than `margin` need not be exact. A candidate of least cost stays as it is.
    pub fn judge(
        &self,
        board: Board,
        indices: &Indices,
        candidates: &mut Candidates,
        depth: u32,
        margin: i32,
    ) {
        let mut enough = -LEAST;
        for candidate in candidates.iter_mut().filter(|c| c.cost > i32::MIN) {
            let next = candidate.next;
            let indices = indices.placed(candidate.square.into(), next.mover ^ board.opponent);
            candidate.cost = self.score(next, &indices, depth, LEAST, enough);
            enough = enough.min(candidate.cost.saturating_add(margin));
        }
    }
}

/// From this depth on moves are tried in the order of a search that is so many plies shallower.
const SORTED: u32 = 4;
/// What is worse by more than this in that order comes last anyway.
const MARGIN: i32 = 12 * DISC;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;
    use crate::engine::evaluate::fitted;

    fn plain(board: Board, depth: u32) -> i32 {
        let places = board.places();
        if depth == 0 {
            return fitted().evaluate(board, &Indices::of(board));
        }
        if places == 0 {
            let passed = board.passed();
            let over = passed.places() == 0;
            return if over { board.final_score() * DISC } else { -plain(passed, depth) };
        }
        squares(places).map(|square| -plain(board.place(square), depth - 1)).max().unwrap()
    }

    #[test]
    fn the_small_search_finds_what_trying_everything_finds() {
        for seed in 0..60 {
            let board = random_board(seed, 3 + seed as u32 % 50);
            for depth in 0..4 {
                assert_eq!(Midgame::new(fitted()).exact(board, depth), plain(board, depth));
            }
        }
    }
}
