//! Levels of play against each other, whatever holds them back: so that the steps between them can be measured before they are
//! shipped.

use crate::contest::{Games, opening};
use ::levels::Level;
use learn::Tally;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Searchable, Searcher};

/// A game is drawn after so many moves of both sides.
const LONGEST: usize = 240;
/// Random moves at the beginning of a game.
const RANDOM_PLIES: usize = 6;

/// Plays pairs of games from random openings, each with both colours. `is_draw` says whether the positions so far make a draw.
/// Tells after each pair how the first has fared so far.
pub fn contest<G: Searchable>(
    start: &G,
    pairs: u64,
    levels: [Level; 2],
    is_draw: impl Fn(&[G]) -> bool,
    mut pair_over: impl FnMut(Tally),
) {
    let games = Games { is_draw, longest: LONGEST, decided: None };
    let mut searcher = Searcher::new(2, 1);
    let mut tally = Tally::default();
    for seed in 0..pairs {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Some(opening) = opening(start, RANDOM_PLIES, &mut random) else { continue };
        tally = tally
            + games.pair(&opening, |player, past| {
                if past.len() == opening.len() {
                    searcher.clear();
                }
                let level = levels[player as usize];
                let control = Control::default();
                let found = searcher.search(past, &level.limits(), &control, &mut |_| ())?;
                let draw = || f64::from(random.next_u32()) / 2f64.powi(32);
                let chosen = level.choose(past.last()?, &found.lines, draw)?;
                Some((*chosen.line.first()?, found.score.hundredths()))
            });
        pair_over(tally);
    }
}
