//! Discs that can never be turned over again.
//!
//! A disc is stable when, in each of the four lines through it, the line is full or a neighbour in
//! it is a stable disc of the same colour. Edges are looked up in a table that is computed by
//! playing out every edge. What is found is always stable; a few stable discs may be missed.

use std::sync::LazyLock;

type Lanes = [u64; 4];

/// How far one step shifts along a row, a rising diagonal, a column and a falling diagonal.
const SHIFT: Lanes = [1, 7, 8, 9];

const WITHOUT_FIRST: [u64; 3] =
    [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
const WITHOUT_LAST: [u64; 3] =
    [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
const ALL: u64 = u64::MAX;

/// Where steps of 1, 2 and 4 squares towards `h8` can lead, for each of the four lines.
const AHEAD: [Lanes; 3] = [
    [WITHOUT_FIRST[0], WITHOUT_LAST[0], ALL, WITHOUT_FIRST[0]],
    [WITHOUT_FIRST[1], WITHOUT_LAST[1], ALL, WITHOUT_FIRST[1]],
    [WITHOUT_FIRST[2], WITHOUT_LAST[2], ALL, WITHOUT_FIRST[2]],
];
/// The same towards `a1`.
const BACK: [Lanes; 3] = [
    [WITHOUT_LAST[0], WITHOUT_FIRST[0], ALL, WITHOUT_LAST[0]],
    [WITHOUT_LAST[1], WITHOUT_FIRST[1], ALL, WITHOUT_LAST[1]],
    [WITHOUT_LAST[2], WITHOUT_FIRST[2], ALL, WITHOUT_LAST[2]],
];

/// Discs of `own` that `other` can never turn over, whatever is played.
#[inline]
pub fn stable(own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    let inner = own & full[0] & full[1] & full[2] & full[3];
    let mut stable = inner | stable_on_edges(own, other);
    loop {
        let grown = stable | own & held(full, stable);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// For each of the four lines, the squares whose line has no empty square.
#[inline]
fn full_lines(discs: u64) -> Lanes {
    std::array::from_fn(|lane| {
        let shift = SHIFT[lane];
        let (mut ahead, mut back) = (!discs, !discs);
        for step in 0..3 {
            ahead |= ahead << (shift << step) & AHEAD[step][lane];
            back |= back >> (shift << step) & BACK[step][lane];
        }
        !(ahead | back)
    })
}

/// The squares that full lines and stable neighbours hold from all sides. Beyond the edge there is
/// nothing, which holds as well as a neighbour does.
#[inline]
fn held(full: Lanes, stable: u64) -> u64 {
    let held: Lanes = std::array::from_fn(|lane| {
        let ahead = stable << SHIFT[lane] & AHEAD[0][lane] | FIRST[lane];
        let back = stable >> SHIFT[lane] & BACK[0][lane] | LAST[lane];
        full[lane] | ahead | back
    });
    held[0] & held[1] & held[2] & held[3]
}

/// The squares with nothing before them in a line, and with nothing after them.
const FIRST: Lanes =
    [0x0101_0101_0101_0101, 0x8080_8080_8080_80ff, 0x0000_0000_0000_00ff, 0x0101_0101_0101_01ff];
const LAST: Lanes =
    [0x8080_8080_8080_8080, 0xff01_0101_0101_0101, 0xff00_0000_0000_0000, 0xff80_8080_8080_8080];

#[inline]
fn stable_on_edges(own: u64, other: u64) -> u64 {
    let table = &*EDGES;
    let edge = |own: u64, other: u64| u64::from(table[(own << 8 | other) as usize & 0xffff]);
    let first = edge(own & 0xff, other & 0xff);
    let last = edge(own >> 56, other >> 56);
    let left = edge(column(own), column(other));
    let right = edge(column(own >> 7), column(other >> 7));
    first | last << 56 | uncolumn(left) | uncolumn(right) << 7
}

/// The lowest column as a row.
#[inline]
pub fn column(squares: u64) -> u64 {
    (squares & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A row as the lowest column.
#[inline]
fn uncolumn(row: u64) -> u64 {
    // Seven bits spread without meeting; the eighth would.
    ((row & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101) | (row >> 7) << 56
}

/// For each edge, own discs in the high byte and the other's in the low byte: the own discs that stay
/// whatever is played on the edge, by either side, whether or not it turns anything over on the
/// edge itself.
static EDGES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1 << 16]);
    for empties in 0..=8 {
        for own in 0..=255u8 {
            for other in (0..=255u8).filter(|other| own & other == 0) {
                if (own | other).count_zeros() == empties {
                    table[index(own, other)] = stable_edge(&table, own, other);
                }
            }
        }
    }
    table
});

fn index(own: u8, other: u8) -> usize {
    usize::from(own) << 8 | usize::from(other)
}

/// What is stable on an edge, when the table knows all edges with fewer empty squares.
fn stable_edge(table: &[u8; 1 << 16], own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let turned = turned_on_edge(square, own, other);
        stable &= table[index(own | turned | 1 << square, other & !turned)];
        let lost = turned_on_edge(square, other, own);
        stable &= table[index(own & !lost, other | lost | 1 << square)];
    }
    stable
}

fn turned_on_edge(square: u32, own: u8, other: u8) -> u8 {
    let turned = crate::lanes::turned(square as usize, own.into(), other.into());
    turned as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::tests::{random, random_board};
    use crate::engine::board::{Board, squares};

    #[test]
    fn a_stable_disc_is_never_turned_over() {
        let mut state = 7;
        for seed in 0..3000 {
            let mut board = random_board(seed, 4 + seed as u32 % 40);
            let (mut kept, mut lost) =
                (stable(board.mover, board.opponent), stable(board.opponent, board.mover));
            loop {
                assert_eq!((kept & !board.mover, lost & !board.opponent), (0, 0));
                let places = board.places();
                if places == 0 && board.passed().places() == 0 {
                    break;
                }
                board = match places.count_ones() {
                    0 => board.passed(),
                    count => {
                        let nth = random(&mut state) as u32 % count;
                        board.place(squares(places).nth(nth as usize).unwrap())
                    }
                };
                (kept, lost) = (lost, kept);
            }
        }
    }

    #[test]
    fn a_full_board_is_stable_and_so_is_a_chain_from_a_corner() {
        assert_eq!(stable(0xffff, !0xffff), 0xffff);
        assert_eq!(stable(0b111, 1 << 20), 0b111);
        assert_eq!(stable(0x0103, 1 << 20), 0x0103);
        assert_eq!(stable(0b110, 1 << 20), 0);
        let middle = Board { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };
        assert_eq!(stable(middle.mover, middle.opponent), 0);
    }

    #[test]
    fn columns_and_rows_are_the_same_in_another_place() {
        for row in 0..256 {
            assert_eq!(column(uncolumn(row)), row);
            assert_eq!(uncolumn(row) & !0x0101_0101_0101_0101, 0);
        }
    }
}
