//! The player `random`, and random choices that a seed fixes for ever.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use table::{Localized, Player, Request, ThinkError, Thought};

/// A number below `count`, each equally likely, drawn for the move with this number. The same seed
/// and move number give the same draw, whatever happened in between. `None` where there is nothing to
/// choose from.
pub fn choice(seed: u64, move_number: u64, count: usize) -> Option<usize> {
    let count = u64::try_from(count).ok().filter(|&count| count > 0)?;
    let mut numbers = numbers(seed, move_number);
    // The last, incomplete round of the numbers would favour small ones: draw again there.
    let fair = u64::MAX - u64::MAX % count;
    loop {
        let number = numbers.next_u64();
        if number < fair {
            return Some((number % count) as usize);
        }
    }
}

/// Numbers from 0 to 1, fixed by the seed and the number of the move.
pub fn fractions(seed: u64, move_number: u64) -> impl FnMut() -> f64 {
    let mut numbers = numbers(seed, move_number);
    move || f64::from(numbers.next_u32()) / 2f64.powi(32)
}

fn numbers(seed: u64, move_number: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut numbers = ChaCha8Rng::from_seed(key);
    numbers.set_stream(move_number);
    numbers
}

/// A uniformly random move, fixed by the seed of the player and the number of the move.
pub fn draw_lots(request: &Request<'_>) -> Result<Thought, ThinkError> {
    let Player::Random { seed } = request.player else {
        let (player, game) = (request.player.clone(), request.table.card().name());
        let others = Localized::exactly(|language| language.words().all_of(&["human", "random"]));
        return Err(ThinkError::NotThisGame { player, game, others });
    };
    let lots = request.table.lots(request.seat);
    let number = request.table.moves_played() as u64;
    let drawn = choice(seed.unwrap_or_default(), number, lots.len());
    let mv = drawn.and_then(|index| lots.into_iter().nth(index)).ok_or(ThinkError::AllFlagged)?;
    Ok(Thought { mv, report: None, reason: None })
}

/// A number each bit of which depends on every bit of another.
pub fn mixed(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd1b5_4a32_d192_ed03;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::choice;

    #[test]
    fn a_seed_fixes_every_choice() {
        let game = |seed| (0..40).map(|n| choice(seed, n, 20)).collect::<Vec<_>>();
        assert_eq!(game(7), game(7));
        assert_ne!(game(7), game(8));
        assert_eq!(choice(7, 0, 0), None);
    }

    #[test]
    fn every_choice_is_equally_likely() {
        let mut counts = [0u32; 6];
        for number in 0..60_000 {
            counts[choice(1, number, 6).unwrap()] += 1;
        }
        // Chi-square with five degrees of freedom: 20.5 is exceeded once in a thousand times.
        let square = |&count: &u32| (f64::from(count) - 10_000.0).powi(2) / 10_000.0;
        let chi: f64 = counts.iter().map(square).sum();
        assert!(chi < 20.5, "{counts:?}");
    }

    #[test]
    fn golden_choices_stay_the_same_for_ever() {
        let drawn: Vec<usize> = (0..8).filter_map(|n| choice(2026, n, 20)).collect();
        assert_eq!(drawn, [17, 8, 10, 13, 8, 0, 13, 8]);
    }
}
