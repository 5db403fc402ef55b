//! Games on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use table::log::LONGEST_LOG;

/// How every saved game begins.
const BEGINNING: &[u8] = br#"{"event":"started""#;

/// Writes a saved game. A file that is there already is replaced only if it is a saved game.
pub fn save(file: &str, text: &str) -> Result<(), String> {
    // A link is followed to the file that it stands for.
    let target = fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
    only_a_file(&target)?;
    match File::open(&target) {
        Ok(there) => {
            let mut beginning = Vec::new();
            let read = there.take(BEGINNING.len() as u64).read_to_end(&mut beginning);
            read.map_err(|error| error.to_string())?;
            if !beginning.is_empty() && beginning != BEGINNING {
                return Err("there is a file of that name that is no saved game".to_owned());
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.to_string()),
    }
    replace(&target, text).map_err(|error| error.to_string())
}

/// Devices, pipes and folders are no place for a game.
fn only_a_file(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err("that is not a file".to_owned()),
        _ => Ok(()),
    }
}

/// Writes a game for other programs, to a file that is not there yet: nothing tells one game that was
/// written here from a collection of somebody's own.
pub fn export(file: &str, text: &str) -> Result<(), String> {
    let file = Path::new(file);
    let new = create(file).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => "there is a file of that name already".to_owned(),
        _ => error.to_string(),
    })?;
    fill(new, file, text).map_err(|error| error.to_string())
}

/// Writes beside the file first and then puts the new one in its place: whatever happens on the way,
/// there is an old file or a new one, and never half of one.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let (new, beside) = create_beside(file)?;
    fill(new, &beside, text)?;
    fs::rename(&beside, file).inspect_err(|_| remove(&beside))
}

/// A new file in the same folder, under a name that nothing has.
fn create_beside(file: &Path) -> io::Result<(File, PathBuf)> {
    const ATTEMPTS: u32 = 1000;
    for attempt in 0..ATTEMPTS {
        let beside = file.with_file_name(format!(".tablero.{}.{attempt}.tmp", process::id()));
        match create(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|new| (new, beside)),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "the folder is full of unfinished files"))
}

fn create(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}

/// Writes a text into a file that was just made, and takes the file away if that fails.
fn fill(mut new: File, name: &Path, text: &str) -> io::Result<()> {
    let written = new.write_all(text.as_bytes()).and_then(|()| new.sync_all());
    written.inspect_err(|_| remove(name))
}

/// Takes away a file that could not be finished. Why it could not is what is told.
fn remove(unfinished: &Path) {
    let _ = fs::remove_file(unfinished);
}

/// Reads a file that is not too long to be a game.
pub fn load(file: &str) -> Result<String, String> {
    only_a_file(Path::new(file))?;
    let mut text = String::new();
    let opened = File::open(file).map_err(|error| error.to_string())?;
    let limit = LONGEST_LOG as u64 + 1;
    opened.take(limit).read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVED: &str = "{\"event\":\"started\",1}";

    /// Does something in a new folder, which is given the names of files in it.
    fn in_a_folder(name: &str, test: impl FnOnce(&dyn Fn(&str) -> String)) {
        let folder = std::env::temp_dir().join(format!("tablero-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        test(&|file| folder.join(file).to_str().unwrap().to_owned());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = std::env::temp_dir();
        let name = folder.to_str().unwrap();
        assert_eq!(save(name, "{\"event\":\"started\"}"), Err("that is not a file".to_owned()));
        assert_eq!(load(name), Err("that is not a file".to_owned()));
        assert!(save("/dev/null", "{\"event\":\"started\"}").is_err());
    }

    #[test]
    fn a_file_that_is_no_saved_game_is_left_alone() {
        in_a_folder("letter", |file| {
            let letter = file("letter");
            fs::write(&letter, "Dear Ada").unwrap();
            assert!(save(&letter, SAVED).is_err());
            assert_eq!(load(&letter).unwrap(), "Dear Ada");

            fs::remove_file(&letter).unwrap();
            assert!(load(&letter).is_err());
            save(&letter, "{\"event\":\"started\",0}").unwrap();
            save(&letter, SAVED).unwrap();
            assert_eq!(load(&letter).unwrap(), SAVED);
        });
    }

    #[test]
    fn saving_touches_no_other_file_and_leaves_none_behind() {
        in_a_folder("beside", |file| {
            let unfinished = format!(".tablero.{}.0.tmp", process::id());
            for name in ["game.new", &unfinished] {
                fs::write(file(name), "Dear Ada").unwrap();
            }
            save(&file("game"), SAVED).unwrap();
            save(&file("game"), SAVED).unwrap();
            for name in ["game.new", &unfinished] {
                assert_eq!(load(&file(name)).unwrap(), "Dear Ada");
            }
            assert_eq!(fs::read_dir(file("")).unwrap().count(), 3);
        });
    }

    #[test]
    fn a_game_that_cannot_be_put_in_its_place_leaves_nothing_behind() {
        in_a_folder("place", |file| {
            fs::create_dir(file("game")).unwrap();
            assert!(replace(Path::new(&file("game")), SAVED).is_err());
            assert_eq!(fs::read_dir(file("")).unwrap().count(), 1);
        });
    }

    #[test]
    fn an_export_replaces_nothing() {
        in_a_folder("export", |file| {
            save(&file("game"), SAVED).unwrap();
            assert!(export(&file("game"), "[Event \"?\"]").is_err());
            assert_eq!(load(&file("game")).unwrap(), SAVED);
            export(&file("game.pgn"), "[Event \"?\"]").unwrap();
            assert!(export(&file("game.pgn"), "[Event \"!\"]").is_err());
            assert!(save(&file("game.pgn"), SAVED).is_err());
            assert_eq!(load(&file("game.pgn")).unwrap(), "[Event \"?\"]");
        });
    }
}
