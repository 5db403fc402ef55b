//! The server over real connections.

mod client;
mod files;
mod limits;
mod looking;
mod pages;
mod playing;
mod refusals;
mod secrecy;
mod servers;
mod streams;
mod watching;
