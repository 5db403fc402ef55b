//! Plays games and fits the parameters of an evaluation to them.
//!
//! ```text
//! cargo run --release -p tune othello            all rounds, then the weights
//! cargo run --release -p tune othello 2          the last round only, by the weights of the program, then the weights
//! cargo run --release -p tune othello-errors      how far shallow searches are from deep ones, on positions of those games
//! cargo run --release -p tune checkers           all rounds, then the network
//! cargo run --release -p tune checkers 1         the last round only, by the network of the program, then the network
//! cargo run --release -p tune checkers-network 16 0.003 0.85 NETWORK FILE...    one from such files: epochs, rate, lambda
//! cargo run --release -p tune checkers-endgames   who wins with few pieces
//! cargo run --release -p tune levels checkers 100 8 7,120000,8,0.045,11    pairs of games: a level, or other numbers for one
//! cargo run --release -p tune chess              all rounds, then the network
//! cargo run --release -p tune chess 4            the last round only, from the network of the engine
//! cargo run --release -p tune chess-games 1000 terms 1 4000 FOLDER    games at so many nodes a move: by whom, which ones, batches of them
//! cargo run --release -p tune chess-network 4 0.0005 0.7 0 terms FIRST NETWORK FILE...    one from such files: epochs, rate, lambda, imitation of whom
//! cargo run --release -p tune chess-match 500 3000 NETWORK terms    pairs of games at so many nodes a move
//! cargo run --release -p tune chess-parameters 20000 5000    the numbers of the search by SPSA: pairs of games, nodes a move
//! cargo run --release -p tune chess-try 400 5000 razor_margin=260 lmr_pv=0    such numbers of the search against those of the program
//! cargo run --release -p tune chess-terms FILE...    the weights of the terms, from games of `tune chess`
//! ```
//!
//! Games are kept in `target/tune`; the weights go to where the engine is built from. What is played in batches goes on
//! where it was stopped.

use ::checkers::endgames::{Endgames, SHIPPED_PIECES};
use ::checkers::engine::network::Network as CheckersNetwork;
use ::chess::engine::{Evaluator, network::Network};
use ::levels::Level;
use ::othello::engine::Solver;
use ::othello::engine::tuning::{Board, DISC, LAYOUT, LEAST, Weights, stages};
use game::{Notation, Perfect};
use search::{Handicap, Searchable, TranspositionTable};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;
use tune::othello::{self, Play, Sample};
use tune::spsa::{Spsa, Trial};
use tune::{checkers, chess};

/// Games of Othello, round after round. One for which there are no games of the round before is played with the weights of the program.
const OTHELLO_ROUNDS: [OthelloRound; 3] = [
    OthelloRound { batches: 8, play: Play { depth: 2, solved: 12 } },
    OthelloRound { batches: 16, play: Play { depth: 4, solved: 14 } },
    OthelloRound { batches: 24, play: Play { depth: 6, solved: 16 } },
];
/// The weights of the engine.
const OTHELLO_WEIGHTS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../othello/src/engine/weights.bin");
/// The part of what the search saw in what the weights are fitted to; the rest is the outcome of the game.
const OTHELLO_SEEN: f32 = 0.4;
/// Games in a batch.
const OTHELLO_BATCH: u64 = 500;
const OTHELLO_DOUBT: f32 = 60.0;
const OTHELLO_STEPS: usize = 20;

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
        ["checkers"] => tune_checkers(0),
        ["checkers", round] => round.parse().map_or_else(|_| usage(), tune_checkers),
        ["checkers-network", epochs, rate, lambda, to, ref files @ ..] if !files.is_empty() => {
            match (epochs.parse(), rate.parse(), lambda.parse()) {
                (Ok(epochs), Ok(rate), Ok(lambda)) => {
                    let plan = checkers::Plan { epochs, lambda, rate, ..CHECKERS_PLAN };
                    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
                    train_checkers(&files, plan, Path::new(to))
                }
                _ => usage(),
            }
        }
        ["checkers-endgames"] => solve_checkers(),
        ["levels", game, pairs, first, second] => match pairs.parse() {
            Ok(pairs) => {
                match_levels(game, pairs, [first, second]);
                Ok(())
            }
            Err(_) => usage(),
        },
        ["chess"] => tune_chess(0),
        ["chess", round] => round.parse().map_or_else(|_| usage(), tune_chess),
        ["chess-network", epochs, rate, lambda, imitation, teacher, first, to, ref files @ ..]
            if !files.is_empty() =>
        {
            match (epochs.parse(), rate.parse(), lambda.parse(), imitation.parse()) {
                (Ok(epochs), Ok(rate), Ok(lambda), Ok(imitation)) => {
                    let aims = chess::Aims { lambda, ..CHESS_AIMS };
                    let plan = chess::Plan { epochs, aims, imitation, rate, seed: 1 };
                    let (samples, first) = (read_chess(files)?, fs::read(first)?);
                    train_network(&samples, plan, way(teacher)?, Some(&first), Path::new(to))
                }
                _ => usage(),
            }
        }
        ["chess-games", nodes, player, seed, batches, folder] => {
            match (nodes.parse(), seed.parse(), batches.parse()) {
                (Ok(nodes), Ok(seed), Ok(batches)) => {
                    let play = ChessPlay { nodes, seed, batches, player: way(player)? };
                    play_chess(&play, Path::new(folder)).map(|_| ())
                }
                _ => usage(),
            }
        }
        ["chess-match", pairs, nodes, first, second] => match (pairs.parse(), nodes.parse()) {
            (Ok(pairs), Ok(nodes)) => {
                match_networks(pairs, nodes, [way(first)?, way(second)?]);
                Ok(())
            }
            _ => usage(),
        },
        ["chess-parameters", pairs, nodes] => match (pairs.parse(), nodes.parse()) {
            (Ok(pairs), Ok(nodes)) => tune_parameters(pairs, nodes),
            _ => usage(),
        },
        ["chess-try", pairs, nodes, ref changes @ ..] if !changes.is_empty() => {
            match (pairs.parse(), nodes.parse()) {
                (Ok(pairs), Ok(nodes)) => try_parameters(pairs, nodes, changes),
                _ => usage(),
            }
        }
        ["chess-terms", ref files @ ..] if !files.is_empty() => fit_chess_terms(files),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!(
        "tune othello [FIRST ROUND] | tune othello-errors | tune checkers [FIRST ROUND] | \
         tune checkers-network EPOCHS RATE LAMBDA NETWORK FILE... | tune checkers-endgames | tune levels GAME PAIRS \
         LEVEL|DEPTH,NODES,CHOICE,BLINDNESS,TEMPERATURE LEVEL|... | tune chess [FIRST ROUND] | tune chess-games NODES NETWORK|terms SEED BATCHES FOLDER | \
         tune chess-network EPOCHS RATE LAMBDA IMITATION NETWORK|terms FIRST NETWORK FILE... | tune chess-match PAIRS NODES NETWORK|terms NETWORK|terms | tune chess-parameters PAIRS NODES | tune chess-try PAIRS NODES NAME=VALUE... | tune chess-terms FILE..."
    );
    std::process::exit(2);
}

fn match_levels(game: &str, pairs: u64, levels: [&str; 2]) {
    fn read<G: Searchable>(text: &str) -> Level {
        let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some([level]) => Level::of::<G>(*level as u8).unwrap_or_else(|| usage()),
            Some(&[depth, nodes, choice, blindness, temperature]) => Level(Handicap::new(
                depth as u32,
                nodes as u64,
                choice as usize,
                blindness,
                temperature as i32,
            )),
            _ => usage(),
        }
    }
    fn play<G: Searchable>(
        start: &G,
        pairs: u64,
        levels: [&str; 2],
        is_draw: impl Fn(&[G]) -> bool,
    ) {
        tune::levels::contest(start, pairs, levels.map(read::<G>), is_draw, |tally| {
            if tally.games() % 50 == 0 {
                show(tally);
            }
        });
    }
    match game {
        "chess" => play(&::chess::Position::standard_start(), pairs, levels, |past| {
            let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
            let clock = past.last().map_or(0, ::chess::Position::halfmove_clock);
            ::chess::history::draw(&keys, clock).is_some()
        }),
        "checkers" => play(&::checkers::Position::standard_start(), pairs, levels, |past| {
            ::checkers::history::draw(past).is_some()
        }),
        "othello" => play(&::othello::Position::<8>::standard_start(), pairs, levels, |_| false),
        _ => usage(),
    }
}

/// Says how the first of two has fared.
fn show(tally: learn::Tally) {
    let (share, error) = (tally.share(), tally.error());
    let learn::Tally { won, drawn, lost } = tally;
    let points = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    println!(
        "+{won} ={drawn} -{lost}, {:.1} % +- {:.1}, {:+.0} points",
        100.0 * share,
        196.0 * error,
        points(share)
    );
}

/// Games of checkers, round after round: the network of the round before plays them, and that of the program where there is none. Each network
/// learns from the games of its round.
const CHECKERS_ROUNDS: [CheckersRound; 2] =
    [CheckersRound { batches: 80, nodes: 1000 }, CheckersRound { batches: 80, nodes: 3000 }];
/// Games in a batch.
const CHECKERS_BATCH: u64 = 500;
const CHECKERS_PLAN: checkers::Plan =
    checkers::Plan { epochs: 16, lambda: 0.85, rate: 0.003, seed: 1 };

struct CheckersRound {
    batches: u64,
    /// Positions that are looked at for each move.
    nodes: u64,
}

/// Plays from this round on, and trains a network after each; the last one becomes that of the program.
fn tune_checkers(first: usize) -> io::Result<()> {
    let folder = Path::new("target/tune");
    let network_of = |round: usize| folder.join(format!("checkers-{round}.network"));
    for (number, round) in CHECKERS_ROUNDS.iter().enumerate().skip(first) {
        let before = number.checked_sub(1).map(network_of).filter(|file| file.exists());
        let network = match before {
            Some(file) => {
                let network = CheckersNetwork::read(&fs::read(file)?);
                Some(Arc::new(network.map_err(io::Error::other)?))
            }
            None => None,
        };
        let samples = folder.join(format!("checkers-{number}"));
        fs::create_dir_all(&samples)?;
        let batches = batches_in(&samples, (number as u64) << 32, CHECKERS_BATCH, round.batches);
        let files: Vec<PathBuf> = batches.iter().map(|(_, file)| file.clone()).collect();
        play_batches(batches, |seed, bytes| {
            checkers::play(seed..seed + CHECKERS_BATCH, round.nodes, network.clone(), |game| {
                bytes.extend(game.iter().flat_map(checkers::Sample::bytes));
            });
        })?;
        train_checkers(&files, CHECKERS_PLAN, &network_of(number))?;
    }
    let to = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/engine/weights.bin");
    fs::copy(network_of(CHECKERS_ROUNDS.len() - 1), to)?;
    println!("written {to}");
    Ok(())
}

fn train_checkers(files: &[PathBuf], plan: checkers::Plan, to: &Path) -> io::Result<()> {
    let start = Instant::now();
    let mut samples = Vec::new();
    for file in files {
        samples.extend(checkers::Sample::read(&fs::read(file)?));
    }
    let trained = checkers::train(&samples, plan, |epoch| {
        let checkers::Epoch { number, loss_learned, loss } = epoch;
        println!(
            "epoch {number}: {loss_learned:.5} bits, aside {loss:.5}, {:.0?}",
            start.elapsed()
        );
    });
    println!(
        "learned from {} positions; {} kept aside: {:.5} bits each, {:.5} before, {:.5} at least; e to one by {:.0} \
         hundredths",
        trained.learned,
        trained.aside,
        trained.loss,
        trained.loss_before,
        trained.loss_least,
        trained.unit
    );
    fs::write(to, trained.file().map_err(io::Error::other)?)?;
    println!("written {}", to.display());
    Ok(())
}

fn solve_checkers() -> io::Result<()> {
    let start = Instant::now();
    let endgames = Endgames::build(SHIPPED_PIECES);
    for pieces in 2..=SHIPPED_PIECES {
        println!("{pieces} pieces: {:?}", endgames.counts(pieces));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/endgames/four.bin");
    fs::write(file, endgames.pack(SHIPPED_PIECES))?;
    println!("written {file}, {:.0?}", start.elapsed());
    Ok(())
}

/// Plays from this round on, and fits weights to each round: those of the round before play it.
fn tune_othello(first: usize) -> io::Result<()> {
    let mut weights = match first.min(OTHELLO_ROUNDS.len()).checked_sub(1) {
        None => othello::first_weights(),
        Some(before) if samples_of_othello(before)?.is_empty() => {
            let in_discs = |&weight: &i16| f32::from(weight) / DISC as f32;
            shipped_othello()?.iter().map(in_discs).collect()
        }
        Some(before) => fit_othello(before)?,
    };
    for (number, round) in OTHELLO_ROUNDS.iter().enumerate().skip(first) {
        let files = files_of_othello(number)?;
        let seeds = (0..round.batches).map(|batch| ((number as u64) << 32) + batch * OTHELLO_BATCH);
        let with = Weights::of(&othello::rounded(&weights));
        play_batches(seeds.zip(files).collect(), |seed, bytes| {
            let table = TranspositionTable::new(4);
            let solver = Solver::new(&table);
            let games = seed..seed + OTHELLO_BATCH;
            let samples = games.flat_map(|seed| othello::game(seed, round.play, &with, solver));
            bytes.extend(samples.flat_map(Sample::bytes));
        })?;
        weights = fit_othello(number)?;
    }
    fs::write(OTHELLO_WEIGHTS, othello::file(&weights).map_err(io::Error::other)?)?;
    println!("written {OTHELLO_WEIGHTS}");
    Ok(())
}

/// The weights of the engine, in 256ths of a disc.
fn shipped_othello() -> io::Result<Vec<i16>> {
    let bytes = fs::read(OTHELLO_WEIGHTS)?;
    let read = weights::File::read(&bytes).map_err(io::Error::other)?;
    read.check(&LAYOUT).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(stages(&read))
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
    let weights = Weights::of(&shipped_othello()?);
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

/// How a network of chess is made, round after round: it plays, then learns from the games of the round, beginning with the
/// network of the round before. First it learns to say what the terms say, which takes hardly any games: a few random moves
/// lead from each position of one to thousands of others. Then it learns what a search of the terms sees, then what a search
/// of its own sees, in games and in the trees of these searches, which are full of positions that no game comes to.
const CHESS_ROUNDS: [ChessRound; 5] = [
    ChessRound {
        batches: 250,
        nodes: 100,
        teacher: Teacher::Terms,
        imitation: 1.0,
        epochs: 60,
        rate: 0.002,
    },
    ChessRound { batches: 2000, nodes: 1000, teacher: Teacher::Terms, ..LATER_ROUND },
    LATER_ROUND,
    LATER_ROUND,
    LATER_ROUND,
];
const LATER_ROUND: ChessRound = ChessRound {
    batches: 240,
    nodes: 1000,
    teacher: Teacher::Network,
    imitation: 0.0,
    epochs: 4,
    rate: 0.0005,
};
/// The network of the engine. A first round for which there is no other begins with it.
const CHESS_NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chess/src/engine/network.bin");
const CHESS_AIMS: chess::Aims = chess::Aims { lambda: 0.7, outcome: 0.0 };
/// Pairs of games of a network against the terms, and the positions that are looked at for each move.
const CHESS_MATCH: (u64, u64) = (500, 3000);
/// Games in a batch.
const CHESS_BATCH: u64 = 100;

struct ChessRound {
    batches: u64,
    /// Positions that are looked at for each move.
    nodes: u64,
    /// Who plays the games, and is imitated beside them.
    teacher: Teacher,
    imitation: f32,
    epochs: u32,
    rate: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Teacher {
    Terms,
    /// The network of the round before.
    Network,
}

/// Plays from this round on, and trains a network on the games of each; a match against the terms shows what it is worth.
fn tune_chess(first: usize) -> io::Result<()> {
    let folder = Path::new("target/tune");
    let network_of = |round: usize| folder.join(format!("chess-{round}.network"));
    for (number, round) in CHESS_ROUNDS.iter().enumerate().skip(first) {
        let before = match number.checked_sub(1) {
            Some(before) => {
                Some(fs::read(network_of(before)).or_else(|_| fs::read(CHESS_NETWORK))?)
            }
            None => None,
        };
        let teacher = match (&before, round.teacher) {
            (Some(file), Teacher::Network) => {
                Some(Arc::new(Network::read(file).map_err(io::Error::other)?))
            }
            _ => None,
        };
        let ChessRound { nodes, batches, epochs, imitation, rate, .. } = *round;
        let games = ChessPlay { nodes, seed: number as u64, batches, player: teacher.clone() };
        let files = play_chess(&games, &folder.join(format!("chess-{number}")))?;
        let plan = chess::Plan { epochs, aims: CHESS_AIMS, imitation, rate, seed: 1 };
        let network = network_of(number);
        train_network(&read_chess(&files)?, plan, teacher, before.as_deref(), &network)?;
        let (pairs, nodes) = CHESS_MATCH;
        match_networks(pairs, nodes, [Some(read_network(&network)?), None]);
        if number + 1 == CHESS_ROUNDS.len() {
            fs::copy(&network, CHESS_NETWORK)?;
            println!("written {CHESS_NETWORK}");
        }
    }
    Ok(())
}

/// Games of chess that are played to learn from them.
struct ChessPlay {
    /// Positions that are looked at for each move.
    nodes: u64,
    /// Games of another seed are other games.
    seed: u64,
    batches: u64,
    /// Who evaluates: a network, or the terms.
    player: Option<Arc<Network>>,
}

/// Plays what is not there yet; returns the files of all batches.
fn play_chess(play: &ChessPlay, folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let batches = batches_in(folder, play.seed << 32, CHESS_BATCH, play.batches);
    let files = batches.iter().map(|(_, file)| file.clone()).collect();
    play_batches(batches, |seed, bytes| {
        chess::play(seed..seed + CHESS_BATCH, play.nodes, play.player.clone(), |game| {
            bytes.extend(game.iter().flat_map(chess::Sample::bytes));
        });
    })?;
    Ok(files)
}

/// The parameters of the search of chess that are tuned: what limits of nodes leave without effect is left out, and so is what has
/// few values.
const CHESS_PARAMETERS: [&str; 53] = [
    "aspiration_window",
    "reverse_futility_margin",
    "reverse_futility_tt_pv",
    "reverse_futility_worsening",
    "razor_margin",
    "null_move_margin_base",
    "null_move_reduction_eval_divisor",
    "probcut_margin",
    "tt_probcut_margin",
    "late_move_pruning_base",
    "futility_base",
    "futility_margin",
    "futility_history_weight",
    "capture_futility_base",
    "capture_futility_margin",
    "history_pruning_margin",
    "see_quiet_margin",
    "see_noisy_margin",
    "singular_margin",
    "double_extension_margin",
    "lmr_quiet_base",
    "lmr_quiet_factor",
    "lmr_noisy_base",
    "lmr_noisy_factor",
    "lmr_not_improving",
    "lmr_cut_node",
    "lmr_pv",
    "lmr_noisy_tt_move",
    "lmr_no_tt_move",
    "lmr_deep_tt",
    "lmr_correction",
    "lmr_gives_check",
    "lmr_child_cutoffs",
    "lmr_quiet_history_divisor",
    "lmr_noisy_history_divisor",
    "lmr_child_cutoffs_min",
    "quiescence_futility",
    "quiescence_softening",
    "history_bonus",
    "history_bonus_max",
    "history_malus",
    "history_malus_max",
    "previous_move_bonus",
    "previous_move_quiet_weight",
    "continuation_weight_4",
    "structure_weight",
    "tt_cutoff_bonus_weight",
    "eval_change_weight",
    "eval_change_max",
    "correction_weight",
    "correction_step",
    "killer_bonus",
    "countermove_bonus",
];
/// Trials that are played with the same parameters, on all processors.
const PARAMETERS_ROUND: u64 = 8;
/// Rounds between two matches of the parameters so far against those of the program.
const PARAMETERS_REPORT: u64 = 50;

/// Tunes the parameters of the search by so many pairs of games; goes on where it was stopped.
fn tune_parameters(pairs: u64, nodes: u64) -> io::Result<()> {
    let folder = Path::new("target/tune");
    fs::create_dir_all(folder)?;
    let file = folder.join("chess-parameters");
    let usual = <::chess::Position as Searchable>::PARAMETERS;
    let mut spsa = Spsa::new(usual, &CHESS_PARAMETERS, pairs).map_err(io::Error::other)?;
    if let Ok(state) = fs::read_to_string(&file) {
        spsa = spsa.resume(&state).map_err(io::Error::other)?;
    }
    let start = Instant::now();
    while !spsa.is_finished() {
        let trials = spsa.next_trials(PARAMETERS_ROUND);
        let first = spsa.trials();
        let play = |trial: &Trial, number| chess::trial(number, nodes, [trial.up, trial.down]);
        let played =
            on_all_processors(trials.len(), |index| play(&trials[index], first + index as u64));
        for (trial, played) in trials.iter().zip(played) {
            let tally = played.map_err(io::Error::other)?;
            spsa.learn(trial, tally.won as f64 - tally.lost as f64);
        }
        let state = file.with_extension("new");
        fs::write(&state, spsa.state())?;
        fs::rename(&state, &file)?;
        if spsa.trials() % (PARAMETERS_REPORT * PARAMETERS_ROUND) == 0 || spsa.is_finished() {
            println!("{} of {pairs} pairs, {:.0?}", spsa.trials(), start.elapsed());
            let tuned = spsa.parameters();
            for (before, now) in usual.list().zip(tuned.list()).filter(|(a, b)| a.value != b.value)
            {
                println!("    {} {} -> {}", now.name, before.value, now.value);
            }
        }
    }
    Ok(())
}

/// Plays parameters of the search with these changes against those of the program, in so many pairs of games.
fn try_parameters(pairs: u64, nodes: u64, changes: &[&str]) -> io::Result<()> {
    let usual = <::chess::Position as Searchable>::PARAMETERS;
    let tried = changes.iter().try_fold(usual, |parameters, change| {
        let (name, value) = change.split_once('=').unwrap_or_else(|| usage());
        let value = value.parse().unwrap_or_else(|_| usage());
        parameters.with(name, value).map_err(io::Error::other)
    })?;
    let mut tally = learn::Tally::default();
    for first in (0..pairs).step_by(PARAMETERS_REPORT as usize) {
        let count = PARAMETERS_REPORT.min(pairs - first) as usize;
        let play = |index| chess::trial(9 << 40 | (first + index as u64), nodes, [tried, usual]);
        for played in on_all_processors(count, play) {
            tally = tally + played.map_err(io::Error::other)?;
        }
        show(tally);
    }
    Ok(())
}

/// The answers to questions 0 to `count`, in their order, asked on all processors.
fn on_all_processors<T: Send>(count: usize, answer: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < count);
        numbers.map(|number| (number, answer(number))).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut answers: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn match_networks(pairs: u64, nodes: u64, ways: [Option<Arc<Network>>; 2]) {
    let first = 7 << 40;
    chess::contest(first..first + pairs, nodes, ways, |tally| {
        if tally.games() % 50 == 0 {
            show(tally);
        }
    });
}

/// The way in which positions are evaluated: by the network of a file, or by the terms.
fn way(name: &str) -> io::Result<Option<Arc<Network>>> {
    if name == "terms" { Ok(None) } else { read_network(name).map(Some) }
}

fn read_network(file: impl AsRef<Path>) -> io::Result<Arc<Network>> {
    Network::read(&fs::read(file)?).map(Arc::new).map_err(io::Error::other)
}

/// The first seed and the file of each batch of so many games.
fn batches_in(folder: &Path, first_seed: u64, games: u64, count: u64) -> Vec<(u64, PathBuf)> {
    let batch = |number| (first_seed + number * games, folder.join(format!("{number:04}.samples")));
    (0..count).map(batch).collect()
}

/// Plays the batches that are not there yet, each from its first seed on and to its file, on all processors.
fn play_batches(
    batches: Vec<(u64, PathBuf)>,
    play: impl Fn(u64, &mut Vec<u8>) + Sync,
) -> io::Result<()> {
    let (count, start) = (batches.len(), Instant::now());
    let missing = batches.into_iter().filter(|(_, file)| !file.exists()).collect();
    let missing: Mutex<VecDeque<(u64, PathBuf)>> = Mutex::new(missing);
    let next = || missing.lock().ok()?.pop_front();
    let work = || -> io::Result<()> {
        while let Some((seed, file)) = next() {
            let mut bytes = Vec::new();
            play(seed, &mut bytes);
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
    teacher: Option<Arc<Network>>,
    first: Option<&[u8]>,
    to: &Path,
) -> io::Result<()> {
    let start = Instant::now();
    let teacher = teacher.map_or_else(Evaluator::of_terms, Evaluator::of_network);
    let trained = chess::train(samples, plan, teacher, first, |epoch| {
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
    let samples: Vec<chess::Sample> =
        read_chess(names)?.into_iter().filter(|sample| sample.quiet).collect();
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
