//! Ratings of many players from all their games: maximum likelihood on the logistic curve, with error bars.
//!
//! A draw counts as half a win and half a loss. One player is the anchor; the error of a rating is that of its
//! difference to the anchor, from the curvature of the likelihood. A weak prior keeps the rating of a player
//! that has won or lost everything finite.

/// The games of two players, by their numbers: points of the first, and how many games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pairing {
    pub players: [usize; 2],
    pub points: f64,
    pub games: f64,
}

/// A rating and the half width of the interval that holds the truth in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub margin: f64,
}

/// Ratings are believed to lie around this, give or take that, before any game is seen.
const PRIOR: f64 = 800.0;
const PRIOR_DEVIATION: f64 = 1200.0;
/// Of Newton's method; it needs about ten.
const MOST_STEPS: usize = 100;
/// No step is longer, so that the first ones do not overshoot.
const LONGEST_STEP: f64 = 300.0;

/// The ratings of players 0 to `count - 1`; that of player `anchor` is 0.
pub fn ratings(count: usize, anchor: usize, pairings: &[Pairing]) -> Vec<Rating> {
    let slope = std::f64::consts::LN_10 / 400.0;
    let mut ratings = vec![0.0; count];
    let prior = PRIOR_DEVIATION.powi(-2);
    let mut margins = vec![0.0; count];
    for _ in 0..MOST_STEPS {
        let mut gradient: Vec<f64> = ratings.iter().map(|r| prior * (PRIOR - r)).collect();
        let mut curvature = Matrix::new(count);
        for player in 0..count {
            curvature.add(player, player, prior);
        }
        for &Pairing { players: [a, b], points, games } in pairings {
            let expected = crate::score_of_elo(ratings[a] - ratings[b]);
            let pull = slope * (points - games * expected);
            gradient[a] += pull;
            gradient[b] -= pull;
            let bend = slope * slope * games * expected * (1.0 - expected);
            curvature.add(a, a, bend);
            curvature.add(b, b, bend);
            curvature.add(a, b, -bend);
            curvature.add(b, a, -bend);
        }
        // The anchor stays where it is.
        gradient[anchor] = 0.0;
        for other in 0..count {
            curvature.set(anchor, other, 0.0);
            curvature.set(other, anchor, 0.0);
        }
        curvature.set(anchor, anchor, 1.0);
        let Some(inverse) = curvature.inverse() else { break };
        let step: Vec<f64> = (0..count)
            .map(|row| (0..count).map(|column| inverse.get(row, column) * gradient[column]).sum())
            .collect();
        margins =
            (0..count).map(|player| 1.96 * inverse.get(player, player).max(0.0).sqrt()).collect();
        margins[anchor] = 0.0;
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        if step.iter().all(|step| step.abs() < 0.01) {
            break;
        }
    }
    ratings.into_iter().zip(margins).map(|(rating, margin)| Rating { rating, margin }).collect()
}

/// A square matrix.
struct Matrix {
    size: usize,
    numbers: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Matrix {
        Matrix { size, numbers: vec![0.0; size * size] }
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.size + column]
    }

    fn set(&mut self, row: usize, column: usize, number: f64) {
        self.numbers[row * self.size + column] = number;
    }

    fn add(&mut self, row: usize, column: usize, number: f64) {
        self.numbers[row * self.size + column] += number;
    }

    /// By elimination, for a symmetric matrix that is positive definite; `None` for another.
    fn inverse(mut self) -> Option<Matrix> {
        let size = self.size;
        let mut inverse = Matrix::new(size);
        for i in 0..size {
            inverse.set(i, i, 1.0);
        }
        for pivot in 0..size {
            let scale = self.get(pivot, pivot);
            if scale.is_nan() || scale <= 0.0 {
                return None;
            }
            for column in 0..size {
                self.numbers[pivot * size + column] /= scale;
                inverse.numbers[pivot * size + column] /= scale;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = self.get(row, pivot);
                if factor != 0.0 {
                    for column in 0..size {
                        let (own, made) = (self.get(pivot, column), inverse.get(pivot, column));
                        self.add(row, column, -factor * own);
                        inverse.add(row, column, -factor * made);
                    }
                }
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(a: usize, b: usize, points: f64, games: f64) -> Pairing {
        Pairing { players: [a, b], points, games }
    }

    #[test]
    fn two_players_differ_by_what_their_score_says() {
        let found = ratings(2, 0, &[pairing(1, 0, 750.0, 1000.0)]);
        assert_eq!(found[0], Rating { rating: 0.0, margin: 0.0 });
        assert!((found[1].rating - crate::elo_of_score(0.75)).abs() < 2.0, "{found:?}");
        // The standard error of the score is sqrt(0.75 * 0.25 / 1000).
        let margin = 1.96 * (0.75f64 * 0.25 / 1000.0).sqrt() * 400.0
            / (std::f64::consts::LN_10 * 0.75 * 0.25);
        assert!((found[1].margin - margin).abs() < 0.5, "{} {margin}", found[1].margin);
    }

    #[test]
    fn ratings_add_up_over_a_player_in_the_middle() {
        let games = [pairing(1, 0, 640.0, 1000.0), pairing(2, 1, 640.0, 1000.0)];
        let found = ratings(3, 0, &games);
        assert!((found[2].rating - 2.0 * crate::elo_of_score(0.64)).abs() < 4.0, "{found:?}");
        assert!(found[2].margin > found[1].margin);
    }

    #[test]
    fn a_player_that_has_won_everything_has_a_rating() {
        let found = ratings(2, 0, &[pairing(1, 0, 20.0, 20.0)]);
        assert!(found[1].rating > 400.0 && found[1].rating < 3000.0, "{found:?}");
        assert!(found[1].margin > 200.0);
    }

    #[test]
    fn more_games_make_a_rating_surer() {
        let few = ratings(2, 0, &[pairing(1, 0, 30.0, 40.0)]);
        let many = ratings(2, 0, &[pairing(1, 0, 300.0, 400.0)]);
        assert!(many[1].margin < few[1].margin / 2.5);
    }
}
