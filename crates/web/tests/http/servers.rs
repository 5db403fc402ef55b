//! Two servers on one log.

use crate::client::{Client, Server, generous};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;
use store::SqliteOptions;
use web::Config;

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

#[test]
fn two_servers_on_one_log_follow_each_other() {
    let server = Server::start();
    let (address, other) = server.another();
    let mut here = server.client();
    let id = here.begin(&json!({ "game": "chess" }));
    let mut there = Client { address, cookie: here.cookie.clone(), forwarded: None };
    let mut stream = there.watch(&id, None);
    assert_eq!(stream.next().unwrap().id, 0);
    assert_eq!(here.command(&id, &mv(1, "e4")).status, 200);
    let message = stream.next().unwrap();
    assert_eq!((message.id, &message.data["events"][0]["move"]), (1, &json!("e4")));
    assert_eq!(there.command(&id, &mv(2, "e5")).status, 200);
    assert_eq!(here.command(&id, &mv(3, "Nf3")).status, 200);

    let mut black = Client { address, cookie: None, forwarded: None };
    let game = json!({ "game": "chess", "mine": ["white"], "open": true });
    let open = here.begin(&game);
    assert_eq!(black.get(&format!("/api/games/{open}")).status, 200);
    let path = format!("/api/games/{open}/claims");
    assert_eq!(black.post(&path, &json!({ "seat": "black" })).status, 200);
    server.block_on(other.end());
}

#[test]
fn of_two_servers_that_race_for_a_number_exactly_one_wins() {
    let server = Server::start();
    let (address, other) = server.another();
    let mut here = server.client();
    let id = here.begin(&json!({ "game": "mines" }));
    for number in 1..=20 {
        let race = |address, text: &'static str| {
            let (mut client, id) =
                (Client { address, cookie: here.cookie.clone(), forwarded: None }, id.clone());
            thread::spawn(move || client.command(&id, &mv(number, text)))
        };
        let racers = [race(server.address, "flag a1"), race(address, "flag b2")];
        let replies = racers.map(|racer| racer.join().unwrap());
        let mut statuses = replies.each_ref().map(|reply| reply.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{replies:?}");
        let lost = replies.iter().find(|reply| reply.status == 409).unwrap();
        assert_eq!(
            (lost.code().as_str(), &lost.json()["scene"]["next"]),
            ("stale", &json!(number + 1))
        );
        assert_eq!(server.events(&id).len() as u64, number + 1);
    }
    server.block_on(other.end());
}

#[test]
#[cfg(unix)]
fn nothing_is_acknowledged_into_a_file_that_is_gone() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    assert_eq!(client.get("/healthz").json(), json!({ "ok": true }));
    let path = server.store();
    for gone in [path.clone(), store::wal_file(&path)] {
        let aside = path.with_extension("aside");
        std::fs::rename(&gone, &aside).unwrap();
        let refused = client.command(&id, &mv(1, "e4"));
        assert_eq!((refused.status, refused.code().as_str()), (503, "store-unavailable"));
        assert!(refused.header("retry-after").is_some());
        assert_eq!(client.get("/healthz").code(), "store-unavailable");
        // Another file under the name is not the one that is open.
        std::fs::copy(&aside, &gone).unwrap();
        assert_eq!(client.get("/healthz").status, 503);
        std::fs::rename(&aside, &gone).unwrap();
        assert_eq!(client.get("/healthz").status, 200);
    }
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
}

#[test]
fn a_full_disk_is_said_and_the_game_goes_on_when_there_is_room() {
    let options = SqliteOptions { most_pages: Some(60), ..SqliteOptions::default() };
    let server = Server::on_a_store_with(options, generous());
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "16x16/40 safe" }));
    let elsewhere = Connection::open(server.store()).unwrap();
    let filler = "CREATE TABLE filler AS SELECT zeroblob(80000)";
    elsewhere.execute_batch(filler).unwrap();
    let flag = |number: u64| mv(number, &format!("flag a{}", 1 + number % 16));
    let full = (1..5_000).find_map(|number| {
        let reply = client.command(&id, &flag(number));
        (reply.status != 200).then_some((number, reply))
    });
    let (number, refused) = full.unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (503, "store-unavailable"));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(server.events(&id).len() as u64, number);
    assert_eq!(client.get(&format!("/api/games/{id}")).json()["scene"]["next"], number);
    elsewhere.execute_batch("DROP TABLE filler").unwrap();
    let again = client.command(&id, &flag(number));
    assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(false)), "{again:?}");
}

#[test]
fn a_lock_that_another_program_holds_is_said_and_waited_for() {
    let options =
        SqliteOptions { lock_timeout: Duration::from_millis(1), ..SqliteOptions::default() };
    let server = Server::on_a_store_with(options, generous());
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let elsewhere = Connection::open(server.store()).unwrap();
    elsewhere.execute_batch("BEGIN IMMEDIATE").unwrap();
    let health = client.get("/healthz");
    assert_eq!((health.status, health.code().as_str()), (503, "store-unavailable"));
    assert!(health.header("retry-after").is_some());
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 503);
    elsewhere.execute_batch("ROLLBACK").unwrap();
    assert_eq!(client.get("/healthz").status, 200);
    let moved = client.command(&id, &mv(1, "e4"));
    assert_eq!((moved.status, &moved.json()["repeated"]), (200, &json!(false)));
}

/// The milliseconds that a seat has left, and the events of the game.
fn clock_of(server: &Server, client: &mut Client, id: &str) -> (u64, Vec<String>) {
    let game = client.get(&format!("/api/games/{id}")).json();
    let players = game["scene"]["players"].as_array().unwrap();
    let white = players.iter().find(|player| player["seat"] == "white").unwrap();
    (white["clock"].as_u64().unwrap(), server.events(id))
}

#[test]
fn a_server_gives_no_time_back_that_another_one_has_watched_over() {
    let server = Server::with(Config { heartbeat: Duration::from_millis(5), ..generous() });
    let mut here = server.client();
    let id = here.begin(&json!({ "game": "chess", "clock": "10+0" }));
    for (number, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(here.command(&id, &mv(number, text)).status, 200);
    }
    let (address, other) = server.another();
    let mark = || server.block_on(server.log().last_alive()).unwrap();
    let before = mark();
    crate::client::wait_until(|| mark() != before);
    let mut there = Client { address, cookie: here.cookie.clone(), forwarded: None };
    assert_eq!(there.get(&format!("/api/games/{id}")).status, 200);
    let events = server.events(&id);
    assert_eq!(events.len(), 3, "{events:?}");
    server.block_on(other.end());
}

#[test]
fn a_step_of_the_machines_clock_neither_flags_nor_gives_time() {
    const HOUR: i64 = 3_600_000;
    let config = Config { heartbeat: Duration::from_millis(5), ..generous() };
    let clock = config.clock.clone();
    let server = Server::with(config);
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess", "clock": "10+0" }));
    for (number, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(client.command(&id, &mv(number, text)).status, 200);
    }
    let fair = 570_000..=600_000;
    let moves = [("Nf3", "Nc6"), ("Bb5", "a6"), ("Ba4", "Nf6")];
    for (step, (white, black)) in [HOUR, -2 * HOUR, 5 * HOUR].into_iter().zip(moves) {
        let known = server.events(&id).len();
        clock.set_forward(step);
        // The server notices by itself, and says so in the game.
        crate::client::wait_until(|| server.events(&id).len() > known);
        let (left, events) = clock_of(&server, &mut client, &id);
        assert!(fair.contains(&left), "{left} after {step}: {events:?}");
        let event: Value = serde_json::from_str(&events[known]).unwrap();
        assert_eq!(event["event"], "downtime");
        let given = event["milliseconds"].as_i64().unwrap();
        assert!((given - step).abs() < 20_000, "{given} for {step}");
        for text in [white, black] {
            let next = server.events(&id).len() as u64;
            assert_eq!(client.command(&id, &mv(next, text)).status, 200, "{text}");
        }
        let (left, events) = clock_of(&server, &mut client, &id);
        assert!(fair.contains(&left), "{left} after {step}: {events:?}");
    }
}
