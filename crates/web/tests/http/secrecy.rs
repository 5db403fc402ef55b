//! Nothing that is hidden on a board is ever sent while its game runs.

use crate::client::{Client, Reply, Server};
use game::Viewer;
use serde_json::{Value, json};
use table::{Action, Command, Language, Player, Seats};

const FIRST: &str = "open e5";

/// The scene of a board with this seed after some moves.
fn scene(seed: u64, moves: &[&str]) -> String {
    let card = games::CLUB.card("mines").unwrap();
    let start = card.start(Some(&format!("9x9/10 safe {seed}")), 0).unwrap();
    let started = card.started(start, Seats::Solo { solo: Player::Human }, None, 0);
    let mut table = card.open(&started).unwrap();
    for mv in moves {
        let action = Action::Move { mv: (*mv).to_owned() };
        let command = Command { expected: table.next(), action };
        table = table.decide(&command, card.seats()[0], 0).unwrap().after;
    }
    serde_json::to_string(&table.scene(Viewer::Spectator, 0, Language::English)).unwrap()
}

/// Two seeds whose boards look the same after the first cell and are not the same: opening a1 shows it.
fn two_boards() -> (u64, u64) {
    let mut seen: Vec<(u64, String, String)> = Vec::new();
    for seed in 0..500 {
        let (first, second) = (scene(seed, &[FIRST]), scene(seed, &[FIRST, "open a1"]));
        let twin = seen.iter().find(|(_, other, after)| *other == first && *after != second);
        if let Some((other, ..)) = twin {
            return (*other, seed);
        }
        seen.push((seed, first, second));
    }
    panic!("no two boards look alike");
}

/// Everything that the server says about a board as long as nothing but the first cell is open.
fn everything_sent(server: &Server, seed: u64) -> Vec<String> {
    let mut client = server.client();
    let mut sent = Vec::new();
    let game = json!({ "game": "mines", "start": format!("9x9/10 safe {seed}") });
    let begun = client.post("/api/games", &game);
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    let cookie = client.cookie.clone().unwrap();
    let path = format!("/api/games/{id}");
    let mut watching = [client.watch(&id, None), server.client().watch(&id, None)];
    let mut replies: Vec<Reply> = vec![begun];
    let mut command = |client: &mut Client, command: Value| {
        let reply = client.post(&format!("{path}/commands"), &command);
        let changed = reply.status == 200 && reply.json()["repeated"] == false;
        replies.push(reply);
        changed
    };
    // Every change is read at once, so that no two of them come in one message.
    let mut read = || sent.extend(watching.iter_mut().map(|stream| stream.next().unwrap().text));
    read();
    for (expected, mv) in [
        (1, "flag a1"),
        // Lays the board, too: two events.
        (2, FIRST),
        (2, FIRST),
        (2, "e5"),
        (3, FIRST),
        (3, "open b1"),
        (4, FIRST),
        (4, "chord e5"),
        (4, "open a1"),
        (4, "open z99"),
        (9, "open b1"),
        (1, "open b1"),
        (4, "chord c3"),
    ] {
        let mv = json!({ "expected": expected, "action": "move", "move": mv });
        if command(&mut client, mv) {
            read();
        }
    }
    for action in ["take-back", "offer-draw", "claim-draw", "call-time", "nonsense"] {
        command(&mut client, json!({ "expected": 4, "action": action }));
    }
    replies.push(client.post(&format!("{path}/hints"), &json!({})));
    replies.push(client.post(&format!("{path}/hints"), &json!({ "probabilities": true })));
    replies.push(client.get(&format!("{path}/picture?moves=2")));
    replies.push(server.client().get(&format!("{path}/picture?moves=1")));
    replies.push(client.get(&format!("{path}/picture?moves=3")));
    replies.push(server.client().get(&format!("{path}/export?format=events")));
    replies.push(client.post(&format!("{path}/rematch"), &json!({})));
    replies.push(client.get(&path));
    replies.push(server.client().get(&format!("{path}?lang=es")));
    replies.push(server.client().get(&format!("{path}/export")));
    replies.push(client.get(&format!("{path}?seat=solo")));
    replies.push(client.get(&format!("/games/{id}")));
    replies.push(server.client().get(&format!("/games/{id}?lang=es")));
    let listed = server.client().get("/api/games?game=mines&limit=1").json();
    let mut listed = listed["games"][0].clone();
    listed["at"] = Value::Null;
    sent.push(listed.to_string());
    for reply in replies {
        // The date, and with it the length of the body, may differ.
        let head = reply
            .head
            .lines()
            .filter(|line| !line.starts_with("date: ") && !line.starts_with("content-length: "));
        sent.push(head.collect::<Vec<_>>().join("\n") + &reply.body);
    }
    for last in [0, 1, 2, 3] {
        sent.push(client.watch(&id, Some(last)).next().unwrap().text);
    }
    let board = laid_board(server, &id);
    for text in &sent {
        assert!(!text.contains(&board) && !text.contains("laid"), "the board is sent: {text}");
    }
    let secret = cookie.trim_start_matches("tablero=");
    sent.iter()
        .map(|text| without_time(&text.replace(&id, "ID").replace(secret, "TOKEN")))
        .collect()
}

/// The hidden board, as the log has it.
fn laid_board(server: &Server, id: &str) -> String {
    let events = server.events(id);
    let events = events.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut laid = events.filter(|event| event["event"] == "laid");
    let board = laid.next().expect("a board was laid")["board"].as_str().unwrap().to_owned();
    assert!(laid.next().is_none() && board.len() > 20, "{board}");
    board
}

/// The text without how long the game has taken.
fn without_time(text: &str) -> String {
    let mut parts = text.split("\"elapsed\":");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept += part.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    kept
}

#[test]
fn boards_that_look_alike_are_sent_in_the_same_bytes() {
    let (one, other) = two_boards();
    let server = Server::start();
    let (first, second) = (everything_sent(&server, one), everything_sent(&server, other));
    assert!(first.iter().any(|text| text.contains("\"kind\":\"1\"")), "nothing was opened");
    assert!(first.iter().any(|text| text.contains("\"mine\":0.")), "there are no probabilities");
    for (one, other) in first.iter().zip(&second) {
        assert_eq!(one, other);
    }
    assert_eq!(first.len(), second.len());
}

#[test]
fn a_board_is_shown_and_can_be_exported_when_it_is_over() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    let refused = client.get(&format!("/api/games/{id}/export"));
    assert_eq!((refused.status, refused.code().as_str()), (409, "not-over"));
    client.command(&id, &json!({ "expected": 1, "action": "move", "move": FIRST }));
    client.command(&id, &json!({ "expected": 3, "action": "resign" }));
    let export = client.get(&format!("/api/games/{id}/export?format=events"));
    assert_eq!(
        export.header("content-type").as_deref(),
        Some("application/x-ndjson; charset=utf-8")
    );
    let table = table::log::read(games::CLUB, &export.body).unwrap();
    assert_eq!((table.next(), table.is_over()), (4, true));
    assert!(export.body.contains(&laid_board(&server, &id)));
}
