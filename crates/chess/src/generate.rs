//! Legal moves, set by set: no move is made to see whether it was legal.
//!
//! The side to move is limited by three things, found once for a position: pieces that give check
//! (then a move must take the one checker or step between), own pieces that are pinned (they stay on
//! their line), and squares that the king may not enter. With these known, the moves of each piece
//! are the intersection of a few sets. The generator hands the sets to a [`Collector`]: one lists
//! moves, another only counts them.

// Inlined by force: only then does the side become a constant in every shift, which counting and
// listing owe a good part of their speed to.
#![allow(clippy::inline_always)]

use crate::attacks::{
    attackers, attacks, between, bishop_attacks, bishop_lines, king_attacks, knight_attacks,
    line_through, pawn_attacks, rook_attacks, rook_lines,
};
use crate::bitboard::Bitboard;
use crate::fill::SliderAttacks;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::role::{Piece, Role};
use crate::square::{File, Rank, Square};
use game::{Perfect, Side};

/// Which moves are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    All,
    Captures,
    Quiets,
}

/// What is done with the moves that are found.
trait Collector {
    /// A piece other than a pawn can go from one square to any of these.
    fn piece(&mut self, from: Square, to: Bitboard);

    /// Pawns can go to these squares, each coming from `back` squares behind.
    fn pawns(&mut self, to: Bitboard, back: i32);

    /// Castling and en passant.
    fn single(&mut self, mv: Move);

    /// Sliders that nothing pins.
    #[inline]
    fn sliders(&mut self, straight: Bitboard, diagonal: Bitboard, limits: &Limits) {
        for from in diagonal {
            let mut to = bishop_attacks(from, limits.occupied);
            if straight.has(from) {
                to |= rook_attacks(from, limits.occupied);
            }
            self.piece(from, to & limits.targets);
        }
        for from in straight.without(diagonal) {
            self.piece(from, rook_attacks(from, limits.occupied) & limits.targets);
        }
    }
}

impl Collector for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::new(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, back: i32) {
        let from = |to: Square| Square::masked((to.index() as i32 - back) as u32);
        for to in to.without(Bitboard::BACK_RANKS) {
            self.push(Move::new(from(to), to));
        }
        for to in to & Bitboard::BACK_RANKS {
            for role in Role::PROMOTIONS {
                self.push(Move::promoting(from(to), to, role));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without listing them.
struct Counter(usize);

impl Collector for Counter {
    #[inline]
    fn piece(&mut self, _: Square, to: Bitboard) {
        self.0 += to.count();
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 += to.count() + 3 * (to & Bitboard::BACK_RANKS).count();
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn sliders(&mut self, straight: Bitboard, diagonal: Bitboard, limits: &Limits) {
        self.0 += SliderAttacks::new(straight, diagonal, limits.occupied).count(limits.targets);
    }
}

/// What limits the moves of the side to move.
struct Limits {
    king: Square,
    occupied: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where pieces other than the king may land.
    targets: Bitboard,
}

impl Limits {
    #[inline]
    fn new(position: &Position, us: Side) -> Limits {
        let board = position.board();
        let occupied = board.occupied();
        let enemy = board.side(!us);
        let king = position.king(us);

        let mut checkers = knight_attacks(king) & board.role(Role::Knight)
            | pawn_attacks(us, king) & board.role(Role::Pawn);
        checkers &= enemy;
        let mut pinned = Bitboard::EMPTY;
        let snipers = rook_lines(king) & board.straight_sliders()
            | bishop_lines(king) & board.diagonal_sliders();
        for sniper in snipers & enemy {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }

        let own = board.side(us);
        let targets = match checkers.first() {
            None => !own,
            Some(checker) => between(king, checker) | checkers,
        };
        Limits { king, occupied, checkers, pinned: pinned & own, targets }
    }
}

impl Position {
    /// The legal moves.
    pub(crate) fn list(&self, kind: Kind) -> MoveList {
        let mut list = MoveList::new();
        self.collect(kind, &mut list);
        list
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> usize {
        let mut counter = Counter(0);
        self.collect(Kind::All, &mut counter);
        counter.0
    }

    /// Is the move legal? The answer of looking for it among [`moves`](game::Perfect::moves), without
    /// listing them.
    ///
    /// ```
    /// # use chess::{Coordinate, Move, Position};
    /// let start = Position::standard();
    /// let [e2, e4, e5] = ["e2", "e4", "e5"].map(|name| name.parse().unwrap());
    /// assert!(start.is_legal(Move::new(e2, e4)) && !start.is_legal(Move::new(e2, e5)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let (board, us) = (self.board(), self.side_to_move());
        let (from, to) = (mv.from(), mv.to());
        if !board.side(us).has(from) {
            return false;
        }
        if board.side(us).has(to) {
            let castles = self.castling_rooks().has(to) && self.king(us) == from;
            return castles && self.list(Kind::Quiets).contains(&mv);
        }
        let role = board.role_on_occupied(from);
        let last_rank = role == Role::Pawn && Bitboard::BACK_RANKS.has(to);
        let becomes = mv.promotion().is_some_and(|role| Role::PROMOTIONS.contains(&role));
        if last_rank != becomes || mv.promotion().is_some() != becomes {
            return false;
        }
        if role == Role::King {
            let occupied = board.occupied() ^ Bitboard::of(from);
            return king_attacks(from).has(to) && attackers(board, to, !us, occupied).is_empty();
        }
        if role == Role::Pawn && self.en_passant() == Some(to) && pawn_attacks(us, from).has(to) {
            return self.en_passant_is_safe(from, to);
        }
        let limits = Limits::new(self, us);
        let pinned_away = limits.pinned.has(from) && !line_through(limits.king, from).has(to);
        if limits.checkers.many() || !limits.targets.has(to) || pinned_away {
            return false;
        }
        if role == Role::Pawn {
            return self.pawn_reaches(us, from, to, limits.occupied);
        }
        attacks(Piece { side: us, role }, from, limits.occupied).has(to)
    }

    /// The pieces of this role, of the side to move, that can go to a square: those for which
    /// [`is_legal`](Position::is_legal) holds, found at once. What a pawn becomes is left open, and castling left aside.
    pub(crate) fn origins(&self, role: Role, to: Square) -> Bitboard {
        let (board, us) = (self.board(), self.side_to_move());
        let own = board.pieces(us, role);
        if board.side(us).has(to) {
            return Bitboard::EMPTY;
        }
        if role == Role::King {
            let safe = || attackers(board, to, !us, board.occupied() ^ own).is_empty();
            let near = king_attacks(to) & own;
            return if near.any() && safe() { near } else { Bitboard::EMPTY };
        }
        let occupied = board.occupied();
        let near = match role {
            Role::Pawn if self.en_passant() == Some(to) => {
                let takers = (pawn_attacks(!us, to) & own).into_iter();
                let safe = takers.filter(|&from| self.en_passant_is_safe(from, to));
                return safe.fold(Bitboard::EMPTY, |all, from| all | Bitboard::of(from));
            }
            Role::Pawn if occupied.has(to) => pawn_attacks(!us, to),
            Role::Pawn => {
                let once = Bitboard::of(to).forward(!us);
                let twice = (once & Bitboard::rank(Rank::Third.seen_by(us))).without(occupied);
                once | twice.forward(!us)
            }
            _ => attacks(Piece { side: us, role }, to, occupied),
        };
        let near = near & own;
        if near.is_empty() {
            return near;
        }
        let limits = Limits::new(self, us);
        if limits.checkers.many() || !limits.targets.has(to) {
            return Bitboard::EMPTY;
        }
        near.without(limits.pinned) | near & limits.pinned & line_through(limits.king, to)
    }

    /// Can a pawn go there by a step, two steps or an ordinary capture?
    fn pawn_reaches(&self, us: Side, from: Square, to: Square, occupied: Bitboard) -> bool {
        if self.board().side(!us).has(to) {
            return pawn_attacks(us, from).has(to);
        }
        let once = Bitboard::of(from).forward(us).without(occupied);
        let third = Bitboard::rank(Rank::Third.seen_by(us));
        (once | (once & third).forward(us).without(occupied)).has(to)
    }

    /// With the side known to the compiler, pawns move by constant shifts.
    #[inline]
    fn collect(&self, kind: Kind, collector: &mut impl Collector) {
        match self.side_to_move() {
            Side::White => self.collect_for(Side::White, kind, collector),
            Side::Black => self.collect_for(Side::Black, kind, collector),
        }
    }

    #[inline(always)]
    fn collect_for(&self, us: Side, kind: Kind, collector: &mut impl Collector) {
        let mut limits = Limits::new(self, us);
        let wanted = match kind {
            Kind::All => Bitboard::ALL,
            Kind::Captures => self.board().side(!us),
            Kind::Quiets => !limits.occupied,
        };

        let danger = self.danger(us, limits.king, limits.occupied);
        let steps = king_attacks(limits.king).without(self.board().side(us) | danger);
        collector.piece(limits.king, steps & wanted);
        if limits.checkers.many() {
            return;
        }
        if kind != Kind::Captures && limits.checkers.is_empty() {
            self.castling(us, danger, &limits, collector);
        }
        limits.targets &= wanted;
        self.pieces(us, &limits, collector);
        self.pawns(us, &limits, collector);
        if kind != Kind::Quiets {
            self.en_passant_captures(us, collector);
        }
    }

    /// The squares that the other side attacks, as if the king of the side to move were not in the way: by any piece, by pawns, by
    /// knights and bishops, by rooks.
    #[inline]
    pub(crate) fn attacked_squares(&self) -> [Bitboard; 4] {
        let us = self.side_to_move();
        let (board, enemy) = (self.board(), self.board().side(!us));
        let occupied = board.occupied() ^ Bitboard::of(self.king(us));
        let of = |role| board.role(role) & enemy;
        let lines = SliderAttacks::new(of(Role::Rook), of(Role::Bishop), occupied);
        let queens = of(Role::Queen);
        let pawns = of(Role::Pawn).forward(!us);
        let by_pawn = pawns.east() | pawns.west();
        let by_minor = lines.diagonal() | all_knight_attacks(of(Role::Knight));
        let by_rook = lines.straight();
        let mut all = by_pawn | by_minor | by_rook | king_attacks(self.king(!us));
        if queens.any() {
            all |= SliderAttacks::new(queens, queens, occupied).union();
        }
        [all, by_pawn, by_minor, by_rook]
    }

    /// The squares that the enemy attacks, as if the king were not in the way.
    #[inline(always)]
    fn danger(&self, us: Side, king: Square, occupied: Bitboard) -> Bitboard {
        let board = self.board();
        let enemy = board.side(!us);
        let sliders = SliderAttacks::new(
            board.straight_sliders() & enemy,
            board.diagonal_sliders() & enemy,
            occupied ^ Bitboard::of(king),
        );
        let pawns = (board.role(Role::Pawn) & enemy).forward(!us);
        sliders.union()
            | pawns.east()
            | pawns.west()
            | all_knight_attacks(board.role(Role::Knight) & enemy)
            | king_attacks(self.king(!us))
    }

    #[inline(always)]
    fn castling(&self, us: Side, danger: Bitboard, limits: &Limits, out: &mut impl Collector) {
        for rook in self.castling_rooks() & self.board().side(us) {
            let (king_to, rook_to) = castling_squares(us, limits.king, rook);
            let king_path = between(limits.king, king_to) | Bitboard::of(king_to);
            let rook_path = between(rook, rook_to) | Bitboard::of(rook_to);
            let movers = Bitboard::of(limits.king) | Bitboard::of(rook);
            let in_the_way = (king_path | rook_path) & limits.occupied.without(movers);
            // In Chess960 the rook itself may be what shields the king.
            let exposed = limits.pinned & Bitboard::of(rook);
            if (in_the_way | king_path & danger | exposed).is_empty() {
                out.single(Move::new(limits.king, rook));
            }
        }
    }

    /// Knights, bishops, rooks and queens.
    #[inline(always)]
    fn pieces(&self, us: Side, limits: &Limits, out: &mut impl Collector) {
        let board = self.board();
        let own = board.side(us);
        let free = own.without(limits.pinned);
        // A pinned knight never moves.
        for from in board.role(Role::Knight) & free {
            out.piece(from, knight_attacks(from) & limits.targets);
        }
        let (straight, diagonal) = (board.straight_sliders(), board.diagonal_sliders());
        out.sliders(straight & free, diagonal & free, limits);
        for from in limits.pinned & (straight | diagonal) {
            let line = line_through(limits.king, from) & limits.targets;
            if straight.has(from) {
                out.piece(from, rook_attacks(from, limits.occupied) & line);
            }
            if diagonal.has(from) {
                out.piece(from, bishop_attacks(from, limits.occupied) & line);
            }
        }
    }

    /// Pawns, en passant left aside.
    #[inline(always)]
    fn pawns(&self, us: Side, limits: &Limits, out: &mut impl Collector) {
        let pawns = self.board().pieces(us, Role::Pawn);
        self.free_pawns(us, pawns.without(limits.pinned), limits.targets, limits, out);
        for pawn in pawns & limits.pinned {
            let line = line_through(limits.king, pawn) & limits.targets;
            self.free_pawns(us, Bitboard::of(pawn), line, limits, out);
        }
    }

    #[inline(always)]
    fn free_pawns(
        &self,
        us: Side,
        pawns: Bitboard,
        targets: Bitboard,
        limits: &Limits,
        out: &mut impl Collector,
    ) {
        let up = if us == Side::White { 8 } else { -8 };
        let empty = !limits.occupied;
        let ahead = pawns.forward(us);
        let once = ahead & empty;
        let twice = (once & Bitboard::rank(Rank::Third.seen_by(us))).forward(us) & empty;
        out.pawns(once & targets, up);
        out.pawns(twice & targets, 2 * up);
        let victims = self.board().side(!us) & targets;
        out.pawns(ahead.west() & victims, up - 1);
        out.pawns(ahead.east() & victims, up + 1);
    }

    #[inline(always)]
    fn en_passant_captures(&self, us: Side, out: &mut impl Collector) {
        if let Some(to) = self.en_passant() {
            for from in pawn_attacks(!us, to) & self.board().pieces(us, Role::Pawn) {
                if self.en_passant_is_safe(from, to) {
                    out.single(Move::new(from, to));
                }
            }
        }
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castling_squares(us: Side, king: Square, rook: Square) -> (Square, Square) {
    let back = Rank::First.seen_by(us);
    if rook > king {
        (Square::new(File::G, back), Square::new(File::F, back))
    } else {
        (Square::new(File::C, back), Square::new(File::D, back))
    }
}

#[inline]
fn all_knight_attacks(knights: Bitboard) -> Bitboard {
    let (one_east, one_west) = (knights.east(), knights.west());
    let one = one_east.0 | one_west.0;
    let two = one_east.east().0 | one_west.west().0;
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}
