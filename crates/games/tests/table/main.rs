//! What a table must do, told game by game.

mod clocks;
mod commands;
mod draws;
mod golden;
mod laws;
mod logs;
mod past;
mod players;
mod records;
mod scenes;
mod secrecy;
mod support;
mod takebacks;
