//! The rating of one player whose opponents have known ratings: Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2
//! system", 2012), with each game as a rating period of its own.

/// What a new player is believed to be, and how sure that is.
pub const FIRST: Glicko = Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
/// Between the scale of ratings and that of the formulas.
const SCALE: f64 = 173.7178;
/// How much the volatility may change.
const TAU: f64 = 0.5;
/// The deviation of an opponent whose rating was measured in some hundred games.
pub const MEASURED: f64 = 60.0;
const PRECISION: f64 = 1e-6;

/// A rating, its standard deviation, and how much it is expected to change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glicko {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Glicko {
    /// The rating after a game against an opponent of this rating and deviation: `points` are 1 for a win, a half for a draw.
    #[must_use]
    pub fn after(self, opponent: f64, deviation: f64, points: f64) -> Glicko {
        let (mu, phi) = ((self.rating - FIRST.rating) / SCALE, self.deviation / SCALE);
        let (other, other_phi) = ((opponent - FIRST.rating) / SCALE, deviation / SCALE);
        let g = 1.0 / (1.0 + 3.0 * other_phi.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - other)).exp());
        let variance = 1.0 / (g * g * expected * (1.0 - expected));
        let change = variance * g * (points - expected);
        let volatility = self.next_volatility(phi, variance, change);
        let before = (phi * phi + volatility * volatility).sqrt();
        let phi = 1.0 / (1.0 / before.powi(2) + 1.0 / variance).sqrt();
        let mu = mu + phi.powi(2) * g * (points - expected);
        Glicko { rating: FIRST.rating + SCALE * mu, deviation: SCALE * phi, volatility }
    }

    /// The root of Glickman's function for the volatility, by the Illinois algorithm.
    fn next_volatility(self, phi: f64, variance: f64, change: f64) -> f64 {
        let a = self.volatility.powi(2).ln();
        let f = |x: f64| {
            let (e, total) = (x.exp(), phi * phi + variance + x.exp());
            e * (change * change - total) / (2.0 * total * total) - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if change * change > phi * phi + variance {
            (change * change - phi * phi - variance).ln()
        } else {
            let mut steps = 1.0;
            while f(a - steps * TAU) < 0.0 {
                steps += 1.0;
            }
            a - steps * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > PRECISION {
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = f(middle);
            if at_middle * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }

    /// The points to be expected of a game against an opponent of this rating.
    pub fn expects(self, opponent: f64) -> f64 {
        crate::score_of_elo(self.rating - opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_changes_a_rating_as_the_formulas_say() {
        // Worked out by hand from the paper: a player of 1500 and 200 beats one of 1400 and 30.
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(1400.0, 30.0, 1.0);
        assert!((after.rating - 1563.6).abs() < 0.5, "{after:?}");
        assert!((after.deviation - 175.4).abs() < 0.5, "{after:?}");
        assert!((after.volatility - 0.06).abs() < 0.0005);
    }

    #[test]
    fn a_player_comes_to_the_rating_at_which_the_points_are_even() {
        let mut player = FIRST;
        for number in 0..400 {
            player = player.after(1150.0, MEASURED, f64::from(number % 2));
        }
        assert!((player.rating - 1150.0).abs() < 40.0, "{player:?}");
        assert!(player.deviation < 90.0 && player.expects(1150.0) > 0.4);
        assert!(player.after(1150.0, MEASURED, 1.0).rating > player.rating);
    }
}
