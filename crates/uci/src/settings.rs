//! What can be set in our own program.

use crate::answer::{OptionKind, OptionLine};
use chess::engine::RATINGS;

/// The settings of `tablero uci`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes for the transposition table.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// How many of the best lines are told.
    pub lines: usize,
    /// Milliseconds lost between us and the clock with each move.
    pub overhead: u64,
    /// Is castling told as the king taking its rook?
    pub chess960: bool,
    /// Is the strength held back?
    pub limit_strength: bool,
    /// To this rating.
    pub elo: i64,
    /// Are chances to win, draw and lose told?
    pub show_chances: bool,
    /// The file of the network that evaluates; empty where the program's own terms do.
    pub eval_file: String,
    /// The folders of Syzygy tablebases; empty where there are none.
    pub syzygy_path: String,
}

/// What follows from setting an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A setting is another one now.
    Set,
    /// Everything that was learnt is to be forgotten.
    Forget,
    /// Positions are evaluated by another file.
    EvalFile,
    /// Tablebases are in other folders.
    SyzygyPath,
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is none of that name.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// It cannot be that.
    #[error("the option {name} is {expected}, not {given:?}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it can be.
        expected: String,
        /// What it should have been.
        given: String,
    },
}

/// Each option at first, at least and at most.
const HASH: (i64, i64, i64) = (64, 1, 32_768);
const THREADS: (i64, i64, i64) = (1, 1, 256);
const LINES: (i64, i64, i64) = (1, 1, 218);
/// How the protocol writes a text that is empty.
const EMPTY: &str = "<empty>";
/// Enough for a machine that does other things as well.
const OVERHEAD: (i64, i64, i64) = (30, 0, 5_000);

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: HASH.0 as usize,
            threads: THREADS.0 as usize,
            lines: LINES.0 as usize,
            overhead: OVERHEAD.0 as u64,
            chess960: false,
            limit_strength: false,
            elo: elo_range().0,
            show_chances: false,
            eval_file: String::new(),
            syzygy_path: String::new(),
        }
    }
}

/// The rating at first, the least and the greatest.
fn elo_range() -> (i64, i64, i64) {
    let [weakest, .., strongest] = RATINGS;
    (i64::from(strongest), i64::from(weakest), i64::from(strongest))
}

impl Settings {
    /// Every option, as it is told to an interface.
    pub fn options() -> Vec<OptionLine> {
        let spin = |(default, min, max)| OptionKind::Spin { default, min, max };
        let off = OptionKind::Check { default: false };
        [
            ("Hash", spin(HASH)),
            ("Threads", spin(THREADS)),
            ("Clear Hash", OptionKind::Button),
            ("Ponder", off.clone()),
            ("MultiPV", spin(LINES)),
            ("Move Overhead", spin(OVERHEAD)),
            ("UCI_Chess960", off.clone()),
            ("UCI_LimitStrength", off.clone()),
            ("UCI_Elo", spin(elo_range())),
            ("UCI_ShowWDL", off),
            ("EvalFile", OptionKind::Text { default: EMPTY.to_owned() }),
            ("SyzygyPath", OptionKind::Text { default: EMPTY.to_owned() }),
        ]
        .map(|(name, kind)| OptionLine { name: name.to_owned(), kind })
        .into()
    }

    /// Sets an option. Capitals and small letters are the same in names, as the protocol says.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, SettingError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number("Hash", value, HASH)? as usize,
            "threads" => self.threads = number("Threads", value, THREADS)? as usize,
            "clear hash" => return Ok(Change::Forget),
            // We ponder whenever we are told to; the option only tells interfaces that we can.
            "ponder" => _ = flag("Ponder", value)?,
            "multipv" => self.lines = number("MultiPV", value, LINES)? as usize,
            "move overhead" => self.overhead = number("Move Overhead", value, OVERHEAD)? as u64,
            "uci_chess960" => self.chess960 = flag("UCI_Chess960", value)?,
            "uci_limitstrength" => self.limit_strength = flag("UCI_LimitStrength", value)?,
            "uci_elo" => self.elo = number("UCI_Elo", value, elo_range())?,
            "uci_showwdl" => self.show_chances = flag("UCI_ShowWDL", value)?,
            "evalfile" => {
                self.eval_file = text(value);
                return Ok(Change::EvalFile);
            }
            "syzygypath" => {
                self.syzygy_path = text(value);
                return Ok(Change::SyzygyPath);
            }
            _ => return Err(SettingError::Unknown(cut(name))),
        }
        Ok(Change::Set)
    }

    /// The level to play at, where strength is held back: the one whose rating is nearest.
    pub fn level(&self) -> Option<u8> {
        let distance = |&(_, &rating): &(usize, &u16)| (i64::from(rating) - self.elo).abs();
        let (index, _) = RATINGS.iter().enumerate().min_by_key(distance)?;
        self.limit_strength.then_some(index as u8 + 1)
    }
}

/// A text that may be empty.
fn text(value: &str) -> String {
    if value == EMPTY { String::new() } else { value.to_owned() }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

fn number(
    name: &'static str,
    value: &str,
    (_, min, max): (i64, i64, i64),
) -> Result<i64, SettingError> {
    let inside = value.parse().ok().filter(|number: &i64| (min..=max).contains(number));
    let expected = || format!("a number from {min} to {max}");
    inside.ok_or_else(|| SettingError::Value { name, expected: expected(), given: cut(value) })
}

fn flag(name: &'static str, value: &str) -> Result<bool, SettingError> {
    let expected = || "true or false".to_owned();
    value.to_ascii_lowercase().parse().map_err(|_| SettingError::Value {
        name,
        expected: expected(),
        given: cut(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_told_can_be_set_to_what_it_is_at_first() {
        let mut settings = Settings::default();
        for option in Settings::options() {
            let value = match option.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                _ => String::new(),
            };
            assert!(settings.set(&option.name.to_uppercase(), &value).is_ok(), "{}", option.name);
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_the_reason() {
        let mut settings = Settings::default();
        let mut said = |name, value| settings.set(name, value).unwrap_err().to_string();
        assert_eq!(said("Contempt", "5"), "there is no option \"Contempt\"");
        assert_eq!(said("hash", "0"), "the option Hash is a number from 1 to 32768, not \"0\"");
        assert_eq!(
            said("UCI_ShowWDL", "maybe"),
            "the option UCI_ShowWDL is true or false, not \"maybe\""
        );
    }

    #[test]
    fn a_rating_becomes_the_nearest_level() {
        let mut settings = Settings::default();
        assert_eq!(settings.level(), None);
        settings.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(settings.level(), Some(10));
        for (index, rating) in RATINGS.iter().enumerate() {
            settings.set("UCI_Elo", &rating.to_string()).unwrap();
            assert_eq!(settings.level(), Some(index as u8 + 1));
        }
    }
}
