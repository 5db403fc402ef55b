//! What a position is worth by its material: the valuation of the plain minimax player.

use crate::Position;
use game::{Perfect, Side};

const MAN: f64 = 1.0;
const KING: f64 = 1.5;

/// More than the material of any side, so that material alone never looks like a game won or lost.
const MORE_THAN_ALL: f64 = 12.0 * KING + MAN;

/// What a side's pieces are worth: 1 for a man, 1.5 for a king.
pub fn material(position: &Position, side: Side) -> f64 {
    f64::from(position.men(side).count()) * MAN + f64::from(position.kings(side).count()) * KING
}

/// What the position is worth to the side to move, given whether it can move: -1 when it cannot, for
/// then it has lost, and otherwise the balance of material, scaled to lie strictly between -1
/// and 1.
///
/// ```
/// use checkers::{Position, valuation};
/// use game::Notation;
/// assert_eq!(valuation(&Position::START, true), 0.0);
/// let ahead = Position::read_start("W:WK18:B1").unwrap();
/// assert!(valuation(&ahead, true) > 0.0);
/// let lost = Position::read_start("B:WK18:B").unwrap();
/// assert_eq!(valuation(&lost, false), -1.0);
/// ```
pub fn valuation(position: &Position, can_move: bool) -> f64 {
    let side = position.side_to_move();
    if can_move {
        (material(position, side) - material(position, !side)) / MORE_THAN_ALL
    } else {
        -1.0
    }
}
