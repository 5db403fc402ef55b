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
    let mut core = vec![false; count];
    if let Some(anchor) = core.get_mut(anchor) {
        *anchor = true;
    }
    for pairing in pairings {
        let [a, b] = pairing.players;
        if !core[a] && !core[b] {
            core[a.min(b)] = true;
        }
    }
    fit(&core, anchor, pairings)
}

/// Newton's method, where at least one of every two players that met is in the core. All others are eliminated
/// first (the Schur complement of the curvature): hundreds of generations that only ever met a dozen fixed
/// players cost a dozen numbers each, instead of the cube of their number.
fn fit(core: &[bool], anchor: usize, pairings: &[Pairing]) -> Vec<Rating> {
    let slope = std::f64::consts::LN_10 / 400.0;
    let count = core.len();
    // The place of each player among those of its kind.
    let mut sizes = [0, 0];
    let places: Vec<usize> = core
        .iter()
        .map(|&is_core| {
            let size = &mut sizes[usize::from(is_core)];
            *size += 1;
            *size - 1
        })
        .collect();
    let [others, size] = sizes;
    let prior = PRIOR_DEVIATION.powi(-2);
    let (mut ratings, mut margins) = (vec![0.0; count], vec![0.0; count]);
    for _ in 0..MOST_STEPS {
        let mut gradient: Vec<f64> = ratings.iter().map(|r| prior * (PRIOR - r)).collect();
        let mut curvature = Matrix::new(size);
        // Of each other player: its own curvature, and that with each of the core.
        let mut own = vec![prior; others];
        let mut with_core = vec![0.0; others * size];
        for place in 0..size {
            curvature.add(place, place, prior);
        }
        for &Pairing { players: [a, b], points, games } in pairings {
            let expected = crate::score_of_elo(ratings[a] - ratings[b]);
            let pull = slope * (points - games * expected);
            gradient[a] += pull;
            gradient[b] -= pull;
            let bend = slope * slope * games * expected * (1.0 - expected);
            for player in [a, b] {
                let place = places[player];
                if core[player] {
                    curvature.add(place, place, bend);
                } else {
                    own[place] += bend;
                }
            }
            match (core[a], core[b]) {
                (true, true) => {
                    curvature.add(places[a], places[b], -bend);
                    curvature.add(places[b], places[a], -bend);
                }
                (true, false) => with_core[places[b] * size + places[a]] -= bend,
                _ => with_core[places[a] * size + places[b]] -= bend,
            }
        }
        // The anchor stays where it is.
        gradient[anchor] = 0.0;
        let fixed = places[anchor];
        for other in 0..size {
            curvature.set(fixed, other, 0.0);
            curvature.set(other, fixed, 0.0);
        }
        curvature.set(fixed, fixed, 1.0);
        with_core.chunks_mut(size).for_each(|row| row[fixed] = 0.0);
        let row = |player: usize| &with_core[places[player] * size..][..size];
        let players = |is_core: bool| (0..count).filter(move |&player| core[player] == is_core);
        let mut pulls = vec![0.0; size];
        for player in players(true) {
            pulls[places[player]] = gradient[player];
        }
        for player in players(false) {
            let (row, own) = (row(player), own[places[player]]);
            for (i, a) in row.iter().enumerate().filter(|(_, a)| **a != 0.0) {
                pulls[i] -= a * gradient[player] / own;
                for (j, b) in row.iter().enumerate() {
                    curvature.add(i, j, -a * b / own);
                }
            }
        }
        let Some(inverse) = curvature.inverse() else { break };
        let times = |vector: &[f64]| -> Vec<f64> {
            let sum = |i| (0..size).map(|j| inverse.get(i, j) * vector[j]).sum();
            (0..size).map(sum).collect()
        };
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let core_steps = times(&pulls);
        let mut longest = 0.0f64;
        for player in 0..count {
            let place = places[player];
            let (step, variance) = if core[player] {
                (core_steps[place], inverse.get(place, place))
            } else {
                let (row, own) = (row(player), own[place]);
                let variance = 1.0 / own + dot(row, &times(row)) / (own * own);
                ((gradient[player] - dot(row, &core_steps)) / own, variance)
            };
            margins[player] = 1.96 * variance.max(0.0).sqrt();
            ratings[player] += step.clamp(-LONGEST_STEP, LONGEST_STEP);
            longest = longest.max(step.abs());
        }
        margins[anchor] = 0.0;
        if longest < 0.01 {
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
    fn eliminating_those_who_never_met_changes_nothing() {
        // Three fixed players, and forty that met each of them.
        let games = (3..43).flat_map(|player| {
            (0..3).map(move |fixed| {
                pairing(player, fixed, ((player * 7 + fixed * 11) % 21) as f64, 20.0)
            })
        });
        let games: Vec<Pairing> = games.chain([pairing(1, 0, 15.0, 20.0)]).collect();
        let (fast, plain) = (ratings(43, 0, &games), fit(&[true; 43], 0, &games));
        for (fast, plain) in fast.iter().zip(&plain) {
            assert!((fast.rating - plain.rating).abs() < 1e-6, "{fast:?} {plain:?}");
            assert!((fast.margin - plain.margin).abs() < 1e-6, "{fast:?} {plain:?}");
        }
    }

    #[test]
    fn more_games_make_a_rating_surer() {
        let few = ratings(2, 0, &[pairing(1, 0, 30.0, 40.0)]);
        let many = ratings(2, 0, &[pairing(1, 0, 300.0, 400.0)]);
        assert!(many[1].margin < few[1].margin / 2.5);
    }
}
