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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line;

    /// The commands with the names of their pages, as their definitions have them.
    fn commands(command: &Command, name: &str) -> Vec<(String, Command)> {
        let shown = |below: &&Command| !below.is_hide_set() && below.get_name() != "help";
        let below = command.get_subcommands().filter(shown);
        let below =
            below.flat_map(|below| commands(below, &format!("{name}-{}", below.get_name())));
        [(name.to_owned(), command.clone())].into_iter().chain(below).collect()
    }

    #[test]
    fn every_command_has_a_page_with_every_option_of_its_definition() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = Arguments { folder: folder.path().to_owned() };
        run(&arguments, command_line(&[]), &mut Vec::new()).unwrap();
        let commands = commands(&command_line(&[]), "tablero");
        let pages = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(pages, commands.len());
        assert!(pages > 40, "{pages}");
        for (name, command) in commands {
            let page = fs::read_to_string(folder.path().join(format!("{name}.1")))
                .unwrap_or_else(|error| panic!("{name}: {error}"))
                .replace("\\-", "-");
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let first = about.split_whitespace().next().unwrap_or_default();
            assert!(!first.is_empty() && page.contains(first), "{name}: {about}");
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                let wanted = match argument.get_long() {
                    Some(long) => format!("--{long}"),
                    None => argument.get_value_names().map_or_else(
                        || argument.get_id().as_str().to_uppercase(),
                        |names| names.join(" "),
                    ),
                };
                assert!(page.contains(&wanted), "{name}: {wanted}");
            }
        }
    }
}
