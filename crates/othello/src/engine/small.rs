//! What the search asks of Othello on small boards, for which no weights were fitted.

use crate::{Move, Position, judgement};
use game::{Perfect, Verdict};
use search::{Parameters, Searchable};

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
                let side = self.side_to_move();
                let discs = |side| self.discs(side).len() as i32;
                let ahead = discs(side) - discs(!side);
                Some(100 * (ahead + ahead.signum() * self.empty().len() as i32))
            }
        }
    };
}

small_board!(4);
small_board!(6);
