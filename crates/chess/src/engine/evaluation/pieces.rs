//! Knights, bishops, rooks and queens: where they stand and what they reach.

use super::board::{Attacks, View, distance, file_of, fill_forward, place, rank_of};
use super::tally::Tally;
use super::terms::{
    BISHOP_BLOCKED_PAWNS, BISHOP_COLOUR_PAWNS, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY,
    BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_SQUARE, Group, KNIGHT_FAR_AWAY, KNIGHT_MOBILITY,
    KNIGHT_OUTPOST, KNIGHT_SQUARE, MATERIAL, MINOR_BEHIND_PAWN, QUEEN_MOBILITY, QUEEN_PINNED,
    QUEEN_SQUARE, ROOK_FILE, ROOK_MOBILITY, ROOK_ON_SEVENTH, ROOK_SQUARE, ROOK_TRAPPED,
};
use crate::attacks::{between, bishop_attacks, knight_attacks, line_through, rook_attacks};
use crate::{Bitboard, Role, Square};
use game::Side;

/// Looks at the pieces of a side and notes what they attack.
#[inline]
pub fn pieces(view: &View<'_>, us: Side, attacks: &mut Attacks, tally: &mut Tally) {
    let mut look = Look { view, us, attacks, tally };
    look.knights();
    look.bishops();
    look.rooks();
    look.queens();
}

struct Look<'a, 'v> {
    view: &'a View<'v>,
    us: Side,
    attacks: &'a mut Attacks,
    tally: &'a mut Tally,
}

impl Look<'_, '_> {
    /// What every piece has: its worth, its square, its reach. Returns what it attacks.
    #[inline]
    fn piece(&mut self, role: Role, square: Square, reach: Bitboard, tables: (Group, Group)) {
        let view = self.view;
        let mut reach = reach;
        if view.pinned[self.us].has(square) {
            reach &= line_through(view.king[self.us], square);
        }
        self.attacks.attack(role, reach);
        self.tally.add(MATERIAL.at(role as usize), 1);
        self.tally.add(tables.0.at(place(square, self.us)), 1);
        let mobility = (reach & view.area[self.us]).count();
        self.tally.add(tables.1.at(mobility), 1);
        let near_king = reach & view.zone[!self.us];
        if near_king.any() {
            self.attacks.attackers[role as usize - 1] += 1;
            self.attacks.near_king += near_king.count() as i32;
        }
    }

    fn knights(&mut self) {
        let (view, us) = (self.view, self.us);
        for square in view.board.pieces(us, Role::Knight) {
            self.piece(
                Role::Knight,
                square,
                knight_attacks(square),
                (KNIGHT_SQUARE, KNIGHT_MOBILITY),
            );
            self.outpost(square, KNIGHT_OUTPOST);
            let away = Side::BOTH.map(|side| distance(square, view.king[side]));
            let near = away[0].min(away[1]);
            if near >= 4 {
                self.tally.add(KNIGHT_FAR_AWAY.at(near - 4), 1);
            }
        }
    }

    fn bishops(&mut self) {
        let (view, us) = (self.view, self.us);
        let bishops = view.board.pieces(us, Role::Bishop);
        if (bishops & Bitboard::LIGHT).any() && bishops.without(Bitboard::LIGHT).any() {
            self.tally.add(BISHOP_PAIR.at(0), 1);
        }
        // Queens of the same side are looked through.
        let occupied = view.occupied ^ view.board.pieces(us, Role::Queen);
        let pawns = view.pawns[us];
        let blocked = pawns & view.occupied.forward(!us);
        for square in bishops {
            let reach = bishop_attacks(square, occupied);
            self.piece(Role::Bishop, square, reach, (BISHOP_SQUARE, BISHOP_MOBILITY));
            self.outpost(square, BISHOP_OUTPOST);
            let light = square.is_light();
            let colour = if light { Bitboard::LIGHT } else { !Bitboard::LIGHT };
            self.tally.add(BISHOP_BLOCKED_PAWNS.at(0), (blocked & colour).count() as i32);
            self.tally.add(BISHOP_COLOUR_PAWNS.at(0), (pawns & colour).count() as i32);
            let through = bishop_attacks(square, view.pawns.white | view.pawns.black);
            let centre = Bitboard(0x0000_0018_1800_0000);
            if (through & centre).many() {
                self.tally.add(BISHOP_LONG_DIAGONAL.at(0), 1);
            }
        }
    }

    fn rooks(&mut self) {
        let (view, us) = (self.view, self.us);
        let occupied = view.occupied ^ (view.board.straight_sliders() & view.board.side(us));
        let king = view.king[us];
        for square in view.board.pieces(us, Role::Rook) {
            let reach = rook_attacks(square, occupied);
            self.piece(Role::Rook, square, reach, (ROOK_SQUARE, ROOK_MOBILITY));
            let file = file_of(square);
            if (file & view.pawns[us]).is_empty() {
                let open = (file & view.pawns[!us]).is_empty();
                self.tally.add(ROOK_FILE.at(usize::from(open)), 1);
            } else if rank_of(square, us) == 0 && rank_of(king, us) == 0 {
                let (rook, king) = (square.index() % 8, king.index() % 8);
                let shut_in = if king >= 4 { rook > king } else { rook < king };
                if shut_in && (view.position.castling_rooks() & view.board.side(us)).is_empty() {
                    self.tally.add(ROOK_TRAPPED.at(0), 1);
                }
            }
            if rank_of(square, us) == 6 && rank_of(view.king[!us], us) >= 6 {
                self.tally.add(ROOK_ON_SEVENTH.at(0), 1);
            }
        }
    }

    fn queens(&mut self) {
        let (view, us) = (self.view, self.us);
        for square in view.board.pieces(us, Role::Queen) {
            let reach = rook_attacks(square, view.occupied) | bishop_attacks(square, view.occupied);
            self.piece(Role::Queen, square, reach, (QUEEN_SQUARE, QUEEN_MOBILITY));
            if self.is_behind_a_blocker(square) {
                self.tally.add(QUEEN_PINNED.at(0), 1);
            }
        }
    }

    /// Does just one piece stand between this one and an enemy rook or bishop?
    fn is_behind_a_blocker(&self, square: Square) -> bool {
        let (view, us) = (self.view, self.us);
        let rooks = rook_attacks(square, Bitboard::EMPTY) & view.board.pieces(!us, Role::Rook);
        let bishops =
            bishop_attacks(square, Bitboard::EMPTY) & view.board.pieces(!us, Role::Bishop);
        (rooks | bishops).into_iter().any(|sniper| {
            let blockers = between(square, sniper) & view.occupied;
            blockers.any() && !blockers.many()
        })
    }

    /// A minor piece where no enemy pawn can drive it away, and one behind a pawn.
    #[inline]
    fn outpost(&mut self, square: Square, group: Group) {
        let (view, us) = (self.view, self.us);
        let bit = Bitboard::of(square);
        if (3..=5).contains(&rank_of(square, us)) {
            let beside_ahead = fill_forward((bit.east() | bit.west()).forward(us), us);
            if (beside_ahead & view.pawns[!us]).is_empty() {
                let supported = view.pawn_attacks[us].has(square);
                self.tally.add(group.at(usize::from(supported)), 1);
            }
        }
        if (bit.forward(us) & view.board.role(Role::Pawn)).any() {
            self.tally.add(MINOR_BEHIND_PAWN.at(0), 1);
        }
    }
}
