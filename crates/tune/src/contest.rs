//! Two players against each other, in pairs of games from openings by lot.

use crate::random::after_a_random_move;
use game::{Perfect, Side};
use learn::Tally;
use rand_chacha::ChaCha8Rng;

/// Games that are ended where they are as good as over, too.
pub struct Games<F> {
    /// Do the positions so far make a draw?
    pub is_draw: F,
    /// No game has more moves of both sides.
    pub longest: usize,
    /// A side that is ahead by so many hundredths for some moves of both players has won; `None` plays to the end.
    pub decided: Option<i32>,
}

/// So many moves after another.
const DECIDED_PLIES: u32 = 6;

/// Who moves: the first of the two players or the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    First,
    Second,
}

/// A move, and what its player thinks it is worth, in hundredths.
pub type Choice<M> = (M, i32);

impl<F> Games<F> {
    /// Two games from an opening, with colours exchanged, as the first player sees them. `choose` is asked for the move of a player in
    /// the last of the positions so far; without a move the game is drawn.
    pub fn pair<G: Perfect>(
        &self,
        opening: &[G],
        mut choose: impl FnMut(Player, &[G]) -> Option<Choice<G::Move>>,
    ) -> Tally
    where
        F: Fn(&[G]) -> bool,
    {
        let mut tally = Tally::default();
        for first_has in [Side::White, Side::Black] {
            let winner = self.winner(opening.to_vec(), |past| {
                let is_first = past.last()?.side_to_move() == first_has;
                choose(if is_first { Player::First } else { Player::Second }, past)
            });
            match winner {
                None => tally.drawn += 1,
                Some(winner) if winner == first_has => tally.won += 1,
                Some(_) => tally.lost += 1,
            }
        }
        tally
    }

    fn winner<G: Perfect>(
        &self,
        mut past: Vec<G>,
        mut choose: impl FnMut(&[G]) -> Option<Choice<G::Move>>,
    ) -> Option<Side>
    where
        F: Fn(&[G]) -> bool,
    {
        let mut decided = 0;
        loop {
            let position = past.last()?;
            if let Some(outcome) = position.ending(position.can_move()) {
                return outcome.verdict.winner();
            }
            if past.len() > self.longest || (self.is_draw)(&past) {
                return None;
            }
            let side = position.side_to_move();
            let (mv, score) = choose(&past)?;
            let is_decided = self.decided.is_some_and(|enough| score.abs() >= enough);
            decided = if is_decided { decided + 1 } else { 0 };
            if decided >= DECIDED_PLIES {
                return Some(if score > 0 { side } else { !side });
            }
            let next = position.play(mv);
            past.push(next);
        }
    }
}

/// An opening of so many random moves; `None` if they end the game.
pub fn opening<G: Perfect>(start: &G, plies: usize, random: &mut ChaCha8Rng) -> Option<Vec<G>> {
    let mut past = vec![*start];
    for _ in 0..plies {
        past.push(after_a_random_move(past.last()?, random)?);
    }
    Some(past)
}
