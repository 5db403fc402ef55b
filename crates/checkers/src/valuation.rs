//! What a position is worth by its material: the valuation of the plain minimax player.

use crate::Position;
use game::{Perfect, Side, Valued};

const MAN: f64 = 1.0;
const KING: f64 = 1.5;

/// More than the material of any side, so that material alone never looks like a game won or lost.
const MORE_THAN_ALL: f64 = 12.0 * KING + MAN;

/// What a side's pieces are worth: 1 for a man, 1.5 for a king.
pub fn material(position: &Position, side: Side) -> f64 {
    f64::from(position.men(side).count()) * MAN + f64::from(position.kings(side).count()) * KING
}

/// The balance of material, scaled to lie strictly between -1 and 1; a side that cannot move has lost.
///
/// ```
/// use checkers::Position;
/// use game::{Notation, Valued};
/// assert_eq!(Position::START.valuation(), 0.0);
/// assert!(Position::read_start("W:WK18:B1").unwrap().valuation() > 0.0);
/// assert_eq!(Position::read_start("B:WK18:B").unwrap().valuation(), -1.0);
/// ```
impl Valued for Position {
    const UNITS: f64 = MORE_THAN_ALL;

    fn valuation(&self) -> f64 {
        let side = self.side_to_move();
        if self.can_move() {
            (material(self, side) - material(self, !side)) / MORE_THAN_ALL
        } else {
            -1.0
        }
    }
}
