//! The last empty squares, where a search spends most of its time.
//!
//! Each routine knows how many squares are left and gets them in the order in which they are to be
//! tried: those in quarters of the board with an odd number of empty squares first, because whoever
//! plays there plays last there too.

use super::board::Board;
use super::stability::column;

/// Worse than any score.
pub const NONE: i32 = -65;

/// For a line of eight squares: how many discs a disc on the first index turns over, when the
/// line has the mover's discs where the bits of the second index are set and the opponent's on
/// all other squares.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own = 0;
        while own < 256 {
            table[square][own] = turned_in_line(square, own);
            own += 1;
        }
        square += 1;
    }
    table
};

const fn turned_in_line(square: usize, own: usize) -> u8 {
    let mut turned = 0;
    let mut ahead = square + 1;
    while ahead < 8 && own >> ahead & 1 == 0 {
        ahead += 1;
    }
    if ahead < 8 {
        turned += ahead - square - 1;
    }
    let mut back = square;
    while back > 0 && own >> (back - 1) & 1 == 0 {
        back -= 1;
    }
    if back > 0 {
        turned += square - back;
    }
    turned as u8
}

/// The falling and the rising diagonal through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (column, row) = (square as i32 % 8, square as i32 / 8);
            let (columns, rows) = (other % 8 - column, other / 8 - row);
            if columns == rows {
                diagonals[square][0] |= 1 << other;
            }
            if columns == -rows {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// How many discs a disc on the last empty square turns over. A diagonal is read column by column;
/// the columns that it does not have count as the opponent's, with nothing beyond them to flank.
#[inline]
fn count_turned(square: usize, mover: u64) -> i32 {
    let square = square & 63;
    let (x, y) = (square & 7, square >> 3);
    let [falling, rising] = DIAGONALS[square]
        .map(|mask| (mover & mask).wrapping_mul(0x0101_0101_0101_0101) as usize >> 56);
    let row = (mover >> (y * 8)) as usize & 0xff;
    let column = column(mover >> x) as usize & 0xff;
    i32::from(TURNED[x][row] + TURNED[y][column] + TURNED[x][falling] + TURNED[x][rising])
}

/// The score with one empty square.
#[inline]
pub fn one(board: Board, square: usize) -> i32 {
    let own = board.mover.count_ones() as i32;
    let turned = count_turned(square, board.mover);
    if turned > 0 {
        return 2 * (own + turned) - 62;
    }
    let lost = count_turned(square, board.opponent);
    if lost > 0 {
        return 2 * (own - lost) - 64;
    }
    if own > 31 { 2 * own - 62 } else { 2 * own - 64 }
}

/// The score with two empty squares.
#[inline]
pub fn two(board: Board, beta: i32, [a, b]: [usize; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    if let Some(next) = board.placed(a) {
        *nodes += 1;
        best = -one(next, b);
        if best >= beta {
            return best;
        }
    }
    if let Some(next) = board.placed(b) {
        *nodes += 1;
        best = best.max(-one(next, a));
    }
    if best > NONE { best } else { two_after_pass(board, [a, b], nodes) }
}

/// The score with two empty squares when the side to move cannot.
fn two_after_pass(board: Board, [a, b]: [usize; 2], nodes: &mut u64) -> i32 {
    let passed = board.passed();
    let replies = [(a, b), (b, a)].map(|(first, second)| {
        passed.placed(first).map(|next| {
            *nodes += 1;
            one(next, second)
        })
    });
    match replies {
        [None, None] => board.final_score(),
        [Some(score), None] | [None, Some(score)] => score,
        [Some(one), Some(other)] => one.min(other),
    }
}

/// The score with three empty squares, exact between `alpha` and `beta` and a bound outside.
#[inline]
pub fn three(board: Board, alpha: i32, beta: i32, [a, b, c]: [usize; 3], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    for (first, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some(next) = board.placed(first) {
            best = best.max(-two(next, -alpha.max(best), rest, nodes));
            if best >= beta {
                return best;
            }
        }
    }
    if best > NONE {
        return best;
    }
    let passed = board.passed();
    let mut worst = -NONE;
    for (first, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some(next) = passed.placed(first) {
            worst = worst.min(two(next, beta.min(worst), rest, nodes));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < -NONE { worst } else { board.final_score() }
}

/// The score with four empty squares, exact between `alpha` and `beta` and a bound outside.
pub fn four(board: Board, alpha: i32, beta: i32, [a, b, c, d]: [usize; 4], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    let orders = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
    for (first, rest) in orders {
        if let Some(next) = board.placed(first) {
            best = best.max(-three(next, -beta, -alpha.max(best), rest, nodes));
            if best >= beta {
                return best;
            }
        }
    }
    if best > NONE {
        return best;
    }
    let passed = board.passed();
    let mut worst = -NONE;
    for (first, rest) in orders {
        if let Some(next) = passed.placed(first) {
            worst = worst.min(three(next, alpha, beta.min(worst), rest, nodes));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < -NONE { worst } else { board.final_score() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::squares;
    use crate::engine::board::tests::random_board;

    #[test]
    fn counting_turned_discs_in_lines_is_counting_turned_discs() {
        for seed in 0..2000 {
            let board = random_board(seed, 12);
            for square in squares(board.empty()) {
                // Every other square is filled, as it is when this one is the last.
                let bit = 1 << square;
                let full = Board { mover: board.mover, opponent: !(board.mover | bit) };
                let turned = crate::lanes::turned(square, full.mover, full.opponent);
                assert_eq!(count_turned(square, full.mover), turned.count_ones() as i32);
            }
        }
    }
}
