//! Minimax over the lazy tree next to minimax written by hand, in one run on one thread.
//!
//! `cargo bench -p chess --bench tree`. Both give the same value and line. They take turns, and the
//! best time of each counts.

use chess::Position;
use game::{GameTree, Tree, laws, minimax};
use std::hint::black_box;
use std::time::{Duration, Instant};

const POSITIONS: [(&str, usize); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];
const ROUNDS: usize = 15;

fn timed<R>(f: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = black_box(f());
    (start.elapsed(), result)
}

fn main() {
    for (fen, levels) in POSITIONS {
        let position: Position = fen.parse().expect("a position");
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let (tree, one) = timed(|| minimax(&GameTree::new(black_box(position)).prune(levels)));
            let (hand, two) = timed(|| laws::minimax_by_hand(black_box(&position), levels));
            assert_eq!(one, two);
            best = [best[0].min(tree), best[1].min(hand)];
        }
        let ratio = best[0].as_secs_f64() / best[1].as_secs_f64();
        println!("depth {levels}: tree {:.1?}, by hand {:.1?}, ratio {ratio:.3}", best[0], best[1]);
    }
}
