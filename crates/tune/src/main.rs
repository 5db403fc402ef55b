//! Plays games and fits the weights that are part of the program to them.
//!
//! ```text
//! cargo run --release -p tune -- help
//! ```
//!
//! Games are kept in `target/tune`; the weights go to where the engine is built from. What is played in batches goes on
//! where it was stopped. The network of chess is learnt by the program itself: `tablero learn chess --method network`.

mod commands;

use clap::{Parser, Subcommand};
use commands::{checkers, chess, levels, othello};
use std::path::PathBuf;

/// Plays games and fits the weights that are part of the program to them.
#[derive(Parser)]
#[command(name = "tune")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays rounds of games of Othello, and fits the weights of its evaluation to them.
    Othello {
        /// The first round to play: those before it, or the weights of the program, are taken as they are.
        #[arg(default_value_t = 0)]
        first: usize,
    },
    /// Measures how far shallow searches of Othello are from deep ones, on positions of those games.
    OthelloErrors,
    /// Plays rounds of games of checkers, and trains its network on them.
    Checkers {
        /// The first round to play: those before it, or the network of the program, are taken as they are.
        #[arg(default_value_t = 0)]
        first: usize,
    },
    /// Trains a network of checkers on files of such games.
    CheckersNetwork {
        epochs: u32,
        rate: f32,
        lambda: f32,
        /// Where the network goes.
        to: PathBuf,
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Solves the endings of checkers that are part of the program.
    CheckersEndgames,
    /// Plays pairs of games between two levels: `levels checkers 100 8 7,120000,8,0.045,11`.
    Levels {
        game: String,
        pairs: u64,
        /// A number, or what holds a level back: DEPTH,NODES,CHOICE,BLINDNESS,TEMPERATURE.
        first: String,
        second: String,
    },
    /// Plays pairs of games between two networks of chess, at so many positions for each move.
    ChessMatch {
        pairs: u64,
        nodes: u64,
        /// The file of a network, `shipped` for that of the program, or `terms` for the evaluation made by hand.
        first: String,
        second: String,
    },
    /// Tunes the numbers of the search of chess by SPSA.
    ChessParameters { pairs: u64, nodes: u64 },
    /// Plays the search of chess with other numbers against the search as it is: `chess-try 400 5000 razor_margin=260`.
    ChessTry {
        pairs: u64,
        nodes: u64,
        #[arg(required = true, value_name = "NAME=VALUE")]
        changes: Vec<chess::Change>,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Othello { first } => othello::tune(first),
        Command::OthelloErrors => othello::measure_errors(),
        Command::Checkers { first } => checkers::tune(first),
        Command::CheckersNetwork { epochs, rate, lambda, to, files } => {
            let plan = tune::checkers::Plan { epochs, lambda, rate, ..checkers::PLAN };
            checkers::train(&files, plan, &to)
        }
        Command::CheckersEndgames => checkers::solve_endgames(),
        Command::Levels { game, pairs, first, second } => {
            levels::contest(&game, pairs, [&first, &second])
        }
        Command::ChessMatch { pairs, nodes, first, second } => {
            chess::match_networks(pairs, nodes, [&first, &second])
        }
        Command::ChessParameters { pairs, nodes } => chess::tune_parameters(pairs, nodes),
        Command::ChessTry { pairs, nodes, changes } => {
            chess::try_parameters(pairs, nodes, &changes)
        }
    }
}
