//! Pieces against a bare king. No network learns these endgames from games, which are decided before they come to one.

use crate::{Bitboard, Board, Position, Role, Square};
use game::{Perfect, Side};

/// More than any position with pawns is worth in which nothing is certain yet.
const WON: i32 = 2000;
/// For each step of the bare king towards the edge, and of the other king towards it.
const STEP_TO_EDGE: i32 = 120;
const STEP_OF_KING: i32 = 60;
/// Bishop and knight mate in two corners only: steps towards them count more than anything else.
const STEP_TO_CORNER: i32 = 400;

/// What a position without pawns is worth to the side to move, in hundredths of a pawn, where one side has
/// nothing but its king; `None` for any other position.
#[inline]
pub fn evaluate(position: &Position) -> Option<i32> {
    let board = position.board();
    let bare = [Side::White, Side::Black].into_iter().find(|&side| !board.side(side).many())?;
    if board.role(Role::Pawn).any() {
        return None;
    }
    let worth = worth(position, bare);
    Some(if position.side_to_move() == bare { -worth } else { worth })
}

/// What the pieces against the bare king of a side are worth: nothing, if they cannot mate.
fn worth(position: &Position, bare: Side) -> i32 {
    let (board, king, strong) = (position.board(), position.king(bare), position.king(!bare));
    let driven = match mates_in(board, !bare) {
        None => return 0,
        Some(Place::AnyEdge) => STEP_TO_EDGE * steps_from_centre(king),
        Some(Place::Corners { light }) => STEP_TO_CORNER * steps_to_corners(king, light),
    };
    WON + 100 * position.material().abs() + driven + STEP_OF_KING * (7 - distance(king, strong))
}

/// Where a bare king is mated.
enum Place {
    AnyEdge,
    /// In the corners of a colour.
    Corners {
        light: bool,
    },
}

/// `None` where the pieces of a side cannot force mate.
fn mates_in(board: &Board, side: Side) -> Option<Place> {
    let bishops = board.pieces(side, Role::Bishop);
    let knights = board.pieces(side, Role::Knight).count();
    let [light, dark] = [bishops & Bitboard::LIGHT, bishops.without(Bitboard::LIGHT)];
    let heavy = board.pieces(side, Role::Queen) | board.pieces(side, Role::Rook);
    if heavy.any() || light.any() && dark.any() || knights >= 3 {
        Some(Place::AnyEdge)
    } else if bishops.any() && knights > 0 {
        Some(Place::Corners { light: light.any() })
    } else {
        None
    }
}

fn files_and_ranks(square: Square) -> [i32; 2] {
    [square.file() as i32, square.rank() as i32]
}

fn distance(one: Square, other: Square) -> i32 {
    let ([file, rank], [other_file, other_rank]) = (files_and_ranks(one), files_and_ranks(other));
    (file - other_file).abs().max((rank - other_rank).abs())
}

/// From 0 for the four squares in the middle to 6 for a corner.
fn steps_from_centre(square: Square) -> i32 {
    files_and_ranks(square).map(|step| (3 - step).max(step - 4)).iter().sum()
}

/// From 0 on the long diagonal between the other two corners to 7 for one of the corners of a colour.
fn steps_to_corners(square: Square, light: bool) -> i32 {
    let [file, rank] = files_and_ranks(square);
    if light { (file - rank).abs() } else { (file + rank - 7).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(fen: &str) -> Option<i32> {
        evaluate(&fen.parse().unwrap())
    }

    #[test]
    fn pieces_that_mate_are_worth_a_lot_and_others_nothing() {
        for pieces in ["Q7", "R7", "BB6", "BN6", "NNN5", "RB6"] {
            let white = worth(&format!("{pieces}/8/8/8/3k4/8/8/4K3 w - - 0 1"));
            let black = worth(&format!("{pieces}/8/8/8/3k4/8/8/4K3 b - - 0 1"));
            assert!(white > Some(WON) && white == black.map(|worth| -worth), "{pieces}");
        }
        // Two knights, or bishops of one colour, mate nobody.
        for pieces in ["NN6", "B1B5", "N7", "B7", "8"] {
            assert_eq!(
                worth(&format!("{pieces}/8/8/8/3k4/8/8/4K3 w - - 0 1")),
                Some(0),
                "{pieces}"
            );
        }
        assert_eq!(worth("R7/8/8/4k3/4p3/8/8/4K3 w - - 0 1"), None);
        assert_eq!(worth("R7/8/8/4k3/4n3/8/8/4K3 w - - 0 1"), None);
    }

    #[test]
    fn bishop_and_knight_drive_the_king_to_a_corner_of_the_bishop() {
        // The bishop of a8 is a light one, and the corner h8 is dark.
        assert!(worth("B6N/8/8/8/8/8/8/K6k b - - 0 1") < worth("B6N/8/8/8/8/8/8/k6K b - - 0 1"));
        assert!(worth("B6N/8/8/8/8/8/k7/7K b - - 0 1") < worth("B6N/8/8/8/8/8/8/k6K b - - 0 1"));
    }
}
