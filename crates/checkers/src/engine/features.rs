//! What a learner of linear weights looks at.
//!
//! Each feature counts something for a side, and what it counts for the other side is taken off; the
//! last two belong to the side to move alone. Each has one weight for a full board and one for
//! an empty one.

use super::view::{AHEAD, OWN_FILES, SQUARE_OF, STEPS, View, WAYS, bits, step};

/// How many features there are in each group.
const LENGTHS: [usize; 16] = [
    // A man on each square, from 1 to 32, as white sees them: advancement, the centre, the edges.
    32, // A king on each square: the long diagonal, the corners, the dog holes.
    32, // The men on the own back row, 29 lowest: guards, bridge (30 and 32), or none.
    16,
    // Men with nobody in the squares ahead of them, by the steps that they need to be crowned.
    7, // Steps that men can make.
    1, // Steps that kings can make.
    1, // Kings that cannot step anywhere.
    1, // Men with a man or the edge behind them on both sides: they cannot be jumped.
    1, // Men that touch no other piece of their side.
    1, // Men of the other side that are held: they cannot step.
    1, // Kings where the other side has none.
    1, // Being ahead, in twenty-fourths of what is left: exchanges help who is ahead.
    1,
    // For who is ahead: steps between each of its kings and the nearest piece of the other side.
    1, // For who is behind: a king on the double corner, where it is hard to catch.
    1,
    // The move: who will be opposed last, by the parity of the pieces on the files of one's own back row.
    1, // Being to move.
    1,
];

const START: [usize; LENGTHS.len()] = {
    let mut start = [0; LENGTHS.len()];
    let mut i = 1;
    while i < LENGTHS.len() {
        start[i] = start[i - 1] + LENGTHS[i - 1];
        i += 1;
    }
    start
};

/// How many features there are.
pub const FEATURES: usize = START[LENGTHS.len() - 1] + LENGTHS[LENGTHS.len() - 1];

const MAN: usize = START[0];
const KING: usize = START[1];
const BACK_ROW: usize = START[2];
const RUNAWAY: usize = START[3];
const MEN_STEPS: usize = START[4];
const KING_STEPS: usize = START[5];
const STUCK_KINGS: usize = START[6];
const BACKED: usize = START[7];
const ALONE: usize = START[8];
const HELD: usize = START[9];
const ONLY_KING: usize = START[10];
const LEAD: usize = START[11];
const CHASE: usize = START[12];
const REFUGE: usize = START[13];
const THE_MOVE: usize = START[14];
const TURN: usize = START[15];

/// The squares of the double corners: 1 and 5, 28 and 32.
const DOUBLE_CORNERS: u32 = numbered(1) | numbered(5) | numbered(28) | numbered(32);

const BACK: [u32; 4] = [numbered(29), numbered(30), numbered(31), numbered(32)];

const EDGES: u32 = crate::Squares::file(0).0 | crate::Squares::file(7).0;

const fn numbered(number: u8) -> u32 {
    match crate::Square::new(number) {
        Some(square) => crate::Squares::between(square, square).0,
        None => 0,
    }
}

/// A board with so many pieces, or more, is full,
const FULL: i32 = 22;
/// and with so many or fewer it is empty.
const EMPTY: i32 = 6;

/// How full the board is, from 0 to 1.
pub fn fullness(view: View) -> f64 {
    let pieces = (view.own() | view.other()).count_ones() as i32;
    f64::from(pieces.clamp(EMPTY, FULL) - EMPTY) / f64::from(FULL - EMPTY)
}

/// Hands over every feature of the position that the side to move sees, with its amount.
#[inline]
pub fn each(view: View, mut found: impl FnMut(usize, i32)) {
    of_side(view, &mut found);
    of_side(view.of_other(), |feature, amount| found(feature, -amount));
    let pieces = (view.own() | view.other()) & OWN_FILES;
    found(THE_MOVE, if pieces.count_ones() % 2 == 1 { 1 } else { -1 });
    found(TURN, 1);
}

#[inline]
fn of_side(view: View, mut found: impl FnMut(usize, i32)) {
    let (own, other, vacant) = (view.own(), view.other(), view.vacant());
    let [north_east, north_west, south_east, south_west] = WAYS;
    let count = |set: u32| set.count_ones() as i32;
    for man in bits(view.men) {
        let square = usize::from(SQUARE_OF[man]);
        found(MAN + square, 1);
        if AHEAD[man] & other == 0 {
            found(RUNAWAY + square / 4, 1);
        }
    }
    for king in bits(view.kings) {
        found(KING + usize::from(SQUARE_OF[king]), 1);
    }
    let guard = |(i, &square): (usize, &u32)| usize::from(view.men & square != 0) << i;
    found(BACK_ROW + BACK.iter().enumerate().map(guard).sum::<usize>(), 1);

    let men_steps = [north_east, north_west].map(|way| count(step(way, view.men) & vacant));
    found(MEN_STEPS, men_steps[0] + men_steps[1]);
    let behind_east = step(north_west, view.men) | EDGES;
    let behind_west = step(north_east, view.men) | EDGES;
    found(BACKED, count(view.men & behind_east & behind_west));
    let touched = WAYS.map(|way| step(way, own)).into_iter().fold(0, |all, set| all | set);
    found(ALONE, count(view.men & !touched));
    let free = step(north_east, vacant) | step(north_west, vacant);
    found(HELD, count(view.other_men & !free));
    if view.kings == 0 {
        of_who_is_ahead(view, found);
        return;
    }
    let steps = WAYS.map(|way| step(way, view.kings) & vacant);
    found(KING_STEPS, steps.map(count).iter().sum());
    let can_step = [south_west, south_east, north_west, north_east].map(|way| step(way, vacant));
    found(STUCK_KINGS, count(view.kings & !can_step.into_iter().fold(0, |all, set| all | set)));
    if view.other_kings == 0 {
        found(ONLY_KING, 1);
    }
    if count(own) < count(other) && view.kings & DOUBLE_CORNERS != 0 {
        found(REFUGE, 1);
    }
    of_who_is_ahead(view, found);
}

#[inline]
fn of_who_is_ahead(view: View, mut found: impl FnMut(usize, i32)) {
    let (own, other) = (view.own().count_ones() as i32, view.other().count_ones() as i32);
    if own > other {
        found(LEAD, 24 * (own - other) / (own + other));
        let far = |king: usize| {
            bits(view.other()).map(|piece| i32::from(STEPS[king][piece])).min().unwrap_or(0)
        };
        found(CHASE, bits(view.kings).map(far).sum());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use game::Notation;

    fn amounts(text: &str) -> Vec<i32> {
        let mut amounts = vec![0; FEATURES];
        let view = View::of(&Position::read_start(text).unwrap());
        each(view, |feature, amount| amounts[feature] += amount);
        amounts
    }

    #[test]
    fn at_the_start_only_the_turn_makes_a_difference() {
        let start = amounts(&Position::write_start(&Position::START));
        assert!(start[..THE_MOVE].iter().all(|&amount| amount == 0), "{start:?}");
        assert_eq!(start[TURN], 1);
    }

    #[test]
    fn features_count_what_their_names_say() {
        let ahead = amounts("W:W10,30,32,K18:B28");
        assert_eq!((ahead[MAN + 9], ahead[MAN + 29], ahead[KING + 17]), (1, 1, 1));
        assert_eq!(ahead[BACK_ROW + 0b1010], 1);
        assert_eq!(ahead[RUNAWAY + 2], 1, "the man on 10 needs two steps");
        assert_eq!(ahead[ONLY_KING], 1);
        assert_eq!(ahead[LEAD], 24 * 3 / 5);
        assert_eq!(ahead[CHASE], 4);
        assert_eq!(ahead[KING_STEPS], 4);
        let stuck = amounts("W:WK29:B25,22,K1,2");
        assert_eq!(stuck[STUCK_KINGS], 1);
        assert_eq!(amounts("W:WK5:BK1,K22")[REFUGE], 1);
        assert_eq!(amounts("W:W21:B17")[HELD], -1, "the man on 21 is held");
        assert_eq!(amounts("W:W25:B1,5")[ALONE], 1);
        assert_eq!(amounts("W:W25,29,30:B4")[BACKED], 1, "25 and 29 against 4");
    }

    #[test]
    fn who_is_opposed_last_has_the_move() {
        // White to move, one man each, facing one another with one row between: white must give way.
        let facing = amounts("W:W22:B14");
        let apart = amounts("W:W22:B10");
        assert_eq!(facing[THE_MOVE], -apart[THE_MOVE]);
    }

    #[test]
    fn every_feature_has_a_group() {
        assert_eq!(FEATURES, LENGTHS.iter().sum::<usize>());
    }
}
