//! `tablero learn`: a program that teaches itself.

mod compare;
mod export;
mod measure;
mod run;
mod show;

use crate::storage;
use lab::learning::{Library, LibraryError, Run};
use players::Unavailable;
use std::io;
use std::path::PathBuf;

/// Let a program teach itself a game, from nothing, and see how strong it gets.
///
/// It plays games to learn from and writes generations: what it knows after so many games. Each is
/// measured against players that do not learn. Any of them can be played against, as the player
/// learnt:NAME@GENERATION. Ctrl-C keeps what was learnt and ends; the same command goes on from there. A second
/// Ctrl-C ends at once.
///
/// With one thread the same seed gives the same run. Only the network of the engine of chess does not begin from nothing:
/// at first it imitates the evaluation made by hand (--taught-steps).
#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true,
    after_help = run::examples()
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    run: run::Arguments,
}

#[derive(clap::Subcommand)]
enum Command {
    Compare(compare::Arguments),
    Show(show::Arguments),
    Measure(measure::Arguments),
    Export(export::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let out = &mut io::stdout();
    match &arguments.command {
        None => run::run(&arguments.run, out),
        Some(Command::Compare(arguments)) => compare::run(arguments, out),
        Some(Command::Show(arguments)) => show::run(arguments, out),
        Some(Command::Measure(arguments)) => measure::run(arguments, out),
        Some(Command::Export(arguments)) => export::run(arguments, out),
    }
}

/// The runs of the data directory, and those named by a path.
pub fn library() -> Library {
    Library::new(storage::data_folder().ok().map(|folder| folder.join("learnt")))
}

/// Lets `learnt:RUN@GENERATION` be a player everywhere in this process.
pub fn offer_learnt_players() {
    let library = library();
    players::use_library(move |run, generation| {
        library.player(run, generation).map_err(|error| match error {
            LibraryError::Unknown(run) => Unavailable::Unknown(run),
            LibraryError::Run(error) => Unavailable::Unreadable(error.to_string()),
        })
    });
}

/// A run by its name or path.
fn open(name: &str) -> anyhow::Result<Run> {
    let library = library();
    match library.path(name) {
        Ok(path) => Ok(Run::open(&path)?),
        // A path that is there says more when it is opened.
        Err(_) if PathBuf::from(name).exists() => Ok(Run::open(&PathBuf::from(name))?),
        Err(error) => Err(error.into()),
    }
}

/// A run and perhaps a generation: `NAME@12`.
fn split(text: &str) -> anyhow::Result<(&str, Option<u32>)> {
    match text.rsplit_once('@') {
        None => Ok((text, None)),
        Some((name, generation)) => {
            let number = generation.parse().map_err(|_| {
                anyhow::anyhow!("a generation is a whole number, as in NAME@12, not {generation:?}")
            })?;
            Ok((name, Some(number)))
        }
    }
}
