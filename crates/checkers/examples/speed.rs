//! How many positions the search looks at in a second of processor time, on one thread, in middle games that it has come to itself.
//!
//! ```text
//! cargo run --profile dist -p checkers --example speed NODES [MEGABYTES]
//! ```

#[path = "../../othello/examples/moment/mod.rs"]
mod moment;

use checkers::{Position, openings};
use game::{Perfect, Rules, Stop};
use moment::Moment;
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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [most, table @ ..] = arguments.as_slice() else {
        return Err("speed NODES [MEGABYTES]".into());
    };
    let most = most.parse()?;
    let table = table.first().map_or(Ok(TABLE), |table| table.parse())?;
    let (mut nodes, mut seconds, mut depths) = (0, 0.0, Vec::new());
    for ballot in openings::ballots().iter().step_by(BALLOTS) {
        let game = middle_game(ballot.position());
        let mut searcher = Searcher::new(table, 1);
        let control = Control::new(Stop::new());
        let begun = Moment::now(1);
        let found = searcher.search(&game, &Limits::nodes(most), &control, &mut |_| ());
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

/// The positions of a game that the search plays.
fn middle_game(start: Position) -> Vec<Position> {
    let mut searcher = Searcher::new(1, 1);
    let mut game = vec![start];
    for _ in 0..PLIES {
        let control = Control::new(Stop::new());
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
