//! Perft from the start of a game of checkers, next to Othello's by the `magpie` crate as the
//! yardstick for the speed of the machine.
//!
//! The best public checkers engine counts 62 million leaves a second on a machine where `magpie`
//! counts 200 million, both on one thread with the last ply counted without playing it. The ratio
//! printed is ours against that engine on the scale that `magpie` sets in this very run.

use checkers::Position;
use magpie::othello::{Board, Stone};
use std::hint::black_box;
use std::time::Instant;

const CHECKERS_DEPTH: u32 = 11;
const CHECKERS_LEAVES: u64 = 85_242_128;
const OTHELLO_DEPTH: u32 = 10;
const OTHELLO_LEAVES: u64 = 24_571_284;
const ROUNDS: usize = 7;
const BEST_ENGINE_AGAINST_MAGPIE: f64 = 62.0 / 200.0;

/// Perft of Othello where a pass counts as a ply and a finished game as one leaf.
fn othello(board: &Board, stone: Stone, depth: u32, passed: bool) -> u64 {
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return match depth {
            _ if passed => 1,
            1 => 1,
            _ => othello(board, stone.flip(), depth - 1, true),
        };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    moves
        .hot_bits()
        .map(|position| {
            let mut next = board.clone();
            next.play(stone, position);
            othello(&next, stone.flip(), depth - 1, false)
        })
        .sum()
}

/// Runs a count that must come to `leaves`, and gives leaves a second.
fn rate(leaves: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(count(), leaves);
    leaves as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    let (mut ours, mut magpie) = (0f64, 0f64);
    for _ in 0..ROUNDS {
        ours = ours.max(rate(CHECKERS_LEAVES, || {
            game::perft(black_box(&Position::START), CHECKERS_DEPTH)
        }));
        magpie = magpie.max(rate(OTHELLO_LEAVES, || {
            othello(black_box(&Board::standard()), Stone::Black, OTHELLO_DEPTH, false)
        }));
    }
    println!("checkers perft({CHECKERS_DEPTH}): {:.1} million leaves/s", ours / 1e6);
    println!("magpie, Othello perft({OTHELLO_DEPTH}): {:.1} million leaves/s", magpie / 1e6);
    println!("ratio to the best engine: {:.2}", ours / (magpie * BEST_ENGINE_AGAINST_MAGPIE));
}
