//! A client for the interface of tablero's server ([docs/api.md](../../../docs/api.md)).
//!
//! It knows the interface and nothing else: no game, no rules, no other crate of the house. Begin a game, sit down with a link,
//! see the board, move, and follow a game over its stream:
//!
//! ```no_run
//! # async fn example() -> Result<(), client::ClientError> {
//! let link: client::Link = "http://127.0.0.1:7878/games/k3j5d8f0#black.CODE".parse()?;
//! let mut client = client::Client::new(link.server.clone(), None);
//! let game = client.sit_down(&link).await?;
//! if game.view.your_turn {
//!     client.act(&link.game, game.scene.next, &client::Action::Move { mv: "e5".to_owned() }).await?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The promises of the page hold here, too. A command carries the number of the event that it expects, and is repeated
//! until it is answered: the server carries it out at most once. A stream that breaks goes on behind the last event that was
//! read ([`Client::follow`]).
//!
//! Plain HTTP/1.1 only. For `https` this crate would need a TLS library and the certificates of the system; until then a
//! server behind TLS is reached through a tunnel, such as `ssh -L`.

mod client;
mod error;
mod game;
mod http;
mod link;
mod stream;

pub use client::{Action, Client, NewGame};
pub use error::ClientError;
pub use game::{
    Answer, Bar, Cell, Choice, Game, Message, Picture, Piece, Scene, SeatState, Tally, Timer, View,
};
pub use link::{Link, Server};
pub use stream::{Follow, Followed};
