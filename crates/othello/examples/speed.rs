//! Searches the positions of an OBF file, each to so many nodes, on one thread, and says how many that are in a second of processor time.
//!
//! ```text
//! cargo run --release -p othello --example speed FILE NODES
//! ```

mod moment;

use game::Stop;
use moment::Moment;
use othello::Obf;
use search::{Control, Limits, Searcher};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, nodes] = arguments.as_slice() else { return Err("speed FILE NODES".into()) };
    let (text, most) = (std::fs::read_to_string(file)?, nodes.parse()?);
    let (mut nodes, mut seconds, mut depths) = (0, 0.0, Vec::new());
    for obf in Obf::lines(&text) {
        let position = obf?.resolve::<8>()?;
        let control = Control::new(Stop::new());
        let mut searcher = Searcher::new(64, 1);
        // Weights are unpacked before the time counts.
        searcher.search(&[position], &Limits::nodes(1), &control, &mut |_| ());
        let begun = Moment::now(1);
        let found = searcher.search(&[position], &Limits::nodes(most), &control, &mut |_| ());
        let Some(found) = found else { continue };
        nodes += found.nodes;
        seconds += begun.elapsed().as_secs_f64();
        depths.push(found.depth.to_string());
    }
    println!(
        "{nodes} nodes in {seconds:.3} s, {:.2} million/s, depths {}",
        nodes as f64 / 1e6 / seconds,
        depths.join(" ")
    );
    Ok(())
}
