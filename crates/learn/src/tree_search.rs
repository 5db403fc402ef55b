//! Monte-Carlo tree search with a network that says what a position is worth and which moves look good.
//!
//! Each simulation walks down the tree by the upper confidence bound with a prior (PUCT), adds the position that it comes to,
//! and carries the value of that position back up. There are no rollouts: the network's value stands for
//! them. What a search prefers is how often it visited each move.

use crate::learnable::Learnable;
use crate::look_ahead::result;
use crate::network::{Inputs, Network, policy_index};
use crate::random::Numbers;
use game::{Perfect, Rules};

/// How much a prior counts against what was seen.
const EXPLORATION: f32 = 1.5;
/// A move that was not visited is worth this less than its position seems to be.
const UNVISITED: f32 = 0.2;
/// In games to learn from, so much of the priors at the root is noise, so that any move may be tried.
const NOISE: f32 = 0.25;

/// After so many simulations a search asks whether to go on.
const GO_ON_EVERY: u32 = 64;

/// How many simulations stand for a look-ahead of so many plies.
pub fn simulations(depth: u8) -> u32 {
    50 << (2 * (u32::from(depth.max(1)) - 1)).min(16)
}

struct Node<G> {
    position: G,
    /// The probability that the policy gives to the move to here.
    prior: f32,
    visits: u32,
    /// The sum of the values that came up from here, for the side to move here.
    values: f32,
    /// Where the game is over, its value for the side to move.
    over: Option<f32>,
    /// Its children stand one after the other, in the order of the list of moves. None before the first visit.
    first_child: u32,
    children: u32,
}

/// A search from a position.
pub struct TreeSearch<'a, L: Learnable> {
    network: &'a Network<L>,
    nodes: Vec<Node<L::Game>>,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Searched {
    /// How often each move was visited, in the order of the list of moves.
    pub visits: Vec<u32>,
    /// The mean value of the position for the side to move.
    pub value: f32,
    /// Positions judged by the network.
    pub nodes: u64,
}

impl Searched {
    /// The move that was visited most; among equal ones `tie` decides.
    pub fn most_visited(&self, tie: u64) -> usize {
        let (visits, count) = (&self.visits, self.visits.len());
        let from = (tie % count.max(1) as u64) as usize;
        let order = (0..count).map(|index| (index + from) % count);
        order
            .reduce(|best, next| if visits[next] > visits[best] { next } else { best })
            .unwrap_or(0)
    }

    /// A move with the probability of its visits; `fraction` is from 0 to 1.
    pub fn drawn_by_visits(&self, fraction: f32) -> usize {
        let mut left = (fraction * self.visits.iter().sum::<u32>() as f32) as u32;
        for (index, &count) in self.visits.iter().enumerate() {
            if left < count {
                return index;
            }
            left -= count;
        }
        0
    }
}

impl<'a, L: Learnable> TreeSearch<'a, L> {
    /// Searches a position in which there is a move; `None` where there is none. With `noise` the
    /// priors at the root are mixed with random ones. Ends early when `go_on` says so.
    pub fn run(
        network: &'a Network<L>,
        position: &L::Game,
        simulations: u32,
        noise: Option<&mut Numbers>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Searched> {
        position.moves_unless_over()?;
        let mut search =
            TreeSearch { network, nodes: Vec::with_capacity(8 * simulations as usize) };
        search.nodes.push(node(*position, 1.0));
        search.simulate();
        if let Some(numbers) = noise {
            search.mix_noise(numbers);
        }
        for simulation in 0..simulations {
            if simulation % GO_ON_EVERY == GO_ON_EVERY - 1 && !go_on() {
                break;
            }
            search.simulate();
        }
        let root = &search.nodes[0];
        let children = root.first_child as usize..(root.first_child + root.children) as usize;
        let visits = search.nodes[children].iter().map(|child| child.visits).collect();
        let judged = search.nodes.iter().filter(|node| node.children > 0).count() as u64;
        Some(Searched { visits, value: root.values / root.visits as f32, nodes: judged })
    }

    /// One walk from the root to a position that was not visited before, or to the end of a game.
    fn simulate(&mut self) {
        let mut path = vec![0];
        let mut at = 0;
        let mut value = loop {
            let here = &self.nodes[at];
            if let Some(value) = here.over {
                break value;
            }
            if here.children == 0 {
                break self.expand(at);
            }
            at = self.select(at);
            path.push(at);
        };
        for &at in path.iter().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.values += value;
            value = -value;
        }
    }

    /// The child with the highest upper confidence bound.
    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let root_of_visits = (parent.visits as f32).sqrt();
        let unvisited = parent.values / parent.visits.max(1) as f32 - UNVISITED;
        let bound = |child: usize| {
            let node = &self.nodes[child];
            let value = match node.visits {
                0 => unvisited,
                visits => -node.values / visits as f32,
            };
            value + EXPLORATION * node.prior * root_of_visits / (1 + node.visits) as f32
        };
        let first = parent.first_child as usize;
        let children = first..first + parent.children as usize;
        children
            .map(|child| (child, bound(child)))
            .fold((first, f32::MIN), |best, next| if next.1 > best.1 { next } else { best })
            .0
    }

    /// Adds the positions after a position, each with its prior; returns the network's value.
    fn expand(&mut self, at: usize) -> f32 {
        let position = self.nodes[at].position;
        let moves = position.moves();
        let judged = self
            .network
            .judge(&Inputs::of::<L>(&position), &policy_indices::<L>(&position, &moves));
        let first = self.nodes.len();
        for (&mv, &prior) in moves.iter().zip(&judged.policy) {
            self.nodes.push(node(position.play(mv), prior));
        }
        let here = &mut self.nodes[at];
        (here.first_child, here.children) = (first as u32, moves.len() as u32);
        judged.value
    }

    /// Mixes the priors at the root with a random distribution over its moves.
    fn mix_noise(&mut self, numbers: &mut Numbers) {
        let first = self.nodes[0].first_child as usize;
        let children = &mut self.nodes[first..];
        // Fewer moves share the noise more evenly.
        let shape = 10.0 / children.len() as f32;
        let noise: Vec<f32> = children.iter().map(|_| numbers.gamma(shape)).collect();
        let sum = noise.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        for (child, noise) in children.iter_mut().zip(noise) {
            child.prior += NOISE * (noise / sum - child.prior);
        }
    }
}

fn node<G: Perfect>(position: G, prior: f32) -> Node<G> {
    let end = position.ending(position.can_move());
    let over = end.map(|end| result(end.verdict, position.side_to_move()));
    Node { position, prior, visits: 0, values: 0.0, over, first_child: 0, children: 0 }
}

/// The numbers of the policy for these moves.
pub fn policy_indices<L: Learnable>(
    position: &L::Game,
    moves: &[<L::Game as Rules>::Move],
) -> Vec<usize> {
    moves.iter().map(|&mv| policy_index::<L>(L::move_cell(position, mv))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_as_often_as_they_were_visited() {
        let searched = Searched { visits: vec![0, 3, 1, 0], value: 0.0, nodes: 5 };
        assert_eq!(searched.most_visited(7), 1);
        let fractions = [0.1, 0.35, 0.6, 0.85];
        assert_eq!(fractions.map(|fraction| searched.drawn_by_visits(fraction)), [1, 1, 1, 2]);
    }
}
