//! Logistic regression: fitting a function so that it predicts who wins. The chance to win is the logistic
//! function of its value, and the result of an example is the share of the point: 1 for a win, one half for
//! a draw, 0 for a loss, or anything between.
//!
//! The likelihood of the results is made greatest by solving one least squares problem after another, each
//! with the function taken as linear around the present weights and the examples weighted by how undecided
//! they are (Gauss-Newton; Newton's method where the function is linear). A step that would make the results
//! less likely is halved.

use crate::least_squares::{self, Examples, Feature, sum};

/// The least weight of an example: a decided one still counts a little.
const LEAST_WEIGHT: f32 = 1e-3;
/// Steps of conjugate gradients for each least squares problem.
const INNER_STEPS: usize = 40;
/// A step is halved so many times at most.
const HALVINGS: usize = 6;

/// A function of the weights, and examples of results that it should predict.
pub trait Model {
    /// Hands over each example: the value of the function with these weights, its slopes (how much it grows with
    /// each weight that matters), and the result.
    fn each(&self, weights: &[f32], visit: impl FnMut(f32, &[Feature], f32));
}

/// A linear function: its slopes are the features.
impl<E: Examples> Model for E {
    fn each(&self, weights: &[f32], mut visit: impl FnMut(f32, &[Feature], f32)) {
        Examples::each(self, |features, result| visit(sum(features, weights), features, result));
    }
}

/// The chance to win that goes with a value.
pub fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The examples as one step sees them.
struct Linearised<'a, M> {
    model: &'a M,
    weights: &'a [f32],
}

impl<M: Model> Examples for Linearised<'_, M> {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut scaled: Vec<Feature> = Vec::new();
        self.model.each(self.weights, |value, slopes, result| {
            let chance = chance(value);
            let weight = (chance * (1.0 - chance)).max(LEAST_WEIGHT);
            let root = weight.sqrt();
            scaled.clear();
            scaled.extend(slopes.iter().map(|&(number, slope)| (number, slope * root)));
            visit(&scaled, root * (sum(slopes, self.weights) + (result - chance) / weight));
        });
    }
}

/// The weights that make the results most likely, after so many steps from those `believed` before. `doubt`
/// is that of [`least_squares::fit`].
pub fn fit(model: &impl Model, believed: &[f32], doubt: f32, steps: usize) -> Vec<f32> {
    let cost = |weights: &[f32]| {
        let apart = std::iter::zip(weights, believed).map(|(a, b)| f64::from(a - b).powi(2));
        let (bits, _) = bits(model, weights);
        bits * std::f64::consts::LN_2 + f64::from(doubt) / 2.0 * apart.sum::<f64>()
    };
    let mut weights = believed.to_vec();
    let mut least = cost(&weights);
    for _ in 0..steps {
        let linearised = Linearised { model, weights: &weights };
        let mut next =
            least_squares::fit(&linearised, believed, weights.clone(), doubt, INNER_STEPS);
        let better = (0..HALVINGS).find_map(|_| {
            let cost = cost(&next);
            if cost < least {
                return Some(cost);
            }
            for (next, weight) in std::iter::zip(&mut next, &weights) {
                *next = f32::midpoint(*next, *weight);
            }
            None
        });
        let Some(cost) = better else { break };
        (weights, least) = (next, cost);
    }
    weights
}

/// How unlikely the results are, in bits for each.
pub fn loss(model: &impl Model, weights: &[f32]) -> f64 {
    let (bits, count) = bits(model, weights);
    bits / f64::from(count.max(1))
}

/// How unlikely the results are, in bits, and how many there are.
fn bits(model: &impl Model, weights: &[f32]) -> (f64, u32) {
    let (mut bits, mut count) = (0.0, 0);
    model.each(weights, |value, _, result| {
        bits += surprise(chance(value), result);
        count += 1;
    });
    (bits, count)
}

/// How unlikely a result is where this chance was expected, in bits.
pub fn surprise(chance: f32, result: f32) -> f64 {
    let (chance, result) = (f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(result));
    -(result * chance.log2() + (1.0 - result) * (1.0 - chance).log2())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tosses(Vec<(Vec<Feature>, f32)>);

    impl Examples for Tosses {
        fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
            for (features, value) in &self.0 {
                visit(features, *value);
            }
        }
    }

    /// Three wins for each loss with the first feature, even with the second.
    #[test]
    fn the_sum_becomes_the_logarithm_of_the_odds() {
        let toss = |feature: u32, result: f32| (vec![(feature, 1.0)], result);
        let mut tosses = Vec::new();
        for i in 0..400 {
            tosses.push(toss(0, if i % 4 == 0 { 0.0 } else { 1.0 }));
            tosses.push(toss(1, 0.5));
        }
        let tosses = Tosses(tosses);
        let weights = fit(&tosses, &[0.0; 2], 0.0, 8);
        assert!((weights[0] - 3f32.ln()).abs() < 0.01 && weights[1].abs() < 0.01, "{weights:?}");
        assert!(loss(&tosses, &weights) < loss(&tosses, &[0.0; 2]));
    }

    /// The value is the square of the only weight; three of four games are won.
    struct Squared;

    impl Model for Squared {
        fn each(&self, weights: &[f32], mut visit: impl FnMut(f32, &[Feature], f32)) {
            for result in [1.0, 1.0, 1.0, 0.0] {
                visit(weights[0] * weights[0], &[(0, 2.0 * weights[0])], result);
            }
        }
    }

    #[test]
    fn a_function_that_is_not_linear_is_fitted_from_far_away() {
        for start in [0.1, 0.5, 3.0] {
            let weights = fit(&Squared, &[start], 0.0, 30);
            assert!((weights[0].powi(2) - 3f32.ln()).abs() < 0.01, "{start}: {weights:?}");
        }
    }
}
