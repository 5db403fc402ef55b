//! The server over real connections.

mod analysis;
mod client;
mod fairness;
mod feel;
mod files;
mod lab;
mod limits;
mod listing;
mod looking;
mod pages;
mod people;
mod playing;
mod positions;
mod refusals;
mod retention;
mod secrecy;
mod servers;
mod streams;
mod watching;
