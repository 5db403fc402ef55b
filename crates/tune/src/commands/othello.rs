//! Othello: rounds of games, the weights fitted to them, and the errors of shallow searches.

use super::work::{play_batches, write};
use ::othello::engine::Solver;
use ::othello::engine::tuning::{Board, DISC, LAYOUT, LEAST, Weights, stages};
use search::TranspositionTable;
use std::fs;
use std::path::{Path, PathBuf};
use tune::othello::{self, Play, Sample};

/// Games of Othello, round after round. One for which there are no games of the round before is played with the weights of the program.
const ROUNDS: [Round; 3] = [
    Round { batches: 8, play: Play { depth: 2, solved: 12 } },
    Round { batches: 16, play: Play { depth: 4, solved: 14 } },
    Round { batches: 120, play: Play { depth: 6, solved: 18 } },
];
/// The weights of the engine.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/weights.bin");
/// The part of what the search saw in what the weights are fitted to; the rest is the outcome of the game.
const SEEN: f32 = 0.4;
/// Games in a batch.
const BATCH: u64 = 500;
const DOUBT: f32 = 60.0;
const STEPS: usize = 20;

struct Round {
    batches: u64,
    play: Play,
}

/// Plays from this round on, and fits weights to each round: those of the round before play it.
pub fn tune(first: usize) -> anyhow::Result<()> {
    let mut weights = match first.min(ROUNDS.len()).checked_sub(1) {
        None => othello::first_weights(),
        Some(before) if samples_of(before)?.is_empty() => {
            let in_discs = |&weight: &i16| f32::from(weight) / DISC as f32;
            shipped()?.iter().map(in_discs).collect()
        }
        Some(before) => fit_round(before)?,
    };
    for (number, round) in ROUNDS.iter().enumerate().skip(first) {
        let files = files_of(number)?;
        let seeds = (0..round.batches).map(|batch| ((number as u64) << 32) + batch * BATCH);
        let with = Weights::of(&othello::rounded(&weights));
        play_batches(seeds.zip(files).collect(), |seed, bytes| {
            let table = TranspositionTable::new(4);
            let solver = Solver::new(&table);
            let games = seed..seed + BATCH;
            let samples = games.flat_map(|seed| othello::game(seed, round.play, &with, solver));
            bytes.extend(samples.flat_map(Sample::bytes));
        })?;
        weights = fit_round(number)?;
    }
    write(Path::new(WEIGHTS), &othello::file(&weights)?)
}

/// The weights of the engine, in 256ths of a disc.
fn shipped() -> anyhow::Result<Vec<i16>> {
    let bytes = fs::read(WEIGHTS)?;
    let read = weights::File::read(&bytes)?;
    read.check(&LAYOUT).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(stages(&read))
}

/// The files of a round, whether or not they are there.
fn files_of(round: usize) -> anyhow::Result<Vec<PathBuf>> {
    let folder = PathBuf::from(format!("target/tune/othello-{round}"));
    fs::create_dir_all(&folder)?;
    let batches = ROUNDS.get(round).map_or(0, |round| round.batches);
    Ok((0..batches).map(|batch| folder.join(format!("{batch:04}.samples"))).collect())
}

/// The positions of the games of a round that are there.
fn samples_of(round: usize) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for file in files_of(round)?.iter().filter(|file| file.exists()) {
        samples.extend(Sample::read(&fs::read(file)?));
    }
    Ok(samples)
}

/// Fits weights to the games of a round that are there and of all rounds before it but the first, whose games are poor.
fn fit_round(last: usize) -> anyhow::Result<Vec<f32>> {
    let mut samples = Vec::new();
    for round in last.min(1)..=last {
        samples.extend(samples_of(round)?);
    }
    let seen = SEEN;
    let plan = othello::Fit { doubt: DOUBT, steps: STEPS, seen };
    let fitted = othello::fit(&samples, plan);
    println!("stage  learned  error    aside  error  spread");
    for (number, stage) in fitted.stages.iter().enumerate() {
        println!(
            "{number:5} {:8} {:6.2} {:8} {:6.2} {:7.2}",
            stage.learned, stage.error, stage.aside, stage.error_aside, stage.spread
        );
    }
    Ok(fitted.weights)
}

/// The searches of Othello that are measured are no deeper than this.
const MEASURED: usize = 9;
/// One position in so many of the last round is measured.
const MEASURED_ONE_IN: usize = 997;
/// With fewer empty squares positions are solved and not searched.
const MEASURED_EMPTIES: u32 = 16;

/// Measures how far shallow searches with the weights of the last round are from deep ones.
pub fn measure_errors() -> anyhow::Result<()> {
    let last = ROUNDS.len() - 1;
    let early = |board: &Board| board.empty().count_ones() >= MEASURED_EMPTIES;
    let samples = samples_of(last)?.into_iter().step_by(MEASURED_ONE_IN);
    let boards: Vec<Board> = samples.map(Sample::board).filter(early).collect();
    let weights = Weights::of(&shipped()?);
    let errors = othello::errors(&boards, &weights, MEASURED);
    println!("{} positions; the error in discs by stage and depth", boards.len());
    for (number, stage) in errors.iter().enumerate() {
        let depths: Vec<String> =
            stage[LEAST..=MEASURED].iter().map(|error| format!("{error:6.2}")).collect();
        println!("{number:5} {}", depths.join(" "));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/errors.bin");
    write(Path::new(file), &othello::errors_file(&errors)?)
}
