//! Pairs of cells that nothing may ever tell apart.
//!
//! Two neighbouring cells with one mine between them are a coin toss if every cell that touches only one
//! of them is a mine or beyond the edge: no number will ever see one without the other. Sooner or later
//! the coin must be tossed. Here the chance that it comes to this is estimated for every pair, taking the
//! cells around as independent of each other.

use crate::engine::Chances;
use crate::frontier::Frontier;
use crate::knowledge::{Knowledge, MINE, Place, UNKNOWN, WALL};

/// Chances below this are not worth following.
const NEGLIGIBLE: f64 = 1e-3;

/// Visits every pair of unknown cells that may become a coin toss, with the chance of that. `mines` is
/// memory to work in.
pub(crate) fn visit(
    frontier: &Frontier,
    knowledge: &Knowledge,
    chances: &Chances,
    mines: &mut Vec<f64>,
    mut visitor: impl FnMut(Place, Place, f64),
) {
    mines.clear();
    mines.extend((0..knowledge.places()).map(|place| {
        let blind = matches!(knowledge.what(place as Place), MINE | WALL);
        f64::from(u8::from(blind))
    }));
    for (place, mine) in chances.cells(frontier) {
        mines[usize::from(place)] = mine;
    }
    let below = knowledge.stride();
    for (place, _) in chances.cells(frontier) {
        let one = usize::from(place);
        for (along, across) in [(1, below), (below, 1)] {
            let other = one + along;
            if knowledge.what(other as Place) != UNKNOWN {
                continue;
            }
            let (before, after) = (one - along, other + along);
            let ends = mines[before] * mines[after];
            if ends < NEGLIGIBLE {
                continue;
            }
            let sides = mines[before - across]
                * mines[before + across]
                * mines[after - across]
                * mines[after + across];
            let both = mines[one] + mines[other];
            visitor(place, other as Place, ends * sides * both.min(2.0 - both));
        }
    }
}

/// The chance to come through all of them.
pub(crate) fn survival(
    frontier: &Frontier,
    knowledge: &Knowledge,
    chances: &Chances,
    mines: &mut Vec<f64>,
) -> f64 {
    let mut survival = 1.0;
    visit(frontier, knowledge, chances, mines, |_, _, toss| survival *= 1.0 - 0.5 * toss);
    survival
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use crate::engine::Engine;
    use crate::probability::settled;

    fn survival_of(text: &str) -> f64 {
        let view: View = text.parse().unwrap();
        let knowledge = settled(&view).unwrap();
        let mut engine = Engine::default();
        let chances = engine.analyse(&knowledge).unwrap();
        survival(&engine.frontier, &knowledge, &chances, &mut Vec::new())
    }

    #[test]
    fn a_pair_behind_mines_is_a_coin_toss_and_one_with_a_witness_is_not() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(survival_of("2x3/1\n..\n11\n00"), 0.5));
        assert!(close(survival_of("3x3/2\n..1\n22.\n.1."), survival_of("3x3/2\n1..\n.22\n.1.")));
        assert!(survival_of("4x4/2\n....\n....\n....\n....") > 0.95);
    }
}
