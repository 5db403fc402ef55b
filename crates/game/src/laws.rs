//! Laws that hold for every perfect game, written once so that each game's tests can call them.
//!
//! Each function panics with a description when its law is broken. They are for tests; nothing
//! in the program calls them.

#![allow(clippy::missing_panics_doc)]

use crate::openings::{self, Opening};
use crate::{
    Best, Counters, Game, GameTree, KeptTree, Notation, Perfect, Tree, Turn, Valued, minimax,
};
use std::collections::HashMap;

/// Plays `choices` from `position`, each number picking one of the moves there, until the game is
/// over or the numbers are used up. Returns every position on the way, the first included.
pub fn playout<G: Perfect>(position: G, choices: &[u32]) -> Vec<G> {
    let mut line = vec![position];
    let mut current = position;
    for &choice in choices {
        let moves = current.moves();
        if current.ending(!moves.is_empty()).is_some() {
            break;
        }
        current = current.play(moves[choice as usize % moves.len()]);
        line.push(current);
    }
    line
}

/// What must hold in every position of a perfect game.
pub fn hold_in<G: Perfect>(position: &G) {
    let moves = position.moves();
    assert_eq!(moves.len(), position.count_moves(), "counting and listing differ in {position:?}");
    assert_eq!(!moves.is_empty(), position.can_move(), "can_move is wrong in {position:?}");

    let over = position.ending(!moves.is_empty());
    assert_eq!(
        over.is_some(),
        matches!(position.turn(), Turn::Over(_)),
        "turn and ending differ in {position:?}"
    );
    assert!(over.is_some() || !moves.is_empty(), "no moves and no ending in {position:?}");

    for (i, &mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(&mv), "{mv:?} is listed twice in {position:?}");
        if over.is_none() {
            assert_eq!(position.check(mv), Ok(()), "the door refuses {mv:?} in {position:?}");
        }
        let next = position.play(mv);
        assert_eq!(next.side_to_move(), !position.side_to_move(), "{mv:?} in {position:?}");
        assert_ne!(next.key(), position.key(), "{mv:?} does not change the key of {position:?}");
    }
}

/// What must hold for the notation of a game in every position.
pub fn notation_holds_in<G: Perfect + Notation>(position: &G) {
    let moves = position.moves();
    if position.ending(!moves.is_empty()).is_some() {
        return;
    }
    for &mv in moves.iter() {
        let text = position.write_move(mv);
        match position.read_move(&text) {
            Ok(read) => assert_eq!(read, mv, "{text} is read as another move in {position:?}"),
            Err(error) => panic!("{text} cannot be read back in {position:?}: {error}"),
        }
    }
}

/// What must hold for the valuation of a position.
pub fn valuation_holds_in<G: Valued>(position: &G) {
    let value = position.valuation();
    let expected =
        position.ending(position.can_move()).map(|outcome| match outcome.verdict.winner() {
            None => 0.0,
            Some(winner) if winner == position.side_to_move() => 1.0,
            Some(_) => -1.0,
        });
    match expected {
        Some(expected) => assert!(value == expected, "{position:?} is over and worth {value}"),
        None => assert!(-1.0 < value && value < 1.0, "{position:?} goes on and is worth {value}"),
    }
}

/// Minimax as one would write it by hand, without a tree: the yardstick for [`minimax`].
pub fn minimax_by_hand<G: Valued>(position: &G, levels: usize) -> Best<G::Move> {
    fn search<G: Valued>(position: &G, levels: usize) -> (f64, Vec<G::Move>) {
        let value = position.valuation();
        if levels == 0 || value.abs() == 1.0 {
            return (value, Vec::new());
        }
        let Some(moves) = position.moves_unless_over() else { return (value, Vec::new()) };
        let mut best: Option<(f64, Vec<G::Move>)> = None;
        for &mv in moves.iter() {
            let (value, mut line) = search(&position.play(mv), levels - 1);
            let value = -value;
            let better = best.as_ref().is_none_or(|(best_value, best_line)| {
                // The line found has yet to get its first move.
                let sooner = (line.len() + 1).cmp(&best_line.len());
                value > *best_value
                    || value == *best_value
                        && (value == 1.0 && sooner.is_lt() || value == -1.0 && sooner.is_gt())
            });
            if better {
                line.push(mv);
                best = Some((value, line));
            }
        }
        best.unwrap_or((value, Vec::new()))
    }
    let (value, mut line) = search(position, levels);
    line.reverse();
    Best { value, line }
}

/// Follows a game with a kept tree: at every position it says what a plain tree says, and what
/// recursion written by hand says. Returns what was counted on the way.
pub fn trees_agree_along<G: Valued>(game: &[G], levels: usize, cap: usize) -> Counters {
    let Some(&first) = game.first() else { return Counters::default() };
    let mut kept = KeptTree::new(first, cap);
    for position in game {
        kept.move_to(position);
        let plain = minimax(&GameTree::new(*position).prune(levels));
        assert_eq!(kept.best(levels), plain, "the kept tree differs in {position:?}");
        assert_eq!(minimax_by_hand(position, levels), plain, "the tree differs in {position:?}");
        assert!(kept.kept() <= cap, "{} nodes are kept, {cap} were allowed", kept.kept());
        let reached = plain.line.iter().fold(*position, |at, &mv| at.play(mv));
        let turned = plain.line.len() % 2 == 1;
        let value = if turned { -reached.valuation() } else { reached.valuation() };
        assert!(value == plain.value, "the line does not lead to its value in {position:?}");
    }
    kept.counters()
}

/// What must hold for a table of openings (see [`Openings::read`](crate::Openings::read)): each line can
/// be read and played, has a name in both languages, and leads to a position of its own. Returns the
/// openings with their last positions, in the order of the table.
pub fn openings_hold_in<G: Perfect + Notation>(
    text: &'static str,
    start: G,
    key: impl Fn(&G) -> u64,
) -> Vec<(Opening, G)> {
    let mut line_of: HashMap<u64, &str> = HashMap::new();
    let ends = openings::lines(text).map(|line| {
        let Some((opening, moves)) = openings::parse(line) else {
            panic!("{line:?} has not the fields of an opening")
        };
        let Opening { code, name, spanish } = opening;
        for field in [code.unwrap_or("none"), name, spanish] {
            assert!(!field.is_empty() && field == field.trim(), "{line:?} has a bad field");
        }
        let positions = openings::play(start, moves);
        let Some(&end) = positions.as_deref().and_then(|line| line.last()) else {
            panic!("{line:?} has a move that is not legal")
        };
        if let Some(other) = line_of.insert(key(&end), line) {
            panic!("{line:?} and {other:?} lead to the same position")
        }
        (opening, end)
    });
    ends.collect()
}
