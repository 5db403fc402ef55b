//! Pawns and the kings behind them.

use super::board::{
    View, distance, file_of, fill_files, fill_forward, from_edge, pawn_attacks, place, rank_of,
};
use super::tally::Tally;
use super::terms::{
    DANGER_SHELTER, DANGER_STORM, KING_PAWN_DISTANCE, KING_SHELTER, KING_SQUARE, KING_STORM,
    MATERIAL, PAWN_BACKWARD, PAWN_CANDIDATE, PAWN_DOUBLED, PAWN_ISOLATED, PAWN_PHALANX,
    PAWN_SQUARE, PAWN_SUPPORTED,
};
use crate::attacks::pawn_attacks as attacks_of_pawn;
use crate::{Bitboard, Role, Square};
use game::Side;

/// What pawns and kings amount to for one side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pawns {
    /// The terms.
    pub tally: Tally,
    /// What endangers the side's own king.
    pub danger: Tally,
    /// The pawns that no enemy pawn can stop.
    pub passed: Bitboard,
}

/// Looks at the pawns of a side and its king.
#[inline]
pub fn pawns(view: &View<'_>, us: Side) -> Pawns {
    let mut found = Pawns::default();
    structure(view, us, &mut found);
    shelter(view, us, &mut found);
    found
}

fn structure(view: &View<'_>, us: Side, found: &mut Pawns) {
    let (own, enemy) = (view.pawns[us], view.pawns[!us]);
    let defended = pawn_attacks(own, us);
    let enemy_attacks = view.pawn_attacks[!us];
    let tally = &mut found.tally;
    for square in own {
        let bit = Bitboard::of(square);
        let rank = rank_of(square, us);
        let file = file_of(square);
        let beside = bit.east() | bit.west();
        let beside_files = fill_files(beside);
        let ahead = fill_forward(bit.forward(us), us);
        let ahead_beside = fill_forward(beside.forward(us), us);
        tally.add(MATERIAL.at(Role::Pawn as usize), 1);
        tally.add(PAWN_SQUARE.at(place(square, us)), 1);

        let stoppers = (ahead | ahead_beside) & enemy;
        let supporters = attacks_of_pawn(!us, square) & own;
        if stoppers.is_empty() {
            found.passed |= bit;
        } else if is_candidate(stoppers, square, us, own) {
            tally.add(PAWN_CANDIDATE.at(rank), 1);
        }
        if (beside_files & own).is_empty() {
            tally.add(PAWN_ISOLATED.at(from_edge(square)), 1);
        }
        if (ahead & own).any() {
            let can_be_undone = (beside_files & own).any();
            tally.add(PAWN_DOUBLED.at(usize::from(can_be_undone)), 1);
        }
        if supporters.any() {
            tally.add(PAWN_SUPPORTED.at(rank), 1);
        }
        if (beside & own).any() {
            tally.add(PAWN_PHALANX.at(rank), 1);
        }
        let level_or_behind = !ahead_beside & beside_files;
        let left_behind = (level_or_behind & own).is_empty() && (beside_files & own).any();
        let stopped = (bit.forward(us) & (enemy_attacks | enemy)).any();
        if left_behind && stopped && (defended & bit).is_empty() {
            let half_open = (file & enemy).is_empty();
            tally.add(PAWN_BACKWARD.at(usize::from(half_open)), 1);
        }
    }
    let king = view.king[us];
    tally.add(KING_SQUARE.at(place(king, us)), 1);
    let nearest = (own | enemy).into_iter().map(|pawn| distance(king, pawn)).min().unwrap_or(0);
    tally.add(KING_PAWN_DISTANCE.at(nearest), 1);
}

/// Can the pawns that stop this one be exchanged off with the help of the pawns beside it?
#[inline]
fn is_candidate(stoppers: Bitboard, square: Square, us: Side, own: Bitboard) -> bool {
    let bit = Bitboard::of(square);
    let Some(next) = bit.forward(us).first() else { return false };
    let now = attacks_of_pawn(us, square) & stoppers;
    let then = attacks_of_pawn(us, next) & stoppers;
    let supporters = attacks_of_pawn(!us, square) & own;
    let companions = (bit.east() | bit.west()) & own;
    stoppers.without(now | then).is_empty()
        && supporters.count() >= now.count()
        && companions.count() >= then.count()
}

/// The own pawns before the king, and the enemy's that come at it.
fn shelter(view: &View<'_>, us: Side, found: &mut Pawns) {
    let king = view.king[us];
    let (own, enemy) = (view.pawns[us], view.pawns[!us]);
    let rank = rank_of(king, us);
    let level = Bitboard(0xff << (king.index() / 8 * 8));
    let ahead = fill_forward(level, us);
    let centre = (king.index() % 8).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let squares = Bitboard(0x0101010101010101 << file) & ahead;
        let away = |pawns: Bitboard| nearest_rank(pawns & squares, us).map_or(7, |r| r - rank);
        let (shield, storm) = (away(own), away(enemy));
        let on_file = usize::from(file == king.index() % 8);
        found.tally.add(KING_SHELTER.at(8 * on_file + shield), 1);
        found.danger.add(DANGER_SHELTER.at(8 * on_file + shield), 1);
        let blocked = shield != 7 && storm == shield + 1;
        found.tally.add(KING_STORM.at(8 * usize::from(blocked) + storm), 1);
        if !blocked {
            found.danger.add(DANGER_STORM.at(storm), 1);
        }
    }
}

/// The rank, as the side counts, of the rearmost of these squares.
#[inline]
fn nearest_rank(squares: Bitboard, us: Side) -> Option<usize> {
    if squares.is_empty() {
        return None;
    }
    Some(match us {
        Side::White => squares.0.trailing_zeros() as usize / 8,
        Side::Black => squares.0.leading_zeros() as usize / 8,
    })
}
