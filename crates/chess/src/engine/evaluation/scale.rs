//! Endgames in which being ahead is worth less than it looks.

use super::WHOLE;
use crate::{Bitboard, Position, Role};
use game::Side;

/// How much of an endgame in which white is so much ahead counts, of [`WHOLE`].
pub fn scale(position: &Position, end: i32) -> i32 {
    let board = position.board();
    let strong = if end > 0 { Side::White } else { Side::Black };
    let count = |side, role| board.pieces(side, role).count();
    let pawns = count(strong, Role::Pawn);
    let heavy = board.straight_sliders();
    let minors = board.role(Role::Knight) | board.role(Role::Bishop);
    if pawns == 0 {
        // Without pawns more than a minor piece is needed.
        let worth = |side| {
            3 * (board.side(side) & minors).count()
                + 5 * count(side, Role::Rook)
                + 9 * count(side, Role::Queen)
        };
        let (own, other) = (worth(strong), worth(!strong));
        let two_knights = own == 6 && count(strong, Role::Knight) == 2;
        if own <= 3 || two_knights && other == 0 {
            return 0;
        }
        if own <= other + 3 {
            return WHOLE / 8;
        }
    }
    if lonely_bishop_cannot_help(position, strong) {
        return 0;
    }
    let bishops = board.role(Role::Bishop);
    let one_each = count(Side::White, Role::Bishop) == 1 && count(Side::Black, Role::Bishop) == 1;
    let opposite = one_each && (bishops & Bitboard::LIGHT).count() == 1;
    if opposite {
        if heavy.is_empty() && board.role(Role::Knight).is_empty() {
            return WHOLE / 2;
        }
        if board.role(Role::Knight).is_empty() && board.role(Role::Queen).is_empty() {
            return WHOLE * 13 / 16;
        }
    }
    // The more pawns are left, the easier it is to win.
    (WHOLE * 3 / 4 + 6 * pawns as i32).min(WHOLE)
}

/// Only rook pawns whose corner the bishop does not command, and the enemy king at the corner.
fn lonely_bishop_cannot_help(position: &Position, strong: Side) -> bool {
    let board = position.board();
    let pieces = board.side(strong).without(board.role(Role::King) | board.role(Role::Pawn));
    let bishops = board.pieces(strong, Role::Bishop);
    let pawns = board.pieces(strong, Role::Pawn);
    if pawns.is_empty() || pieces != bishops || bishops.many() {
        return false;
    }
    let left = Bitboard(0x0101010101010101);
    let right = Bitboard(0x8080808080808080);
    let corner_file = if pawns.without(left).is_empty() {
        0
    } else if pawns.without(right).is_empty() {
        7
    } else {
        return false;
    };
    let corner = if strong == Side::White { 56 + corner_file } else { corner_file };
    let corner_is_light = (corner / 8 + corner % 8) % 2 == 1;
    let commanded = bishops.first().is_some_and(|bishop| bishop.is_light() == corner_is_light);
    let king = position.king(!strong).index();
    let near = (king % 8).abs_diff(corner % 8).max((king / 8).abs_diff(corner / 8)) <= 1;
    near && !commanded
}
