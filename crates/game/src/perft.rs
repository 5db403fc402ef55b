//! Counting lines of play: the number that tells whether move generation is right.

use crate::Perfect;

/// How many lines of exactly `depth` moves there are from `position`; where
/// [`Perfect::FINISHED_LINES_COUNT`] says so, lines that end earlier count too.
///
/// The last ply is counted with [`Perfect::count_moves`] and not played. Games go on below a draw
/// that does not come from a lack of moves, as is the custom in published figures.
pub fn perft<G: Perfect>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => leaves::<G>(position.count_moves()),
        _ => {
            let moves = position.moves();
            if moves.is_empty() {
                return leaves::<G>(0);
            }
            // The last two plies together: a call for each node less is a tenth of the time.
            let below = |position: G| match depth {
                2 => leaves::<G>(position.count_moves()),
                _ => perft(&position, depth - 1),
            };
            moves.iter().map(|&mv| below(position.play(mv))).sum()
        }
    }
}

/// The lines below each move, which add up to [`perft`]. With depth 0 there is nothing to divide,
/// and the list is empty.
pub fn divide<G: Perfect>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    position.moves().iter().map(|&mv| (mv, perft(&position.play(mv), below))).collect()
}

/// What a position with this many moves adds when they are the last ply.
#[inline]
fn leaves<G: Perfect>(moves: usize) -> u64 {
    if moves == 0 && G::FINISHED_LINES_COUNT { 1 } else { moves as u64 }
}
