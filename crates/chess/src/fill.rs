//! Sliders of a whole side at once, direction by direction.
//!
//! A square can be reached by one slider at most in each direction, the nearest, so a set for each of
//! the eight directions holds every single move. Four directions shift bits up and four down, which
//! makes two vectors of four numbers: plain arrays that the compiler turns into vector
//! instructions where the machine has them. There are no branches to guess wrong.

use crate::bitboard::Bitboard;

/// One set for each of four directions: along the file, the rank, and the two diagonals.
type Lanes = [u64; 4];

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;

/// How far a step in each direction moves a bit.
const STEP: Lanes = [8, 1, 9, 7];
/// Where a step up may end: not on the file that it would have to wrap around to.
const UP: Lanes = [!0, NOT_A, NOT_A, NOT_H];
/// Where a step down may end.
const DOWN: Lanes = [!0, NOT_H, NOT_H, NOT_A];

/// The squares that sliders attack in each of the eight directions.
#[derive(Clone, Copy)]
pub struct SliderAttacks {
    up: Lanes,
    down: Lanes,
}

impl SliderAttacks {
    /// The attacks of these sliders on a board with these pieces.
    #[inline]
    pub fn new(straight: Bitboard, diagonal: Bitboard, occupied: Bitboard) -> SliderAttacks {
        let sliders = [straight.0, straight.0, diagonal.0, diagonal.0];
        let empty = !occupied.0;
        SliderAttacks {
            up: fill(sliders, empty, UP, |bits, by| bits << by),
            down: fill(sliders, empty, DOWN, |bits, by| bits >> by),
        }
    }

    /// All attacked squares.
    #[inline]
    pub fn union(self) -> Bitboard {
        let both: Lanes = std::array::from_fn(|i| self.up[i] | self.down[i]);
        Bitboard(both[0] | both[1] | both[2] | both[3])
    }

    /// The squares that are attacked along files and ranks.
    #[inline]
    pub fn straight(self) -> Bitboard {
        Bitboard(self.up[0] | self.up[1] | self.down[0] | self.down[1])
    }

    /// The squares that are attacked along diagonals.
    #[inline]
    pub fn diagonal(self) -> Bitboard {
        Bitboard(self.up[2] | self.up[3] | self.down[2] | self.down[3])
    }

    /// The number of moves to `targets`: squares attacked several times count as often.
    #[inline]
    pub fn count(self, targets: Bitboard) -> usize {
        let count = |lanes: Lanes| -> u32 {
            lanes.iter().map(|attacked| (attacked & targets.0).count_ones()).sum()
        };
        (count(self.up) + count(self.down)) as usize
    }
}

/// Slides along empty squares in doubling steps of one, two and four, then one step further, onto
/// whatever stands there.
#[inline]
fn fill(sliders: Lanes, empty: u64, edge: Lanes, shift: impl Fn(u64, u64) -> u64) -> Lanes {
    let mut reached = sliders;
    let mut open = edge.map(|edge| edge & empty);
    for doubling in [1, 2, 4] {
        reached =
            std::array::from_fn(|i| reached[i] | open[i] & shift(reached[i], doubling * STEP[i]));
        open = std::array::from_fn(|i| open[i] & shift(open[i], doubling * STEP[i]));
    }
    std::array::from_fn(|i| edge[i] & shift(reached[i], STEP[i]))
}
