//! What a number of games says about two players. Pure functions, no games in here.
//!
//! Games come in pairs: the same opening twice, with colours exchanged. Such games are not
//! independent, since an opening that favours white helps one player and then the other, so what varies
//! is measured between pairs and not between games. A pair brings 0, 1, 2, 3 or 4 half points.
//!
//! A difference in rating is logistic: a player who is 400 points better scores ten times as often as
//! the other. The error bar is twice the standard error of the score (1.96 times, for 95 %), carried
//! over to ratings by the slope of that curve.
//!
//! A few games that happen to be alike show no variance, and are no proof. So the variance is that of
//! the pairs together with [`IMAGINED`] imagined pairs of two equal players, which do not show any
//! more after some dozens of real ones. Only real pairs make the error smaller.

use std::fmt;

/// How many pairs are imagined on top of those that were played ...
const IMAGINED: f64 = 4.0;
/// ... and their variance around an even score: that of pairs between equal players, half of whose
/// games or so are drawn. A single game varies twice as much as the mean of two.
const USUAL_VARIANCE: f64 = 0.08;

/// How a game ended for the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinDrawLoss {
    Loss,
    Draw,
    Win,
}

impl WinDrawLoss {
    /// In half points.
    const fn half_points(self) -> usize {
        match self {
            WinDrawLoss::Loss => 0,
            WinDrawLoss::Draw => 1,
            WinDrawLoss::Win => 2,
        }
    }
}

/// The games of the first player against the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MatchScore {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs of games by the half points that they brought, from 0 to 4. Games whose partner has not been
    /// played are in no pair.
    pub pairs: [u64; 5],
}

/// A score and how sure it is, in ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The difference; infinite when all games were won or lost.
    pub difference: f64,
    /// The half width of the interval that holds the truth in 95 of 100 cases.
    pub margin: f64,
}

impl MatchScore {
    pub fn add(&mut self, outcome: WinDrawLoss) {
        match outcome {
            WinDrawLoss::Win => self.wins += 1,
            WinDrawLoss::Draw => self.draws += 1,
            WinDrawLoss::Loss => self.losses += 1,
        }
    }

    /// Says that two games that were added are a pair.
    pub fn add_pair(&mut self, one: WinDrawLoss, other: WinDrawLoss) {
        self.pairs[one.half_points() + other.half_points()] += 1;
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The share of drawn games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The standard error of [`score`](MatchScore::score): from the pairs, or from the single games where
    /// there are no two pairs. It is never 0: see the head of this file.
    pub fn standard_error(&self) -> Option<f64> {
        let pairs = self.pairs.map(|count| count as f64);
        if pairs.iter().sum::<f64>() >= 2.0 {
            return Some(error_of_mean(&pairs, IMAGINED, USUAL_VARIANCE));
        }
        let games = [self.losses, self.draws, self.wins].map(|count| count as f64);
        (self.games() > 0).then(|| error_of_mean(&games, 2.0 * IMAGINED, 2.0 * USUAL_VARIANCE))
    }

    /// The difference in rating that the score stands for.
    ///
    /// ```
    /// # use lab::MatchScore;
    /// let score = MatchScore { wins: 100, draws: 100, losses: 50, ..MatchScore::default() };
    /// assert_eq!(score.elo().unwrap().difference.round(), 70.0);
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        let (score, error) = (self.score()?, self.standard_error()?);
        let slope = 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score));
        let margin = if slope.is_finite() { 1.96 * error * slope } else { f64::INFINITY };
        Some(Elo { difference: elo_of_score(score), margin })
    }

    /// How likely it is that the first player is the better one, given these games.
    pub fn superiority(&self) -> Option<f64> {
        let (score, error) = (self.score()?, self.standard_error()?);
        Some(normal((score - 0.5) / error))
    }
}

/// `score +W =D -L elo E +- M`.
impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { wins, draws, losses, .. } = self;
        let none = Elo { difference: 0.0, margin: f64::INFINITY };
        let Elo { difference, margin } = self.elo().unwrap_or(none);
        // Nothing is written as -0.0.
        let difference = (10.0 * difference).round() / 10.0 + 0.0;
        write!(f, "score +{wins} ={draws} -{losses} elo {difference:.1} +- {margin:.1}")
    }
}

/// The difference in rating of a player who scores so much.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score to expect of a player who is so much better.
pub fn score_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The mean and the variance of results that are spread evenly from 0 to 1, by how often each came.
fn moments(counts: &[f64]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let worth = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean = counts.iter().enumerate().map(|(i, n)| n * worth(i)).sum::<f64>() / total;
    let spread = counts.iter().enumerate().map(|(i, n)| n * (worth(i) - mean).powi(2));
    (mean, spread.sum::<f64>() / total)
}

/// The standard error of the mean of these results, by how often each came: from the sample variance of
/// the results and so many imagined ones, which have a variance of their own around one half.
fn error_of_mean(counts: &[f64], imagined: f64, usual_variance: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let (mean, variance) = moments(counts);
    let apart = total * imagined / (total + imagined) * (mean - 0.5).powi(2);
    let squares = total * variance + imagined * usual_variance + apart;
    (squares / (total + imagined - 1.0) / total).sqrt()
}

/// How likely a normally distributed number is below this many standard deviations.
fn normal(deviations: f64) -> f64 {
    // The error function by formula 7.1.26 of Abramowitz and Stegun, good to seven digits.
    const FACTORS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let error_function = 1.0 - sum * (-x * x).exp();
    0.5 * (1.0 + error_function * deviations.signum())
}

/// A sequential test between two hypotheses about a difference in rating. It ends as soon as the games
/// speak clearly, and is wrong in one of twenty cases either way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The first player is better by no more than this.
    pub lower: f64,
    /// It is better by at least this.
    pub upper: f64,
}

/// What a sequential test has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Not enough games yet.
    GoOn,
    /// The lower hypothesis.
    Lower,
    /// The upper one.
    Upper,
}

/// The text is no test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a test is two differences in rating, the lower one first, such as 0,5, not {0:?}")]
pub struct SprtError(String);

impl std::str::FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
        let both = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match both {
            Some((lower, upper)) if lower < upper => Ok(Sprt { lower, upper }),
            _ => Err(SprtError(text.chars().take(40).collect())),
        }
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which the test ends, with one error in twenty on
    /// either side.
    pub const BOUND: f64 = 2.944_438_979_166_440_3;

    /// The logarithm of how much likelier the pairs are under the upper hypothesis, taking their results
    /// for normally distributed. The variance is that of the pairs themselves and of a few imagined ones
    /// of the usual variance, so that a few equal pairs do not look like certainty.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        let total = pairs.iter().sum::<u64>() as f64;
        if total == 0.0 {
            return 0.0;
        }
        let (mean, variance) = moments(&pairs.map(|count| count as f64));
        let variance = (total * variance + IMAGINED * USUAL_VARIANCE) / (total + IMAGINED);
        let (low, high) = (score_of_elo(self.lower), score_of_elo(self.upper));
        total * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What these pairs decide.
    pub fn decide(&self, pairs: &[u64; 5]) -> Decision {
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio >= Sprt::BOUND => Decision::Upper,
            ratio if ratio <= -Sprt::BOUND => Decision::Lower,
            _ => Decision::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(one: f64, other: f64, apart: f64) {
        assert!((one - other).abs() < apart, "{one} and {other}");
    }

    #[test]
    fn ratings_are_those_of_the_published_table() {
        // The percentages and differences that every rated player knows.
        for (score, elo) in [(0.5, 0.0), (0.64, 100.0), (0.76, 200.0), (0.85, 301.0), (0.91, 402.0)]
        {
            near(elo_of_score(score), elo, 1.0);
            near(score_of_elo(elo), score, 0.005);
        }
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (deviations, below) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (3.0, 0.998_650_1)]
        {
            near(normal(deviations), below, 2e-7);
            near(normal(-deviations), 1.0 - below, 2e-7);
        }
    }

    #[test]
    fn single_games_give_the_error_worked_out_by_hand() {
        // 10 wins, 5 draws, 5 losses: mean 0.625, variance 0.5 * 0.375^2 + 0.25 * 0.125^2
        // + 0.25 * 0.625^2 = 0.171875. With eight imagined games of variance 0.16, whose mean is 0.125
        // apart: (20 * 0.171875 + 8 * 0.16 + 160 / 28 * 0.125^2) / 27 = 0.178029, and the error is
        // sqrt(0.178029 / 20) = 0.094348.
        let score = MatchScore { wins: 10, draws: 5, losses: 5, ..MatchScore::default() };
        near(score.score().unwrap(), 0.625, 1e-12);
        near(score.standard_error().unwrap(), 0.094_348, 1e-6);
        near(score.elo().unwrap().difference, 88.74, 0.01);
        near(score.superiority().unwrap(), normal(0.125 / 0.094_348), 1e-5);
    }

    #[test]
    fn pairs_give_the_error_worked_out_by_hand() {
        // Ten pairs that all split one win to each: only the imagined ones vary.
        let score =
            MatchScore { wins: 10, losses: 10, pairs: [0, 0, 10, 0, 0], ..MatchScore::default() };
        near(score.standard_error().unwrap(), (4.0 * 0.08 / 13.0 / 10.0_f64).sqrt(), 1e-12);
        near(score.superiority().unwrap(), 0.5, 1e-7);
        // Pairs 1 2 4 2 1: mean 0.5, squares 2 * 0.25 + 4 * 0.0625 = 0.75, and 4 * 0.08 imagined.
        let pairs = MatchScore { wins: 5, draws: 10, losses: 5, pairs: [1, 2, 4, 2, 1] };
        near(pairs.standard_error().unwrap(), (1.07 / 13.0 / 10.0_f64).sqrt(), 1e-12);
    }

    #[test]
    fn a_few_games_that_are_all_alike_prove_nothing() {
        for games in 1..=3 {
            let won = MatchScore { wins: games, ..MatchScore::default() };
            let superiority = won.superiority().unwrap();
            assert!(superiority > 0.8 && superiority < 0.99, "{games}: {superiority}");
            let drawn = MatchScore { draws: games, ..MatchScore::default() };
            assert!(drawn.elo().unwrap().margin > 150.0, "{games}");
        }
        let twice = MatchScore { wins: 4, pairs: [0, 0, 0, 0, 2], ..MatchScore::default() };
        assert!(twice.superiority().unwrap() < 0.999);
        let often = MatchScore { wins: 40, pairs: [0, 0, 0, 0, 20], ..MatchScore::default() };
        assert!(often.superiority().unwrap() > 0.999_999);
    }

    #[test]
    fn what_is_imagined_does_not_show_in_a_long_match() {
        let pairs = [50, 200, 400, 300, 50];
        let score = MatchScore { wins: 600, draws: 900, losses: 500, pairs };
        let (_, variance) = moments(&pairs.map(|count| count as f64));
        let plain = (variance / 1000.0).sqrt();
        near(score.standard_error().unwrap() / plain, 1.0, 0.002);
    }

    #[test]
    fn the_last_line_has_its_form() {
        let line = |wins, draws, losses| {
            MatchScore { wins, draws, losses, ..MatchScore::default() }.to_string()
        };
        assert_eq!(line(10, 5, 5), "score +10 =5 -5 elo 88.7 +- 137.1");
        assert_eq!(line(3, 0, 0), "score +3 =0 -0 elo inf +- inf");
        assert_eq!(line(0, 0, 3), "score +0 =0 -3 elo -inf +- inf");
        assert_eq!(line(4, 3, 4), "score +4 =3 -4 elo 0.0 +- 175.3");
        assert_eq!(line(0, 0, 0), "score +0 =0 -0 elo 0.0 +- inf");
    }

    #[test]
    fn a_test_ends_when_the_games_speak() {
        let test: Sprt = "0,5".parse().unwrap();
        assert_eq!(test.decide(&[0; 5]), Decision::GoOn);
        assert_eq!(test.decide(&[10, 200, 500, 200, 10]), Decision::GoOn);
        assert_eq!(test.decide(&[100, 2000, 5000, 2600, 200]), Decision::Upper);
        assert_eq!(test.decide(&[200, 2600, 5000, 2000, 100]), Decision::Lower);
        // Neither one pair nor two are proof of anything.
        let wide = Sprt { lower: 0.0, upper: 200.0 };
        for few in [[0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]] {
            assert_eq!(wide.decide(&few), Decision::GoOn);
        }
        // Right between the hypotheses nothing is ever decided.
        let middle = Sprt { lower: -5.0, upper: 5.0 };
        near(middle.log_likelihood_ratio(&[10, 20, 30, 20, 10]), 0.0, 1e-9);
        assert!("5,0".parse::<Sprt>().is_err() && "1".parse::<Sprt>().is_err());
        near(Sprt::BOUND, (0.95_f64 / 0.05).ln(), 1e-12);
    }

    proptest! {
        #[test]
        fn exchanging_the_players_mirrors_everything(
            wins in 0u64..500, draws in 0u64..500, losses in 1u64..500,
            pairs in prop::array::uniform5(0u64..200),
        ) {
            let score = MatchScore { wins, draws, losses, pairs };
            let [a, b, c, d, e] = pairs;
            let other = MatchScore { wins: losses, draws, losses: wins, pairs: [e, d, c, b, a] };
            let (one, two) = (score.elo().unwrap(), other.elo().unwrap());
            if wins > 0 {
                prop_assert!((one.difference + two.difference).abs() < 1e-6);
                prop_assert!((one.margin - two.margin).abs() < 1e-6);
            }
            let sum = score.superiority().unwrap() + other.superiority().unwrap();
            prop_assert!((sum - 1.0).abs() < 1e-6);
        }
    }
}
