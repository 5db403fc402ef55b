//! Events as clients are sent them.
//!
//! A start may hold the seed of a hidden board, and laying one tells all of it: of an event only the
//! parts below are public, and of a board that was laid nothing is, not even that it was.

use serde_json::{Map, Value};
use table::{Event, Player};

/// The parts of events that every client may see.
const PUBLIC: [&str; 9] =
    ["event", "game", "players", "clock", "seat", "move", "moves", "player", "edit"];

/// Events as they are sent, the first of them with this number. Numbers of events that stay on the server
/// are missing.
pub fn public_events<'a>(events: impl IntoIterator<Item = &'a Event>, first: u64) -> Vec<Value> {
    let public = |(number, event): (u64, &Event)| {
        if matches!(event, Event::Laid { .. }) {
            return None;
        }
        let mut parts = Map::new();
        parts.insert("number".to_owned(), number.into());
        if let Ok(Value::Object(all)) = serde_json::to_value(without_seeds(event.clone())) {
            parts.extend(all.into_iter().filter(|(name, _)| PUBLIC.contains(&name.as_str())));
        }
        Some(Value::Object(parts))
    };
    (first..).zip(events).filter_map(public).collect()
}

/// The event without the seeds of random players, which would tell their moves.
pub fn without_seeds(event: Event) -> Event {
    match event {
        Event::Started(mut started) => {
            started.players = started.players.map(Player::without_seed);
            Event::Started(started)
        }
        Event::PlayerChanged { seat, player, at } => {
            Event::PlayerChanged { seat, player: player.without_seed(), at }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;
    use serde_json::json;
    use table::{Seats, Started, VERSION};

    #[test]
    fn neither_the_start_nor_the_board_that_was_laid_is_public() {
        let players = Seats::Solo { solo: Player::Random { seed: Some(424_242) } };
        let (game, start) = ("hidden".to_owned(), "the seed is 987654".to_owned());
        let started = Started { version: VERSION, game, start, players, clock: None, at: 7 };
        let events = [
            Event::Started(started),
            Event::Laid { board: "0a0b0c".to_owned(), at: 8 },
            Event::Moved { seat: Seat::Solo, mv: "open a1".to_owned(), at: 8 },
        ];
        let sent = json!([
            { "number": 0, "event": "started", "game": "hidden", "players": { "solo": "random" } },
            { "number": 2, "event": "moved", "seat": "solo", "move": "open a1" },
        ]);
        assert_eq!(Value::from(public_events(&events, 0)), sent);
    }
}
