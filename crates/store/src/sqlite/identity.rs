//! Is the file that is open still the one under its name?
//!
//! A file that was deleted or replaced takes everything that is written to it, and all of it is gone when the
//! program ends. So the writer looks before each commit, and once more before it acknowledges what it has committed.

use super::wal::wal_file;
use crate::StoreError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A disk with fewer bytes than this is full.
#[cfg(unix)]
const LEAST_ROOM: u64 = 256 << 10;

/// The files of a store as they were opened.
#[derive(Clone)]
pub struct Identity {
    store: PathBuf,
    file: FileId,
    /// Not there before the first commit.
    wal: Option<FileId>,
}

/// What tells a file from another of the same name.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = ();

#[cfg(unix)]
fn id(path: &Path) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> io::Result<FileId> {
    fs::metadata(path).map(drop)
}

impl Identity {
    /// Of a store that has just been opened.
    pub fn of(store: &Path) -> io::Result<Identity> {
        Ok(Identity { store: store.to_owned(), file: id(store)?, wal: id(&wal_file(store)).ok() })
    }

    /// Notes the write-ahead log after a commit, if it was not there before.
    pub fn after_commit(&mut self) {
        if self.wal.is_none() {
            self.wal = id(&wal_file(&self.store)).ok();
        }
    }

    /// Fails when the disk is as good as full: a page may still fit, a few moves would not.
    #[cfg(unix)]
    pub fn check_room(&self) -> Result<(), StoreError> {
        let unknown = |error| StoreError::Unavailable(format!("{}: {error}", self.store.display()));
        let disk = rustix::fs::statvfs(&self.store).map_err(unknown)?;
        if disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST_ROOM {
            return Err(StoreError::Unavailable("the disk is full".to_owned()));
        }
        Ok(())
    }

    #[cfg(not(unix))]
    pub fn check_room(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Fails when the store or its write-ahead log is gone, or another file has its name.
    pub fn check(&self) -> Result<(), StoreError> {
        let same = |path: &Path, before: FileId| match id(path) {
            Ok(now) if now == before => Ok(()),
            Ok(_) => Err(StoreError::Unavailable(format!("{} was replaced", path.display()))),
            Err(error) => Err(StoreError::Unavailable(format!("{}: {error}", path.display()))),
        };
        same(&self.store, self.file)?;
        self.wal.map_or(Ok(()), |before| same(&wal_file(&self.store), before))
    }
}
