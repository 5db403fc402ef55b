//! The simpler questions of the program that tablero's checkers grew from: it asked of any board
//! whether the game is over, and counted single steps and single jumps to find out, with captures
//! not mandatory.

use crate::Setup;
use crate::generate::Field;
use game::Side;

/// How many steps and single jumps a side has, as if it were its turn and no capture were
/// mandatory.
///
/// ```
/// use checkers::{Setup, seed};
/// use game::Side;
/// // 18 can jump 14, step to 15, and 29 can step to 25: by the rules only the jump is legal.
/// let setup: Setup = "W:W18,29:B14".parse().unwrap();
/// assert_eq!(seed::moves_for(&setup, Side::White), 3);
/// ```
pub fn moves_for(setup: &Setup, side: Side) -> u32 {
    let (own, other) = (setup.pieces(side).0, setup.pieces(!side).0);
    let kings = setup.kings[side].0;
    match side {
        Side::White => Field::<false>::new(own, other, kings).count_single(),
        Side::Black => Field::<true>::new(own, other, kings).count_single(),
    }
}

/// Is there a side without a move?
pub fn game_over(setup: &Setup) -> bool {
    Side::BOTH.into_iter().any(|side| moves_for(setup, side) == 0)
}
