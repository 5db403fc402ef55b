//! How fast an analysis knows what every move is worth: the time (of the processor, with one thread) at which all lines of each position of an OBF file are known to each
//! depth, and to the end.
//!
//! ```text
//! cargo run --release -p othello --example analyse FILE [COUNT [THREADS]]
//! ```

mod moment;

use game::{Perfect, Stop};
use moment::Moment;
use othello::{Obf, Position};
use search::{Budget, Control, Limits, Searcher};
use std::error::Error;
use std::time::Duration;

/// The table of the search in megabytes, as the server has it.
const TABLE: usize = 16;
/// The depth whose time is shown.
const DEPTH: u32 = 10;
/// No position takes longer.
const LONGEST: Duration = Duration::from_mins(1);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, numbers @ ..] = arguments.as_slice() else {
        return Err("analyse FILE [COUNT [THREADS]]".into());
    };
    let number = |index: usize, usual: usize| {
        numbers.get(index).map_or(Ok(usual), |number| number.parse::<usize>())
    };
    let (count, threads) = (number(0, usize::MAX)?, number(1, 1)?);
    let text = std::fs::read_to_string(file)?;
    println!("number empties moves  depth {DEPTH}   87 %  exact");
    for (index, obf) in Obf::lines(&text).enumerate().take(count) {
        let position = obf?.resolve::<8>()?;
        let [deep, nearly, exact] = times(&position, threads);
        println!(
            "{:6} {:7} {:5} {deep:8.3} {nearly:6.3} {exact:6.3}",
            index + 1,
            position.empty().len(),
            position.moves().len()
        );
    }
    Ok(())
}

/// The seconds after which all lines were known to the depth, nearly certainly to the end, and exactly.
fn times(position: &Position<8>, threads: usize) -> [f64; 3] {
    let lines = position.moves().len();
    let time = Some(Budget::exactly(LONGEST));
    let limits = Limits { lines, time, ..Limits::default() };
    let mut seen = Vec::new();
    let mut times = [f64::NAN; 3];
    let control = Control::new(Stop::new());
    let mut searcher = Searcher::new(TABLE, threads);
    let begun = Moment::now(threads);
    searcher.search(&[*position], &limits, &control, &mut |line| {
        if line.rank == 1 {
            seen.clear();
        }
        if line.complete {
            seen.push(line.clone());
        }
        if seen.len() < lines {
            return;
        }
        let known = [
            seen.iter().all(|line| line.depth >= DEPTH || line.solved),
            seen.iter().all(|line| line.certainty.is_some()),
            seen.iter().all(|line| line.solved),
        ];
        for (time, known) in times.iter_mut().zip(known) {
            if known && time.is_nan() {
                *time = begun.elapsed().as_secs_f64();
            }
        }
        if position.empty().len() > 24 && !times[0].is_nan() {
            control.stop();
        }
    });
    times
}
