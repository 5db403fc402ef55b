//! Searches the positions of an OBF file, each to so many nodes, on one thread, and says how many that are in a second of processor time.
//!
//! ```text
//! cargo run --release -p othello --example speed FILE NODES
//! ```

mod rate;

use othello::Obf;
use rate::Rate;
use std::error::Error;

/// The table of the search in megabytes.
const TABLE: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, nodes] = arguments.as_slice() else { return Err("speed FILE NODES".into()) };
    let (text, nodes) = (std::fs::read_to_string(file)?, nodes.parse()?);
    let mut rate = Rate::default();
    for obf in Obf::lines(&text) {
        rate.measure(&[obf?.resolve::<8>()?], nodes, TABLE);
    }
    println!("{rate}");
    Ok(())
}
