//! Fitting a linear function with very many weights, few of which matter to each example.
//!
//! The sum of squared errors is made least by conjugate gradients. The examples are gone through once
//! for each step and their features are computed each time, so that millions of examples need no memory but
//! that of the examples themselves.

/// A feature: the number of its weight, and how strongly it is there.
pub type Feature = (u32, f32);

/// Examples to learn from.
pub trait Examples {
    /// Hands over each example: its features and the value that they should add up to.
    fn each(&self, visit: impl FnMut(&[Feature], f32));
}

/// The weights that make the squared errors of the examples least, after so many steps from
/// `weights` on. `doubt` draws each weight towards the one `believed` before, as so many examples would that
/// confirm it, so that what has hardly been seen hardly counts.
pub fn fit(
    examples: &impl Examples,
    believed: &[f32],
    mut weights: Vec<f32>,
    doubt: f32,
    steps: usize,
) -> Vec<f32> {
    let count = weights.len();
    let (mut residual, mut scale) = (vec![0f32; count], vec![doubt; count]);
    examples.each(|features, value| {
        let error = value - sum(features, &weights);
        for &(number, strength) in features {
            residual[number as usize] += strength * error;
            scale[number as usize] += strength * strength;
        }
    });
    for i in 0..count {
        residual[i] -= doubt * (weights[i] - believed[i]);
    }
    let scaled = |residual: &[f32]| -> Vec<f32> {
        residual.iter().zip(&scale).map(|(&r, &s)| if s > 0.0 { r / s } else { 0.0 }).collect()
    };
    let mut better = scaled(&residual);
    let mut direction = better.clone();
    let mut length = dot(&residual, &better);
    for _ in 0..steps {
        let mut curved: Vec<f32> = direction.iter().map(|d| doubt * d).collect();
        examples.each(|features, _| {
            let along = sum(features, &direction);
            for &(number, strength) in features {
                curved[number as usize] += strength * along;
            }
        });
        let far = length / dot(&direction, &curved);
        if !far.is_finite() {
            break;
        }
        for i in 0..count {
            weights[i] += far as f32 * direction[i];
            residual[i] -= far as f32 * curved[i];
        }
        better = scaled(&residual);
        let next = dot(&residual, &better);
        for i in 0..count {
            direction[i] = better[i] + (next / length) as f32 * direction[i];
        }
        length = next;
    }
    weights
}

/// The root of the mean squared error.
pub fn error(examples: &impl Examples, weights: &[f32]) -> f64 {
    let (mut squares, mut count) = (0.0, 0);
    examples.each(|features, value| {
        squares += f64::from(value - sum(features, weights)).powi(2);
        count += 1;
    });
    (squares / f64::from(count.max(1))).sqrt()
}

/// The value of the linear function with these weights.
pub fn sum(features: &[Feature], weights: &[f32]) -> f32 {
    features.iter().map(|&(number, strength)| strength * weights[number as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lines(Vec<(Vec<Feature>, f32)>);

    impl Examples for Lines {
        fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
            for (features, value) in &self.0 {
                visit(features, *value);
            }
        }
    }

    #[test]
    fn weights_that_explain_everything_are_found() {
        let truth = [2.0, -1.0, 0.5, 3.0];
        let examples = (0..40u32).map(|i| {
            let features = vec![(i % 4, 1.0), ((i / 4) % 4, 0.5)];
            let value = sum(&features, &truth);
            (features, value)
        });
        let examples = Lines(examples.collect());
        let weights = fit(&examples, &[0.0; 5], vec![0.0; 5], 0.0, 20);
        assert!(error(&examples, &weights) < 1e-3);
        assert!(truth.iter().zip(&weights).all(|(a, b)| (a - b).abs() < 1e-2), "{weights:?}");
        assert_eq!(weights[4], 0.0);
    }

    #[test]
    fn doubt_keeps_what_was_seen_once_small() {
        let mut lines = vec![(vec![(0, 1.0)], 8.0)];
        lines.extend((0..100).map(|_| (vec![(1, 1.0)], 8.0)));
        let weights = fit(&Lines(lines), &[0.0, 1.0], vec![0.0; 2], 9.0, 10);
        assert!((weights[0] - 0.8).abs() < 0.01, "{weights:?}");
        assert!((weights[1] - 809.0 / 109.0).abs() < 0.01, "{weights:?}");
    }
}
