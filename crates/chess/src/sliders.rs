//! Where rooks and bishops reach: one load from a table made at compile time.
//!
//! For each square the occupied squares that matter, those on its lines short of the edge, are
//! turned into an index: by the PEXT instruction where the machine has it, by a multiplication
//! with a magic number otherwise. Tests prove both equal to walking the lines.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The squares that a rook on `square` attacks, up to and including the first piece on each line.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::attacks(&lookup::ROOK[square.index()], occupied)
}

/// The squares that a bishop on `square` attacks.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::attacks(&lookup::BISHOP[square.index()], occupied)
}

#[cfg(not(target_feature = "bmi2"))]
use magic as lookup;
#[cfg(target_feature = "bmi2")]
use pext as lookup;

/// The number of entries for all squares: 102,400 for rooks and 5,248 for bishops.
const TABLE_SIZE: usize = 107_648;

/// The eight directions: four in which the numbers of the squares grow, then their opposites.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
/// Of [`STEPS`], those of a rook.
pub(crate) const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
/// Of [`STEPS`], those of a bishop.
pub(crate) const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

/// For each of [`STEPS`] and each square, the squares from there to the edge.
pub(crate) const RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = STEPS[direction];
        let mut index = 0;
        while index < 64 {
            let mut square = Square::masked(index as u32);
            while let Some(next) = square.offset(files, ranks) {
                rays[direction][index] |= Bitboard::of(next).0;
                square = next;
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

/// What a slider attacks, found by looking for the first piece on each of its lines.
const fn walk(index: usize, occupied: u64, directions: &[usize; 4]) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < 4 {
        let rays = &RAYS[directions[i]];
        let blockers = rays[index] & occupied;
        attacks |= rays[index];
        if blockers != 0 {
            let nearest =
                if directions[i] < 4 { blockers.trailing_zeros() } else { blockers.ilog2() };
            attacks &= !rays[nearest as usize];
        }
        i += 1;
    }
    attacks
}

/// The squares on which a piece cuts a line short: all but the last of each line.
const fn relevant(index: usize, directions: &[usize; 4]) -> u64 {
    let mut squares = 0;
    let mut i = 0;
    while i < 4 {
        let ray = RAYS[directions[i]][index];
        if ray != 0 {
            let last = if directions[i] < 4 { ray.ilog2() } else { ray.trailing_zeros() };
            squares |= ray & !(1 << last);
        }
        i += 1;
    }
    squares
}

/// Indices by PEXT, which gathers the relevant squares into neighbouring bits.
#[cfg(target_feature = "bmi2")]
mod pext {
    use super::{Bitboard, DIAGONAL, STRAIGHT, TABLE_SIZE, relevant, walk};

    pub struct Entry {
        relevant: u64,
        offset: u32,
    }

    pub static ROOK: [Entry; 64] = entries(&STRAIGHT, 0);
    pub static BISHOP: [Entry; 64] = entries(&DIAGONAL, 102_400);
    #[allow(long_running_const_eval)]
    static TABLE: [u64; TABLE_SIZE] = fill(fill([0; TABLE_SIZE], &STRAIGHT, 0), &DIAGONAL, 102_400);

    const fn entries(directions: &[usize; 4], start: u32) -> [Entry; 64] {
        let mut entries = [const { Entry { relevant: 0, offset: 0 } }; 64];
        let (mut index, mut offset) = (0, start);
        while index < 64 {
            let relevant = relevant(index, directions);
            entries[index] = Entry { relevant, offset };
            offset += 1 << relevant.count_ones();
            index += 1;
        }
        entries
    }

    /// Subsets of a mask, counted by subtracting the mask, come in the order of their PEXT.
    const fn fill(
        mut table: [u64; TABLE_SIZE],
        directions: &[usize; 4],
        start: usize,
    ) -> [u64; TABLE_SIZE] {
        let (mut index, mut at) = (0, start);
        while index < 64 {
            let relevant = relevant(index, directions);
            let mut subset = 0u64;
            loop {
                table[at] = walk(index, subset, directions);
                at += 1;
                subset = subset.wrapping_sub(relevant) & relevant;
                if subset == 0 {
                    break;
                }
            }
            index += 1;
        }
        table
    }

    #[inline]
    pub fn attacks(entry: &Entry, occupied: Bitboard) -> Bitboard {
        let index = gather(occupied.0, entry.relevant) as usize;
        Bitboard(TABLE[entry.offset as usize + index])
    }

    /// PEXT: the bits of `bits` under `mask`, moved together.
    #[inline]
    #[allow(unsafe_code)]
    fn gather(bits: u64, mask: u64) -> u64 {
        // SAFETY: this module is only compiled for machines that have BMI2. A look takes a tenth less
        // time than with magic numbers (BENCHMARKS.md).
        unsafe { core::arch::x86_64::_pext_u64(bits, mask) }
    }
}

/// Indices by multiplication with a number that brings the relevant squares to the top.
#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic {
    use super::{Bitboard, DIAGONAL, STRAIGHT, TABLE_SIZE, relevant, walk};
    use crate::magics;

    pub struct Entry {
        relevant: u64,
        magic: u64,
        offset: u32,
        shift: u32,
    }

    pub static ROOK: [Entry; 64] = entries(&STRAIGHT, &magics::ROOK, 0);
    pub static BISHOP: [Entry; 64] = entries(&DIAGONAL, &magics::BISHOP, 102_400);
    #[allow(long_running_const_eval)]
    static TABLE: [u64; TABLE_SIZE] =
        fill(fill([0; TABLE_SIZE], &STRAIGHT, &ROOK), &DIAGONAL, &BISHOP);

    const fn entries(directions: &[usize; 4], magics: &[u64; 64], start: u32) -> [Entry; 64] {
        let mut entries = [const { Entry { relevant: 0, magic: 0, offset: 0, shift: 0 } }; 64];
        let (mut index, mut offset) = (0, start);
        while index < 64 {
            let relevant = relevant(index, directions);
            let bits = relevant.count_ones();
            entries[index] = Entry { relevant, magic: magics[index], offset, shift: 64 - bits };
            offset += 1 << bits;
            index += 1;
        }
        entries
    }

    const fn fill(
        mut table: [u64; TABLE_SIZE],
        directions: &[usize; 4],
        entries: &[Entry; 64],
    ) -> [u64; TABLE_SIZE] {
        let mut index = 0;
        while index < 64 {
            let mut subset = 0u64;
            loop {
                table[place(&entries[index], subset)] = walk(index, subset, directions);
                subset = subset.wrapping_sub(entries[index].relevant) & entries[index].relevant;
                if subset == 0 {
                    break;
                }
            }
            index += 1;
        }
        table
    }

    const fn place(entry: &Entry, occupied: u64) -> usize {
        let product = (occupied & entry.relevant).wrapping_mul(entry.magic);
        entry.offset as usize + (product >> entry.shift) as usize
    }

    #[inline]
    pub fn attacks(entry: &Entry, occupied: Bitboard) -> Bitboard {
        Bitboard(TABLE[place(entry, occupied.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_subset_of_the_relevant_squares(check: impl Fn(usize, u64, &[usize; 4])) {
        for directions in [&STRAIGHT, &DIAGONAL] {
            for index in 0..64 {
                let relevant = relevant(index, directions);
                let mut subset = 0u64;
                loop {
                    check(index, subset, directions);
                    subset = subset.wrapping_sub(relevant) & relevant;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    /// The obvious way: one step at a time until a piece or the edge.
    fn step_by_step(index: usize, occupied: u64, directions: &[usize; 4]) -> u64 {
        let mut attacks = Bitboard::EMPTY;
        for &direction in directions {
            let (files, ranks) = STEPS[direction];
            let mut square = Square::masked(index as u32);
            while let Some(next) = square.offset(files, ranks) {
                attacks |= Bitboard::of(next);
                square = next;
                if Bitboard(occupied).has(next) {
                    break;
                }
            }
        }
        attacks.0
    }

    #[test]
    fn magic_numbers_and_the_machine_s_own_way_equal_stepping_along_the_lines() {
        every_subset_of_the_relevant_squares(|index, occupied, directions| {
            let square = Square::masked(index as u32);
            let slow = step_by_step(index, occupied, directions);
            let (table, fast) = if directions == &STRAIGHT {
                (&magic::ROOK, rook_attacks(square, Bitboard(occupied)))
            } else {
                (&magic::BISHOP, bishop_attacks(square, Bitboard(occupied)))
            };
            assert_eq!(fast.0, slow, "{square} {:?}", Bitboard(occupied));
            assert_eq!(magic::attacks(&table[index], Bitboard(occupied)).0, slow, "{square}");
        });
    }

    #[test]
    fn pieces_on_the_edge_or_off_the_lines_change_nothing() {
        let d4: Square = "d4".parse().unwrap();
        let off_the_lines = !(Bitboard(relevant(d4.index(), &STRAIGHT)) | Bitboard::of(d4));
        assert_eq!(rook_attacks(d4, off_the_lines), rook_attacks(d4, Bitboard::EMPTY));
        assert_eq!(rook_attacks(d4, Bitboard::EMPTY).count(), 14);
        assert_eq!(bishop_attacks(d4, Bitboard::EMPTY).count(), 13);
    }
}
