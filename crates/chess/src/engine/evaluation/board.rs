//! What the evaluation works out once for a position: who attacks what.

use crate::attacks::{between, bishop_attacks, king_attacks, rook_attacks};
use crate::{Bitboard, Board, Position, Rank, Role, Square};
use game::{Pair, Side};

/// What is known of a side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attacks {
    /// Squares attacked by pieces of each role.
    pub by: [Bitboard; 6],
    /// Squares attacked at all.
    pub any: Bitboard,
    /// Squares attacked at least twice.
    pub twice: Bitboard,
    /// Attackers of the surroundings of the enemy king: knights, bishops, rooks, queens.
    pub attackers: [i32; 4],
    /// How often these attack them.
    pub near_king: i32,
}

impl Attacks {
    /// A piece attacks these squares, too.
    #[inline]
    pub fn attack(&mut self, role: Role, squares: Bitboard) {
        self.twice |= self.any & squares;
        self.any |= squares;
        self.by[role as usize] |= squares;
    }
}

/// A position as the evaluation sees it.
pub struct View<'a> {
    pub position: &'a Position,
    pub board: &'a Board,
    pub occupied: Bitboard,
    pub king: Pair<Square>,
    /// The surroundings of each king.
    pub zone: Pair<Bitboard>,
    pub pawns: Pair<Bitboard>,
    pub pawn_attacks: Pair<Bitboard>,
    /// Where a piece of the side is not simply lost or in the way.
    pub area: Pair<Bitboard>,
    /// Own pieces that shield their king from a slider.
    pub pinned: Pair<Bitboard>,
}

impl<'a> View<'a> {
    /// Works out what all terms need.
    #[inline]
    pub fn new(position: &'a Position) -> View<'a> {
        let board = position.board();
        let occupied = board.occupied();
        let king = Pair::from_fn(|side| position.king(side));
        let pawns = Pair::from_fn(|side| board.pieces(side, Role::Pawn));
        let pawn_attacks = Pair::from_fn(|side| pawn_attacks(pawns[side], side));
        let area = Pair::from_fn(|side: Side| {
            let low = Bitboard::rank(Rank::Second.seen_by(side))
                | Bitboard::rank(Rank::Third.seen_by(side));
            let stuck = pawns[side] & (low | occupied.forward(!side));
            !(stuck | pawn_attacks[!side] | Bitboard::of(king[side]))
        });
        let zone = Pair::from_fn(|side| zone(king[side]));
        let pinned = Pair::from_fn(|side| pinned(board, king[side], side, occupied));
        View { position, board, occupied, king, zone, pawns, pawn_attacks, area, pinned }
    }
}

/// The squares around a king and, near the edge, one more row or file.
#[inline]
fn zone(king: Square) -> Bitboard {
    let index = king.index();
    let (file, rank) = ((index % 8).clamp(1, 6), (index / 8).clamp(1, 6));
    let centre = Square::from_index(rank * 8 + file).unwrap_or(king);
    king_attacks(centre) | Bitboard::of(centre)
}

#[inline]
fn pinned(board: &Board, king: Square, side: Side, occupied: Bitboard) -> Bitboard {
    let enemy = board.side(!side);
    let snipers = rook_attacks(king, enemy) & board.straight_sliders()
        | bishop_attacks(king, enemy) & board.diagonal_sliders();
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers & enemy {
        let blockers = between(king, sniper) & occupied;
        if !blockers.many() {
            pinned |= blockers;
        }
    }
    pinned & board.side(side)
}

/// The squares that these pawns attack.
#[inline]
pub fn pawn_attacks(pawns: Bitboard, side: Side) -> Bitboard {
    let ahead = pawns.forward(side);
    ahead.east() | ahead.west()
}

/// These squares and all ahead of them.
#[inline]
pub fn fill_forward(squares: Bitboard, side: Side) -> Bitboard {
    let mut bits = squares.0;
    match side {
        Side::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Side::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

/// The whole files of these squares.
#[inline]
pub fn fill_files(squares: Bitboard) -> Bitboard {
    fill_forward(squares, Side::White) | fill_forward(squares, Side::Black)
}

/// The file of a square.
#[inline]
pub fn file_of(square: Square) -> Bitboard {
    Bitboard(0x0101010101010101 << (square.index() % 8))
}

/// The rank of a square as its side counts, 0 to 7.
#[inline]
pub fn rank_of(square: Square, side: Side) -> usize {
    let rank = square.index() / 8;
    if side == Side::White { rank } else { 7 - rank }
}

/// How far a file is from the nearer edge, 0 to 3.
#[inline]
pub fn from_edge(square: Square) -> usize {
    let file = square.index() % 8;
    file.min(7 - file)
}

/// The place of a square in a table of 32, rank by rank as its side counts.
#[inline]
pub fn place(square: Square, side: Side) -> usize {
    rank_of(square, side) * 4 + from_edge(square)
}

/// The moves of a king between two squares.
#[inline]
pub fn distance(a: Square, b: Square) -> usize {
    let (a, b) = (a.index(), b.index());
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
}
