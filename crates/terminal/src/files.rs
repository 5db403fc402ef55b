//! Games on disk.

use crate::words::{io_error, words};
use files::Readers;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use table::log::LONGEST_LOG;
use table::{Card, Club, Imported, Language, Millis};

/// How every saved game begins.
const BEGINNING: &[u8] = br#"{"event":"started""#;

/// Why a game is not written to a file, or not read from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// A device, a pipe or a folder.
    NotAFile,
    /// The name is that of a file that is no saved game.
    NotASavedGame,
    /// A file of that name is there already.
    Exists,
    System {
        kind: ErrorKind,
        reason: String,
    },
}

impl FileError {
    pub fn text(&self, language: Language) -> String {
        let words = words(language);
        let fixed = match self {
            FileError::NotAFile => words.not_a_file,
            FileError::NotASavedGame => words.not_a_saved_game,
            FileError::Exists => words.file_exists,
            FileError::System { kind, reason } => return io_error(*kind, reason, language),
        };
        fixed.to_owned()
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::System { kind: error.kind(), reason: error.to_string() }
    }
}

/// A game to be written to a file or read from one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileJob {
    /// A saved game to be written. It may replace another one.
    Save { file: String, text: String },
    /// A game for other programs to be written. It replaces nothing.
    Export { file: String, text: String },
    /// A file to be read.
    Load { file: String },
}

/// What came of a [`FileJob`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileOutcome {
    Written { file: String, result: Result<(), FileError> },
    Read { file: String, text: Result<String, FileError> },
}

impl FileJob {
    /// Reads or writes the file.
    pub fn run(self) -> FileOutcome {
        match self {
            FileJob::Save { file, text } => {
                let result = save(&file, &text);
                FileOutcome::Written { file, result }
            }
            FileJob::Export { file, text } => {
                let result = export(&file, &text);
                FileOutcome::Written { file, result }
            }
            FileJob::Load { file } => {
                let text = load(&file);
                FileOutcome::Read { file, text }
            }
        }
    }
}

/// Writes a saved game. A file that is there already is replaced only if it is a saved game.
fn save(file: &str, text: &str) -> Result<(), FileError> {
    // A link is followed to the file that it stands for.
    let target = fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
    only_a_file(&target)?;
    match File::open(&target) {
        Ok(there) => {
            let mut beginning = Vec::new();
            there.take(BEGINNING.len() as u64).read_to_end(&mut beginning)?;
            if !beginning.is_empty() && beginning != BEGINNING {
                return Err(FileError::NotASavedGame);
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    Ok(files::replace(&target, text.as_bytes(), Readers::Usual)?)
}

/// Devices, pipes and folders are no place for a game.
fn only_a_file(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(FileError::NotAFile),
        _ => Ok(()),
    }
}

/// Writes a game for other programs, to a file that is not there yet: nothing tells one game that was
/// written here from the player's own collection.
fn export(file: &str, text: &str) -> Result<(), FileError> {
    files::create_new(Path::new(file), text.as_bytes()).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => FileError::Exists,
        _ => error.into(),
    })
}

/// Reads a file that is not too long to be a game.
fn load(file: &str) -> Result<String, FileError> {
    only_a_file(Path::new(file))?;
    let mut text = String::new();
    File::open(file)?.take(LONGEST_LOG as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Reads a saved game, or one that another program wrote: of this game or, if it is none, of another.
pub fn read_game(
    club: Club,
    card: &'static dyn Card,
    text: &str,
    now: Millis,
    language: Language,
) -> Result<Imported, String> {
    if text.trim_start().starts_with('{') {
        let table = table::log::read(club, text).map_err(|error| error.text(language))?;
        return Ok(Imported { table, notes: Vec::new() });
    }
    club.import(card, text, now).map_err(|error| error.text(language))
}

/// The text of a position in a file: a line has an end there, and a position has none. Eight lines are the rows of a board, the
/// last of which may be empty, as spaces at its beginning may be empty squares.
pub fn without_last_end(text: &str) -> &str {
    if text.lines().nth(7).is_some() { text } else { text.trim_end_matches(['\n', '\r']) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVED: &str = "{\"event\":\"started\",1}";

    /// Does something in a new folder, which is given the names of files in it.
    fn in_a_folder(name: &str, test: impl FnOnce(&dyn Fn(&str) -> String)) {
        let folder = std::env::temp_dir().join(format!("tablero-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        test(&|file| folder.join(file).to_str().unwrap().to_owned());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = std::env::temp_dir();
        let name = folder.to_str().unwrap();
        assert_eq!(save(name, "{\"event\":\"started\"}"), Err(FileError::NotAFile));
        assert_eq!(load(name), Err(FileError::NotAFile));
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
            fs::write(file("game.new"), "Dear Ada").unwrap();
            save(&file("game"), SAVED).unwrap();
            save(&file("game"), SAVED).unwrap();
            assert_eq!(load(&file("game.new")).unwrap(), "Dear Ada");
            assert_eq!(fs::read_dir(file("")).unwrap().count(), 2);
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
