//! Everything that is refused: its status, its code, its sentence, and that nothing has changed.

use crate::client::{Client, Reply, Server, exchange, generous};
use mines::{Cell, Layout, Level, Move, Replay, Rule, Timed};
use serde_json::{Value, json};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;
use web::Config;

fn refused(reply: &Reply, status: u16, code: &str, message: &str) {
    let body = reply.json();
    assert_eq!((reply.status, body["code"].as_str().unwrap()), (status, code), "{}", reply.body);
    assert_eq!(body["message"], message);
}

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

/// A game between two people, each with a client.
fn two_people(server: &Server) -> (String, Client, Client) {
    let (mut white, mut black) = (server.client(), server.client());
    let game = json!({ "game": "chess", "mine": ["white"] });
    let begun = white.post("/api/games", &game).json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    let reply = black.post(&format!("/api/games/{id}/claims"), &claim);
    assert_eq!((reply.status, reply.json()["you"].as_str()), (200, Some("black")));
    (id, white, black)
}

#[test]
fn commands_that_may_not_be_are_refused_and_the_log_is_unchanged() {
    let server = Server::start();
    let (id, mut white, mut black) = two_people(&server);
    assert_eq!(white.command(&id, &mv(1, "e4")).status, 200);
    let before = server.events(&id);

    let without = server.client().command(&id, &mv(2, "e5"));
    refused(&without, 401, "no-token", "You have no seat in this game: claim one first.");
    let mut stranger = server.client();
    stranger.cookie = Some("tablero=abcdefghijkmnpqrstuvwxyz23456789".to_owned());
    let wrong = stranger.command(&id, &mv(2, "e5"));
    refused(&wrong, 403, "not-your-seat", "That seat is not yours.");
    let others = white
        .command(&id, &json!({ "from": "black", "expected": 2, "action": "move", "move": "e5" }));
    refused(&others, 403, "not-your-seat", "That seat is not yours.");
    let turn = white.command(&id, &mv(2, "d4"));
    refused(&turn, 409, "not-your-turn", "It is not your turn: Black is to move.");
    assert_eq!(turn.json()["scene"]["next"], 2);
    let spanish = white.post(&format!("/api/games/{id}/commands?lang=es"), &mv(2, "d4"));
    refused(&spanish, 409, "not-your-turn", "No te toca: juegan negras.");
    let illegal = black.command(&id, &mv(2, "Ke4"));
    assert_eq!((illegal.status, illegal.code().as_str()), (422, "illegal-move"));
    let stale = black.command(&id, &mv(1, "e5"));
    let sentence = "The game has moved on: event 1 was expected next, but 2 is.";
    refused(&stale, 409, "stale", sentence);
    assert_eq!(stale.json()["scene"]["next"], 2);
    let ahead = black.command(&id, &mv(9, "e5"));
    let sentence = "Event 9 cannot be next: the game has only come to 2.";
    refused(&ahead, 409, "ahead", sentence);
    let action = |action: &str| json!({ "expected": 2, "action": action });
    for (name, status, code) in [
        ("decline-draw", 409, "nothing-to-decline"),
        ("claim-draw", 409, "no-draw-to-claim"),
        ("take-back", 409, "nothing-to-take-back"),
        ("call-time", 409, "time-left"),
    ] {
        let reply = black.command(&id, &action(name));
        assert_eq!((reply.status, reply.code().as_str()), (status, code));
    }
    let usurped = json!({
        "expected": 2, "action": "change-player", "seat": "white", "player": "random"
    });
    let usurped = black.command(&id, &usurped);
    refused(&usurped, 403, "seat-taken", "Only the person in that seat can give it up.");
    assert_eq!(server.events(&id), before);

    assert_eq!(black.command(&id, &action("resign")).status, 200);
    let before = server.events(&id);
    let over = white.command(&id, &mv(3, "d4"));
    refused(&over, 409, "game-over", "The game is over: White won by resignation.");
    assert_eq!(server.events(&id), before);
}

#[test]
fn seats_are_claimed_only_by_those_who_may() {
    let server = Server::start();
    let mut white = server.client();
    let begun = white.post("/api/games", &json!({ "game": "othello", "mine": ["white"] })).json();
    let path = format!("/api/games/{}/claims", begun["id"].as_str().unwrap());
    let claim = |seat: &str, invitation: &str| json!({ "seat": seat, "invitation": invitation });
    let right = begun["invitations"]["black"].as_str().unwrap();
    let reply = server.client().post(&path, &claim("black", "guessed"));
    let sentence = "That seat is kept for somebody with an invitation.";
    refused(&reply, 403, "not-invited", sentence);
    let reply = server.client().post(&path, &claim("white", right));
    refused(&reply, 409, "seat-claimed", "Somebody else sits in that seat already.");
    let reply = server.client().post(&path, &claim("solo", right));
    refused(&reply, 404, "no-such-seat", "This game has no such seat.");
    assert_eq!(server.client().post(&path, &claim("black", right)).status, 200);
    let reply = server.client().post(&path, &claim("black", right));
    refused(&reply, 409, "seat-claimed", "Somebody else sits in that seat already.");

    let open =
        white.post("/api/games", &json!({ "game": "othello", "mine": ["white"], "open": true }));
    assert_eq!(open.json()["invitations"], json!({}));
    let listed = server.client().get("/api/games?state=running&limit=1").json();
    assert_eq!(listed["games"][0]["open"], json!(["black"]));
    let path = format!("/api/games/{}/claims", open.json()["id"].as_str().unwrap());
    assert_eq!(server.client().post(&path, &json!({ "seat": "black" })).status, 200);
}

#[test]
fn games_that_cannot_be_are_not_begun() {
    let server = Server::start();
    let mut client = server.client();
    for (game, status, code) in [
        (json!({ "game": "go" }), 422, "no-such-kind"),
        (json!({ "game": "chess", "start": "nonsense" }), 422, "bad-start"),
        (json!({ "game": "mines", "start": "200x200/50" }), 422, "bad-start"),
        (json!({ "game": "mines", "start": "100x100/3500 safe no-guess" }), 422, "bad-start"),
        (json!({ "game": "mines", "start": "9x9/40 safe no-guess" }), 422, "bad-start"),
        (json!({ "game": "chess", "players": { "solo": "human" } }), 422, "bad-start"),
        (json!({ "game": "chess", "mine": ["solo"] }), 422, "no-such-seat"),
        (json!({ "game": "chess", "clock": "soon" }), 400, "bad-field"),
        (json!({ "game": "chess", "colour": "blue" }), 400, "bad-field"),
        (json!({}), 400, "bad-field"),
        (json!([1, 2]), 400, "bad-field"),
        (json!({ "game": "mines", "players": { "solo": "minimax:2" } }), 422, "player-not-allowed"),
    ] {
        let reply = client.post("/api/games", &game);
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{game} {}", reply.body);
    }
    for player in ["uci:/bin/sh", "minimax:9", "engine:time=9999s", "engine:depth=90"] {
        let players = json!({ "white": "human", "black": player });
        let reply = client.post("/api/games", &json!({ "game": "chess", "players": players }));
        assert_eq!((reply.status, reply.code().as_str()), (422, "player-not-allowed"), "{player}");
    }
    assert_eq!(client.get("/api/games").json()["games"], json!([]));
}

#[test]
fn no_client_moves_for_a_computer_or_brings_a_program_into_a_game() {
    let server = Server::start();
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "random:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let reply = client
        .command(&id, &json!({ "from": "black", "expected": 1, "action": "move", "move": "e5" }));
    let sentence = "A computer plays in that seat: change the player first.";
    refused(&reply, 409, "computer-plays", sentence);
    let reply = client.command(
        &id,
        &json!({ "expected": 1, "action": "change-player", "seat": "black", "player": "uci:/bin/sh" }),
    );
    let sentence = "Outside programs cannot be started over the network.";
    refused(&reply, 422, "player-not-allowed", sentence);
    assert_eq!(server.events(&id).len(), 1);
}

#[test]
fn what_was_offered_or_asked_is_not_offered_or_asked_again() {
    let server = Server::start();
    let (id, mut white, mut black) = two_people(&server);
    let action = |expected: u64, action: &str| json!({ "expected": expected, "action": action });
    assert_eq!(white.command(&id, &mv(1, "e4")).status, 200);
    assert_eq!(white.command(&id, &action(2, "offer-draw")).status, 200);
    let before = server.events(&id);
    let again = white.command(&id, &action(3, "offer-draw"));
    refused(&again, 409, "already-offered", "You have offered a draw already.");
    assert_eq!(server.events(&id), before);

    assert_eq!(white.command(&id, &action(3, "take-back")).status, 200);
    let before = server.events(&id);
    let again = white.command(&id, &action(4, "take-back"));
    refused(&again, 409, "already-asked", "You have asked to take back already.");
    assert_eq!(server.events(&id), before);

    assert_eq!(black.command(&id, &mv(4, "e5")).status, 200);
    let before = server.events(&id);
    let late = white.command(&id, &action(5, "abort"));
    let sentence = "Both sides have moved: resign instead of calling the game off.";
    refused(&late, 409, "too-late-to-abort", sentence);
    assert_eq!(late.json()["scene"]["next"], 5);
    assert_eq!(server.events(&id), before);
}

/// A game in which every other cell of every other row is open: their numbers depend on each other in
/// more ways than can be counted.
fn entangled_game() -> String {
    let level: Level = "60x60/1300".parse().unwrap();
    let layout = Layout::lay(level, Rule::Safe, 1, level.cell(0));
    let every_other = |&index: &usize| (index % 60) % 2 == 0 && (index / 60) % 2 == 0;
    let open = |cell: Cell| Timed { milliseconds: 0, mv: Move::Open(cell) };
    let cells = (0..level.cells()).filter(every_other).map(|index| level.cell(index));
    let moves = cells.filter(|&cell| layout.number(cell).is_some()).map(open).collect();
    Replay { header: Vec::new(), layout, moves }.write()
}

#[test]
fn hints_that_cannot_be_given_or_waited_for_are_refused() {
    let server = Server::with(Config { most_requests_waiting: 0, ..generous() });
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "random:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let busy = client.post(&format!("/api/games/{id}/hints"), &json!({}));
    let sentence = "The server has too much to do. Try again in a moment.";
    refused(&busy, 503, "busy", sentence);
    assert_eq!(busy.header("retry-after").as_deref(), Some("2"));
    assert_eq!(server.events(&id).len(), 1);

    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "record": entangled_game() }));
    let before = server.events(&id);
    let none = client.post(&format!("/api/games/{id}/hints"), &json!({ "probabilities": true }));
    refused(&none, 422, "no-hint", "There is no hint for this board.");
    assert_eq!(server.events(&id), before);
    let players = json!({ "white": "human", "black": "random:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let probable =
        client.post(&format!("/api/games/{id}/hints"), &json!({ "probabilities": true }));
    let sentence = "There are no probabilities in this game.";
    refused(&probable, 422, "not-in-this-game", sentence);
}

#[test]
fn an_answer_that_takes_too_long_is_given_up() {
    let mut server = Server::start();
    let mut client = server.client();
    // A hint in the middle of a game takes longer than a moment.
    let players = json!({ "white": "human", "black": "random:1" });
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let id = client.begin(&json!({ "game": "chess", "start": start, "players": players }));
    // The game is begun without this limit: a disk may be slow, too.
    server.restart_with(Config { answer_timeout: Duration::from_millis(300), ..generous() });
    client.address = server.address;
    let path = format!("/api/games/{id}/hints");
    let asking: Vec<_> = (0..40)
        .map(|_| {
            let (mut client, path) = (client.clone(), path.clone());
            thread::spawn(move || client.post(&path, &json!({})))
        })
        .collect();
    let replies: Vec<Reply> = asking.into_iter().map(|asking| asking.join().unwrap()).collect();
    let late = replies.iter().find(|reply| reply.status == 503).expect("40 hints in 300 ms");
    refused(late, 503, "timeout", "The answer took too long.");
    assert_eq!(late.header("retry-after").as_deref(), Some("5"));
    assert_eq!(server.events(&id).len(), 1);
}

#[test]
fn there_are_no_hints_between_two_people() {
    let server = Server::start();
    let (id, mut white, _) = two_people(&server);
    let reply = white.post(&format!("/api/games/{id}/hints"), &json!({}));
    refused(&reply, 403, "not-fair", "There are no hints in a game between two people.");
    // Nor does a computer in the own seat help.
    let change =
        json!({ "expected": 1, "action": "change-player", "seat": "white", "player": "engine" });
    let sentence = "Against another person nobody lets a computer play.";
    refused(&white.command(&id, &change), 403, "not-fair", sentence);
    assert_eq!(server.events(&id).len(), 1);

    let players = json!({ "white": "human", "black": "random:1" });
    let id = white.begin(&json!({ "game": "othello", "players": players }));
    // Black, the computer, begins.
    let stream = &mut white.watch(&id, None);
    while stream.next().is_some_and(|message| message.id < 1) {}
    let path = format!("/api/games/{id}/hints");
    let hint = white.post(&path, &json!({})).json();
    let choices = white.get(&format!("/api/games/{id}")).json()["scene"]["choices"].clone();
    assert!(choices.as_array().unwrap().iter().any(|choice| choice["move"] == hint["move"]));
    assert_eq!(server.client().post(&path, &json!({})).code(), "no-token");

    let id = white.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    assert_eq!(white.command(&id, &mv(1, "open e5")).status, 200);
    let hint = white.post(&format!("/api/games/{id}/hints"), &json!({}));
    assert!(hint.json()["move"].as_str().unwrap().starts_with("open "), "{}", hint.body);
}

#[test]
fn a_command_repeated_after_a_lost_answer_is_applied_once() {
    let server = Server::start();
    let (id, mut white, mut black) = two_people(&server);
    let first = white.command(&id, &mv(1, "e4")).json();
    assert_eq!(
        (&first["repeated"], first["events"][0]["number"].as_u64()),
        (&json!(false), Some(1))
    );
    let again = white.command(&id, &mv(1, "e4"));
    assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)));
    assert_eq!(black.command(&id, &mv(2, "e5")).status, 200);
    let late = white.command(&id, &mv(1, "e4")).json();
    assert_eq!((&late["repeated"], &late["scene"]["next"]), (&json!(true), &json!(3)));
    assert_eq!(server.events(&id).len(), 3);
}

#[test]
fn one_person_in_both_seats_repeats_a_command_without_naming_the_seat() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    for (number, text) in (1..).zip(["e4", "e5", "Nf3"]) {
        assert_eq!(client.command(&id, &mv(number, text)).json()["repeated"], false);
        let again = client.command(&id, &mv(number, text));
        assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)), "{text}");
    }
    refused(
        &client.command(&id, &mv(2, "c5")),
        409,
        "stale",
        "The game has moved on: event 2 was expected next, but 4 is.",
    );
    assert_eq!(server.events(&id).len(), 4);
}

#[test]
fn what_is_no_move_is_repeated_from_the_same_seat_too() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
    let ask = |expected: u64, from: Option<&str>, action: &str| json!({ "expected": expected, "from": from, "action": action });
    // Black offers a draw and declines it as white; white is asked to take back, and agrees.
    let steps = [
        ask(2, None, "offer-draw"),
        ask(3, Some("white"), "decline-draw"),
        ask(4, Some("white"), "take-back"),
        ask(5, None, "take-back"),
        ask(6, None, "resign"),
    ];
    for step in &steps {
        let done = client.command(&id, step);
        assert_eq!((done.status, &done.json()["repeated"]), (200, &json!(false)), "{step}");
    }
    let without_seat = |step: &Value| {
        let mut step = step.clone();
        step["from"] = Value::Null;
        step
    };
    for step in steps.iter().map(without_seat) {
        let again = client.command(&id, &step);
        assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)), "{step}");
    }
    assert_eq!(server.events(&id).len(), 7);
}

#[test]
fn a_command_without_a_seat_is_refused_whatever_event_it_expects() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    for (number, text) in (1..).zip(["e4", "e5", "Nf3"]) {
        assert_eq!(client.command(&id, &mv(number, text)).status, 200);
    }
    let mut stranger = server.client();
    stranger.begin(&json!({ "game": "chess" }));
    for number in [0, 1, 3, 4] {
        assert_eq!(stranger.command(&id, &mv(number, "d4")).code(), "not-your-seat", "{number}");
    }
}

#[test]
fn of_commands_that_race_for_a_number_exactly_one_wins() {
    let server = Server::start();
    let (id, white, _) = two_people(&server);
    let start = Barrier::new(8);
    let moves = ["e4", "d4", "c4", "f4", "a3", "b3", "g3", "h3"];
    let replies: Vec<Reply> = thread::scope(|scope| {
        let race = |text: &'static str| {
            let (mut white, id, start) = (white.clone(), &id, &start);
            scope.spawn(move || {
                start.wait();
                white.command(id, &mv(1, text))
            })
        };
        let racers: Vec<_> = moves.into_iter().map(race).collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).collect()
    });
    let won = replies.iter().filter(|reply| reply.status == 200).count();
    let stale =
        replies.iter().filter(|reply| reply.status == 409 && reply.code() == "stale").count();
    assert_eq!((won, stale), (1, 7));
    assert_eq!(server.events(&id).len(), 2);
}

#[test]
fn addresses_that_lead_nowhere_say_so_and_show_no_path() {
    let server = Server::start();
    for path in [
        "/nothing",
        "/../../etc/passwd",
        "/api/games/../../../etc/passwd",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/%00",
        "/api/games/%ff%fe",
        "/api/games/thisgameisnot",
        "/api/games/thisgameisnot/stream",
        "/api/games/thisgameisnot/export",
    ] {
        let reply = server.client().get(path);
        assert!(reply.status == 404 || reply.status == 400, "{path}: {reply:?}");
        assert!(!reply.body.contains("passwd") && !reply.body.contains(".db"), "{}", reply.body);
    }
    let reply = server.client().get("/api/games/thisgameisnot");
    refused(&reply, 404, "no-such-game", "There is no such game.");
    let reply = server.client().send("DELETE", "/api/games", None);
    refused(&reply, 405, "method-not-allowed", "This address does not know that method.");
    let reply = server.client().get("/api/games?state=sleeping");
    assert_eq!((reply.status, reply.code().as_str()), (400, "bad-query"));
    let reply = server.client().get("/api/games?after=nowhere");
    refused(&reply, 400, "bad-query", "That is not where a page ends.");
}

#[test]
fn bodies_that_cannot_be_read_are_refused() {
    let server = Server::start();
    let mut client = server.client();
    for body in ["", "{", "nonsense", "\"\\ud800\"", "{\"game\":\"chess\"} and more"] {
        let reply = client.send("POST", "/api/games", Some(body));
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad-json"), "{body}");
    }
    let deep = "[".repeat(10_000);
    assert_eq!(client.send("POST", "/api/games", Some(&deep)).status, 400);
    let large = |size| format!("{{\"seat\":\"{}\"}}", "x".repeat(size));
    let reply = client.send("POST", "/api/games", Some(&large(300_000)));
    refused(&reply, 413, "too-large", "The body is larger than 262144 bytes.");
    let id = client.begin(&json!({ "game": "chess" }));
    let reply = client.send("POST", &format!("/api/games/{id}/hints"), Some(&large(20_000)));
    refused(&reply, 413, "too-large", "The body is larger than 16384 bytes.");
    let request = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                   Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}";
    let reply = exchange(server.address, request.as_bytes());
    assert_eq!((reply.status, reply.code().as_str()), (415, "not-json"));
    let games = client.get("/api/games").json()["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 1);
}

#[test]
fn foreign_hosts_and_pages_of_other_sites_are_refused() {
    let server = Server::start();
    let ask = |method: &str, head: &str| {
        let body = json!({ "game": "chess" }).to_string();
        let length = body.len();
        let request = format!(
            "{method} /api/games HTTP/1.1\r\nConnection: close\r\n{head}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        exchange(server.address, request.as_bytes())
    };
    let port = server.address.port();
    let own = format!("Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n");
    assert_eq!(ask("POST", &own).status, 201);
    for method in ["GET", "POST"] {
        let reply = ask(method, "Host: evil.example\r\n");
        assert_eq!((reply.status, reply.code().as_str()), (421, "wrong-host"));
        assert_eq!(ask(method, "").status, 400, "a request without a host");
    }
    let foreign = format!("Host: 127.0.0.1:{port}\r\nOrigin: https://evil.example\r\n");
    let reply = ask("POST", &foreign);
    refused(&reply, 403, "foreign-origin", "A page of another site may not do that here.");
    let games = server.client().get("/api/games").json()["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 1);
}

#[test]
fn a_proxy_that_is_trusted_names_the_host() {
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let hosts = vec!["club.example".to_owned()];
    let server = Server::with(Config { trusted_proxies, hosts, ..generous() });
    let ask = |head: &str| {
        let request = format!("GET /api/games HTTP/1.1\r\nConnection: close\r\n{head}\r\n");
        exchange(server.address, request.as_bytes()).status
    };
    assert_eq!(ask("Host: club.example\r\n"), 200);
    assert_eq!(ask("Host: backend\r\nX-Forwarded-Host: club.example\r\n"), 200);
    assert_eq!(ask("Host: club.example\r\nX-Forwarded-Host: evil.example\r\n"), 421);
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let server = Server::start();
    for path in ["/api/games", "/nothing", "/healthz", "/metrics"] {
        let reply = server.client().get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
        assert_eq!(reply.header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy").as_deref(), Some("no-referrer"));
        assert_eq!(reply.header("cache-control").as_deref(), Some("no-store"));
    }
    let cookie = server.client().post("/api/games", &json!({ "game": "chess" }));
    let cookie = cookie.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[test]
fn what_is_refused_is_said_in_the_language_of_the_request() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let game = format!("/api/games/{id}");
    let replies = [
        (client.get("/nothing?lang=es"), "not-found", "En esta dirección no hay nada."),
        (client.get("/api/games/none?lang=es"), "no-such-game", "No existe esa partida."),
        (
            client.post("/api/games?lang=es", &json!({ "game": "go" })),
            "no-such-kind",
            &format!("Los juegos son {}.", games::CLUB.names().replace(" and ", " y ")),
        ),
        (
            client.post("/api/games?lang=es", &json!({ "game": "chess", "start": "nonsense" })),
            "bad-start",
            "Un FEN tiene de 4 a 6 campos (piezas, turno, enroques, al paso y dos contadores), no 1.",
        ),
        (
            client.post("/api/games?lang=es", &json!({ "game": "chess", "record": "1. e5 *" })),
            "bad-record",
            "PGN: línea 1, columna 4: Jugada ilegal de peón: así no se mueve de e2 a e5.",
        ),
        (
            client.post("/api/games?lang=es", &json!({ "game": "chess", "colour": "blue" })),
            "bad-field",
            "No hay ningún campo «colour»: se esperaba «game», ",
        ),
        (
            client.send("POST", "/api/games?lang=es", Some("{")),
            "bad-json",
            "El texto se acaba antes de tiempo (línea 1, columna 1).",
        ),
        (
            client.post(
                "/api/games?lang=es",
                &json!({ "game": "mines", "players": { "solo": "minimax:2" } }),
            ),
            "player-not-allowed",
            "minimax:2 no sabe jugar a mines; saben human, random, level:1 a level:10 y engine.",
        ),
        (
            client.post(&format!("{game}/rematch?lang=es"), &json!({})),
            "not-over",
            "La partida no ha terminado todavía.",
        ),
        (
            client.get(&format!("{game}/picture?moves=7&lang=es")),
            "no-such-move",
            "La partida solo ha llegado a la jugada 0.",
        ),
        (
            client.post(&format!("{game}/hints?lang=es"), &json!({ "probabilities": true })),
            "not-in-this-game",
            "En este juego no hay probabilidades.",
        ),
    ];
    for (reply, code, message) in replies {
        let body = reply.json();
        assert_eq!(body["code"], code, "{body}");
        assert!(body["message"].as_str().unwrap().starts_with(message), "{body}");
        assert_eq!(body["lang"], "es");
    }
    let english = client.get("/api/games?lang=xx&state=sleeping").json();
    assert_eq!(english["lang"], "en");
}
