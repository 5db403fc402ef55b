//! Durable appends per second from 64 writers, committed in groups and one by one, and how long
//! the slowest of a hundred waits. The same with `PostgreSQL` and one, two and three nodes, and how long it takes until another node hears of an
//! append; where there is no `PostgreSQL` on this machine, that is left out.

use private_postgres::PrivatePostgres;
use std::thread;
use std::time::{Duration, Instant};
use store::{Appended, Log, News, Postgres, Sqlite, SqliteOptions};

#[path = "../tests/all/common.rs"]
mod common;
use common::{append, create, wait};

const WRITERS: usize = 64;
const ROUND: Duration = Duration::from_secs(2);

/// Appends in groups of so many for a while; returns the rate and the 99th percentile of the waiting times.
fn round(largest_group: usize) -> (f64, Duration) {
    let folder = tempfile::tempdir_in(".").unwrap();
    let path = folder.path().join("log.db");
    let log = Sqlite::open_with(&path, SqliteOptions { largest_group, ..SqliteOptions::default() })
        .unwrap();
    write(&[&log])
}

/// Appends for a while, each writer at one of the nodes.
fn write(nodes: &[&dyn Log]) -> (f64, Duration) {
    let began = Instant::now();
    let write = |writer: usize| {
        let (log, game) = (nodes[writer % nodes.len()], format!("game{writer}"));
        wait(create(log, &game, "started")).unwrap();
        let mut times = Vec::new();
        while began.elapsed() < ROUND {
            let sent = Instant::now();
            wait(append(log, &game, times.len() as u64 + 1, &["moved"])).unwrap();
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

/// How long it takes from an append at one node until another one hears of it: half of the times, and 99 of a hundred.
fn news(from: &dyn Log, to: &dyn Log) -> (Duration, Duration) {
    let mut heard = to.subscribe();
    wait(create(from, "news", "started")).unwrap();
    let mut times = Vec::new();
    for number in 1..500 {
        let sent = Instant::now();
        wait(append(from, "news", number, &["moved"])).unwrap();
        while !matches!(wait(heard.recv()), Ok(News::Appended(Appended { next, .. })) if next > number)
        {
        }
        times.push(sent.elapsed());
    }
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn several_nodes() {
    let server = match PrivatePostgres::start_durable() {
        Ok(server) => server,
        Err(error) => return println!("PostgreSQL is left out: {error}"),
    };
    for count in 1..=3 {
        let address = server.database().unwrap().parse().unwrap();
        let nodes: Vec<Postgres> = (0..count).map(|_| Postgres::open(&address).unwrap()).collect();
        let nodes: Vec<&dyn Log> = nodes.iter().map(|node| node as &dyn Log).collect();
        let (rate, late) = write(&nodes);
        println!("PostgreSQL, nodes: {count}: {rate:.0} durable appends/s, p99 {late:.1?}");
        if let [from, .., to] = nodes[..] {
            let (half, late) = news(from, to);
            println!("    news at another node: p50 {half:.1?}, p99 {late:.1?}");
        }
    }
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
    several_nodes();
}
