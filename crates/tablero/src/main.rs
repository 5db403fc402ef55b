//! The command line.

mod mines;

use clap::Parser;

/// Classic board games.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Minesweeper boards, probabilities and the solver
    #[command(subcommand)]
    Mines(mines::Command),
}

fn main() -> anyhow::Result<()> {
    let Command::Mines(command) = Arguments::parse().command;
    mines::run(command)
}
