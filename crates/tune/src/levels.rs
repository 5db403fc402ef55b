//! Levels of play against each other, whatever holds them back: so that the steps between them can be measured before they are
//! shipped.

use crate::random::after_a_random_move;
use ::levels::Level;
use game::Side;
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
    let mut searcher = Searcher::new(2, 1);
    let mut tally = Tally::default();
    for seed in 0..pairs {
        let Some(opening) = opening(start, &mut ChaCha8Rng::seed_from_u64(seed)) else { continue };
        for first_has in [Side::White, Side::Black] {
            let mut random =
                ChaCha8Rng::seed_from_u64(seed << 1 | u64::from(first_has == Side::White));
            let mut past = opening.clone();
            searcher.clear();
            let winner = loop {
                let Some(position) = past.last() else { break None };
                if position.moves_unless_over().is_none() {
                    let ending = position.ending(position.can_move());
                    break ending.and_then(|outcome| outcome.verdict.winner());
                }
                if past.len() > LONGEST || is_draw(&past) {
                    break None;
                }
                let level =
                    if position.side_to_move() == first_has { levels[0] } else { levels[1] };
                let limits = level.limits();
                let found = searcher.search(&past, &limits, &Control::default(), &mut |_| ());
                let draw = || f64::from(random.next_u32()) / 2f64.powi(32);
                let chosen =
                    found.as_ref().and_then(|found| level.choose(position, &found.lines, draw));
                let Some(&mv) = chosen.and_then(|line| line.line.first()) else { break None };
                let next = position.play(mv);
                past.push(next);
            };
            match winner {
                None => tally.drawn += 1,
                Some(winner) if winner == first_has => tally.won += 1,
                Some(_) => tally.lost += 1,
            }
        }
        pair_over(tally);
    }
}

/// Some random moves; `None` if they end the game.
fn opening<G: Searchable>(start: &G, random: &mut ChaCha8Rng) -> Option<Vec<G>> {
    let mut past = vec![*start];
    for _ in 0..RANDOM_PLIES {
        let next = after_a_random_move(past.last()?, random)?;
        past.push(next);
    }
    Some(past)
}
