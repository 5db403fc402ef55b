//! Checkers: games of the program against itself, and the weights that predict who wins them.
//!
//! A game begins with random moves and goes on with the search that plays against people, given few
//! positions to look at. Every position in which nothing must be captured is an example.

use checkers::engine::tuning::{FEATURES, LAYOUT, View, each_feature, fitted, fullness};
use checkers::{Position, history};
use game::{Game, Perfect, Rules, Side};
use learn::least_squares::{Examples, Feature};
use learn::logistic;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Searcher};
use weights::WriteError;

/// A position and the share of the point that the side to move got.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    position: Position,
    result: f32,
}

struct Samples<'a>(&'a [Sample]);

impl Examples for Samples<'_> {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut features: Vec<Feature> = Vec::new();
        for sample in self.0 {
            let view = View::of(&sample.position);
            let full = fullness(view) as f32;
            features.clear();
            each_feature(view, |feature, amount| {
                features.push((2 * feature as u32, full * amount as f32));
                features.push((2 * feature as u32 + 1, (1.0 - full) * amount as f32));
            });
            visit(&features, sample.result);
        }
    }
}

/// Games are drawn after so many moves of both sides.
const LONGEST: usize = 240;
/// A game begins with so many random moves, or one more.
const RANDOM_MOVES: u64 = 5;

/// Plays games with these seeds, looking at so many positions for each move.
pub fn play(seeds: std::ops::Range<u64>, nodes: u64, mut game_over: impl FnMut(&[Sample])) {
    let mut searcher = Searcher::new(8, 1);
    for seed in seeds {
        searcher.clear();
        game_over(&game(seed, nodes, &mut searcher));
    }
}

fn game(seed: u64, nodes: u64, searcher: &mut Searcher<Position>) -> Vec<Sample> {
    let mut past = opening(seed);
    let start = past.len() - 1;
    let limits = Limits::nodes(nodes);
    while past.len() < LONGEST && history::draw(&past).is_none() {
        let found = searcher.search(&past, &limits, &Control::default(), &mut |_| ());
        let (Some(found), Some(present)) = (found, past.last()) else { break };
        past.push(present.play(found.mv));
    }
    let winner = past.last().and_then(|end| end.turn().outcome()?.verdict.winner());
    let judged = past[start..].iter().filter(|position| !position.must_capture());
    judged.map(|&position| Sample { position, result: share(winner, position) }).collect()
}

fn share(winner: Option<Side>, position: Position) -> f32 {
    match winner {
        None => 0.5,
        Some(side) if side == position.side_to_move() => 1.0,
        Some(_) => 0.0,
    }
}

/// Random moves from the start.
fn opening(seed: u64) -> Vec<Position> {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    let mut past = vec![Position::START];
    let length = RANDOM_MOVES + numbers.next_u64() % 2;
    for _ in 0..length {
        let position = past[past.len() - 1];
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        past.push(position.play(moves[(numbers.next_u64() % moves.len() as u64) as usize]));
    }
    past
}

/// What came of a fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The new weights of each feature on a full board and on an empty one, in hundredths of a man.
    pub weights: Vec<i32>,
    /// The examples learned from.
    pub learned: usize,
    /// The examples kept aside.
    pub aside: usize,
    /// How unlikely the results of those kept aside are with the weights of before, in bits.
    pub loss_before: f64,
    /// And with the new ones.
    pub loss: f64,
    /// And if every position were thought to be even.
    pub loss_of_nothing: f64,
}

impl Fitted {
    /// The file of the weights, as the evaluation reads it.
    pub fn file(&self) -> Result<Vec<u8>, WriteError> {
        weights::write(&LAYOUT, &self.weights)
    }
}

/// Weights fitted to the samples. The last tenth of them is kept aside to see how good the weights are.
pub fn fit(samples: &[Sample], doubt: f32) -> Fitted {
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 10);
    let believed = as_sharp_as(&Samples(learned));
    let weights = logistic::fit(&Samples(learned), &believed, doubt, 6);
    Fitted {
        weights: in_hundredths(&weights),
        learned: learned.len(),
        aside: aside.len(),
        loss_before: logistic::loss(&Samples(aside), &believed),
        loss: logistic::loss(&Samples(aside), &weights),
        loss_of_nothing: logistic::loss(&Samples(aside), &vec![0.0; 2 * FEATURES]),
    }
}

/// The weights that play now, multiplied so that they decide games as sharply as these were decided: that is
/// not known before.
fn as_sharp_as(samples: &Samples) -> Vec<f32> {
    let multiplied = |scale: f32| -> Vec<f32> {
        fitted().values.iter().flatten().map(|&weight| f32::from(weight) * scale).collect()
    };
    let scales = (1..=20).map(|step| 0.001 * step as f32);
    let losses = scales.map(|scale| (logistic::loss(samples, &multiplied(scale)), scale));
    let best = losses.min_by(|a, b| a.0.total_cmp(&b.0));
    multiplied(best.map_or(0.0, |(_, scale)| scale))
}

/// The weights in hundredths of a man: an average man on a full board is worth 100.
fn in_hundredths(weights: &[f32]) -> Vec<i32> {
    // Men stand on 28 squares: never on the row where they are crowned.
    let men = weights.iter().step_by(2).skip(4).take(28).sum::<f32>() / 28.0;
    weights.iter().map(|weight| (weight * 100.0 / men.max(0.01)).round() as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_from_the_same_seed_are_the_same_and_teach_something() {
        let played = || {
            let mut samples = Vec::new();
            play(10..22, 60, |game| samples.extend_from_slice(game));
            samples
        };
        let samples = played();
        let again = played();
        assert!(samples.iter().zip(&again).all(|(a, b)| a.position == b.position));
        assert_eq!(samples.len(), again.len());
        let fitted = fit(&samples, 2.0);
        let file = fitted.file().unwrap();
        assert_eq!(weights::File::read(&file).unwrap().check(&LAYOUT), Ok(()));
        assert!(fitted.learned > 200 && fitted.loss_of_nothing > 0.99);
    }
}
