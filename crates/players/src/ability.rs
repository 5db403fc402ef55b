//! Which player can play what, and which one needs a clock.

use crate::learnt;
use crate::spanish::said_player_error;
use crate::uci_player::UciPlayer;
use table::{Card, Limit, Player, ThinkError};

/// Can this player play this game? People can play anything.
pub fn can_play(player: &Player, card: &'static dyn Card) -> Result<(), ThinkError> {
    card.admits(player)?;
    if let Player::Uci { program } | Player::Gtp { program } = player {
        let read = program.parse::<UciPlayer>();
        read.map_err(|error| ThinkError::BadProgram(said_player_error(&error)))?;
    }
    if let Player::Learnt { run, generation, .. } = player {
        learnt::find(run, *generation, card.name())?;
    }
    Ok(())
}

/// Does this player make its moves without a clock that limits it? One that has no limit of its
/// own takes a moment for each, however long that is on a machine.
pub fn has_own_limit(player: &Player) -> bool {
    match player {
        Player::Engine(limit) => *limit != Limit::Clock,
        Player::Level(level) => *level <= levels::LAST,
        Player::Uci { program } | Player::Gtp { program } => {
            program.parse().is_ok_and(|player: UciPlayer| player.limit != Limit::Clock)
        }
        Player::Human | Player::Random { .. } | Player::Minimax { .. } | Player::Learnt { .. } => {
            true
        }
    }
}
