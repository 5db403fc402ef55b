//! `tablero suite`: chess positions with known best moves.

mod positions;

use crate::engine_options::EngineOptions;
use crate::json::{self, JsonOption};
use crate::progress;
use crate::signals::stop_and_tell;
use anyhow::Context;
use clap::ValueHint;
use players::Thinker;
use positions::{AttemptError, BadLine, Suite, TestPosition};
use serde_json::json;
use std::io::{Read, Write};
use std::path::PathBuf;
use table::{Player, Resources, ThinkError};

/// Let a player solve the chess positions of an EPD file.
///
/// A position is solved when the move is one of its best moves (bm) and none of those to avoid (am).
/// A search has one thread unless --threads says otherwise. Moves may be in coordinates (e2e4). Every
/// position that is not solved is printed, and before them every line that cannot be read, with the
/// reason; the last line is `solved N of M`.
///
/// The exit status is 0 when every line was read, solved or not, and 1 when some were left out.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero suite wac.epd
  tablero suite wac.epd --player engine:nodes=100000
  tablero suite wac.epd --player 'uci:stockfish?time=0.1s'")]
pub struct Arguments {
    /// The EPD file.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The player that solves them.
    #[arg(long, default_value = "engine:time=1s")]
    player: Player,

    #[command(flatten)]
    engine: EngineOptions,

    #[command(flatten)]
    json: JsonOption,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    players::can_play(&arguments.player, &games::chess::CARD)?;
    let name = arguments.file.display();
    let Suite { positions, unreadable } = read(arguments).with_context(|| format!("{name}"))?;
    let none = positions.is_empty() && unreadable.is_empty();
    anyhow::ensure!(!none, "{name}: there is no position in the file");
    let is_json = arguments.json.json;
    for line in unreadable.iter().filter(|_| !is_json) {
        writeln!(out, "{line}")?;
    }
    let bar = progress::bar(positions.len() as u64, progress::COUNTED);
    let mut thinker = Thinker::with(arguments.engine.or(Resources::default()));
    let (mut solved, mut asked) = (0, 0);
    let (stop, signal) = stop_and_tell()?;
    let mut attempts = Vec::new();
    for position in &positions {
        let attempt = match position.attempt(&arguments.player, &mut thinker, &stop) {
            Err(AttemptError::Player(ThinkError::Stopped)) => break,
            attempt => attempt.with_context(|| position.name.clone())?,
        };
        asked += 1;
        solved += usize::from(attempt.solved);
        bar.inc(1);
        bar.set_message(format!(", {solved} solved"));
        if is_json {
            attempts.push(json!({
                "name": position.name,
                "move": attempt.mv,
                "expected": position.expected(),
                "solved": attempt.solved,
            }));
        } else if !attempt.solved {
            let (name, mv) = (&position.name, &attempt.mv);
            bar.suspend(|| writeln!(out, "{name}: {mv}, expected {}", position.expected()))?;
        }
    }
    bar.finish_and_clear();
    if is_json {
        let unread: Vec<String> = unreadable.iter().map(ToString::to_string).collect();
        let told = json!({
            "solved": solved,
            "asked": asked,
            "positions": attempts,
            "unreadable": unread,
            "stopped": signal.get().is_some(),
        });
        json::print(out, &told)?;
        return signal.report().and_then(|()| complete(&name.to_string(), &unreadable, &positions));
    }
    writeln!(out, "{:.1} %", 100.0 * solved as f64 / f64::max(asked as f64, 1.0))?;
    writeln!(out, "solved {solved} of {asked}")?;
    signal.report()?;
    complete(&name.to_string(), &unreadable, &positions)
}

fn complete(name: &str, unreadable: &[BadLine], read: &[TestPosition]) -> anyhow::Result<()> {
    let (left_out, all) = (unreadable.len(), unreadable.len() + read.len());
    anyhow::ensure!(left_out == 0, "{name}: {left_out} of {all} positions could not be read");
    Ok(())
}

fn read(arguments: &Arguments) -> anyhow::Result<Suite> {
    /// A hundred thousand positions.
    const LONGEST: u64 = 16 << 20;
    let mut bytes = Vec::new();
    std::fs::File::open(&arguments.file)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(bytes.len() as u64 <= LONGEST, "a suite has at most {LONGEST} bytes");
    // A name in another encoding is no reason to refuse its position.
    Ok(positions::read(&String::from_utf8_lossy(&bytes)))
}
