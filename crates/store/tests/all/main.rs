//! The log from outside: what it promises, and what is left after a crash.

mod common;
mod crash;
mod log;
mod tls;
mod upkeep;
