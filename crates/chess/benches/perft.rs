//! Perft next to cozy-chess over the six standard positions, in one run on one thread.
//!
//! `cargo bench -p chess --bench perft`. Both count the last ply without playing it. The two take
//! turns, position by position and round by round, so that a noisy machine disturbs both alike;
//! the best time of each counts.

use chess::Position;
use std::hint::black_box;
use std::time::{Duration, Instant};

const POSITIONS: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];
const ROUNDS: usize = 15;

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn timed(f: impl FnOnce() -> u64, expected: u64) -> Duration {
    let start = Instant::now();
    assert_eq!(black_box(f()), expected);
    start.elapsed()
}

fn main() {
    let mut total = [Duration::ZERO; 2];
    println!("{:>12} {:>14} {:>14} {:>7}", "nodes", "tablero Mn/s", "cozy Mn/s", "ratio");
    for (fen, depth, nodes) in POSITIONS {
        let ours: Position = fen.parse().expect("a position");
        let theirs: cozy_chess::Board = fen.parse().expect("a position");
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            best[0] = best[0].min(timed(|| game::perft(black_box(&ours), depth), nodes));
            best[1] = best[1].min(timed(|| cozy_perft(black_box(&theirs), depth), nodes));
        }
        let speed = best.map(|time| nodes as f64 / time.as_secs_f64() / 1e6);
        println!("{nodes:>12} {:>14.1} {:>14.1} {:>7.3}", speed[0], speed[1], speed[0] / speed[1]);
        total = [total[0] + best[0], total[1] + best[1]];
    }
    let ratio = total[1].as_secs_f64() / total[0].as_secs_f64();
    println!("over all six positions tablero is {ratio:.3} times as fast as cozy-chess");
}
