//! Where pieces reach, and how squares lie to each other.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::role::{Piece, Role};
use crate::sliders::{DIAGONAL, RAYS, STRAIGHT};
use crate::square::Square;
use game::{Pair, Side};

pub use crate::sliders::{bishop_attacks, rook_attacks};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(&KING_STEPS);
static PAWN: Pair<[Bitboard; 64]> =
    Pair { white: leaper(&[(-1, 1), (1, 1)]), black: leaper(&[(-1, -1), (1, -1)]) };

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::masked(index as u32).offset(steps[i].0, steps[i].1) {
                table[index] = Bitboard(table[index].0 | Bitboard::of(to).0);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// The squares that a knight attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of a side attacks.
#[inline]
pub fn pawn_attacks(side: Side, square: Square) -> Bitboard {
    PAWN[side][square.index()]
}

/// The squares that a piece attacks.
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawn_attacks(piece.side, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// The pieces of `side` that attack `square` when the squares in `occupied` are taken.
#[inline]
pub fn attackers(board: &Board, square: Square, side: Side, occupied: Bitboard) -> Bitboard {
    let by_jumping = pawn_attacks(!side, square) & board.role(Role::Pawn)
        | knight_attacks(square) & board.role(Role::Knight)
        | king_attacks(square) & board.role(Role::King);
    let by_sliding = rook_attacks(square, occupied) & board.straight_sliders()
        | bishop_attacks(square, occupied) & board.diagonal_sliders();
    (by_jumping | by_sliding) & board.side(side)
}

static BETWEEN: [[Bitboard; 64]; 64] = BETWEEN_AND_THROUGH.0;
static THROUGH: [[Bitboard; 64]; 64] = BETWEEN_AND_THROUGH.1;

const BETWEEN_AND_THROUGH: ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) = {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut through = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            // The opposite direction stands four places on.
            let (ahead, behind) = (&RAYS[direction], &RAYS[(direction + 4) % 8]);
            let line = ahead[from] | behind[from] | 1 << from;
            let mut rest = ahead[from];
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                between[from][to] = Bitboard(ahead[from] & behind[to]);
                through[from][to] = Bitboard(line);
                rest &= rest - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    (between, through)
};

/// The squares strictly between two squares of a rank, file or diagonal; none otherwise.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares, from edge to edge; none when they
/// lie on no common line.
#[inline]
pub fn line_through(a: Square, b: Square) -> Bitboard {
    THROUGH[a.index()][b.index()]
}

/// The squares that a rook could reach on an empty board.
#[inline]
pub(crate) fn rook_lines(square: Square) -> Bitboard {
    ROOK_LINES[square.index()]
}

/// The squares that a bishop could reach on an empty board.
#[inline]
pub(crate) fn bishop_lines(square: Square) -> Bitboard {
    BISHOP_LINES[square.index()]
}

static ROOK_LINES: [Bitboard; 64] = lines(&STRAIGHT);
static BISHOP_LINES: [Bitboard; 64] = lines(&DIAGONAL);

const fn lines(directions: &[usize; 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < 4 {
            table[index].0 |= RAYS[directions[i]][index];
            i += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn between_is_open_at_both_ends() {
        let names = |set: Bitboard| set.into_iter().map(|s| s.to_string()).collect::<Vec<_>>();
        assert_eq!(names(between(square("a1"), square("d4"))), ["b2", "c3"]);
        assert_eq!(names(between(square("h5"), square("e5"))), ["f5", "g5"]);
        assert!(between(square("a1"), square("b3")).is_empty());
        assert!(between(square("a1"), square("a2")).is_empty());
    }

    #[test]
    fn lines_are_the_same_from_both_ends() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line_through(a, b), line_through(b, a));
                let joined = rook_lines(a).has(b) || bishop_lines(a).has(b);
                assert_eq!(line_through(a, b).any(), joined, "{a} {b}");
            }
        }
        assert_eq!(line_through(square("b2"), square("c3")).count(), 8);
    }
}
