//! GTP, the protocol of programs that play Go, as programs that play Othello use it, from both sides.
//!
//! [`serve`] lets our search be used by other programs, in the protocol of the board `NBoard` as well; a [`Client`] drives another program. Squares are written as everywhere
//! in Othello, `a1` being at the top left, and a move that places nothing is `pass`.

mod client;
mod nboard;
mod server;

pub use client::{Client, ClientError, Patience, Task};
pub use server::serve;
