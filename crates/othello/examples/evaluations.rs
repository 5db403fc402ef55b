//! Evaluates every position that is reached by three moves from those of an OBF file, one after the other as a search comes to them, and
//! says how many evaluations are made in a second of processor time, and how long one takes.
//!
//! ```text
//! cargo run --profile dist -p othello --example evaluations FILE ROUNDS
//! ```

mod moment;

use game::{Perfect, Rules};
use moment::Moment;
use othello::{Obf, Position};
use search::Searchable;
use std::error::Error;
use std::hint::black_box;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rounds] = arguments.as_slice() else { return Err("evaluations FILE ROUNDS".into()) };
    let (text, rounds): (String, u64) = (std::fs::read_to_string(file)?, rounds.parse()?);
    let next =
        |position: Position<8>| position.moves().into_iter().map(move |mv| position.play(mv));
    let mut positions = Vec::new();
    for obf in Obf::lines(&text) {
        positions.extend(next(obf?.resolve::<8>()?).flat_map(next).flat_map(next));
    }
    let mut memory = <Position<8> as Searchable>::EvalCache::default();
    let mut sum = 0;
    for position in &positions {
        sum += i64::from(position.evaluate(&mut memory));
    }
    let begun = Moment::now(1);
    for _ in 0..rounds {
        for position in &positions {
            black_box(black_box(position).evaluate(&mut memory));
        }
    }
    let (seconds, count) = (begun.elapsed().as_secs_f64(), rounds * positions.len() as u64);
    println!(
        "{count} evaluations in {seconds:.3} s, {:.1} million/s, {:.1} ns each; their sum over {} positions is {sum}",
        count as f64 / 1e6 / seconds,
        seconds * 1e9 / count as f64,
        positions.len()
    );
    Ok(())
}
