//! What the evaluation looks at: the discs on certain squares together, and a few counts.
//!
//! A pattern is a set of squares, each the opponent's, empty or the mover's. As digits -1, 0 and 1 of base three they make a
//! number: the board seen from the other side has the numbers with the other sign. Every pattern is read in all four
//! rotations of the board, and one that is not its own mirror image in the mirror, too. Configurations that are mirror images
//! share a weight, so that the evaluation is the same in all eight symmetries of the board by construction.
//!
//! | pattern | squares | times |
//! |---|---|---|
//! | edge | `a1`-`h1` with `b2` and `g2` | 4 |
//! | corner | `a1`-`c3` | 4 |
//! | block | `a1`-`e2` | 8 |
//! | angle | `a5`-`a1`-`e1` with `b2` | 4 |
//! | second, third, fourth row | `a2`-`h2`, `a3`-`h3`, `a4`-`h4` | 4 each |
//! | diagonals of 4, 5, 6, 7 and 8 squares | to `h4`, `h5`, `h6`, `h7`, `h8` | 4 each, the last 2 |
//!
//! A disc changes each number by a power of three, and all of them together are a few vectors: [`Indices`] are kept from move
//! to move by adding those of the placed disc and of the turned ones.

use super::board::{Board, around, squares};
use std::sync::LazyLock;

const PATTERNS: usize = 12;
const BLOCK: usize = 2;
/// The diagonal through the corners, which half a turn leaves alone.
const MAIN_DIAGONAL: usize = 11;
/// No pattern has more squares.
const LONGEST: usize = 10;

/// The squares of each pattern, `a1` being 0 and `h8` 63.
const SHAPES: [&[u8]; PATTERNS] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    &[32, 24, 16, 8, 0, 1, 2, 3, 4, 9],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[4, 13, 22, 31],
    &[3, 12, 21, 30, 39],
    &[2, 11, 20, 29, 38, 47],
    &[1, 10, 19, 28, 37, 46, 55],
    &[0, 9, 18, 27, 36, 45, 54, 63],
];

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
    3usize.pow(SHAPES[pattern].len() as u32)
}

/// How often patterns are read on a board.
pub const SLOTS: usize = 50;
/// The same, filled up to whole vectors.
const WIDTH: usize = 64;

/// A pattern in one of its images.
#[derive(Clone, Copy)]
struct Slot {
    pattern: usize,
    squares: [u8; LONGEST],
}

const READ: [Slot; SLOTS] = {
    let mut slots = [Slot { pattern: 0, squares: [0; LONGEST] }; SLOTS];
    let (mut slot, mut pattern) = (0, 0);
    while pattern < PATTERNS {
        let images = match pattern {
            BLOCK => 8,
            MAIN_DIAGONAL => 2,
            _ => 4,
        };
        let mut image = 0;
        while image < images {
            slots[slot].pattern = pattern;
            let mut i = 0;
            while i < SHAPES[pattern].len() {
                slots[slot].squares[i] = seen(SHAPES[pattern][i], image);
                i += 1;
            }
            slot += 1;
            image += 1;
        }
        pattern += 1;
    }
    assert!(slot == SLOTS);
    slots
};

/// The square in one of the eight images of the board: so many quarter turns, from the fourth on after a mirror.
const fn seen(square: u8, image: usize) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if image >= 4 {
        column = 7 - column;
    }
    let mut turn = 0;
    while turn < image % 4 {
        (column, row) = (7 - row, column);
        turn += 1;
    }
    8 * row + column
}

/// By how much a disc of the mover's on each square changes each number.
static STEPS: [[i16; WIDTH]; 64] = {
    let mut steps = [[0; WIDTH]; 64];
    let mut slot = 0;
    while slot < SLOTS {
        let Slot { pattern, squares } = READ[slot];
        let (mut i, mut power) = (0, 1i16);
        while i < SHAPES[pattern].len() {
            steps[squares[i] as usize][slot] = power;
            // The last power is not used and does not fit for the longest patterns.
            power = power.wrapping_mul(3);
            i += 1;
        }
        slot += 1;
    }
    steps
};

/// The index of each slot's pattern with all squares empty.
static CENTRES: [u32; SLOTS] = {
    let mut centres = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        let pattern = READ[slot].pattern;
        centres[slot] = (OFFSETS[pattern] + configurations(pattern) / 2) as u32;
        slot += 1;
    }
    centres
};

/// The numbers of all patterns on a board, seen from the side to move. They fit, but what is on the way from one board to the
/// next may not, and comes right again in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indices([i16; WIDTH]);

impl Default for Indices {
    /// Those of an empty board.
    fn default() -> Indices {
        Indices([0; WIDTH])
    }
}

impl Indices {
    pub fn of(board: Board) -> Indices {
        let mut indices = Indices::default();
        indices.add(board.mover, 1);
        indices.add(board.opponent, -1);
        indices
    }

    /// After the side to move has placed a disc on the square and turned these.
    #[inline]
    pub fn placed(&self, square: usize, turned: u64) -> Indices {
        let mut next = self.0;
        for (number, step) in next.iter_mut().zip(&STEPS[square & 63]) {
            *number = number.wrapping_add(*step);
        }
        for square in squares(turned) {
            for (number, step) in next.iter_mut().zip(&STEPS[square & 63]) {
                *number = number.wrapping_add(step.wrapping_mul(2));
            }
        }
        Indices(next.map(i16::wrapping_neg))
    }

    /// The same board seen from the other side.
    #[inline]
    pub fn passed(&self) -> Indices {
        Indices(self.0.map(i16::wrapping_neg))
    }

    /// Adds to the digits of these squares.
    #[inline]
    pub fn add(&mut self, set: u64, digit: i16) {
        for square in squares(set) {
            for (number, step) in self.0.iter_mut().zip(&STEPS[square & 63]) {
                *number = number.wrapping_add(step.wrapping_mul(digit));
            }
        }
    }

    /// The index of every pattern, for weights of which there is one for each.
    #[inline]
    pub fn each(&self, mut seen: impl FnMut(usize)) {
        for (&number, &centre) in self.0.iter().zip(&CENTRES) {
            seen(centre.wrapping_add_signed(number.into()) as usize);
        }
    }
}

/// The weight that belongs to each index: mirror images share one.
pub static WEIGHT_OF: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut weights = vec![0; INDICES];
    let mut next = 0;
    for pattern in 0..PATTERNS {
        for value in 0..configurations(pattern) {
            let (twin, at) = (mirror(pattern, value).min(value), OFFSETS[pattern] + value);
            weights[at] = if twin < value { weights[OFFSETS[pattern] + twin] } else { next };
            next += u32::from(twin == value);
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
            1 | 3 => 3usize.pow(6),
            BLOCK => all,
            _ => 3usize.pow(SHAPES[pattern].len().div_ceil(2) as u32),
        };
        weights += usize::midpoint(all, same);
        pattern += 1;
    }
    weights
};

/// The configuration in the mirror: of a corner and an angle, in the diagonal; of the others, left for right.
fn mirror(pattern: usize, value: usize) -> usize {
    let image = |i: usize| match pattern {
        0 if i >= 8 => 17 - i,
        0 => 7 - i,
        1 => i % 3 * 3 + i / 3,
        BLOCK => i,
        3 if i == 9 => i,
        3 => 8 - i,
        _ => SHAPES[pattern].len() - 1 - i,
    };
    let digit = |i: usize| value / 3usize.pow(i as u32) % 3;
    (0..SHAPES[pattern].len()).map(|i| digit(i) * 3usize.pow(image(i) as u32)).sum()
}

/// The counts of a board, each below [`MOST`]: whether the number of empty squares is odd; the places of
/// the mover and of the opponent; empty squares beside discs of the other side, which may become
/// places.
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
    ]
}

/// How many counts there are.
pub const COUNTS: usize = 5;
/// Counts are below this.
pub const MOST: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::random_board;

    fn weights(board: Board) -> Vec<u32> {
        let mut seen = Vec::new();
        Indices::of(board).each(|index| seen.push(WEIGHT_OF[index]));
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
            assert_eq!(expected.len(), SLOTS);
            let mut image = board;
            for turn in 0..8 {
                image = if turn % 2 == 0 { image.transposed() } else { image.upside_down() };
                assert_eq!(weights(image), expected, "{board:?}");
                assert_eq!(counts(image), counts(board), "{board:?}");
            }
        }
    }

    #[test]
    fn indices_kept_from_move_to_move_are_those_of_the_board() {
        for seed in 0..200 {
            let board = random_board(seed, 3 + seed as u32 % 55);
            let indices = Indices::of(board);
            assert_eq!(indices.passed(), Indices::of(board.passed()));
            for square in squares(board.places()) {
                let next = board.place(square);
                let turned = next.mover ^ board.opponent;
                assert_eq!(indices.placed(square, turned), Indices::of(next));
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
            pattern("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
            pattern("a5 a4 a3 a2 a1 b1 c1 d1 e1 b2"),
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
            Indices::of(board).each(|index| seen.push(index));
            for (pattern, squares) in named.iter().enumerate() {
                let digit = |&square: &usize| {
                    1 + (board.mover >> square & 1) as usize
                        - (board.opponent >> square & 1) as usize
                };
                let value = squares.iter().rev().fold(0, |value, square| 3 * value + digit(square));
                assert!(seen.contains(&(OFFSETS[pattern] + value)), "{pattern} {board:?}");
            }
        }
    }
}
