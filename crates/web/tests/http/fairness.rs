//! One client cannot spoil it for the others.

use crate::client::{Client, Server, generous, wait_until};
use serde_json::{Value, json};
use std::thread;
use store::{Digest, NewGame, NewSeat, Summary};
use web::Config;

const ONE: &str = "192.0.2.1";
const OTHER: &str = "192.0.2.2";

/// A server that takes this machine for a proxy, so that clients can have addresses of their own.
fn proxied(config: Config) -> Server {
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    Server::with(Config { trusted_proxies, ..config })
}

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

/// Begins a game of chess against a computer and makes the first move.
fn challenge(client: &mut Client, computer: &str) -> String {
    let players = json!({ "white": "human", "black": computer });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
    id
}

/// Waits for the answer of the computer.
fn wait_for_reply(client: &mut Client, id: &str) {
    let path = format!("/api/games/{id}");
    wait_until(|| client.get(&path).json()["scene"]["next"] == 3);
}

fn metric(server: &Server, name: &str) -> u64 {
    let text = server.client().get("/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap().parse().unwrap()
}

#[test]
fn what_is_short_does_not_wait_behind_what_is_long() {
    let server = proxied(Config { thinkers: 1, ..generous() });
    let mut greedy = server.client_at(ONE);
    for _ in 0..8 {
        challenge(&mut greedy, "engine:time=10s");
    }
    let mut modest = server.client_at(OTHER);
    let id = challenge(&mut modest, "level:1");
    wait_for_reply(&mut modest, &id);
    let hint = modest.post(&format!("/api/games/{id}/hints"), &json!({}));
    assert_eq!(hint.status, 200, "{hint:?}");
    // One client's own long thoughts do not hold up its short ones, either.
    let id = challenge(&mut greedy, "level:1");
    wait_for_reply(&mut greedy, &id);
}

#[test]
fn an_address_with_too_many_thoughts_waiting_gets_all_of_them_in_the_end() {
    let server = Server::with(Config { thinkers: 1, most_waiting_per_address: 1, ..generous() });
    let mut client = server.client();
    let games: Vec<String> =
        (0..4).map(|_| challenge(&mut client, "engine:nodes=500001")).collect();
    for id in games {
        wait_for_reply(&mut client, &id);
    }
}

#[test]
fn an_address_has_only_so_many_requests_waiting() {
    let server = proxied(Config { thinkers: 1, most_waiting_per_address: 2, ..generous() });
    let mut greedy = server.client_at(ONE);
    let players = json!({ "white": "human", "black": "random:1" });
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let id = greedy.begin(&json!({ "game": "chess", "start": start, "players": players }));
    let path = format!("/api/games/{id}/hints");
    let asking: Vec<_> = (0..30)
        .map(|_| {
            let (mut client, path) = (greedy.clone(), path.clone());
            thread::spawn(move || client.post(&path, &json!({})).status)
        })
        .collect();
    let mut modest = server.client_at(OTHER);
    let own = modest.begin(&json!({ "game": "chess", "players": players }));
    let hint = modest.post(&format!("/api/games/{own}/hints"), &json!({}));
    assert_eq!(hint.status, 200, "{hint:?}");
    let statuses: Vec<u16> = asking.into_iter().map(|asking| asking.join().unwrap()).collect();
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}

#[test]
fn idle_games_leave_memory_the_heaviest_first_and_come_back_when_asked_for() {
    let server = Server::start();
    let mut client = server.client();
    client.begin(&json!({ "game": "chess" }));
    let light = metric(&server, "tablero_live_bytes");
    assert!(light > 1_000, "{light}");

    let mut heavy_client = server.client();
    let heavy = heavy_client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    for number in 1..=100 {
        assert_eq!(heavy_client.command(&heavy, &mv(number, "flag a1")).status, 200);
    }
    let weight = metric(&server, "tablero_live_bytes") - light;
    assert!(weight > 3 * light, "{weight} against {light}");

    let memory = (weight + 10 * light) as usize;
    let server = Server::with(Config { memory, ..generous() });
    let mut client = server.client();
    let heavy = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    for number in 1..=100 {
        assert_eq!(client.command(&heavy, &mv(number, "flag a1")).status, 200);
    }
    let mut games = 1;
    while metric(&server, "tablero_live_games") == games {
        client.begin(&json!({ "game": "chess" }));
        games += 1;
        assert!(games < 20, "nothing has left");
    }
    assert!(metric(&server, "tablero_live_bytes") < weight, "the heaviest is still there");
    assert!(metric(&server, "tablero_live_games") > 2, "more have left than had to");
    let back = client.get(&format!("/api/games/{heavy}")).json();
    assert_eq!(back["scene"]["next"], 101);
}

#[test]
fn a_game_that_is_watched_stays_in_memory() {
    let server = Server::with(Config { memory: 1, ..generous() });
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let mut stream = client.watch(&id, None);
    assert_eq!(stream.next().unwrap().event, "resync");
    for _ in 0..5 {
        client.begin(&json!({ "game": "chess" }));
    }
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
    assert_eq!(stream.next().unwrap().data["events"][0]["move"], "e4");
}

#[test]
fn games_that_were_busy_leave_memory_when_they_are_not_any_more() {
    let server = Server::with(Config { memory: 1, ..generous() });
    let mut client = server.client();
    let games: Vec<String> = (0..3).map(|_| client.begin(&json!({ "game": "chess" }))).collect();
    let streams: Vec<_> = games.iter().map(|id| client.watch(id, None)).collect();
    assert_eq!(metric(&server, "tablero_live_games"), 3);
    drop(streams);
    // Nothing is asked of them any more.
    wait_until(|| metric(&server, "tablero_live_games") == 0);
    assert_eq!(metric(&server, "tablero_live_bytes"), 0);
}

#[test]
fn after_a_restart_the_computers_think_for_each_owner_in_turn() {
    let mut server = Server::with(Config { thinkers: 1, ..generous() });
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let players = json!({ "white": "human", "black": "engine:nodes=20000" });
    let started = json!({
        "event": "started", "version": 2, "game": "chess", "start": start, "players": players, "at": 1
    });
    let games = [
        ("a1", "greedy"),
        ("a2", "greedy"),
        ("a3", "greedy"),
        ("a4", "greedy"),
        ("a5", "greedy"),
        ("z", "modest"),
    ];
    server.restart_after(async |log| {
        for (name, owner) in games {
            let seat = |seat: &str| NewSeat {
                seat: seat.to_owned(),
                token: Some(Digest::of(owner)),
                invitation: None,
            };
            let summary = Summary {
                kind: "chess".to_owned(),
                players: players.to_string(),
                moves: 0,
                over: false,
                computer_to_move: true,
                at: 1,
                time: None,
                flag_at: None,
            };
            let new = NewGame {
                id: name.parse().unwrap(),
                events: vec![started.to_string()],
                summary,
                leaderboard: None,
                seats: vec![seat("white"), seat("black")],
            };
            log.create(new).await.unwrap();
        }
    });
    let moved = |name: &str| {
        let events = server.events(name);
        let event = events.get(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        event.and_then(|event| event["at"].as_u64())
    };
    wait_until(|| games.iter().all(|(name, _)| moved(name).is_some()));
    let modest = moved("z").unwrap();
    let later = games.iter().filter(|(name, _)| moved(name).unwrap() > modest).count();
    assert!(later >= 2, "only {later} games of the greedy owner come after the modest one's");
}

/// A game of Minesweeper in which nothing happens but that a flag comes and goes.
fn toggles(count: usize) -> String {
    let mut text = "RawVF_Version: Rev6.2\nWidth: 9\nHeight: 9\nMines: 1\nBoard:\n".to_owned();
    text += "*00000000\n";
    text += &"000000000\n".repeat(8);
    text += "Events:\n0.00 start\n";
    text += &"0.01 rc 2 2 (24 24)\n".repeat(count);
    text
}

#[test]
fn a_record_costs_by_its_events_and_one_of_nothing_but_flags_is_refused() {
    let limits = Config {
        games_per_second: 0.001,
        game_burst: 4.0,
        imported_events_per_game: 20,
        ..generous()
    };
    let server = Server::with(limits);
    let mut client = server.client();
    let import = |client: &mut Client, count| {
        client.post("/api/games", &json!({ "game": "mines", "record": toggles(count) }))
    };
    let refused = import(&mut client, 2_300);
    assert_eq!((refused.status, refused.code().as_str()), (422, "bad-record"));
    let sentence = "On the server, a game from a file has at most 2162 events on this board, not ";
    assert!(refused.json()["message"].as_str().unwrap().starts_with(sentence), "{refused:?}");
    assert_eq!(import(&mut client, 40).status, 201);
    // Two tokens for the two requests, and two for the events of the second.
    assert_eq!(import(&mut client, 1).code(), "too-many-games");
}
