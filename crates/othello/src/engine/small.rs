//! What the search asks of Othello on small boards, for which no weights were fitted. Their games are short, so that the end is solved
//! early: on 4 by 4 squares from the first move on.

use crate::{Move, Position, judgement, lanes};
use game::{Perfect, Rules, Verdict};
use search::{Parameters, Score, Searchable, Solution};
use std::collections::HashMap;

/// With this many empty squares or fewer a game is solved: 12 take milliseconds, 18 about a second.
const SOLVED: usize = 18;
/// From this many empty squares on, boards are remembered and moves are sorted.
const SORTED: u32 = 5;
/// The nodes between two questions whether to go on.
const PATIENCE: u64 = 1 << 10;
/// More boards than this are not remembered.
const MOST_REMEMBERED: usize = 1 << 21;
/// Worse than any score.
const NONE: i32 = -65;

/// The discs of the side to move and of the other, on a board of `N` rows.
type Discs = (u64, u64);

/// A search to the end of the game.
struct Search<'a, const N: usize> {
    /// Between which numbers the score of a board is.
    known: HashMap<Discs, (i8, i8)>,
    nodes: u64,
    asked: u64,
    stopped: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl<const N: usize> Search<'_, N> {
    fn places((mover, opponent): Discs) -> u64 {
        lanes::places(mover, opponent) & Position::<N>::BOARD.0
    }

    fn placed((mover, opponent): Discs, square: usize) -> Discs {
        let turned = lanes::turned(square, mover, opponent);
        (opponent ^ turned, mover ^ turned | 1 << square)
    }

    /// By how many discs the side to move has won, the empty squares being the winner's.
    fn final_score((mover, opponent): Discs) -> i32 {
        let ahead = mover.count_ones() as i32 - opponent.count_ones() as i32;
        let empty = (Position::<N>::BOARD.0 & !(mover | opponent)).count_ones() as i32;
        ahead + ahead.signum() * empty
    }

    /// The score: exact between `alpha` and `beta`, a bound outside. Meaningless once stopped.
    fn search(&mut self, discs: Discs, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes - self.asked >= PATIENCE {
            self.stopped |= !(self.go_on)(self.nodes - self.asked);
            self.asked = self.nodes;
        }
        if self.stopped {
            return alpha;
        }
        let places = Self::places(discs);
        if places == 0 {
            let passed = (discs.1, discs.0);
            let over = Self::places(passed) == 0;
            return if over {
                Self::final_score(discs)
            } else {
                -self.search(passed, -beta, -alpha)
            };
        }
        let empties = (Position::<N>::BOARD.0 & !(discs.0 | discs.1)).count_ones();
        let (lower, upper) = match self.known.get(&discs) {
            Some(&(lower, upper)) if empties >= SORTED => (i32::from(lower), i32::from(upper)),
            _ => (-64, 64),
        };
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        let best = self.best_of(discs, places, empties, alpha, beta);
        if empties >= SORTED && !self.stopped && self.known.len() < MOST_REMEMBERED {
            let lower = if best > alpha { best } else { lower };
            let upper = if best < beta { best } else { upper };
            self.known.insert(discs, (lower as i8, upper as i8));
        }
        best
    }

    /// The best score of the moves; what leaves the fewest replies is tried first.
    fn best_of(&mut self, discs: Discs, places: u64, empties: u32, alpha: i32, beta: i32) -> i32 {
        let after = crate::Squares(places).iter().map(|square| Self::placed(discs, square.index()));
        let mut after: arrayvec::ArrayVec<Discs, 64> = after.collect();
        if empties >= SORTED {
            after.sort_by_key(|&next| Self::places(next).count_ones());
        }
        let mut best = NONE;
        for next in after {
            best = best.max(-self.search(next, -beta, -alpha.max(best)));
            if best >= beta || self.stopped {
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
                .into_iter()
                .find(|&mv| -self.search(discs(&position.play(mv)), -score, 1 - score) >= score);
            let Some(mv) = best.filter(|_| !self.stopped) else { break };
            line.push(mv);
            (position, score) = (position.play(mv), -score);
        }
        line
    }
}

fn discs<const N: usize>(position: &Position<N>) -> Discs {
    let side = position.side_to_move();
    (position.discs(side).0, position.discs(!side).0)
}

fn solve<const N: usize>(
    position: &Position<N>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Solution<Move>> {
    if position.empty().len() > SOLVED {
        return None;
    }
    let known = HashMap::new();
    let mut search = Search::<N> { known, nodes: 0, asked: 0, stopped: false, go_on };
    let score = search.search(discs(position), -64, 64);
    let line = search.line(*position, score);
    let found = !search.stopped && !line.is_empty();
    found.then(|| Solution::exact(Score::new(100 * score), line))
}

macro_rules! small_board {
    ($rows:literal) => {
        impl Searchable for Position<$rows> {
            type EvalCache = ();

            const PARAMETERS: Parameters = Parameters::without_passing(4);
            const FROM_TO: usize = 65;
            const PIECE_TO: usize = 65;

            fn evaluate(&self, (): &mut ()) -> i32 {
                judgement(self)
            }

            fn from_to(&self, mv: Move) -> usize {
                match mv {
                    Move::Place(square) => square.index(),
                    Move::Pass => 64,
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

            fn is_solvable(&self) -> bool {
                self.empty().len() <= SOLVED
            }
        }
    };
}

small_board!(4);
small_board!(6);

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
