//! The protocol from both sides.

mod client;
mod server;
mod syzygy;
