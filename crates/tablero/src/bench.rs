//! `tablero bench`: a fixed amount of work.

use crate::club::CLUB;
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
    writeln!(out, "{}", players::bench(CLUB))?;
    Ok(())
}
