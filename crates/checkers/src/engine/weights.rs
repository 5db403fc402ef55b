//! The weights of the features, read from `weights.txt`.
//!
//! A line has the name of a group of features, `full` or `empty`, and the weight of each feature of the group
//! in hundredths of a man: on a full board, and on an empty one. In between they are mixed by the number of
//! pieces. Lines that begin with `#` say something to people. `cargo run --release -p learn --example tune
//! checkers` plays games with these weights and writes the file anew.

use super::features::{self, FEATURES, GROUPS};
use super::view::View;
use crate::Position;
use std::fmt::Write;
use std::sync::LazyLock;

/// A board with so many pieces, or more, is full,
const FULL: i32 = 22;
/// and with so many or fewer it is empty.
const EMPTY: i32 = 6;

/// The weights of every feature, in hundredths of a man.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// On a full board, and on an empty one.
    pub values: Box<[[i32; 2]; FEATURES]>,
}

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    let values = Box::new([[0; 2]; FEATURES]);
    Weights::read(include_str!("weights.txt")).unwrap_or(Weights { values })
});

/// The weights of the file.
#[inline]
pub fn fitted() -> &'static Weights {
    &FITTED
}

/// How full the board is, from 0 to 1.
pub fn fullness(view: View) -> f64 {
    f64::from(fullness_steps(view)) / f64::from(FULL - EMPTY)
}

#[inline]
fn fullness_steps(view: View) -> i32 {
    ((view.own() | view.other()).count_ones() as i32).clamp(EMPTY, FULL) - EMPTY
}

impl Weights {
    /// How good the position is for the side to move, in hundredths of a man.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let view = View::of(position);
        let [mut full, mut empty] = [0, 0];
        features::each(view, |feature, amount| {
            let [on_full, on_empty] = self.values[feature];
            full += amount * on_full;
            empty += amount * on_empty;
        });
        let steps = fullness_steps(view);
        (full * steps + empty * (FULL - EMPTY - steps)) / (FULL - EMPTY)
    }

    /// Reads the text; none if a line is missing or wrong.
    pub fn read(text: &str) -> Option<Weights> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut values = Box::new([[0; 2]; FEATURES]);
        let mut start = 0;
        for group in &GROUPS {
            for (side, name) in ["full", "empty"].into_iter().enumerate() {
                let mut words = lines.next()?.split_whitespace();
                if words.next() != Some(group.name) || words.next() != Some(name) {
                    return None;
                }
                let numbers: Vec<i32> = words.map_while(|word| word.parse().ok()).collect();
                if numbers.len() != group.length {
                    return None;
                }
                for (value, number) in values.iter_mut().skip(start).zip(numbers) {
                    value[side] = number;
                }
            }
            start += group.length;
        }
        lines.next().is_none().then_some(Weights { values })
    }

    /// Writes the text that [`read`](Weights::read) reads.
    pub fn write(&self) -> String {
        let mut text = String::from(
            "# Checkers: hundredths of a man for each feature (features.rs), on a full board and on an empty one.\n",
        );
        let mut start = 0;
        for group in &GROUPS {
            for (side, name) in ["full", "empty"].into_iter().enumerate() {
                let _ = write!(text, "{} {name}", group.name);
                for value in self.values.iter().skip(start).take(group.length) {
                    let _ = write!(text, " {}", value[side]);
                }
                text.push('\n');
            }
            start += group.length;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Perfect, Rules};

    #[test]
    fn the_weights_in_the_file_are_all_there_and_write_back_as_they_are() {
        let text = include_str!("weights.txt");
        let weights = Weights::read(text).unwrap();
        assert_eq!(weights.write(), text);
        assert_eq!(Weights::read(&text.replace("king full", "queen full")), None);
        assert_eq!(Weights::read(&text.replace("turn full", "turn full 1")), None);
        assert_eq!(Weights::read(text.split_once("ahead").unwrap().0), None);
    }

    /// A position and the same one with the board turned round and the colours exchanged.
    #[test]
    fn both_colours_are_judged_alike() {
        let mut state = 1u64;
        for _ in 0..100 {
            let mut position = Position::START;
            while let Some(moves) = position.moves_unless_over() {
                assert_eq!(
                    fitted().evaluate(&position),
                    fitted().evaluate(&position.turned()),
                    "{position}"
                );
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
                if state >> 56 == 0 {
                    break;
                }
            }
        }
    }
}
