//! What the evaluation looks at: the discs on certain squares together, and a few counts.
//!
//! A pattern is a set of squares, each empty, the mover's or the opponent's: read as digits of base
//! three, they make an index. Every pattern is read in all four rotations of the board. Patterns
//! that are mirror images share a weight, so that the evaluation is the same in all eight symmetries
//! of the board by construction.
//!
//! | pattern | squares | times |
//! |---|---|---|
//! | edge | `a1`-`h1` with `b2` and `g2` | 4 |
//! | corner | `a1`-`c3` | 4 |
//! | block | `a1`-`d2`, and its mirror image `h1`-`e2` | 8 |
//! | second, third, fourth row | `a2`-`h2`, `a3`-`h3`, `a4`-`h4` | 4 each |
//! | diagonals of 8, 7, 6, 5 and 4 squares | from `a1`, `b1`, `c1`, `d1`, `e1` | 2, then 4 each |

use super::board::{Board, around};
use super::stability::stable;
use std::sync::LazyLock;

/// The squares of each pattern: edge, corner, block, mirrored block, second to fourth row, and the
/// diagonals from the shortest to the longest.
const LENGTHS: [usize; PATTERNS] = [10, 9, 8, 8, 8, 8, 8, 4, 5, 6, 7, 8];
const PATTERNS: usize = 12;
const MIRRORED_BLOCK: usize = 3;
/// The diagonal through the corners, which two rotations leave alone.
const MAIN_DIAGONAL: usize = 11;

/// Where the indices of each pattern begin.
const OFFSETS: [usize; PATTERNS] = {
    let mut offsets = [0; PATTERNS];
    let mut pattern = 1;
    while pattern < PATTERNS {
        offsets[pattern] = offsets[pattern - 1] + configurations(pattern - 1);
        pattern += 1;
    }
    offsets
};

/// Every pattern in every configuration.
pub const INDICES: usize = OFFSETS[PATTERNS - 1] + configurations(PATTERNS - 1);

const fn configurations(pattern: usize) -> usize {
    3usize.pow(LENGTHS[pattern] as u32)
}

/// A binary number read in base three.
static TERNARY: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut number = 1;
    while number < 1024 {
        table[number] = 3 * table[number / 2] + (number % 2) as u16;
        number += 1;
    }
    table
};

/// The discs of one side on the squares of each pattern but the last.
#[inline]
fn read(discs: u64) -> [usize; MAIN_DIAGONAL] {
    let row = |number: u32| discs >> (8 * number) & 0xff;
    let diagonal =
        |from: u32, mask: u64| (discs & mask).wrapping_mul(0x0101_0101_0101_0101) >> (56 + from);
    [
        row(0) | discs >> 1 & 0x100 | discs >> 5 & 0x200,
        discs & 7 | discs >> 5 & 0o70 | discs >> 10 & 0o700,
        discs & 0xf | discs >> 4 & 0xf0,
        discs >> 4 & 0xf | discs >> 8 & 0xf0,
        row(1),
        row(2),
        row(3),
        diagonal(4, 0x0000_0000_8040_2010),
        diagonal(3, 0x0000_0080_4020_1008),
        diagonal(2, 0x0000_8040_2010_0804),
        diagonal(1, 0x0080_4020_1008_0402),
    ]
    .map(|word| word as usize)
}

#[inline]
fn main_diagonal(discs: u64) -> usize {
    ((discs & 0x8040_2010_0804_0201).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// Hands over the index of every pattern on the board.
#[inline]
pub fn each_index(board: Board, mut seen: impl FnMut(usize)) {
    let turned = board.transposed().upside_down();
    let mut index = |pattern: usize, mover: usize, opponent: usize| {
        let value = usize::from(TERNARY[mover & 1023]) + 2 * usize::from(TERNARY[opponent & 1023]);
        seen(OFFSETS[pattern] + value);
    };
    for board in [board, turned] {
        index(MAIN_DIAGONAL, main_diagonal(board.mover), main_diagonal(board.opponent));
        for board in [board, board.half_turned()] {
            let (mover, opponent) = (read(board.mover), read(board.opponent));
            for pattern in 0..MAIN_DIAGONAL {
                index(pattern, mover[pattern], opponent[pattern]);
            }
        }
    }
}

/// The weight that belongs to each index: mirror images share one.
pub static WEIGHT_OF: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut weights = vec![0; INDICES];
    let mut next = 0;
    for pattern in 0..PATTERNS {
        for value in 0..configurations(pattern) {
            let image = mirror(pattern, value);
            let twin = match pattern {
                MIRRORED_BLOCK => OFFSETS[pattern - 1] + image,
                _ => OFFSETS[pattern] + image.min(value),
            };
            let at = OFFSETS[pattern] + value;
            weights[at] = if twin < at { weights[twin] } else { next };
            next += u32::from(twin >= at);
        }
    }
    weights
});

/// The weights that there are, one for each pair of mirror images.
pub const WEIGHTS: usize = {
    let mut weights = 0;
    let mut pattern = 0;
    while pattern < PATTERNS {
        let all = configurations(pattern);
        // The configurations that are their own mirror images.
        let same = match pattern {
            0 => 3usize.pow(5),
            1 => 3usize.pow(6),
            2 => all,
            _ => 3usize.pow(LENGTHS[pattern].div_ceil(2) as u32),
        };
        weights += if pattern == MIRRORED_BLOCK { 0 } else { usize::midpoint(all, same) };
        pattern += 1;
    }
    weights
};

/// The configuration in the mirror: of a corner, in its diagonal; of the others, left for right.
fn mirror(pattern: usize, value: usize) -> usize {
    let image = |i: usize| match pattern {
        0 if i >= 8 => 17 - i,
        0 => 7 - i,
        1 => i % 3 * 3 + i / 3,
        2 => i,
        MIRRORED_BLOCK => i / 4 * 4 + 3 - i % 4,
        _ => LENGTHS[pattern] - 1 - i,
    };
    let digit = |i: usize| value / 3usize.pow(i as u32) % 3;
    (0..LENGTHS[pattern]).map(|i| digit(i) * 3usize.pow(image(i) as u32)).sum()
}

/// The counts of a board, each below [`MOST`]: whether the number of empty squares is odd; the places of
/// the mover and of the opponent; empty squares beside discs of the other side, which may become
/// places; stable discs.
#[inline]
pub fn counts(board: Board) -> [usize; COUNTS] {
    let Board { mover, opponent } = board;
    let empty = board.empty();
    let count = |set: u64| (set.count_ones() as usize).min(MOST - 1);
    [
        empty.count_ones() as usize % 2,
        count(board.places()),
        count(board.passed().places()),
        count(around(opponent) & empty),
        count(around(mover) & empty),
        count(stable(mover, opponent)),
        count(stable(opponent, mover)),
    ]
}

/// How many counts there are.
pub const COUNTS: usize = 7;
/// Counts are below this.
pub const MOST: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    fn weights(board: Board) -> Vec<u32> {
        let mut seen = Vec::new();
        each_index(board, |index| seen.push(WEIGHT_OF[index]));
        seen.sort_unstable();
        seen
    }

    #[test]
    fn every_weight_belongs_to_an_index() {
        let mut used = WEIGHT_OF.clone();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used, (0..WEIGHTS as u32).collect::<Vec<_>>());
    }

    #[test]
    fn a_board_has_the_same_patterns_in_all_eight_symmetries() {
        for seed in 0..200 {
            let board = random_board(seed, seed as u32 % 55);
            let expected = weights(board);
            assert_eq!(expected.len(), 46);
            let mut image = board;
            for turn in 0..8 {
                image = if turn % 2 == 0 { image.transposed() } else { image.upside_down() };
                assert_eq!(weights(image), expected, "{board:?}");
                assert_eq!(counts(image), counts(board), "{board:?}");
            }
        }
    }

    /// The squares as they are drawn in the table above, looked at one by one.
    #[test]
    fn an_index_is_the_discs_read_in_base_three() {
        let pattern = |name: &str| -> Vec<usize> {
            name.split(' ')
                .map(|square| {
                    let square: crate::Square = square.parse().unwrap();
                    square.index()
                })
                .collect()
        };
        let named = [
            pattern("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
            pattern("a1 b1 c1 a2 b2 c2 a3 b3 c3"),
            pattern("a1 b1 c1 d1 a2 b2 c2 d2"),
            pattern("e1 f1 g1 h1 e2 f2 g2 h2"),
            pattern("a2 b2 c2 d2 e2 f2 g2 h2"),
            pattern("a3 b3 c3 d3 e3 f3 g3 h3"),
            pattern("a4 b4 c4 d4 e4 f4 g4 h4"),
            pattern("e1 f2 g3 h4"),
            pattern("d1 e2 f3 g4 h5"),
            pattern("c1 d2 e3 f4 g5 h6"),
            pattern("b1 c2 d3 e4 f5 g6 h7"),
            pattern("a1 b2 c3 d4 e5 f6 g7 h8"),
        ];
        for seed in 0..100 {
            let board = random_board(seed, seed as u32 % 55);
            let mut seen = Vec::new();
            each_index(board, |index| seen.push(index));
            for (pattern, squares) in named.iter().enumerate() {
                let digit = |&square: &usize| {
                    (board.mover >> square & 1) as usize
                        + 2 * (board.opponent >> square & 1) as usize
                };
                let value = squares.iter().rev().fold(0, |value, square| 3 * value + digit(square));
                let index = OFFSETS[pattern] + value;
                assert!(seen.contains(&index), "{pattern} {board:?}");
            }
        }
    }
}
