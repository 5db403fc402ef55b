//! One of several servers that share a log: which games this one looks after, and what they tell each other beside events.
//!
//! For each game with a computer to move or a clock that runs, one server has the lease of its play. It takes the lease when the game asks for it, keeps it
//! while the game is in memory here, and loses it when it has not renewed itself for a while; then another server adopts the game. Two that
//! play for a moment at the same time do no harm, since each number is given once.

use super::Hub;
use super::computers::{in_turns, waits_for_watchers};
use crate::pool::Owner;
use crate::problem::Problem;
use crate::room::{PRESENCE, Room, lock};
use crate::secret;
use crate::talk::Said;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Digest, GameId, NODE_LIFE, Note, StoreError, Work};

/// A server renews itself so often, and looks for games that nobody looks after.
const BETWEEN_RENEWALS: Duration = Duration::from_secs(2);
/// A game that only computers play is asked for again so often while somebody looks on here.
const BETWEEN_REQUESTS: Duration = Duration::from_secs(3);

impl Hub {
    /// Renews this server among those that share the log, and adopts games that nobody looks after, until it ends.
    pub(super) async fn be_a_node(self: Arc<Hub>) {
        let mut ending = self.ending();
        loop {
            self.adopt().await;
            tokio::select! {
                () = tokio::time::sleep(BETWEEN_RENEWALS) => {}
                _ = ending.changed() => return,
            }
            self.renew().await;
        }
    }

    /// Says that this server is alive. Learns what time it is, whether it was taken for dead, and whether all servers were down.
    pub(super) async fn renew(self: &Arc<Hub>) {
        let Some(nodes) = self.log.nodes() else { return };
        let asked = Instant::now();
        let renewed = match nodes.renew().await {
            Ok(renewed) => renewed,
            Err(error) => {
                return tracing::warn!(%error, "this server could not say that it is alive");
            }
        };
        self.config.clock.follow(renewed.now, asked.elapsed() / 2);
        *lock(&self.down) = renewed.down;
        let give_back = *lock(&self.given_back) != renewed.down;
        *lock(&self.given_back) = renewed.down;
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in &rooms {
            if renewed.anew {
                // Others may look after it by now.
                room.set_tended(false);
                room.tell_presence_again();
                self.changed(room);
            } else if give_back && room.is_tended() && room.table().is_timed() {
                let _writer = room.writer.lock().await;
                if let Err(problem) = self.give_back_downtime(room, renewed.down).await {
                    tracing::error!(game = %room.id, code = problem.code(), "a clock was not set right");
                    self.give_back_again();
                }
            }
        }
    }

    /// A clock could not be put right: with the next renewal it is tried again. Nothing changes where it was.
    fn give_back_again(&self) {
        *lock(&self.given_back) = (0, 0);
    }

    /// Says that this server ends, so that others need not wait.
    pub(crate) async fn leave(&self) {
        let Some(nodes) = self.log.nodes() else { return };
        match tokio::time::timeout(NODE_LIFE, nodes.leave()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "this server could not say that it ends"),
            Err(_) => tracing::warn!("this server could not say in time that it ends"),
        }
    }

    /// Does this server look after a game? If not, it asks whether it may, and goes on with the game when it does.
    pub(super) fn tends(self: &Arc<Hub>, room: &Arc<Room>) -> bool {
        if room.is_tended() {
            return true;
        }
        if room.begin_asking() {
            let (hub, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move { hub.ask_for(&room).await });
        }
        false
    }

    async fn ask_for(self: &Arc<Hub>, room: &Arc<Room>) {
        let Some(nodes) = self.log.nodes() else { return };
        let leased = nodes.lease(&room.id, Work::Play).await;
        room.end_asking();
        match leased {
            Ok(true) => self.look_after(room).await,
            // The server that holds the lease looks after it; and where a computer is to move, it is adopted when that server is gone.
            Ok(false) => self.ask_later(room),
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "the lease of a game could not be asked for");
                self.ask_later(room);
            }
        }
    }

    /// A game that computers play while somebody looks on is not adopted: the servers at which somebody does ask again.
    fn ask_later(self: &Arc<Hub>, room: &Arc<Room>) {
        if !waits_for_watchers(&room.table()) || !room.is_watched() {
            return;
        }
        let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
        tokio::spawn(async move {
            tokio::time::sleep(BETWEEN_REQUESTS).await;
            if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                hub.think(&room);
            }
        });
    }

    /// This server looks after a game from now on.
    async fn look_after(self: &Arc<Hub>, room: &Arc<Room>) {
        let _writer = room.writer.lock().await;
        let down = *lock(&self.down);
        let ready = async {
            self.catch_up(room).await?;
            self.give_back_downtime(room, down).await
        };
        if let Err(problem) = ready.await {
            // It is tried all the same: what cannot be stored now is stored later.
            tracing::error!(game = %room.id, code = problem.code(), "a game was not caught up with");
            self.give_back_again();
        }
        room.set_tended(true);
        self.changed(room);
    }

    /// Looks after games in which something is to be done and that no server looks after: a few at a time, so that not all of them are in
    /// memory at once.
    async fn adopt(self: &Arc<Hub>) {
        let Some(nodes) = self.log.nodes() else { return };
        let waiting = self.pool.waiting_of(Owner::Unseen);
        let most = self.config.most_waiting_per_address.saturating_sub(waiting);
        if most == 0 {
            return;
        }
        let games = match nodes.adopt(u32::try_from(most).unwrap_or(u32::MAX)).await {
            Ok(games) => games,
            Err(error) => return tracing::warn!(%error, "games that go on cannot be found"),
        };
        for id in in_turns(games) {
            match self.room(&id, Owner::Unseen).await {
                Ok(room) => self.look_after(&room).await,
                Err(problem) => {
                    tracing::error!(game = %id, code = problem.code(), "a game cannot go on");
                }
            }
        }
    }

    /// A game has come into memory: what other servers did while it was read, they have not told here.
    pub(super) async fn follow_from_here(self: &Arc<Hub>, room: &Arc<Room>) -> Result<(), Problem> {
        if self.log.nodes().is_none() {
            return Ok(());
        }
        let _writer = room.writer.lock().await;
        self.catch_up(room).await?;
        self.look_at_seats(room).await?;
        self.read_notes(room).await
    }

    /// A client without a seat that wants to do something may have got one at another server, whose news are on their way.
    pub(crate) async fn look_for_a_seat(
        &self,
        room: &Room,
        client: Option<Digest>,
    ) -> Result<(), Problem> {
        let may_have = client.is_some() && room.seats_of(client).is_empty();
        if may_have && self.log.nodes().is_some() { self.look_at_seats(room).await } else { Ok(()) }
    }

    /// Reads what other servers have left for a game.
    pub(super) async fn read_notes(&self, room: &Arc<Room>) -> Result<(), Problem> {
        let Some(nodes) = self.log.nodes() else { return Ok(()) };
        for (node, key, text) in nodes.notes(&room.id).await? {
            if node != nodes.name() {
                Hub::take_note(room, &node, &key, Some(&text));
            }
        }
        Ok(())
    }

    /// Another server has left a note.
    pub(super) fn hear_note(self: &Arc<Hub>, note: &Note) {
        let Some(room) = self.rooms().get(&note.game).cloned() else { return };
        Hub::take_note(&room, &note.node, &note.key, note.text.as_deref());
        let plays_on = ["pace", "paused", "step"].contains(&note.key.as_str());
        if plays_on && room.is_tended() && room.table().is_between_computers() {
            self.think(&room);
        }
    }

    fn take_note(room: &Arc<Room>, node: &str, key: &str, text: Option<&str>) {
        match (key, text) {
            ("pace", Some(text)) => {
                if let Ok(milliseconds) = text.parse() {
                    room.set_pace(Duration::from_millis(milliseconds));
                }
            }
            ("paused", text) if room.is_paused() != text.is_some() => {
                room.set_paused(text.is_some());
            }
            ("step", _) => room.allow_one_move(),
            ("quota", text) => drop(room.replace_over_quota(text.is_some())),
            ("rematch", _) => {
                if let Ok(next) = secret::rematch_of(&room.id).parse() {
                    room.set_rematch(next);
                }
            }
            (key, text) if key.starts_with("said ") => {
                if let Some(said) = text.and_then(|text| serde_json::from_str::<Said>(text).ok()) {
                    room.hear(said);
                }
            }
            (key, text) => {
                let client = key.strip_prefix(PRESENCE).and_then(Digest::from_hex);
                if let Some(client) = client {
                    room.hear_presence(node, client, text);
                }
            }
        }
    }
}

impl Hub {
    /// May this server look at the positions of a game for its review, or does another one do so?
    pub(crate) async fn may_review(&self, game: &GameId) -> Result<bool, StoreError> {
        match self.log.nodes() {
            Some(nodes) => nodes.lease(game, Work::Review).await,
            None => Ok(true),
        }
    }

    /// A review has come to its end here.
    pub(crate) fn end_review(&self, game: &GameId) {
        if let Some(nodes) = self.log.nodes() {
            drop(nodes.release(vec![game.clone()], Work::Review));
        }
    }
}
