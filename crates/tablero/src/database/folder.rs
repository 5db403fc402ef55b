//! The folder of the endgame databases of checkers: a file for each slice.

use crate::storage::write_whole;
use anyhow::Context;
use checkers::endgames::{
    Databases, HEAD, Head, MOST_PIECES, Material, NotEndgames, SHIPPED_PIECES, Shelf, Slice,
};
use std::env;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder of the databases.
const VARIABLE: &str = "TABLERO_DATABASES";
/// How the file of a slice ends.
const ENDING: &str = "endgame";

/// A folder with files of slices.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(path: PathBuf) -> Folder {
        Folder(path)
    }

    /// The folder that the environment names, or the one in the user's data directory.
    pub fn usual() -> anyhow::Result<Folder> {
        if let Some(named) = env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
            return Ok(Folder(named.into()));
        }
        let data = crate::storage::data_folder()
            .context("there is no data directory here: name one with --directory")?;
        Ok(Folder(data.join("databases/checkers")))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, slice: Material) -> PathBuf {
        self.0.join(format!("{slice}.{ENDING}"))
    }

    pub fn has(&self, slice: Material) -> bool {
        self.file(slice).is_file()
    }

    /// The most pieces of which all slices are there; those that the program comes with, at least.
    pub fn most_pieces(&self) -> usize {
        let whole =
            |&pieces: &usize| Material::all(pieces).into_iter().all(|slice| self.has(slice));
        (SHIPPED_PIECES + 1..=MOST_PIECES).take_while(whole).last().unwrap_or(SHIPPED_PIECES)
    }

    /// Makes the folder ready for slices: it is there, without what a program that was killed left unfinished.
    pub fn prepare(&self) -> anyhow::Result<()> {
        let cannot = || format!("cannot make {}", self.0.display());
        fs::create_dir_all(&self.0).with_context(cannot)?;
        files::remove_unfinished(&self.0).with_context(cannot)
    }

    /// Writes a slice. A file is there whole or not at all.
    pub fn write(&self, slice: Material, bytes: &[u8]) -> anyhow::Result<()> {
        write_whole(&self.file(slice), bytes)
    }

    /// Reads a whole slice.
    pub fn read_slice(&self, slice: Material) -> anyhow::Result<Slice> {
        let file = self.file(slice);
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let read = Slice::unpack(&bytes).and_then(|read| {
            if read.material() == slice { Ok(read) } else { Err(NotEndgames::Other) }
        });
        read.with_context(|| file.display().to_string())
    }

    /// What the first bytes of the file of a slice say.
    pub fn head(&self, slice: Material) -> anyhow::Result<Head> {
        let file = self.file(slice);
        let bytes = self.read(slice, 0..HEAD as u64);
        let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
        let head = bytes.first_chunk().ok_or(NotEndgames::Damaged).and_then(Head::read);
        head.with_context(|| file.display().to_string())
    }

    /// How long the file of a slice is.
    pub fn size(&self, slice: Material) -> u64 {
        fs::metadata(self.file(slice)).map_or(0, |file| file.len())
    }
}

impl Shelf for Folder {
    fn read(&self, slice: Material, range: Range<u64>) -> Option<Vec<u8>> {
        let mut file = File::open(self.file(slice)).ok()?;
        if range.end > file.metadata().ok()?.len() {
            return None;
        }
        file.seek(SeekFrom::Start(range.start)).ok()?;
        let mut bytes = Vec::new();
        file.take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

/// Lets every search of the program look up the databases of the usual folder, if there are any.
pub fn install() {
    if let Ok(folder) = Folder::usual() {
        install_from(folder);
    }
}

/// The same with the databases of a folder.
pub fn install_from(folder: Folder) {
    let most_pieces = folder.most_pieces();
    if most_pieces > SHIPPED_PIECES {
        checkers::endgames::install(Databases::new(Box::new(folder), most_pieces));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkers::endgames::{Endgames, solve};

    /// Two kings against one.
    fn slice() -> Material {
        Material::all(3)[1]
    }

    #[test]
    fn a_slice_is_written_whole_and_damage_is_found() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path().to_owned());
        assert!(folder.read_slice(slice()).is_err() && !folder.has(slice()));
        let solved = solve(slice(), &Endgames::build(2), &|| true).unwrap();
        let bytes = solved[0].clone().pack();
        folder.write(slice(), &bytes).unwrap();
        assert_eq!(folder.head(slice()).unwrap().material(), slice());
        assert!(folder.read_slice(slice()).is_ok());
        assert_eq!(folder.read(slice(), 3..9).as_deref(), Some(&bytes[3..9]));
        assert_eq!(folder.read(slice(), 3..folder.size(slice()) + 1), None);
        assert_eq!(folder.most_pieces(), SHIPPED_PIECES);
        fs::write(folder.file(slice()), &bytes[1..]).unwrap();
        assert!(folder.read_slice(slice()).is_err());
        // The file of one slice under the name of another.
        fs::write(folder.file(slice().turned()), &bytes).unwrap();
        assert!(folder.read_slice(slice().turned()).is_err());
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_leaves_nothing_behind() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path().join("missing"));
        let error = folder.write(slice(), b"something").unwrap_err();
        assert!(error.to_string().starts_with("cannot write"), "{error}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
