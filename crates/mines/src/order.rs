//! In which order the groups of a component are taken.

use crate::frontier::Frontier;
use std::ops::Range;

/// An order of the groups of a component in which few clues are half done at any time: from one end of
/// it, always the group that opens the fewest new clues, of those the one whose clues are
/// nearest to being done.
pub(crate) fn order(frontier: &Frontier, range: Range<usize>) -> Vec<usize> {
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
    groups
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
