//! Fitting a linear function so that it predicts who wins: the chance to win is the logistic function
//! of the sum. The value of an example is the share of the point: 1 for a win, one half for a draw, 0 for a
//! loss.
//!
//! The likelihood of the results is made greatest by solving one least squares problem after
//! another, each with the examples weighted by how undecided they are (Newton's method).

use super::least_squares::{self, Examples, Feature};

/// The least weight of an example: a decided one still counts a little.
const LEAST_WEIGHT: f32 = 1e-3;

/// The chance to win with this sum.
fn chance(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// The examples as one step of Newton's method sees them.
struct Weighted<'a, E> {
    examples: &'a E,
    weights: &'a [f32],
}

impl<E: Examples> Examples for Weighted<'_, E> {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut scaled: Vec<Feature> = Vec::new();
        self.examples.each(|features, result| {
            let sum = sum(features, self.weights);
            let chance = chance(sum);
            let weight = (chance * (1.0 - chance)).max(LEAST_WEIGHT);
            let root = weight.sqrt();
            scaled.clear();
            scaled.extend(features.iter().map(|&(number, strength)| (number, strength * root)));
            visit(&scaled, root * (sum + (result - chance) / weight));
        });
    }
}

fn sum(features: &[Feature], weights: &[f32]) -> f32 {
    features.iter().map(|&(number, strength)| strength * weights[number as usize]).sum()
}

/// The weights that make the results most likely, after so many steps from those `believed` before. `doubt`
/// is that of [`least_squares::fit`].
pub fn fit(examples: &impl Examples, believed: &[f32], doubt: f32, steps: usize) -> Vec<f32> {
    let mut weights = believed.to_vec();
    for _ in 0..steps {
        let weighted = Weighted { examples, weights: &weights };
        weights = least_squares::fit(&weighted, believed, weights.clone(), doubt, 40);
    }
    weights
}

/// How unlikely the results are, in bits for each.
pub fn loss(examples: &impl Examples, weights: &[f32]) -> f64 {
    let (mut bits, mut count) = (0.0, 0);
    examples.each(|features, result| {
        let chance = f64::from(chance(sum(features, weights))).clamp(1e-6, 1.0 - 1e-6);
        let result = f64::from(result);
        bits -= result * chance.log2() + (1.0 - result) * (1.0 - chance).log2();
        count += 1;
    });
    bits / f64::from(count.max(1))
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
}
