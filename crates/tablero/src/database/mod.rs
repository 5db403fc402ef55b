//! `tablero database`: endgame databases that the machine makes for itself.

mod folder;
mod make;
mod prove;

pub use folder::install;

use crate::progress;
use anyhow::{Context, ensure};
use checkers::endgames::{Counts, MOST_PIECES, Material, SHIPPED_PIECES};
use clap::ValueHint;
use folder::Folder;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Endgame databases: who wins, and in how many moves, with few pieces on the board.
///
/// The program comes with all positions of checkers with up to four pieces. Those of five take a minute or two to make, and
/// those of six a good ten times as long. Once they are there, every game and analysis uses them.
///
///     tablero database make checkers --pieces 5
///     tablero database list
#[derive(clap::Subcommand)]
#[command(verbatim_doc_comment)]
pub enum Command {
    Make(Make),
    List(List),
    Check(Check),
    Remove(Remove),
    Prove(Prove),
}

/// Make the databases that are not there yet.
///
/// What is whole is kept: after Ctrl-C, or when the disk is full, the same command goes on where it was stopped.
///
///     tablero database make checkers --pieces 6 --threads 2
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Make {
    /// The game.
    #[arg(value_parser = ["checkers"])]
    game: String,

    /// All positions with up to so many pieces, kings and men of both sides together: 5 to 7.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(SHIPPED_PIECES as i64 + 1..=MOST_PIECES as i64))]
    pieces: u8,

    /// Work on so many parts at once. Each takes its own memory.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    #[command(flatten)]
    place: Place,
}

/// Say which databases are there.
#[derive(clap::Args)]
pub struct List {
    #[command(flatten)]
    place: Place,
}

/// Read all databases and compare them with their checksums.
///
/// The exit code is 1 when one is damaged. Remove it and make it again.
#[derive(clap::Args)]
pub struct Check {
    #[command(flatten)]
    place: Place,
}

/// Delete the databases of so many pieces.
///
///     tablero database remove --pieces 6
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Remove {
    /// Those with so many pieces; all of them without this.
    #[arg(long, value_parser = clap::value_parser!(u8).range(SHIPPED_PIECES as i64 + 1..=MOST_PIECES as i64))]
    pieces: Option<u8>,

    #[command(flatten)]
    place: Place,
}

/// Play random won positions against perfect defence, and count how many are won.
///
///     tablero database prove --positions 1000 --time 20
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Prove {
    /// How many positions.
    #[arg(long, default_value_t = 100)]
    positions: u32,

    /// With at most so many pieces.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=MOST_PIECES as i64))]
    pieces: u8,

    /// Milliseconds for each move of the winner.
    #[arg(long, default_value_t = 20)]
    time: u64,

    /// Another seed gives other positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    place: Place,
}

#[derive(clap::Args)]
struct Place {
    /// The folder of the databases. Usually it is databases/checkers in the data directory of the program, or the one that the
    /// environment variable `TABLERO_DATABASES` names; only there are they found by games.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: Option<PathBuf>,
}

impl Place {
    fn folder(&self) -> anyhow::Result<Folder> {
        self.directory.clone().map_or_else(Folder::usual, |path| Ok(Folder::new(path)))
    }
}

pub fn run(command: &Command, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        Command::Make(arguments) => make::run(arguments, out),
        Command::Prove(arguments) => prove::run(arguments, out),
        Command::List(arguments) => list(&arguments.place.folder()?, out),
        Command::Check(arguments) => check(&arguments.place.folder()?, out),
        Command::Remove(arguments) => {
            remove(&arguments.place.folder()?, arguments.pieces.map(usize::from), out)
        }
    }
}

/// All numbers of pieces that are not part of the program.
fn sizes() -> impl Iterator<Item = usize> {
    SHIPPED_PIECES + 1..=MOST_PIECES
}

fn list(folder: &Folder, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{SHIPPED_PIECES} pieces and fewer: part of the program")?;
    for pieces in sizes() {
        let slices = Material::all(pieces);
        let there: Vec<Material> =
            slices.iter().copied().filter(|&slice| folder.has(slice)).collect();
        if there.is_empty() {
            continue;
        }
        let mut counts = Counts::default();
        for &slice in &there {
            counts = counts.plus(folder.head(slice)?.counts);
        }
        let bytes = there.iter().map(|&slice| folder.size(slice)).sum();
        let part = if there.len() < slices.len() {
            format!(", {} of {} parts", there.len(), slices.len())
        } else {
            String::new()
        };
        let Counts { won, lost, drawn, longest } = counts;
        writeln!(
            out,
            "{pieces} pieces: {won} won, {lost} lost, {drawn} drawn for the side to move; the longest win takes {longest} moves of both \
             sides; {}{part}",
            megabytes(bytes)
        )?;
    }
    writeln!(out, "in {}", folder.path().display())?;
    Ok(())
}

fn check(folder: &Folder, out: &mut impl Write) -> anyhow::Result<()> {
    let mut damaged = 0;
    let slices: Vec<Material> =
        sizes().flat_map(Material::all).filter(|&slice| folder.has(slice)).collect();
    let checked = slices.len();
    let bar = progress::bar(checked as u64, progress::FILES);
    for slice in slices {
        if let Err(error) = folder.read_slice(slice) {
            damaged += 1;
            bar.suspend(|| writeln!(out, "{error:#}"))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    ensure!(
        damaged == 0,
        "{damaged} of {checked} files are damaged: remove them and make them again"
    );
    writeln!(out, "all {checked} files are whole")?;
    Ok(())
}

fn remove(folder: &Folder, pieces: Option<usize>, out: &mut impl Write) -> anyhow::Result<()> {
    let wanted = sizes().filter(|&size| pieces.is_none_or(|pieces| pieces == size));
    let mut removed = 0;
    for slice in wanted.flat_map(Material::all).filter(|&slice| folder.has(slice)) {
        let file = folder.file(slice);
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        removed += 1;
    }
    writeln!(out, "{removed} files removed")?;
    Ok(())
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
