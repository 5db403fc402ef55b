//! A learnt network as the file that the engine reads.

use crate::club::CLUB;
use crate::storage::write_whole;
use anyhow::Context;
use clap::ValueHint;
use lab::learning::learning_of;
use std::io::Write;
use std::path::PathBuf;

/// Write the network of a generation as a file that the engine of the game reads.
///
/// `tablero learn chess --method network` learns such a network. In chess programs that speak UCI take the file by the option
/// `EvalFile` of `tablero uci`, and `tablero weights FILE` says what is in it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero learn export chess-network-1 chess.network
  tablero learn export chess-network-1@12 chess.network")]
pub struct Arguments {
    /// The run, and the generation if it is not the last: NAME@12.
    #[arg(value_name = "DIR[@GENERATION]", value_hint = ValueHint::DirPath)]
    player: String,

    /// The file, which is written anew if it is there.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let (name, generation) = super::split(&arguments.player)?;
    let run = super::open(name)?;
    let Some(card) = CLUB.card(&run.header.game) else {
        anyhow::bail!("there is no game {:?} here", run.header.game);
    };
    let settings = &run.header.settings;
    let learning = learning_of(card, &settings.start)?;
    let written = learning.engine_file(&run.player(generation)?)?.with_context(|| {
        format!(
            "{name} has learnt {}, which no engine reads; `tablero learn chess --method network` learns a network that one does",
            settings.model
        )
    })?;
    write_whole(&arguments.file, &written)?;
    let generation = generation.unwrap_or((run.entries.len() as u32).saturating_sub(1));
    writeln!(out, "generation {generation} of {name}, {} bytes", written.len())?;
    Ok(())
}
