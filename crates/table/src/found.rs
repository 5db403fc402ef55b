//! What a search thinks of a position, as front ends show it, and the memory of it by position.

use crate::any::AnyTable;
use crate::mind::Report;
use game::Side;
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// So many positions are remembered with what was found about them.
pub const MOST_REMEMBERED: usize = 2000;

/// So many moves of a line have arrows.
const MOST_ARROWS: usize = 6;

/// What a search thinks of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// How many moves ahead it looked.
    pub depth: u32,
    pub nodes: u64,
    /// Is there nothing more to find?
    pub complete: bool,
    /// The best line first.
    pub lines: Vec<FoundLine>,
}

/// A line of play and what it is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundLine {
    /// How white stands, from -1, lost, to 1, won.
    pub value: f64,
    /// The same as people write it: `+0.35`, `#3` for a win of white in three moves, `#-3` for one of black.
    pub score: String,
    /// The score as the side to move sees it.
    pub own: String,
    /// Where the search came to the end of the game, how certain its score is, in percent.
    pub certainty: Option<u8>,
    pub moves: Vec<String>,
    /// The squares that the first of them touch, for arrows.
    pub paths: Vec<Vec<String>>,
}

impl Found {
    /// What the reports of a search come to, which it made at this table for this side.
    pub fn of(table: &AnyTable, reports: &[Report], side: Side, complete: bool) -> Found {
        Found {
            depth: reports.iter().map(|report| report.depth).min().unwrap_or(0),
            nodes: reports.iter().map(|report| report.nodes).max().unwrap_or(0),
            complete,
            lines: reports.iter().map(|report| FoundLine::of(table, report, side)).collect(),
        }
    }

    /// Does it say more than another one about the same position?
    pub fn is_better_than(&self, other: &Found) -> bool {
        let certain = |found: &Found| -> u32 {
            found.lines.iter().filter_map(|line| line.certainty).map(u32::from).sum()
        };
        self.complete && !other.complete
            || (self.depth, certain(self)) > (other.depth, certain(other))
    }

    /// How certain the least certain line is, in percent, where all of them were searched to the end of the game.
    pub fn certainty(&self) -> Option<u8> {
        let all: Option<Vec<u8>> = self.lines.iter().map(|line| line.certainty).collect();
        all?.into_iter().min()
    }
}

impl FoundLine {
    fn of(table: &AnyTable, report: &Report, side: Side) -> FoundLine {
        let shown = report.line.len().min(MOST_ARROWS);
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        FoundLine {
            value: sign * report.value,
            score: written(sign * report.ahead, report.ends_in),
            own: written(report.ahead, report.ends_in),
            certainty: report.certainty,
            moves: report.line.clone(),
            paths: table.squares_along(&report.line[..shown]),
        }
    }
}

/// A score as people write it.
pub(crate) fn written(ahead: f64, ends_in: Option<u32>) -> String {
    match ends_in {
        Some(plies) if ahead != 0.0 => {
            let moves = plies.div_ceil(2).max(1);
            if ahead > 0.0 { format!("#{moves}") } else { format!("#-{moves}") }
        }
        _ if ahead.is_infinite() => if ahead > 0.0 { "+∞" } else { "−∞" }.to_owned(),
        _ if ahead == 0.0 => "0".to_owned(),
        _ if ahead.fract() == 0.0 => format!("{ahead:+}"),
        _ => format!("{ahead:+.2}"),
    }
}

/// What was found about positions, the oldest first to be forgotten.
#[derive(Debug, Clone, Default)]
pub struct Remembered {
    found: HashMap<String, Arc<Found>>,
    order: VecDeque<String>,
}

impl Remembered {
    pub fn get(&self, key: &str) -> Option<Arc<Found>> {
        self.found.get(key).cloned()
    }

    pub fn keep(&mut self, key: &str, found: Arc<Found>) {
        if self.found.insert(key.to_owned(), found).is_none() {
            self.order.push_back(key.to_owned());
        }
        while self.order.len() > MOST_REMEMBERED {
            if let Some(oldest) = self.order.pop_front() {
                self.found.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_people_do() {
        for (ahead, ends_in, text) in [
            (0.35, None, "+0.35"),
            (-4.0, None, "-4"),
            (0.0, None, "0"),
            (f64::INFINITY, Some(5), "#3"),
            (f64::NEG_INFINITY, Some(4), "#-2"),
            (f64::INFINITY, None, "+∞"),
        ] {
            assert_eq!(written(ahead, ends_in), text);
        }
    }

    #[test]
    fn only_so_many_positions_are_remembered() {
        let mut remembered = Remembered::default();
        let found = |depth| Arc::new(Found { depth, nodes: 0, complete: false, lines: Vec::new() });
        for number in 0..=MOST_REMEMBERED {
            remembered.keep(&number.to_string(), found(1));
        }
        assert!(remembered.get("0").is_none());
        remembered.keep("1", found(2));
        assert_eq!(remembered.get("1").map(|found| found.depth), Some(2));
        assert_eq!(remembered.order.len(), MOST_REMEMBERED);
    }
}
