//! How many positions the search looks at in a second of processor time, on one thread.
//!
//! ```text
//! cargo run --profile dist -p chess --example speed NODES [MEGABYTES]
//! ```

mod positions;
#[path = "../../othello/examples/rate/mod.rs"]
mod rate;

use chess::Position;
use positions::POSITIONS;
use rate::Rate;
use std::error::Error;

/// The table of the search in megabytes, unless the command says another size.
const TABLE: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().ok_or("speed NODES [MEGABYTES]")?.parse()?;
    let table = arguments.next().map_or(Ok(TABLE), |table| table.parse())?;
    let mut rate = Rate::default();
    for (fen, _) in POSITIONS {
        rate.measure(&[fen.parse::<Position>()?], nodes, table);
    }
    println!("{rate}");
    Ok(())
}
