//! How much sooner a search with several threads reaches a depth than one with a single thread.
//!
//! ```text
//! cargo run --profile dist -p chess --example threads 2 6    threads, and how often each position is searched with them
//! ```

use chess::Position;
use search::{Control, Limits, Searcher};
use std::error::Error;
use std::time::Instant;

/// Megabytes of the table.
const TABLE: usize = 64;

/// Positions, and depths that take one thread about a second.
const POSITIONS: [(&str, u32); 12] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 23),
    ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9", 22),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 21),
    ("2r3k1/pp3ppp/4pn2/3p4/3P4/2N1P3/PP3PPP/2R3K1 w - - 0 20", 27),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 30),
    ("r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/P1NBPN2/1P2QPPP/R1BR2K1 w - - 0 12", 22),
    ("3r1rk1/p3qppp/2bb4/2p5/3p4/1P2P3/PBQN1PPP/2R2RK1 w - - 0 1", 22),
    ("r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 13", 22),
    ("6k1/5pp1/4p2p/3pP3/1q1P1P2/6P1/3Q3P/6K1 w - - 0 30", 27),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 22),
    ("r1bqkb1r/pp3ppp/2np1n2/1N2p3/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7", 22),
    ("r2qr1k1/1p3ppp/p1nbbn2/3p4/3P4/2NB1N1P/PP3PP1/R1BQR1K1 w - - 0 14", 22),
];

/// Seconds and nodes to a depth, on average of so many searches.
fn measure(position: Position, depth: u32, threads: usize, times: u32) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for _ in 0..times {
        let mut searcher = Searcher::new(TABLE, threads);
        let start = Instant::now();
        let found =
            searcher.search(&[position], &Limits::depth(depth), &Control::default(), &mut |_| ());
        sum[0] += start.elapsed().as_secs_f64();
        sum[1] += found.map_or(0.0, |found| found.nodes as f64);
    }
    sum.map(|sum| sum / f64::from(times))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [threads, times] = arguments.as_slice() else {
        return Err("threads THREADS TIMES".into());
    };
    let (threads, times) = (threads.parse()?, times.parse::<u32>()?.max(1));
    let mut logarithms = [0.0; 2];
    for (fen, depth) in POSITIONS {
        let position = fen.parse()?;
        let alone = measure(position, depth, 1, 1);
        let together = measure(position, depth, threads, times);
        let [time, nodes] = [0, 1].map(|index| alone[index] / together[index]);
        println!("{:6.2} s {:6.2} s {time:6.2}  {fen}", alone[0], together[0]);
        logarithms[0] += time.ln();
        logarithms[1] += nodes.ln();
    }
    let [time, nodes] = logarithms.map(|sum| (sum / POSITIONS.len() as f64).exp());
    println!("{threads} threads: {time:.2} times as fast, {:.2} times the nodes", 1.0 / nodes);
    Ok(())
}
