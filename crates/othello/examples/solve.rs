//! Solves Othello positions exactly, one on each line of an OBF file, and checks the scores that the file
//! gives.
//!
//! ```text
//! cargo run --release -p othello --example solve ../shared/data/othello/ffo-40-59.obf 5
//! ```
//!
//! The number at the end says how many positions of the file are solved.

use othello::Obf;
use othello::engine::{Goal, Solver};
use std::error::Error;
use std::time::{Duration, Instant};

/// The table of the solver in megabytes.
const TABLE: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, count @ ..] = arguments.as_slice() else {
        return Err("solve FILE [COUNT]".into());
    };
    let count = count.first().map_or(Ok(usize::MAX), |count| count.parse())?;
    let text = std::fs::read_to_string(file)?;
    let (mut nodes, mut elapsed, mut wrong) = (0, Duration::ZERO, 0);
    println!("number empties score move         nodes  seconds  million/s");
    for (number, obf) in Obf::lines(&text).enumerate().take(count) {
        let obf = obf?;
        let position = obf.resolve::<8>()?;
        let begun = Instant::now();
        let solved = Solver::new(TABLE).solve(&position, Goal::Score, &mut |_| true);
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
    if wrong > 0 { Err("a score is wrong".into()) } else { Ok(()) }
}
