//! What the search asks of Othello on boards of 4, 6 and 10 rows, for which no weights were fitted: they are judged by their looks. On the small ones
//! games are short, so that the end is solved early: on 4 by 4 squares from the first move on.

use super::hooks::{HANDICAPS, is_worth_trying};
use crate::word::{Rows, Size, SquaresOf, Word, WordOf, folded};
use crate::{Move, Position, Square, Squares, judgement};
use arrayvec::ArrayVec;
use game::{Perfect, Rules, Verdict};
use search::{Handicap, Parameters, Score, Searchable, Solution, Solving};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// With this many empty squares or fewer a game is solved, if there is time enough.
const SOLVED: usize = 18;
/// With one more the search has so many times as many nodes.
const GROWTH: f64 = 2.6;
/// The nodes that it searches in a second, at least.
const SPEED: f64 = 3e6;
/// From this many empty squares on, boards are remembered and moves are sorted.
const SORTED: usize = 5;
/// The nodes between two questions whether to go on.
const PATIENCE: u64 = 1 << 10;
/// More boards than this are not remembered.
const MOST_REMEMBERED: usize = 1 << 21;

/// The index of a pass: no square has it.
const PASS: usize = 100;

/// The discs of the side to move and of the other, on a board of `N` rows.
type Discs<const N: usize> = (WordOf<N>, WordOf<N>);

/// Hashes words by multiplication, in a fraction of the time of the standard hasher, which guards against keys chosen to
/// collide: the search makes its own.
#[derive(Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = folded(self.0 ^ word ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

/// A search to the end of the game.
struct Search<'a, const N: usize>
where
    Rows<N>: Size,
{
    /// Between which numbers the score of a board is.
    known: HashMap<Discs<N>, (i8, i8), BuildHasherDefault<Folding>>,
    nodes: u64,
    asked: u64,
    stopped: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl<const N: usize> Search<'_, N>
where
    Rows<N>: Size,
{
    /// No score is greater.
    const MOST: i32 = (N * N) as i32;

    fn places((mover, opponent): Discs<N>) -> SquaresOf<N> {
        Squares(Word::places(mover, opponent)) & Position::<N>::BOARD
    }

    /// The board after a disc on this square, seen from the other side; none where it turns nothing over.
    fn placed((mover, opponent): Discs<N>, square: Square) -> Option<Discs<N>> {
        let turned = WordOf::<N>::turned(square, mover, opponent);
        (turned != Word::NONE).then(|| (opponent ^ turned, mover ^ turned | Word::of(square)))
    }

    fn empties((mover, opponent): Discs<N>) -> usize {
        (Position::<N>::BOARD - Squares(mover | opponent)).len()
    }

    /// By how many discs the side to move has won, the empty squares being the winner's.
    fn final_score(discs: Discs<N>) -> i32 {
        let ahead = discs.0.count() as i32 - discs.1.count() as i32;
        ahead + ahead.signum() * Self::empties(discs) as i32
    }

    /// The score: exact between `alpha` and `beta`, a bound outside. Meaningless once stopped.
    fn search(&mut self, discs: Discs<N>, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes - self.asked >= PATIENCE {
            self.stopped |= !(self.go_on)(self.nodes - self.asked);
            self.asked = self.nodes;
        }
        if self.stopped {
            return alpha;
        }
        let empties = Self::empties(discs);
        let remembered = if empties >= SORTED { self.known.get(&discs) } else { None };
        let (lower, upper) = remembered.map_or((-Self::MOST, Self::MOST), |&(lower, upper)| {
            (i32::from(lower), i32::from(upper))
        });
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        let Some(best) = self.best_of(discs, empties, alpha, beta) else {
            let passed = (discs.1, discs.0);
            let over = Self::places(passed).is_empty();
            return if over {
                Self::final_score(discs)
            } else {
                -self.search(passed, -beta, -alpha)
            };
        };
        if empties >= SORTED && !self.stopped && self.known.len() < MOST_REMEMBERED {
            let lower = if best > alpha { best } else { lower };
            let upper = if best < beta { best } else { upper };
            self.known.insert(discs, (lower as i8, upper as i8));
        }
        best
    }

    /// The best score of the moves, if there are any.
    fn best_of(&mut self, discs: Discs<N>, empties: usize, alpha: i32, beta: i32) -> Option<i32> {
        let next = |square| Self::placed(discs, square);
        if empties < SORTED {
            // To try every empty square takes less time than to find the places first.
            let empty = Position::<N>::BOARD - Squares(discs.0 | discs.1);
            return self.best_among(empty.iter().filter_map(next), alpha, beta);
        }
        let places = Self::places(discs).iter();
        let mut sorted: ArrayVec<(usize, Discs<N>), SOLVED> =
            places.filter_map(next).map(|next| (Self::cost(next), next)).collect();
        sorted.sort_unstable_by_key(|&(cost, _)| cost);
        self.best_among(sorted.into_iter().map(|(_, next)| next), alpha, beta)
    }

    /// The moves of least cost are tried first: those that leave few replies, and corners.
    fn cost(next: Discs<N>) -> usize {
        let elsewhere = <Rows<N> as Size>::CORNERS - Squares(next.1);
        2 * Self::places(next).len() + elsewhere.len()
    }

    /// The best score of the moves that lead to these boards, if there are any.
    fn best_among(
        &mut self,
        after: impl Iterator<Item = Discs<N>>,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = None;
        for next in after {
            let floor = best.unwrap_or(alpha).max(alpha);
            // Most moves are no better than the first, which a null window shows sooner.
            let mut score = floor + 1;
            if best.is_some() {
                score = -self.search(next, -floor - 1, -floor);
            }
            if best.is_none() || score > floor && score < beta {
                score = -self.search(next, -beta, -floor);
            }
            best = best.max(Some(score));
            if score >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// Best play from a position with this score.
    fn line(&mut self, mut position: Position<N>, mut score: i32) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(moves) = position.moves_unless_over() {
            let best = moves
                .iter()
                .copied()
                .find(|&mv| -self.search(discs(&position.play(mv)), -score, 1 - score) >= score);
            let Some(mv) = best.filter(|_| !self.stopped) else { break };
            line.push(mv);
            (position, score) = (position.play(mv), -score);
        }
        line
    }
}

fn discs<const N: usize>(position: &Position<N>) -> Discs<N>
where
    Rows<N>: Size,
{
    let side = position.side_to_move();
    (position.discs(side).0, position.discs(!side).0)
}

fn solve<const N: usize>(
    position: &Position<N>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Solution<Move>>
where
    Rows<N>: Size,
{
    if position.empty().len() > SOLVED {
        return None;
    }
    let known = HashMap::default();
    let mut search = Search::<N> { known, nodes: 0, asked: 0, stopped: false, go_on };
    let most = Search::<N>::MOST;
    let score = search.search(discs(position), -most, most);
    let line = search.line(*position, score);
    let found = !search.stopped && !line.is_empty();
    found.then(|| Solution::exact(Score::new(100 * score), line))
}

macro_rules! unfitted_board {
    ($rows:literal, $nodes:literal, $handicaps:expr) => {
        impl Searchable for Position<$rows> {
            type EvalCache = ();

            const PARAMETERS: Parameters = Parameters::without_passing(4);
            const HANDICAPS: [Handicap; 9] = $handicaps;
            const FROM_TO: usize = PASS + 1;
            const PIECE_TO: usize = PASS + 1;

            fn evaluate(&self, (): &mut ()) -> i32 {
                judgement(self)
            }

            fn from_to(&self, mv: Move) -> usize {
                match mv {
                    Move::Place(square) => square.index(),
                    Move::Pass => PASS,
                }
            }

            /// A side without a place passes, or the game is over.
            fn in_check(&self) -> bool {
                self.places().is_empty()
            }

            fn may_be_stalemate(&self) -> bool {
                false
            }

            /// By how many discs the game was won, the empty squares being the winner's.
            fn final_score(&self, _: Verdict) -> Option<i32> {
                Some(100 * Search::<$rows>::final_score(discs(self)))
            }

            fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Move>> {
                solve(self, go_on)
            }

            fn solve_with(
                &self,
                (): &mut (),
                solving: &mut Solving<'_, Move>,
            ) -> Option<Solution<Move>> {
                let needed = $nodes * GROWTH.powi(self.empty().len() as i32 - 16);
                if is_worth_trying(needed, SPEED, solving) {
                    solve(self, solving.go_on)
                } else {
                    None
                }
            }

            fn is_solvable(&self) -> bool {
                self.empty().len() <= SOLVED
            }
        }
    };
}

// The nodes are those with 16 empty squares.
unfitted_board!(4, 1e3, Handicap::USUAL);
unfitted_board!(6, 3e5, Handicap::USUAL);
unfitted_board!(10, 1.4e6, HANDICAPS);

#[cfg(test)]
mod tests {
    use super::*;

    /// Published: the second player wins by 8 discs, or by 10 with the squares that stay empty.
    #[test]
    fn the_smallest_board_is_solved_from_the_start() {
        let solution = Position::<4>::standard().solve(&mut |_| true).unwrap();
        assert_eq!(solution.score, Score::new(-1000));
        let end = solution.line.iter().fold(Position::<4>::standard(), |at, &mv| at.play(mv));
        assert!(end.is_over());
        assert_eq!(end.discs(game::Side::White).len() - end.discs(game::Side::Black).len(), 8);
    }

    fn plain(position: &Position<6>) -> i32 {
        match position.moves_unless_over() {
            None => Search::<6>::final_score(discs(position)),
            Some(moves) => moves.iter().map(|&mv| -plain(&position.play(mv))).max().unwrap(),
        }
    }

    #[test]
    fn the_end_on_six_rows_is_what_trying_everything_finds() {
        let mut state = 1_u64;
        for _ in 0..60 {
            let mut position = Position::<6>::standard();
            while position.empty().len() > 8
                && let Some(moves) = position.moves_unless_over()
            {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
            }
            let solution = position.solve(&mut |_| true);
            let found = solution.map_or(plain(&position) * 100, |known| known.score.hundredths());
            assert_eq!(found, 100 * plain(&position), "{position:?}");
        }
        assert_eq!(Position::<6>::standard().solve(&mut |_| true), None);
        let told = &mut |_| false;
        let mut position = Position::<6>::standard();
        while position.empty().len() > SOLVED {
            position = position.play(position.moves()[0]);
        }
        assert_eq!(position.solve(told), None);
    }
}
