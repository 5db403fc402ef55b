//! `tablero perft`: counting lines of play.

use crate::PerfectGame;
use anyhow::Context;
use game::{Notation, Perfect};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::time::Instant;

/// Count the lines of play from a position, to check and time the rules.
///
/// The last line of the output is `nodes N`. Published figures exist for many positions, so a
/// wrong number shows a wrong rule; --divide shows below which move it goes wrong.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero perft chess 6
  tablero perft chess 4 --divide --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  tablero perft chess 4 --position chess960:0
  tablero perft checkers 9 --position 'W:WK18,K19,K31:BK1,K2,K32'
  tablero perft othello 9")]
pub struct Arguments {
    /// The game.
    game: PerfectGame,

    /// How many moves deep, both sides counted.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,

    /// Where to start: for chess a FEN, `startpos` or `chess960:NUMBER`; for checkers its FEN, such
    /// as `W:W18,K24:B12,16`; for Othello OBF, 64 of X, O and - and the side to move.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Show the count below each first move.
    #[arg(long)]
    divide: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match arguments.game {
        PerfectGame::Chess => count::<chess::Position>(arguments, out, |position, mv| {
            chess::Coordinate::of(position, mv).to_string()
        }),
        PerfectGame::Checkers => {
            count::<checkers::Position>(arguments, out, |_, mv| mv.to_string())
        }
        PerfectGame::Othello => {
            count::<othello::Position<8>>(arguments, out, |_, mv| mv.to_string())
        }
    }
}

/// `name` writes a move as other programs do, so that their counts can be laid beside ours.
fn count<G: Perfect + Notation<Start = G>>(
    arguments: &Arguments,
    out: &mut impl Write,
    name: impl Fn(&G, G::Move) -> String,
) -> anyhow::Result<()> {
    let position = match &arguments.position {
        Some(text) => G::read_start(text).context("in --position")?,
        None => G::standard_start(),
    };
    let start = Instant::now();
    let nodes = match arguments.depth.checked_sub(1) {
        None => 1,
        Some(below) => {
            let moves = position.moves();
            let progress = progress_bar(moves.len());
            let mut total = 0;
            for &mv in moves.iter() {
                let nodes = game::perft(&position.play(mv), below);
                total += nodes;
                progress.inc(1);
                if arguments.divide {
                    progress.suspend(|| writeln!(out, "{}: {nodes}", name(&position, mv)))?;
                }
            }
            progress.finish_and_clear();
            if moves.is_empty() { game::perft(&position, arguments.depth) } else { total }
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    if arguments.divide {
        writeln!(out)?;
    }
    writeln!(out, "time {seconds:.3} s")?;
    writeln!(out, "speed {:.1} million nodes/s", nodes as f64 / seconds.max(1e-9) / 1e6)?;
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// One step for each first move, on standard error, and only where somebody looks at it.
fn progress_bar(moves: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} first moves, {elapsed}");
    let bar = ProgressBar::new(moves as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
