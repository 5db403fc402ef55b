//! The generic tree of games, over checkers.

use checkers::Position;
use game::{GameTree, Notation, Tree, laws, minimax};
use proptest::prelude::*;

#[test]
fn minimax_takes_two_rather_than_one() {
    let choice = Position::read_start("W:W26,27:B22,14,23").unwrap();
    let best = minimax(&GameTree::new(choice).prune(1));
    assert_eq!(best.line[0].captured().count(), 2);
    assert_eq!(best.value, (2.0 - 1.0) / 19.0);
}

#[test]
fn minimax_sees_that_the_last_piece_is_taken() {
    let won = Position::read_start("W:WK18:B15").unwrap();
    let best = minimax(&GameTree::new(won).prune(3));
    assert_eq!((best.value, best.line.len()), (1.0, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_kept_tree_the_plain_tree_and_plain_recursion_agree(
        choices in prop::collection::vec(any::<u32>(), 0..70),
        cap in prop_oneof![Just(100_000usize), 0..300usize],
    ) {
        let game = laws::playout(Position::START, &choices);
        for position in &game {
            laws::valuation_holds_in(position);
        }
        laws::trees_agree_along(&game[game.len().saturating_sub(5)..], 4, cap);
    }
}
