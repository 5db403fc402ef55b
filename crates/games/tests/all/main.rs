//! Laws for every card, and games at the table.

mod analysis;
mod ballots;
mod cards;
mod clocks;
mod commands;
mod draws;
mod four;
mod golden;
mod laws;
mod leaks;
mod learning;
mod logs;
mod past;
mod players;
mod positions;
mod records;
mod results;
mod scenes;
mod search_endgames;
mod search_laws;
mod secrecy;
mod spanish;
mod support;
mod takebacks;
