//! Tuning the parameters of the search by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! All parameters are moved at once, each by its own step up or down by lot; the parameters moved this way play a pair
//! of games against those moved the other way, and each one goes a little in the direction that has won. Steps and rates
//! shrink as in Spall's schedule. What a trial moves depends on its number alone, so that a run that was
//! stopped and goes on equals one that was not.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{ParameterError, Parameters};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// How fast steps shrink.
const STEP_DECAY: f64 = 0.101;
/// How fast rates shrink.
const RATE_DECAY: f64 = 0.602;
/// This part of all trials comes before rates shrink in earnest.
const WARM_UP: f64 = 0.1;
/// How many of its last steps a parameter goes for a pair that was won twice.
const LAST_RATE: f64 = 0.006;
/// The last step of a parameter as a part of its first value, and the least one as a part of its range.
const STEP_OF_VALUE: f64 = 0.15;
const LEAST_STEP_OF_RANGE: f64 = 0.02;

/// Parameters on their way.
#[derive(Debug, Clone, PartialEq)]
pub struct Spsa {
    usual: Parameters,
    dimensions: Vec<Dimension>,
    /// Trials so far, and in all.
    trials: u64,
    planned: u64,
}

#[derive(Debug, Clone, PartialEq)]
struct Dimension {
    name: &'static str,
    value: f64,
    /// The step of the last trial.
    last_step: f64,
    range: RangeInclusive<i32>,
}

/// Two sets of parameters that play a pair of games against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    number: u64,
    pub up: Parameters,
    pub down: Parameters,
}

/// Why the state of a run cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("line {line} is {text:?}, expected a name and a number")]
    Line { line: usize, text: String },
    #[error("the state has no number of trials")]
    NoTrials,
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl Spsa {
    /// Tunes the parameters with these names in so many trials.
    pub fn new(usual: Parameters, names: &[&str], planned: u64) -> Result<Spsa, ParameterError> {
        let dimension = |&name: &&str| {
            usual.get(name)?;
            let found = usual.list().find(|parameter| parameter.name == name);
            found.ok_or_else(|| ParameterError::Unknown { name: name.to_owned() })
        };
        let dimensions = names.iter().map(dimension).collect::<Result<Vec<_>, _>>()?;
        let dimensions = dimensions.into_iter().map(|parameter| {
            let value = f64::from(parameter.value);
            let width = f64::from(*parameter.range.end()) - f64::from(*parameter.range.start());
            let last_step = (STEP_OF_VALUE * value.abs()).max(LEAST_STEP_OF_RANGE * width).max(1.0);
            Dimension { name: parameter.name, value, last_step, range: parameter.range }
        });
        Ok(Spsa { usual, dimensions: dimensions.collect(), trials: 0, planned: planned.max(1) })
    }

    pub fn trials(&self) -> u64 {
        self.trials
    }

    pub fn is_finished(&self) -> bool {
        self.trials >= self.planned
    }

    /// The next trials, as many as asked for unless fewer are planned. Each moves the parameters as they are now.
    pub fn next_trials(&self, count: u64) -> Vec<Trial> {
        let numbers = self.trials..(self.trials + count).min(self.planned);
        numbers.map(|number| self.trial(number)).collect()
    }

    fn trial(&self, number: u64) -> Trial {
        let moved = |way: f64| {
            let signs = signs(number, self.dimensions.len());
            self.with(std::iter::zip(&self.dimensions, signs).map(|(dimension, sign)| {
                dimension.value + way * sign * dimension.last_step * self.step_factor(number)
            }))
        };
        Trial { number, up: moved(1.0), down: moved(-1.0) }
    }

    /// Learns from a trial: `result` is what the parameters moved up have won of the two games less what they have lost, from
    /// -2 to 2.
    pub fn learn(&mut self, trial: &Trial, result: f64) {
        let steps = self.step_factor(trial.number);
        let (planned, number) = (self.planned as f64, trial.number as f64 + 1.0);
        let warm_up = WARM_UP * planned;
        let rate = LAST_RATE * ((warm_up + planned) / (warm_up + number)).powf(RATE_DECAY);
        let signs = signs(trial.number, self.dimensions.len());
        for (dimension, sign) in self.dimensions.iter_mut().zip(signs) {
            let (least, most) = (*dimension.range.start(), *dimension.range.end());
            let moved = dimension.value + rate / steps * dimension.last_step * result * sign;
            dimension.value = moved.clamp(f64::from(least), f64::from(most));
        }
        self.trials += 1;
    }

    /// How many times as long as the last one the step of a trial is.
    fn step_factor(&self, number: u64) -> f64 {
        (self.planned as f64 / (number as f64 + 1.0)).powf(STEP_DECAY)
    }

    /// The parameters as they are now.
    pub fn parameters(&self) -> Parameters {
        self.with(self.dimensions.iter().map(|dimension| dimension.value))
    }

    /// The usual parameters with these values, each within its range.
    fn with(&self, values: impl Iterator<Item = f64>) -> Parameters {
        let mut parameters = self.usual;
        for (dimension, value) in self.dimensions.iter().zip(values) {
            let (least, most) = (*dimension.range.start(), *dimension.range.end());
            let value = (value.round() as i32).clamp(least, most);
            parameters = parameters.with(dimension.name, value).unwrap_or(parameters);
        }
        parameters
    }

    /// The state of the run as text, a line for each value.
    pub fn state(&self) -> String {
        let mut text = format!("trials {}\n", self.trials);
        for Dimension { name, value, .. } in &self.dimensions {
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }

    /// Goes on from a state that [`state`](Spsa::state) wrote. What it does not name stays as it is.
    pub fn resume(mut self, state: &str) -> Result<Spsa, StateError> {
        let mut trials = None;
        for (index, text) in state.lines().enumerate() {
            let (name, number) = text
                .split_once(' ')
                .and_then(|(name, number)| Some((name, number.parse::<f64>().ok()?)))
                .filter(|(_, number)| number.is_finite())
                .ok_or_else(|| StateError::Line { line: index + 1, text: text.to_owned() })?;
            if name == "trials" {
                trials = Some(number as u64);
            } else {
                let unknown = || ParameterError::Unknown { name: name.to_owned() };
                let found = self.dimensions.iter_mut().find(|dimension| dimension.name == name);
                found.ok_or_else(unknown)?.value = number;
            }
        }
        self.trials = trials.ok_or(StateError::NoTrials)?;
        Ok(self)
    }
}

/// Up or down for each parameter of a trial.
fn signs(trial: u64, count: usize) -> impl Iterator<Item = f64> {
    let mut random = ChaCha8Rng::seed_from_u64(trial);
    (0..count).map(move |_| if random.next_u32() & 1 == 0 { 1.0 } else { -1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["razor_margin", "futility_margin", "lmr_pv"];

    /// Wins as often as the distance from what is best is smaller, by lot.
    fn result(trial: &Trial, random: &mut ChaCha8Rng) -> f64 {
        let worth = |parameters: &Parameters| -> f64 {
            let off = [
                f64::from(parameters.razor_margin - 300) / 100.0,
                f64::from(parameters.futility_margin - 60) / 40.0,
                f64::from(parameters.lmr_pv - 1400) / 500.0,
            ];
            -off.iter().map(|off| off * off).sum::<f64>()
        };
        let chance = 1.0 / (1.0 + (worth(&trial.down) - worth(&trial.up)).exp());
        let mut game = || f64::from(random.next_u32()) / 2f64.powi(32) < chance;
        let won = u8::from(game()) + u8::from(game());
        2.0 * (f64::from(won) - 1.0)
    }

    #[test]
    fn parameters_come_near_to_what_wins() {
        let mut spsa = Spsa::new(Parameters::USUAL, &NAMES, 4000).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        while !spsa.is_finished() {
            for trial in spsa.next_trials(8) {
                let result = result(&trial, &mut random);
                spsa.learn(&trial, result);
            }
        }
        let tuned = spsa.parameters();
        assert!((270..330).contains(&tuned.razor_margin), "{}", tuned.razor_margin);
        assert!((50..75).contains(&tuned.futility_margin), "{}", tuned.futility_margin);
        assert!((1200..1600).contains(&tuned.lmr_pv), "{}", tuned.lmr_pv);
        let others = Parameters {
            razor_margin: Parameters::USUAL.razor_margin,
            futility_margin: Parameters::USUAL.futility_margin,
            lmr_pv: Parameters::USUAL.lmr_pv,
            ..tuned
        };
        assert_eq!(others, Parameters::USUAL);
    }

    #[test]
    fn a_run_that_goes_on_equals_one_that_was_not_stopped() {
        let start = || Spsa::new(Parameters::USUAL, &NAMES, 40).unwrap();
        let go_on = |mut spsa: Spsa, until: u64| {
            while spsa.trials() < until {
                for trial in spsa.next_trials(4) {
                    spsa.learn(&trial, if trial.up.razor_margin % 3 == 0 { 2.0 } else { -1.0 });
                }
            }
            spsa
        };
        let halfway = go_on(start(), 20).state();
        let resumed = start().resume(&halfway).unwrap();
        assert_eq!(go_on(resumed, 40), go_on(start(), 40));
    }

    #[test]
    fn a_damaged_state_is_refused_with_its_line() {
        let read = |text: &str| Spsa::new(Parameters::USUAL, &NAMES, 40).unwrap().resume(text);
        let line = StateError::Line { line: 2, text: "lmr_pv much".to_owned() };
        assert_eq!(read("trials 3\nlmr_pv much").unwrap_err(), line);
        assert_eq!(read("lmr_pv 900").unwrap_err(), StateError::NoTrials);
        assert!(matches!(read("trials 3\nno_such 1"), Err(StateError::Parameter(_))));
        assert!(Spsa::new(Parameters::USUAL, &["no_such"], 1).is_err());
    }
}
