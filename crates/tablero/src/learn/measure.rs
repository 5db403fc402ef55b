//! One generation, measured with many games.

use crate::club::CLUB;
use crate::json::{self, JsonOption};
use crate::progress;
use crate::signals::stop_and_tell;
use clap::ValueHint;
use lab::learning::{learning_of, measured};
use learn::{Conditions, Opponent, Tally};
use serde_json::json;
use std::io::Write;

/// Measure a generation with as many games as it takes.
///
/// The generation plays every fixed player, and the league of the published heuristic where the game has one. The share of points is printed with
/// the half width of the interval that holds the truth in 95 of 100 cases. Where the game has a solver, the share of positions is
/// printed in which the generation's move is among the best.
#[derive(clap::Args)]
pub struct Arguments {
    /// The run, and the generation if it is not the last: NAME@12.
    #[arg(value_name = "DIR[@GENERATION]", value_hint = ValueHint::DirPath)]
    player: String,

    /// Games against each player.
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    /// Games in the league.
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    league: u64,

    /// How many plies the learnt player looks ahead; without it, as many as in the journal.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=6))]
    depth: Option<u8>,

    /// What chance starts from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    json: JsonOption,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let (name, generation) = super::split(&arguments.player)?;
    let run = super::open(name)?;
    let Some(card) = CLUB.card(&run.header.game) else {
        anyhow::bail!("there is no game {:?} here", run.header.game);
    };
    let start = run.header.settings.start.clone();
    let learning = learning_of(card, &start)?;
    let player = learning.player(&run.player(generation)?)?;
    let (stop, signal) = stop_and_tell()?;
    let bar = progress::bar(0, progress::UNKNOWN);
    let depth = arguments.depth.unwrap_or(learning.measured_depth());
    let mut say = |name: &str, tally: Tally| {
        bar.suspend(|| {
            let (share, margin) = (100.0 * tally.share(), 196.0 * tally.error());
            let Tally { won, drawn, lost } = tally;
            if arguments.json.json {
                let told = json!({
                    "against": name, "share": tally.share(), "margin": 1.96 * tally.error(),
                    "won": won, "drawn": drawn, "lost": lost,
                });
                return json::print(out, &told);
            }
            writeln!(out, "{name:22} {share:6.2} ± {margin:.2} %   +{won} ={drawn} -{lost}")
        })
    };
    for opponent in learning.yardsticks() {
        let (start, seed) = (start.clone(), arguments.seed);
        let games = 0..arguments.games;
        bar.set_message(format!("{} games against {opponent}", arguments.games));
        let conditions = Conditions { start, seed, depth, league: false, games };
        if let Some(measured) = measured(&*player, opponent, &conditions, &stop) {
            say(&measured.opponent, measured.tally)?;
        }
    }
    let solved = Conditions {
        start: start.clone(),
        seed: arguments.seed,
        depth,
        league: false,
        games: 0..arguments.games,
    };
    bar.set_message("best moves by the solver");
    if let Some(tally) = player.best_moves(&solved, &stop) {
        say("best moves by solver", tally)?;
    }
    if let Some((name, _)) = learning.league() {
        let games = 0..arguments.league;
        bar.set_message(format!("{} games in the league", arguments.league));
        let conditions = Conditions { start, seed: arguments.seed, depth: 1, league: true, games };
        if let Some(measured) = measured(&*player, Opponent::Heuristic, &conditions, &stop) {
            say(name, measured.tally)?;
        }
    }
    bar.finish_and_clear();
    signal.report()
}
