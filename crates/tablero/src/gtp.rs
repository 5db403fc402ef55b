//! `tablero gtp`: an Othello engine for other programs.

use std::io;

/// Be an Othello engine for another program.
///
/// Programs that let others play Othello speak GTP with them, or a protocol that begins with the word nboard: the first line
/// that comes in tells which it is. The path of this program is the command, and `gtp othello`
/// are its arguments. The lines of the protocol can also be typed by hand; `quit` ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero gtp othello
  printf 'play black f5\\ngenmove white\\nquit\\n' | tablero gtp othello
  tablero match othello engine:time=0.1s 'gtp:gtp-rhino?time=0.1s' --games 40")]
pub struct Arguments {
    /// The game.
    #[arg(value_parser = ["othello"])]
    game: String,
}

pub fn run(_: &Arguments) -> anyhow::Result<()> {
    Ok(gtp::serve(io::stdin().lock(), io::stdout())?)
}
