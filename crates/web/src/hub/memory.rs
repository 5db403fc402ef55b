//! Games in memory: each is read from the log once, and idle ones leave first when all of them have become too heavy.

use super::Hub;
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::replay::{has_to_search, replay, replayed};
use crate::room::{Room, lock};
use crate::secret;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Digest, GameId, StoreError};

/// Rooms are looked through so often while those in use take more memory than all should.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// For each game that is being read from the log, the lock for which its readers wait.
pub(super) type Turns = HashMap<GameId, Arc<tokio::sync::Mutex<()>>>;

/// A task that wants to read a game from the log, until this is dropped. The last one takes the entry away.
struct Loading<'a> {
    turns: &'a Mutex<Turns>,
    id: &'a GameId,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl<'a> Loading<'a> {
    fn new(turns: &'a Mutex<Turns>, id: &'a GameId) -> Loading<'a> {
        let turn = Arc::clone(lock(turns).entry(id.clone()).or_default());
        Loading { turns, id, turn }
    }
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        let mut turns = lock(self.turns);
        // One is in the map and one here; every other task has its own, got under the same lock.
        if Arc::strong_count(&self.turn) == 2 {
            turns.remove(self.id);
        }
    }
}

impl Hub {
    /// The room of a game, read from the log if it is not in memory yet: once, however many clients ask.
    pub(crate) async fn room(
        self: &Arc<Hub>,
        id: &GameId,
        owner: Owner,
    ) -> Result<Arc<Room>, Problem> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let loading = Loading::new(&self.loading, id);
        let _turn = loading.turn.lock().await;
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        self.load(id, owner).await
    }

    async fn load(self: &Arc<Hub>, id: &GameId, owner: Owner) -> Result<Arc<Room>, Problem> {
        let seats = self.log.seats(id).await?;
        if seats.iter().any(|seat| seat.token == Some(Digest::NOBODY)) {
            // It is played at a terminal, where its computers think, too.
            return Err(Fault::NoSuchGame.into());
        }
        let lines = self.log.read(id, 0).await?;
        let club = self.club;
        let table = if has_to_search(&lines) {
            // That takes seconds: clients take turns.
            self.run(owner, move || replayed(club, &lines)).await?
        } else {
            replay(club, lines).await
        };
        let table = table.map_err(|error| Problem::internal(&error))?;
        let table = self.resumed(id, table).await?;
        let over = table.is_over();
        let (pace, clock) = (self.config.pace, self.config.clock.clone());
        let room = Room::new(id.clone(), table, seats, pace, Owner::Unseen, clock);
        let room = self.keep(room);
        self.follow_from_here(&room).await?;
        if over && let Ok(next) = secret::rematch_of(id).parse() {
            match self.log.seats(&next).await {
                Ok(_) => room.set_rematch(next),
                Err(StoreError::NoSuchGame) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(room)
    }

    /// Keeps a room in memory, unless another task was faster.
    pub(super) fn keep(self: &Arc<Hub>, room: Room) -> Arc<Room> {
        if self.log.nodes().is_some() {
            room.share(Arc::clone(&self.log));
        }
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&room.id) {
            return Arc::clone(room);
        }
        let room = Arc::new(room);
        rooms.insert(room.id.clone(), Arc::clone(&room));
        let too_many = rooms.len() > self.config.most_live_games;
        drop(rooms);
        self.changed(&room);
        if too_many {
            self.let_go();
        }
        room
    }

    /// Takes a game out of memory. False when it is in use.
    pub(super) fn forget(&self, id: &GameId) -> bool {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(|room| Arc::strong_count(room) > 1) {
            return false;
        }
        if let Some(room) = rooms.remove(id) {
            self.weight.fetch_sub(room.weight(), Ordering::Relaxed);
            room.give_up();
        }
        true
    }

    /// Takes a game out of memory that is not in the log any more. Whoever still holds it is refused by the log.
    pub(crate) fn drop_room(&self, id: &GameId) {
        if let Some(room) = self.rooms().remove(id) {
            self.weight.fetch_sub(room.weight(), Ordering::Relaxed);
            room.give_up();
        }
    }

    /// Weighs a room that has changed, and lets others go when all of them have become too heavy.
    pub(super) fn weigh(self: &Arc<Hub>, room: &Room) {
        let (weight, before) = room.weigh();
        let all = if weight >= before {
            self.weight.fetch_add(weight - before, Ordering::Relaxed) + (weight - before)
        } else {
            self.weight.fetch_sub(before - weight, Ordering::Relaxed) - (before - weight)
        };
        if all > self.config.memory.max(self.next_look.load(Ordering::Relaxed)) {
            self.let_go();
        }
    }

    /// Lets idle rooms go, the heaviest first, until there is some room again.
    fn let_go(self: &Arc<Hub>) {
        let mut rooms = self.rooms();
        // Rooms that only this map holds have no stream, no thinking player and no running clock.
        let mut idle: Vec<(usize, GameId)> = rooms
            .values()
            .filter(|room| Arc::strong_count(room) == 1)
            .map(|room| (room.weight(), room.id.clone()))
            .collect();
        idle.sort_unstable_by(|one, other| other.cmp(one));
        let (memory, most) = (self.config.memory / 4 * 3, self.config.most_live_games / 4 * 3);
        for (weight, id) in idle {
            if self.weight.load(Ordering::Relaxed) <= memory && rooms.len() <= most {
                break;
            }
            if let Some(room) = rooms.remove(&id) {
                room.give_up();
            }
            self.weight.fetch_sub(weight, Ordering::Relaxed);
        }
        drop(rooms);
        // Where most rooms are busy, the next look waits until there is more to find, or for a while.
        let all = self.weight.load(Ordering::Relaxed);
        self.next_look.store(all + all / 8, Ordering::Relaxed);
        if all > self.config.memory {
            self.look_again();
        }
    }

    /// Lets rooms go a little later: those that are busy now may be idle then, and nothing else would tell.
    fn look_again(self: &Arc<Hub>) {
        if self.will_look.swap(true, Ordering::Relaxed) {
            return;
        }
        let hub = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            if let Some(hub) = hub.upgrade() {
                hub.will_look.store(false, Ordering::Relaxed);
                hub.let_go();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_loading_a_game_is_gone_with_the_last_that_wanted_it() {
        let (turns, game) = (Mutex::default(), "a".parse().unwrap());
        let one = Loading::new(&turns, &game);
        let other = Loading::new(&turns, &game);
        drop(one);
        let third = Loading::new(&turns, &game);
        assert!(Arc::ptr_eq(&other.turn, &third.turn));
        drop((other, third));
        assert!(lock(&turns).is_empty());
    }
}
