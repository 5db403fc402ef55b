//! What several servers share that are nodes of one club: who is alive, who does what for which game, and what time it is.
//!
//! A node that has not renewed itself for [`NODE_LIFE`], or that has missed a renewal and is no longer connected, counts as dead: its games are free
//! for the others, and the notes that were to last as long as the node are gone.

use crate::{Answer, Digest, GameId, Keeping};
use std::time::Duration;

/// A node that has not renewed itself for so long is taken for dead.
pub const NODE_LIFE: Duration = Duration::from_secs(8);

/// What a log offers to servers that share it.
pub trait Nodes: Send + Sync {
    /// The name of this node, drawn when it started.
    fn name(&self) -> &str;

    /// Says that this node is alive, and removes others that are not.
    fn renew(&self) -> Answer<Renewed>;

    /// Says that this node ends: its games are free at once.
    fn leave(&self) -> Answer<()>;

    /// Makes this node the one that does some work for a game. False when another node does it that is alive.
    fn lease(&self, game: &GameId, work: Work) -> Answer<bool>;

    /// Gives such work up.
    fn release(&self, games: Vec<GameId>, work: Work) -> Answer<()>;

    /// Leases the work of play in running games in which a computer is to move or a flag has fallen, where no living node has it. With
    /// each game the owner of its first seat that has one.
    fn adopt(&self, most: u32) -> Answer<Vec<(GameId, Option<Digest>)>>;

    /// Tells the other nodes something about a game.
    fn note(&self, game: &GameId, keeping: Keeping, key: &str, text: Option<String>) -> Answer<()>;

    /// The notes about a game that are kept, those of this node among them: the node, the key and the text.
    fn notes(&self, game: &GameId) -> Answer<Vec<(String, String, String)>>;
}

/// What one node does for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Lets the computers of a game think and watches its clock.
    Play,
    /// Looks at the positions of a game for its review.
    Review,
}

impl Work {
    /// As it is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Work::Play => "play",
            Work::Review => "review",
        }
    }
}

/// What a node learns when it renews itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewed {
    /// The time of the database, in milliseconds since 1970.
    pub now: u64,
    /// Was this node taken for dead meanwhile, so that what it had is gone? Also true the first time.
    pub anew: bool,
    /// From when to when all nodes were last down.
    pub down: (u64, u64),
}
