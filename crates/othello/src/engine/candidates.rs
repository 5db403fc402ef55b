//! Moves that may be tried, and in which order.

use super::board::{Board, CORNERS, around, squares};
use arrayvec::ArrayVec;

/// A move that may be tried.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The board after it.
    pub next: Board,
    /// Where the disc goes.
    pub square: u8,
    /// What speaks against trying it early.
    pub cost: i32,
}

/// The moves of a board.
pub type Candidates = ArrayVec<Candidate, 64>;

/// The moves of a board with what speaks against trying each early, by its looks: the replies that it
/// leaves, corners counted twice (fastest first), and those that it may open later; quarters of the
/// board with an odd number of empty squares come first. Corners need no place of their own: with one, FFO 40 to 44 took a fifth
/// more nodes.
pub fn listed(board: Board) -> Candidates {
    let mut candidates = Candidates::new();
    list(board, &mut candidates, |_| ());
    candidates
}

/// The same into a list that is empty. `reached` is called with each board as soon as it is known.
#[inline]
pub fn list(board: Board, candidates: &mut Candidates, mut reached: impl FnMut(Board)) {
    let odd = odd_quarters(board.empty());
    for square in squares(board.places()) {
        let next = board.place(square);
        reached(next);
        candidates.push(Candidate { next, square: square as u8, cost: 0 });
    }
    for candidate in candidates {
        candidate.cost = cost(candidate.square.into(), candidate.next, odd);
    }
}

#[inline]
pub fn cost(square: usize, next: Board, odd: u64) -> i32 {
    let places = next.places();
    let replies = places.count_ones() + (places & CORNERS).count_ones();
    let chances = (around(next.opponent) & next.empty()).count_ones();
    let odd = odd >> square & 1;
    32 * replies as i32 + 2 * chances as i32 - 16 * odd as i32
}

/// Brings the best of the candidates from `i` on to the place `i`.
#[inline]
pub fn take_next(candidates: &mut Candidates, i: usize) -> Candidate {
    let mut best = i;
    for j in i + 1..candidates.len() {
        if candidates[j].cost < candidates[best].cost {
            best = j;
        }
    }
    candidates.swap(i, best);
    candidates[i]
}

/// A quarter of the board, at `a1`.
const QUARTER: u64 = 0x0000_0000_0f0f_0f0f;

/// The quarter of the board that a square lies in.
#[inline]
pub fn quarter(square: usize) -> u64 {
    QUARTER << (square & 0b100_100)
}

/// The squares of the quarters with an odd number of empty squares.
#[inline]
pub fn odd_quarters(empty: u64) -> u64 {
    let quarters = [QUARTER, QUARTER << 4, QUARTER << 32, QUARTER << 36];
    quarters.into_iter().filter(|quarter| (empty & quarter).count_ones() % 2 == 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    #[test]
    fn placing_a_disc_makes_an_odd_quarter_even() {
        for seed in 0..100 {
            let board = random_board(seed, 20);
            let odd = odd_quarters(board.empty());
            for square in squares(board.empty()) {
                let after = odd_quarters(board.empty() ^ 1 << square);
                assert_eq!(after, odd ^ quarter(square));
            }
        }
    }

    #[test]
    fn candidates_come_in_the_order_of_their_costs() {
        let mut candidates = listed(random_board(4, 30));
        let costs: Vec<i32> =
            (0..candidates.len()).map(|i| take_next(&mut candidates, i).cost).collect();
        assert!(costs.is_sorted() && costs.len() > 3, "{costs:?}");
    }
}
