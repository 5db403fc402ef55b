//! Components put together: how many mines each of them holds depends on the others and on the cells
//! beyond the frontier only through the total.

use crate::component::{Component, Number};
use std::borrow::Borrow;

/// All components together.
#[derive(Debug)]
pub(crate) struct Combined<N> {
    /// Layouts, divided by the exponential of `scale`.
    pub(crate) layouts: N,
    /// The logarithm of what `layouts` was divided by.
    pub(crate) scale: f64,
    /// For each component, for each number of mines in it: the layouts of the rest of the board, to
    /// a scale of its own.
    pub(crate) rest: Vec<Vec<N>>,
    /// For each number of mines on the frontier, from the fewest on: the placements on it, to a scale of
    /// their own.
    pub(crate) frontier: Vec<N>,
}

/// The fewest and the most mines that components can hold.
pub(crate) fn limits<N, C: Borrow<Component<N>>>(components: &[C]) -> (usize, usize) {
    components.iter().fold((0, 0), |(fewest, most), component| {
        let component = component.borrow();
        (fewest + component.fewest, most + component.fewest + component.placements.len() - 1)
    })
}

/// Combines components. `beyond[i]` is the number of ways to put the remaining mines into the cells
/// beyond the frontier when the frontier holds `i` more than its fewest.
pub(crate) fn combine<N: Number, C: Borrow<Component<N>>>(
    components: &[C],
    beyond: Vec<N>,
) -> Combined<N> {
    let placements = |i: usize| &components[i].borrow().placements;
    let mut scale = 0.0;
    let mut after = vec![beyond];
    for i in (0..components.len()).rev() {
        let (own, later) = (placements(i), &after[after.len() - 1]);
        let mut sums = vec![N::zero(); later.len() + 1 - own.len()];
        for (used, sum) in sums.iter_mut().enumerate() {
            for (own, later) in own.iter().zip(&later[used..]) {
                sum.add_product(own, later);
            }
        }
        scale += N::rescale(&mut sums) + components[i].borrow().scale;
        after.push(sums);
    }
    let layouts = after[components.len()][0].clone();
    let mut before = vec![N::one()];
    let mut rest = Vec::with_capacity(components.len());
    for i in 0..components.len() {
        let (own, later) = (placements(i), &after[components.len() - 1 - i]);
        let mut weights = vec![N::zero(); own.len()];
        for (mines, weight) in weights.iter_mut().enumerate() {
            for (before, later) in before.iter().zip(&later[mines..]) {
                weight.add_product(before, later);
            }
        }
        rest.push(weights);
        let mut next = vec![N::zero(); before.len() + own.len() - 1];
        for (i, before) in before.iter().enumerate() {
            for (own, next) in own.iter().zip(&mut next[i..]) {
                next.add_product(before, own);
            }
        }
        N::rescale(&mut next);
        before = next;
    }
    Combined { layouts, scale, rest, frontier: before }
}
