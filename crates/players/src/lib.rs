//! Computer players.
//!
//! A [`Thinker`] chooses the moves of a seat in which no person sits. It looks at the table as a
//! person in that seat would, and its move goes through the same commands. Thinking takes time, so
//! [`Background`] does it on a thread of its own and can be stopped.
//!
//! [`SearchMind`] plays every game with hooks for the search: `engine` plays as well as its limit allows,
//! `level:1` to `level:10` hold back to suit a person, `minimax:N` looks through the plain tree, which it
//! keeps from move to move, and `random` draws from a seed that is part of the game, so that the same
//! game replays the same moves. `learnt:RUN@GENERATION` plays what a program has taught itself. [`UciMind`] adds programs that speak UCI, [`GtpMind`]
//! those that speak GTP. A game without hooks for the search brings a mind of its own. [`Positions`] looks through a game that was played.

mod ability;
mod background;
mod bench;
mod draw_offer;
mod gtp_mind;
mod learnt;
mod random;
mod reviewing;
mod search_mind;
mod spanish;
mod thinker;
mod uci_mind;
mod uci_player;

pub use ability::{can_play, has_own_limit};
pub use background::Background;
pub use bench::{Signature, bench, bench_nodes};
pub use draw_offer::agrees_to_draw;
pub use gtp_mind::GtpMind;
pub use learnt::{Unavailable, is_run_name, only_runs_by_name, use_library};
pub use random::draw_lots;
pub use reviewing::{Positions, judge_click};
pub use search_mind::{SearchMind, Searched};
pub use thinker::Thinker;
pub use uci_mind::UciMind;
pub use uci_player::{UciPlayer, UciPlayerError};
