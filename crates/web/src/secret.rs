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

/// A text sealed with a code, or opened again with the same: each of its bytes is changed by one that only the code tells. A code
/// seals one text.
pub fn sealed(text: &[u8], code: &str) -> Vec<u8> {
    let blocks = text.chunks(32).enumerate();
    let changed = blocks.flat_map(|(number, block)| {
        let key = Digest::of(&format!("part {number} of what is sealed with {code}"));
        block.iter().zip(key.bytes()).map(|(byte, key)| byte ^ key).collect::<Vec<u8>>()
    });
    changed.collect()
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
