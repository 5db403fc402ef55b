//! Laws that hold for every perfect game, written once so that each game's tests can call them.
//!
//! Each function panics with a description when its law is broken. They are for tests; nothing
//! in the program calls them.

#![allow(clippy::missing_panics_doc)]

use crate::{Notation, Perfect, Turn};

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
