//! Chess: networks against each other, and the numbers of its search.

use super::show;
use super::work::on_all;
use ::chess::engine::network::Network;
use anyhow::Context;
use files::Readers;
use search::Searchable;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;
use tune::chess;
use tune::spsa::{Spsa, Trial};

/// Seeds of matches from here on.
const MATCH: u64 = 7 << 40;

/// Plays pairs of games between two ways to evaluate.
pub fn match_networks(pairs: u64, nodes: u64, [first, second]: [&str; 2]) -> anyhow::Result<()> {
    chess::contest(MATCH..MATCH + pairs, nodes, [way(first)?, way(second)?], |tally| {
        if tally.games() % 50 == 0 {
            show(tally);
        }
    });
    Ok(())
}

/// The way in which positions are evaluated: by the network of a file, by that of the program, or by the terms made by hand.
fn way(name: &str) -> anyhow::Result<Option<Arc<Network>>> {
    match name {
        "terms" => Ok(None),
        "shipped" => Ok(Some(Network::shipped())),
        file => {
            let bytes = fs::read(file).with_context(|| format!("cannot read {file}"))?;
            let network = Network::read(&bytes).with_context(|| format!("cannot use {file}"))?;
            Ok(Some(Arc::new(network)))
        }
    }
}

/// The parameters of the search of chess that are tuned: what limits of nodes leave without effect is left out, and so is what has
/// few values.
const TUNED: [&str; 53] = [
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
const ROUND: u64 = 8;
/// Rounds between two matches of the parameters so far against those of the program.
const REPORT: u64 = 50;

/// Tunes the parameters of the search by so many pairs of games; goes on where it was stopped.
pub fn tune_parameters(pairs: u64, nodes: u64) -> anyhow::Result<()> {
    let folder = Path::new("target/tune");
    fs::create_dir_all(folder)?;
    let file = folder.join("chess-parameters");
    let usual = <::chess::Position as Searchable>::PARAMETERS;
    let mut spsa = Spsa::new(usual, &TUNED, pairs)?;
    if let Ok(state) = fs::read_to_string(&file) {
        spsa = spsa.resume(&state)?;
    }
    let start = Instant::now();
    while !spsa.is_finished() {
        let trials = spsa.next_trials(ROUND);
        let first = spsa.trials();
        let play = |trial: &Trial, number| chess::trial(number, nodes, [trial.up, trial.down]);
        let played = on_all(trials.len(), |index| play(&trials[index], first + index as u64))?;
        for (trial, played) in trials.iter().zip(played) {
            let tally = played?;
            spsa.learn(trial, tally.won as f64 - tally.lost as f64);
        }
        files::replace(&file, spsa.state().as_bytes(), Readers::Usual)?;
        if spsa.trials() % (REPORT * ROUND) == 0 || spsa.is_finished() {
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

/// A parameter with another value, as in `razor_margin=260`.
#[derive(Debug, Clone)]
pub struct Change {
    name: String,
    value: i32,
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Change, String> {
        let wrong = || format!("a change is like razor_margin=260, not {text:?}");
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        Ok(Change { name: name.to_owned(), value: value.parse().map_err(|_| wrong())? })
    }
}

/// Plays parameters of the search with these changes against those of the program, in so many pairs of games.
pub fn try_parameters(pairs: u64, nodes: u64, changes: &[Change]) -> anyhow::Result<()> {
    let usual = <::chess::Position as Searchable>::PARAMETERS;
    let tried = changes
        .iter()
        .try_fold(usual, |parameters, Change { name, value }| parameters.with(name, *value))?;
    let mut tally = learn::Tally::default();
    for first in (0..pairs).step_by(REPORT as usize) {
        let count = REPORT.min(pairs - first) as usize;
        let play = |index| chess::trial(9 << 40 | (first + index as u64), nodes, [tried, usual]);
        for played in on_all(count, play)? {
            tally = tally + played?;
        }
        show(tally);
    }
    Ok(())
}
