//! What one look at the tables of the sliding pieces costs, each look waiting for the one before.
//!
//! `cargo bench -p chess --bench sliders` for the way this machine does it; with
//! `RUSTFLAGS="-C target-cpu=native -C target-feature=-bmi2"` before it for magic numbers.

use chess::attacks::{bishop_attacks, rook_attacks};
use chess::{Bitboard, Square};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let mut state = 0x7461_626c_6572_6f21_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let boards: Vec<(Square, u64)> = (0..4096)
        .filter_map(|_| Some((Square::from_index(random() as usize % 64)?, random() & random())))
        .collect();
    let mut best = f64::MAX;
    for _ in 0..2000 {
        let start = Instant::now();
        let mut seen = 0;
        for &(square, occupied) in &boards {
            seen ^= rook_attacks(square, Bitboard(occupied ^ (seen & 1))).0;
            seen ^= bishop_attacks(square, Bitboard(occupied ^ (seen & 1))).0;
        }
        black_box(seen);
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / (2 * boards.len()) as f64);
    }
    let way = if cfg!(target_feature = "bmi2") { "PEXT" } else { "magic numbers" };
    println!("{best:.2} ns for each look, by {way}");
}
