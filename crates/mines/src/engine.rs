//! Probabilities in floating point, fast enough to ask for them thousands of times in a game.
//!
//! The same counting as in [`crate::Probabilities`], with numbers that are divided down where they grow
//! large. A probability is exactly 0 or exactly 1 only if no placement says otherwise. Components are
//! remembered: after a cell is opened, or imagined open, all components but those it touches are the
//! same as before.

use crate::combine::{combine, limits};
use crate::component::{Component, Uncountable, count};
use crate::frontier::Frontier;
use crate::knowledge::{Knowledge, Place};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// What is likely, given what is known.
#[derive(Debug, Default, Clone)]
pub(crate) struct Chances {
    /// The logarithm of the number of layouts.
    pub(crate) ln_layouts: f64,
    /// The probability of a mine in a cell of each group of the frontier.
    pub(crate) groups: Vec<f64>,
    /// The probability of a mine in a cell beyond the frontier.
    pub(crate) beyond: f64,
}

/// Calculates chances and remembers components.
pub(crate) struct Engine {
    pub(crate) frontier: Frontier,
    components: Vec<Rc<Component<f64>>>,
    remembered: HashMap<Box<[u16]>, Rc<Component<f64>>, BuildHasherDefault<Mixer>>,
    ln_factorials: Vec<f64>,
    key: Vec<u16>,
    local: Vec<u16>,
}

/// So many components are remembered before all are forgotten.
const MEMORY: usize = 1 << 14;

impl Engine {
    /// An engine for boards of up to this many cells.
    pub(crate) fn new(cells: usize) -> Engine {
        let sums = (1..=cells).scan(0.0, |sum, n| {
            *sum += (n as f64).ln();
            Some(*sum)
        });
        Engine {
            frontier: Frontier::default(),
            components: Vec::new(),
            remembered: HashMap::default(),
            ln_factorials: std::iter::once(0.0).chain(sums).collect(),
            key: Vec::new(),
            local: Vec::new(),
        }
    }

    /// The chances, or why there are none. Leaves the frontier in `self`.
    pub(crate) fn analyse(&mut self, knowledge: &Knowledge) -> Option<Chances> {
        self.count(knowledge).ok()?;
        let (fewest, most) = limits(&self.components);
        let beyond = self.frontier.beyond.len();
        let mines_left = knowledge.mines_left();
        if mines_left < fewest as i32 || mines_left > (most + beyond) as i32 {
            return None;
        }
        let (ways, ln_ways) = self.ways(beyond, mines_left as usize, fewest..most + 1);
        let mut combined = combine(&self.components, ways);
        let mut chances = Chances {
            ln_layouts: combined.layouts.ln() + combined.scale + ln_ways,
            groups: Vec::with_capacity(self.frontier.groups.len()),
            beyond: 0.0,
        };
        for (component, rest) in self.components.iter().zip(&combined.rest) {
            let width = rest.len();
            for (mines, free) in component.mines.chunks(width).zip(component.free.chunks(width)) {
                let sum = |counts: &[f64]| -> f64 {
                    counts.iter().zip(rest).map(|(count, rest)| count * rest).sum()
                };
                let (mines, free) = (sum(mines), sum(free));
                chances.groups.push(mines / (mines + free));
            }
        }
        if beyond > 0 {
            let (ways, _) = self.ways(beyond, mines_left as usize, fewest..most + 1);
            let (mut mines, mut all) = (0.0, 0.0);
            for (more, (placements, ways)) in combined.frontier.iter_mut().zip(&ways).enumerate() {
                let there = (mines_left - (fewest + more) as i32).max(0);
                mines += *placements * ways * f64::from(there);
                all += *placements * ways;
            }
            chances.beyond = mines / (all * beyond as f64);
        }
        Some(chances)
    }

    /// Fills `components` for the frontier of what is known.
    fn count(&mut self, knowledge: &Knowledge) -> Result<(), Uncountable> {
        self.frontier.refill(knowledge);
        self.components.clear();
        if self.remembered.len() > MEMORY {
            self.remembered.clear();
        }
        let ranges: Vec<Range<usize>> = self.frontier.ranges().collect();
        self.local.clear();
        self.local.resize(self.frontier.clues.len(), u16::MAX);
        for range in ranges {
            self.describe(range.clone());
            let component = if let Some(known) = self.remembered.get(self.key.as_slice()) {
                Rc::clone(known)
            } else {
                let counted = Rc::new(count(&self.frontier, range)?);
                self.remembered.insert(self.key.clone().into_boxed_slice(), Rc::clone(&counted));
                counted
            };
            self.components.push(component);
        }
        Ok(())
    }

    /// Writes into `key` all that the counts of a component depend on: for each group its size and its
    /// clues, numbered as they come, each with its mines when it comes first.
    fn describe(&mut self, range: Range<usize>) {
        self.key.clear();
        let mut clues = 0;
        for group in &self.frontier.groups[range] {
            self.key.push((group.size() << 8 | group.clues().len()) as u16);
            for &clue in group.clues() {
                let local = &mut self.local[usize::from(clue)];
                if *local == u16::MAX {
                    *local = clues;
                    clues += 1;
                    self.key.push(0xff00 | u16::from(self.frontier.clues[usize::from(clue)].mines));
                }
                self.key.push(*local);
            }
        }
    }

    /// The ways to put the mines that are not on the frontier into the cells beyond it, for each number of
    /// mines on the frontier, divided by the largest of them; and the logarithm of that.
    fn ways(&self, beyond: usize, mines_left: usize, frontier: Range<usize>) -> (Vec<f64>, f64) {
        let there = |on_frontier: usize| {
            mines_left.checked_sub(on_frontier).filter(|&there| there <= beyond)
        };
        let ln_choose = |k: usize| {
            self.ln_factorials[beyond] - self.ln_factorials[k] - self.ln_factorials[beyond - k]
        };
        let middle = frontier
            .clone()
            .filter_map(there)
            .min_by_key(|&there| (2 * there).abs_diff(beyond))
            .unwrap_or(0);
        let largest = ln_choose(middle);
        let way = |on_frontier| there(on_frontier).map_or(0.0, |k| (ln_choose(k) - largest).exp());
        (frontier.map(way).collect(), largest)
    }
}

impl Chances {
    /// The probability of a mine for every unknown cell of a frontier.
    pub(crate) fn cells<'a>(
        &'a self,
        frontier: &'a Frontier,
    ) -> impl Iterator<Item = (Place, f64)> + 'a {
        let groups = frontier.groups.iter().zip(&self.groups);
        groups
            .flat_map(|(group, &mine)| frontier.cells(group).iter().map(move |&cell| (cell, mine)))
            .chain(frontier.beyond.iter().map(|&cell| (cell, self.beyond)))
    }
}

/// A quick hash for keys of small integers.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}
