//! The full screen without a terminal: events come in, pictures and effects come out.

mod desk;
mod laws;
mod pictures;
mod playing;
