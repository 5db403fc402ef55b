//! A fixed amount of work: its node count tells whether two builds search alike.

use crate::search_mind::Searched;
use game::Stop;
use search::{Control, Limits, Searcher};
use std::fmt;
use std::time::{Duration, Instant};
use table::Club;

/// What the work came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// The positions that were looked at: the same for every build that searches alike.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// `123456 nodes 1000000 nps`
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {speed:.0} nps", self.nodes)
    }
}

/// Searches the fixed positions of all games, with one thread and 16 megabytes.
pub fn bench(club: Club) -> Signature {
    let begun = Instant::now();
    let nodes = club.cards().iter().map(|card| card.bench()).sum();
    Signature { nodes, elapsed: begun.elapsed() }
}

/// The nodes that searching these positions to this depth takes: what a card answers for its game.
pub fn bench_nodes<G: Searched>(positions: &[&str], depth: u32) -> u64 {
    let mut searcher = Searcher::new(16, 1);
    let nodes = |text: &&str| {
        searcher.clear();
        let control = Control::new(Stop::new());
        let position = G::read_start(text).ok()?;
        let found = searcher.search(&[position], &Limits::depth(depth), &control, &mut |_| ());
        Some(found?.nodes)
    };
    positions.iter().filter_map(nodes).sum()
}
