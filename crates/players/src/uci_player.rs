//! What stands behind `uci:` in the name of a player.

use table::{Limit, Player};
use uci::{Program, ProgramError};

/// A program and how long it may think: `PROGRAM ARGUMENTS?NAME=VALUE&NAME=VALUE` as [`Program`] reads it, where
/// `time=`, `nodes=` and `depth=`, in small letters, limit its thinking as they do for `engine:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UciPlayer {
    pub program: Program,
    pub limit: Limit,
}

/// Why a text names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UciPlayerError {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("a limit is time=2s, nodes=N or depth=N, not {0:?}")]
    Limit(String),
}

impl std::str::FromStr for UciPlayer {
    type Err = UciPlayerError;

    fn from_str(text: &str) -> Result<UciPlayer, UciPlayerError> {
        let mut program: Program = text.parse()?;
        let is_limit = |name: &str| matches!(name, "time" | "nodes" | "depth");
        let limits: Vec<(String, String)> =
            program.options.extract_if(.., |(name, _)| is_limit(name)).collect();
        let limit = limits.last().map_or(Ok(Limit::Clock), |(name, value)| {
            let setting = format!("{name}={value}");
            match format!("engine:{setting}").parse() {
                Ok(Player::Engine(limit)) => Ok(limit),
                _ => Err(UciPlayerError::Limit(setting.chars().take(40).collect())),
            }
        })?;
        Ok(UciPlayer { program, limit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<UciPlayer, UciPlayerError> {
        text.parse()
    }

    #[test]
    fn a_limit_is_no_option_of_the_program() {
        let player = read("stockfish?Hash=64&time=0.25s&Threads=1").unwrap();
        let options: Vec<&str> = player.program.options.iter().map(|(name, _)| &**name).collect();
        assert_eq!((options, player.limit), (vec!["Hash", "Threads"], Limit::Time(250)));
        assert_eq!(read("stockfish?nodes=5000").unwrap().limit, Limit::Nodes(5000));
        assert_eq!(read("stockfish?Depth=1").unwrap().limit, Limit::Clock);
    }

    #[test]
    fn a_limit_that_is_none_is_refused_with_the_reason() {
        assert_eq!(read("a?nodes=0"), Err(UciPlayerError::Limit("nodes=0".to_owned())));
        assert_eq!(read("''"), Err(UciPlayerError::Program(ProgramError::Missing)));
    }
}
