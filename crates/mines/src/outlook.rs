//! How likely a game is to be won from here, judged by a few figures.

use crate::engine::{Chances, Engine};
use crate::knowledge::{Knowledge, Place, UNKNOWN};

pub const FIGURES: usize = 12;

/// The figures, and whether a safe cell is known.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    pub figures: [f64; FIGURES],
    pub progress: bool,
}

impl Outlook {
    pub(crate) fn of(
        engine: &Engine,
        knowledge: &Knowledge,
        chances: &Chances,
        scratch: &mut Vec<f64>,
    ) -> Outlook {
        let mut best = 0.0_f64;
        let mut ambiguous = 0.0;
        let mut frontier_cells = 0;
        let mut safe = knowledge.safe_places().count();
        for (group, &mine) in engine.frontier.groups.iter().zip(&chances.groups) {
            let size = group.size();
            best = best.max(1.0 - mine);
            if mine == 0.0 {
                safe += size;
            }
            frontier_cells += size;
            ambiguous += mine.min(1.0 - mine) * size as f64;
        }
        let beyond = engine.frontier.beyond.len();
        if beyond > 0 {
            best = best.max(1.0 - chances.beyond);
            if chances.beyond == 0.0 {
                safe += beyond;
            }
        }
        let progress = safe > 0;
        let pairs = pairs(engine, knowledge, chances, scratch);
        let layouts = chances.ln_layouts.max(0.0);
        let figures = [
            1.0,
            if progress { 0.0 } else { best.max(1e-9).ln() },
            pairs,
            layouts / 30.0,
            layouts.sqrt() / 5.0,
            beyond as f64 / 200.0,
            if beyond > 0 { chances.beyond } else { 0.0 },
            (safe.min(12) as f64) / 6.0,
            ambiguous / 10.0,
            frontier_cells as f64 / 50.0,
            f64::from(u8::from(beyond > 0)),
            (beyond as f64).sqrt() / 10.0,
        ];
        Outlook { figures, progress }
    }

    pub fn value(&self, weights: &[[f64; FIGURES]; 2]) -> f64 {
        let weights = &weights[usize::from(self.progress)];
        let sum: f64 = weights.iter().zip(&self.figures).map(|(w, f)| w * f).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// The logarithm of the chance to come through the pairs of cells that nothing may ever tell apart.
fn pairs(engine: &Engine, knowledge: &Knowledge, chances: &Chances, mine: &mut Vec<f64>) -> f64 {
    let mut sum = 0.0;
    pairs_with(&engine.frontier, knowledge, chances, mine, |_, _, q| sum += (1.0 - 0.5 * q).ln());
    sum
}

pub(crate) fn pairs_with(
    frontier: &crate::frontier::Frontier,
    knowledge: &Knowledge,
    chances: &Chances,
    mine: &mut Vec<f64>,
    mut f: impl FnMut(Place, Place, f64),
) {
    mine.clear();
    mine.extend((0..knowledge.places()).map(|place| match knowledge.what(place as Place) {
        crate::knowledge::MINE | crate::knowledge::WALL => 1.0,
        _ => 0.0,
    }));
    for (place, chance) in chances.cells(frontier) {
        mine[usize::from(place)] = chance;
    }
    let stride = knowledge.stride();
    for (place, _) in chances.cells(frontier) {
        let one = usize::from(place);
        for (step, across) in [(1, stride), (stride, 1)] {
            let other = one + step;
            if knowledge.what(other as Place) != UNKNOWN {
                continue;
            }
            let (before, after) = (one - step, other + step);
            let ends = mine[before] * mine[after];
            if ends < 1e-3 {
                continue;
            }
            let blind = ends
                * mine[before - across]
                * mine[before + across]
                * mine[after - across]
                * mine[after + across];
            let (a, b) = (mine[one], mine[other]);
            let split = (a + b).min(2.0 - a - b);
            f(place, other as Place, blind * split.min(1.0));
        }
    }
}
