//! Static exchange evaluation (SEE): what is won or lost when both sides go on capturing on one square.

use crate::attacks::{attackers, bishop_attacks, rook_attacks};
use crate::{Bitboard, Move, Position, Role, Square};
use game::Perfect;

/// What pieces are worth in an exchange, in hundredths of a pawn. The king is never lost.
pub const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// What the move takes at once and what a promoted pawn gains.
#[inline]
pub fn gain(position: &Position, mv: Move) -> i32 {
    let taken = match position.board().role_on(mv.to()) {
        Some(role) if !position.is_castling(mv) => WORTH[role as usize],
        None if position.is_en_passant(mv) => WORTH[Role::Pawn as usize],
        _ => 0,
    };
    let promoted = mv.promotion().map_or(0, |role| WORTH[role as usize] - WORTH[0]);
    taken + promoted
}

/// Is at least the threshold won by the move when both sides go on capturing on its target with the least
/// piece each time, for as long as it pays?
pub fn see_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if position.is_castling(mv) {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = board.role_on(from) else { return threshold <= 0 };
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= WORTH[mv.promotion().unwrap_or(mover) as usize];
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
    if position.is_en_passant(mv) {
        occupied ^= Bitboard::of(to).forward(!position.side_to_move());
    }
    let mut side = !position.side_to_move();
    let mut takers =
        (attackers(board, to, side, occupied) | attackers(board, to, !side, occupied)) & occupied;
    loop {
        let own = takers & board.side(side);
        let Some((role, taker)) = least(position, own) else { break };
        occupied ^= Bitboard::of(taker);
        takers = (takers | behind(position, to, role, occupied)) & occupied;
        side = !side;
        balance = -balance - 1 - WORTH[role as usize];
        if balance >= 0 {
            // A king cannot take what is still defended.
            if role == Role::King && (takers & board.side(side)).any() {
                side = !side;
            }
            break;
        }
    }
    // The side that has no good capture left has lost the argument.
    side != position.side_to_move()
}

/// The least of these pieces.
#[inline]
fn least(position: &Position, pieces: Bitboard) -> Option<(Role, Square)> {
    let find = |&role: &Role| Some((role, (pieces & position.board().role(role)).first()?));
    if pieces.is_empty() { None } else { Role::ALL.iter().find_map(find) }
}

/// Pieces that attack the square through a piece of this role that has left.
#[inline]
fn behind(position: &Position, to: Square, role: Role, occupied: Bitboard) -> Bitboard {
    let board = position.board();
    let mut found = Bitboard::EMPTY;
    if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
        found |= bishop_attacks(to, occupied) & board.diagonal_sliders();
    }
    if matches!(role, Role::Rook | Role::Queen) {
        found |= rook_attacks(to, occupied) & board.straight_sliders();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation;

    /// What the move wins, found by asking for every amount.
    fn worth(fen: &str, mv: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        let mv = position.read_move(mv).unwrap();
        (-2000..2000).rev().find(|&amount| see_at_least(&position, mv, amount)).unwrap()
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        assert_eq!(worth("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), 100);
        assert_eq!(worth("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), 100 - 500);
        assert_eq!(worth("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), 100);
        assert_eq!(worth("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), 100 - 500);
        assert_eq!(worth("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rd7"), -500, "the king takes");
        assert_eq!(worth("4k3/8/8/8/8/5B2/8/3RK3 w - - 0 1", "Rd7"), -500);
        assert_eq!(worth("4k3/8/8/8/8/7B/8/3RK3 w - - 0 1", "Rd7"), 0, "the rook is defended");
        assert_eq!(worth("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"), 850);
        assert_eq!(worth("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "bxa6"), 100);
        assert_eq!(worth("4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "O-O"), 0);
    }
}
