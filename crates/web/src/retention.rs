//! How long games are kept, and letting go of those that are not.

use crate::time::wall;
use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;
use store::{GameId, Log, StoreError, Summary};
use table::{Event, Millis, Player, Seats};

/// Games that are looked at, and let go of, in one piece: a few, so that nothing waits for them.
const PIECE: u32 = 200;

/// How long a game is kept that nobody touches; `None` for ever. A game with a best time is always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// A game that is over.
    pub finished: Option<Duration>,
    /// A game that is not.
    pub unfinished: Option<Duration>,
    /// A game in which no person ever had a seat. It goes on only while it is watched.
    pub computers: Option<Duration>,
}

impl Default for Retention {
    /// Everything that a person played is kept.
    fn default() -> Retention {
        let week = Duration::from_hours(7 * 24);
        Retention { finished: None, unfinished: None, computers: Some(week) }
    }
}

impl Retention {
    /// The shortest of the times: a game that was touched since is kept in any case.
    fn shortest(&self) -> Option<Duration> {
        [self.finished, self.unfinished, self.computers].into_iter().flatten().min()
    }

    /// How long a game is kept.
    fn of(&self, over: bool, by_computers: bool) -> Option<Duration> {
        let by_end = if over { self.finished } else { self.unfinished };
        if by_computers { [self.computers, by_end].into_iter().flatten().min() } else { by_end }
    }
}

/// A time for which games are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepFor(pub Option<Duration>);

/// The text is no such time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a time to keep games is a number of hours, days or weeks such as 12h, 90d or 8w, or forever, not {0:?}"
)]
pub struct KeepForError(String);

impl FromStr for KeepFor {
    type Err = KeepForError;

    fn from_str(text: &str) -> Result<KeepFor, KeepForError> {
        if text == "forever" {
            return Ok(KeepFor(None));
        }
        let hours = match text.chars().last() {
            Some('h') => 1,
            Some('d') => 24,
            Some('w') => 7 * 24,
            _ => 0,
        };
        let number: Option<u64> =
            text.get(..text.len().saturating_sub(1)).and_then(|n| n.parse().ok());
        let hours = number.filter(|number| (1..=100_000).contains(number)).map_or(0, |n| n * hours);
        if hours == 0 {
            return Err(KeepForError(text.chars().take(40).collect()));
        }
        Ok(KeepFor(Some(Duration::from_hours(hours))))
    }
}

/// What was let go, or would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pruned {
    pub games: u64,
    /// Of these, games of computers among themselves.
    pub of_computers: u64,
}

/// Lets go of all games that need not be kept, except those in use. With `only_count` nothing is done. A damaged
/// game is kept, and the others are looked at all the same.
pub async fn prune(
    log: &dyn Log,
    retention: &Retention,
    in_use: impl Fn(&GameId) -> bool,
    only_count: bool,
) -> Result<Pruned, StoreError> {
    let mut pruned = Pruned::default();
    let Some(shortest) = retention.shortest() else { return Ok(pruned) };
    let now = wall();
    let untouched_since = now.saturating_sub(shortest.as_millis() as Millis);
    let mut after = None;
    loop {
        let games = log.untouched(untouched_since, after, PIECE).await?;
        let Some((last, _)) = games.last() else { return Ok(pruned) };
        after = Some(last.clone());
        let mut expired = Vec::new();
        let mut of_computers = HashSet::new();
        for (id, summary) in games {
            let age = Duration::from_millis(now.saturating_sub(summary.at));
            let by_computers = match is_by_computers(log, &id, &summary).await {
                Err(StoreError::Damaged(error)) => {
                    tracing::warn!(game = %id, error, "a damaged game is kept");
                    continue;
                }
                by_computers => by_computers?,
            };
            let keep = retention.of(summary.over, by_computers);
            if keep.is_some_and(|keep| age > keep) && summary.time.is_none() && !in_use(&id) {
                if by_computers {
                    of_computers.insert(id.clone());
                }
                expired.push((id, summary.at));
            }
        }
        let gone = if only_count {
            expired.into_iter().map(|(id, _)| id).collect()
        } else {
            removed(log, expired).await?
        };
        pruned.games += gone.len() as u64;
        pruned.of_computers += gone.iter().filter(|id| of_computers.contains(id)).count() as u64;
    }
}

/// Removes games, all at once or, where one of them is damaged, each alone.
async fn removed(log: &dyn Log, games: Vec<(GameId, u64)>) -> Result<Vec<GameId>, StoreError> {
    match log.remove(games.clone()).await {
        Err(StoreError::Damaged(_)) => {}
        removed => return removed,
    }
    let mut gone = Vec::new();
    for game in games {
        match log.remove(vec![game.clone()]).await {
            Err(StoreError::Damaged(error)) => {
                tracing::warn!(game = %game.0, error, "a damaged game is kept");
            }
            removed => gone.extend(removed?),
        }
    }
    Ok(gone)
}

/// Did only computers ever have seats in a game?
async fn is_by_computers(
    log: &dyn Log,
    id: &GameId,
    summary: &Summary,
) -> Result<bool, StoreError> {
    let are_computers = |players: &Seats<Player>| players.are_computers();
    let now: Option<Seats<Player>> = serde_json::from_str(&summary.players).ok();
    if !now.as_ref().is_some_and(are_computers) {
        return Ok(false);
    }
    let events = log.read(id, 0).await?;
    Ok(events.iter().all(|line| match serde_json::from_str::<Event>(line) {
        Ok(Event::Started(started)) => are_computers(&started.players),
        Ok(Event::PlayerChanged { player, .. }) => player.is_computer(),
        Ok(_) => true,
        // What cannot be read is not thrown away.
        Err(_) => false,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(days: u64) -> Duration {
        Duration::from_hours(days * 24)
    }

    #[test]
    fn times_are_read_and_nonsense_is_refused() {
        let read = |text: &str| text.parse::<KeepFor>().map(|keep| keep.0);
        assert_eq!(read("90d"), Ok(Some(days(90))));
        assert_eq!(read("2w"), Ok(Some(days(14))));
        assert_eq!(read("36h"), Ok(Some(days(3) / 2)));
        assert_eq!(read("forever"), Ok(None));
        for text in ["", "d", "90", "0d", "-1d", "90m", "1000000d", "é", "9é"] {
            assert!(read(text).unwrap_err().to_string().contains("such as 12h"), "{text}");
        }
    }

    #[test]
    fn what_a_person_played_is_kept_unless_asked_otherwise() {
        let usual = Retention::default();
        assert_eq!((usual.of(true, false), usual.of(false, false)), (None, None));
        assert_eq!((usual.of(true, true), usual.of(false, true)), (Some(days(7)), Some(days(7))));
        let set = Retention { finished: Some(days(90)), unfinished: Some(days(3)), ..usual };
        assert_eq!((set.of(true, false), set.of(false, false)), (Some(days(90)), Some(days(3))));
        assert_eq!((set.of(true, true), set.of(false, true)), (Some(days(7)), Some(days(3))));
        assert_eq!(set.shortest(), Some(days(3)));
    }
}
