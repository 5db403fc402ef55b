//! The command line: reads words, calls the crates that do the work, prints what they say.

mod bench;
mod best;
mod match_;
mod mines;
mod perft;
mod play;
mod serve;
mod shelf;
mod signals;
mod suite;
mod uci;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::io;
use std::process::ExitCode;

/// A club of classic board games: chess, checkers, Othello and Minesweeper.
#[derive(Parser)]
#[command(
    name = "tablero",
    version,
    after_help = "Without a command a screen comes up on which a game is chosen.\n\n\
                  Run `tablero help COMMAND` for what a command can do, with examples."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),

    Perft(perft::Arguments),
    Best(best::Arguments),
    Match(match_::Arguments),
    Suite(suite::Arguments),
    Bench(bench::Arguments),
    Uci(uci::Arguments),
    Serve(serve::Arguments),

    /// Minesweeper boards, exact probabilities, hints and win rates.
    #[command(subcommand)]
    Mines(mines::Command),

    /// Print a script that completes words for a shell.
    ///
    /// For bash, for instance, put this into ~/.bashrc:
    ///
    ///     source <(tablero completions bash)
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell that you use.
        shell: clap_complete::Shell,
    },
}

/// The games that a search can look into.
#[derive(Clone, Copy, ValueEnum)]
enum PerfectGame {
    /// Chess, and Chess960 by its position.
    Chess,
    /// Checkers, by the rules of English draughts.
    Checkers,
    /// Othello, on 8x8 squares.
    Othello,
}

impl PerfectGame {
    /// The same among all games.
    const fn name(self) -> table::GameName {
        match self {
            PerfectGame::Chess => table::GameName::Chess,
            PerfectGame::Checkers => table::GameName::Checkers,
            PerfectGame::Othello => table::GameName::Othello,
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Play(arguments) => play::run(arguments),
        Command::Perft(arguments) => perft::run(&arguments, &mut io::stdout().lock()),
        Command::Best(arguments) => best::run(&arguments, &mut io::stdout()),
        Command::Match(arguments) => match_::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments, &mut io::stdout()),
        Command::Bench(_) => bench::run(&mut io::stdout()),
        Command::Uci(_) => uci::run(),
        Command::Mines(command) => mines::run(command),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "tablero", &mut script);
            Ok(io::Write::write_all(&mut io::stdout().lock(), &script)?)
        }
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Some(command) => run(command),
        None if play::has_screen() => play::choose(),
        None => Arguments::command().print_help().map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough, as `head` has.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablero: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
