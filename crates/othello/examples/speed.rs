//! Searches the positions of an OBF file, each to so many nodes, on one thread: divide the nodes by the processor time that `time` shows.
//!
//! ```text
//! time cargo run --release -p othello --example speed FILE NODES
//! ```

use game::Stop;
use othello::Obf;
use search::{Control, Limits, Searcher};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, nodes] = arguments.as_slice() else { return Err("speed FILE NODES".into()) };
    let (text, most) = (std::fs::read_to_string(file)?, nodes.parse()?);
    let (mut nodes, mut depths) = (0, Vec::new());
    for obf in Obf::lines(&text) {
        let position = obf?.resolve::<8>()?;
        let control = Control::new(Stop::new());
        let found =
            Searcher::new(64, 1).search(&[position], &Limits::nodes(most), &control, &mut |_| ());
        let Some(found) = found else { continue };
        nodes += found.nodes;
        depths.push(found.depth.to_string());
    }
    println!("{nodes} nodes, depths {}", depths.join(" "));
    Ok(())
}
