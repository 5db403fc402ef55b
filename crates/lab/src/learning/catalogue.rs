//! A directory of runs that a caller looks at again and again, while some of them learn.
//!
//! A [`Look`] costs a few system calls for each run and says whether anything has changed since another;
//! [`Catalogue::read`] then reads the journals that have, and rates again the groups that they belong to.

use super::compare::Comparison;
use super::run::{Run, RunError};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// No more runs of a directory are looked at, the first by name.
pub const MOST_RUNS: usize = 200;

/// A directory of runs.
#[derive(Debug)]
pub struct Catalogue {
    folder: PathBuf,
    kept: Mutex<Kept>,
}

/// What was read before, with the stamps of the files it was read from.
#[derive(Debug, Default)]
struct Kept {
    runs: HashMap<String, (Stamp, Arc<Result<Run, RunError>>)>,
    groups: HashMap<Key, (Vec<Seen>, Arc<Comparison>)>,
}

/// The game and the start of a group.
type Key = (String, String);

/// By which a file is known to have changed: its length and the time of its last change.
type Stamp = [Option<(u64, SystemTime)>; 2];

/// A run, as a look sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seen {
    pub name: String,
    /// Is a program learning in it, here or in another process?
    pub learning: bool,
    /// Of its header and of its journal.
    stamp: Stamp,
}

/// What a look at the directory sees. Two that are equal mean the same contents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// By name.
    pub runs: Vec<Seen>,
    /// How many runs there are beyond [`MOST_RUNS`].
    pub left_out: usize,
}

/// The runs of the directory.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// Those that can be compared with each other, by game and start.
    pub groups: Vec<Group>,
    pub unreadable: Vec<Unreadable>,
    pub left_out: usize,
}

/// Runs of one game from one start: ratings of players on boards of different sizes mean nothing to each other.
#[derive(Debug, Clone)]
pub struct Group {
    pub game: String,
    pub start: String,
    pub runs: Vec<Listed>,
    /// With a curve for each run, in their order.
    pub comparison: Arc<Comparison>,
}

/// A run that can be read.
#[derive(Debug, Clone)]
pub struct Listed {
    pub name: String,
    pub learning: bool,
    run: Arc<Result<Run, RunError>>,
}

/// A run that cannot be read.
#[derive(Debug, Clone)]
pub struct Unreadable {
    pub name: String,
    run: Arc<Result<Run, RunError>>,
}

impl Listed {
    /// `None` for no run that [`Catalogue::read`] has listed.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref().as_ref().ok()
    }
}

impl Unreadable {
    /// Why it cannot be read.
    pub fn error(&self) -> Option<&RunError> {
        self.run.as_ref().as_ref().err()
    }
}

impl Contents {
    /// A run by its name, with its group.
    pub fn find(&self, name: &str) -> Option<(&Group, usize)> {
        self.groups.iter().find_map(|group| {
            Some((group, group.runs.iter().position(|listed| listed.name == name)?))
        })
    }
}

impl Catalogue {
    pub fn new(folder: PathBuf) -> Catalogue {
        Catalogue { folder, kept: Mutex::default() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The runs that are there now. A directory that is missing has none.
    pub fn look(&self) -> Look {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| self.is_run(name)).collect();
        names.sort_by_cached_key(|name| natural(name));
        let left_out = names.len().saturating_sub(MOST_RUNS);
        names.truncate(MOST_RUNS);
        let seen = |name: String| {
            let path = self.folder.join(&name);
            let stamp = ["run.json", "journal.jsonl"].map(|file| {
                let data = fs::metadata(path.join(file)).ok()?;
                Some((data.len(), data.modified().ok()?))
            });
            Seen { learning: Run::is_learning(&path), name, stamp }
        };
        Look { runs: names.into_iter().map(seen).collect(), left_out }
    }

    /// What cannot be named as a player is no run.
    fn is_run(&self, name: &str) -> bool {
        players::is_run_name(name) && self.folder.join(name).join("run.json").is_file()
    }

    /// Reads what a look has seen, as far as it was not read before.
    pub fn read(&self, look: &Look) -> Contents {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.runs.retain(|name, _| look.runs.iter().any(|seen| seen.name == *name));
        let mut contents = Contents { left_out: look.left_out, ..Contents::default() };
        let mut groups: Vec<(Key, Vec<Seen>, Vec<Listed>)> = Vec::new();
        for seen in &look.runs {
            let (name, learning) = (seen.name.clone(), seen.learning);
            let run = match kept.runs.get(&name) {
                Some((stamp, run)) if *stamp == seen.stamp => Arc::clone(run),
                _ => Arc::new(Run::open(&self.folder.join(&name))),
            };
            kept.runs.insert(name.clone(), (seen.stamp, Arc::clone(&run)));
            let Ok(read) = run.as_ref() else {
                contents.unreadable.push(Unreadable { name, run });
                continue;
            };
            let key = (read.header.game.clone(), read.header.settings.start.clone());
            let at = groups.iter().position(|(other, ..)| *other == key).unwrap_or_else(|| {
                groups.push((key, Vec::new(), Vec::new()));
                groups.len() - 1
            });
            // Whether it is learning does not change what it has learnt.
            groups[at].1.push(Seen { learning: false, ..seen.clone() });
            groups[at].2.push(Listed { name, learning, run });
        }
        let before = std::mem::take(&mut kept.groups);
        for (key, seen, runs) in groups {
            let comparison = match before.get(&key) {
                Some((same, comparison)) if *same == seen => Arc::clone(comparison),
                _ => {
                    let runs: Vec<&Run> = runs.iter().filter_map(Listed::run).collect();
                    Arc::new(Comparison::new(&runs))
                }
            };
            kept.groups.insert(key.clone(), (seen, Arc::clone(&comparison)));
            let (game, start) = key;
            contents.groups.push(Group { game, start, runs, comparison });
        }
        contents
    }
}

/// Names in the order in which people count: `run-9` before `run-10`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = Vec::new();
    for part in name.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let digits = part.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        parts.push((digits.parse().unwrap_or(0), part[digits.len()..].to_owned()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn names_are_ordered_as_people_count() {
        let mut names = ["run-10", "run-9", "other", "run-9-2", "run"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["other", "run", "run-9", "run-9-2", "run-10"]);
    }
}
