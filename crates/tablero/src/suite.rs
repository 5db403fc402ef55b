//! `tablero suite`: an examination with known answers.

use crate::signals::stop_when_told;
use anyhow::Context;
use engine::{CannotThink, Thinker};
use indicatif::{ProgressBar, ProgressStyle};
use lab::NoAnswer;
use std::io::{Read, Write};
use std::path::PathBuf;
use table::{GameName, Player};

/// Let a player solve the chess positions of an EPD file.
///
/// A position is solved when the move is one of its best moves (bm) and none of those to avoid (am).
/// Every position that is not solved is printed; the last line is `solved N of M`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero suite wac.epd
  tablero suite wac.epd --player engine:nodes=100000
  tablero suite wac.epd --player 'uci:stockfish?time=0.1s'")]
pub struct Arguments {
    /// The file.
    file: PathBuf,

    /// Who solves them.
    #[arg(long, default_value = "engine:time=1s")]
    player: Player,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    engine::can_play(&arguments.player, GameName::Chess)?;
    let name = arguments.file.display();
    let problems = read(arguments).with_context(|| format!("{name}"))?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta} left")?;
    let bar = ProgressBar::new(problems.len() as u64).with_style(style);
    let (mut head, mut solved, mut asked) = (Thinker::new(), 0, 0);
    let stop = stop_when_told()?;
    for problem in &problems {
        let answer = match problem.ask(&arguments.player, &mut head, &stop) {
            Err(NoAnswer::Player(CannotThink::Stopped)) => break,
            answer => answer.with_context(|| problem.name.clone())?,
        };
        asked += 1;
        solved += usize::from(answer.solved);
        bar.inc(1);
        bar.set_message(format!("{solved} solved"));
        if !answer.solved {
            let (name, mv) = (&problem.name, &answer.mv);
            bar.suspend(|| writeln!(out, "{name}: {mv}, expected {}", problem.expected()))?;
        }
    }
    bar.finish_and_clear();
    writeln!(out, "{:.1} %", 100.0 * solved as f64 / f64::max(asked as f64, 1.0))?;
    writeln!(out, "solved {solved} of {asked}")?;
    Ok(())
}

fn read(arguments: &Arguments) -> anyhow::Result<Vec<lab::Problem>> {
    /// A hundred thousand positions.
    const LONGEST: u64 = 16 << 20;
    let mut text = String::new();
    std::fs::File::open(&arguments.file)?.take(LONGEST + 1).read_to_string(&mut text)?;
    anyhow::ensure!(text.len() as u64 <= LONGEST, "an examination has at most {LONGEST} bytes");
    Ok(lab::read_suite(&text)?)
}
