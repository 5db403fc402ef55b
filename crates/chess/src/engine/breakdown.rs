//! What each piece adds to the evaluation of a position.

use super::evaluator::Evaluator;
use crate::{Bitboard, Piece, Position, Role, Setup, Square};
use game::{Perfect, Side};

/// A piece on its square, and what it is worth there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceWorth {
    pub square: Square,
    pub piece: Piece,
    /// By how much the evaluation falls when the piece is taken off the board, in hundredths of a pawn as white
    /// sees it; `None` where that cannot be, as for a king.
    pub worth: Option<i32>,
}

/// The evaluation of a position before any search, piece by piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakdown {
    /// In hundredths of a pawn, as white sees it.
    pub score: i32,
    /// From a1 to h8.
    pub pieces: Vec<PieceWorth>,
}

impl Breakdown {
    /// What pieces are worth does not add up to the evaluation: each is taken off with all the others on the board.
    pub fn of(position: &Position, evaluator: &mut Evaluator) -> Breakdown {
        let mut white = |position: &Position| {
            let score = evaluator.evaluate(position);
            if position.side_to_move() == Side::White { score } else { -score }
        };
        let score = white(position);
        let worth = |(square, piece): (Square, Piece)| {
            let worth = without(position, square, piece).map(|without| score - white(&without));
            PieceWorth { square, piece, worth }
        };
        Breakdown { score, pieces: position.board().iter().map(worth).collect() }
    }
}

/// The position with a piece taken off the board. `None` for a king, and where the side to move could take the other
/// king then.
fn without(position: &Position, square: Square, piece: Piece) -> Option<Position> {
    let mut board = *position.board();
    board.clear(square);
    let setup = Setup {
        board,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        ..position.to_setup()
    };
    (piece.role != Role::King).then_some(setup)?.validate().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_is_worth_more_than_a_pawn_and_what_cannot_be_taken_off_has_no_worth() {
        let position: Position = "4k3/8/8/8/4n3/8/4P3/Q3R1K1 b - - 0 1".parse().unwrap();
        let Breakdown { score, pieces } = Breakdown::of(&position, &mut Evaluator::default());
        let on = |name: &str| pieces.iter().find(|piece| piece.square.to_string() == name).unwrap();
        assert!(score > 500 && pieces.len() == 6);
        assert!(on("a1").worth > on("e1").worth && on("e1").worth > on("e2").worth);
        assert!(on("e4").worth < Some(-200));
        assert_eq!((on("g1").worth, on("e8").worth), (None, None));
        // Without the knight, and white to move, its rook would take the king.
        let pinned: Position = "4k3/8/8/8/4n3/8/8/4R1K1 w - - 0 1".parse().unwrap();
        let Breakdown { pieces, .. } = Breakdown::of(&pinned, &mut Evaluator::default());
        assert!(
            pieces.iter().all(|piece| piece.worth.is_none() || piece.piece.side == Side::White)
        );
    }
}
