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
        flag_at: None,
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

#[test]
fn each_of_several_moves_in_one_request_counts() {
    let server = Server::with(Config { kilobytes_per_day: 5.0, ..generous() });
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines" }));
    let flags = json!({ "expected": 1, "action": "move", "move": "flag a1", "then": ["flag b1", "flag c1"] });
    assert_eq!(client.command(&id, &flags).status, 200);
    let flag = |expected: u64, cell: &str| json!({ "expected": expected, "action": "move", "move": format!("flag {cell}") });
    assert_eq!(client.command(&id, &flag(4, "d1")).status, 200);
    assert_eq!(client.command(&id, &flag(5, "e1")).code(), "over-quota");
}

#[test]
fn what_computers_play_counts_for_the_address_that_watches_and_they_wait_when_it_is_too_much() {
    let server = Server::with(Config { kilobytes_per_day: 9.0, ..generous() });
    let mut client = server.client();
    let person = client.begin(&json!({ "game": "chess" }));
    let players = json!({ "white": "random:1", "black": "random:2" });
    let id = client.begin(&json!({ "game": "chess", "players": players, "pace": 0 }));
    let mut stream = client.watch(&id, None);
    let waits = |status: &serde_json::Value| status.to_string().contains("The computer waits");
    let said = loop {
        let message = stream.next().unwrap();
        if waits(&message.data["scene"]["status"]) {
            break message;
        }
    };
    assert_eq!(said.data["view"]["thinking"], false);
    // Two games and seven moves.
    assert_eq!(server.events(&id).len(), 8);
    let game = client.get(&format!("/api/games/{id}?lang=es")).json();
    let status = game["scene"]["status"].to_string();
    assert!(status.contains("El ordenador espera"), "{status}");
    // What ends a game can be done all the same.
    let mv = json!({ "expected": 1, "action": "move", "move": "e4" });
    assert_eq!(client.command(&person, &mv).code(), "over-quota");
    let resign = json!({ "expected": 1, "action": "resign" });
    assert_eq!(client.command(&person, &resign).status, 200);
}

#[test]
fn a_game_whose_computer_waits_can_be_resigned() {
    let server = Server::with(Config { kilobytes_per_day: 2.0, ..generous() });
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "random:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let mv = json!({ "expected": 1, "action": "move", "move": "e4" });
    let status = |reply: crate::client::Reply| reply.json()["scene"]["status"].to_string();
    let waits = status(client.command(&id, &mv));
    assert!(waits.contains("The computer waits"), "{waits}");
    let over = status(client.command(&id, &json!({ "expected": 2, "action": "resign" })));
    assert!(!over.contains("The computer waits"), "{over}");
    assert_eq!(server.events(&id).len(), 3);
}

#[tokio::test]
async fn a_damaged_game_is_kept_and_the_others_are_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let log = Sqlite::open(&path).unwrap();
    let computers = ["level:1", "level:2", "level:3"];
    for name in ["a", "b", "c", "d"] {
        old_game(&log, name, 30, computers, summary(false, None)).await;
    }
    let elsewhere = rusqlite::Connection::open(&path).unwrap();
    // Bytes of an event, and of an entry, that are no text any more.
    let sql = "UPDATE events SET event = CAST(x'ff' AS TEXT) WHERE game = 'b' AND number = 0";
    assert_eq!(elsewhere.execute(sql, []).unwrap(), 1);
    let sql = "UPDATE games SET players = CAST(x'ff' AS TEXT) WHERE id = 'c'";
    assert_eq!(elsewhere.execute(sql, []).unwrap(), 1);
    let pruned = web::prune(&log, &Retention::default(), |_| false, false).await.unwrap();
    assert_eq!(pruned, Pruned { games: 2, of_computers: 2 });
    assert_eq!(log.read(&"d".parse().unwrap(), 0).await, Err(store::StoreError::NoSuchGame));
}
