//! What the sides do to each other: threats, space, the way of passed pawns, and danger to kings.

use super::board::{Attacks, View, distance, fill_forward, pawn_attacks, rank_of};
use super::tally::Tally;
use super::terms::{
    DANGER_ATTACKER, DANGER_ATTACKS, DANGER_BASE, DANGER_CHECK, DANGER_DEFENDERS, DANGER_NO_QUEEN,
    DANGER_PINNED, DANGER_WEAK, KING_DEFENDERS, PASSED, PASSED_ATTACKED, PASSED_BLOCKED,
    PASSED_ENEMY_KING, PASSED_FREE_PATH, PASSED_OWN_KING, PASSED_ROOK_BEHIND, PASSED_SUPPORTED,
    SPACE_BEHIND_PAWNS, SPACE_CENTRE, SPACE_RESTRICTED, THREAT_BY_KING, THREAT_BY_PAWN_STEP,
    THREAT_HANGING, THREAT_MINOR_BY_MINOR, THREAT_MINOR_BY_PAWN, THREAT_MINOR_BY_ROOK,
    THREAT_QUEEN_BY_LESSER, THREAT_QUEEN_BY_PAWN, THREAT_ROOK_BY_MINOR, THREAT_ROOK_BY_PAWN,
    THREAT_WEAK_PAWN,
};
use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::{Bitboard, Rank, Role};
use game::{Pair, Side};

/// What both sides attack.
pub type Both = Pair<Attacks>;

/// Passed pawns and what stands in their way.
#[inline]
pub fn passed(view: &View<'_>, us: Side, passed: Bitboard, all: &Both, tally: &mut Tally) {
    for square in passed {
        let rank = rank_of(square, us);
        let bit = Bitboard::of(square);
        let ahead = bit.forward(us);
        let Some(next) = ahead.first() else { continue };
        tally.add(PASSED.at(rank), 1);
        if (ahead & view.occupied).any() {
            tally.add(PASSED_BLOCKED.at(rank), 1);
        }
        if all[!us].any.has(next) {
            tally.add(PASSED_ATTACKED.at(rank), 1);
        }
        let path = fill_forward(ahead, us);
        if (path & (view.occupied | all[!us].any)).is_empty() {
            tally.add(PASSED_FREE_PATH.at(rank), 1);
        }
        if view.pawn_attacks[us].has(square) {
            tally.add(PASSED_SUPPORTED.at(0), 1);
        }
        if rank >= 3 {
            let weight = rank as i32 - 2;
            tally.add(PASSED_OWN_KING.at(distance(view.king[us], next)), weight);
            tally.add(PASSED_ENEMY_KING.at(distance(view.king[!us], next)), weight);
        }
        let behind = fill_forward(bit.forward(!us), !us);
        let reach = rook_attacks(square, view.occupied);
        if (behind & reach & view.board.straight_sliders() & view.board.side(us)).any() {
            tally.add(PASSED_ROOK_BEHIND.at(0), 1);
        }
    }
}

/// What the side attacks of the other's pieces.
#[inline]
pub fn threats(view: &View<'_>, us: Side, all: &Both, tally: &mut Tally) {
    let (board, own, theirs) = (view.board, &all[us], &all[!us]);
    let enemy = |role| board.pieces(!us, role);
    let mut count = |term: super::terms::Group, squares: Bitboard| {
        tally.add(term.at(0), squares.count() as i32);
    };
    let minors = enemy(Role::Knight) | enemy(Role::Bishop);
    let by_pawn = own.by[Role::Pawn as usize];
    let by_minor = own.by[Role::Knight as usize] | own.by[Role::Bishop as usize];
    let by_rook = own.by[Role::Rook as usize];
    let defended = theirs.twice | theirs.by[Role::Pawn as usize] | theirs.any.without(own.twice);
    let weak = own.any.without(defended);
    count(THREAT_WEAK_PAWN, enemy(Role::Pawn) & own.any.without(theirs.any));
    count(THREAT_MINOR_BY_PAWN, minors & by_pawn);
    count(THREAT_MINOR_BY_MINOR, minors & by_minor);
    count(THREAT_MINOR_BY_ROOK, minors & by_rook & weak);
    count(THREAT_ROOK_BY_PAWN, enemy(Role::Rook) & by_pawn);
    count(THREAT_ROOK_BY_MINOR, enemy(Role::Rook) & by_minor);
    count(THREAT_QUEEN_BY_PAWN, enemy(Role::Queen) & by_pawn);
    count(THREAT_QUEEN_BY_LESSER, enemy(Role::Queen) & (by_minor | by_rook));
    let pieces = minors | enemy(Role::Rook);
    count(THREAT_BY_KING, pieces & own.by[Role::King as usize] & weak);
    count(THREAT_HANGING, (pieces | enemy(Role::Queen)) & own.any.without(theirs.any));
    count(THREAT_BY_PAWN_STEP, pawn_steps(view, us, own, theirs));
}

/// Pieces that a pawn would attack after a safe step.
#[inline]
fn pawn_steps(view: &View<'_>, us: Side, own: &Attacks, theirs: &Attacks) -> Bitboard {
    let third = Bitboard::rank(Rank::Third.seen_by(us));
    let once = view.pawns[us].forward(us).without(view.occupied);
    let twice = (once & third).forward(us).without(view.occupied);
    let held = own.any | !theirs.any;
    let steps = (once | twice).without(view.pawn_attacks[!us]) & held;
    let targets = view.board.side(!us).without(view.pawns[!us] | view.pawn_attacks[us]);
    pawn_attacks(steps, us) & targets
}

/// Room to move, and the enemy's lack of it.
#[inline]
pub fn space(view: &View<'_>, us: Side, all: &Both, tally: &mut Tally) {
    let (own, theirs) = (&all[us], &all[!us]);
    let restricted = own.any & theirs.any.without(theirs.twice | theirs.by[Role::Pawn as usize]);
    tally.add(SPACE_RESTRICTED.at(0), restricted.count() as i32);
    let centre = Bitboard(0x0000_3c3c_3c3c_0000);
    let files = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let back = Bitboard::rank(Rank::Second.seen_by(us))
        | Bitboard::rank(Rank::Third.seen_by(us))
        | Bitboard::rank(Rank::Fourth.seen_by(us));
    let behind = fill_forward(view.pawns[us].forward(!us), !us) | view.pawns[us].forward(!us);
    let room = (back & files & behind).without(view.pawns[us] | view.pawn_attacks[!us]);
    tally.add(SPACE_BEHIND_PAWNS.at(0), room.count() as i32);
    tally.add(SPACE_CENTRE.at(0), (own.any & centre).without(theirs.any).count() as i32);
}

/// What endangers the king of a side, and what stands by it.
#[inline]
pub fn danger(view: &View<'_>, us: Side, all: &Both, tally: &mut Tally, danger: &mut Tally) {
    let (own, theirs) = (&all[us], &all[!us]);
    let board = view.board;
    let king = view.king[us];
    let zone = view.zone[us];
    let minors = (board.role(Role::Knight) | board.role(Role::Bishop)) & board.side(us);
    tally.add(KING_DEFENDERS.at((zone & board.side(us)).count().saturating_sub(1)), 1);

    let queens = board.pieces(!us, Role::Queen);
    for (index, &count) in theirs.attackers.iter().enumerate() {
        danger.add(DANGER_ATTACKER.at(index), count);
    }
    danger.add(DANGER_BASE.at(0), 1);
    danger.add(DANGER_ATTACKS.at(0), theirs.near_king);
    let by_king_or_queen = own.by[Role::King as usize] | own.by[Role::Queen as usize];
    let weak = theirs.any.without(own.twice) & (!own.any | by_king_or_queen);
    danger.add(DANGER_WEAK.at(0), (weak & zone).count() as i32);
    danger.add(DANGER_NO_QUEEN.at(0), i32::from(queens.is_empty()));
    danger.add(DANGER_PINNED.at(0), view.pinned[us].count() as i32);
    danger.add(DANGER_DEFENDERS.at((minors & zone).count()), 1);

    let safe = (!board.side(!us)).without(own.any) | (weak & theirs.twice).without(board.side(!us));
    let diagonal = bishop_attacks(king, view.occupied);
    let straight = rook_attacks(king, view.occupied);
    let checks = [
        knight_attacks(king) & theirs.by[Role::Knight as usize],
        diagonal & theirs.by[Role::Bishop as usize],
        straight & theirs.by[Role::Rook as usize],
        (diagonal | straight) & theirs.by[Role::Queen as usize],
    ];
    for (index, check) in checks.into_iter().enumerate() {
        danger.add(DANGER_CHECK.at(index), (check & safe).count() as i32);
    }
}
