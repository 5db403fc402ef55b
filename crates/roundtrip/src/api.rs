//! The bodies of the requests of the server's API.

use crate::club::{replays, searches_a_board};
use crate::text_of;
use game::Seat;
use games::CLUB;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use table::{AnyTable, Command, Event, Player, Seats};
use web::{ClaimRequest, CommandRequest, HintRequest, NewGameRequest, PaceRequest, RematchRequest};

/// The moment at which everything happens.
const NOW: u64 = 1_793_700_000_000;

/// The bodies of requests, one to a line: each reads back from what is written for it. Where the first one
/// begins a game, the commands among the others are decided at its table.
pub fn api(bytes: &[u8]) {
    let mut lines = text_of(bytes).lines();
    let Some(first) = lines.next() else { return };
    let mut table = body_reads_back::<NewGameRequest>(first).and_then(|body| begin(&body));
    for line in std::iter::once(first).chain(lines) {
        body_reads_back::<ClaimRequest>(line);
        body_reads_back::<HintRequest>(line);
        body_reads_back::<PaceRequest>(line);
        body_reads_back::<RematchRequest>(line);
        let command = body_reads_back::<CommandRequest>(line);
        table = table.map(|table| match &command {
            Some(command) => decide(&table, command),
            None => table,
        });
    }
    if let Some(table) = table {
        replays(&table);
    }
}

fn body_reads_back<T>(text: &str) -> Option<T>
where
    T: DeserializeOwned + Serialize + PartialEq + Debug,
{
    let body: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&body).unwrap_or_else(|error| panic!("{body:?}: {error}"));
    match serde_json::from_str::<T>(&written) {
        Ok(again) => assert_eq!(again, body, "written as {written}"),
        Err(error) => panic!("{body:?} is written as {written}: {error}"),
    }
    Some(body)
}

/// The table of a game that the request begins; none for a start that asks for a long search.
fn begin(body: &NewGameRequest) -> Option<AnyTable> {
    let card = CLUB.card(&body.game)?;
    let players = body.players.clone().unwrap_or(if card.is_for_one() {
        Seats::Solo { solo: Player::Human }
    } else {
        Seats::Two { white: Player::Human, black: Player::Human }
    });
    let start = card.start(body.start.as_deref(), 1).ok()?;
    let started = card.started(start, players, body.clock, NOW);
    if searches_a_board(&[Event::Started(started.clone())]) {
        return None;
    }
    card.open(&started).ok()
}

/// The table after the command, as it was sent and with the number that is expected; the same table where
/// it is refused.
fn decide(table: &AnyTable, body: &CommandRequest) -> AnyTable {
    let seat = body.from.map(Seat::from).or(table.turn()).unwrap_or(Seat::Solo);
    let command = Command { expected: body.expected, action: body.action.clone() };
    let _ = table.decide(&command, seat, NOW);
    let current = Command { expected: table.next(), ..command };
    match table.decide(&current, seat, NOW) {
        Ok(decided) => decided.after,
        Err(_) => table.clone(),
    }
}
