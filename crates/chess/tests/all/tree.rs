//! The generic tree of games, over chess.

use crate::common::random_game;
use chess::{Move, Position};
use game::{GameTree, KeptTree, Notation, Tree, Valued, laws, minimax, minimax_while, perft};
use proptest::prelude::*;
use std::cell::Cell;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn best_line(position: &Position, levels: usize) -> (f64, Vec<String>) {
    let best = minimax(&GameTree::new(*position).prune(levels));
    let mut at = *position;
    let line = best.line.iter().map(|&mv| {
        let text = at.write_move(mv);
        at = game::Rules::play(&at, mv);
        text
    });
    (best.value, line.collect())
}

#[test]
fn counting_the_leaves_of_a_pruned_tree_is_perft() {
    let tree = GameTree::new(Position::standard());
    let leaves = |levels| {
        tree.prune(levels).fold(|_, below| match below.map(|(_, leaves)| leaves).sum::<u64>() {
            0 => 1,
            leaves => leaves,
        })
    };
    for levels in 0..=4 {
        assert_eq!(leaves(levels), perft(&Position::standard(), levels as u32));
    }
}

#[test]
fn the_moves_from_the_root_can_be_handed_down_to_every_node() {
    let replayed = |moves: &Vec<Move>| {
        moves.iter().fold(Position::standard(), |at, &mv| game::Rules::play(&at, mv))
    };
    let checked = GameTree::new(Position::standard()).prune(3).fold_down(
        Vec::new(),
        &|moves, mv| [&moves[..], &[mv]].concat(),
        &|position, moves, below| {
            assert_eq!(replayed(moves), *position);
            1 + below.map(|(_, checked)| checked).sum::<u32>()
        },
    );
    assert_eq!(checked, 1 + 20 + 400 + 8902);
}

#[test]
fn a_search_that_is_stopped_has_no_answer_and_visits_no_further_positions() {
    let tree = GameTree::new(Position::standard()).prune(3);
    let asked = Cell::new(0);
    let stop_after = |nodes: u32| {
        asked.set(0);
        minimax_while(&tree, || asked.replace(asked.get() + 1) < nodes)
    };
    assert_eq!(stop_after(100), None);
    // The moves that were still open on the three levels are looked at once each.
    assert!(asked.get() < 100 + 3 * 20, "{} positions", asked.get());
    assert_eq!(stop_after(u32::MAX), Some(minimax(&tree)));
}

#[test]
fn a_mate_is_found_and_the_sooner_one_is_chosen() {
    let back_rank = position("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    for levels in 1..=3 {
        assert_eq!(best_line(&back_rank, levels), (1.0, vec!["Re8#".into()]));
    }
    // Mate in two by two rooks.
    let (value, line) = best_line(&position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), 3);
    assert_eq!((value, line.len()), (1.0, 3));
}

#[test]
fn a_stalemate_is_worth_nothing_however_much_is_on_the_board() {
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate.valuation(), 0.0);
    assert_eq!(best_line(&stalemate, 3), (0.0, vec![]));
    assert_eq!(position("8/8/4k3/8/8/8/4K3/8 w - - 0 1").valuation(), 0.0);
}

#[test]
fn material_is_taken_and_kept() {
    // The queen can be taken for nothing; the pawn next to it is guarded.
    let (value, line) = best_line(&position("4k3/3p4/4p3/3q4/8/2N5/8/4K3 w - - 0 1"), 2);
    assert_eq!(line[0], "Nxd5");
    assert_eq!(value, f64::from(3 - 2 - 3) / 128.0, "the knight is taken back");
}

#[test]
fn minimax_to_depth_three_reuses_what_it_grew_before() {
    let mut kept = KeptTree::new(Position::standard(), 1_000_000);
    let mut at = Position::standard();
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        kept.best(3);
        let mv = at.read_move(text).unwrap();
        at = game::Rules::play(&at, mv);
        kept.play(mv);
    }
    kept.reset_counters();
    let best = kept.best(3);
    let counters = kept.counters();
    assert_eq!(best, minimax(&GameTree::new(at).prune(3)));
    assert!(counters.reused > 500 && counters.made > counters.reused, "{counters:?}");
}

#[test]
fn a_full_tree_keeps_no_more_and_says_the_same() {
    let game = laws::playout(Position::standard(), &[3, 14, 15, 92, 65]);
    for cap in [0, 1, 100, 1000] {
        laws::trees_agree_along(&game, 2, cap);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn valuations_are_within_their_bounds(game in random_game()) {
        for position in game {
            laws::valuation_holds_in(&position);
        }
    }

    #[test]
    fn the_kept_tree_the_plain_tree_and_plain_recursion_agree(game in random_game()) {
        laws::trees_agree_along(&game[game.len().saturating_sub(4)..], 2, 100_000);
    }
}
