//! What the search asks of giveaway checkers: mostly what it asks of checkers.

use crate::{Giveaway, Move, Position, history};
use game::{Perfect, Side};
use search::{Parameters, Searchable};

/// What having a man costs, and a king, in hundredths of a man. A king is the easier one to give away.
const MAN: i32 = 100;
const KING: i32 = 80;
/// What a move to choose from is worth: the side with fewer moves is made to capture.
const MOBILITY: i32 = 4;

impl Searchable for Giveaway {
    type EvalCache = ();

    const PARAMETERS: Parameters = Position::PARAMETERS;
    const FROM_TO: usize = Position::FROM_TO;
    const PIECE_TO: usize = Position::PIECE_TO;
    const VICTIMS: usize = Position::VICTIMS;
    const REVERSIBLE_LIMIT: Option<u32> = Position::REVERSIBLE_LIMIT;

    fn evaluate(&self, (): &mut ()) -> i32 {
        let side = self.side_to_move();
        let weight = |side: Side| {
            let (men, kings) = (self.0.men(side).count(), self.0.kings(side).count());
            MAN * men as i32 + KING * kings as i32
        };
        weight(!side) - weight(side) + MOBILITY * self.count_moves() as i32
    }

    fn from_to(&self, mv: Move) -> usize {
        self.0.from_to(mv)
    }

    fn piece_to(&self, mv: Move) -> usize {
        self.0.piece_to(mv)
    }

    fn encode_move(&self, mv: Move) -> u16 {
        self.0.encode_move(mv)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_capture()
    }

    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    fn may_be_stalemate(&self) -> bool {
        false
    }

    fn victim(&self, mv: Move) -> usize {
        self.0.victim(mv)
    }

    fn correction_keys(&self) -> [u64; 3] {
        self.0.correction_keys()
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        self.0.is_irreversible(mv)
    }

    fn reversible_plies(past: &[Giveaway]) -> u32 {
        history::moves_without_progress(past) as u32
    }
}
