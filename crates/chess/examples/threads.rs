//! How much sooner a search with several threads reaches a depth than one with a single thread.
//!
//! ```text
//! cargo run --profile dist -p chess --example threads 2 6    threads, and how often each position is searched with them
//! ```

mod positions;

use chess::Position;
use positions::POSITIONS;
use search::{Control, Limits, Searcher};
use std::error::Error;
use std::time::Instant;

/// Megabytes of the table.
const TABLE: usize = 64;

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
