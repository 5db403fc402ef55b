//! What a watcher is sent: the scene, each time the game has changed.

use crate::api::{ShownSeat, shown_seats};
use crate::hub::{Hub, Watching};
use crate::limits::Holding;
use crate::live::{Live, shown};
use crate::seat::{SeatName, you};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::{Seat, Viewer};
use serde::Serialize;
use serde_json::Value;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::{Digest, GameId};
use table::{Language, Scene};
use tokio::sync::watch;

/// A comment now and then keeps the connection open and finds out who has gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Somebody who watches a game.
pub struct Watcher {
    hub: Arc<Hub>,
    live: Arc<Live>,
    token: Option<Digest>,
    wanted: Option<Seat>,
    language: Language,
    /// The number of the next event to be told; `None` before the first message.
    told: Option<u64>,
    /// Has anything been sent? Whoever comes back may have missed what is no event.
    begun: bool,
    changes: watch::Receiver<u64>,
    asides: watch::Receiver<u64>,
    ending: watch::Receiver<bool>,
    _holding: Holding,
    _watching: Watching,
}

#[derive(Serialize)]
struct Update<'a> {
    you: Option<SeatName>,
    /// What has happened since the message before; missing when that is too much to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<Value>>,
    scene: &'a Scene,
    /// Who sits where: somebody may sit down without an event.
    seats: Vec<ShownSeat>,
    /// The game that follows upon this one, when it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<&'a str>,
    /// The pause between moves when only computers play, in milliseconds.
    pace: u64,
}

impl Watcher {
    /// Somebody who has seen everything up to the event `last`, or nothing.
    pub fn new(
        hub: &Arc<Hub>,
        live: Arc<Live>,
        (token, wanted): (Option<Digest>, Option<Seat>),
        language: Language,
        last: Option<u64>,
        holding: Holding,
    ) -> Watcher {
        let told = last.and_then(|last| last.checked_add(1)).filter(|&told| told <= live.next());
        let (changes, asides, ending) = (live.watch(), live.asides(), hub.ending());
        let watching = hub.watch(&live);
        Watcher {
            hub: Arc::clone(hub),
            live,
            token,
            wanted,
            language,
            told,
            begun: false,
            changes,
            asides,
            ending,
            _holding: holding,
            _watching: watching,
        }
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
            if !self.begun || self.told.is_none_or(|told| told < next) {
                return Some(self.message());
            }
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                aside = self.asides.changed() => {
                    aside.ok()?;
                    return Some(self.message());
                }
                ended = self.ending.changed() => ended.ok()?,
            }
        }
    }

    fn message(&mut self) -> Message {
        self.begun = true;
        // Asked anew each time: who plays both sides sees each move from the side to move.
        let viewer = self.live.viewer(self.token, self.wanted).unwrap_or(Viewer::Spectator);
        let scene = self.live.scene(viewer, self.language);
        let told = self.told.replace(scene.next);
        let near =
            told.filter(|told| scene.next.saturating_sub(*told) <= self.hub.config.most_behind);
        let events = near.map(|told| {
            self.live.with_table(|table| {
                let first = told as usize;
                shown(table.events().get(first..scene.next as usize).unwrap_or_default(), told)
            })
        });
        if told.is_some() && near.is_none() {
            self.hub.metrics.resynchronised();
        }
        let name = if events.is_some() { "update" } else { "resync" };
        let pace = self.live.pace().as_millis() as u64;
        let seats = shown_seats(&self.live, self.token);
        let rematch = self.live.rematch().map(GameId::as_str);
        let update = Update { you: you(viewer), events, scene: &scene, seats, rematch, pace };
        let data = serde_json::to_string(&update).unwrap_or_default();
        let id = scene.next.saturating_sub(1).to_string();
        Message::default().event(name).id(id).data(data)
    }
}
