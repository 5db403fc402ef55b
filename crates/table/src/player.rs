//! Who sits in a seat: a person, or one of the computer players by name.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who plays. The table only knows the names; thinking is the business of the engine.
///
/// ```
/// # use table::Player;
/// let player: Player = "minimax:3".parse().unwrap();
/// assert_eq!(player, Player::Minimax { depth: 3 });
/// assert_eq!(player.to_string(), "minimax:3");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    /// A person.
    Human,
    /// A uniformly random legal move. The seed is part of the game: the same seed plays the
    /// same moves. Without one, the shell that starts the game picks it.
    Random {
        /// Where its random numbers start.
        seed: Option<u64>,
    },
    /// The plain tree, looked through to a depth.
    Minimax {
        /// How many moves it looks ahead.
        depth: u8,
    },
    /// The search, held back to suit a person.
    Level(u8),
    /// The search, as strong as its limit allows.
    Engine(Limit),
    /// A player that a program has taught itself.
    Learnt {
        /// The name of the run, or its directory.
        run: String,
        /// The last one if it is not given.
        generation: Option<u32>,
        /// How many plies it looks ahead; as many as when its strength was measured if it is not given.
        depth: Option<u8>,
    },
    /// Another program that speaks UCI.
    Uci {
        /// Its name or path.
        program: String,
    },
    /// Another program that speaks GTP.
    Gtp {
        /// Its name or path.
        program: String,
    },
}

/// How long the search may take for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// As long as the clock allows, or a moment without one.
    Clock,
    /// So many milliseconds.
    Time(u64),
    /// So many positions.
    Nodes(u64),
    /// So many moves ahead.
    Depth(u8),
}

/// The text names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Not one of the words.
    #[error(
        "{0:?} is not a player: write human, random, random:SEED, minimax:DEPTH, level:1 to level:10, \
         engine, engine:time=2s, engine:nodes=N, engine:depth=N, learnt:RUN@GENERATION, uci:PROGRAM or \
         gtp:PROGRAM"
    )]
    Unknown(String),
    /// A word with a number that does not fit.
    #[error("{word}: {expected}, not {given:?}")]
    Number {
        /// The kind of player.
        word: &'static str,
        /// What should have followed.
        expected: Quantity,
        /// What did follow.
        given: String,
    },
    /// Far too long.
    #[error("the name of a player has at most {LONGEST} characters, not {0}")]
    TooLong(usize),
}

/// What follows the word of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Quantity {
    #[error("a seed is a whole number")]
    Seed,
    #[error("a depth is a number from 1 to {0}")]
    Depth(u8),
    #[error("a level is a number from 1 to 10")]
    Level,
    #[error("a time is like time=2s, time=0.5s or time=250ms")]
    Time,
    #[error("nodes is a whole number from 1")]
    Nodes,
    #[error("a limit is time=, nodes= or depth=")]
    Limit,
    #[error("a generation is a whole number, as in learnt:NAME@12")]
    Generation,
}

/// Room for the path of a program.
const LONGEST: usize = 1000;
/// A plain tree of more levels than this would not be looked through in a lifetime.
const DEEPEST: u8 = 20;
/// A learnt player that looks further takes minutes for a move in some games.
const DEEPEST_LEARNT: u8 = 4;

impl Player {
    pub const fn is_computer(&self) -> bool {
        !matches!(self, Player::Human)
    }

    /// The same player, with a seed where it wants one and has none.
    pub fn with_seed(self, seed: u64) -> Player {
        match self {
            Player::Random { seed: None } => Player::Random { seed: Some(seed) },
            other => other,
        }
    }

    /// The same player, its seed forgotten: as it is shown while a game runs.
    pub fn without_seed(self) -> Player {
        match self {
            Player::Random { .. } => Player::Random { seed: None },
            other => other,
        }
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        if text.len() > LONGEST {
            return Err(PlayerError::TooLong(text.chars().count()));
        }
        let text = text.trim();
        let (word, rest) = text.split_once(':').map_or((text, None), |(w, r)| (w, Some(r)));
        match (word, rest) {
            ("human", None) => Ok(Player::Human),
            ("random", None) => Ok(Player::Random { seed: None }),
            ("random", Some(seed)) => {
                let seed = number("random", Quantity::Seed, seed, 0..=u64::MAX)?;
                Ok(Player::Random { seed: Some(seed) })
            }
            ("minimax", Some(depth)) => {
                let most = u64::from(DEEPEST);
                let depth = number("minimax", Quantity::Depth(DEEPEST), depth, 1..=most)?;
                Ok(Player::Minimax { depth: depth as u8 })
            }
            ("level", Some(level)) => {
                let level = number("level", Quantity::Level, level, 1..=10)?;
                Ok(Player::Level(level as u8))
            }
            ("engine", None) => Ok(Player::Engine(Limit::Clock)),
            ("engine", Some(limit)) => Ok(Player::Engine(read_limit(limit)?)),
            ("learnt", Some(run)) if !run.is_empty() => read_learnt(run),
            ("uci", Some(program)) if !program.is_empty() => {
                Ok(Player::Uci { program: program.to_owned() })
            }
            ("gtp", Some(program)) if !program.is_empty() => {
                Ok(Player::Gtp { program: program.to_owned() })
            }
            _ => Err(PlayerError::Unknown(text.chars().take(40).collect())),
        }
    }
}

fn number(
    word: &'static str,
    expected: Quantity,
    given: &str,
    allowed: std::ops::RangeInclusive<u64>,
) -> Result<u64, PlayerError> {
    let wrong = || PlayerError::Number { word, expected, given: given.chars().take(40).collect() };
    given.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(wrong)
}

/// Reads `NAME`, `NAME@12` or `NAME@12:depth=3`.
fn read_learnt(text: &str) -> Result<Player, PlayerError> {
    let most = u64::from(DEEPEST_LEARNT);
    let (text, depth) = match text.rsplit_once(":depth=") {
        None => (text, None),
        Some((text, depth)) => {
            let expected = Quantity::Depth(DEEPEST_LEARNT);
            (text, Some(number("learnt", expected, depth, 1..=most)? as u8))
        }
    };
    let (run, generation) = match text.rsplit_once('@') {
        None => (text, None),
        Some((run, generation)) => {
            let most = u64::from(u32::MAX);
            let number = number("learnt", Quantity::Generation, generation, 0..=most)?;
            (run, Some(number as u32))
        }
    };
    if run.is_empty() {
        return Err(PlayerError::Unknown(format!("learnt:{text}").chars().take(40).collect()));
    }
    Ok(Player::Learnt { run: run.to_owned(), generation, depth })
}

fn read_limit(text: &str) -> Result<Limit, PlayerError> {
    const DEPTH: Quantity = Quantity::Depth(100);
    match text.split_once('=') {
        Some(("nodes", nodes)) => {
            Ok(Limit::Nodes(number("engine", Quantity::Nodes, nodes, 1..=u64::MAX)?))
        }
        Some(("depth", depth)) => Ok(Limit::Depth(number("engine", DEPTH, depth, 1..=100)? as u8)),
        Some(("time", time)) => {
            let milliseconds = match time.strip_suffix("ms") {
                Some(number) => number.parse::<f64>().ok(),
                None => time.strip_suffix('s').and_then(|s| s.parse::<f64>().ok()).map(|s| s * 1e3),
            };
            milliseconds
                .filter(|ms| (1.0..=86_400_000.0).contains(ms))
                .map(|ms| Limit::Time(ms as u64))
                .ok_or_else(|| PlayerError::Number {
                    word: "engine",
                    expected: Quantity::Time,
                    given: time.chars().take(40).collect(),
                })
        }
        _ => Err(PlayerError::Number {
            word: "engine",
            expected: Quantity::Limit,
            given: text.chars().take(40).collect(),
        }),
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random { seed: None } => f.write_str("random"),
            Player::Random { seed: Some(seed) } => write!(f, "random:{seed}"),
            Player::Minimax { depth } => write!(f, "minimax:{depth}"),
            Player::Level(level) => write!(f, "level:{level}"),
            Player::Engine(Limit::Clock) => f.write_str("engine"),
            Player::Engine(Limit::Time(ms)) => write!(f, "engine:time={ms}ms"),
            Player::Engine(Limit::Nodes(nodes)) => write!(f, "engine:nodes={nodes}"),
            Player::Engine(Limit::Depth(depth)) => write!(f, "engine:depth={depth}"),
            Player::Learnt { run, generation, depth } => {
                write!(f, "learnt:{run}")?;
                if let Some(generation) = generation {
                    write!(f, "@{generation}")?;
                }
                depth.map_or(Ok(()), |depth| write!(f, ":depth={depth}"))
            }
            Player::Uci { program } => write!(f, "uci:{program}"),
            Player::Gtp { program } => write!(f, "gtp:{program}"),
        }
    }
}

impl TryFrom<String> for Player {
    type Error = PlayerError;

    fn try_from(text: String) -> Result<Player, PlayerError> {
        text.parse()
    }
}

impl From<Player> for String {
    fn from(player: Player) -> String {
        player.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learnt_players_are_written_as_they_are_read() {
        let learnt = |run: &str, generation, depth| Player::Learnt {
            run: run.to_owned(),
            generation,
            depth,
        };
        for (text, player) in [
            ("learnt:mine", learnt("mine", None, None)),
            ("learnt:mine@0", learnt("mine", Some(0), None)),
            ("learnt:mine@12:depth=3", learnt("mine", Some(12), Some(3))),
            ("learnt:/a b/c@d@7", learnt("/a b/c@d", Some(7), None)),
        ] {
            assert_eq!(text.parse(), Ok(player.clone()));
            assert_eq!(player.to_string(), text);
        }
        for wrong in ["learnt", "learnt:", "learnt:@3", "learnt:x@y", "learnt:x:depth=9"] {
            assert!(wrong.parse::<Player>().is_err(), "{wrong}");
        }
    }
}
