//! `tablero uci`: a chess engine for other programs.

use std::io;

/// Be a chess engine for another program.
///
/// Graphical interfaces such as Cute Chess, Arena, Scid or Nibbler use engines that speak
/// UCI. Add a new engine there, with the path of this program as the command and `uci` as its
/// argument. The lines of the protocol can also be typed by hand; `quit` ends it.
///
/// Besides the protocol it understands `d` (draw the position), `eval` (its worth before any search),
/// `bench` (the node count of a fixed set of positions) and `go perft N`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero uci
  printf 'position startpos moves e2e4\\ngo nodes 100000\\n' | tablero uci
  printf 'setoption name MultiPV value 3\\ngo depth 12\\n' | tablero uci

When the input ends, a search with a limit is finished first; one without is stopped.")]
pub struct Arguments {}

pub fn run() -> anyhow::Result<()> {
    Ok(uci::serve(|| players::bench(crate::club::CLUB).to_string(), io::stdin(), io::stdout())?)
}
