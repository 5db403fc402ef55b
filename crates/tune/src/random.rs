//! Moves by lot.

use game::Perfect;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// The position after a move by lot; `None` if the game is over.
pub fn after_a_random_move<G: Perfect>(position: &G, random: &mut ChaCha8Rng) -> Option<G> {
    let moves = position.moves_unless_over()?;
    Some(position.play(moves[(random.next_u64() % moves.len() as u64) as usize]))
}
