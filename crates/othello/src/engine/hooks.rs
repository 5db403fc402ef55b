//! What the search asks of Othello.

use super::board::Board;
use super::candidates::{cost, odd_quarters};
use super::evaluate::{DISC, fitted};
use super::solver::{Goal, Solver};
use crate::{Move, Position};
use game::Verdict;
use search::{Parameters, Score, Searchable, Solution};

/// With this many empty squares or fewer the end of the game is solved, if there is time enough: 16
/// take a small part of a second, 20 about one.
const SOLVED: usize = 20;
/// The weight of the solver's move ordering, compared with the history of a move.
const ORDERING_WEIGHT: i32 = 12;

impl Searchable for Position<8> {
    type EvalCache = ();

    // A pass is a legal move only when there is no other, so that there is no null move.
    const PARAMETERS: Parameters = Parameters::without_passing(4);
    const FROM_TO: usize = 65;
    const PIECE_TO: usize = 65;

    #[inline]
    fn evaluate(&self, (): &mut ()) -> i32 {
        fitted().evaluate(Board::of(self)) * 100 / DISC
    }

    #[inline]
    fn from_to(&self, mv: Move) -> usize {
        match mv {
            Move::Place(square) => square.index(),
            Move::Pass => 64,
        }
    }

    #[inline]
    fn piece_to(&self, mv: Move) -> usize {
        self.from_to(mv)
    }

    #[inline]
    fn encode_move(&self, mv: Move) -> u16 {
        self.from_to(mv) as u16 + 1
    }

    /// A side without a place cannot stand pat: it passes, or the game is over.
    #[inline]
    fn in_check(&self) -> bool {
        self.places().is_empty()
    }

    fn may_be_stalemate(&self) -> bool {
        false
    }

    #[inline]
    fn ordering_bonus(&self, mv: Move) -> i32 {
        let Move::Place(square) = mv else { return 0 };
        let board = Board::of(self);
        let index = square.index();
        -ORDERING_WEIGHT * cost(index, board.place(index), odd_quarters(board.empty()))
    }

    /// By how many discs the game was won, the empty squares being the winner's.
    fn final_score(&self, _: Verdict) -> Option<i32> {
        Some(100 * Board::of(self).final_score())
    }

    fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Move>> {
        let empties = self.empty().len();
        if empties > SOLVED {
            return None;
        }
        let megabytes = match empties {
            0..=12 => 1,
            13..=16 => 8,
            _ => 64,
        };
        let mut before = 0;
        let solved = Solver::new(megabytes).solve(self, Goal::Score, &mut |nodes| {
            let more = nodes - before;
            before = nodes;
            go_on(more)
        })?;
        go_on(solved.nodes - before);
        let score = Score::new(100 * solved.score);
        (!solved.line.is_empty()).then_some(Solution { score, line: solved.line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Squares;
    use crate::engine::board::tests::random_board;
    use game::{Perfect, Rules, Side};

    #[test]
    fn every_move_is_found_again_by_its_encoding() {
        for seed in 0..200 {
            let position = random_board(seed, 2 + seed as u32 % 58).position();
            for &mv in &position.moves() {
                assert_eq!(position.decode_move(position.encode_move(mv)), Some(mv));
                assert!(position.from_to(mv) < Position::<8>::FROM_TO);
            }
        }
    }

    #[test]
    fn both_colours_are_judged_alike() {
        for seed in 0..200 {
            let black = random_board(seed, 2 + seed as u32 % 58).position();
            let (own, other) = (black.discs(Side::Black), black.discs(Side::White));
            let white = Position::<8>::new(other, own, Side::White);
            assert_eq!(black.evaluate(&mut ()), white.evaluate(&mut ()));
        }
    }

    #[test]
    fn the_end_of_a_game_is_solved_and_its_beginning_is_not() {
        let mut asked = 0;
        let mut go_on = |nodes| {
            asked += nodes;
            true
        };
        let end = random_board(11, 12).position();
        let solution = end.solve(&mut go_on).unwrap();
        let mut last = end;
        for &mv in &solution.line {
            last = last.play(mv);
        }
        let sign = if last.side_to_move() == end.side_to_move() { 1 } else { -1 };
        let score = sign * last.final_score(Verdict::Draw).unwrap();
        assert_eq!(solution.score.hundredths(), score);
        assert_eq!(Position::<8>::standard().solve(&mut go_on), None);
        assert_eq!(random_board(11, 20).position().solve(&mut |_| false), None);
        let full = Position::<8>::new(Position::<8>::BOARD, Squares::NONE, Side::White);
        assert_eq!(full.solve(&mut go_on), None);
        assert!(asked > 100);
    }
}
