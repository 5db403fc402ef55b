//! What an evaluation should say of the positions of games.
//!
//! The aim for a position is what the search thought of it, mixed with the aim for the position after it, and so on to the end of the
//! game: TD(lambda). A lambda of 0 leaves what the search thought, one of 1 the result of the game. Positions in which a
//! capture is at hand pass on what follows, but nothing is learnt from them: the search does not evaluate them.

use super::sample::Sample;
use checkers::engine::View;
use learn::logistic::{chance, surprise};

/// A position and the share of the point that its side to move should expect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    pub view: View,
    pub points: f32,
}

impl Aim {
    /// The aims of the samples, which stand game by game and in the order of the moves. A win is e times as likely as a loss
    /// for each `unit` hundredths of a man.
    pub fn all(samples: &[Sample], unit: f32, lambda: f32) -> Vec<Aim> {
        let mut aims = Vec::with_capacity(samples.len());
        let mut next = 0.5;
        for sample in samples.iter().rev() {
            let follows = if sample.is_last { sample.result.points() } else { 1.0 - next };
            let thought = sample.score.map(|score| chance(f32::from(score) / unit));
            next = match thought {
                None => follows,
                Some(thought) if sample.is_left => thought,
                Some(thought) => lambda * follows + (1.0 - lambda) * thought,
            };
            if !sample.must_capture {
                aims.push(Aim { view: sample.view, points: next });
            }
        }
        aims.reverse();
        aims
    }
}

/// The unit with which the scores of the samples best predict how their games ended.
pub fn unit_of(samples: &[Sample]) -> f32 {
    let units = (4..=40).map(|step| 10.0 * step as f32);
    let scored = |unit: f32| -> f64 {
        let some = samples.iter().step_by(samples.len() / 200_000 + 1);
        let bits = some.filter_map(|sample| {
            Some(surprise(chance(f32::from(sample.score?) / unit), sample.result.points()))
        });
        bits.sum()
    };
    let losses = units.map(|unit| (scored(unit), unit));
    losses.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(100.0, |(_, unit)| unit)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Result;
    use super::*;

    #[test]
    fn an_aim_is_between_what_was_thought_and_what_followed() {
        let view = View { men: 1, kings: 0, other_men: 2, other_kings: 0 };
        let sample = |score, result, is_last| Sample {
            view,
            score,
            result,
            must_capture: false,
            is_left: false,
            is_last,
        };
        let game = [
            sample(Some(0), Result::Won, false),
            sample(None, Result::Lost, false),
            sample(Some(0), Result::Won, true),
        ];
        let points = |samples: &[Sample], lambda| -> Vec<f32> {
            Aim::all(samples, 100.0, lambda).iter().map(|aim| aim.points).collect()
        };
        assert_eq!(points(&game, 0.0), [0.5, 0.5, 0.5]);
        assert_eq!(points(&game, 1.0), [1.0, 0.0, 1.0]);
        assert_eq!(points(&game, 0.5), [0.625, 0.25, 0.75]);
        let left = [Sample { is_left: true, ..game[0] }, game[1], game[2]];
        assert_eq!(points(&left, 1.0), [0.5, 0.0, 1.0]);
        let captures = [game[0], Sample { must_capture: true, ..game[1] }, game[2]];
        assert_eq!(points(&captures, 0.5), [0.625, 0.75]);
    }
}
