//! Runs side by side.

use crate::storage::write_whole;
use clap::ValueHint;
use lab::learning::{Comparison, Curve, Run, chart};
use std::io::Write;
use std::path::PathBuf;

/// Compare runs of one game: how strong each got, at what cost.
///
/// Ratings are fitted to all games of all these runs at once; random moves are 0, and 400 points are ten to one.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero learn compare run-a run-b
  tablero learn compare run-a run-b --svg curves.svg
  tablero learn compare run-a --json")]
pub struct Arguments {
    /// The runs: names in your data directory, or directories.
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    runs: Vec<String>,

    /// Print everything as JSON, for other programs.
    #[arg(long)]
    json: bool,

    /// Draw the curves into this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let runs: Vec<Run> =
        arguments.runs.iter().map(|name| super::open(name)).collect::<Result<_, _>>()?;
    if let Some(first) = runs.first() {
        for run in &runs {
            run.check_game(&first.header.game)?;
        }
    }
    let comparison = Comparison::new(&runs);
    if let Some(file) = &arguments.svg {
        write_whole(file, chart::svg(&comparison).as_bytes())?;
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&comparison)?)?;
        return Ok(());
    }
    table(&comparison, out)
}

fn table(comparison: &Comparison, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", comparison.game)?;
    let wide =
        |text: &dyn Fn(&Curve) -> usize| comparison.curves.iter().map(text).max().unwrap_or(0);
    let (name, label) =
        (wide(&|curve| curve.run.len()).max(3), wide(&|curve| curve.label().chars().count()));
    writeln!(
        out,
        "{:name$}  {:label$}  seed  generations      games  minutes       rating  league",
        "run", "method"
    )?;
    for curve in &comparison.curves {
        let Some(last) = curve.last_measured() else { continue };
        let league = last
            .league
            .map(|[share, margin]| format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * margin));
        writeln!(
            out,
            "{:name$}  {:label$}  {:>4}  {:>11}  {:>9}  {:>7.1}  {:>5.0} ± {:<4.0}  {}",
            curve.run,
            curve.label(),
            curve.seed,
            curve.points.len(),
            last.games,
            last.learning_seconds / 60.0,
            last.rating,
            last.margin,
            league.unwrap_or_default()
        )?;
    }
    writeln!(out)?;
    writeln!(out, "as strong as         rating  reached after")?;
    for yardstick in &comparison.yardsticks {
        let reached = comparison.curves.iter().map(|curve| match curve.reached(yardstick.rating) {
            None => format!("{} not yet", curve.run),
            Some(point) => format!("{} {:.1} min", curve.run, point.learning_seconds / 60.0),
        });
        let reached: Vec<String> = reached.collect();
        writeln!(out, "{:18} {:>8.0}  {}", yardstick.name, yardstick.rating, reached.join(", "))?;
    }
    Ok(())
}
