//! Fits the weights of the chess evaluation to the outcomes of games, by logistic regression.
//!
//!     cargo run --release -p engine --example chess_fit -- OUTCOME PULL PASSES FILE... > weights.rs
//!
//! `weights.rs` takes the place of the one in `crates/chess/src/engine/evaluation`. Of the aim for a
//! position, the part OUTCOME is the outcome of its game and the rest what the search thought of it;
//! 0.3 is good for some thousand games. PULL says how strongly weights are pulled back to where they
//! began, 1e-6 for some thousand games. The files are those that `chess_games` writes. The fit starts from the weights of the program and is
//! pulled back to them a little, so that what is rarely seen stays sensible. Progress is told on
//! standard error.

use chess::Position;
use chess::engine::evaluation::{
    DANGER_DIVISORS, OPENING, Terms, WEIGHTS, WHOLE, count, scale_of, terms,
};
use game::{Pair, Side};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// How fast the weights move, in hundredths.
const STEP: f64 = 1.0;

/// How to fit.
struct Manner {
    outcome: f64,
    pull: f64,
    passes: usize,
    /// How quickly a lead becomes a win.
    steepness: f64,
}

/// How often a term applies.
type Times = Vec<(u16, f32)>;

/// A position as the fit sees it.
struct Sample {
    /// White's terms less black's.
    sides: Times,
    dangers: Pair<Times>,
    /// How much of the middle game and of the endgame counts.
    middle: f64,
    end: f64,
    /// The points that white should expect.
    aim: f64,
}

/// Two numbers for each weight: middle game and endgame.
type Weights = Vec<[f64; 2]>;

fn main() -> Result<(), Box<dyn Error>> {
    let start: Weights = WEIGHTS.iter().map(|w| [f64::from(w.0), f64::from(w.1)]).collect();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [outcome, pull, passes, files @ ..] = arguments.as_slice() else {
        return Err("usage: chess_fit OUTCOME PULL PASSES FILE...".into());
    };
    let mut read = Vec::new();
    for path in files {
        for line in BufReader::new(File::open(path)?).lines() {
            read.extend(self::read(&line?));
        }
    }
    let manner = Manner {
        outcome: outcome.parse()?,
        pull: pull.parse()?,
        passes: passes.parse()?,
        steepness: best_steepness(&read),
    };
    eprintln!("{} positions, steepness {:.3}", read.len(), manner.steepness);
    let samples: Vec<Sample> = read.iter().map(|line| sample(line, &start, &manner)).collect();
    // Positions of one game stand together, so the last tenth are other games.
    let (fit, test) = samples.split_at(samples.len() - samples.len() / 10);
    let before = [fit, test].map(|samples| loss(samples, &start, manner.steepness));
    eprintln!("before: fit {:.6} test {:.6}", before[0], before[1]);
    write(&descend(fit, test, &start, &manner));
    Ok(())
}

fn read(line: &str) -> Option<(Position, f64, f64)> {
    let mut parts = line.split(';');
    let position = parts.next()?.parse().ok()?;
    let score: f64 = parts.next()?.parse().ok()?;
    Some((position, score, parts.next()?.parse().ok()?))
}

fn expected(score: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-score * steepness / 100.0).exp())
}

/// How quickly a lead becomes a win: what fits best to the scores of the searches.
fn best_steepness(read: &[(Position, f64, f64)]) -> f64 {
    let wrong = |steepness: f64| -> f64 {
        read.iter().map(|&(_, score, points)| (expected(score, steepness) - points).powi(2)).sum()
    };
    let candidates = (20..150).map(|i| f64::from(i) / 100.0);
    candidates.min_by(|&a, &b| wrong(a).total_cmp(&wrong(b))).unwrap_or(0.6)
}

fn sample(
    &(position, score, points): &(Position, f64, f64),
    start: &Weights,
    manner: &Manner,
) -> Sample {
    let Terms { sides, dangers, phase } = count(&position);
    let sparse = |counts: &mut dyn Iterator<Item = i32>| -> Times {
        let kept = counts.enumerate().filter(|&(_, times)| times != 0);
        kept.map(|(term, times)| (term as u16, times as f32)).collect()
    };
    let pairs = std::iter::zip(sides.white.0, sides.black.0);
    let sides = sparse(&mut pairs.map(|(white, black)| i32::from(white) - i32::from(black)));
    let dangers =
        Pair::from_fn(|side: Side| sparse(&mut dangers[side].0.into_iter().map(i32::from)));
    let end = sum(&sides, start, 1);
    let scale = scale_of(&position, end as i32);
    let phase = f64::from(phase) / f64::from(OPENING);
    Sample {
        sides,
        dangers,
        middle: phase,
        end: (1.0 - phase) * f64::from(scale) / f64::from(WHOLE),
        aim: manner.outcome * points + (1.0 - manner.outcome) * expected(score, manner.steepness),
    }
}

fn sum(times: &Times, weights: &Weights, part: usize) -> f64 {
    times.iter().map(|&(term, times)| weights[term as usize][part] * f64::from(times)).sum()
}

/// The evaluation of a sample, and what each king's danger adds to the gradient of its terms.
fn evaluate(sample: &Sample, weights: &Weights) -> (f64, Pair<[f64; 2]>) {
    let (square, straight) = (f64::from(DANGER_DIVISORS.0), f64::from(DANGER_DIVISORS.1));
    let mut middle = sum(&sample.sides, weights, 0);
    let mut end = sum(&sample.sides, weights, 1);
    let mut slopes = Pair { white: [0.0; 2], black: [0.0; 2] };
    for (side, sign) in [(Side::White, -1.0), (Side::Black, 1.0)] {
        let danger = [0, 1].map(|part| sum(&sample.dangers[side], weights, part).max(0.0));
        middle += sign * danger[0] * danger[0] / square;
        end += sign * danger[1] / straight;
        let falling = if danger[1] > 0.0 { sign / straight } else { 0.0 };
        slopes[side] = [sign * 2.0 * danger[0] / square * sample.middle, falling * sample.end];
    }
    (middle * sample.middle + end * sample.end, slopes)
}

fn loss(samples: &[Sample], weights: &Weights, steepness: f64) -> f64 {
    let wrong =
        |sample: &Sample| (expected(evaluate(sample, weights).0, steepness) - sample.aim).powi(2);
    samples.iter().map(wrong).sum::<f64>() / samples.len().max(1) as f64
}

/// Adam: steps against the gradient, each weight with its own pace.
fn descend(fit: &[Sample], test: &[Sample], start: &Weights, manner: &Manner) -> Weights {
    let (passes, steepness) = (manner.passes, manner.steepness);
    let mut weights = start.clone();
    let mut first = vec![[0.0; 2]; terms::COUNT];
    let mut second = vec![[0.0; 2]; terms::COUNT];
    let mut best = (loss(test, start, steepness), start.clone());
    for pass in 1..=passes {
        let gradient = gradient(fit, &weights, steepness);
        let rate = STEP * if pass > passes * 3 / 4 { 0.3 } else { 1.0 };
        for term in 0..terms::COUNT {
            for part in 0..2 {
                let pull = manner.pull * (weights[term][part] - start[term][part]);
                let slope = gradient[term][part] / fit.len() as f64 + pull;
                let (one, two) = (&mut first[term][part], &mut second[term][part]);
                *one = 0.9 * *one + 0.1 * slope;
                *two = 0.999 * *two + 0.001 * slope * slope;
                let one = *one / (1.0 - 0.9f64.powi(pass as i32));
                let two = *two / (1.0 - 0.999f64.powi(pass as i32));
                weights[term][part] -= rate * one / (two.sqrt() + 1e-9);
            }
        }
        if pass % 10 == 0 {
            let tested = loss(test, &weights, steepness);
            eprintln!("pass {pass}: fit {:.6} test {tested:.6}", loss(fit, &weights, steepness));
            if tested < best.0 {
                best = (tested, weights.clone());
            }
        }
    }
    best.1
}

fn gradient(samples: &[Sample], weights: &Weights, steepness: f64) -> Weights {
    let mut gradient = vec![[0.0; 2]; terms::COUNT];
    for sample in samples {
        let (score, slopes) = evaluate(sample, weights);
        let chance = expected(score, steepness);
        let slope = (chance - sample.aim) * chance * (1.0 - chance);
        for &(term, times) in &sample.sides {
            let entry = &mut gradient[term as usize];
            entry[0] += slope * sample.middle * f64::from(times);
            entry[1] += slope * sample.end * f64::from(times);
        }
        for side in Side::BOTH {
            for &(term, times) in &sample.dangers[side] {
                let entry = &mut gradient[term as usize];
                entry[0] += slope * slopes[side][0] * f64::from(times);
                entry[1] += slope * slopes[side][1] * f64::from(times);
            }
        }
    }
    gradient
}

/// Writes the table as the program reads it.
fn write(weights: &Weights) {
    println!(
        "//! The weights of the evaluation, in hundredths of a pawn: middle game and endgame."
    );
    println!("//! Written by the example `chess_fit`.\n");
    println!("use super::terms::COUNT;\n");
    println!("/// In the order of the terms.\n#[rustfmt::skip]");
    println!("pub static WEIGHTS: [(i16, i16); COUNT] = [");
    for group in terms::GROUPS {
        println!("    // {}", group.name);
        for row in weights[group.start..group.start + group.len].chunks(8) {
            let pairs = row.iter().map(|[middle, end]| format!("({middle:.0}, {end:.0}),"));
            println!(
                "    {}",
                pairs.collect::<Vec<_>>().join(" ").replace("-0,", "0,").replace("-0)", "0)")
            );
        }
    }
    println!("];");
}
