//! Perft from the standard start, one thread, next to the `magpie` crate: both list the moves and
//! play them, and both count the last ply without playing it. Prints the best of several rounds of
//! each, taken in turns, and their ratio. `cargo bench -p othello -- DEPTH` counts to another depth.

use game::perft;
use magpie::othello::{Board, Stone};
use othello::Position;
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const DEPTH: u32 = 11;

/// The same count with magpie: a pass is a ply, and a finished game counts one.
fn yardstick(board: &Board, stone: Stone, passed: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return if passed { 1 } else { yardstick(board, stone.flip(), true, depth - 1) };
    }
    if depth == 1 {
        return moves.count_set().into();
    }
    moves
        .hot_bits()
        .map(|place| {
            let mut next = board.clone();
            next.play(stone, place);
            yardstick(&next, stone.flip(), false, depth - 1)
        })
        .sum()
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let leaves = count();
    (leaves, start.elapsed())
}

fn main() {
    let depth = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(DEPTH);
    let mut best = [Duration::MAX; 2];
    let mut leaves = 0;
    for _ in 0..ROUNDS {
        let ours = timed(|| perft(black_box(&Position::<8>::standard()), depth));
        let theirs = timed(|| yardstick(black_box(&Board::standard()), Stone::Black, false, depth));
        assert_eq!(ours.0, theirs.0, "the two programs count different trees");
        leaves = ours.0;
        best = [best[0].min(ours.1), best[1].min(theirs.1)];
    }
    let [ours, theirs] = best;
    println!("perft({depth}) = {leaves}, best of {ROUNDS} rounds");
    for (name, time) in [("othello", ours), ("magpie", theirs)] {
        let speed = leaves as f64 / time.as_secs_f64() / 1e6;
        println!("{name:8} {:8.1} ms {speed:8.1} million leaves/s", time.as_secs_f64() * 1e3);
    }
    println!("ratio    {:8.2}", theirs.as_secs_f64() / ours.as_secs_f64());
}
