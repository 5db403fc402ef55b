//! A small search to a fixed depth: it says which moves of an endgame to try first, and it plays the
//! games from which the weights are learned. The search that plays against people is the one that
//! all games share.

use super::board::Board;
use super::candidates::{Candidates, listed, take_next};
use super::evaluate::{DISC, Weights};
use super::last::NONE;

/// Less than any score.
const LEAST: i32 = NONE * DISC;

/// A search with these weights.
#[derive(Clone, Copy)]
pub struct Midgame<'a> {
    weights: &'a Weights,
}

impl<'a> Midgame<'a> {
    pub fn new(weights: &'a Weights) -> Midgame<'a> {
        Midgame { weights }
    }

    /// The score in 256ths of a disc: exact between `alpha` and `beta`, a bound outside.
    pub fn score(self, board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.weights.evaluate(board);
        }
        let mut candidates = listed(board);
        if candidates.is_empty() {
            let passed = board.passed();
            if passed.places() == 0 {
                return board.final_score() * DISC;
            }
            return -self.score(passed, depth, -beta, -alpha);
        }
        let mut best = LEAST;
        for i in 0..candidates.len() {
            let next = take_next(&mut candidates, i).next;
            let floor = alpha.max(best);
            let mut score = floor + 1;
            if i > 0 && depth > 1 {
                score = -self.score(next, depth - 1, -floor - 1, -floor);
            }
            if i == 0 || depth == 1 || (score > floor && score < beta) {
                score = -self.score(next, depth - 1, -beta, -floor);
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The score of a board on its own.
    pub fn exact(self, board: Board, depth: u32) -> i32 {
        self.score(board, depth, LEAST, -LEAST)
    }

    /// Puts the candidates' scores for the opponent, found at this depth, in the place of their costs,
    /// with something added for each reply that is left.
    pub fn judge(self, candidates: &mut Candidates, depth: u32, reply: i32) {
        for candidate in candidates.iter_mut().filter(|c| c.cost != i32::MIN) {
            let replies = candidate.next.places().count_ones() as i32;
            candidate.cost = self.exact(candidate.next, depth) + reply * replies;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::squares;
    use crate::engine::board::tests::random_board;
    use crate::engine::evaluate::fitted;

    fn plain(board: Board, depth: u32) -> i32 {
        let places = board.places();
        if depth == 0 {
            return fitted().evaluate(board);
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
