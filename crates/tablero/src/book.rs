//! `tablero book`: openings that the machine looks at for itself.

use crate::progress;
use crate::signals::stop_on_signal_or_end_at_second;
use crate::storage::write_whole;
use anyhow::{Context, bail};
use book::{Book, Plan, Shelf};
use clap::ValueHint;
use game::Notation;
use search::Searchable;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The shelves of the games that have books.
const SHELVES: [&Shelf; 2] = [&othello::engine::BOOK, &checkers::engine::BOOK];
/// The file is written after so many positions, so that little is lost when the machine stops.
const KEPT_EVERY: usize = 50;

/// Openings: what the search thinks of the first moves when it has time.
///
/// The program comes with a small book of Othello and one of checkers. A larger one that this machine makes takes its place in
/// every game, for `engine` and the stronger levels.
///
///     tablero book show othello f5 d6
///     tablero book make othello --positions 5000
#[derive(clap::Subcommand)]
#[command(verbatim_doc_comment)]
pub enum Command {
    Make(Make),
    Show(Show),
}

/// Make a book, or go on with one.
///
/// After Ctrl-C the same command goes on where it was stopped, and one with more --positions makes the book larger.
#[derive(clap::Args)]
pub struct Make {
    /// The game.
    #[arg(value_parser = ["othello", "checkers"])]
    game: String,

    /// How many positions it is to have.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    positions: u32,

    /// How many positions the search looks at for each of them.
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,

    /// The file. Without it, the one in your data directory, which every game uses.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

/// Show the moves that a book has after some others.
#[derive(clap::Args)]
pub struct Show {
    /// The game.
    #[arg(value_parser = ["othello", "checkers"])]
    game: String,

    /// The moves so far.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,

    /// The file of another book than the one that games use.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

/// Lets the books of the data directory take the place of those that are part of the program, when a game asks for one.
pub fn install() {
    for shelf in SHELVES {
        shelf.install(made_here);
    }
}

/// The book of the data directory. A file that is damaged is as good as none.
fn made_here(game: &str) -> Option<Book> {
    read(&usual_file(game).ok()?, game).ok().flatten()
}

pub fn run(command: &Command, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        Command::Make(arguments) => match arguments.game.as_str() {
            "checkers" => make::<checkers::Position>(arguments, out),
            _ => make::<othello::Position<8>>(arguments, out),
        },
        Command::Show(arguments) => match arguments.game.as_str() {
            "checkers" => show::<checkers::Position>(arguments, out),
            _ => show::<othello::Position<8>>(arguments, out),
        },
    }
}

fn usual_file(game: &str) -> anyhow::Result<PathBuf> {
    let data = crate::storage::data_folder()
        .context("there is no data directory here: name a file with --file")?;
    Ok(data.join("books").join(format!("{game}.book")))
}

fn read(file: &Path, game: &str) -> anyhow::Result<Option<Book>> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    let book = Book::read(&bytes, game).with_context(|| file.display().to_string())?;
    Ok(Some(book))
}

fn make<G: Searchable + Notation<Start = G>>(
    arguments: &Make,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let game = arguments.game.as_str();
    let file = match &arguments.file {
        Some(file) => file.clone(),
        None => usual_file(game)?,
    };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let known = read(&file, game)?.unwrap_or_default();
    let stop = stop_on_signal_or_end_at_second()?;
    let plan = Plan {
        positions: arguments.positions as usize,
        nodes: arguments.nodes,
        ply: 10 * G::PARAMETERS.swing,
        megabytes: 64,
    };
    let template = "{wide_bar} {pos} of {len} positions, {left}";
    let bar = progress::bar(u64::from(arguments.positions), template);
    let write = |book: &Book| write_whole(&file, &book.file(game)?);
    let mut failed = None;
    let made = book::make(&G::standard_start(), plan, &known, |count, so_far| {
        bar.set_position(count as u64);
        if count % KEPT_EVERY == 0 && count > known.len() {
            failed = write(&so_far()).err();
        }
        failed.is_none() && !stop.is_set()
    });
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error);
    }
    if made.len() < known.len() {
        writeln!(out, "stopped: the book is as it was, and the same command goes on from there")?;
        return Ok(());
    }
    write(&made)?;
    let end = if stop.is_set() { ", stopped: the same command goes on from there" } else { "" };
    writeln!(out, "{} positions in {}{end}", made.len(), file.display())?;
    Ok(())
}

fn show<G: Searchable + Notation<Start = G>>(
    arguments: &Show,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut position = G::standard_start();
    for text in &arguments.moves {
        let mv = position.read_move(text).map_err(|error| anyhow::anyhow!("{text}: {error}"))?;
        position = position.play(mv);
    }
    let moves = match &arguments.file {
        None => position.book_moves(),
        Some(file) => match read(file, &arguments.game)? {
            Some(book) => book.moves(&position),
            None => bail!("there is no {}", file.display()),
        },
    };
    if moves.is_empty() {
        writeln!(out, "The book does not know this position.")?;
    }
    for (mv, score) in moves {
        writeln!(out, "{:6} {:+.2}", position.write_move(mv), f64::from(score) / 100.0)?;
    }
    Ok(())
}
