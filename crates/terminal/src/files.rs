//! Saved games on disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use table::log::LONGEST_LOG;

/// How every saved game begins.
const BEGINNING: &[u8] = br#"{"event":"started""#;

/// Writes a saved game. A file that is there already is replaced only if it is a saved game.
pub fn save(file: &str, text: &str) -> Result<(), String> {
    match File::open(file) {
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
    replace(file, text).map_err(|error| error.to_string())
}

/// Writes beside the file first and then puts the new one in its place: whatever happens on the way,
/// there is an old file or a new one, and never half of one.
fn replace(file: &str, text: &str) -> io::Result<()> {
    let beside = format!("{file}.new");
    let mut new = File::create(&beside)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    fs::rename(&beside, file)
}

/// Reads a file that is not too long to be a game.
pub fn load(file: &str) -> Result<String, String> {
    let mut text = String::new();
    let opened = File::open(file).map_err(|error| error.to_string())?;
    let limit = LONGEST_LOG as u64 + 1;
    opened.take(limit).read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_saved_game_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("tablero-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("letter");
        let name = file.to_str().unwrap();
        fs::write(&file, "Dear Ada").unwrap();
        assert!(save(name, "{\"event\":\"started\"}").is_err());
        assert_eq!(load(name).unwrap(), "Dear Ada");

        fs::remove_file(&file).unwrap();
        save(name, "{\"event\":\"started\",1}").unwrap();
        save(name, "{\"event\":\"started\",2}").unwrap();
        assert_eq!(load(name).unwrap(), "{\"event\":\"started\",2}");
        fs::remove_dir_all(&folder).unwrap();
        assert!(load(name).is_err());
    }
}
