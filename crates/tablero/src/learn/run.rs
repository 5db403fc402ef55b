//! Learning, with what there is to see meanwhile.

use crate::club::{self, Game};
use crate::json;
use crate::progress;
use crate::signals::stop_on_signal_or_end_at_second;
use crate::storage;
use anyhow::Context;
use clap::ValueHint;
use lab::learning::{
    Budget, Comparison, Curve, Measuring, News, Run, Session, learning_of, run_name,
};
use learn::{Against, Method, ModelSpec, Settings};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use table::Language;

#[derive(clap::Args)]
#[group(id = "run")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub struct Arguments {
    #[arg(value_parser = club::learnt(), required = true, help = "The game")]
    game: Option<Game>,

    /// The way of learning.
    #[arg(long, required = true, value_name = "METHOD", value_parser = read_method())]
    method: Option<Method>,

    /// Learn for so much processor time, such as 90s, 10m or 2h, counted from the beginning of the run.
    /// Measuring comes on top.
    #[arg(long = "for", value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,

    /// Learn from so many games, counted from the beginning of the run.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// What chance starts from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many threads learn. Another number gives another run.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,

    /// The directory of the run. Without it, one in your data directory, named after game, method and seed.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,

    /// Where games start, as in `tablero play`.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Keep so many learners that play each other, instead of one that plays itself (td, evolution).
    #[arg(long, value_name = "NUMBER")]
    population: Option<u32>,

    /// What is learnt: squares, tuples:2+3, network:32, policy:64, features, or engine, the network by which the engine of the game
    /// evaluates (chess).
    #[arg(long, value_name = "MODEL")]
    model: Option<ModelSpec>,

    /// How many plies a learner looks ahead in its games.
    #[arg(long, value_name = "PLIES")]
    depth: Option<u8>,

    /// About how many positions the engine looks at for each move of its games (engine).
    #[arg(long, value_name = "NUMBER")]
    nodes: Option<u64>,

    /// In so many first steps the network imitates the evaluation that was made by hand; with 0 it learns from nothing (engine).
    #[arg(long, value_name = "NUMBER")]
    taught_steps: Option<u64>,

    /// Begin with the network that the engine plays by, and with no other teacher (engine).
    #[arg(long, conflicts_with = "taught_steps")]
    from_shipped: bool,

    /// How fast it learns.
    #[arg(long, value_name = "NUMBER")]
    rate: Option<f32>,

    /// How far results reach back, from 0 to 1: the lambda of temporal differences.
    #[arg(long, value_name = "NUMBER")]
    lambda: Option<f32>,

    /// The share of random moves in its games, from 0 to 1.
    #[arg(long, value_name = "NUMBER")]
    exploration: Option<f32>,

    /// Play the published heuristic of the game, by the rules of its league, instead of itself (td).
    #[arg(long)]
    against_heuristic: bool,

    /// Give each weight a rate of its own, by how steadily it moves: temporal coherence (td).
    #[arg(long)]
    coherence: bool,

    /// Games in a step of learning.
    #[arg(long, value_name = "NUMBER")]
    step: Option<u32>,

    /// Games against each fixed player for each generation; 0 measures nothing.
    #[arg(long, value_name = "NUMBER", default_value_t = Measuring::USUAL)]
    measure: u64,

    /// Print a JSON object for each generation, and one for the whole run.
    #[arg(long)]
    json: bool,
}

pub fn examples() -> String {
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    format!(
        "Methods: {}\n\nExamples:\n  \
         tablero learn othello --method td --for 10m\n  \
         tablero learn four --method td --games 50000 --seed 7 --out four-7\n  \
         tablero learn compare four-7 four-8 --svg curves.svg\n  \
         tablero learn show four-7\n  \
         tablero learn chess --method network --for 10h\n  \
         tablero learn export chess-network-1 chess.network\n  \
         tablero play othello --white human --black learnt:othello-td-1@12",
        methods.join(", ")
    )
}

fn read_method() -> impl clap::builder::TypedValueParser<Value = Method> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    let known =
        |name: String| Method::ALL.into_iter().find(|m| m.name() == name).ok_or("no such method");
    PossibleValuesParser::new(Method::ALL.map(Method::name)).try_map(known)
}

/// Reads a time: a number and its unit.
fn read_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a time is like 90s, 10m or 2h, not {text:?}");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1.0,
        'm' => 60.0,
        'h' => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let time = number * seconds;
    if time > 0.0 && time <= 1e7 { Ok(Duration::from_secs_f64(time)) } else { Err(wrong()) }
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let (Some(card), Some(method)) = (arguments.game, arguments.method) else {
        anyhow::bail!("a game and a method are needed");
    };
    anyhow::ensure!(
        arguments.time.is_some() || arguments.games.is_some(),
        "say how long to learn: --for 10m, or --games 10000"
    );
    let settings = settings(card, method, arguments)?;
    let path = if let Some(path) = &arguments.out {
        path.clone()
    } else {
        let name = run_name(card.name(), method, arguments.seed);
        storage::data_folder()?.join("learnt").join(name)
    };
    let is_run = path.join("run.json").is_file();
    let mut session = if is_run {
        let before = Run::open(&path)?;
        before.check_game(card.name())?;
        let same = before.header.settings == settings && before.header.threads == arguments.threads;
        anyhow::ensure!(
            same,
            "{} is a run with other settings ({}); name another directory with --out",
            path.display(),
            serde_json::to_string(&before.header.settings)?
        );
        Session::resume(card, &path)?
    } else {
        Session::begin(card, &path, settings, arguments.threads)?
    };
    let stop = stop_on_signal_or_end_at_second()?;
    if !arguments.json {
        let settings = &session.run().header.settings;
        writeln!(out, "{} {method} in {}{}", card.name(), path.display(), teacher(settings))?;
    }
    let budget = Budget { time: arguments.time, games: arguments.games };
    let measuring = Measuring::with(arguments.measure);
    let bar = progress::bar(PARTS, "{bar:30} {percent}%{msg}, {elapsed}");
    let mut failed = Ok(());
    session.learn(budget, measuring, &stop, &mut |news| match news {
        News::Step { games, learning } => {
            bar.set_position(budget_used(arguments, *games, *learning));
            bar.set_message(format!(
                ", {games} games, {:.0} s of processor time",
                learning.as_secs_f64()
            ));
        }
        News::Generation { run } => {
            let said = bar.suspend(|| say(run, arguments.json, out));
            if failed.is_ok() {
                failed = said;
            }
        }
    })?;
    bar.finish_and_clear();
    failed?;
    let run = session.run();
    if let Some(last) = run.entries.last().filter(|_| arguments.json) {
        let told = json!({
            "game": card.name(),
            "method": method.name(),
            "path": path,
            "player": format!("learnt:{}@{}", player_name(run), last.generation),
            "generations": run.entries.len(),
            "games": last.games,
            "learning_seconds": last.learning_seconds,
            "measuring_seconds": last.measuring_seconds,
        });
        json::print(out, &told)?;
    } else if let Some(last) = run.entries.last() {
        writeln!(
            out,
            "{} generations, {} games, {:.0} s of processor time for learning and {:.0} s for measuring",
            run.entries.len(),
            last.games,
            last.learning_seconds,
            last.measuring_seconds
        )?;
        writeln!(out, "play it: learnt:{}@{}", player_name(run), last.generation)?;
    }
    Ok(())
}

/// Whom the network of an engine imitates at first.
fn teacher(settings: &Settings) -> String {
    match (&settings.model, settings.taught_steps) {
        (ModelSpec::Engine, _) if settings.from_shipped => {
            ", from the network of the program".to_owned()
        }
        (ModelSpec::Engine, 0) => ", from nothing".to_owned(),
        (ModelSpec::Engine, 1) => ", taught by the evaluation made by hand for 1 step".to_owned(),
        (ModelSpec::Engine, steps) => {
            format!(", taught by the evaluation made by hand for {steps} steps")
        }
        _ => String::new(),
    }
}

/// What a run is called as a player: its name where it is one of the data directory, its path elsewhere.
fn player_name(run: &Run) -> String {
    let library = super::library();
    if library.folder().is_some() && run.path().parent() == library.folder() {
        run.name()
    } else {
        run.path().display().to_string()
    }
}

fn settings(card: Game, method: Method, arguments: &Arguments) -> anyhow::Result<Settings> {
    let start = card
        .start(arguments.position.as_deref(), 0)
        .map_err(|why| anyhow::anyhow!(why.text(Language::English).to_owned()))?;
    let learning = learning_of(card, &start)?;
    let mut settings = learning.usual(method, arguments.seed, start);
    let Arguments { population, model, depth, rate, lambda, exploration, step, .. } = arguments;
    settings.population = population.unwrap_or(settings.population);
    settings.model = model.clone().unwrap_or(settings.model);
    settings.depth = depth.unwrap_or(settings.depth);
    settings.nodes = arguments.nodes.unwrap_or(settings.nodes);
    settings.taught_steps = arguments.taught_steps.unwrap_or(settings.taught_steps);
    if arguments.from_shipped {
        (settings.from_shipped, settings.taught_steps) = (true, 0);
    }
    settings.rate = rate.unwrap_or(settings.rate);
    settings.lambda = lambda.unwrap_or(settings.lambda);
    settings.exploration = exploration.unwrap_or(settings.exploration);
    settings.games = step.unwrap_or(settings.games);
    settings.coherence = arguments.coherence;
    if arguments.against_heuristic {
        settings.against = Against::Heuristic;
    }
    Ok(settings)
}

/// The steps of the bar, whatever limits the run.
const PARTS: u64 = 1000;

/// How much of the time or of the games has been used, whichever ends the run first.
fn budget_used(arguments: &Arguments, games: u64, learning: Duration) -> u64 {
    let by_games = arguments.games.map(|most| games as f64 / most as f64);
    let by_time = arguments.time.map(|most| learning.as_secs_f64() / most.as_secs_f64());
    let used = by_games.into_iter().chain(by_time).fold(0.0, f64::max);
    (PARTS as f64 * used.min(1.0)) as u64
}

/// A line about the last generation, with a small plot of the strength so far.
fn say(run: &Run, is_json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    use std::fmt::Write as _;
    let comparison = Comparison::new(std::slice::from_ref(run));
    let Some(curve) = comparison.curves.first() else { return Ok(()) };
    let Some(point) = curve.points.last() else { return Ok(()) };
    if is_json {
        json::print(out, &serde_json::to_value(point)?)?;
        return Ok(out.flush()?);
    }
    let time = point.learning_seconds;
    let mut line =
        format!("generation {:>3}  {:>9} games  {time:>7.1} s", point.generation, point.games);
    if run.entries.last().is_some_and(|entry| !entry.results.is_empty()) {
        write!(line, "  rating {:>5.0} ± {:<4.0}", point.rating, point.margin)?;
    }
    if let Some([share, margin]) = point.league {
        write!(line, "  league {:.1} ± {:.1} %", 100.0 * share, 100.0 * margin)?;
    }
    if let Some(error) = point.error {
        write!(line, "  error {:.1}", 100.0 * error)?;
    }
    writeln!(out, "{line}  {}", plot(curve)).context("cannot write")?;
    out.flush()?;
    Ok(())
}

/// The ratings so far as bars.
fn plot(curve: &Curve) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const LONGEST: usize = 30;
    let ratings: Vec<f64> = curve.points.iter().map(|point| point.rating).collect();
    let (least, most) =
        ratings.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &r| (l.min(r), m.max(r)));
    let bar = |rating: &f64| {
        let height = 7.99 * (rating - least) / (most - least).max(1.0);
        BARS[(height as usize).min(7)]
    };
    ratings[ratings.len().saturating_sub(LONGEST)..].iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::read_time;
    use std::time::Duration;

    #[test]
    fn times_have_units() {
        assert_eq!(read_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(read_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(read_time("2h"), Ok(Duration::from_hours(2)));
        for wrong in ["", "10", "m", "-1m", "0s", "10d", "1e9h", "ä"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }
}
