//! The event log: what happened in every game.
//!
//! A game is a list of events, numbered from 0, and storing it means appending. This crate decides
//! how they are kept: an append names the number it expects to be next, exactly one of two that race
//! for a number wins, and an append that was acknowledged is on the disk. With the events live the
//! list of games and the seats with the digests of their tokens; a reader of the file cannot sit
//! down in a seat with what stands there.
//!
//! [`Log`] is what the rest of the house knows. [`Sqlite`] is the log in one file, or in memory for
//! a try-out: one thread writes and commits whatever is waiting as one group, so that a hundred
//! moves cost one sync of the disk instead of a hundred.
//!
//! The log does not look into events: they are lines of text to it. The caller says in a
//! [`Summary`] what the list of games should show.
//!
//! Decided against: snapshots of games (folding a long game takes microseconds), and a connection pool
//! for writers (`SQLite` has one writer anyway; a queue in front of it can commit in groups).

mod digest;
mod error;
mod integers;
mod log;
mod news;
mod nodes;
mod own;
mod owner;
mod postgres;
mod sqlite;
mod transfer;

pub use digest::Digest;
pub use error::StoreError;
pub use log::{
    Answer, Append, BestTime, Claim, GameId, Listed, Log, NewGame, NewSeat, NoGameId, Query, Scope,
    Seat, Summary, TimesQuery,
};
pub use news::{Appended, Keeping, News, Note};
pub use nodes::{NODE_LIFE, Nodes, Renewed, Work};
pub use own::{KeptResult, Outcome, OwnGame, OwnQuery, OwnResult};
pub use owner::{Handover, TakenOver};
pub use postgres::{Address, AddressError, Postgres, PostgresOptions};
pub use sqlite::{FoundGames, Inspection, backup, restore, salvage};
pub use sqlite::{KeptWal, WalDamage, wal_damage, wal_file};
pub use sqlite::{Sqlite, SqliteOptions};
pub use transfer::{Moved, StorePlace, transfer};
