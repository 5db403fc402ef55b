//! Solves Othello positions exactly, one on each line of an OBF file, and checks the scores that the file
//! gives.
//!
//! ```text
//! cargo run --release -p othello --example solve ../shared/data/othello/ffo-40-59.obf 5
//! ```
//!
//! The number at the end says how many positions of the file are solved; another one after it is the number of threads. With one
//! thread the seconds are those of the processor. The last line has the speed of
//! perft in the same run, so that figures of different machines can be compared.

mod moment;

use game::perft;
use moment::Moment;
use othello::engine::{Goal, Plan, Solver};
use othello::{Obf, Position};
use search::TranspositionTable;
use std::error::Error;
use std::time::Duration;

/// The table of the solver in megabytes.
const TABLE: usize = 64;
/// Perft to this depth takes a second or two.
const YARDSTICK: u32 = 11;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, numbers @ ..] = arguments.as_slice() else {
        return Err("solve FILE [COUNT [THREADS]]".into());
    };
    let number = |index: usize, usual: usize| {
        numbers.get(index).map_or(Ok(usual), |number| number.parse::<usize>())
    };
    let (count, threads) = (number(0, usize::MAX)?, number(1, 1)?);
    let plan = Plan { threads, ..Plan::exact(Goal::Score) };
    let text = std::fs::read_to_string(file)?;
    let (mut nodes, mut elapsed, mut wrong) = (0, Duration::ZERO, 0);
    println!("number empties score move         nodes  seconds  million/s");
    for (number, obf) in Obf::lines(&text).enumerate().take(count) {
        let obf = obf?;
        let position = obf.resolve::<8>()?;
        let table = TranspositionTable::new(TABLE);
        let begun = Moment::now(threads);
        let solved =
            Solver::new(&table).solve_in_steps(&position, plan, &mut |_| true, &mut |_| ());
        let time = begun.elapsed();
        let Some(solved) = solved else { continue };
        let Some(mv) = solved.line.first() else { continue };
        let best = obf.scores.iter().map(|score| i32::from(score.value)).max();
        let given = obf.scores.iter().find(|score| score.mv == *mv).map(|s| i32::from(s.value));
        let right = best.is_none_or(|best| (best, Some(best)) == (solved.score, given));
        println!(
            "{:6} {:7} {:+5} {:4} {:13} {:8.3} {:10.1}{}",
            number + 1,
            position.empty().len(),
            solved.score,
            mv,
            solved.nodes,
            time.as_secs_f64(),
            solved.nodes as f64 / 1e6 / time.as_secs_f64(),
            if right { "" } else { "  not what the file says" }
        );
        nodes += solved.nodes;
        elapsed += time;
        wrong += usize::from(!right);
    }
    println!("{nodes} nodes in {:.3} s, {wrong} wrong", elapsed.as_secs_f64());
    let begun = Moment::now(1);
    let leaves = perft(&Position::<8>::standard(), YARDSTICK) as f64;
    let (speed, yardstick) =
        (nodes as f64 / elapsed.as_secs_f64(), leaves / begun.elapsed().as_secs_f64());
    println!(
        "{:.1} million nodes/s, perft {:.1} million leaves/s: 1 to {:.2}",
        speed / 1e6,
        yardstick / 1e6,
        yardstick / speed
    );
    if wrong > 0 { Err("a score is wrong".into()) } else { Ok(()) }
}
