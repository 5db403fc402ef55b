//! Writing files so that they are there whole or not at all.
//!
//! The bytes go to a temporary file in the same folder, under a name that nothing has, and are synced; then that file takes the name, and
//! the folder is synced, too. Where any of it fails, the temporary file is removed and whatever had the name before is untouched.
//!
//! Decided against: `fs::write`, which leaves half a file on a full disk, and a temporary name made from that of the file, which may be that of
//! another file.

use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Who may read a file, where the system tells users apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Everybody whom the user's settings let read new files.
    Usual,
    /// The user alone.
    UserOnly,
}

/// How the names of temporary files begin and end.
const PREFIX: &str = ".tablero-";
const SUFFIX: &str = ".unfinished";

/// Writes a file, in the place of the one that has the name.
pub fn replace(file: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    written_beside(file, bytes, readers)?.persist(file)?;
    sync_folder_of(file)
}

/// Writes a file under a name that nothing has; otherwise the error is [`AlreadyExists`](io::ErrorKind::AlreadyExists).
pub fn create_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    written_beside(file, bytes, Readers::Usual)?.persist_noclobber(file)?;
    sync_folder_of(file)
}

/// Removes what a program that was killed left unfinished in a folder that nothing else writes to.
pub fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn written_beside(file: &Path, bytes: &[u8], readers: Readers) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask takes away is taken away from it.
        let mode = if readers == Readers::Usual { 0o666 } else { 0o600 };
        builder.permissions(Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = readers;
    let mut beside = builder.tempfile_in(folder_of(file))?;
    beside.write_all(bytes)?;
    beside.as_file().sync_all()?;
    Ok(beside)
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name is on the disk when its folder is. Folders cannot be synced everywhere, and the bytes are safe already.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    if cfg!(unix) { std::fs::File::open(folder_of(file))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chess.network");
        fs::write(folder.path().join("chess.new"), "of another program").unwrap();
        for text in ["first", "second"] {
            replace(&file, text.as_bytes(), Readers::Usual).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        let other = fs::read_to_string(folder.path().join("chess.new")).unwrap();
        assert_eq!(
            (other.as_str(), fs::read_dir(folder.path()).unwrap().count()),
            ("of another program", 2)
        );
    }

    #[test]
    fn a_name_that_is_taken_is_refused_and_what_has_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        create_new(&file, b"mine").unwrap();
        let error = create_new(&file, b"yours").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_is_left_where_a_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("folder");
        fs::create_dir_all(taken.join("with-something-in-it")).unwrap();
        assert!(replace(&taken, b"text", Readers::Usual).is_err());
        assert!(replace(&folder.path().join("missing/file"), b"text", Readers::Usual).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_was_left_unfinished_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".tablero-a1b2c3.unfinished", ".tablero-notes", "games.unfinished"] {
            fs::write(folder.path().join(name), "text").unwrap();
        }
        remove_unfinished(folder.path()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(!folder.path().join(".tablero-a1b2c3.unfinished").exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_the_users_alone_others_cannot_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("servers.json");
        fs::write(&file, "old").unwrap();
        replace(&file, b"secret", Readers::UserOnly).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
