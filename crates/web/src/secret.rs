//! Random names and tokens.

use getrandom::Error;
use store::{Digest, GameId};

/// Digits and letters without those that are mistaken for each other.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

fn letters(count: usize) -> Result<String, Error> {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A new token or invitation: 160 random bits.
pub fn token() -> Result<String, Error> {
    letters(32)
}

/// A new name for a game: 60 random bits.
pub fn game_name() -> Result<String, Error> {
    letters(12)
}

pub fn seed() -> Result<u64, Error> {
    getrandom::u64()
}

/// The name of the game that follows upon another. It is the same for both players, so that the second
/// who wants to play again finds the game that the first has begun.
pub fn rematch_of(game: &GameId) -> String {
    let digest = Digest::of(&format!("the game after {game}"));
    digest.bytes().iter().take(12).map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}
