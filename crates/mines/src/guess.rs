//! Which cell to open when none is safe.
//!
//! The safest cell is a good choice and not the best one: a cell that is a little less safe but likely to
//! lead on can win more games. So the cells that are nearly as safe as the safest are imagined open,
//! with each number that they may show, and judged by what is known then: whether a safe cell follows, or
//! else how safe the next guess is, and how many coin tosses may be left over at the end.
//!
//! Tried and found to win no more: looking one guess further, and a judgement by a dozen figures fitted to
//! the results of played games.

use crate::engine::{Chances, Engine};
use crate::frontier::touches_clue;
use crate::knowledge::{Knowledge, Place};
use crate::pairs;
use std::cmp::Reverse;

/// A cell is looked into if it is at least this fraction as safe as the safest.
const NEARLY_AS_SAFE: f64 = 0.9;
/// Of the cells beyond the frontier, all equally safe: so many with the fewest unknown cells around them,
const LONELY_CELLS: usize = 4;
/// and so many that touch the most cells of the frontier.
const NEAR_CELLS: usize = 8;
/// Safe cells to go on with are worth more than the certain survival of the next guess: so much,
const PROGRESS: f64 = 1.05;
/// and so much for each of them,
const PROGRESS_EACH: f64 = 0.02;
/// up to so many.
const PROGRESS_MOST: usize = 10;
/// The best that can come of a move.
const BEST: f64 = PROGRESS + PROGRESS_EACH * PROGRESS_MOST as f64;
/// Cells that are a coin toss with more than this chance are looked into although they are not safe.
const LIKELY_TOSS: f64 = 0.8;
/// A score is higher only if it is by more than rounding can make of equal ones.
const MORE: f64 = 1.0 + 1e-9;
/// What is left of the probability when it does not matter any more.
const NEGLIGIBLE: f64 = 1e-9;

/// The safest cell; of equally safe ones the one with the fewest unknown cells around it, which is the
/// likeliest to show nothing and open more.
pub(crate) fn safest(engine: &Engine, knowledge: &Knowledge, chances: &Chances) -> Option<Place> {
    let rank = |&(place, mine): &(Place, f64)| {
        // Rounded, so that a difference in the last bits is none.
        ((mine * 1e9) as u64, knowledge.unknown_around(place), place)
    };
    chances.cells(&engine.frontier).min_by_key(rank).map(|(place, _)| place)
}

/// A cell that might be opened, and the probability of a mine in it.
struct Candidate {
    place: Place,
    mine: f64,
}

/// Looks ahead from a position.
pub(crate) struct LookAhead<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) chances: &'a Chances,
    /// Memory to work in.
    pub(crate) mines: &'a mut Vec<f64>,
}

impl LookAhead<'_> {
    /// The cell with the best prospects.
    pub(crate) fn best(&mut self) -> Option<Place> {
        let mut best: Option<(f64, Place)> = None;
        for candidate in self.candidates() {
            let enough = best.map_or(0.0, |(score, _)| score);
            let score = self.prospects(&candidate, enough);
            if best.is_none() || score > enough * MORE {
                best = Some((score, candidate.place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The cells worth a look, the safest first.
    fn candidates(&mut self) -> Vec<Candidate> {
        let (engine, chances) = (&*self.engine, self.chances);
        let cells = || chances.cells(&engine.frontier);
        let limit = NEARLY_AS_SAFE * cells().map(|(_, mine)| 1.0 - mine).fold(0.0, f64::max);
        let mut tosses = Vec::new();
        pairs::visit(&engine.frontier, self.knowledge, chances, self.mines, |one, other, toss| {
            if toss > LIKELY_TOSS {
                tosses.extend([one, other]);
            }
        });
        let on_frontier = engine.frontier.groups.iter().zip(&chances.groups);
        let mut found: Vec<Candidate> = on_frontier
            .flat_map(|(group, &mine)| {
                engine.frontier.cells(group).iter().map(move |&place| Candidate { place, mine })
            })
            .filter(|cell| 1.0 - cell.mine >= limit || tosses.contains(&cell.place))
            .collect();
        if 1.0 - chances.beyond >= limit {
            let mine = chances.beyond;
            found.extend(self.beyond().into_iter().map(|place| Candidate { place, mine }));
        }
        found.sort_by(|a, b| a.mine.total_cmp(&b.mine));
        found
    }

    /// Some cells beyond the frontier: the lonely ones are likely to open an area, those near the
    /// frontier to tell something about it.
    fn beyond(&self) -> Vec<Place> {
        let near = |place: Place| {
            let around = self.knowledge.around(place);
            around.filter(|&(_, around)| touches_clue(self.knowledge, around)).count()
        };
        let mut cells: Vec<(Place, u32, usize)> = self
            .engine
            .frontier
            .beyond
            .iter()
            .map(|&place| (place, self.knowledge.unknown_around(place), near(place)))
            .collect();
        cells.sort_by_key(|&(place, unknown, near)| (unknown, Reverse(near), place));
        let mut others = cells.split_off(LONELY_CELLS.min(cells.len()));
        others.retain(|&(_, _, near)| near > 0);
        others.sort_by_key(|&(place, unknown, near)| (Reverse(near), unknown, place));
        cells.extend(others.into_iter().take(NEAR_CELLS));
        cells.into_iter().map(|(place, ..)| place).collect()
    }

    /// How good it is to open a cell: the sum over the numbers that it may show. Not exact where it is
    /// not more than `enough`.
    fn prospects(&mut self, candidate: &Candidate, enough: f64) -> f64 {
        let (mut score, mut left) = (0.0, 1.0 - candidate.mine);
        let located = self.knowledge.mines_around(candidate.place);
        let unknown = self.knowledge.unknown_around(candidate.place) as u8;
        for number in located..=located + unknown {
            if left < NEGLIGIBLE || score + left * BEST <= enough {
                break;
            }
            let mut after = self.knowledge.clone();
            if after.open(candidate.place, number).is_err() || after.settle().is_err() {
                continue;
            }
            let Some(chances) = self.engine.analyse(&after) else { continue };
            let chance = (chances.ln_layouts - self.chances.ln_layouts).exp();
            left -= chance;
            score += chance * self.judge(&after, &chances);
        }
        score
    }

    /// How good a position is.
    fn judge(&mut self, knowledge: &Knowledge, chances: &Chances) -> f64 {
        let frontier = &self.engine.frontier;
        let mut safe = knowledge.safe_places().count();
        let mut safety = 0.0_f64;
        for (_, mine) in chances.cells(frontier) {
            safe += usize::from(mine <= 0.0);
            safety = safety.max(1.0 - mine);
        }
        let next = if knowledge.unknown() == 0 {
            BEST
        } else if safe > 0 {
            PROGRESS + PROGRESS_EACH * safe.min(PROGRESS_MOST) as f64
        } else {
            safety
        };
        next * pairs::survival(frontier, knowledge, chances, self.mines)
    }
}
