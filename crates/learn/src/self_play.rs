//! One game, between any two players.

use crate::learnable::Learnable;
use crate::look_ahead::result;
use game::{Perfect, Rules, Side};

/// Plays a game from a position on to its end; `choose` makes the moves. Returns the result as white sees
/// it: 1, 0 or -1. A game that its past makes a draw, that is too long or that `choose` gives up is drawn.
pub fn play<L: Learnable>(
    start: L::Game,
    mut choose: impl FnMut(&L::Game) -> Option<<L::Game as Rules>::Move>,
) -> f32 {
    go_on::<L>(&mut vec![start], |past| choose(past.last()?))
}

/// Goes on with a game whose positions so far are given, the present one last.
pub fn go_on<L: Learnable>(
    past: &mut Vec<L::Game>,
    mut choose: impl FnMut(&[L::Game]) -> Option<<L::Game as Rules>::Move>,
) -> f32 {
    while let Some(position) = past.last() {
        if let Some(end) = position.ending(position.can_move()) {
            return result(end.verdict, Side::White);
        }
        if past.len() > L::LONGEST || L::is_drawn(past) {
            break;
        }
        let Some(mv) = choose(past) else { break };
        let next = position.play(mv);
        past.push(next);
    }
    0.0
}
