//! Durable appends per second from 64 writers, committed in groups and one by one, and how long
//! the slowest of a hundred waits.

use std::thread;
use std::time::{Duration, Instant};
use store::{Sqlite, SqliteOptions};

#[path = "../tests/all/common.rs"]
mod common;
use common::{append, create, wait};

const WRITERS: usize = 64;
const ROUND: Duration = Duration::from_secs(2);

/// Appends for a while; returns the rate and the 99th percentile of the waiting times.
fn round(largest_group: usize) -> (f64, Duration) {
    let folder = tempfile::tempdir_in(".").unwrap();
    let path = folder.path().join("log.db");
    let log = Sqlite::open_with(&path, SqliteOptions { largest_group, ..SqliteOptions::default() })
        .unwrap();
    let began = Instant::now();
    let write = |writer: usize| {
        let game = format!("game{writer}");
        wait(create(&log, &game, "started")).unwrap();
        let mut times = Vec::new();
        while began.elapsed() < ROUND {
            let sent = Instant::now();
            wait(append(&log, &game, times.len() as u64 + 1, &["moved"])).unwrap();
            times.push(sent.elapsed());
        }
        times
    };
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS).map(|w| scope.spawn(move || write(w))).collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    times.sort_unstable();
    (times.len() as f64 / began.elapsed().as_secs_f64(), times[times.len() * 99 / 100])
}

fn main() {
    let mut best = [0.0f64; 2];
    for _ in 0..3 {
        for (index, (name, group)) in [("in groups", 1024), ("one by one", 1)].iter().enumerate() {
            let (rate, late) = round(*group);
            best[index] = best[index].max(rate);
            println!("{name}: {rate:.0} durable appends/s, p99 {late:.1?}");
        }
    }
    println!("ratio {:.1}", best[0] / best[1]);
}
