//! `tablero man`: manual pages from the definitions of the command line.

use anyhow::Context;
use clap::{Command, ValueHint};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the manual pages into a directory.
///
///     tablero man ~/.local/share/man/man1
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The directory, which is made if it is missing.
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub fn run(
    arguments: &Arguments,
    mut command: Command,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // Names of subcommands with those above them.
    command.build();
    let pages = write(&command, folder)?;
    writeln!(out, "{pages} pages are in {}.", folder.display())?;
    Ok(())
}

/// Writes the page of a command and those of its subcommands. Returns how many.
fn write(command: &Command, folder: &Path) -> anyhow::Result<usize> {
    let page = clap_mangen::Man::new(command.clone());
    let file = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)?;
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    let shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    let below = command.get_subcommands().filter(shown).map(|command| write(command, folder));
    Ok(1 + below.sum::<anyhow::Result<usize>>()?)
}
