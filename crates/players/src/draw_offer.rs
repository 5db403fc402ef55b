//! Whether a computer player agrees to a draw.

use game::Seat;
use table::{AnyTable, Thought};

/// Until so many moves of both sides have been played, an even game is too young to be called a draw.
const YOUNG: usize = 60;
/// A side that is behind by more than this, in the units of the game, takes a draw at any time.
const BEHIND: f64 = 1.5;

/// Does a computer agree to a draw that it was offered? `best` is the best play that was found for the
/// side to move. It agrees when it stands worse, and late in the game when it stands no better.
pub fn agrees_to_draw(table: &AnyTable, seat: Seat, best: &Thought) -> bool {
    best.report.as_ref().is_some_and(|report| {
        let own = if table.turn() == Some(seat) { report.ahead } else { -report.ahead };
        own < -BEHIND || own <= 0.0 && table.moves_played() >= YOUNG
    })
}
