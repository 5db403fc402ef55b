//! A stream of server-sent events: the scene, each time the game has changed.

use crate::api::{SeatState, seat_states};
use crate::hub::{Hub, Watching};
use crate::limits::ConnectionPermit;
use crate::looking::changed_cells;
use crate::public::public_events;
use crate::room::{GameView, Room};
use crate::seat::{SeatName, you};
use crate::talk::Said;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::{Seat, Viewer};
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::{Digest, GameId};
use table::Language;
use table::scene::Cell;
use tokio::sync::watch;

/// A comment now and then keeps the connection open and notices clients that have gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A client that reads the stream of a game.
pub struct Watcher {
    hub: Arc<Hub>,
    room: Arc<Room>,
    token: Option<Digest>,
    seat: Option<Seat>,
    language: Language,
    /// The number of the next event to be sent; `None` before the first message.
    sent: Option<u64>,
    /// Has a message been sent? A client that comes back may have missed what is no event.
    begun: bool,
    /// The cells and the number of moves that the client has, where it wants to hear only of what changes.
    known: Option<Known>,
    changes: watch::Receiver<u64>,
    notices: watch::Receiver<u64>,
    ending: watch::Receiver<bool>,
    _permit: ConnectionPermit,
    _watching: Watching,
}

/// What a client has that hears only of changes.
#[derive(Default)]
struct Known {
    cells: Vec<Cell>,
    moves: usize,
}

#[derive(Serialize)]
struct Update<'a> {
    you: Option<SeatName>,
    /// What has happened since the message before; missing when that is too much to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<Value>>,
    #[serde(flatten)]
    now: &'a GameView,
    /// A seat may be claimed without an event.
    seats: Vec<SeatState>,
    /// The game that follows upon this one, when it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<&'a str>,
    /// The pause between moves when only computers play, in milliseconds.
    pace: u64,
    /// Do they stand still?
    paused: bool,
    /// The last that each seat has said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    phrases: Vec<Said>,
}

impl Watcher {
    /// A client that has seen everything up to the event `last`, or nothing.
    pub fn new(
        hub: &Arc<Hub>,
        room: Arc<Room>,
        (token, named): (Option<Digest>, Option<Seat>),
        language: Language,
        last: Option<u64>,
        permit: ConnectionPermit,
    ) -> Watcher {
        let sent = last.and_then(|last| last.checked_add(1)).filter(|&sent| sent <= room.next());
        // Before it listens: a client is not told that it has come itself.
        let watching = hub.watch(&room, token);
        let (changes, notices, ending) = (room.changes(), room.notices(), hub.ending());
        Watcher {
            hub: Arc::clone(hub),
            room,
            token,
            seat: named,
            language,
            sent,
            begun: false,
            known: None,
            changes,
            notices,
            ending,
            _permit: permit,
            _watching: watching,
        }
    }

    /// The same, for a client that keeps the cells and the moves that it was sent.
    pub fn of_changes(mut self) -> Watcher {
        self.known = Some(Known::default());
        self
    }

    /// The stream of messages. Nothing is queued: a message is made when there is room for it.
    pub fn stream(self) -> Sse<impl Stream<Item = Result<Message, Infallible>>> {
        let messages = stream::unfold(self, |mut watcher| async {
            let message = watcher.next().await?;
            Some((Ok(message), watcher))
        });
        Sse::new(messages).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
    }

    async fn next(&mut self) -> Option<Message> {
        loop {
            if *self.ending.borrow_and_update() {
                return None;
            }
            let next = *self.changes.borrow_and_update();
            if !self.begun || self.sent.is_none_or(|sent| sent < next) {
                return Some(self.message());
            }
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                notice = self.notices.changed() => {
                    notice.ok()?;
                    return Some(self.message());
                }
                ended = self.ending.changed() => ended.ok()?,
            }
        }
    }

    fn message(&mut self) -> Message {
        self.begun = true;
        // Asked each time: a client that plays both sides sees each move from the side to move.
        let viewer = self.room.viewer(self.token, self.seat).unwrap_or(Viewer::Spectator);
        let mut now = self.room.seen(viewer, self.token, self.language);
        let next = now.scene.next;
        let sent = self.sent.replace(next);
        let near = sent.filter(|sent| next.saturating_sub(*sent) <= self.hub.config.most_behind);
        let events = near.map(|sent| {
            let table = self.room.table();
            let since = table.events().since(sent as usize).take((next - sent) as usize);
            public_events(since, sent)
        });
        if sent.is_some() && near.is_none() {
            self.hub.metrics.resynchronised();
        }
        let name = if events.is_some() { "update" } else { "resync" };
        let pace = self.room.pace().as_millis() as u64;
        let paused = self.room.is_paused();
        let phrases = self.room.said();
        let seats = seat_states(&self.room, self.token);
        let rematch = self.room.rematch().map(GameId::as_str);
        let closed = self.room.table().card().capabilities().verbs.map(|verbs| verbs.closed);
        let changed = self
            .known
            .as_mut()
            .and_then(|known| known.take_known(&mut now, events.is_some(), closed));
        if self.known.is_some() && closed.is_some() {
            // What can be done to each cell is seen from the cell.
            now.scene.choices.clear();
        }
        let update =
            Update { you: you(viewer), events, now: &now, seats, rematch, pace, paused, phrases };
        let data = match changed {
            None => serde_json::to_string(&update).unwrap_or_default(),
            Some(changed) => {
                let mut data = json!(update);
                data["scene"]["changed"] = changed;
                data.to_string()
            }
        };
        let id = next.saturating_sub(1).to_string();
        Message::default().event(name).id(id).data(data)
    }
}

impl Known {
    /// Takes what the client has out of a scene, and returns what is new to it: cells with their indices, and the number of moves
    /// before those that are left in the scene. A client that opens a new stream gets the whole scene, except for the cells with
    /// nothing on them of the shade `blank`: of a large board of Minesweeper they are nearly everything.
    fn take_known(
        &mut self,
        now: &mut GameView,
        goes_on: bool,
        blank: Option<&'static str>,
    ) -> Option<Value> {
        let scene = &mut now.scene;
        let moves = scene.moves.len();
        let is_known =
            goes_on && self.cells.len() == scene.picture.cells.len() && self.moves <= moves;
        if !is_known {
            *self = Known { cells: scene.picture.cells.clone(), moves };
            let blank = blank?;
            let is_blank =
                |cell: &Cell| cell.shade == blank && cell.piece.is_none() && cell.marks.is_empty();
            scene.picture.cells.clear();
            let others = self.cells.iter().enumerate().filter(|(_, cell)| !is_blank(cell));
            let others: Vec<(usize, &Cell)> = others.collect();
            return Some(json!({ "cells": others, "moves": 0, "blank": blank }));
        }
        let cells = std::mem::take(&mut scene.picture.cells);
        let changed = json!({ "cells": changed_cells(&self.cells, &cells), "moves": self.moves });
        scene.moves.drain(..self.moves);
        *self = Known { cells, moves };
        Some(changed)
    }
}
