//! The server: games over HTTP.
//!
//! Commands come up as `POST`, each with its own status and reason; scenes go down as a stream of
//! server-sent events that a browser resumes by itself. `docs/api.md` is the whole interface.
//!
//! What this crate decides: a command is decided by the table, its events are appended to the log, and
//! only when they are safe there is the command acknowledged and broadcast (`hub`). Only scenes, view
//! models and the public parts of events are ever sent; an event itself, which may hold a hidden board or
//! its seed, never is while the game runs. Seats belong to a random token in a cookie; there are no
//! accounts. Computer players think on a few threads, one move of a game at a time, and clients take turns
//! (`pool`); where only computers play, they do so while a stream of their game is open.
//!
//! The games come in as data ([`table::Club`]): nothing here knows which they are. What only some games
//! can do is asked of their cards.
//!
//! Messages are never queued for a stream: each is woken when its game has changed and sends the latest
//! scene when the client has room for it, so a slow client skips what it missed and resyncs.
//!
//! Decided against: web sockets (their messages have no status, and resuming would have to be
//! written by hand), and sessions with accounts (a link is enough to sit down with a friend).

mod analysis;
mod api;
mod begin;
mod config;
mod extract;
mod fair_queue;
mod files;
mod guard;
mod host;
mod hub;
mod lab;
mod limits;
mod looking;
mod me;
mod metrics;
mod open_files;
mod own;
mod page;
mod pool;
mod presence;
mod problem;
mod public;
mod replay;
mod request;
mod retention;
mod review;
mod room;
mod seat;
mod secret;
mod server;
mod stream;
mod survey;
mod talk;
mod time;
mod token;
mod words;
mod write_timeout;

pub use config::Config;
pub use open_files::raise_open_file_limit;
pub use own::{NotExported, Standing, exported, opening_in, settle, standings};
pub use request::{
    ClaimRequest, CommandRequest, HintRequest, NewGameRequest, PaceRequest, RematchRequest,
};
pub use retention::{KeepFor, KeepForError, Pruned, Retention, prune};
pub use seat::SeatName;
pub use secret::game_name as new_game_name;
pub use server::{Running, ServeError, start};
pub use time::MachineClock;
