//! How chances follow from scores.

use super::Score;
use game::Side;
use serde::Serialize;

/// How the chances of a game follow from the score of a search: a logistic curve whose slope changes in the course of a
/// game, because the same lead need not be worth the same late in it.
///
/// The numbers are fitted to games of the house; `docs/chances.md` tells how, and how far they can be trusted. A chance is what a side can expect of the game: a win counts 1, a draw a half.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Chances {
    /// The logarithm of the odds that a lead of one unit of the game gives: at the first move, and late in the game.
    pub slopes: [f64; 2],
    /// From so many moves of both sides on it is late. Between the first move and that one the slope changes evenly.
    pub late: u32,
}

impl Chances {
    /// What a lead of one unit is worth after so many moves of both sides.
    pub fn slope(&self, ply: usize) -> f64 {
        let [early, late] = self.slopes;
        let passed = self.passed(ply);
        early * (1.0 - passed) + late * passed
    }

    /// How much of the time until it is late has passed, from 0 to 1.
    pub fn passed(&self, ply: usize) -> f64 {
        (ply as f64 / f64::from(self.late.max(1))).min(1.0)
    }

    /// The chances of white, from 0 to 1, with this score after so many moves of both sides.
    pub fn of_white(&self, score: Score, ply: usize) -> f64 {
        match score {
            Score::Decided { winner: Side::White, .. } => 1.0,
            Score::Decided { winner: Side::Black, .. } => 0.0,
            Score::Estimate(ahead) => logistic(self.slope(ply) * ahead),
            // What is proven is worth as much as it is late in the game: the rest is known.
            Score::Exact(ahead) => logistic(self.slopes[1] * ahead),
        }
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: Chances = Chances { slopes: [0.5, 1.0], late: 40 };

    #[test]
    fn the_slope_changes_evenly_until_it_is_late() {
        let [early, middle, late, later] =
            [0, 20, 40, 80].map(|ply| CURVE.of_white(Score::Estimate(1.0), ply));
        assert!(0.5 < early && early < middle && middle < late && late == later);
        assert_eq!(CURVE.of_white(Score::Exact(0.0), 7), 0.5);
        assert_eq!(CURVE.of_white(Score::Exact(1.0), 0), late);
    }

    #[test]
    fn what_is_certain_needs_no_curve() {
        for (winner, chance) in [(Side::White, 1.0), (Side::Black, 0.0)] {
            assert_eq!(CURVE.of_white(Score::Decided { winner, plies: None }, 3), chance);
        }
    }
}
