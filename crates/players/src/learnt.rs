//! Players that a program has taught itself. They come from files; the program says at its start where from.

use learn::{Learning, LearntPlayer, Snapshot};
use std::sync::{Arc, OnceLock};
use table::{Card, Language, Localized, ThinkError};

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// There is no run with this name.
    #[error("there is no run {0:?} here; `tablero learn` makes one")]
    Unknown(String),
    /// It is there and cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is a run of another game.
    #[error("that program has learnt {found}, not {expected}")]
    Game { found: String, expected: &'static str },
    /// It cannot play on this board.
    #[error("that program cannot play here: {0}")]
    Board(String),
}

type Find = dyn Fn(&str, Option<u32>) -> Result<Arc<Snapshot>, Unavailable> + Send + Sync;

/// Which runs there are is a fact of the process, as its directories are: players are made from text in many
/// places, and none of them knows any files.
static LIBRARY: OnceLock<Box<Find>> = OnceLock::new();

/// Says where learnt players come from: by the name of a run and a generation, or the last one. The first
/// caller decides.
pub fn use_library(
    find: impl Fn(&str, Option<u32>) -> Result<Arc<Snapshot>, Unavailable> + Send + Sync + 'static,
) {
    let _ = LIBRARY.set(Box::new(find));
}

/// Is this the name of a run, and not a path? A client over the network may give no path.
pub fn is_run_name(run: &str) -> bool {
    !run.starts_with('.') && run.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// What a client hears that gives a path.
pub fn only_runs_by_name() -> Localized {
    Localized::exactly(|language| match language {
        Language::English => "a learnt player is called by the name of its run".to_owned(),
        Language::Spanish => "a un jugador autodidacta se le llama por su nombre".to_owned(),
    })
}

pub fn find(
    run: &str,
    generation: Option<u32>,
    game: &'static str,
) -> Result<Arc<Snapshot>, ThinkError> {
    let none = || Unavailable::Unknown(run.chars().take(80).collect());
    let found = LIBRARY.get().ok_or_else(none).and_then(|find| find(run, generation));
    let found = found.map_err(|error| not_learnt(&error))?;
    if found.game == game {
        return Ok(found);
    }
    let found = found.game.clone();
    Err(not_learnt(&Unavailable::Game { found, expected: game }))
}

/// How the kind of game that begins with this start is learnt.
pub fn learning(card: &'static dyn Card, start: &str) -> Result<&'static dyn Learning, ThinkError> {
    card.kind_of(start).learning.ok_or(ThinkError::NotItsTurn)
}

/// The player that was learnt.
pub fn player(
    snapshot: &Snapshot,
    learning: &dyn Learning,
) -> Result<Arc<dyn LearntPlayer>, ThinkError> {
    let board = |error: learn::LoadError| not_learnt(&Unavailable::Board(error.to_string()));
    learning.player(snapshot).map_err(board)
}

fn not_learnt(error: &Unavailable) -> ThinkError {
    ThinkError::NotLearnt(Localized::exactly(|language| match (language, error) {
        (Language::English, error) => error.to_string(),
        (Language::Spanish, Unavailable::Unknown(run)) => {
            format!("aquí no hay ningún jugador autodidacta {run:?}; `tablero learn` hace uno")
        }
        (Language::Spanish, Unavailable::Unreadable(why)) => {
            format!("no se puede leer lo que aprendió: {why}")
        }
        (Language::Spanish, Unavailable::Game { found, expected }) => {
            format!("ese programa aprendió {found}, no {expected}")
        }
        (Language::Spanish, Unavailable::Board(why)) => {
            format!("ese programa no puede jugar aquí: {why}")
        }
    }))
}
