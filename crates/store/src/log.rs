//! What every log offers.

use crate::{
    Digest, Handover, KeptResult, News, Nodes, OwnGame, OwnQuery, OwnResult, StoreError, TakenOver,
};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use tokio::sync::{broadcast, oneshot};

/// The answer of a log, when it comes. It does not borrow the log, so any task may wait for it.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'static>>;

/// The answer that another thread or task sends. Where that has ended and dropped the channel, the answer is that the log is closed.
pub(crate) fn answer_from<T: Send + 'static>(
    sent: oneshot::Receiver<Result<T, StoreError>>,
) -> Answer<T> {
    Box::pin(async move { sent.await.unwrap_or(Err(StoreError::Closed)) })
}

/// A log of games. Every method leaves all or nothing done, and answers only when what it did would
/// survive the machine's losing power.
pub trait Log: Send + Sync {
    /// Begins a game with its first events, from number 0.
    fn create(&self, game: NewGame) -> Answer<()>;

    /// Appends events, if the number expected is the next one.
    fn append(&self, append: Append) -> Answer<()>;

    /// The events of a game from a number on, in order; none when the game has not come that far.
    fn read(&self, game: &GameId, since: u64) -> Answer<Vec<String>>;

    /// Games for a list, the latest activity first; of two that changed in the same millisecond, the one
    /// that began later.
    fn list(&self, query: Query) -> Answer<Vec<Listed>>;

    /// The running games in which a person waits for a computer player: what has to go on after a
    /// restart. With each the owner of its first seat that has one.
    fn waiting_for_computer(&self) -> Answer<Vec<(GameId, Option<Digest>)>>;

    /// Games that were last changed before a moment, in the order of their names and after this one, with what
    /// the list shows of them.
    fn untouched(
        &self,
        before: u64,
        after: Option<GameId>,
        limit: u32,
    ) -> Answer<Vec<(GameId, Summary)>>;

    /// Removes games for good, each if it was last changed at the moment that is named with it. Returns
    /// those that are gone.
    fn remove(&self, games: Vec<(GameId, u64)>) -> Answer<Vec<GameId>>;

    /// Fails when nothing can be written at the moment.
    fn check_writable(&self) -> Answer<()>;

    /// Notes that a server on this log was alive at a moment, in milliseconds since 1970.
    fn note_alive(&self, at: u64) -> Answer<()>;

    /// The last moment that was noted so.
    fn last_alive(&self) -> Answer<Option<u64>>;

    /// The shortest times of a leaderboard, the best first. Those of the asker are marked.
    fn best_times(&self, query: TimesQuery) -> Answer<Vec<BestTime>>;

    /// Has an owner begun a game of this leaderboard?
    fn has_played(&self, leaderboard: &str, owner: Digest) -> Answer<bool>;

    /// Bytes that were drawn when the store was made, and that no client is told.
    fn secret(&self) -> Answer<Vec<u8>>;

    /// Notes that the player of a game was helped: its time is not among the best any more.
    fn disqualify(&self, game: &GameId) -> Answer<()>;

    /// The seats of a game.
    fn seats(&self, game: &GameId) -> Answer<Vec<Seat>>;

    /// Gives a free seat to the owner of a token.
    fn claim(&self, claim: Claim) -> Answer<()>;

    /// Keeps what a search found about the position of a game after so many moves, in place of what was kept before.
    fn keep_look(&self, game: &GameId, ply: u32, found: String) -> Answer<()>;

    /// What was kept so, in the order of the game.
    fn looks(&self, game: &GameId) -> Answer<Vec<(u32, String)>>;

    /// Keeps how a finished game ended.
    fn keep_result(&self, game: &GameId, result: KeptResult) -> Answer<()>;

    /// Finished games of an owner of which it is not kept how they ended, a few of them.
    fn without_result(&self, owner: Digest, limit: u32) -> Answer<Vec<GameId>>;

    /// Finished games of an owner, the latest first.
    fn own_games(&self, query: OwnQuery) -> Answer<Vec<OwnGame>>;

    /// How all finished games of an owner ended, the first one first.
    fn own_results(&self, owner: Digest) -> Answer<Vec<OwnResult>>;

    /// Removes a game of an owner for good, or takes it off the lists of that owner where somebody else sits in it, too. Is it
    /// gone for good?
    fn discard(&self, game: &GameId, owner: Digest) -> Answer<bool>;

    /// Keeps how an owner wants to be called, or that it wants no name any more.
    fn set_nickname(&self, owner: Digest, name: Option<String>) -> Answer<()>;

    /// How an owner wants to be called.
    fn nickname(&self, owner: Digest) -> Answer<Option<String>>;

    /// Keeps what a code hands over, in place of what its owner has kept so before.
    fn offer(&self, handover: Handover) -> Answer<()>;

    /// Hands over what a code stands for, once and only before its time is up: everything of `taker` becomes the owner's.
    fn take_over(&self, code: Digest, taker: Option<Digest>, now: u64) -> Answer<TakenOver>;

    /// The number of the next event of each of these games that is there.
    fn heads(&self, games: Vec<GameId>) -> Answer<Vec<(GameId, u64)>>;

    /// Tells of everything that happens from now on, after it is safe. A listener that is too slow hears how
    /// much was missed and reads the log instead.
    fn subscribe(&self) -> broadcast::Receiver<News>;

    /// What servers on several machines share; `None` where the log is for one machine.
    fn nodes(&self) -> Option<&dyn Nodes> {
        None
    }
}

/// The name of a game in the log: 1 to 32 letters and digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

/// The text is not the name of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the name of a game is 1 to 32 letters and digits")]
pub struct NoGameId;

impl FromStr for GameId {
    type Err = NoGameId;

    fn from_str(text: &str) -> Result<GameId, NoGameId> {
        let fits =
            (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        if fits { Ok(GameId(text.to_owned())) } else { Err(NoGameId) }
    }
}

impl GameId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What the list of games shows of one. The caller knows it; the log does not look into events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Which game it is: chess, checkers and so on.
    pub kind: String,
    /// Who plays, as text for the one who asks for the list.
    pub players: String,
    /// How many moves count.
    pub moves: u64,
    /// Is it over?
    pub over: bool,
    /// Does a person wait for a computer player to move?
    pub computer_to_move: bool,
    /// When it last changed, in milliseconds since 1970.
    pub at: u64,
    /// How many milliseconds it took, when it is one to be proud of.
    pub time: Option<u64>,
    /// When the clock of the player to move runs out, in milliseconds since 1970. Kept where several servers share the log, so that one of them
    /// looks at the game then.
    pub flag_at: Option<u64>,
}

/// A game to begin.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// Its first events: how it started, and what was played elsewhere.
    pub events: Vec<String>,
    /// What the list shows.
    pub summary: Summary,
    /// The leaderboard on which its time may stand; `None` when it may on none.
    pub leaderboard: Option<String>,
    /// Its seats.
    pub seats: Vec<NewSeat>,
}

impl NewGame {
    /// May everyone see it in lists?
    pub(crate) fn is_open_to_everyone(&self) -> bool {
        let is_open =
            |seat: &NewSeat| seat.invitation.is_none() && seat.token != Some(Digest::NOBODY);
        self.seats.iter().all(is_open)
    }
}

/// A seat of a game that begins.
#[derive(Debug, Clone)]
pub struct NewSeat {
    /// Its name: white, black or solo.
    pub seat: String,
    /// Whose it is; `None` while it is free.
    pub token: Option<Digest>,
    /// What must be shown to claim it; `None` when any client may.
    pub invitation: Option<Digest>,
}

/// Events to append.
#[derive(Debug, Clone)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number that the first of the events is to have.
    pub expected: u64,
    /// The events, in order.
    pub events: Vec<String>,
    /// What the list shows afterwards.
    pub summary: Summary,
}

/// Whose games to list. A game is open to everyone unless it has a seat that waits for an invitation or was
/// claimed with one, or a seat of [`Digest::NOBODY`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// Games open to everyone, and those of the asker.
    #[default]
    All,
    /// Only games in which the asker has a seat.
    Own,
    /// Games open to everyone that have a move, and in which the asker has no seat: those worth watching.
    /// They are looked for among the latest few hundred.
    Others,
}

/// Which games to list.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// Only games of this kind.
    pub kind: Option<String>,
    /// Only games that are over, or only games that are not.
    pub over: Option<bool>,
    /// The digest of the client's token.
    pub asker: Option<Digest>,
    /// Whose games.
    pub scope: Scope,
    /// Only games after this one in the list: its time of last activity and its name.
    pub after: Option<(u64, GameId)>,
    /// At most so many.
    pub limit: u32,
}

/// A game in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The game.
    pub id: GameId,
    /// What there is to show.
    pub summary: Summary,
    /// The seats that any client may claim.
    pub open_seats: Vec<String>,
    /// The seats of the asker.
    pub your_seats: Vec<String>,
    /// The seats whose owners have given themselves a name, each with that name.
    pub nicknames: Vec<(String, String)>,
}

/// Which times to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimesQuery {
    pub leaderboard: String,
    pub asker: Option<Digest>,
    /// Only games that ended at this moment or later, in milliseconds since 1970.
    pub since: u64,
    /// Those of players who were helped, too?
    pub helped: bool,
    pub limit: u32,
}

/// One of the best times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestTime {
    /// The game.
    pub game: GameId,
    /// How many milliseconds it took.
    pub time: u64,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Was it played by the one who asks?
    pub yours: bool,
    /// How the player wants to be called.
    pub nickname: Option<String>,
    /// Was the player helped?
    pub helped: bool,
}

/// A seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Its name.
    pub seat: String,
    /// Whose it is.
    pub token: Option<Digest>,
    /// May any client claim it?
    pub open: bool,
    /// Does it wait for an invitation, or was it claimed with one?
    pub invited: bool,
    /// How its owner wants to be called.
    pub nickname: Option<String>,
}

/// A seat to be claimed.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: String,
    /// The invitation that was shown.
    pub invitation: Option<Digest>,
    /// Who gets the seat.
    pub token: Digest,
}
