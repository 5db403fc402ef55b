//! Searches that need not be right: to a fixed depth, and cut off where a shallow search predicts the result well enough
//! (Multi-`ProbCut`). They come before the exact search, fill the table with good moves, and say where the score will be.

use super::board::Board;
use super::candidates::{listed, take_next};
use super::endgame::{Search, cut_off_by_table};
use super::errors;
use super::evaluate::DISC;
use super::last::NONE;
use super::patterns::Indices;
use super::table::{Certainty, Known, NO_SQUARE};

/// A cutoff needs a shallow search that is beyond the window by so many standard deviations, in tenths: rough, likely.
const DEVIATIONS: [i32; 2] = [11, 15];

/// From this many empty squares on, a search to the end is cut off where a shallow one predicts its result.
const PREDICTED: u32 = 13;
/// From this depth on, a search to a fixed depth is.
const PREDICTED_DEPTH: u32 = 5;
/// Up to this depth the small search without a table is faster.
const PLAIN_DEPTH: u32 = 2;

impl Search<'_> {
    /// The result of a search to the end where a shallow search predicts that it is outside of the window.
    pub fn predicted_end(&mut self, board: Board, alpha: i32, beta: i32) -> Option<i32> {
        let empties = board.empty().count_ones();
        if self.certainty == Certainty::Exact || empties < PREDICTED {
            return None;
        }
        self.predicted(board, &Indices::of(board), empties, alpha, beta)
    }

    fn predicted(
        &mut self,
        board: Board,
        indices: &Indices,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let prediction = errors::prediction(board, depth as i32)?;
        let deviations = DEVIATIONS.get(self.certainty as usize)?;
        let margin = (prediction.error * deviations + 500) / 1000;
        let shallow = prediction.depth as u32;
        let static_eval = self.midgame.score(board, indices, 0, 0, 0) / DISC;
        let (high, low) = (beta + margin, alpha - margin);
        if static_eval >= beta
            && high <= 64
            && self.depth_limited(board, indices, shallow, high - 1, high) >= high
        {
            return Some(beta);
        }
        if static_eval <= alpha
            && low >= -64
            && self.depth_limited(board, indices, shallow, low, low + 1) <= low
        {
            return Some(alpha);
        }
        None
    }

    /// The score of a search to a fixed depth in whole discs: exact between `alpha` and `beta`, a bound outside. The indices are those
    /// of the board.
    pub fn depth_limited(
        &mut self,
        board: Board,
        indices: &Indices,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if depth >= board.empty().count_ones() {
            return self.search(board, alpha, beta);
        }
        if depth <= PLAIN_DEPTH {
            let (low, high) = (alpha * DISC + DISC / 2 - 1, beta * DISC - DISC / 2);
            let score = self.midgame.score(board, indices, depth, low, high);
            return (score + DISC / 2).div_euclid(DISC).clamp(-64, 64);
        }
        self.nodes += 1;
        if self.is_to_stop() {
            return alpha;
        }
        let known = self.table.get(board).unwrap_or(Known::NOTHING);
        if let Some(score) = cut_off_by_table(known, (depth, Certainty::Rough), alpha, beta) {
            return score;
        }
        let mut candidates = listed(board);
        if candidates.is_empty() {
            let passed = board.passed();
            if passed.places() == 0 {
                return board.final_score();
            }
            return -self.depth_limited(passed, &indices.passed(), depth, -beta, -alpha);
        }
        if depth >= PREDICTED_DEPTH
            && beta - alpha == 1
            && let Some(score) = self.predicted(board, indices, depth, alpha, beta)
        {
            return score;
        }
        self.sort_deeply(board, indices, &mut candidates, known.best, (depth - 1) / 3);
        let (mut best, mut square) = (NONE, NO_SQUARE);
        for i in 0..candidates.len() {
            let candidate = take_next(&mut candidates, i);
            let next = candidate.next;
            let indices = indices.placed(candidate.square.into(), next.mover ^ board.opponent);
            let floor = alpha.max(best);
            let mut score = NONE;
            if i > 0 {
                score = -self.depth_limited(next, &indices, depth - 1, -floor - 1, -floor);
            }
            if i == 0 || (score > floor && score < beta) {
                score = -self.depth_limited(next, &indices, depth - 1, -beta, -floor);
            }
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, square) = (score, candidate.square);
                if best >= beta {
                    break;
                }
            }
        }
        self.remember(board, (depth, Certainty::Rough), (alpha, beta), best, square);
        best
    }
}
