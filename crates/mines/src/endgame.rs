//! The end of a game played perfectly: all layouts that are left, every move, every answer.
//!
//! Opening a safe cell costs nothing and can only tell more, so it needs no alternative. Once no safe cell
//! tells anything new, the value of the position depends on the set of layouts alone: positions with
//! the same set are searched once.

use crate::engine::Mixer;
use crate::frontier::Frontier;
use crate::knowledge::{Knowledge, Place};
use crate::layout::Draws;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How much an exact search may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most layouts that are searched.
    pub layouts: usize,
    /// The most work: each layout looked at in each cell counts as one.
    pub work: u64,
}

/// The best move of an endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) place: Place,
    /// The layouts that best play wins, and all of them.
    pub(crate) won: u32,
    pub(crate) layouts: u32,
}

/// The number that stands for a mine in a table of numbers.
const MINE: u8 = 9;
/// Enough cells for any endgame with few layouts.
const MOST_CELLS: usize = 400;

/// The best move, unless the search would cost more than the effort allows.
pub(crate) fn best(knowledge: &Knowledge, frontier: &Frontier, effort: Effort) -> Option<Best> {
    let cells = Listing::cells(frontier);
    if cells.len() > MOST_CELLS {
        return None;
    }
    let layouts = Listing::layouts(knowledge, frontier, &cells, effort)?;
    let mut search = Search::new(knowledge, &cells, &layouts, effort);
    let all: Vec<u16> = (0..layouts.len() as u16).collect();
    let (cell, won) = search.guess(&all)?;
    Some(Best { place: cells[cell], won, layouts: layouts.len() as u32 })
}

/// Lists every layout of the unknown cells.
struct Listing<'a> {
    clues_of: Vec<Vec<u16>>,
    /// For each clue: mines still wanted, cells not yet decided.
    wanted: Vec<u8>,
    room: Vec<u8>,
    mines_left: usize,
    cells_left: usize,
    current: Vec<bool>,
    found: Vec<Vec<bool>>,
    effort: Effort,
    work: u64,
    knowledge: &'a Knowledge,
}

impl Listing<'_> {
    fn cells(frontier: &Frontier) -> Vec<Place> {
        let on_frontier = frontier.groups.iter().flat_map(|group| frontier.cells(group));
        on_frontier.chain(&frontier.beyond).copied().collect()
    }

    fn layouts(
        knowledge: &Knowledge,
        frontier: &Frontier,
        cells: &[Place],
        effort: Effort,
    ) -> Option<Vec<Vec<bool>>> {
        let mut room = vec![0; frontier.clues.len()];
        let mut clues_of = Vec::with_capacity(cells.len());
        for group in &frontier.groups {
            for _ in frontier.cells(group) {
                group.clues().iter().for_each(|&clue| room[usize::from(clue)] += 1);
                clues_of.push(group.clues().to_vec());
            }
        }
        clues_of.resize(cells.len(), Vec::new());
        let mut listing = Listing {
            clues_of,
            wanted: frontier.clues.iter().map(|clue| clue.mines).collect(),
            room,
            mines_left: usize::try_from(knowledge.mines_left()).ok()?,
            cells_left: cells.len(),
            current: Vec::with_capacity(cells.len()),
            found: Vec::new(),
            effort,
            work: 0,
            knowledge,
        };
        listing.go_on().then_some(listing.found)
    }

    /// Decides the next cell both ways. False when there are too many layouts.
    fn go_on(&mut self) -> bool {
        self.work += 1;
        if self.work > self.effort.work || self.knowledge.mines_left() < 0 {
            return false;
        }
        if self.cells_left == 0 {
            self.found.push(self.current.clone());
            return self.found.len() <= self.effort.layouts;
        }
        for mine in [false, true] {
            if self.decide(mine) {
                if !self.go_on() {
                    return false;
                }
                self.undo(mine);
            }
        }
        true
    }

    /// Puts a mine into the next cell, or none, if clues and mines allow it.
    fn decide(&mut self, mine: bool) -> bool {
        let cell = self.current.len();
        let fits = if mine { self.mines_left > 0 } else { self.mines_left < self.cells_left };
        let fits = fits
            && self.clues_of[cell].iter().all(|&clue| {
                let (wanted, room) = (self.wanted[usize::from(clue)], self.room[usize::from(clue)]);
                if mine { wanted > 0 } else { wanted < room }
            });
        if fits {
            for &clue in &self.clues_of[cell] {
                self.wanted[usize::from(clue)] -= u8::from(mine);
                self.room[usize::from(clue)] -= 1;
            }
            self.mines_left -= usize::from(mine);
            self.cells_left -= 1;
            self.current.push(mine);
        }
        fits
    }

    fn undo(&mut self, mine: bool) {
        self.current.pop();
        for &clue in &self.clues_of[self.current.len()] {
            self.wanted[usize::from(clue)] += u8::from(mine);
            self.room[usize::from(clue)] += 1;
        }
        self.mines_left += usize::from(mine);
        self.cells_left += 1;
    }
}

/// A search over sets of layouts.
struct Search {
    /// For each cell, for each layout: the number it shows, or a mine.
    numbers: Vec<Vec<u8>>,
    /// A random number for each layout; the sum of those in a set is its name.
    names: Vec<u64>,
    known: HashMap<u64, u32, BuildHasherDefault<Mixer>>,
    work_left: u64,
}

impl Search {
    fn new(
        knowledge: &Knowledge,
        cells: &[Place],
        layouts: &[Vec<bool>],
        effort: Effort,
    ) -> Search {
        let mut number_of = vec![usize::MAX; knowledge.places()];
        cells.iter().enumerate().for_each(|(i, &place)| number_of[usize::from(place)] = i);
        let numbers = cells.iter().enumerate().map(|(i, &place)| {
            let around: Vec<usize> = knowledge
                .around(place)
                .map(|(_, around)| number_of[usize::from(around)])
                .filter(|&cell| cell != usize::MAX)
                .collect();
            let located = knowledge.mines_around(place);
            let number = |layout: &Vec<bool>| {
                let mines = around.iter().filter(|&&cell| layout[cell]).count() as u8;
                if layout[i] { MINE } else { located + mines }
            };
            layouts.iter().map(number).collect()
        });
        let mut draws = Draws::from_seed(0);
        Search {
            numbers: numbers.collect(),
            names: layouts.iter().map(|_| draws.next_seed()).collect(),
            known: HashMap::default(),
            work_left: effort.work,
        }
    }

    /// How many layouts of a set best play wins; `None` when there is no work left.
    fn value(&mut self, set: &[u16]) -> Option<u32> {
        if set.len() == 1 {
            return Some(1);
        }
        let name = set.iter().fold(0_u64, |sum, &i| sum.wrapping_add(self.names[usize::from(i)]));
        if let Some(&value) = self.known.get(&name) {
            return Some(value);
        }
        let value = match self.telling_safe_cell(set) {
            Some(cell) => self.value_of(cell, set, 0)?,
            None => self.guess(set)?.1,
        };
        self.known.insert(name, value);
        Some(value)
    }

    /// A cell without a mine in any layout of a set that does not show the same number in all of them.
    fn telling_safe_cell(&self, set: &[u16]) -> Option<usize> {
        (0..self.numbers.len()).find(|&cell| {
            let numbers = &self.numbers[cell];
            let first = numbers[usize::from(set[0])];
            let mut same = true;
            first != MINE
                && set.iter().all(|&layout| {
                    let number = numbers[usize::from(layout)];
                    same &= number == first;
                    number != MINE
                })
                && !same
        })
    }

    /// The best cell to guess in a set without a telling safe cell, and how many layouts that wins.
    fn guess(&mut self, set: &[u16]) -> Option<(usize, u32)> {
        let work = (set.len() * self.numbers.len()) as u64;
        self.work_left = self.work_left.checked_sub(work)?;
        let mut candidates: Vec<(u32, usize)> = (0..self.numbers.len())
            .map(|cell| {
                let numbers = &self.numbers[cell];
                let safe = set.iter().filter(|&&layout| numbers[usize::from(layout)] != MINE);
                (safe.count() as u32, cell)
            })
            .filter(|&(safe, _)| safe > 0 && safe < set.len() as u32)
            .collect();
        candidates.sort_unstable_by_key(|&(safe, cell)| (u32::MAX - safe, cell));
        let mut best = (0, 0);
        for (safe, cell) in candidates {
            if safe <= best.1 {
                break;
            }
            let value = self.value_of(cell, set, best.1)?;
            if value > best.1 {
                best = (cell, value);
            }
        }
        Some(best)
    }

    /// How many layouts are won when a cell is opened; any number not above `enough` if it is not more.
    fn value_of(&mut self, cell: usize, set: &[u16], enough: u32) -> Option<u32> {
        let mut parts: [Vec<u16>; 9] = Default::default();
        let mut open = 0;
        for &layout in set {
            let number = self.numbers[cell][usize::from(layout)];
            if number != MINE {
                parts[usize::from(number)].push(layout);
                open += 1;
            }
        }
        self.work_left = self.work_left.checked_sub(set.len() as u64)?;
        parts.sort_unstable_by_key(Vec::len);
        let mut value = 0;
        for part in parts.iter().filter(|part| !part.is_empty()) {
            if value + open <= enough {
                return Some(0);
            }
            open -= part.len() as u32;
            value += self.value(part)?;
        }
        Some(value)
    }
}
