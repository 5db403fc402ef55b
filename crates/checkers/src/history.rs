//! Draws that come from how a game went and not from where it stands.
//!
//! A history is every position of a game so far, the first and the present one included. Nothing
//! else is needed: a man's move or a capture shows in the pieces. It may be a history of
//! [`Giveaway`](crate::Giveaway) as well.

use crate::{Ending, Position};
use game::{Outcome, Side, Verdict};
use std::borrow::Borrow;

/// After this many moves of each side without progress a game is drawn.
pub const MOVES_WITHOUT_PROGRESS: usize = 40;

/// Did a man move or a piece disappear between two positions that follow one another?
fn progressed(before: &Position, after: &Position) -> bool {
    Side::BOTH.into_iter().any(|side| {
        before.men(side) != after.men(side)
            || before.kings(side).count() != after.kings(side).count()
    })
}

/// How many moves, counting those of both sides, were played last without a man's move or a
/// capture.
pub fn moves_without_progress<P: Borrow<Position>>(history: &[P]) -> usize {
    history
        .windows(2)
        .rev()
        .take_while(
            |pair| matches!(pair, [before, after] if !progressed(before.borrow(), after.borrow())),
        )
        .count()
}

/// How often the present position has come up, this time included; 0 for an empty history.
pub fn repetitions<P: Borrow<Position>>(history: &[P]) -> usize {
    let Some((present, _)) = history.split_last() else { return 0 };
    let reversible = moves_without_progress(history) + 1;
    let recent = history.iter().rev().take(reversible);
    recent.filter(|&position| position.borrow() == present.borrow()).count()
}

/// The draw that the history has come to, if it has.
///
/// ```
/// use checkers::{Position, history};
/// use game::{Notation, Rules};
///
/// let start = Position::read_start("B:WK32:BK1").unwrap();
/// let mut game = vec![start];
/// for text in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1", "28-32"] {
///     assert_eq!(history::draw(&game), None);
///     let position = game[game.len() - 1];
///     game.push(position.play(position.read_move(text).unwrap()));
/// }
/// let draw = history::draw(&game).unwrap();
/// assert_eq!(draw.to_string(), "Draw: the same position for the third time");
/// ```
pub fn draw<P: Borrow<Position>>(history: &[P]) -> Option<Outcome<Ending>> {
    let reason = if repetitions(history) >= 3 {
        Ending::ThirdRepetition
    } else if moves_without_progress(history) >= 2 * MOVES_WITHOUT_PROGRESS {
        Ending::FortyMoves
    } else {
        return None;
    };
    Some(Outcome { verdict: Verdict::Draw, reason })
}
