//! Boards that can be finished without guessing.
//!
//! A board needs no guess if, from the first click on, opening only cells that certainly hold no mine
//! opens all of them; what is certain follows from every open number and the number of mines together.
//!
//! The scheme, version 1: the boards that [`Layout::lay`] gives for the seeds `s0, s1, ...` are tried in
//! turn, where the `s` are read from the key stream of the seed, two words each, the lower one first; the
//! first board that needs no guess is taken. So every such board is equally likely. Where they are so rare
//! that this has not succeeded within [`MOST_TRIES`] boards or [`MOST_OPENED`] opened cells, boards are
//! repaired: where a board is stuck, a mine at the edge of what is open changes places with a free cell
//! that is still closed, and the change stays if the game then gets no less far. A board found so is as
//! certain, but not every one is equally likely. Repairs end, with an error, at [`MOST_REPAIRS`] or
//! when ten times [`MOST_OPENED`] cells were opened.

use crate::engine::Engine;
use crate::knowledge::{Knowledge, Place};
use crate::layout::Draws;
use crate::probability::certain_cells;
use crate::solver::mark_certain;
use crate::{Cell, Layout, Level, Rule};

/// The most boards that are tried as they are.
pub const MOST_TRIES: u32 = 20_000;
/// The most cells that are opened while boards are tried as they are.
pub const MOST_OPENED: u64 = 2_000_000;
/// The most repairs.
pub const MOST_REPAIRS: u32 = 5_000;
/// So many repairs in a row that lead nowhere end the work on a board.
const PATIENCE: u32 = 200;

/// No board without guessing was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no board of {level} that needs no guess was found for a first click at {first} ({rule}): {tries} \
     were tried and {repairs} repairs made; take fewer mines, another first click or another seed"
)]
pub struct NoGuessError {
    /// The board.
    pub level: Level,
    /// What the first click was promised.
    pub rule: Rule,
    /// The first click.
    pub first: Cell,
    /// How many boards were tried as they are.
    pub tries: u32,
    /// How many repairs were made.
    pub repairs: u32,
}

/// Lays the mines of a level so that no guess is needed.
pub fn lay(level: Level, rule: Rule, seed: u64, first: Cell) -> Result<Layout, NoGuessError> {
    let mut deducer = Deducer { engine: Engine::new(level.cells()), first, opened: 0 };
    let mut seeds = Draws::from_seed(seed);
    let mut tries = 0;
    while tries < MOST_TRIES && deducer.opened < MOST_OPENED {
        tries += 1;
        let layout = Layout::lay(level, rule, seeds.next_seed(), first);
        if deducer.finishes(&layout) && needs_no_guess(&layout, first) {
            return Ok(layout);
        }
    }
    let mut repairs = 0;
    while repairs < MOST_REPAIRS && deducer.opened < 10 * MOST_OPENED {
        let layout = Layout::lay(level, rule, seeds.next_seed(), first);
        let repaired = deducer.repair(layout, rule, &mut seeds, &mut repairs);
        if let Some(layout) = repaired.filter(|layout| needs_no_guess(layout, first)) {
            return Ok(layout);
        }
    }
    Err(NoGuessError { level, rule, first, tries, repairs })
}

/// Can the board be finished from this first click without guessing? Proven by playing it and opening
/// only what exact counting says is certain.
pub fn needs_no_guess(layout: &Layout, first: Cell) -> bool {
    let level = layout.level();
    if layout.number(first).is_none() {
        return false;
    }
    let mut knowledge = Knowledge::closed(level);
    let first = knowledge.place(level.index(first));
    if !open(&mut knowledge, layout, first) {
        return false;
    }
    loop {
        while let Some(place) = knowledge.next_safe() {
            if !open(&mut knowledge, layout, place) {
                return false;
            }
        }
        if knowledge.settle().is_err() {
            return false;
        }
        if knowledge.has_safe() {
            continue;
        }
        if knowledge.unknown() == 0 {
            return true;
        }
        let Ok((safe, mines)) = certain_cells(&knowledge) else { return false };
        if safe.is_empty() && mines.is_empty() {
            return false;
        }
        safe.into_iter().for_each(|place| knowledge.mark_safe(place));
        mines.into_iter().for_each(|place| knowledge.mark_mine(place));
    }
}

/// Opens a cell; false if it is a mine or cannot be what it is.
fn open(knowledge: &mut Knowledge, layout: &Layout, place: Place) -> bool {
    let index = knowledge.index(place);
    !layout.is_mine(index) && knowledge.open(place, layout.count_around(index)).is_ok()
}

/// Plays boards by quick deduction.
struct Deducer {
    engine: Engine,
    first: Cell,
    opened: u64,
}

impl Deducer {
    fn finishes(&mut self, layout: &Layout) -> bool {
        self.deduce(layout).unknown() == 0
    }

    /// What is known when nothing more can be deduced.
    fn deduce(&mut self, layout: &Layout) -> Knowledge {
        let level = layout.level();
        let mut knowledge = Knowledge::closed(level);
        let mut next = Some(knowledge.place(level.index(self.first)));
        while let Some(place) = next {
            if !open(&mut knowledge, layout, place) {
                break;
            }
            self.opened += 1;
            next = self.next(&mut knowledge);
        }
        knowledge
    }

    fn next(&mut self, knowledge: &mut Knowledge) -> Option<Place> {
        loop {
            if let Some(place) = knowledge.next_safe() {
                return Some(place);
            }
            knowledge.settle().ok()?;
            if knowledge.has_safe() {
                continue;
            }
            if knowledge.unknown() == 0 {
                return None;
            }
            let chances = self.engine.analyse(knowledge)?;
            if !mark_certain(knowledge, &chances, &self.engine) {
                return None;
            }
        }
    }

    /// Moves mines until the board can be finished, or for as long as that seems to lead anywhere.
    fn repair(
        &mut self,
        mut layout: Layout,
        rule: Rule,
        draws: &mut Draws,
        repairs: &mut u32,
    ) -> Option<Layout> {
        let mut stuck = self.deduce(&layout);
        let mut in_vain = 0;
        while stuck.unknown() > 0 {
            if in_vain == PATIENCE || *repairs == MOST_REPAIRS || self.opened >= 10 * MOST_OPENED {
                return None;
            }
            let (from, to) = self.exchange(&layout, rule, &stuck, draws)?;
            *repairs += 1;
            layout.move_mine(from, to);
            let after = self.deduce(&layout);
            if after.unknown() > stuck.unknown() {
                layout.move_mine(to, from);
                in_vain += 1;
            } else {
                in_vain = if after.unknown() < stuck.unknown() { 0 } else { in_vain + 1 };
                stuck = after;
            }
        }
        Some(layout)
    }

    /// A mine at the edge of what is open, and a closed cell without one to which it can go: mostly one
    /// that touches nothing open.
    fn exchange(
        &self,
        layout: &Layout,
        rule: Rule,
        stuck: &Knowledge,
        draws: &mut Draws,
    ) -> Option<(usize, usize)> {
        let level = layout.level();
        let click = level.index(self.first);
        let is_mine = |&place: &Place| layout.is_mine(stuck.index(place));
        let touches =
            |place: Place| stuck.around(place).any(|(_, around)| stuck.clue(around).is_some());
        let (edge, inside): (Vec<Place>, Vec<Place>) =
            stuck.unknowns().filter(is_mine).partition(|&place| touches(place));
        let free = stuck.unknowns().filter(|place| !is_mine(place));
        let free = free.filter(|&place| !rule.spares(level, click, stuck.index(place)));
        let (near, beyond): (Vec<Place>, Vec<Place>) = free.partition(|&place| touches(place));
        let pick = |likely: &[Place], other: &[Place], draws: &mut Draws| {
            let from_other = likely.is_empty() || !other.is_empty() && draws.below(8) == 0;
            let list = if from_other { other } else { likely };
            (!list.is_empty()).then(|| stuck.index(list[draws.below(list.len() as u32) as usize]))
        };
        Some((pick(&edge, &inside, draws)?, pick(&beyond, &near, draws)?))
    }
}
