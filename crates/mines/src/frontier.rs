//! The unknown cells beside open numbers, grouped.
//!
//! Cells that touch the same clues cannot be told apart: they form a group, and only the number of
//! mines in a group matters. Groups that share clues, directly or by way of others, form a
//! component; nothing but the number of mines connects one component with another.

use crate::knowledge::{Knowledge, Place, UNKNOWN};

/// Cells that touch the same clues.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// Where its cells are in [`Frontier::cells`].
    first: u32,
    size: u8,
    touched: u8,
    /// The clues, as numbers within the frontier.
    clues: [u16; 8],
}

impl Group {
    pub(crate) fn size(&self) -> usize {
        usize::from(self.size)
    }

    pub(crate) fn clues(&self) -> &[u16] {
        &self.clues[..usize::from(self.touched)]
    }
}

/// An open number with unknown cells around it.
#[derive(Debug, Clone)]
pub(crate) struct Clue {
    pub(crate) place: Place,
    /// Its number without the mines already located.
    pub(crate) mines: u8,
}

/// The frontier of a board.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    pub(crate) clues: Vec<Clue>,
    /// Grouped by component; within a component in the reading order of their first cells.
    pub(crate) groups: Vec<Group>,
    /// Where each component ends in `groups`.
    ends: Vec<u32>,
    cells: Vec<Place>,
    /// Unknown cells that touch no clue.
    pub(crate) beyond: Vec<Place>,
    clue_numbers: Vec<u16>,
}

const NONE: u16 = u16::MAX;

impl Frontier {
    /// The frontier of what is known.
    pub(crate) fn of(knowledge: &Knowledge) -> Frontier {
        let mut frontier = Frontier::default();
        frontier.refill(knowledge);
        frontier
    }

    /// The same, in the memory of an older frontier.
    pub(crate) fn refill(&mut self, knowledge: &Knowledge) {
        self.clues.clear();
        self.groups.clear();
        self.cells.clear();
        self.beyond.clear();
        self.clue_numbers.clear();
        self.clue_numbers.resize(knowledge.places(), NONE);
        let mut members: Vec<(u32, Place)> = Vec::with_capacity(64);
        for place in knowledge.unknowns() {
            match self.group_of(knowledge, place) {
                Some(group) => members.push((group, place)),
                None => self.beyond.push(place),
            }
        }
        self.sort_by_component(&mut members);
    }

    /// The group to which a cell belongs, made if it is the first of its kind.
    fn group_of(&mut self, knowledge: &Knowledge, place: Place) -> Option<u32> {
        let (mut touched, mut clues) = (0, [NONE; 8]);
        for (_, around) in knowledge.around(place) {
            if let Some(mines) = knowledge.clue(around) {
                let number = &mut self.clue_numbers[usize::from(around)];
                if *number == NONE {
                    *number = self.clues.len() as u16;
                    self.clues.push(Clue { place: around, mines });
                }
                clues[touched] = *number;
                touched += 1;
            }
        }
        if touched == 0 {
            return None;
        }
        // Its cells lie within two steps of each other: the newest groups are the likely ones.
        let mut earlier = self.groups.iter_mut().enumerate().rev();
        if let Some((i, group)) = earlier.find(|(_, group)| group.clues == clues) {
            group.size += 1;
            return Some(i as u32);
        }
        self.groups.push(Group { first: 0, size: 1, touched: touched as u8, clues });
        Some(self.groups.len() as u32 - 1)
    }

    fn sort_by_component(&mut self, members: &mut [(u32, Place)]) {
        let component = self.components();
        let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
        order.sort_by_key(|&group| component[group as usize]);
        let mut new_number = vec![0_u32; self.groups.len()];
        for (new, &old) in order.iter().enumerate() {
            new_number[old as usize] = new as u32;
        }
        self.groups = order.iter().map(|&old| self.groups[old as usize].clone()).collect();
        self.ends.clear();
        for i in 1..=order.len() {
            let of = |i: usize| component[order[i] as usize];
            if i == order.len() || of(i) != of(i - 1) {
                self.ends.push(i as u32);
            }
        }
        for member in members.iter_mut() {
            member.0 = new_number[member.0 as usize];
        }
        members.sort_unstable();
        let mut first = 0;
        for group in &mut self.groups {
            group.first = first;
            first += u32::from(group.size);
        }
        self.cells.extend(members.iter().map(|&(_, place)| place));
    }

    /// For each group the first group of its component.
    fn components(&self) -> Vec<u32> {
        let mut leader: Vec<u32> = (0..self.groups.len() as u32).collect();
        let find = |leader: &mut Vec<u32>, mut group: u32| {
            while leader[group as usize] != group {
                let next = leader[group as usize];
                leader[group as usize] = leader[next as usize];
                group = next;
            }
            group
        };
        let mut first_of_clue = vec![u32::MAX; self.clues.len()];
        for (group, groups) in self.groups.iter().enumerate() {
            for &clue in groups.clues() {
                let first = &mut first_of_clue[usize::from(clue)];
                if *first == u32::MAX {
                    *first = group as u32;
                } else {
                    let (a, b) = (find(&mut leader, *first), find(&mut leader, group as u32));
                    leader[a.max(b) as usize] = a.min(b);
                }
            }
        }
        (0..leader.len() as u32).map(|group| find(&mut leader, group)).collect()
    }

    /// The components, each as a range of groups.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start as usize..end as usize)
    }

    /// The cells of a group.
    pub(crate) fn cells(&self, group: &Group) -> &[Place] {
        &self.cells[group.first as usize..][..group.size()]
    }
}

/// Does a cell touch an open number?
pub(crate) fn touches_clue(knowledge: &Knowledge, place: Place) -> bool {
    knowledge.what(place) == UNKNOWN
        && knowledge.around(place).any(|(_, around)| knowledge.clue(around).is_some())
}
