//! How many positions the search looks at in a second of processor time, on one thread.
//!
//! ```text
//! cargo run --profile dist -p chess --example speed NODES [MEGABYTES]
//! ```

#[path = "../../othello/examples/moment/mod.rs"]
mod moment;
mod positions;

use moment::Moment;
use positions::POSITIONS;
use search::{Control, Limits, Searcher};
use std::error::Error;

/// The table of the search in megabytes, unless the command says another size.
const TABLE: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [most, table @ ..] = arguments.as_slice() else {
        return Err("speed NODES [MEGABYTES]".into());
    };
    let most = most.parse()?;
    let table = table.first().map_or(Ok(TABLE), |table| table.parse())?;
    let (mut nodes, mut seconds, mut depths) = (0, 0.0, Vec::new());
    for (fen, _) in POSITIONS {
        let position: chess::Position = fen.parse()?;
        let mut searcher = Searcher::new(table, 1);
        let control = Control::default();
        // The network is unpacked before the time counts.
        searcher.search(&[position], &Limits::nodes(1), &control, &mut |_| ());
        let begun = Moment::now(1);
        let found = searcher.search(&[position], &Limits::nodes(most), &control, &mut |_| ());
        seconds += begun.elapsed().as_secs_f64();
        let Some(found) = found else { continue };
        nodes += found.nodes;
        depths.push(found.depth.to_string());
    }
    println!(
        "{nodes} nodes in {seconds:.3} s, {:.2} million/s, depths {}",
        nodes as f64 / 1e6 / seconds,
        depths.join(" ")
    );
    Ok(())
}
