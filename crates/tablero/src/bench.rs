//! `tablero bench`: a fixed amount of work.

use crate::club::CLUB;
use crate::progress;
use std::io::Write;

/// Search a fixed set of positions, and print how many nodes that took.
///
/// The number of nodes is a signature: two builds that search alike print the same one, on any machine. The
/// speed behind it is that of one thread.
#[derive(clap::Args)]
#[command(after_help = "Example:
  tablero bench")]
pub struct Arguments {}

pub fn run(out: &mut impl Write) -> anyhow::Result<()> {
    let bar = progress::bar(0, progress::UNKNOWN);
    bar.set_message("searching");
    let counted = players::bench(CLUB);
    bar.finish_and_clear();
    writeln!(out, "{counted}")?;
    Ok(())
}
