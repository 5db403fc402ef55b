//! Games of checkers against itself.
//!
//! A game begins with a three-move opening and a few random moves, and goes on with the search that plays against people, given few
//! positions to look at. Now and then a random move is played instead: the network is to know positions that good
//! play avoids. A game ends where the search or the database knows its result.

use super::sample::{Result, Sample};
use crate::random::after_a_random_move;
use checkers::endgames::{self, Value};
use checkers::engine::network::Network;
use checkers::engine::{Evaluator, View};
use checkers::{Position, history, openings};
use game::{Perfect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Searcher};
use std::sync::Arc;

/// Games are drawn after so many moves of both sides,
const LONGEST: usize = 200;
/// or after so many without progress.
const WITHOUT_PROGRESS: usize = 50;
/// Random moves after the opening: fewer than this.
const RANDOM_PLIES: u64 = 6;
/// One move in so many is random.
const RANDOM_MOVE: u64 = 40;

/// Plays games with these seeds, looking at so many positions for each move, which a network evaluates: that of the program, or another.
pub fn play(
    seeds: std::ops::Range<u64>,
    nodes: u64,
    network: Option<Arc<Network>>,
    mut game_over: impl FnMut(&[Sample]),
) {
    let mut searcher = Searcher::new(2, 1);
    searcher.set_evaluation(move || {
        network.clone().map_or_else(Evaluator::default, Evaluator::of_network)
    });
    for seed in seeds {
        searcher.clear();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let start = opening(&mut random);
        game_over(&game(start, nodes, &mut random, &mut searcher));
    }
}

/// A three-move opening and some random moves.
fn opening(random: &mut ChaCha8Rng) -> Vec<Position> {
    let ballots = openings::ballots();
    let mut past = vec![ballots[(random.next_u64() % ballots.len() as u64) as usize].position()];
    for _ in 0..random.next_u64() % RANDOM_PLIES {
        let position = past[past.len() - 1];
        let Some(next) = after_a_random_move(&position, random) else { break };
        past.push(next);
    }
    past
}

/// Plays a game to its end; returns its positions.
fn game(
    mut past: Vec<Position>,
    nodes: u64,
    random: &mut ChaCha8Rng,
    searcher: &mut Searcher<Position>,
) -> Vec<Sample> {
    let (limits, control) = (Limits::nodes(nodes), Control::default());
    let mut samples = Vec::new();
    let last = loop {
        let position = past[past.len() - 1];
        if let Some(value) = endgames::shipped().value(&position) {
            break match value {
                Value::Won(_) => Result::Won,
                Value::Drawn => Result::Drawn,
                Value::Lost(_) => Result::Lost,
            };
        }
        if past.len() > LONGEST
            || history::moves_without_progress(&past) >= WITHOUT_PROGRESS
            || history::draw(&past).is_some()
        {
            break Result::Drawn;
        }
        let Some(found) = searcher.search(&past, &limits, &control, &mut |_| ()) else {
            break Result::Lost;
        };
        match found.score.game_end_in() {
            Some(plies) if plies > 0 => break Result::Won,
            Some(_) => break Result::Lost,
            None => {}
        }
        let is_random = random.next_u64().is_multiple_of(RANDOM_MOVE);
        let is_forced = position.count_moves() == 1;
        samples.push(Sample {
            view: View::of(&position),
            score: (!is_forced).then_some(found.score.hundredths() as i16),
            result: Result::Drawn,
            must_capture: position.must_capture(),
            is_left: is_random && !is_forced,
            is_last: false,
        });
        let next = match after_a_random_move(&position, random) {
            Some(next) if is_random => next,
            _ => position.play(found.mv),
        };
        past.push(next);
    };
    let mut result = last;
    for (index, sample) in samples.iter_mut().rev().enumerate() {
        result = result.turned();
        sample.result = result;
        sample.is_last = index == 0;
    }
    samples
}
