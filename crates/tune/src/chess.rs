//! Chess: searches of so many positions a move against each other, that evaluate or prune in different ways.

use crate::contest::{Games, opening};
use chess::engine::{Evaluator, network::Network};
use chess::{Position, history};
use game::Perfect;
use learn::Tally;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Found, Limits, ParameterError, Parameters, Searcher};
use std::sync::Arc;

/// Random moves at the beginning of a game: so many, or one more.
const RANDOM_PLIES: usize = 8;
/// A start in which a side is ahead by more than this is not played on.
const UNEVEN: i32 = 150;
const GAMES: Games<fn(&[Position]) -> bool> = Games { is_draw, longest: 400, decided: Some(1200) };

fn is_draw(past: &[Position]) -> bool {
    let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
    past.last().is_some_and(|last| history::draw(&keys, last.halfmove_clock()).is_some())
}

/// Two ways to evaluate against each other, by a network or, without one, by the terms made by hand. Each game is played twice from the
/// same random opening, with colours exchanged. Tells after each pair how the first has fared so far.
pub fn contest(
    pairs: std::ops::Range<u64>,
    nodes: u64,
    ways: [Option<Arc<Network>>; 2],
    mut pair_over: impl FnMut(Tally),
) {
    let mut searchers = ways.map(|network| {
        let mut searcher = Searcher::new(8, 1);
        searcher.set_evaluation(move || {
            network.clone().map_or_else(Evaluator::of_terms, Evaluator::of_network)
        });
        searcher
    });
    let mut tally = Tally::default();
    for seed in pairs {
        if let Some(pair) = pair(seed, nodes, &mut searchers) {
            tally = tally + pair;
            pair_over(tally);
        }
    }
}

/// Two sets of parameters of the search against each other, in the first pair of games from this seed on that begins evenly.
pub fn trial(seed: u64, nodes: u64, parameters: [Parameters; 2]) -> Result<Tally, ParameterError> {
    let [first, second] = parameters.map(|parameters| Searcher::with_parameters(8, 1, parameters));
    let mut searchers = [first?, second?];
    // Seeds of neighbouring trials must not meet.
    let pairs = (0..1 << 16).filter_map(|next| pair(seed << 16 | next, nodes, &mut searchers));
    Ok(pairs.take(1).next().unwrap_or_default())
}

/// Two games from the same random opening with colours exchanged, as the first sees them; `None` if the opening is not even.
fn pair(seed: u64, nodes: u64, searchers: &mut [Searcher<Position>; 2]) -> Option<Tally> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let plies = RANDOM_PLIES + (random.next_u64() % 2) as usize;
    let opening = opening(&Position::standard(), plies, &mut random)?;
    let search = |searcher: &mut Searcher<Position>, past: &[Position]| -> Option<Found<_>> {
        searcher.search(past, &Limits::nodes(nodes), &Control::default(), &mut |_| ())
    };
    searchers[0].clear();
    if search(&mut searchers[0], &opening)?.score.hundredths().abs() > UNEVEN {
        return None;
    }
    Some(GAMES.pair(&opening, |player, past| {
        if past.len() == opening.len() {
            searchers.iter_mut().for_each(Searcher::clear);
        }
        let found = search(&mut searchers[player as usize], past)?;
        Some((found.mv, found.score.hundredths()))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_is_the_same_again_and_a_worse_evaluation_loses() {
        let shipped = Network::shipped();
        let knows_nothing =
            Network::rounded(&vec![0.0; chess::engine::network::shipped_weights().len()]);
        let ways = [Some(shipped), Some(Arc::new(knows_nothing))];
        let played = || {
            let mut last = Tally::default();
            contest(0..6, 300, ways.clone(), |tally| last = tally);
            last
        };
        let tally = played();
        assert_eq!(tally, played());
        assert!(tally.games() >= 4 && tally.share() > 0.9, "{tally:?}");
    }

    #[test]
    fn a_trial_is_one_pair_of_games() {
        let usual = <Position as search::Searchable>::PARAMETERS;
        assert_eq!(trial(3, 100, [usual, usual]).unwrap().games(), 2);
    }
}
