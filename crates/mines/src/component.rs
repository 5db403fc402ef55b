//! Counting the ways to put mines into one component of the frontier.
//!
//! The groups are taken one after the other. What the past means for the future is, for each clue with
//! some of its groups taken and some not, how many mines it still wants: placements that agree in
//! that are counted together. So the work grows with the width of the frontier and not with its
//! length, where trying placements one by one grows exponentially. One sweep forwards and one
//! backwards give, for every number of mines in the component, the number of placements and how
//! many of them have a mine in each group.
//!
//! The sweeps are written once for any kind of number: big integers for exact answers, floating point
//! for speed.

use crate::frontier::Frontier;
use crate::knowledge::Place;
use num_bigint::BigUint;
use std::ops::Range;

/// A number that counts placements.
pub(crate) trait Number: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// Adds `number * times`.
    fn add_times(&mut self, number: &Self, times: u32);
    /// Adds `one * other`.
    fn add_product(&mut self, one: &Self, other: &Self);
    /// Divides numbers that have become large by a power of two, and says which one. Exact numbers stay
    /// as they are.
    fn rescale(numbers: &mut [Self]) -> f64;
}

impl Number for f64 {
    fn zero() -> f64 {
        0.0
    }

    fn one() -> f64 {
        1.0
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn add_times(&mut self, number: &f64, times: u32) {
        *self += number * f64::from(times);
    }

    #[inline]
    fn add_product(&mut self, one: &f64, other: &f64) {
        *self += one * other;
    }

    fn rescale(numbers: &mut [f64]) -> f64 {
        const LARGE: f64 = 1e60;
        let largest = numbers.iter().copied().fold(0.0, f64::max);
        if largest < LARGE {
            return 0.0;
        }
        numbers.iter_mut().for_each(|number| *number /= LARGE);
        LARGE.ln()
    }
}

impl Number for BigUint {
    fn zero() -> BigUint {
        BigUint::ZERO
    }

    fn one() -> BigUint {
        BigUint::from(1_u32)
    }

    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }

    fn add_times(&mut self, number: &BigUint, times: u32) {
        if times == 1 {
            *self += number;
        } else {
            *self += number * times;
        }
    }

    fn add_product(&mut self, one: &BigUint, other: &BigUint) {
        *self += one * other;
    }

    fn rescale(_: &mut [BigUint]) -> f64 {
        0.0
    }
}

/// The counts of one component.
#[derive(Debug, Clone)]
pub(crate) struct Component<N> {
    /// The smallest number of mines it can hold.
    pub(crate) fewest: usize,
    /// The placements for each number of mines from `fewest` on.
    pub(crate) placements: Vec<N>,
    /// For each group, for each number of mines: the mines in the group, over all placements.
    pub(crate) mines: Vec<N>,
    /// For each group, for each number of mines: the cells of the group without a mine, over all
    /// placements. For one group the counts are to a scale of their own.
    pub(crate) free: Vec<N>,
    /// The logarithm of what `placements` was divided by.
    pub(crate) scale: f64,
}

/// Why a component cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Uncountable {
    /// No placement satisfies this clue and those around it.
    Contradiction(Place),
    /// The clues around this one hang together in too many ways.
    TooWide(Place),
}

/// The most clues that can be half done at once: four bits each in a 128-bit key.
const WIDEST: usize = 32;
/// The most states that the sweeps of one component may go through.
const MOST_STATES: usize = 2_000_000;

/// Ways to put `k` mines into `n` cells, for the groups of one to eight cells.
const CHOOSE: [[u32; 9]; 9] = {
    let mut table = [[0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// One state of a sweep: how many mines there can be before it and after it, and where its
/// counts are.
#[derive(Debug, Clone, Copy)]
struct State {
    key: u128,
    before: (u16, u16),
    after: (u16, u16),
    first_before: u32,
    first_after: u32,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    from: u32,
    to: u32,
    mines: u8,
}

/// The states of a component layer by layer, and the steps between them.
struct Sweep {
    order: Vec<usize>,
    states: Vec<State>,
    /// Where the states of each layer begin.
    layers: Vec<usize>,
    steps: Vec<Step>,
    /// Where the steps of each group begin.
    step_layers: Vec<usize>,
}

/// Counts a component: the groups of a frontier in a range.
pub(crate) fn count<N: Number>(
    frontier: &Frontier,
    range: Range<usize>,
) -> Result<Component<N>, Uncountable> {
    let groups = range.len();
    let mut sweep = Sweep::through(frontier, range.clone())?;
    let sizes = sweep.measure();
    let (before, scale) = sweep.forwards::<N>(frontier, sizes.0);
    let after = sweep.backwards::<N>(frontier, sizes.1);
    let (fewest, most) = sweep.states[0].after;
    let width = usize::from(most - fewest) + 1;
    let last = sweep.states[sweep.states.len() - 1];
    debug_assert_eq!(last.before, (fewest, most));
    let placements = before[last.first_before as usize..][..width].to_vec();
    let mut mines = vec![N::zero(); groups * width];
    let mut free = vec![N::zero(); groups * width];
    for (layer, &group) in sweep.order.iter().enumerate() {
        let offset = (group - range.start) * width;
        let size = frontier.groups[group].size();
        let mut both = vec![N::zero(); width];
        for step in &sweep.steps[sweep.step_layers[layer]..sweep.step_layers[layer + 1]] {
            let (from, to) = (sweep.states[step.from as usize], sweep.states[step.to as usize]);
            if to.after.0 > to.after.1 {
                continue;
            }
            let one = &before[from.first_before as usize..][..span(from.before)];
            let other = &after[to.first_after as usize..][..span(to.after)];
            let start = usize::from(from.before.0 + u16::from(step.mines) + to.after.0 - fewest);
            both.fill(N::zero());
            for (i, one) in one.iter().enumerate().filter(|(_, one)| !one.is_zero()) {
                for (j, other) in other.iter().enumerate() {
                    both[start + i + j].add_product(one, other);
                }
            }
            let ways = CHOOSE[size][usize::from(step.mines)];
            for i in start..start + one.len() + other.len() - 1 {
                mines[offset + i].add_times(&both[i], ways * u32::from(step.mines));
                free[offset + i].add_times(&both[i], ways * (size as u32 - u32::from(step.mines)));
            }
        }
    }
    Ok(Component { fewest: usize::from(fewest), placements, mines, free, scale })
}

fn span((low, high): (u16, u16)) -> usize {
    usize::from(high - low) + 1
}

impl Sweep {
    fn through(frontier: &Frontier, range: Range<usize>) -> Result<Sweep, Uncountable> {
        let order = Order::of(frontier, range.clone()).groups;
        let start =
            State { key: 0, before: (0, 0), after: (u16::MAX, 0), first_before: 0, first_after: 0 };
        let mut sweep = Sweep {
            order,
            states: vec![start],
            layers: vec![0],
            steps: Vec::with_capacity(range.len() * 8),
            step_layers: vec![0],
        };
        let mut clues = OpenClues::new(frontier, range);
        let mut table = Table::default();
        for layer in 0..sweep.order.len() {
            let group = &frontier.groups[sweep.order[layer]];
            let place = frontier.clues[usize::from(group.clues()[0])].place;
            let (added, lanes) = clues.take(frontier, sweep.order[layer]);
            let lanes = lanes.ok_or(Uncountable::TooWide(place))?;
            let end = sweep.states.len();
            table.clear();
            for from in sweep.layers[layer]..end {
                sweep.step(from, added, &lanes, group.size(), &mut table);
            }
            if sweep.states.len() == end {
                return Err(Uncountable::Contradiction(place));
            }
            if sweep.states.len() > MOST_STATES {
                return Err(Uncountable::TooWide(place));
            }
            sweep.layers.push(end);
            sweep.step_layers.push(sweep.steps.len());
        }
        Ok(sweep)
    }

    /// Every way to go on from a state when a group is taken.
    fn step(&mut self, from: usize, added: u128, lanes: &Lanes, size: usize, table: &mut Table) {
        let state = self.states[from];
        let key = state.key | added;
        let (mut fewest, mut most) = (0, size as u8);
        for lane in lanes.as_slice() {
            let wanted = (key >> lane.shift) as u8 & 15;
            most = most.min(wanted);
            fewest = fewest.max(wanted.saturating_sub(lane.room));
        }
        for mines in fewest..=most {
            let next = key - lanes.ones * u128::from(mines);
            let range = (state.before.0 + u16::from(mines), state.before.1 + u16::from(mines));
            let to = table.find_or_add(next, &mut self.states);
            let found = &mut self.states[to as usize].before;
            *found = (found.0.min(range.0), found.1.max(range.1));
            self.steps.push(Step { from: from as u32, to, mines });
        }
    }

    /// Finds how many mines can follow each state, and gives every state room for its counts. Returns
    /// how much room that is, forwards and backwards.
    fn measure(&mut self) -> (usize, usize) {
        if let Some(last) = self.states.last_mut() {
            last.after = (0, 0);
        }
        for step in self.steps.iter().rev() {
            let next = self.states[step.to as usize].after;
            if next.0 <= next.1 {
                let found = &mut self.states[step.from as usize].after;
                let mines = u16::from(step.mines);
                *found = (found.0.min(next.0 + mines), found.1.max(next.1 + mines));
            }
        }
        let (mut forwards, mut backwards) = (0, 0);
        for state in &mut self.states {
            state.first_before = forwards;
            state.first_after = backwards;
            forwards += span(state.before) as u32;
            if state.after.0 <= state.after.1 {
                backwards += span(state.after) as u32;
            }
        }
        (forwards as usize, backwards as usize)
    }

    fn forwards<N: Number>(&self, frontier: &Frontier, room: usize) -> (Vec<N>, f64) {
        let mut counts = vec![N::zero(); room];
        counts[0] = N::one();
        let mut scale = 0.0;
        for (layer, &group) in self.order.iter().enumerate() {
            let size = frontier.groups[group].size();
            for step in &self.steps[self.step_layers[layer]..self.step_layers[layer + 1]] {
                let (from, to) = (self.states[step.from as usize], self.states[step.to as usize]);
                let shift = usize::from(from.before.0 + u16::from(step.mines) - to.before.0);
                let ways = CHOOSE[size][usize::from(step.mines)];
                let (past, new) = counts.split_at_mut(to.first_before as usize);
                let past = &past[from.first_before as usize..][..span(from.before)];
                for (new, past) in new[shift..].iter_mut().zip(past) {
                    new.add_times(past, ways);
                }
            }
            let new = self.states[self.layers[layer + 1]].first_before as usize;
            let end =
                self.layers.get(layer + 2).map_or(room, |&l| self.states[l].first_before as usize);
            scale += N::rescale(&mut counts[new..end]);
        }
        (counts, scale)
    }

    fn backwards<N: Number>(&self, frontier: &Frontier, room: usize) -> Vec<N> {
        let mut counts = vec![N::zero(); room];
        counts[room - 1] = N::one();
        for (layer, &group) in self.order.iter().enumerate().rev() {
            let size = frontier.groups[group].size();
            for step in &self.steps[self.step_layers[layer]..self.step_layers[layer + 1]] {
                let (from, to) = (self.states[step.from as usize], self.states[step.to as usize]);
                if to.after.0 > to.after.1 {
                    continue;
                }
                let shift = usize::from(to.after.0 + u16::from(step.mines) - from.after.0);
                let ways = CHOOSE[size][usize::from(step.mines)];
                let (past, new) = counts.split_at_mut(to.first_after as usize);
                let past = &mut past[from.first_after as usize..];
                for (past, new) in past[shift..].iter_mut().zip(&new[..span(to.after)]) {
                    past.add_times(new, ways);
                }
            }
            let start = self.states[self.layers[layer]].first_after as usize;
            let end = self.states[self.layers[layer + 1]].first_after as usize;
            N::rescale(&mut counts[start..end]);
        }
        counts
    }
}

/// The four bits of a key that belong to one clue, and how many mines the clue's later groups can
/// hold.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    shift: u8,
    room: u8,
}

#[derive(Debug, Clone, Copy, Default)]
struct Lanes {
    lanes: [Lane; 8],
    count: usize,
    /// A one in each lane.
    ones: u128,
}

impl Lanes {
    fn as_slice(&self) -> &[Lane] {
        &self.lanes[..self.count]
    }
}

/// Which clues have lanes, and what is left of them.
struct OpenClues {
    /// For each clue of the frontier its lane, and the cells of its groups not yet taken.
    lanes: Vec<u8>,
    room: Vec<u8>,
    used: u32,
}

const NO_LANE: u8 = u8::MAX;

impl OpenClues {
    fn new(frontier: &Frontier, range: Range<usize>) -> OpenClues {
        let mut room = vec![0; frontier.clues.len()];
        for group in &frontier.groups[range] {
            for &clue in group.clues() {
                room[usize::from(clue)] += group.size() as u8;
            }
        }
        OpenClues { lanes: vec![NO_LANE; frontier.clues.len()], room, used: 0 }
    }

    /// Takes a group: what its new clues add to a key, and the lanes of all its clues unless there are
    /// too many.
    fn take(&mut self, frontier: &Frontier, group: usize) -> (u128, Option<Lanes>) {
        let group = &frontier.groups[group];
        let (mut added, mut lanes) = (0, Lanes::default());
        let mut freed = 0;
        for &clue in group.clues() {
            let clue = usize::from(clue);
            if self.lanes[clue] == NO_LANE {
                let free = self.used.trailing_ones();
                if free as usize == WIDEST {
                    return (0, None);
                }
                self.used |= 1 << free;
                self.lanes[clue] = free as u8;
                added |= u128::from(frontier.clues[clue].mines) << (4 * free);
            }
            self.room[clue] -= group.size() as u8;
            let lane = self.lanes[clue];
            lanes.lanes[lanes.count] = Lane { shift: 4 * lane, room: self.room[clue] };
            lanes.ones |= 1 << (4 * lane);
            lanes.count += 1;
            if self.room[clue] == 0 {
                freed |= 1 << lane;
            }
        }
        self.used &= !freed;
        (added, Some(lanes))
    }
}

/// The states of the newest layer by their keys.
#[derive(Default)]
struct Table {
    slots: Vec<u32>,
    count: usize,
    /// The states of the layer begin here.
    first: Option<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Table {
    fn clear(&mut self) {
        self.slots.clear();
        self.count = 0;
        self.first = None;
    }

    fn find_or_add(&mut self, key: u128, states: &mut Vec<State>) -> u32 {
        const FEW: usize = 12;
        let first = *self.first.get_or_insert(states.len() as u32);
        if self.count <= FEW {
            let layer = &states[first as usize..];
            if let Some(i) = layer.iter().position(|state| state.key == key) {
                return first + i as u32;
            }
        } else {
            if self.slots.len() < self.count * 2 + 2 {
                self.grow(first, states);
            }
            let slot = self.slot(key, states);
            if self.slots[slot] != EMPTY {
                return self.slots[slot];
            }
            self.slots[slot] = states.len() as u32;
        }
        self.count += 1;
        let (before, after) = ((u16::MAX, 0), (u16::MAX, 0));
        states.push(State { key, before, after, first_before: 0, first_after: 0 });
        states.len() as u32 - 1
    }

    fn grow(&mut self, first: u32, states: &[State]) {
        let size = (self.count * 4).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for state in first as usize..states.len() {
            let slot = self.slot(states[state].key, states);
            self.slots[slot] = state as u32;
        }
    }

    fn slot(&self, key: u128, states: &[State]) -> usize {
        let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mut slot = (mixed >> 32) as usize & (self.slots.len() - 1);
        while self.slots[slot] != EMPTY && states[self.slots[slot] as usize].key != key {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

/// An order of the groups of a component in which few clues are half done at any time: from one end of
/// it, always the group that opens the fewest new clues, of those the one whose clues are
/// nearest to being done.
struct Order {
    groups: Vec<usize>,
}

impl Order {
    fn of(frontier: &Frontier, range: Range<usize>) -> Order {
        let mut of_clue: Vec<Vec<usize>> = vec![Vec::new(); frontier.clues.len()];
        for group in range.clone() {
            for &clue in frontier.groups[group].clues() {
                of_clue[usize::from(clue)].push(group);
            }
        }
        let start = farthest(frontier, &of_clue, range.clone());
        let mut taken = vec![false; range.len()];
        let mut left: Vec<usize> = of_clue.iter().map(Vec::len).collect();
        let mut open = vec![false; frontier.clues.len()];
        let mut groups = Vec::with_capacity(range.len());
        let mut near: Vec<usize> = Vec::new();
        let mut next = Some(start);
        while let Some(group) = next {
            taken[group - range.start] = true;
            groups.push(group);
            for &clue in frontier.groups[group].clues() {
                let clue = usize::from(clue);
                left[clue] -= 1;
                if !open[clue] {
                    open[clue] = true;
                    near.extend(&of_clue[clue]);
                }
            }
            near.retain(|&group| !taken[group - range.start]);
            next = near.iter().copied().min_by_key(|&group| {
                let clues = frontier.groups[group].clues();
                let new = clues.iter().filter(|&&clue| !open[usize::from(clue)]).count();
                let nearest = clues
                    .iter()
                    .filter(|&&clue| open[usize::from(clue)])
                    .map(|&clue| left[usize::from(clue)])
                    .min();
                (new, nearest, group)
            });
        }
        Order { groups }
    }
}

/// A group at one end: the last one that a walk from any of them reaches.
fn farthest(frontier: &Frontier, of_clue: &[Vec<usize>], range: Range<usize>) -> usize {
    let mut reached = vec![false; range.len()];
    reached[0] = true;
    let mut queue = vec![range.start];
    let mut seen_clue = vec![false; frontier.clues.len()];
    let mut head = 0;
    while head < queue.len() {
        for &clue in frontier.groups[queue[head]].clues() {
            if !std::mem::replace(&mut seen_clue[usize::from(clue)], true) {
                for &group in &of_clue[usize::from(clue)] {
                    if !std::mem::replace(&mut reached[group - range.start], true) {
                        queue.push(group);
                    }
                }
            }
        }
        head += 1;
    }
    queue[queue.len() - 1]
}
