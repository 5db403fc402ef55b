//! What a log tells its listeners.

use crate::{Digest, GameId};

/// Something was appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// The game.
    pub game: GameId,
    /// The number of the event that comes next now.
    pub next: u64,
}

/// Something happened, and is safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    Appended(Appended),
    /// A seat of the game was claimed.
    Seated(GameId),
    /// The game was removed.
    Removed(GameId),
    /// More was found for the review of the game.
    Looked(GameId),
    /// An owner is called differently, or has other seats.
    Owner(Digest),
    /// Another server has left a note.
    Noted(Note),
    /// News were lost on the way: the listener asks how far its games have come ([`Log::heads`](crate::Log::heads)).
    Missed,
}

/// What servers on one log tell each other about a game beside its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub game: GameId,
    /// The server that left it.
    pub node: String,
    /// What it is about; a letter or digit begins it, and it has no tabs and no line ends.
    pub key: String,
    /// What it says, in one line; `None` when it is taken back.
    pub text: Option<String>,
}

/// How long a note is kept for servers that ask later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Told once.
    Not,
    /// As long as the server that has left it is alive; each server has its own under the same key.
    WithNode,
    /// As long as the game, one for all servers.
    WithGame,
}
