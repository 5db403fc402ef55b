//! What two people at a table say to each other: phrases that everybody knows, and no text of one's own, so that nobody has to read
//! what they would rather not. Nothing of it is part of the game, and nothing is kept when the server ends.

use crate::api::Answer;
use crate::extract::{JsonBody, QueryString, RoomRequest};
use crate::problem::{Fault, Problem};
use crate::request::ViewQuery;
use crate::seat::SeatName;
use axum::Json;
use axum::response::IntoResponse;
use game::Seat;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A person says no more than one phrase in this time.
const PAUSE: Duration = Duration::from_secs(2);

/// What can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    NiceMove,
    OneMoment,
    Sorry,
    WellPlayed,
    Thanks,
}

impl Phrase {
    /// In the order in which they are offered.
    pub const ALL: [Phrase; 7] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::NiceMove,
        Phrase::OneMoment,
        Phrase::Sorry,
        Phrase::WellPlayed,
        Phrase::Thanks,
    ];
}

/// Something that was said in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Grows with everything that is said in the game.
    number: u64,
    seat: SeatName,
    phrase: Phrase,
}

/// The last that each seat has said.
#[derive(Debug, Default)]
pub struct Talk {
    said: Vec<(Said, Instant)>,
}

impl Talk {
    /// Notes what a seat says; `None` when it has said something only just now.
    pub fn say(&mut self, seat: Seat, phrase: Phrase, now: Instant) -> Option<Said> {
        let seat = SeatName::from(seat);
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < PAUSE;
        if self.said.iter().any(|(said, at)| said.seat == seat && is_recent(at)) {
            return None;
        }
        let number = self.said.iter().map(|(said, _)| said.number).max().unwrap_or(0) + 1;
        let said = Said { number, seat, phrase };
        self.hear(said, now);
        Some(said)
    }

    /// Notes what a seat has said at another server.
    pub fn hear(&mut self, heard: Said, now: Instant) {
        self.said.retain(|(said, _)| said.seat != heard.seat);
        self.said.push((heard, now));
        self.said.sort_by_key(|(said, _)| said.number);
    }

    /// The last that each seat has said, in the order in which it was said.
    pub fn said(&self) -> Vec<Said> {
        self.said.iter().map(|(said, _)| *said).collect()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhraseRequest {
    phrase: Phrase,
}

/// `POST /api/games/ID/phrases`
pub async fn say(
    at: RoomRequest,
    QueryString(_): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<PhraseRequest>,
) -> Answer {
    let seat = at.room.acting_seat(at.digest(), None)?;
    if !at.room.is_between_two() {
        return Err(Fault::NobodyToTalkTo.into());
    }
    let too_soon = || Problem::from(Fault::TooManyRequests).retry_after(PAUSE.as_secs());
    let said = at.room.say(seat, wanted.phrase).ok_or_else(too_soon)?;
    Ok(Json(said).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Side;

    #[test]
    fn each_seat_says_one_thing_at_a_time_and_the_last_is_known() {
        let (white, black) = (Seat::Side(Side::White), Seat::Side(Side::Black));
        let (mut talk, start) = (Talk::default(), Instant::now());
        let first = talk.say(white, Phrase::Hello, start).unwrap();
        assert_eq!(talk.say(white, Phrase::GoodLuck, start + PAUSE / 2), None);
        let second = talk.say(black, Phrase::Hello, start + PAUSE / 2).unwrap();
        assert_eq!(talk.said(), [first, second]);
        let third = talk.say(white, Phrase::GoodLuck, start + PAUSE).unwrap();
        assert_eq!(talk.said(), [second, third]);
        assert_eq!([first, second, third].map(|said| said.number), [1, 2, 3]);
    }
}
