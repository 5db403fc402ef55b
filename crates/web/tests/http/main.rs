//! The server over real connections.

mod client;
mod limits;
mod pages;
mod playing;
mod refusals;
mod secrecy;
mod streams;
