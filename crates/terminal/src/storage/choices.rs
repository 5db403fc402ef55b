//! The choices of the first screen, in a small file beside the log.

use files::Readers;
use std::fs;
use std::path::{Path, PathBuf};

/// More than any choices take. A longer file is none of ours.
const LONGEST: u64 = 64 << 10;

/// The file of the choices.
pub struct Choices(PathBuf);

impl Choices {
    /// The file beside a log.
    pub fn beside(log: &Path) -> Choices {
        let mut name = log.file_name().unwrap_or_default().to_owned();
        name.push(".choices");
        Choices(log.with_file_name(name))
    }

    /// What was kept; nothing where there is no such file.
    pub fn read(&self) -> Option<String> {
        let short = fs::metadata(&self.0).is_ok_and(|file| file.len() <= LONGEST);
        short.then(|| fs::read_to_string(&self.0).ok()).flatten()
    }

    /// Keeps a text. It is a convenience: where it cannot be kept, the next run begins with the usual choices.
    pub fn write(&self, text: &str) {
        let _ = files::replace(&self.0, text.as_bytes(), Readers::Usual);
    }
}
