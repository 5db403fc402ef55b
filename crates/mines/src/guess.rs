//! Which cell to open when none is safe.

use crate::engine::{Chances, Engine};
use crate::knowledge::{Knowledge, Place};

/// The safest cell; of equally safe ones the one with the fewest unknown cells around it, which is the
/// likeliest to show nothing and open more.
pub(crate) fn safest(engine: &Engine, knowledge: &Knowledge, chances: &Chances) -> Place {
    let rank = |&(place, mine): &(Place, f64)| {
        let doubt = knowledge.unknown_around(place);
        ((mine * 1e9) as u64, doubt, place)
    };
    let best = chances.cells(&engine.frontier).min_by_key(rank);
    best.map_or(0, |(place, _)| place)
}

/// A cell that might be opened.
struct Candidate {
    place: Place,
    mine: f64,
}

pub(crate) struct Looker<'a> {
    pub engine: &'a mut Engine,
    pub tune: &'a [f64; 8],
    pub scratch: &'a mut Vec<f64>,
}

impl Looker<'_> {
    /// The cell with the best prospects, and its score.
    pub(crate) fn best(
        &mut self,
        knowledge: &Knowledge,
        chances: &Chances,
        depth: u32,
    ) -> (f64, Place) {
        let top = depth == self.tune[5] as u32;
        let candidates = self.candidates(knowledge, chances, top);
        let mut best = (0.0, 0);
        if top && depth > 0 {
            let mut ranked: Vec<(f64, Candidate)> = Vec::new();
            for candidate in candidates {
                let score = self.prospects(knowledge, chances, &candidate, 0, 0.0);
                ranked.push((score, candidate));
            }
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
            let limit = ranked[0].0 * self.tune[3];
            for (shallow, candidate) in ranked.into_iter().take(self.tune[6] as usize + 1) {
                if shallow < limit {
                    break;
                }
                let score = self.prospects(knowledge, chances, &candidate, depth, best.0);
                if score > best.0 {
                    best = (score, candidate.place);
                }
            }
            return best;
        }
        for candidate in candidates {
            let score = self.prospects(knowledge, chances, &candidate, depth, best.0);
            if score > best.0 {
                best = (score, candidate.place);
            }
        }
        best
    }

    fn candidates(
        &mut self,
        knowledge: &Knowledge,
        chances: &Chances,
        top: bool,
    ) -> Vec<Candidate> {
        let engine = &*self.engine;
        let safest =
            chances.cells(&engine.frontier).map(|(_, mine)| 1.0 - mine).fold(0.0, f64::max);
        let limit = safest * self.tune[0];
        let mut found: Vec<Candidate> = Vec::new();
        for (group, &mine) in engine.frontier.groups.iter().zip(&chances.groups) {
            if 1.0 - mine >= limit {
                found.extend(
                    engine.frontier.cells(group).iter().map(|&place| Candidate { place, mine }),
                );
            }
        }
        if 1.0 - chances.beyond >= limit {
            let mut beyond: Vec<Place> = engine.frontier.beyond.clone();
            beyond.sort_by_key(|&place| {
                let near = knowledge
                    .around(place)
                    .filter(|&(_, around)| crate::frontier::touches_clue(knowledge, around))
                    .count();
                (knowledge.unknown_around(place), std::cmp::Reverse(near), place)
            });
            let mine = chances.beyond;
            let take = if top { self.tune[1] } else { 2.0 };
            found.extend(
                beyond.into_iter().take(take as usize).map(|place| Candidate { place, mine }),
            );
        }
        if top && self.tune[7] > 0.0 {
            let mut risky = Vec::new();
            crate::outlook::pairs_with(
                &engine.frontier,
                knowledge,
                chances,
                self.scratch,
                |one, other, blind| {
                    if blind > self.tune[7] {
                        risky.extend([one, other]);
                    }
                },
            );
            for (place, mine) in chances.cells(&engine.frontier) {
                if risky.contains(&place) && 1.0 - mine < limit && mine < 0.7 {
                    found.push(Candidate { place, mine });
                }
            }
        }
        found.sort_by(|a, b| a.mine.total_cmp(&b.mine));
        if !top {
            found.truncate(self.tune[6] as usize);
        }
        found
    }

    fn prospects(
        &mut self,
        knowledge: &Knowledge,
        chances: &Chances,
        candidate: &Candidate,
        depth: u32,
        best: f64,
    ) -> f64 {
        let tune = self.tune;
        let (mut score, mut left) = (0.0, 1.0 - candidate.mine);
        let located = knowledge.mines_around(candidate.place);
        let unknown = knowledge.unknown_around(candidate.place) as u8;
        for number in located..=located + unknown {
            if left < 1e-9 || score + left * (1.0 + tune[2]) <= best {
                break;
            }
            let mut after = knowledge.clone();
            if after.open(candidate.place, number).is_err() || after.settle().is_err() {
                continue;
            }
            let Some(next) = self.engine.analyse(&after) else { continue };
            let chance = (next.ln_layouts - chances.ln_layouts).exp();
            left -= chance;
            let certain =
                after.has_safe() || next.cells(&self.engine.frontier).any(|(_, mine)| mine == 0.0);
            let mut value = if after.unknown() == 0 {
                1.0 + tune[2]
            } else if certain {
                (1.0 + tune[2]) * self.doubt(&after, &next)
            } else if depth > 0 && chance > 0.01 {
                self.best(&after, &next, depth - 1).0
            } else {
                next.cells(&self.engine.frontier).map(|(_, mine)| 1.0 - mine).fold(0.0, f64::max)
                    * self.doubt(&after, &next)
            };
            value = value.max(0.0);
            score += chance * value;
        }
        score
    }

    fn doubt(&mut self, after: &Knowledge, next: &Chances) -> f64 {
        if self.tune[4] == 0.0 {
            return 1.0;
        }
        let mut sum = 0.0;
        crate::outlook::pairs_with(&self.engine.frontier, after, next, self.scratch, |_, _, q| {
            sum += (1.0 - 0.5 * q).ln()
        });
        (self.tune[4] * sum).exp()
    }
}
