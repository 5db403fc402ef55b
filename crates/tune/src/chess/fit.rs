//! The weights of the chess evaluation, fitted to samples.
//!
//! Of the aim for a position, a part is the outcome of its game and the rest what the search thought of it.
//! The fit starts from the weights that play now and is drawn back to them a little, so that what is rarely
//! seen stays sensible. The evaluation is linear but for the danger of the kings, which counts by its square.

use super::{Origin, Sample};
use chess::engine::evaluation::{
    DANGER_DIVISORS, LAYOUT, OPENING, Tally, Terms, WEIGHTS, WHOLE, scale_of, terms, terms_of,
};
use game::{Pair, Side};
use learn::least_squares::Feature;
use learn::logistic::{self, Model};
use weights::WriteError;

/// How often a term applies.
type Times = Vec<(u16, f32)>;

/// How often each term applies to a side.
#[derive(Debug, Clone, Copy)]
struct Counts([i16; terms::COUNT]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; terms::COUNT])
    }
}

impl Tally for Counts {
    fn add(&mut self, term: usize, times: i32) {
        self.0[term] += times as i16;
    }
}

/// A position as the fit sees it.
struct Example {
    /// White's terms less black's.
    sides: Times,
    dangers: Pair<Times>,
    /// How much of the middle game and of the endgame counts.
    shares: [f32; 2],
    /// The points that white should expect.
    aim: f32,
}

/// The evaluation as a function of the weights: two for each term, for the middle game and for the endgame,
/// in units in which a value is the logarithm of the odds to win.
struct Evaluation<'a> {
    examples: &'a [Example],
    /// Hundredths of a pawn in a unit.
    unit: f32,
}

/// What came of a fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The weights of each term for the middle game and for the endgame, in hundredths of a pawn.
    pub weights: Vec<i32>,
    /// The hundredths of a pawn that make a win e times as likely as a loss.
    pub unit: f32,
    pub learned: usize,
    pub aside: usize,
    /// How unlikely the aims of the samples learned from are with the weights of before, in bits each.
    pub loss_learned_before: f64,
    pub loss_learned: f64,
    /// The same for the samples kept aside.
    pub loss_before: f64,
    pub loss: f64,
    /// The same if every position were thought to be even.
    pub loss_of_nothing: f64,
}

impl Fitted {
    /// The file of the weights, as the evaluation reads it.
    pub fn file(&self) -> Result<Vec<u8>, WriteError> {
        weights::write(&LAYOUT, &self.weights)
    }
}

/// Weights fitted to the samples. `outcome`, from 0 to 1, is how much of the aim is the outcome of the game;
/// `doubt` and `steps` are those of [`logistic::fit`]. The last tenth of the samples is kept aside: the
/// samples of a game stand together, so these are of other games.
pub fn fit(samples: &[Sample], outcome: f32, doubt: f32, steps: usize) -> Fitted {
    let unit = best_unit(samples);
    let examples: Vec<Example> =
        samples.iter().map(|sample| example(sample, outcome, unit)).collect();
    let (learned, aside) = examples.split_at(examples.len() - examples.len() / 10);
    let [learned, aside] = [learned, aside].map(|examples| Evaluation { examples, unit });
    let now = WEIGHTS.as_flattened().iter();
    let believed: Vec<f32> = now.map(|&weight| f32::from(weight) / unit).collect();
    let weights = logistic::fit(&learned, &believed, doubt, steps);
    Fitted {
        weights: weights.iter().map(|weight| (weight * unit).round() as i32).collect(),
        unit,
        learned: learned.examples.len(),
        aside: aside.examples.len(),
        loss_learned_before: logistic::loss(&learned, &believed),
        loss_learned: logistic::loss(&learned, &weights),
        loss_before: logistic::loss(&aside, &believed),
        loss: logistic::loss(&aside, &weights),
        loss_of_nothing: logistic::loss(&aside, &vec![0.0; weights.len()]),
    }
}

/// The unit with which the scores of the searches predict the outcomes best. Half a million samples say it well enough.
pub fn best_unit(samples: &[Sample]) -> f32 {
    let played = samples.iter().filter(|sample| sample.origin != Origin::SearchTree);
    let played: Vec<&Sample> = played.take(500_000).collect();
    let wrong = |unit: f32| -> f32 {
        let wrong =
            |sample: &&Sample| logistic::chance(f32::from(sample.score) / unit) - sample.points;
        played.iter().map(wrong).map(|wrong| wrong.powi(2)).sum()
    };
    let candidates = (20..150).map(|i| 10_000.0 / i as f32);
    candidates.min_by(|&a, &b| wrong(a).total_cmp(&wrong(b))).unwrap_or(160.0)
}

fn example(sample: &Sample, outcome: f32, unit: f32) -> Example {
    let Terms { sides, dangers, phase } = terms_of::<Counts>(&sample.position);
    let sparse = |counts: &mut dyn Iterator<Item = i16>| -> Times {
        let kept = counts.enumerate().filter(|&(_, times)| times != 0);
        kept.map(|(term, times)| (term as u16, f32::from(times))).collect()
    };
    let pairs = std::iter::zip(sides.white.0, sides.black.0);
    let sides = sparse(&mut pairs.map(|(white, black)| white - black));
    let dangers = Pair::from_fn(|side: Side| sparse(&mut dangers[side].0.into_iter()));
    let end: f32 =
        sides.iter().map(|&(term, times)| f32::from(WEIGHTS[term as usize][1]) * times).sum();
    let scale = scale_of(&sample.position, end as i32) as f32 / WHOLE as f32;
    let phase = phase as f32 / OPENING as f32;
    Example {
        sides,
        dangers,
        shares: [phase, (1.0 - phase) * scale],
        aim: sample.aim(outcome, unit),
    }
}

fn sum(times: &Times, weights: &[f32], part: usize) -> f32 {
    times.iter().map(|&(term, times)| weights[2 * term as usize + part] * times).sum()
}

impl Evaluation<'_> {
    /// The value of an example. Its slopes are added to `slopes`.
    fn value(&self, example: &Example, weights: &[f32], slopes: &mut Vec<Feature>) -> f32 {
        let mut value = 0.0;
        for (part, share) in example.shares.into_iter().enumerate() {
            let mut add = |times: &Times, slope: f32| {
                let number = |term: u16| u32::from(term) * 2 + part as u32;
                slopes.extend(times.iter().map(|&(term, times)| (number(term), times * slope)));
            };
            value += share * sum(&example.sides, weights, part);
            add(&example.sides, share);
            for (side, sign) in [(Side::White, -share), (Side::Black, share)] {
                let danger = sum(&example.dangers[side], weights, part);
                if danger > 0.0 {
                    let (cost, slope) = self.cost(danger, part);
                    value += sign * cost;
                    add(&example.dangers[side], sign * slope);
                }
            }
        }
        value
    }

    /// What a danger costs, and how fast that grows with it.
    fn cost(&self, danger: f32, part: usize) -> (f32, f32) {
        let (square, straight) = (DANGER_DIVISORS.0 as f32 / self.unit, DANGER_DIVISORS.1 as f32);
        match part {
            0 => (danger * danger / square, 2.0 * danger / square),
            _ => (danger / straight, 1.0 / straight),
        }
    }
}

impl Model for Evaluation<'_> {
    fn each(&self, weights: &[f32], mut visit: impl FnMut(f32, &[Feature], f32)) {
        let mut slopes = Vec::new();
        for example in self.examples {
            slopes.clear();
            let value = self.value(example, weights, &mut slopes);
            visit(value, &slopes, example.aim);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use chess::engine::evaluation::{PawnCache, evaluate};
    use game::Perfect;

    fn believed(unit: f32) -> Vec<f32> {
        WEIGHTS.as_flattened().iter().map(|&weight| f32::from(weight) / unit).collect()
    }

    const POSITIONS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5pk1/6p1/1P6/8/5PKP/8/8 w - - 0 40",
    ];

    #[test]
    fn what_is_fitted_is_what_is_played() {
        let unit = 150.0;
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let example = example(
                &Sample { position, score: 0, points: 0.5, quiet: true, origin: Origin::GameStart },
                0.5,
                unit,
            );
            let model = Evaluation { examples: &[], unit };
            let value = model.value(&example, &believed(unit), &mut Vec::new()) * unit;
            let mut played = evaluate(&position, &mut PawnCache::default());
            if position.side_to_move() == Side::Black {
                played = -played;
            }
            assert!((value - played as f32).abs() < 3.0, "{value} {played} {fen}");
        }
    }

    #[test]
    fn slopes_are_what_the_value_grows_by() {
        let unit = 150.0;
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            let example = example(
                &Sample { position, score: 0, points: 0.5, quiet: true, origin: Origin::GameStart },
                0.5,
                unit,
            );
            let model = Evaluation { examples: &[], unit };
            let weights = believed(unit);
            let mut slopes = Vec::new();
            let value = model.value(&example, &weights, &mut slopes);
            for number in 0..weights.len() {
                let slope: f32 =
                    slopes.iter().filter(|slope| slope.0 as usize == number).map(|s| s.1).sum();
                let mut more = weights.clone();
                more[number] += 0.01;
                let grown = model.value(&example, &more, &mut Vec::new()) - value;
                let difference = (grown / 0.01 - slope).abs();
                assert!(difference < 0.05 * slope.abs().max(1.0), "{number}: {grown} {slope}");
            }
        }
    }
}
