//! What the search asks of Othello.

use super::board::{Board, CORNERS};
use super::candidates::{cost, odd_quarters};
use super::errors;
use super::evaluate::{DISC, LastEvaluated};
use super::solver::{Goal, Solver};
use crate::{Move, Position, Square};
use book::Shelf;
use game::{Perfect, Side, Verdict};
use search::{Handicap, Parameters, Prediction, Score, Searchable, Solution};

/// With this many empty squares or fewer the end of the game is solved, if there is time enough: 16
/// take a small part of a second, 20 about one.
const SOLVED: usize = 20;
/// The index of a pass: no square has it.
const PASS: usize = 64;
/// The table of the solver in megabytes. What is not used of it costs nothing.
const TABLE: usize = 64;
/// The weight of the solver's move ordering, compared with the history of a move.
const ORDERING_WEIGHT: i32 = 12;
/// What a corner is worth in it: two replies less. The solver knows better.
const CORNER: i32 = 64;

/// What a thread of the search keeps.
#[derive(Default)]
pub struct Memory {
    last: LastEvaluated,
    /// Made when the end of the game comes near.
    solver: Option<Solver>,
}

/// Openings of the usual game; `tablero book make othello` makes such a book.
pub static BOOK: Shelf = Shelf::new("othello", include_bytes!("book.bin"));

impl Searchable for Position<8> {
    type EvalCache = Memory;

    // A pass is a legal move only when there is no other, so that there is no null move.
    const PARAMETERS: Parameters = Parameters::without_passing(4);
    // A move is seldom as bad as one that hangs a piece in chess, so that the weak overlook more here, and how many moves are
    // chosen from matters more: measured by `tune levels othello`.
    const HANDICAPS: [Handicap; 9] = [
        Handicap::new(2, 20_000, Handicap::ALL, 0.9, 220),
        Handicap::new(2, 20_000, Handicap::ALL, 0.65, 95),
        Handicap::new(2, 20_000, Handicap::ALL, 0.47, 55),
        Handicap::new(3, 40_000, Handicap::ALL, 0.3, 38),
        Handicap::new(4, 60_000, Handicap::ALL, 0.15, 22),
        Handicap::new(5, 80_000, Handicap::ALL, 0.085, 15),
        Handicap::new(6, 100_000, 6, 0.06, 12),
        Handicap::new(8, 200_000, 4, 0.04, 9),
        Handicap::new(10, 300_000, 2, 0.012, 5),
    ];
    const FROM_TO: usize = 65;
    const PIECE_TO: usize = 65;
    const QUIESCENCE: bool = false;

    #[inline]
    fn evaluate(&self, memory: &mut Memory) -> i32 {
        let [black, white] = [Side::Black, Side::White].map(|side| self.discs(side).0);
        memory.last.evaluate(black, white, self.side_to_move() == Side::Black) * 100 / DISC
    }

    fn book_moves(&self) -> Vec<(Move, i32)> {
        BOOK.book().moves(self)
    }

    #[inline]
    fn from_to(&self, mv: Move) -> usize {
        match mv {
            Move::Place(square) => square.index(),
            Move::Pass => PASS,
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

    #[inline]
    fn decode_move(&self, encoded: u16) -> Option<Move> {
        let square = usize::from(encoded).checked_sub(1)?;
        match Square::new(square % 8, square / 8) {
            Some(disc) => self.places().contains(disc).then_some(Move::Place(disc)),
            None => (square == PASS && self.must_pass()).then_some(Move::Pass),
        }
    }

    /// No move is noisy.
    #[inline]
    fn each_noisy(&self, _: impl FnMut(Move)) {}

    #[inline]
    fn each_quiet(&self, mut visit: impl FnMut(Move)) {
        let places = self.places();
        places.iter().for_each(|square| visit(Move::Place(square)));
        if places.is_empty() && self.must_pass() {
            visit(Move::Pass);
        }
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
        let corner = i32::from(CORNERS >> index & 1 != 0);
        let cost = cost(index, board.place(index), odd_quarters(board.empty()));
        ORDERING_WEIGHT * (CORNER * corner - cost)
    }

    /// By how many discs the game was won, the empty squares being the winner's.
    fn final_score(&self, _: Verdict) -> Option<i32> {
        Some(100 * Board::of(self).final_score())
    }

    #[inline]
    fn prediction(&self, depth: i32) -> Option<Prediction> {
        errors::prediction(Board::of(self), depth)
    }

    fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Move>> {
        self.solve_with(&mut Memory::default(), go_on)
    }

    fn solve_with(
        &self,
        memory: &mut Memory,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Solution<Move>> {
        if self.empty().len() > SOLVED {
            return None;
        }
        let solver = memory.solver.get_or_insert_with(|| Solver::new(TABLE));
        let mut before = 0;
        let answer = solver.solve(self, Goal::Score, &mut |nodes| {
            let more = nodes - before;
            before = nodes;
            go_on(more)
        })?;
        go_on(answer.nodes - before);
        let score = Score::new(100 * answer.score);
        (!answer.line.is_empty()).then_some(Solution { score, line: answer.line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Squares;
    use crate::engine::board::tests::random_board;
    use game::Rules;

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
            let mut memory = Memory::default();
            assert_eq!(black.evaluate(&mut memory), white.evaluate(&mut memory));
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
