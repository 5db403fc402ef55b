//! The computers of the games: when they think, for whom, and what happens to their moves.

use super::{AFTER_A_FAILURE, Hub};
use crate::fair_queue::FairQueue;
use crate::pool::{Hint, HintTask, Owner, hint, offered_to_computer};
use crate::problem::{Fault, Problem};
use crate::request::NewPace;
use crate::room::Room;
use game::{Seat, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Digest, GameId, Keeping};
use table::{Action, AnyTable, Command, Player, Refusal};

/// An address that has stored too much is looked at again at least so often.
const LONGEST_WAIT_FOR_QUOTA: u64 = 60;
/// Between computers no pause takes more than this part of the time that is left.
const PART_OF_THE_CLOCK: u32 = 40;

/// A stream that is open.
pub(crate) struct Watching {
    room: Arc<Room>,
    client: Option<Digest>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        if self.room.end_watching(self.client) && waits_for_watchers(&self.room.table()) {
            self.room.replace_thinking(None);
            self.room.give_up();
        }
    }
}

impl Hub {
    /// Takes up the computer's games that were under way when the server last ended.
    pub(super) async fn go_on(self: Arc<Hub>) {
        let waiting = match self.log.waiting_for_computer().await {
            Ok(waiting) => waiting,
            Err(error) => return tracing::error!(%error, "the computer's games cannot be found"),
        };
        for id in in_turns(waiting) {
            // A few at a time, so that not all of them are in memory at once.
            while self.pool.waiting_of(Owner::Unseen) >= self.config.most_waiting_per_address {
                if *self.ending.borrow() {
                    return;
                }
                tokio::time::sleep(AFTER_A_FAILURE / 10).await;
            }
            if self.room(&id, Owner::Unseen).await.is_err() {
                tracing::error!(game = %id, "a game cannot go on");
            }
        }
    }

    /// The computers of a game think for a client that sits in it and has asked for something.
    pub(crate) fn serve(&self, room: &Room, owner: Owner) {
        if room.owner() != owner {
            let before = room.replace_owner(owner);
            self.pool.hand_over(&room.id, before, owner);
        }
    }

    /// Starts the computer whose turn it is, or which has an offer to answer. Where only computers play,
    /// they do so while a stream is open, with a pause before each move so that people can follow.
    pub(crate) fn think(self: &Arc<Hub>, room: &Arc<Room>) {
        room.replace_thinking(None);
        let table = room.table();
        let to_move = table.turn().and_then(|seat| table.players().get(seat));
        let unseen = waits_for_watchers(&table) && !room.is_watched();
        let asked =
            to_move.is_some_and(Player::is_computer) || offered_to_computer(&table).is_some();
        if !asked || unseen || *self.ending.borrow() {
            room.replace_over_quota(false);
            return;
        }
        if !self.tends(room) {
            return;
        }
        if let Owner::Network(address) = room.owner()
            && let Some(seconds) = self.stored.wait(address, Instant::now())
        {
            return self.wait_for_quota(room, seconds);
        }
        room.replace_over_quota(false);
        let paced = table.is_between_computers();
        let stands = room.is_paused();
        if paced && !room.may_go_on() {
            return;
        }
        let (stop, number) = (Stop::new(), table.next());
        room.replace_thinking(Some(stop.clone()));
        // A move that was asked for is made at once.
        let pause =
            if paced && !stands { room.pace().min(longest_pause(room)) } else { Duration::ZERO };
        if pause.is_zero() {
            return self.queue_thought(room, number, stop);
        }
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if !stop.is_set() {
                hub.queue_thought(&room, number, stop);
            }
        });
    }

    /// A computer waits for a thread. Where its owner has too many waiting, it asks again in a moment.
    fn queue_thought(self: &Arc<Hub>, room: &Arc<Room>, number: u64, stop: Stop) {
        if !self.pool.push_player(Arc::clone(room), number, stop) {
            self.think_later(room);
        }
    }

    /// The owner of a game has stored too much: its computers go on when that is over.
    fn wait_for_quota(self: &Arc<Hub>, room: &Arc<Room>, seconds: u64) {
        if room.replace_over_quota(true) {
            return;
        }
        let wait = Duration::from_secs(seconds.min(LONGEST_WAIT_FOR_QUOTA));
        let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                room.replace_over_quota(false);
                hub.think(&room);
            }
        });
    }

    /// Lets the computer of a game try again in a moment.
    fn think_later(self: &Arc<Hub>, room: &Arc<Room>) {
        let (hub, room) = (Arc::downgrade(self), Arc::downgrade(room));
        tokio::spawn(async move {
            tokio::time::sleep(AFTER_A_FAILURE).await;
            if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                hub.think(&room);
            }
        });
    }

    /// Carries out what a computer player has chosen.
    pub(crate) async fn computer_acts(
        self: &Arc<Hub>,
        room: &Arc<Room>,
        seat: Seat,
        number: u64,
        action: Action,
    ) {
        let moves = matches!(action, Action::Move { .. });
        if let Owner::Network(address) = room.owner() {
            // As much as a command of the client itself, and before the next player looks what is left.
            self.stored.charge(address, 1.0, Instant::now());
        }
        let done = self.command(room, seat, Command { expected: number, action }).await;
        match done.map_err(|problem| problem.fault) {
            Ok(_) if moves => self.metrics.computer_moved(),
            // The game may have changed while the player thought: then it thinks again already.
            Ok(_) | Err(Fault::Refused(Refusal::Stale { .. } | Refusal::Repeated)) => {}
            Err(Fault::Refused(refusal)) => {
                tracing::warn!(game = %room.id, code = refusal.code(), "a computer's move is refused");
            }
            Err(fault) => {
                tracing::error!(game = %room.id, code = fault.code(), "a computer's move is not stored");
                self.think_later(room);
            }
        }
    }

    /// Counts an open stream, until the return value is dropped.
    pub(crate) fn watch(self: &Arc<Hub>, room: &Arc<Room>, client: Option<Digest>) -> Watching {
        if room.begin_watching(client) && room.table().is_between_computers() {
            self.think(room);
        }
        Watching { room: Arc::clone(room), client }
    }

    /// Computers play faster or more slowly from now on, stand still, go on, or make one move.
    pub(crate) fn set_pace(self: &Arc<Hub>, room: &Arc<Room>, pace: NewPace) {
        match pace {
            NewPace::Pause(pace) => {
                room.set_pace(pace);
                room.tell(Keeping::WithGame, "pace", Some(pace.as_millis().to_string()));
            }
            NewPace::StandStill(still) => {
                room.set_paused(still);
                room.tell(Keeping::WithGame, "paused", still.then(|| "yes".to_owned()));
            }
            NewPace::OneMove => {
                room.allow_one_move();
                room.tell(Keeping::WithGame, "paused", Some("yes".to_owned()));
                room.tell(Keeping::Not, "step", None);
            }
        }
        if room.table().is_between_computers() {
            self.think(room);
        }
    }

    /// A hint, when there is one.
    pub(crate) async fn hint(
        &self,
        owner: Owner,
        table: AnyTable,
        task: HintTask,
    ) -> Result<Option<Hint>, Problem> {
        self.run(owner, move || hint(&table, task)).await
    }
}

/// Do computers play among themselves, so that they move only while a stream is open? A clock does not
/// wait for that.
pub(super) fn waits_for_watchers(table: &AnyTable) -> bool {
    table.is_between_computers() && table.clock().is_none()
}

/// The longest pause that a running clock leaves room for.
fn longest_pause(room: &Room) -> Duration {
    let table = room.table();
    let left = table.clock().and_then(|clock| Some(clock.left(clock.running()?, room.now())));
    left.map_or(Duration::MAX, |left| Duration::from_millis(left) / PART_OF_THE_CLOCK)
}

/// The games that wait for a computer, in the order in which it thinks for them: their owners take turns.
pub(super) fn in_turns(waiting: Vec<(GameId, Option<Digest>)>) -> Vec<GameId> {
    let mut queue = FairQueue::new(usize::MAX);
    for (id, owner) in waiting {
        // Games at a terminal go on there.
        if owner != Some(Digest::NOBODY) {
            let _ = queue.push(owner, id, |_| true);
        }
    }
    std::iter::from_fn(|| queue.pop()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> GameId {
        name.parse().unwrap()
    }

    #[test]
    fn after_a_restart_owners_take_turns() {
        let (one, other) = (Some(Digest::of("one")), Some(Digest::of("other")));
        let waiting = [
            ("a", one),
            ("b", one),
            ("c", one),
            ("d", Some(Digest::NOBODY)),
            ("e", other),
            ("f", None),
        ];
        let waiting = waiting.map(|(name, owner)| (id(name), owner)).to_vec();
        assert_eq!(in_turns(waiting), ["a", "e", "f", "b", "c"].map(id));
    }
}
