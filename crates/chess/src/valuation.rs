//! The simplest opinion on a position: who has more.

use crate::position::Position;
use crate::role::Role;
use game::{Perfect, Side, Valued};

/// What a piece is worth in pawns; the king is never lost.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// More than anybody can be ahead: nine queens and the other pieces make 103.
const MOST: f64 = 128.0;

impl Position {
    /// What white is ahead in pawns: pawns count 1, knights and bishops 3, rooks 5, queens 9.
    ///
    /// ```
    /// # use chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/rr2K2Q w - - 0 1".parse().unwrap();
    /// assert_eq!(position.material(), 9 - 10);
    /// ```
    pub fn material(&self) -> i32 {
        let count = |side, role| self.board().pieces(side, role).count() as i32;
        let ahead = |role| count(Side::White, role) - count(Side::Black, role);
        WORTH.iter().map(|&(role, worth)| worth * ahead(role)).sum()
    }
}

/// Material, in parts of 128 pawns; mate is above all and a draw is 0. With the value always that
/// of the side to move, white maximises and black minimises what white is ahead.
impl Valued for Position {
    const UNITS: f64 = MOST;

    fn valuation(&self) -> f64 {
        match self.ending(self.can_move()) {
            Some(outcome) if outcome.verdict.winner().is_some() => -1.0,
            Some(_) => 0.0,
            None if self.side_to_move() == Side::White => f64::from(self.material()) / MOST,
            None => f64::from(-self.material()) / MOST,
        }
    }
}
