//! How many positions the search looks at in a second of processor time, on one thread.

#[path = "../moment/mod.rs"]
mod moment;

use moment::Moment;
use search::{Control, Limits, Searchable, Searcher};
use std::fmt;

/// The nodes of some searches, the time that they took, and how deep they came.
#[derive(Default)]
pub struct Rate {
    nodes: u64,
    seconds: f64,
    depths: Vec<String>,
}

impl Rate {
    /// Searches the last of these positions, with a table of so many megabytes, to so many nodes.
    pub fn measure<G: Searchable>(&mut self, past: &[G], nodes: u64, megabytes: usize) {
        let mut searcher = Searcher::new(megabytes, 1);
        let control = Control::default();
        // Weights are unpacked before the time counts.
        searcher.search(past, &Limits::nodes(1), &control, &mut |_| ());
        let begun = Moment::now(1);
        let found = searcher.search(past, &Limits::nodes(nodes), &control, &mut |_| ());
        self.seconds += begun.elapsed().as_secs_f64();
        if let Some(found) = found {
            self.nodes += found.nodes;
            self.depths.push(found.depth.to_string());
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rate { nodes, seconds, depths } = self;
        let rate = *nodes as f64 / 1e6 / seconds;
        let depths = depths.join(" ");
        write!(f, "{nodes} nodes in {seconds:.3} s, {rate:.2} million/s, depths {depths}")
    }
}
