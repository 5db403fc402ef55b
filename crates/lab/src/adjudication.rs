//! Ending games early when both players say the same for long enough.

use game::Side;
use table::Card;

/// When a game is ended early. Both players must agree, each by its own score: no player loses by the
/// score of its opponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjudication {
    /// A game is won when one side is ahead by so many units (pawns, men) ...
    pub win_by: f64,
    /// ... in so many moves in a row, counting those of both sides.
    pub win_plies: usize,
    /// A game is drawn when neither side is ahead by more than this ...
    pub draw_within: f64,
    /// ... in so many moves in a row ...
    pub draw_plies: usize,
    /// ... and at least so many have been played.
    pub draw_after: usize,
}

/// How a game was ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    Won(Side),
    Drawn,
}

impl Adjudication {
    /// The usual rules, with the margin of the card; `None` where games are played to their end.
    pub fn usual(card: &'static dyn Card) -> Option<Adjudication> {
        let win_by = card.matches()?.win_by?;
        Some(Adjudication {
            win_by,
            win_plies: 6,
            draw_within: 0.15,
            draw_plies: 16,
            draw_after: 80,
        })
    }

    /// What the scores so far say, each as its own player saw it when it moved; `None` where a player gave
    /// none.
    pub fn judge(&self, scores: &[(Side, Option<f64>)]) -> Option<Judgement> {
        let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
        let white = |&(side, score): &(Side, Option<f64>)| {
            score.map(|score| if side == Side::White { score } else { -score })
        };
        let all = |plies: usize, test: &dyn Fn(f64) -> bool| {
            last(plies).is_some_and(|scores| scores.iter().all(|s| white(s).is_some_and(test)))
        };
        if all(self.win_plies, &|white| white >= self.win_by) {
            return Some(Judgement::Won(Side::White));
        }
        if all(self.win_plies, &|white| white <= -self.win_by) {
            return Some(Judgement::Won(Side::Black));
        }
        let quiet = scores.len() >= self.draw_after
            && all(self.draw_plies, &|white| white.abs() <= self.draw_within);
        quiet.then_some(Judgement::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores as white sees them, moves alternating.
    fn judged(scores: &[f64]) -> Option<Judgement> {
        let own = |(ply, &score): (usize, &f64)| match ply % 2 {
            0 => (Side::White, Some(score)),
            _ => (Side::Black, Some(-score)),
        };
        let scores: Vec<_> = scores.iter().enumerate().map(own).collect();
        Adjudication::usual(&games::chess::CARD).unwrap().judge(&scores)
    }

    #[test]
    fn a_game_is_won_when_both_have_said_so_three_times() {
        assert_eq!(judged(&[12.0; 5]), None);
        assert_eq!(judged(&[12.0; 6]), Some(Judgement::Won(Side::White)));
        assert_eq!(judged(&[-10.0; 6]), Some(Judgement::Won(Side::Black)));
        assert_eq!(judged(&[12.0, 12.0, 12.0, 3.0, 12.0, 12.0]), None);
    }

    #[test]
    fn no_player_loses_by_the_score_of_its_opponent() {
        let one_sided: Vec<f64> = (0..40).map(|ply| f64::from(ply % 2) * 20.0).collect();
        assert_eq!(judged(&one_sided), None);
        let silent = [(Side::White, Some(20.0)), (Side::Black, None)].repeat(9);
        assert_eq!(Adjudication::usual(&games::chess::CARD).unwrap().judge(&silent), None);
    }

    #[test]
    fn a_game_is_drawn_when_it_is_long_and_nothing_happens() {
        assert_eq!(judged(&[0.0; 79]), None);
        assert_eq!(judged(&[0.0; 80]), Some(Judgement::Drawn));
        let mut late = [1.0; 90];
        late[74..].fill(0.1);
        assert_eq!(judged(&late), Some(Judgement::Drawn));
        late[75] = 0.2;
        assert_eq!(judged(&late), None);
    }
}
