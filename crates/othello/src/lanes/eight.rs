//! Eight lines at a time, where the machine has vectors of eight words and turns each by a number of its own (AVX-512).
//!
//! All eight directions are one vector, and a step is a rotation. A disc that a rotation takes across the edge arrives on an outer row or
//! column, where lines in that direction cannot cross a disc: `CROSSED` leaves these out. So nothing has to be masked on the way.
//!
//! The compiler makes plain instructions of the same loops over arrays, which is why they are called by name: perft(11) takes 0.7 times
//! as long as with [`four`](super::four), a search 0.82 and FFO 40 to 44 0.9 times. Discs turned over in the same manner were
//! measured, too: perft took 1.08 times as long and a search 1.03 times, so these stay with `four`.
#![allow(unsafe_code, reason = "instructions by name, for what is measured above")]

use core::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_or_si512, _mm512_reduce_or_epi64, _mm512_rolv_epi64,
    _mm512_set1_epi64, _mm512_setr_epi64,
};

const COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
const BOTH: i64 = COLUMNS & ROWS;

/// What [`four::places`](super::four::places) finds, by the same steps.
#[inline]
pub fn places(mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is part of the program only where it is built for processors that have these instructions. They work
    // on registers alone.
    unsafe {
        // How far a step in each direction rotates a board, and what a line in that direction can cross: squares that have one before
        // and one behind them.
        let step = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
        let two_steps = _mm512_setr_epi64(2, 14, 16, 18, 62, 50, 48, 46);
        let crossable = _mm512_setr_epi64(COLUMNS, BOTH, ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH);
        let crossed = _mm512_and_si512(_mm512_set1_epi64(opponent.cast_signed()), crossable);
        let grown = |run: __m512i, step: __m512i, crossed: __m512i| {
            _mm512_or_si512(run, _mm512_and_si512(crossed, _mm512_rolv_epi64(run, step)))
        };
        let pair = _mm512_and_si512(crossed, _mm512_rolv_epi64(crossed, step));
        let beside = _mm512_rolv_epi64(_mm512_set1_epi64(mover.cast_signed()), step);
        let mut run = _mm512_and_si512(crossed, beside);
        run = grown(run, step, crossed);
        run = grown(run, two_steps, pair);
        run = grown(run, two_steps, pair);
        let reached = _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step));
        reached.cast_unsigned() & !(mover | opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::four;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_lines_at_a_time_find_what_four_find(mover: u64, other: u64, more: u64) {
            for opponent in [other & !mover, (other | more) & !mover] {
                prop_assert_eq!(super::places(mover, opponent), four::places(mover, opponent));
            }
        }
    }
}
