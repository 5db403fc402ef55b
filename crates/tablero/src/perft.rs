//! `tablero perft`: counting lines of play.

use crate::club::{self, Game};
use crate::json::{self, JsonOption};
use crate::progress;
use anyhow::{Context, anyhow};
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

/// Count the lines of play from a position, to check and time the rules.
///
/// The last line of the output is `nodes N`. Published figures exist for many positions, so a
/// wrong number shows a wrong rule; --divide shows below which move it goes wrong.
#[derive(clap::Args)]
#[command(after_help = format!("Examples:{}\n\nPositions:{}", examples(), club::starts(club::is_counted, "or like")))]
pub struct Arguments {
    #[arg(value_parser = club::counted(), help = "The game")]
    game: Game,

    /// How many moves deep, both sides counted.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,

    /// Where to start, in the notation of the game.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Show the count below each first move.
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    json: JsonOption,
}

fn examples() -> String {
    let counted = club::CLUB.cards().iter().filter(|card| club::is_counted(**card));
    let example = |card: &Game| {
        let name = card.name();
        let named = club::named_starts(*card).into_iter().next();
        let named =
            named.map(|start| format!("\n  tablero perft {name} 4 --position {start} --divide"));
        format!("\n  tablero perft {name} 6{}", named.unwrap_or_default())
    };
    counted.map(example).collect()
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let card = arguments.game;
    let start = card.start(arguments.position.as_deref(), 0);
    let start = start.map_err(anyhow::Error::msg).context("in --position")?;
    let divide = card.kind_of(&start).divide;
    let divide = divide.ok_or_else(|| anyhow!("{} hides something", card.name()))?;
    let begun = Instant::now();
    let progress = progress::bar(0, "{bar:30} {pos} of {len} first moves, {elapsed}");
    let mut written: io::Result<()> = Ok(());
    let is_json = arguments.json.json;
    let mut below = Vec::new();
    let nodes = divide(&start, arguments.depth, &mut |first| {
        progress.set_length(first.of as u64);
        progress.inc(1);
        if arguments.divide && is_json {
            below.push(json!({ "move": first.name, "nodes": first.nodes }));
        } else if arguments.divide {
            written = progress.suspend(|| writeln!(out, "{}: {}", first.name, first.nodes));
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let nodes = nodes.map_err(anyhow::Error::msg).context("in --position")?;
    progress.finish_and_clear();
    written?;
    let seconds = begun.elapsed().as_secs_f64();
    if is_json {
        let mut told = json!({ "game": card.name(), "start": start, "depth": arguments.depth, "nodes": nodes, "seconds": seconds });
        if arguments.divide {
            told["moves"] = json!(below);
        }
        return Ok(json::print(out, &told)?);
    }
    if arguments.divide {
        writeln!(out)?;
    }
    writeln!(out, "time {seconds:.3} s")?;
    writeln!(out, "speed {:.1} million nodes/s", nodes as f64 / seconds.max(1e-9) / 1e6)?;
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}
