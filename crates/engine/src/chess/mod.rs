//! Chess for the search.

mod exchange;
mod hooks;
