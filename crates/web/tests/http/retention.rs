//! How long games are kept, and how much an address may store.

use crate::client::{Server, generous};
use serde_json::json;
use std::time::Duration;
use store::{Log, NewGame, NewSeat, Sqlite, Summary};
use web::{Config, Pruned, Retention};

const DAY: u64 = 24 * 60 * 60 * 1000;

fn now() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.unwrap().as_millis() as u64
}

/// Stores a game that was last touched so many days ago.
async fn old_game(log: &dyn Log, name: &str, days: u64, players: [&str; 3], summary: Summary) {
    let [white, black, later] = players;
    let at = now() - days * DAY;
    let players = json!({ "white": white, "black": black });
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let started = json!({
        "event": "started", "version": 2, "game": "chess", "start": start, "players": players, "at": at
    });
    let changed = json!({ "event": "player-changed", "seat": "white", "player": later, "at": at });
    let events = vec![started.to_string(), changed.to_string()];
    let players = json!({ "white": later, "black": black }).to_string();
    let summary = Summary { players, at, ..summary };
    let seats = vec![NewSeat { seat: "white".to_owned(), token: None, invitation: None }];
    let id = name.parse().unwrap();
    log.create(NewGame { id, events, summary, leaderboard: None, seats }).await.unwrap();
}

fn summary(over: bool, time: Option<u64>) -> Summary {
    Summary {
        kind: "chess".to_owned(),
        players: String::new(),
        moves: 1,
        over,
        computer_to_move: false,
        at: 0,
        time,
    }
}

#[tokio::test]
async fn what_a_person_played_is_kept_and_old_games_of_computers_are_not() {
    let log = Sqlite::in_memory().unwrap();
    let (person, computers) = (["human", "level:1", "human"], ["level:1", "level:2", "level:3"]);
    old_game(&log, "person", 400, person, summary(true, None)).await;
    old_game(&log, "handedover", 400, ["human", "level:1", "level:2"], summary(true, None)).await;
    old_game(&log, "computers", 8, computers, summary(false, None)).await;
    old_game(&log, "watched", 6, computers, summary(false, None)).await;
    let usual = Retention::default();
    let prune = async |retention: &Retention, only_count| {
        web::prune(&log, retention, |id| id.as_str() == "inuse", only_count).await.unwrap()
    };
    assert_eq!(prune(&usual, true).await, Pruned { games: 1, of_computers: 1 });
    assert_eq!(prune(&usual, false).await, Pruned { games: 1, of_computers: 1 });
    assert_eq!(prune(&usual, false).await, Pruned::default());

    old_game(&log, "unfinished", 20, person, summary(false, None)).await;
    old_game(&log, "fast", 400, person, summary(true, Some(5_000))).await;
    old_game(&log, "inuse", 400, person, summary(true, None)).await;
    let days = |days: u64| Some(Duration::from_millis(days * DAY));
    let set = Retention { finished: days(90), unfinished: days(14), computers: None };
    assert_eq!(prune(&set, false).await, Pruned { games: 3, of_computers: 0 });
    let left = log.untouched(u64::MAX >> 1, None, 10).await.unwrap();
    let left: Vec<&str> = left.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(left, ["fast", "inuse", "watched"]);
}

#[test]
fn an_address_stores_only_so_much_in_a_day() {
    let server = Server::with(Config { kilobytes_per_day: 3.0, ..generous() });
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let mv =
        |expected: u64, text: &str| json!({ "expected": expected, "action": "move", "move": text });
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
    assert_eq!(client.command(&id, &mv(2, "e5")).status, 200);
    let refused = client.command(&id, &mv(3, "Nf3"));
    assert_eq!((refused.status, refused.code().as_str()), (429, "over-quota"));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(client.post("/api/games", &json!({ "game": "chess" })).code(), "over-quota");
    assert_eq!(client.get(&format!("/api/games/{id}")).status, 200);
}
