//! Whether a client has a game open: by the streams that it reads, and by polling where it has none.
//!
//! A browser tab without a stream polls the game, a hidden one every 15 seconds, so a poll counts for a while. Times come in from
//! the caller.

use std::time::{Duration, Instant};
use table::Millis;

/// A client's open streams of one game, its last poll, and when the last of both ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Presence {
    streams: usize,
    polled: Option<Poll>,
    left: Option<Millis>,
}

#[derive(Debug, Clone, Copy)]
struct Poll {
    at: Instant,
    wall: Millis,
}

impl Presence {
    pub fn is_here(&self) -> bool {
        self.streams > 0 || self.polled.is_some()
    }

    /// Since when the client is away, where that is known.
    pub fn away_since(&self) -> Option<Millis> {
        self.left.filter(|_| !self.is_here())
    }

    pub fn open_stream(&mut self) {
        self.streams += 1;
    }

    pub fn close_stream(&mut self, wall: Millis) {
        self.streams = self.streams.saturating_sub(1);
        self.left = Some(wall);
    }

    /// Counts a poll. Is it the first one, so that its expiry must be waited for?
    pub fn poll(&mut self, at: Instant, wall: Millis) -> bool {
        self.polled.replace(Poll { at, wall }).is_none()
    }

    /// Ends the polling if the last poll is older than `lasts`. Otherwise returns how long it still counts.
    pub fn expire(&mut self, now: Instant, lasts: Duration) -> Option<Duration> {
        let poll = self.polled?;
        let rest = lasts.saturating_sub(now.saturating_duration_since(poll.at));
        if !rest.is_zero() {
            return Some(rest);
        }
        self.polled = None;
        self.left = Some(self.left.map_or(poll.wall, |left| left.max(poll.wall)));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASTS: Duration = Duration::from_secs(20);

    #[test]
    fn a_client_is_here_while_one_of_its_streams_is_open() {
        let mut presence = Presence::default();
        assert!(!presence.is_here() && presence.away_since().is_none());
        presence.open_stream();
        presence.open_stream();
        presence.close_stream(1_000);
        assert!(presence.is_here() && presence.away_since().is_none());
        presence.close_stream(2_000);
        assert_eq!((presence.is_here(), presence.away_since()), (false, Some(2_000)));
    }

    #[test]
    fn a_client_that_polls_is_here_until_the_last_poll_is_too_old() {
        let (mut presence, start) = (Presence::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert!(presence.poll(start, 1_000), "the first");
        assert!(!presence.poll(after(15), 16_000));
        assert_eq!(presence.expire(after(20), LASTS), Some(Duration::from_secs(15)));
        assert!(presence.is_here());
        assert_eq!(presence.expire(after(35), LASTS), None);
        assert_eq!((presence.is_here(), presence.away_since()), (false, Some(16_000)));
        assert!(presence.poll(after(60), 61_000), "the first again");
    }

    #[test]
    fn a_tab_that_gives_its_stream_away_and_polls_does_not_leave() {
        let (mut presence, start) = (Presence::default(), Instant::now());
        presence.open_stream();
        presence.poll(start, 1_000);
        presence.close_stream(1_500);
        assert!(presence.is_here());
        presence.expire(start + LASTS, LASTS);
        assert_eq!(presence.away_since(), Some(1_500));
    }
}
