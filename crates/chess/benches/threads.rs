//! Time to depth with one and with two threads: `cargo bench -p chess --bench threads [DEPTH]`. The machine should have two
//! processors that do nothing else; nodes are told, too, because they do not depend on that.

use chess::Position;
use search::{Control, Limits, Searcher};
use std::time::{Duration, Instant};

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqr1k1/ppp2ppp/2np1n2/4p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 10",
    "2rq1rk1/1b2bppp/p2ppn2/1p6/3NP3/1BN1B3/PPP1QPPP/3R1RK1 w - - 0 14",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2r2rk1/pp3ppp/1q2pn2/3p4/1b1P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 13",
    "r2q1rk1/1b1nbppp/ppnpp3/8/P1BNP3/2N1B3/1PP1QPPP/R4RK1 w - - 0 12",
];

const ROUNDS: usize = 2;

fn main() {
    let depth = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(16);
    let mut sums = [(Duration::ZERO, 0); 2];
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("a position");
        for _ in 0..ROUNDS {
            for (threads, (time, nodes)) in (1..).zip(&mut sums) {
                let mut searcher = Searcher::new(64, threads);
                let start = Instant::now();
                let limits = Limits::depth(depth);
                let found = searcher.search(&[position], &limits, &Control::default(), &mut |_| ());
                *time += start.elapsed();
                *nodes += found.map_or(0, |found| found.nodes);
            }
        }
    }
    let [(one, nodes_of_one), (two, nodes_of_two)] = sums;
    println!("depth {depth}, {} searches each", ROUNDS * POSITIONS.len());
    println!(
        "one thread {one:.2?}, {nodes_of_one} nodes; two threads {two:.2?}, {nodes_of_two} nodes"
    );
    println!(
        "{:.2} times less time, {:.2} times the nodes",
        one.as_secs_f64() / two.as_secs_f64(),
        nodes_of_two as f64 / nodes_of_one as f64
    );
}
