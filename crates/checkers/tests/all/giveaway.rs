//! Giveaway checkers: what it shares with checkers, and the end of the game, which it does not.

use crate::common::{position, positions, square};
use checkers::giveaway::{Ending, Refused, StartError};
use checkers::{Giveaway, Position, history};
use game::{Game, GameTree, Notation, Outcome, Perfect, Rules, Side, Tree, Verdict};
use game::{laws, minimax, perft};
use proptest::prelude::*;

fn read(text: &str) -> Giveaway {
    Giveaway::read_start(text).unwrap()
}

#[test]
fn lines_are_counted_as_in_checkers() {
    // Who has won changes nothing about when a game ends, so the counts agree at every depth, where
    // games end on the way too.
    let ends_soon = ["W:W22:B18", "W:WK14:B10,11,19,18", "B:W22,26,29:B13,25", "B:W32:B1"];
    for fen in ends_soon.into_iter().chain(["B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"]) {
        for depth in 0..=6 {
            let (giveaway, checkers) = (Giveaway(position(fen)), position(fen));
            assert_eq!(perft(&giveaway, depth), perft(&checkers, depth), "{fen} depth {depth}");
        }
    }
    for (depth, lines) in [1, 7, 49, 302, 1469, 7361, 36768, 179_740].into_iter().enumerate() {
        assert_eq!(perft(&Giveaway::START, depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn a_side_without_pieces_has_won() {
    let end = read("giveaway B:W15:B");
    let outcome = Outcome { verdict: Verdict::won_by(Side::Black), reason: Ending::GaveAll };
    assert_eq!(end.turn().outcome(), Some(outcome));
    assert_eq!(outcome.to_string(), "Black wins: every piece was given away");
}

#[test]
fn a_side_whose_pieces_are_blocked_has_won() {
    let end = read("giveaway W:W29:B25,22");
    let outcome = Outcome { verdict: Verdict::won_by(Side::White), reason: Ending::NoMoves };
    assert_eq!(end.turn().outcome(), Some(outcome));
    assert_eq!(outcome.to_string(), "White wins: the winner has no move left");
}

#[test]
fn whoever_has_won_is_named_when_a_move_comes_too_late() {
    let end = read("giveaway W:W29:B25,22");
    let refused = Refused::GameOver { winner: Side::White };
    assert_eq!(end.read_move("29x22"), Err(refused));
    let mv = Giveaway::START.moves()[0];
    let refused = end.check(mv).unwrap_err().to_string();
    assert_eq!(refused, "the game is over: White cannot move and has won");
}

#[test]
fn a_capture_is_as_mandatory_as_in_checkers() {
    let refused = read("giveaway W:W22,32:B18").read_move("32-28").unwrap_err().to_string();
    assert_eq!(refused, "32-28: a capture is mandatory: 22x15");
}

#[test]
fn minimax_gives_its_last_man_away() {
    // After 15-18 white must jump it, after 15-19 nothing is jumped.
    let start = read("giveaway B:W22:B15");
    let best = minimax(&GameTree::new(start).prune(2));
    assert_eq!((best.value, best.line.len()), (1.0, 2));
    assert_eq!(best.line[0].to(), square(18));
}

#[test]
fn starts_are_told_from_those_of_checkers() {
    assert_eq!(read("giveaway"), Giveaway::START);
    assert_eq!(read("  GiveAway \t"), Giveaway::START);
    assert_eq!(read("giveaway  B:W21-32:B1-12"), Giveaway::START);
    assert_eq!(Giveaway::write_start(&Giveaway::START), format!("giveaway {}", Position::START));
    for text in ["", "B:W21-32:B1-12", "giveawayB:W21-32:B1-12", "give away"] {
        let error = Giveaway::read_start(text).unwrap_err();
        assert_eq!(error, StartError::WordMissing(text.to_string()));
    }
    assert_eq!(
        Giveaway::read_start("B:W32:B1").unwrap_err().to_string(),
        "\"giveaway\", or \"giveaway\" and a FEN, was expected, not \"B:W32:B1\""
    );
    assert_eq!(
        Giveaway::read_start("giveaway B:W1:B").unwrap_err().to_string(),
        "a white man cannot stand on 1, where it would be a king"
    );
    assert!(Position::read_start("giveaway").is_err());
}

#[test]
fn a_position_for_the_third_time_is_a_draw() {
    let mut game = vec![read("giveaway B:WK32:BK1")];
    for text in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1", "28-32"] {
        assert_eq!(history::draw(&game), None);
        let last = game[game.len() - 1];
        game.push(last.play(last.read_move(text).unwrap()));
    }
    assert_eq!(history::repetitions(&game), 3);
    assert!(history::draw(&game).is_some());
}

proptest! {
    #[test]
    fn the_laws_hold_in_any_position(position in positions()) {
        let giveaway = Giveaway(position);
        laws::hold_in(&giveaway);
        laws::notation_holds_in(&giveaway);
        laws::valuation_holds_in(&giveaway);
        prop_assert_eq!(Giveaway::read_start(&Giveaway::write_start(&giveaway)), Ok(giveaway));
        let winner = |verdict: Verdict| verdict.winner().unwrap();
        let here = giveaway.turn().outcome().map(|outcome| winner(outcome.verdict));
        let in_checkers = position.turn().outcome().map(|outcome| winner(outcome.verdict));
        prop_assert_eq!(here, in_checkers.map(Side::other));
    }

    #[test]
    fn texts_are_read_or_refused(text in "(giveaway)?[ BWK:,0-9]{0,20}.{0,10}") {
        let _ = Giveaway::START.read_move(&text);
        if let Ok(start) = Giveaway::read_start(&text) {
            prop_assert_eq!(Giveaway::read_start(&Giveaway::write_start(&start)), Ok(start));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_kept_tree_the_plain_tree_and_plain_recursion_agree(
        choices in prop::collection::vec(any::<u32>(), 0..120),
        cap in prop_oneof![Just(100_000usize), 0..300usize],
    ) {
        let game = laws::playout(Giveaway::START, &choices);
        game.iter().for_each(laws::valuation_holds_in);
        laws::trees_agree_along(&game[game.len().saturating_sub(5)..], 4, cap);
    }
}
