//! What the search asks of checkers.

use super::evaluator::Evaluator;
use crate::endgames::{self, Outcome, SHIPPED_PIECES, Value};
use crate::{Move, Position, Square, Squares, history};
use book::Shelf;
use game::{Perfect, Rules, Side};
use search::{Handicap, Known, Parameters, Score, Searchable, Solution, Threats};

/// What a captured man is worth when moves are put in order, in hundredths.
const MAN: i32 = 100;
/// What a captured king is worth.
const KING: i32 = 150;
/// The ordering bonus of being crowned, compared with the history of a move.
const CROWNING: i32 = 4000;

/// Openings of the usual game; `tablero book make checkers` makes such a book.
pub static BOOK: Shelf = Shelf::new("checkers", include_bytes!("book.bin"));

impl Searchable for Position {
    type EvalCache = Evaluator;

    // Zugzwang is common, so that a null move proves nothing.
    const PARAMETERS: Parameters = Parameters::without_passing(1);
    // Measured by `tune levels checkers`.
    const HANDICAPS: [Handicap; 9] = [
        Handicap::new(2, 20_000, Handicap::ALL, 0.75, 80),
        Handicap::new(2, 20_000, Handicap::ALL, 0.45, 45),
        Handicap::new(3, 40_000, Handicap::ALL, 0.31, 34),
        Handicap::new(4, 60_000, Handicap::ALL, 0.19, 26),
        Handicap::new(5, 80_000, Handicap::ALL, 0.12, 18),
        Handicap::new(6, 100_000, Handicap::ALL, 0.06, 13),
        Handicap::new(7, 120_000, 8, 0.04, 10),
        Handicap::new(8, 200_000, 4, 0.015, 7),
        Handicap::new(12, 500_000, 2, 0.0, 3),
    ];
    const FROM_TO: usize = 32 * 32;
    const PIECE_TO: usize = 2 * 32;
    const VICTIMS: usize = 4;
    const REVERSIBLE_LIMIT: Option<u32> = Some(2 * history::MOVES_WITHOUT_PROGRESS as u32);
    const NOISY_ONLY_IN_CHECK: bool = true;
    const KNOWN_IN_QUIESCENCE: bool = true;

    #[inline]
    fn evaluate(&self, evaluator: &mut Evaluator) -> i32 {
        evaluator.evaluate(self)
    }

    fn book_moves(&self) -> Vec<(Move, i32)> {
        BOOK.book().moves(self)
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.play(mv).key())
    }

    #[inline]
    fn from_to(&self, mv: Move) -> usize {
        number(mv.from()) * 32 + number(mv.to())
    }

    #[inline]
    fn piece_to(&self, mv: Move) -> usize {
        usize::from(is_king(self, mv)) * 32 + number(mv.to())
    }

    /// The first square, the last, and a digest of what is captured: sequences between the same
    /// squares differ in that.
    #[inline]
    fn encode_move(&self, mv: Move) -> u16 {
        let digest = mv.captured().0.wrapping_mul(0x9e37_79b1) >> 27;
        1 << 15 | (digest as u16) << 10 | self.from_to(mv) as u16
    }

    /// A step is put together again; capture sequences are few, and looked through.
    #[inline]
    fn decode_move(&self, encoded: u16) -> Option<Move> {
        if encoded == 0 {
            return None;
        }
        if self.must_capture() {
            return self.moves().into_iter().find(|&mv| self.encode_move(mv) == encoded);
        }
        let [from, to] = [encoded >> 5, encoded].map(|number| Square::new(number as u8 % 32 + 1));
        let step = self.step_between(from?, to?)?;
        (self.encode_move(step) == encoded).then_some(step)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_capture()
    }

    fn each_noisy(&self, visit: impl FnMut(Move)) {
        if self.must_capture() {
            self.moves().into_iter().for_each(visit);
        }
    }

    fn each_quiet(&self, visit: impl FnMut(Move)) {
        if !self.must_capture() {
            self.moves().into_iter().for_each(visit);
        }
    }

    /// A side that must capture cannot stand pat, and a side without any move has lost.
    #[inline]
    fn in_check(&self) -> bool {
        self.must_capture() || !self.can_move()
    }

    fn may_be_stalemate(&self) -> bool {
        false
    }

    fn gain(&self, mv: Move) -> i32 {
        let kings = mv.captured() & self.kings(!self.side_to_move());
        MAN * mv.captured().count() as i32 + (KING - MAN) * kings.count() as i32
    }

    fn victim(&self, mv: Move) -> usize {
        (mv.captured().count() as usize).min(Self::VICTIMS - 1)
    }

    fn ordering_bonus(&self, mv: Move, _: &Threats) -> i32 {
        if !is_king(self, mv) && matches!(mv.to().rank(), 0 | 7) { CROWNING } else { 0 }
    }

    fn correction_keys(&self) -> [u64; 3] {
        let side = self.side_to_move();
        let both = |one: Squares, other: Squares| u64::from(one.0) << 32 | u64::from(other.0);
        [
            both(self.men(side), self.men(!side)),
            both(self.kings(side), self.kings(!side)),
            both(self.pieces(side), Squares::NONE),
        ]
        .map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    /// With the distance where the program has it in memory; elsewhere who wins is enough below the root.
    #[inline]
    fn known(&self, _: &mut Evaluator) -> Option<Known> {
        let pieces = (self.pieces(Side::White) | self.pieces(Side::Black)).count() as usize;
        if pieces > endgames::MOST_PIECES {
            return None;
        }
        if pieces <= SHIPPED_PIECES {
            return endgames::shipped().value(self).map(with_distance);
        }
        endgames::installed()?.outcome(self).map(|outcome| match outcome {
            Outcome::Won => Known::Won(None),
            Outcome::Drawn => Known::Drawn,
            Outcome::Lost => Known::Lost(None),
        })
    }

    fn known_after_root(&self, _: &mut Evaluator) -> Option<Known> {
        endgames::value(self).map(with_distance)
    }

    /// The rest of the game, as far as there is time to look it up, where databases know who wins it; of a drawn one the move that is
    /// hardest to meet.
    fn solve(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Move>> {
        let (first, value) = endgames::best_move(self)?;
        let (mut line, mut position) = (vec![first], self.play(first));
        let score = match value {
            Value::Won(plies) => Score::win_in(plies as u32),
            Value::Lost(plies) => -Score::win_in(plies as u32),
            Value::Drawn => return Some(Solution::exact(Score::DRAW, line)),
        };
        while go_on(1)
            && let Some(mv) = endgames::quickest_move(&position)
        {
            line.push(mv);
            position = position.play(mv);
        }
        Some(Solution::exact(score, line))
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || !is_king(self, mv)
    }

    fn reversible_plies(past: &[Position]) -> u32 {
        history::moves_without_progress(past) as u32
    }
}

fn with_distance(value: Value) -> Known {
    match value {
        Value::Won(plies) => Known::Won(Some(plies as u32)),
        Value::Drawn => Known::Drawn,
        Value::Lost(plies) => Known::Lost(Some(plies as u32)),
    }
}

#[inline]
fn number(square: crate::Square) -> usize {
    usize::from(square.number() - 1)
}

#[inline]
fn is_king(position: &Position, mv: Move) -> bool {
    position.kings(position.side_to_move()).contains(mv.from())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use game::{Notation, Rules};

    #[test]
    fn a_move_is_found_again_by_its_encoding() {
        let circle = Position::read_start("W:WK14:B10,11,18,19").unwrap();
        let several = Position::read_start("W:WK22:B17,18,9,10,26,25").unwrap();
        for position in [Position::START, circle, several] {
            for &mv in &position.moves() {
                let encoded = position.encode_move(mv);
                assert_ne!(encoded, 0);
                let found = position.decode_move(encoded).unwrap();
                // The two ways round a circle capture the same pieces and lead to the same position.
                assert_eq!(position.play(found), position.play(mv));
                assert_eq!(position.key_after(mv), Some(position.play(mv).tt_key()));
            }
        }
        assert_eq!(Position::START.decode_move(0), None);
        assert_eq!(Position::START.decode_move(77), None);
    }

    #[test]
    fn a_move_is_decoded_wherever_it_is_legal_and_nowhere_else() {
        let start = Position::START;
        let kings = Position::read_start("W:WK14,22,K3:B10,K27,5").unwrap();
        let captures = Position::read_start("W:WK22:B17,18,9,10,26,25").unwrap();
        for position in [start, start.turned(), kings, kings.turned(), captures] {
            for encoded in 0..=u16::MAX {
                let same = |mv: &&Move| position.encode_move(**mv) == encoded;
                let listed = position.moves().iter().find(same).copied();
                assert_eq!(position.decode_move(encoded), listed, "{position} {encoded}");
            }
        }
    }

    #[test]
    fn captures_are_noise_and_everything_else_is_not() {
        for (text, capture) in [("W:W22:B17", true), ("W:W22:B10", false), ("B:W22:B17", true)] {
            let position = Position::read_start(text).unwrap();
            let (mut noisy, mut quiet) = (0, 0);
            position.each_noisy(|mv| noisy += usize::from(position.is_noisy(mv)));
            position.each_quiet(|mv| quiet += usize::from(!position.is_noisy(mv)));
            assert_eq!((noisy + quiet, quiet == 0), (position.count_moves(), capture), "{text}");
            assert_eq!(position.in_check(), capture, "{text}");
        }
        assert!(Position::read_start("B:WK18:B").unwrap().in_check());
    }

    #[test]
    fn numbers_for_moves_stay_below_their_limits() {
        let mut state = 3u64;
        for _ in 0..50 {
            let mut position = Position::START;
            for _ in 0..150 {
                let Some(moves) = position.moves_unless_over() else { break };
                for &mv in &moves {
                    assert!(position.from_to(mv) < Position::FROM_TO);
                    assert!(position.piece_to(mv) < Position::PIECE_TO);
                    assert!(position.victim(mv) < Position::VICTIMS);
                }
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn a_kings_walk_makes_no_progress() {
        let position = Position::read_start("W:WK18,30:B1").unwrap();
        for &mv in &position.moves() {
            let king = mv.from().number() == 18;
            assert_eq!(position.is_irreversible(mv), !king);
        }
        assert_eq!(
            position.piece_at(crate::Square::new(18).unwrap()).map(|p| p.rank),
            Some(Rank::King)
        );
    }
}
