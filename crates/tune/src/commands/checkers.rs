//! Checkers: rounds of games, the network trained on them, and the databases that are part of the program.

use super::work::{batches_in, play_batches, write};
use ::checkers::endgames::{Endgames, SHIPPED_PIECES};
use ::checkers::engine::network::Network;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tune::checkers;

/// Games of checkers, round after round: the network of the round before plays them, and that of the program where there is none. Each network
/// learns from the games of its round.
const ROUNDS: [Round; 2] = [Round { batches: 80, nodes: 1000 }, Round { batches: 80, nodes: 3000 }];
/// Games in a batch.
const BATCH: u64 = 500;
pub const PLAN: checkers::Plan = checkers::Plan { epochs: 16, lambda: 0.85, rate: 0.003, seed: 1 };

struct Round {
    batches: u64,
    /// Positions that are looked at for each move.
    nodes: u64,
}

/// Plays from this round on, and trains a network after each; the last one becomes that of the program.
pub fn tune(first: usize) -> anyhow::Result<()> {
    let folder = Path::new("target/tune");
    let network_of = |round: usize| folder.join(format!("checkers-{round}.network"));
    for (number, round) in ROUNDS.iter().enumerate().skip(first) {
        let before = number.checked_sub(1).map(network_of).filter(|file| file.exists());
        let network = match before {
            Some(file) => {
                let network = Network::read(&fs::read(file)?);
                Some(Arc::new(network?))
            }
            None => None,
        };
        let samples = folder.join(format!("checkers-{number}"));
        fs::create_dir_all(&samples)?;
        let batches = batches_in(&samples, (number as u64) << 32, BATCH, round.batches);
        let files: Vec<PathBuf> = batches.iter().map(|(_, file)| file.clone()).collect();
        play_batches(batches, |seed, bytes| {
            checkers::play(seed..seed + BATCH, round.nodes, network.clone(), |game| {
                bytes.extend(game.iter().flat_map(checkers::Sample::bytes));
            });
        })?;
        train(&files, PLAN, &network_of(number))?;
    }
    let to = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/engine/weights.bin");
    write(Path::new(to), &fs::read(network_of(ROUNDS.len() - 1))?)
}

pub fn train(files: &[PathBuf], plan: checkers::Plan, to: &Path) -> anyhow::Result<()> {
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
    write(to, &trained.file()?)
}

pub fn solve_endgames() -> anyhow::Result<()> {
    let start = Instant::now();
    let endgames = Endgames::build(SHIPPED_PIECES);
    for pieces in 2..=SHIPPED_PIECES {
        println!("{pieces} pieces: {:?}", endgames.counts(pieces));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkers/src/endgames/four.bin");
    println!("solved in {:.0?}", start.elapsed());
    write(Path::new(file), &endgames.pack(SHIPPED_PIECES))
}
