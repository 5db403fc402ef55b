//! Computers play each other while a stream is open.

use crate::client::{Client, Server, generous, wait_until};
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};
use web::Config;

const BREATH: Duration = Duration::from_millis(150);

fn computers(pace: u64) -> Value {
    let players = json!({ "white": "random:1", "black": "random:2" });
    json!({ "game": "chess", "players": players, "pace": pace })
}

/// Waits until the computers have made some moves.
fn watch_until(client: &Client, id: &str, moves: u64) {
    let mut stream = client.watch(id, None);
    while stream.next().unwrap().id < moves {}
}

#[test]
fn computers_play_only_while_a_stream_is_open() {
    let mut server = Server::start();
    let mut client = server.client();
    let id = client.begin(&computers(1));
    sleep(BREATH);
    client.get(&format!("/api/games/{id}"));
    sleep(BREATH);
    assert_eq!(server.events(&id).len(), 1, "looking once is not watching");

    watch_until(&server.client(), &id, 5);
    // The server notices that the client has gone when it next writes; then the game stands still.
    wait_until(|| client.get("/metrics").body.lines().any(|line| line == "tablero_streams 0"));
    wait_until(|| {
        let now = server.events(&id).len();
        sleep(4 * BREATH);
        server.events(&id).len() == now
    });

    server.restart();
    let stopped = server.events(&id).len();
    sleep(BREATH);
    assert_eq!(server.events(&id).len(), stopped, "no stream is open after the restart");
    watch_until(&server.client(), &id, stopped as u64 + 3);
}

#[test]
fn the_pace_is_chosen_and_changed_by_clients_with_a_seat() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&computers(60_000));
    let path = format!("/api/games/{id}/pace");
    assert_eq!(client.get(&format!("/api/games/{id}")).json()["pace"], 60_000);
    let mut stream = server.client().watch(&id, None);
    assert_eq!(stream.next().unwrap().data["pace"], 60_000);
    sleep(BREATH);
    assert_eq!(server.events(&id).len(), 1, "the pause is not over");

    assert_eq!(server.client().post(&path, &json!({ "pace": 1 })).code(), "no-token");
    let slow = client.post(&path, &json!({ "pace": 60_001 }));
    assert_eq!((slow.status, slow.code().as_str()), (422, "bad-pace"));
    assert_eq!(
        client.post(&path, &json!({ "pace": 0 })).json(),
        json!({ "pace": 0, "paused": false })
    );
    while stream.next().unwrap().id < 10 {}
    assert_eq!(stream.next().unwrap().data["pace"], 0);
}

#[test]
fn computers_stand_still_make_one_move_and_go_on() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&computers(1));
    let path = format!("/api/games/{id}/pace");
    assert_eq!(server.client().post(&path, &json!({ "paused": true })).code(), "no-token");
    let told = client.post(&path, &json!({ "paused": true })).json();
    assert_eq!(told, json!({ "pace": 1, "paused": true }));
    let mut stream = server.client().watch(&id, None);
    assert_eq!(stream.next().unwrap().data["paused"], true);
    sleep(BREATH);
    assert_eq!(server.events(&id).len(), 1);
    for moves in 1..=2 {
        assert_eq!(client.post(&path, &json!({ "step": true })).json()["paused"], true);
        while stream.next().unwrap().id < moves {}
        sleep(BREATH);
        assert_eq!(server.events(&id).len() as u64, 1 + moves, "one move for each step");
    }
    assert_eq!(client.post(&path, &json!({ "paused": false })).json()["paused"], false);
    while stream.next().unwrap().id < 10 {}
    assert_eq!(client.post(&path, &json!({ "pace": 1, "paused": true })).status, 400);
}

#[test]
fn the_usual_pace_is_that_of_the_server() {
    let pace = Duration::from_millis(40);
    let server = Server::with(Config { pace, ..generous() });
    let mut client = server.client();
    let mut wanted = computers(0);
    wanted.as_object_mut().unwrap().remove("pace");
    let id = client.begin(&wanted);
    let began = Instant::now();
    watch_until(&client, &id, 5);
    assert!(began.elapsed() >= 5 * pace, "five moves in {:?}", began.elapsed());
}

#[test]
fn between_computers_there_is_no_clock() {
    let server = Server::start();
    let mut wanted = computers(1);
    wanted["clock"] = "5+3".into();
    let reply = server.client().post("/api/games", &wanted);
    assert_eq!((reply.status, reply.code().as_str()), (422, "no-clock"));
    assert_eq!(reply.json()["message"], "Between computers there is no clock.");
}
