//! The user's data directory: the file in which games are kept by default, and the runs that have learnt.

use anyhow::Context;
use files::Readers;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The file in the user's data directory; the directory is made if it is missing.
pub fn usual_file() -> anyhow::Result<PathBuf> {
    let folder =
        data_folder().context("there is no data directory here: name a file with --store FILE")?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join("games.db"))
}

/// Writes a file so that it is there whole, or as it was before.
pub fn write_whole(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(file, bytes, Readers::Usual)
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Writes a file that is not there yet: never in the place of another.
pub fn write_new(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::create_new(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

/// The directory of the program in the user's data directory, there or not.
pub fn data_folder() -> anyhow::Result<PathBuf> {
    let folder = |variable| env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    Ok(data.context("there is no data directory here")?.join("tablero"))
}
