//! Replaying the events of a game that is in the store, on threads that may block: a long game takes milliseconds, and one of a
//! log of version 1 takes seconds.

use std::panic::resume_unwind;
use store::{GameId, Log, Seat, StoreError};
use table::{AnyTable, BadEvent, Club, Event};
use tokio::sync::Semaphore;

/// So many games are replayed at a time, each with a processor and the memory of a table.
static REPLAYS: Semaphore = Semaphore::const_new(4);
/// Games of a log of version 1 have a place of their own, so that no other game waits behind them.
static SEARCHES: Semaphore = Semaphore::const_new(1);

/// Why the events of a game give no table.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("an event cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error(transparent)]
    Impossible(#[from] BadEvent),
    #[error("the program ends")]
    Interrupted,
}

/// Why a game of the store cannot be put on a table.
#[derive(Debug, thiserror::Error)]
pub enum KeptGameError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl KeptGameError {
    /// Is the game itself at fault, so that trying again changes nothing?
    pub const fn is_damage(&self) -> bool {
        match self {
            KeptGameError::Store(error) => matches!(error, StoreError::Damaged(_)),
            KeptGameError::Replay(error) => !matches!(error, ReplayError::Interrupted),
        }
    }
}

/// A game of the store and its seats.
pub async fn kept_game(
    log: &dyn Log,
    club: Club,
    game: &GameId,
) -> Result<(AnyTable, Vec<Seat>), KeptGameError> {
    let lines = log.read(game, 0).await?;
    let seats = log.seats(game).await?;
    Ok((replay(club, lines).await?, seats))
}

/// Replays the lines of a log on another thread, where there is a place.
pub async fn replay(club: Club, lines: Vec<String>) -> Result<AnyTable, ReplayError> {
    let places = if has_to_search(&lines) { &SEARCHES } else { &REPLAYS };
    let place = places.acquire().await;
    let replayed = tokio::task::spawn_blocking(move || {
        // The thread goes on where its caller does not wait any more.
        let _place = place;
        replayed(club, &lines)
    });
    replayed.await.unwrap_or_else(|error| match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Err(ReplayError::Interrupted),
    })
}

/// Replays the lines of a log on this thread.
pub fn replayed(club: Club, lines: &[String]) -> Result<AnyTable, ReplayError> {
    let events: Vec<Event> =
        lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
    Ok(club.replay(&events)?)
}

/// Are these of a log of version 1? It does not say what is hidden, so that the hidden board has to be searched for again.
pub fn has_to_search(lines: &[String]) -> bool {
    let first = lines.first().and_then(|line| serde_json::from_str::<Event>(line).ok());
    matches!(first, Some(Event::Started(started)) if started.version == 1)
}
