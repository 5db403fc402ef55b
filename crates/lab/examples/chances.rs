//! How chances follow from scores, fitted to games of the house: the numbers of `Card::chances` and the tables of
//! `docs/chances.md`.
//!
//!     cargo run --release -p lab --example chances -- chess 300
//!
//! Levels 3 to 6 play themselves from drawn openings. Every third position of each game is looked at by a search of a fixed
//! number of nodes, and a logistic curve whose slope changes evenly in the course of a game is fitted to what became of them:
//! a win counts 1, a draw a half. Every fifth game is kept aside. Prints the curve with its standard errors, by bootstrap over
//! games drawn with repetition, its loss on the games kept aside beside that of the curve that the card has, and what was
//! predicted for these and what happened.

use game::{Side, Stop};
use lab::{Contest, Source, Terms};
use players::Thinker;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use table::review::Score;
use table::{AnyTable, Card, Chances, Limit, Looked, Player, Resources};

/// Players that make mistakes, as people do, and quickly.
const LEVELS: [u8; 4] = [3, 4, 5, 6];
const USUAL_GAMES: usize = 300;
const NODES: u64 = 5_000;
const STEP: usize = 3;
/// Of Newton's method.
const STEPS: usize = 30;
/// One game in so many is not learned from.
const KEPT_ASIDE: usize = 5;
/// Fits to games drawn with repetition.
const DRAWN: usize = 200;

/// A position of a game: its score as white sees it, after how many moves, and what white got.
#[derive(Clone, Copy)]
struct Sample {
    ahead: f64,
    ply: usize,
    points: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("usage: chances GAME [GAMES]")?;
    let games = arguments.next().map_or(Ok(USUAL_GAMES), |text| text.parse())?;
    let card = games::CLUB.card(&name).ok_or("there is no such game")?;
    let mut samples: Vec<Vec<Sample>> = Vec::new();
    let mut plies = Vec::new();
    for (number, level) in (1..).zip(LEVELS) {
        let contest = Contest {
            card,
            players: [Player::Level(level), Player::Level(level)],
            games: games / LEVELS.len(),
            seed: number,
            openings: Source::usual(card, None),
            start: None,
            clock: None,
            terms: Terms { margin: std::time::Duration::ZERO, adjudication: None },
            concurrency: 1,
            resources: Resources::default(),
            sprt: None,
        };
        let mut thinker = Thinker::new();
        contest.play(&Stop::new(), |finished, _| {
            thinker.new_game();
            plies.push(finished.game.table.moves_played());
            samples.push(samples_of(&finished.game.table, &mut thinker));
            eprint!("\r{} games", plies.len());
        })?;
    }
    eprintln!();
    plies.sort_unstable();
    // Half of the games have got here: from then on there is too little to fit.
    let late = plies.get(plies.len() / 2).copied().unwrap_or(1).max(1) as u32;
    report(card, &samples, late);
    Ok(())
}

/// Every third position of a game that an estimate was found for.
fn samples_of(game: &AnyTable, thinker: &mut Thinker) -> Vec<Sample> {
    let (Some(course), Some(verdict)) = (game.course(), game.verdict()) else { return Vec::new() };
    let points = match verdict.winner() {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    };
    let names: Vec<String> = course.moves.iter().map(|made| made.name.clone()).collect();
    let sample = |ply: usize| {
        let table = game.line(&names[..ply]).ok()?;
        let reports = thinker.look(&table, 1, Limit::Nodes(NODES), &Stop::new()).ok()?;
        let side = course.moves[ply].side;
        match Looked::of(&reports, side).best()?.score {
            Score::Estimate(ahead) | Score::Exact(ahead) => Some(Sample { ahead, ply, points }),
            Score::Decided { .. } => None,
        }
    };
    (0..names.len()).step_by(STEP).filter_map(sample).collect()
}

fn report(card: &'static dyn Card, games: &[Vec<Sample>], late: u32) {
    let (mut learned, mut aside) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        if number % KEPT_ASIDE == 0 { aside.push(game) } else { learned.push(game) }
    }
    let all = |games: &[&'_ Vec<Sample>]| -> Vec<Sample> {
        games.iter().flat_map(|game| game.iter().copied()).collect()
    };
    let (learned_samples, samples) = (all(&learned), all(&aside));
    let fitted = fit(&learned_samples, late);
    let errors = errors(&learned, late);
    println!(
        "{}: {} games, {} positions; {} and {} kept aside",
        card.name(),
        learned.len(),
        learned_samples.len(),
        aside.len(),
        samples.len()
    );
    let [early, at_end] = fitted.slopes;
    println!(
        "slopes {early:.3} +- {:.3}, {at_end:.3} +- {:.3}, late {late}, loss {:.4}",
        errors[0],
        errors[1],
        loss(&fitted, &samples)
    );
    if let Some(kept) = card.chances() {
        let Chances { slopes, late } = kept;
        println!("the card has {slopes:?}, late {late}, loss {:.4}", loss(kept, &samples));
    }
    let even = Chances { slopes: [0.0; 2], late };
    println!("loss without a curve {:.4}", loss(&even, &samples));
    println!("\n| predicted | positions | happened |\n|---|---|---|");
    let mut bins: BTreeMap<usize, (f64, f64, usize)> = BTreeMap::new();
    for sample in &samples {
        let chance = chance(&fitted, sample);
        let bin = bins.entry((chance * 10.0).min(9.0) as usize).or_default();
        *bin = (bin.0 + chance, bin.1 + sample.points, bin.2 + 1);
    }
    for (predicted, happened, count) in bins.values() {
        let average = |sum: &f64| 100.0 * sum / *count as f64;
        println!("| {:.0} % | {count} | {:.0} % |", average(predicted), average(happened));
    }
}

fn chance(curve: &Chances, sample: &Sample) -> f64 {
    curve.of_white(Score::Estimate(sample.ahead), sample.ply)
}

/// The mean cross entropy.
fn loss(curve: &Chances, samples: &[Sample]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(curve, sample).clamp(1e-9, 1.0 - 1e-9);
        -(sample.points * chance.ln() + (1.0 - sample.points) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// The standard errors of the slopes. Positions of a game belong together, so whole games are drawn.
fn errors(games: &[&Vec<Sample>], late: u32) -> [f64; 2] {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut fits = Vec::new();
    for _ in 0..DRAWN {
        let drawn = games.iter().map(|_| games[(random.next_u64() % games.len() as u64) as usize]);
        let samples: Vec<Sample> = drawn.flat_map(|game| game.iter().copied()).collect();
        fits.push(fit(&samples, late).slopes);
    }
    [0, 1].map(|slope| {
        let mean = fits.iter().map(|fit| fit[slope]).sum::<f64>() / DRAWN as f64;
        let square = |fit: &[f64; 2]| (fit[slope] - mean).powi(2);
        (fits.iter().map(square).sum::<f64>() / DRAWN as f64).sqrt()
    })
}

/// Newton's method on the two slopes: the loss is convex in them. No lead is worth less than nothing.
fn fit(samples: &[Sample], late: u32) -> Chances {
    let mut curve = Chances { slopes: [0.1; 2], late };
    for _ in 0..STEPS {
        let (mut gradient, mut bend) = ([0.0; 2], [[1e-9; 2]; 2]);
        for sample in samples {
            let passed = curve.passed(sample.ply);
            let features = [sample.ahead * (1.0 - passed), sample.ahead * passed];
            let chance = chance(&curve, sample);
            for row in 0..2 {
                gradient[row] += (sample.points - chance) * features[row];
                for column in 0..2 {
                    bend[row][column] += chance * (1.0 - chance) * features[row] * features[column];
                }
            }
        }
        let determinant = bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0];
        if determinant.abs() < 1e-12 {
            break;
        }
        let step = [
            (bend[1][1] * gradient[0] - bend[0][1] * gradient[1]) / determinant,
            (bend[0][0] * gradient[1] - bend[1][0] * gradient[0]) / determinant,
        ];
        let before = curve.slopes;
        curve.slopes = [0, 1].map(|slope| {
            let other = 1 - slope;
            // Where the other one is held at nothing, this one goes its own way.
            let held = before[other] + step[other] < 0.0;
            let own = if held { gradient[slope] / bend[slope][slope] } else { step[slope] };
            (before[slope] + own).max(0.0)
        });
    }
    curve
}
