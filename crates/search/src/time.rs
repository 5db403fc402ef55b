//! Time management: how long a move may take, and when another iteration is not worth its time.

use crate::parameters::Parameters;
use std::time::Duration;

/// Without a known number of moves to go the clock is divided by this.
const MOVES_TO_GO: f64 = 24.0;
/// No more moves to go than this are planned for.
const MOST_MOVES_TO_GO: u32 = 50;
/// The part of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.7;
/// A search may take so many times its soft limit.
const HARD_FACTOR: f64 = 4.0;
/// The part of the clock that one move may take, ...
const MOST_OF_CLOCK: f64 = 0.5;
/// ... where the number of moves to go is known, ...
const MOST_OF_CLOCK_TO_GO: f64 = 0.6;
/// ... and where it is the last one.
const MOST_OF_CLOCK_LAST: f64 = 0.9;

/// How long a move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// After this no new iteration begins. A search that is sure of its move takes less, one that has
    /// doubts takes more.
    pub soft: Duration,
    /// After this the search is stopped.
    pub hard: Duration,
}

impl Budget {
    /// Just so long, however sure the search is of its move.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }

    /// What is left for a search that begins when so much time has been used for something else: half of what it would have had, where
    /// there is so much.
    pub(crate) fn after(self, used: Duration) -> Budget {
        Budget { soft: self.soft.max(used + self.soft / 2).min(self.hard), ..self }
    }

    /// A sensible share of what the clock shows. `moves_to_go` is the number of moves until the next
    /// time control, where that is known; `overhead` is what is lost between player and clock.
    ///
    /// ```
    /// # use search::Budget;
    /// # use std::time::Duration;
    /// let (left, none) = (Duration::from_secs(1), Duration::ZERO);
    /// let budget = Budget::of_clock(left, none, None, Duration::from_millis(10));
    /// assert!(budget.soft < budget.hard && budget.hard < left);
    /// ```
    pub fn of_clock(
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> Budget {
        let left = left.saturating_sub(overhead).max(Duration::from_millis(1));
        let (share, most) = match moves_to_go {
            Some(moves @ 0..=1) => (1.0 / f64::from(moves.max(1)), MOST_OF_CLOCK_LAST),
            Some(moves) => (1.0 / f64::from(moves.min(MOST_MOVES_TO_GO)), MOST_OF_CLOCK_TO_GO),
            None => (1.0 / MOVES_TO_GO, MOST_OF_CLOCK),
        };
        let soft = left.mul_f64(share) + increment.mul_f64(INCREMENT_SHARE);
        let hard = soft.mul_f64(HARD_FACTOR).min(left.mul_f64(most));
        Budget { soft: soft.min(hard), hard }
    }

    /// Is the whole time to be used, however sure the search is?
    pub(crate) fn is_fixed(&self) -> bool {
        self.soft == self.hard
    }
}

/// Factors of the soft limit by the number of iterations in which the best move has stayed the same.
const STABILITY: [f64; 6] = [1.4, 1.2, 1.0, 0.9, 0.85, 0.8];
/// No search takes less than this part of its soft limit, ...
const LEAST_SCALE: f64 = 0.3;
/// ... and none takes more.
const MOST_SCALE: f64 = 3.0;
/// A forced move is searched to this depth, for the sake of its score.
pub const FORCED_DEPTH: u32 = 4;

/// What the main thread remembers from iteration to iteration to spend its time well.
#[derive(Debug, Default)]
pub struct TimeManager {
    /// Changes of the best move; older ones count less.
    best_move_changes: f64,
    /// For how many iterations the best move has been the same.
    stable_iterations: usize,
    last_score: Option<i32>,
}

impl TimeManager {
    /// The factor of the soft limit after an iteration. A best move that changes, a score that drops and
    /// nodes that go into other moves than the best one ask for more time.
    pub fn scale(
        &mut self,
        parameters: &Parameters,
        best_move_changed: bool,
        score: i32,
        best_move_nodes: f64,
    ) -> f64 {
        let changed = f64::from(u8::from(best_move_changed));
        self.best_move_changes = self.best_move_changes / 2.0 + changed;
        self.stable_iterations = if best_move_changed { 0 } else { self.stable_iterations + 1 };
        let last_score = self.last_score.replace(score).unwrap_or(score);
        let thousandths = |parameter: i32| f64::from(parameter) / 1000.0;
        let stability = STABILITY[self.stable_iterations.min(STABILITY.len() - 1)];
        let drop = (last_score - score)
            .clamp(-parameters.time_score_rise_max, parameters.time_score_drop_max);
        let worry = 1.0
            + f64::from(drop) * thousandths(parameters.time_score_drop)
            + self.best_move_changes * thousandths(parameters.time_best_move_change);
        let effort = (thousandths(parameters.time_effort_base) - best_move_nodes)
            * thousandths(parameters.time_effort_factor);
        (stability * worry * effort).clamp(LEAST_SCALE, MOST_SCALE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scale after iterations with these scores, the last of which changes the best move or not.
    fn scale(scores: &[i32], changed: bool, best_move_nodes: f64) -> f64 {
        let mut manager = TimeManager::default();
        let mut scale =
            |changed, score| manager.scale(&Parameters::USUAL, changed, score, best_move_nodes);
        let (&last, earlier) = scores.split_last().unwrap();
        for &score in earlier {
            scale(false, score);
        }
        scale(changed, last)
    }

    #[test]
    fn doubts_take_time_and_certainty_saves_it() {
        let steady = scale(&[30; 8], false, 0.5);
        assert!(scale(&[30; 8], true, 0.5) > steady, "the best move changes");
        assert!(scale(&[30, 30, 30, 30, 30, 30, 30, 0], false, 0.5) > steady, "the score drops");
        assert!(scale(&[30, 30, 30, 30, 30, 30, 30, 60], false, 0.5) < steady, "the score rises");
        assert!(scale(&[30; 8], false, 0.9) < steady, "all nodes go into the best move");
        assert!(scale(&[30; 2], false, 0.5) > steady, "the search has only begun");
    }

    #[test]
    fn no_doubt_takes_more_than_the_clock_allows() {
        let (second, none) = (Duration::from_secs(1), Duration::ZERO);
        for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
            for increment in [none, 10 * second] {
                let budget = Budget::of_clock(second, increment, moves_to_go, none);
                assert!(none < budget.soft && budget.soft <= budget.hard, "{budget:?}");
                assert!(budget.hard < second, "{budget:?}");
            }
        }
    }
}
