//! What the search asks of Othello.

use super::board::{Board, CORNERS, SYMMETRIES, images};
use super::candidates::{cost, odd_quarters};
use super::errors;
use super::evaluate::{DISC, LastEvaluated};
use super::solver::{Goal, Plan, Solved, Solver};
use crate::{Move, Position, Square, Squares};
use book::Shelf;
use game::{Perfect, Side, Verdict};
use search::{
    Bound, Handicap, Parameters, Prediction, Score, Searchable, Solution, Solving, Threats,
    TranspositionTable,
};

/// With this many empty squares or fewer the end of the game is solved, if there is time enough: 20
/// take a small part of a second, 24 one to ten.
const SOLVED: usize = 24;
/// The index of a pass: no square has it.
const PASS: usize = 64;
/// The table of a solver that is asked without a search, in megabytes.
const TABLE: usize = 32;
/// The weight of the solver's move ordering, compared with the history of a move.
const ORDERING_WEIGHT: i32 = 12;
/// What a corner is worth in it: two replies less. The solver knows better.
const CORNER: i32 = 64;

/// What holds levels 1 to 9 back.
// A move is seldom as bad as one that hangs a piece in chess, so that the weak overlook more here, and how many moves are
// chosen from matters more: measured by `tune levels othello`.
pub const HANDICAPS: [Handicap; 9] = [
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

/// What a thread of the search keeps.
#[derive(Default)]
pub struct Memory {
    last: LastEvaluated,
}

/// Openings of the usual game; `tablero book make othello` makes such a book.
pub static BOOK: Shelf = Shelf::new("othello", include_bytes!("book.bin"));

impl Searchable for Position<8> {
    type EvalCache = Memory;

    // A pass is a legal move only when there is no other, so that there is no null move.
    const PARAMETERS: Parameters = Parameters::without_passing(4);
    const HANDICAPS: [Handicap; 9] = HANDICAPS;
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

    fn canonical(&self) -> Self {
        let board = Board::of(self);
        let image = board.seen(canonical_symmetry(board));
        let (own, other) = (Squares(image.mover), Squares(image.opponent));
        match self.side_to_move() {
            side @ Side::Black => Position::new(own, other, side),
            side @ Side::White => Position::new(other, own, side),
        }
    }

    fn from_canonical(&self, mv: Move) -> Move {
        let Move::Place(wanted) = mv else { return mv };
        let symmetry = canonical_symmetry(Board::of(self));
        let image = |square: &Square| {
            let disc = Board { mover: 1 << square.index(), opponent: 0 };
            disc.seen(symmetry).mover == 1 << wanted.index()
        };
        self.places().iter().find(image).map_or(mv, Move::Place)
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
        let index = usize::from(encoded).checked_sub(1)?;
        if index == PASS {
            return self.must_pass().then_some(Move::Pass);
        }
        let disc = Square::with_index(index)?;
        self.places().contains(disc).then_some(Move::Place(disc))
    }

    /// The same for both colours, and the same that the solver uses.
    #[inline]
    fn tt_key(&self) -> u64 {
        Board::of(self).key()
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let board = Board::of(self);
        let next = match mv {
            Move::Place(square) => board.place(square.index()),
            Move::Pass => board.passed(),
        };
        Some(next.key())
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
    fn ordering_bonus(&self, mv: Move, _: &Threats) -> i32 {
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

    fn is_solvable(&self) -> bool {
        self.empty().len() <= SOLVED
    }

    fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Move>> {
        let mut solving = Solving {
            table: &TranspositionTable::new(TABLE),
            threads: 1,
            nodes: None,
            time: None,
            winner_first: false,
            certainty: 100,
            go_on,
            report: &mut |_| (),
        };
        let solution = self.solve_with(&mut Memory::default(), &mut solving);
        solution.filter(Solution::is_exact)
    }

    fn solve_with(
        &self,
        _: &mut Memory,
        solving: &mut Solving<'_, Move>,
    ) -> Option<Solution<Move>> {
        let empties = self.empty().len();
        // A tenth of the nodes is enough for a result that is nearly certain.
        let needed = TYPICAL * 2f64.powi(empties as i32 - 20) / 10.0;
        if !self.is_solvable() || !is_worth_trying(needed, SPEED, solving) {
            return None;
        }
        let plan = Plan {
            goal: Goal::Score,
            winner_first: solving.winner_first,
            certainty: solving.certainty,
            threads: solving.threads,
        };
        let mut before = 0;
        let depth = self.empty().len() as u32;
        let Solving { table, go_on, report, .. } = solving;
        let mut go_on = |nodes: u64| {
            let more = nodes.saturating_sub(before);
            before += more;
            go_on(more)
        };
        let mut report = |solved: &Solved| {
            if !solved.line.is_empty() {
                report(&solution(solved, depth));
            }
        };
        let solved = Solver::new(table).solve_in_steps(self, plan, &mut go_on, &mut report)?;
        go_on(solved.nodes);
        (!solved.line.is_empty()).then(|| solution(&solved, depth))
    }
}

/// The symmetry whose image of the board stands for all.
fn canonical_symmetry(board: Board) -> usize {
    let discs = |image: &Board| (image.mover, image.opponent);
    let images = images(board);
    (0..SYMMETRIES).min_by_key(|&symmetry| discs(&images[symmetry])).unwrap_or(0)
}

/// What the search calls it. Where only the winner is known, that is the side to move, which wins by two discs at least.
fn solution(solved: &Solved, depth: u32) -> Solution<Move> {
    let (discs, bound) = match solved.goal {
        Goal::Score => (solved.score, Bound::Exact),
        Goal::Winner => (2 * solved.score.signum(), Bound::AtLeast),
    };
    let (score, line) = (Score::new(100 * discs), solved.line.clone());
    Solution { score, bound, certainty: solved.certainty, depth, line }
}

/// Can a solver that needs so many nodes, and searches so many in a second, be expected to come to a result?
pub fn is_worth_trying(needed: f64, speed: f64, solving: &Solving<'_, Move>) -> bool {
    let nodes = solving.nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
    let timed = solving.time.map_or(f64::INFINITY, |time| time.as_secs_f64() * speed);
    needed <= nodes && needed <= timed
}

/// The nodes that the solver searches with 20 empty squares: with each more or less twice or half as many,
const TYPICAL: f64 = 4e6;
/// and in a second.
const SPEED: f64 = 15e6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;
    use game::Rules;

    #[test]
    fn every_move_is_found_again_by_its_encoding() {
        for seed in 0..200 {
            let position = random_board(seed, 2 + seed as u32 % 58).position();
            for &mv in &position.moves() {
                assert_eq!(position.decode_move(position.encode_move(mv)), Some(mv));
                assert!(position.from_to(mv) < Position::<8>::FROM_TO);
                assert_eq!(position.key_after(mv), Some(position.play(mv).tt_key()));
            }
        }
    }

    #[test]
    fn mirror_images_have_one_canonical_image_and_the_same_moves() {
        for seed in 0..100 {
            let board = random_board(seed, 2 + seed as u32 % 56);
            let canonical = board.position().canonical();
            for image in images(board) {
                let position = image.position();
                assert_eq!(position.canonical(), canonical);
                for &mv in &canonical.moves() {
                    let own = position.from_canonical(mv);
                    assert!(position.check(own).is_ok(), "{position:?} {own}");
                    let (after, expected) = (position.play(own), canonical.play(mv));
                    assert_eq!(after.canonical(), expected.canonical());
                }
            }
        }
    }

    #[test]
    fn the_book_knows_the_first_moves() {
        let start = Position::<8>::standard();
        let known = start.book_moves();
        assert!(!known.is_empty());
        let replies = start.play(known[0].0).book_moves();
        assert!(!replies.is_empty());
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
