//! Written moves made into legal ones.

use crate::word::{Rows, Size};
use crate::{Illegal, Move, Position};
use game::{Perfect, Rules, Side};

/// A written move that cannot be played where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {mv}: {reason}")]
pub struct ReplayError {
    /// Which of the written moves, counted from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub reason: ReplayFault,
}

/// Why a written move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It is written as a move of the side whose turn it is not.
    #[error("it is not {0}'s turn")]
    NotToMove(Side),
}

/// The moves as they are played from `start`. Where a disc is placed although the side to move
/// must pass, the pass before it is put in. A written move may name its side.
pub(crate) fn replay<const N: usize>(
    start: Position<N>,
    written: impl IntoIterator<Item = (Option<Side>, Move)>,
) -> Result<Vec<Move>, ReplayError>
where
    Rows<N>: Size,
{
    let mut position = start;
    let mut moves = Vec::new();
    for (i, (side, mv)) in written.into_iter().enumerate() {
        let wrong = |reason| ReplayError { number: i + 1, mv, reason };
        if mv != Move::Pass && position.must_pass() {
            moves.push(Move::Pass);
            position = position.play(Move::Pass);
        }
        if let Some(side) = side.filter(|&side| side != position.side_to_move()) {
            return Err(wrong(ReplayFault::NotToMove(side)));
        }
        position.check(mv).map_err(|illegal| wrong(illegal.into()))?;
        moves.push(mv);
        position = position.play(mv);
    }
    Ok(moves)
}
