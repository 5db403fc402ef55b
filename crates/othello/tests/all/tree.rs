//! The generic tree of games, over Othello.

use game::{GameTree, Perfect, Tree, laws, minimax, perft};
use othello::Position;
use proptest::prelude::*;

#[test]
fn counting_the_leaves_of_a_pruned_tree_is_perft() {
    let leaves = GameTree::new(Position::<8>::standard()).prune(6).fold(|_, below| {
        let leaves: u64 = below.map(|(_, leaves)| leaves).sum();
        leaves.max(1)
    });
    assert_eq!(leaves, perft(&Position::<8>::standard(), 6));
}

#[test]
fn an_endgame_on_the_smallest_board_is_searched_to_its_end() {
    // Nine squares are free, and passes come between: fourteen levels reach every end.
    let line = laws::playout(Position::<4>::standard(), &[0, 0, 0]);
    let after_three = line[3];
    let best = minimax(&GameTree::new(after_three).prune(14));
    assert!(best.value == 1.0 || best.value == -1.0 || best.value == 0.0, "{best:?}");
    let end = best.line.iter().fold(after_three, |at, &mv| game::Rules::play(&at, mv));
    assert!(!end.can_move());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_kept_tree_the_plain_tree_and_plain_recursion_agree(
        choices in prop::collection::vec(any::<u32>(), 0..64),
        cap in prop_oneof![Just(100_000usize), 0..300usize],
    ) {
        let game = laws::playout(Position::<8>::standard(), &choices);
        for position in &game {
            laws::valuation_holds_in(position);
        }
        laws::trees_agree_along(&game[game.len().saturating_sub(5)..], 3, cap);
    }
}
