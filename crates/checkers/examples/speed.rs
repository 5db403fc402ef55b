//! How many positions the search looks at in a second of processor time, on one thread, in middle games that it has come to itself.
//!
//! ```text
//! cargo run --profile dist -p checkers --example speed NODES [MEGABYTES]
//! ```

#[path = "../../othello/examples/rate/mod.rs"]
mod rate;

use checkers::{Position, openings};
use game::{Perfect, Rules};
use rate::Rate;
use search::{Control, Limits, Searcher};
use std::error::Error;

/// The table of the search in megabytes, unless the command says another size.
const TABLE: usize = 64;
/// One ballot in so many is played on
const BALLOTS: usize = 15;
/// for so many plies,
const PLIES: usize = 12;
/// each with so many nodes.
const BEFORE: u64 = 5_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().ok_or("speed NODES [MEGABYTES]")?.parse()?;
    let table = arguments.next().map_or(Ok(TABLE), |table| table.parse())?;
    let mut rate = Rate::default();
    for ballot in openings::ballots().iter().step_by(BALLOTS) {
        rate.measure(&middle_game(ballot.position()), nodes, table);
    }
    println!("{rate}");
    Ok(())
}

/// The positions of a game that the search plays.
fn middle_game(start: Position) -> Vec<Position> {
    let mut searcher = Searcher::new(1, 1);
    let mut game = vec![start];
    for _ in 0..PLIES {
        let control = Control::default();
        let found = searcher.search(&game, &Limits::nodes(BEFORE), &control, &mut |_| ());
        let Some((position, found)) = game.last().zip(found) else { break };
        let next = position.play(found.mv);
        if next.moves_unless_over().is_none() {
            break;
        }
        game.push(next);
    }
    game
}
