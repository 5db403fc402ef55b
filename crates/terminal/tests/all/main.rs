//! Both front ends of the terminal, from the first key to the last line.

mod analysis;
mod desk;
mod laws;
mod pictures;
mod playing;
mod remote;
mod session;
mod spanish;
mod whole_games;
