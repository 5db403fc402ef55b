//! The server: games over HTTP.
//!
//! Commands come up as `POST`, each with its own status and reason; scenes go down as a stream of
//! server-sent events that a browser resumes by itself. `docs/api.md` is the whole interface.
//!
//! What this crate decides: a command is decided by the table, its events are appended to the log, and
//! only when they are safe there is the command acknowledged and everybody told (`hub`). Only
//! scenes and summaries of events are ever sent; an event itself, which may hold the seed of a
//! Minesweeper board, never is while the game runs. Who sits where is known by a random token in a
//! cookie; there are no accounts. Computer players think on a few threads, one move of a
//! game at a time, first come first served; where only computers play, they do so while somebody
//! looks on.
//!
//! Readers of a stream are never queued for: each is woken when its game has changed and gets the
//! latest scene when it has room for it, so a slow one skips what it missed and is told so.
//!
//! Decided against: web sockets (their messages have no status, and resuming would have to be
//! written by hand), and sessions with accounts (a link is enough to sit down with a friend).

mod api;
mod asking;
mod begin;
mod config;
mod files;
mod guard;
mod hub;
mod limits;
mod live;
mod metrics;
mod page;
mod patience;
mod pool;
mod problem;
mod requests;
mod seat;
mod secret;
mod server;
mod stream;
mod token;

pub use config::Config;
pub use server::{Running, ServeError, start};
