//! Plays games and fits the parameters of an evaluation to them.
//!
//! ```text
//! cargo run --release -p tune othello            all rounds, then the weights
//! cargo run --release -p tune othello 2          the last round only, then the weights
//! cargo run --release -p tune othello-errors      how far shallow searches are from deep ones, on positions of those games
//! cargo run --release -p tune checkers 2000 1    so many games, from this seed on
//! cargo run --release -p tune checkers-endgames   who wins with few pieces
//! cargo run --release -p tune chess              all rounds, then the network
//! cargo run --release -p tune chess 2            the last round only, then the network
//! cargo run --release -p tune chess-network 12 0.002 - NETWORK FILE...    one from such files: epochs, rate, the network to begin with
//! cargo run --release -p tune chess-terms FILE...    the weights of the terms, from such files
//! ```
//!
//! Games are kept in `target/tune`; the weights go to where the engine is built from. What is played in batches goes on
//! where it was stopped.

use ::checkers::endgames::{Endgames, SHIPPED_PIECES};
use ::chess::engine::network::Network;
use ::othello::engine::Solver;
use ::othello::engine::tuning::{Board, LAYOUT, LEAST, Weights, stages};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;
use tune::othello::{self, Play, Sample};
use tune::{checkers, chess};

/// Games of Othello, round after round.
const OTHELLO_ROUNDS: [OthelloRound; 3] = [
    OthelloRound { batches: 8, play: Play { depth: 2, solved: 12 } },
    OthelloRound { batches: 16, play: Play { depth: 4, solved: 14 } },
    OthelloRound { batches: 24, play: Play { depth: 6, solved: 16 } },
];
/// The part of what the search saw in what the weights are fitted to; the rest is the outcome of the game.
const OTHELLO_SEEN: f32 = 0.4;
/// Games in a batch.
const OTHELLO_BATCH: u64 = 500;
const OTHELLO_DOUBT: f32 = 60.0;
const OTHELLO_STEPS: usize = 30;

struct OthelloRound {
    batches: u64,
    play: Play,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["othello"] => tune_othello(0),
        ["othello-errors"] => measure_othello(),
        ["othello", round] => round.parse().map_or_else(|_| usage(), tune_othello),
        ["checkers", games, seed] => match (games.parse(), seed.parse()) {
            (Ok(games), Ok(seed)) => tune_checkers(games, seed),
            _ => usage(),
        },
        ["checkers-endgames"] => solve_checkers(),
        ["chess"] => tune_chess(0),
        ["chess", round] => round.parse().map_or_else(|_| usage(), tune_chess),
        ["chess-terms", ref files @ ..] if !files.is_empty() => fit_chess_terms(files),
        ["chess-network", epochs, rate, first, to, ref files @ ..] if !files.is_empty() => {
            match (epochs.parse(), rate.parse()) {
                (Ok(epochs), Ok(rate)) => {
                    let plan = chess::Plan { epochs, outcome: 0.0, rate, seed: 1 };
                    let first = if first == "-" { None } else { Some(fs::read(first)?) };
                    train_network(&read_chess(files)?, plan, first.as_deref(), Path::new(to))
                }
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!(
        "tune othello [FIRST ROUND] | tune othello-errors | tune checkers GAMES SEED | tune checkers-endgames | tune chess [FIRST ROUND] | \
         tune chess-network EPOCHS RATE FIRST|- NETWORK FILE... | tune chess-terms FILE..."
    );
    std::process::exit(2);
}

/// Positions that are looked at for each move of a game of checkers.
const CHECKERS_NODES: u64 = 400;
const CHECKERS_DOUBT: f32 = 200.0;

fn tune_checkers(games: u64, seed: u64) -> io::Result<()> {
    let (start, mut played, mut samples) = (Instant::now(), 0, Vec::new());
    let first = seed * 1_000_000;
    checkers::play(first..first + games, CHECKERS_NODES, |game| {
        played += 1;
        samples.extend_from_slice(game);
        if played % 200 == 0 {
            println!("{played} games, {} positions, {:.0?}", samples.len(), start.elapsed());
        }
    });
    let fitted = checkers::fit(&samples, CHECKERS_DOUBT);
    println!(
        "learned from {} positions; {} kept aside: {:.4} bits a result, {:.4} before, {:.4} knowing nothing",
        fitted.learned, fitted.aside, fitted.loss, fitted.loss_before, fitted.loss_of_nothing
    );
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/engine/weights.bin");
    fs::write(file, fitted.file().map_err(io::Error::other)?)?;
    println!("written {file}");
    Ok(())
}

fn solve_checkers() -> io::Result<()> {
    let start = Instant::now();
    let endgames = Endgames::build(SHIPPED_PIECES);
    for pieces in 2..=SHIPPED_PIECES {
        println!("{pieces} pieces: {:?}", endgames.counts(pieces));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/endgames/four.bin");
    fs::write(file, endgames.pack())?;
    println!("written {file}, {:.0?}", start.elapsed());
    Ok(())
}

/// Plays from this round on, and fits weights to each round: those of the round before play it.
fn tune_othello(first: usize) -> io::Result<()> {
    let mut weights = match first.min(OTHELLO_ROUNDS.len()).checked_sub(1) {
        None => othello::first_weights(),
        Some(before) => fit_othello(before)?,
    };
    for (number, round) in OTHELLO_ROUNDS.iter().enumerate().skip(first) {
        let files = files_of_othello(number)?;
        let seeds = (0..round.batches).map(|batch| ((number as u64) << 32) + batch * OTHELLO_BATCH);
        let with = Weights::of(&othello::rounded(&weights));
        play_batches(seeds.zip(files).collect(), |seed| {
            let mut solver = Solver::new(4);
            let games = seed..seed + OTHELLO_BATCH;
            let samples =
                games.flat_map(|seed| othello::game(seed, round.play, &with, &mut solver));
            samples.flat_map(Sample::bytes).collect()
        })?;
        weights = fit_othello(number)?;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/weights.bin");
    fs::write(file, othello::file(&weights).map_err(io::Error::other)?)?;
    println!("written {file}");
    Ok(())
}

/// The files of a round, whether or not they are there.
fn files_of_othello(round: usize) -> io::Result<Vec<PathBuf>> {
    let folder = PathBuf::from(format!("target/tune/othello-{round}"));
    fs::create_dir_all(&folder)?;
    let batches = OTHELLO_ROUNDS.get(round).map_or(0, |round| round.batches);
    Ok((0..batches).map(|batch| folder.join(format!("{batch:04}.samples"))).collect())
}

/// The positions of the games of a round that are there.
fn samples_of_othello(round: usize) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for file in files_of_othello(round)?.iter().filter(|file| file.exists()) {
        samples.extend(Sample::read(&fs::read(file)?));
    }
    Ok(samples)
}

/// Fits weights to the games of a round that are there and of all rounds before it but the first, whose games are poor.
fn fit_othello(last: usize) -> io::Result<Vec<f32>> {
    let mut samples = Vec::new();
    for round in last.min(1)..=last {
        samples.extend(samples_of_othello(round)?);
    }
    let seen = OTHELLO_SEEN;
    let plan = othello::Fit { doubt: OTHELLO_DOUBT, steps: OTHELLO_STEPS, seen };
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
const OTHELLO_MEASURED: usize = 9;
/// One position in so many of the last round is measured.
const OTHELLO_MEASURED_ONE_IN: usize = 997;
/// With fewer empty squares positions are solved and not searched.
const OTHELLO_MEASURED_EMPTIES: u32 = 16;

/// Measures how far shallow searches with the weights of the last round are from deep ones.
fn measure_othello() -> io::Result<()> {
    let last = OTHELLO_ROUNDS.len() - 1;
    let early = |board: &Board| board.empty().count_ones() >= OTHELLO_MEASURED_EMPTIES;
    let samples = samples_of_othello(last)?.into_iter().step_by(OTHELLO_MEASURED_ONE_IN);
    let boards: Vec<Board> = samples.map(Sample::board).filter(early).collect();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/weights.bin");
    let bytes = fs::read(shipped)?;
    let read = weights::File::read(&bytes).map_err(io::Error::other)?;
    read.check(&LAYOUT).map_err(|error| io::Error::other(error.to_string()))?;
    let weights = Weights::of(&stages(&read));
    let errors = othello::errors(&boards, &weights, OTHELLO_MEASURED);
    println!("{} positions; the error in discs by stage and depth", boards.len());
    for (number, stage) in errors.iter().enumerate() {
        let depths: Vec<String> =
            stage[LEAST..=OTHELLO_MEASURED].iter().map(|error| format!("{error:6.2}")).collect();
        println!("{number:5} {}", depths.join(" "));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/errors.bin");
    fs::write(file, othello::errors_file(&errors).map_err(io::Error::other)?)?;
    println!("written {file}");
    Ok(())
}

/// Games of chess, round after round. A network first learns to say what the terms say, of positions of quick games; then
/// what a search of the terms sees; then what a search with the network of the rounds before sees. Each training begins with
/// that network.
const CHESS_ROUNDS: [ChessRound; 3] = [
    ChessRound { batches: 200, nodes: 100, aims: Aims::Terms, epochs: 12, rate: 0.002 },
    ChessRound { batches: 200, nodes: 1000, aims: Aims::Search, epochs: 6, rate: 0.0006 },
    ChessRound { batches: 200, nodes: 1000, aims: Aims::NetworkSearch, epochs: 6, rate: 0.0006 },
];
/// Games in a batch.
const CHESS_BATCH: u64 = 1000;

struct ChessRound {
    batches: u64,
    /// Positions that are looked at for each move.
    nodes: u64,
    aims: Aims,
    epochs: u32,
    rate: f32,
}

/// What the network of a round should say of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aims {
    /// What the terms say at first sight.
    Terms,
    /// What a search of the terms found.
    Search,
    /// What a search with the network of the round before found.
    NetworkSearch,
}

/// Plays from this round on, and trains a network on the games of each.
fn tune_chess(first: usize) -> io::Result<()> {
    let folder = Path::new("target/tune");
    let network_of = |round: usize| folder.join(format!("chess-{round}.network"));
    for (number, round) in CHESS_ROUNDS.iter().enumerate().skip(first) {
        let samples = folder.join(format!("chess-{number}"));
        fs::create_dir_all(&samples)?;
        let files: Vec<PathBuf> =
            (0..round.batches).map(|batch| samples.join(format!("{batch:04}.samples"))).collect();
        let before = match number.checked_sub(1) {
            Some(before) => Some(fs::read(network_of(before))?),
            None => None,
        };
        let network = match (&before, round.aims) {
            (Some(file), Aims::NetworkSearch) => {
                Some(Arc::new(Network::read(file).map_err(io::Error::other)?))
            }
            _ => None,
        };
        let seeds = (0..round.batches).map(|batch| ((number as u64) << 32) + batch * CHESS_BATCH);
        play_batches(seeds.zip(files.clone()).collect(), |seed| {
            let mut bytes = Vec::new();
            chess::play(seed..seed + CHESS_BATCH, round.nodes, network.clone(), |game| {
                bytes.extend(game.iter().flat_map(chess::Sample::bytes));
            });
            bytes
        })?;
        let mut samples = read_chess(&files)?;
        if round.aims == Aims::Terms {
            chess::say_what_the_terms_say(&mut samples);
        }
        let plan = chess::Plan { epochs: round.epochs, outcome: 0.0, rate: round.rate, seed: 1 };
        train_network(&samples, plan, before.as_deref(), &network_of(number))?;
    }
    Ok(())
}

/// Plays the batches that are not there yet, each from its first seed on and to its file, on all processors.
fn play_batches(
    batches: Vec<(u64, PathBuf)>,
    play: impl Fn(u64) -> Vec<u8> + Sync,
) -> io::Result<()> {
    let (count, start) = (batches.len(), Instant::now());
    let missing = batches.into_iter().filter(|(_, file)| !file.exists()).collect();
    let missing: Mutex<VecDeque<(u64, PathBuf)>> = Mutex::new(missing);
    let next = || missing.lock().ok()?.pop_front();
    let work = || -> io::Result<()> {
        while let Some((seed, file)) = next() {
            let bytes = play(seed);
            let unfinished = file.with_extension("new");
            fs::write(&unfinished, bytes)?;
            fs::rename(&unfinished, &file)?;
            println!("{} of {count}, {:.0?}", file.display(), start.elapsed());
        }
        Ok(())
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(io::Error::other("a game came to no end")))
        })
    })
}

fn read_chess(names: &[impl AsRef<Path>]) -> io::Result<Vec<chess::Sample>> {
    let mut samples = Vec::new();
    for name in names {
        samples.extend(chess::Sample::read(&fs::read(name)?));
    }
    Ok(samples)
}

fn train_network(
    samples: &[chess::Sample],
    plan: chess::Plan,
    first: Option<&[u8]>,
    to: &Path,
) -> io::Result<()> {
    let start = Instant::now();
    let trained = chess::train(samples, plan, first, |epoch| {
        let chess::Epoch { number, loss_learned, loss } = epoch;
        println!(
            "epoch {number}: {loss_learned:.5} bits, aside {loss:.5}, {:.0?}",
            start.elapsed()
        );
    });
    println!(
        "learned from {} positions; {} kept aside: {:.4} bits a result, {:.4} by the terms; e to one by {:.0} \
         hundredths",
        trained.learned, trained.aside, trained.loss, trained.loss_of_terms, trained.unit
    );
    fs::write(to, trained.file().map_err(io::Error::other)?)?;
    println!("written {}", to.display());
    Ok(())
}

/// How much of the aim for a chess position is the outcome of its game; the rest is what the search thought.
const CHESS_OUTCOME: f32 = 0.3;
const CHESS_DOUBT: f32 = 200.0;
const CHESS_STEPS: usize = 8;

fn fit_chess_terms(names: &[&str]) -> io::Result<()> {
    let samples = read_chess(names)?;
    let fitted = chess::fit(&samples, CHESS_OUTCOME, CHESS_DOUBT, CHESS_STEPS);
    println!(
        "learned from {} positions; {} kept aside: {:.4} bits a result, {:.4} before, {:.4} knowing nothing",
        fitted.learned, fitted.aside, fitted.loss, fitted.loss_before, fitted.loss_of_nothing
    );
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../chess/src/engine/evaluation/weights.bin");
    fs::write(file, fitted.file().map_err(io::Error::other)?)?;
    println!("written {file}");
    Ok(())
}
