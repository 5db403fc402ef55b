//! The network that is part of the program, and how a search thread evaluates.
//!
//! `cargo run --release -p tune checkers` plays games with the network and writes another. The file is read at compile time: one that is
//! damaged, or of another shape than `network.rs`, does not build.

use super::network::{LAYOUT, Network};
use super::view::View;
use crate::Position;
use std::sync::{Arc, LazyLock};
use weights::File;

const FILE: File<'static> = weights::embedded(include_bytes!("weights.bin"), &LAYOUT);

static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| Arc::new(Network::of(&FILE)));

/// Evaluates positions with a network.
#[derive(Debug, Clone)]
pub struct Evaluator {
    network: Arc<Network>,
}

/// With the network that is part of the program.
impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator { network: Arc::clone(&SHIPPED) }
    }
}

impl Evaluator {
    pub fn of_network(network: Arc<Network>) -> Evaluator {
        Evaluator { network }
    }

    /// What a position is worth to the side to move, in hundredths of a man.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_view(View::of(position))
    }

    #[inline]
    pub fn evaluate_view(&self, view: View) -> i32 {
        self.network.evaluate(view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation, Perfect, Rules};

    /// A position and the same one with the board turned round and the colours exchanged.
    #[test]
    fn both_colours_are_judged_alike() {
        let (mut state, evaluator) = (1u64, Evaluator::default());
        for _ in 0..100 {
            let mut position = Position::START;
            while let Some(moves) = position.moves_unless_over() {
                let turned = evaluator.evaluate(&position.turned());
                assert_eq!(evaluator.evaluate(&position), turned, "{position}");
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                position = position.play(moves[(state >> 33) as usize % moves.len()]);
                if state >> 56 == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn being_ahead_is_worth_about_what_it_should() {
        let evaluator = Evaluator::default();
        let score = |text: &str| evaluator.evaluate(&Position::read_start(text).unwrap());
        let start = score("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        assert!(start.abs() < 40, "{start}");
        let ahead = score("B:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        assert!((50..600).contains(&(ahead - start)), "{ahead}");
        let king = score("W:WK14,21,29:B4,5,12");
        assert!(king > 50, "{king}");
    }
}
