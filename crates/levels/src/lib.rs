//! Levels of play: from one who has just learnt the rules to one who plays as well as the search can.
//!
//! A weaker player looks less far and does not always pick the best of the moves it has seen: the
//! closer a move comes to the best one, the likelier it is picked. So mistakes are those of somebody
//! who plays quickly, and never a piece given away for nothing at every move.

use search::{Limits, Progress, Searchable};

/// What holds a level back.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Handicap {
    /// How many moves ahead it looks.
    depth: u32,
    /// How many positions it looks at.
    nodes: u64,
    /// Among how many of the best moves it chooses.
    choice: usize,
    /// How carelessly: a move that is worse by so many hundredths of a pawn is chosen about a third
    /// as often as the best.
    temperature: i32,
}

impl Handicap {
    const fn new(depth: u32, nodes: u64, choice: usize, temperature: i32) -> Handicap {
        Handicap { depth, nodes, choice, temperature }
    }
}

/// Levels 1 to 9. Level 10 has none.
const HANDICAPS: [Handicap; 9] = [
    Handicap::new(1, 2_000, 8, 160),
    Handicap::new(2, 4_000, 6, 110),
    Handicap::new(2, 6_000, 5, 60),
    Handicap::new(4, 10_000, 5, 34),
    Handicap::new(5, 20_000, 4, 24),
    Handicap::new(6, 40_000, 4, 16),
    Handicap::new(7, 60_000, 3, 10),
    Handicap::new(9, 120_000, 2, 5),
    Handicap::new(11, 300_000, 1, 0),
];

/// A move that is worse than the best one by more than so many times the temperature is never chosen.
const WORST: i32 = 3;

/// How the search is limited for a level; `None` for one that plays as well as it can.
pub fn limits<M>(level: u8) -> Option<Limits<M>> {
    let handicap = handicap(level)?;
    Some(Limits {
        depth: Some(handicap.depth),
        nodes: Some(handicap.nodes),
        lines: handicap.choice,
        ..Limits::default()
    })
}

fn handicap(level: u8) -> Option<Handicap> {
    HANDICAPS.get(usize::from(level.max(1)) - 1).copied()
}

/// The line that a level chooses of those that the search found, best first. `fraction`, from 0 to 1 and
/// drawn by the caller, decides among them.
pub fn choose<G: Searchable>(
    level: u8,
    lines: &[Progress<G::Move>],
    fraction: f64,
) -> Option<&Progress<G::Move>> {
    let best = lines.first()?;
    let Some(handicap) = handicap(level).filter(|handicap| handicap.temperature > 0) else {
        return Some(best);
    };
    let temperature = handicap.temperature * G::PARAMETERS.swing;
    let behind = |line: &Progress<G::Move>| best.score.hundredths() - line.score.hundredths();
    let weights: Vec<f64> = lines
        .iter()
        .map(|line| match behind(line) {
            // The search did not get to it.
            _ if line.depth == 0 && best.depth > 0 => 0.0,
            much if much > WORST * temperature => 0.0,
            little => (-f64::from(little) / f64::from(temperature)).exp(),
        })
        .collect();
    let total: f64 = weights.iter().sum();
    let mut left = total * fraction;
    let chosen = std::iter::zip(lines, &weights).find(|&(_, weight)| {
        left -= weight;
        left < 0.0
    });
    Some(chosen.map_or(best, |(line, _)| line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Move, Position};
    use search::{Bound, Score};
    use std::time::Duration;

    fn lines(scores: &[i32]) -> Vec<Progress<Move>> {
        let line = |(index, &score): (usize, &i32)| Progress {
            depth: 1,
            selective_depth: 1,
            rank: index + 1,
            score: Score::new(score),
            bound: Bound::Exact,
            complete: true,
            nodes: 1,
            elapsed: Duration::ZERO,
            filled: 0,
            line: vec![Move::from_bits(index as u16 + 1)],
            solved: false,
        };
        scores.iter().enumerate().map(line).collect()
    }

    fn counts(level: u8, scores: &[i32]) -> Vec<u32> {
        let lines = lines(scores);
        let mut counts = vec![0; scores.len()];
        for part in 0..1000 {
            counts
                [choose::<Position>(level, &lines, f64::from(part) / 1000.0).unwrap().rank - 1] +=
                1;
        }
        counts
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_bad_ones_never() {
        for level in 1..=8 {
            let counts = counts(level, &[0, -10, -40, -900]);
            assert!(counts[0] > counts[1] && counts[1] > counts[2], "{level}: {counts:?}");
            assert_eq!(counts[3], 0);
        }
        assert_eq!(counts(9, &[0, -10]), [1000, 0]);
        assert_eq!(counts(10, &[0, -10]), [1000, 0]);
    }

    #[test]
    fn a_move_that_was_not_searched_is_not_chosen() {
        let mut lines = lines(&[0, 0, 0]);
        lines[1].depth = 0;
        for part in 0..200 {
            assert_ne!(choose::<Position>(1, &lines, f64::from(part) / 200.0).unwrap().rank, 2);
        }
    }

    #[test]
    fn every_level_looks_further_and_chooses_more_carefully_than_the_one_below() {
        for pair in HANDICAPS.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].temperature > pair[1].temperature);
        }
        assert!(limits::<Move>(10).is_none());
    }
}
