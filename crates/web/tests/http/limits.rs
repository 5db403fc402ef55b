//! What an address may ask, and how long it may take to ask it.

use crate::client::{PATIENCE, Server, exchange, generous, wait_until};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use web::Config;

#[test]
fn an_address_that_asks_too_much_learns_when_to_come_back() {
    let server =
        Server::with(Config { requests_per_second: 0.1, request_burst: 3.0, ..generous() });
    let mut client = server.client();
    let statuses = [0; 4].map(|_| client.get("/api/games").status);
    assert_eq!(statuses, [200, 200, 200, 429]);
    let reply = client.get("/api/games");
    assert_eq!(reply.code(), "too-many-requests");
    let seconds: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=10).contains(&seconds));
    assert!(reply.header("content-security-policy").is_some());
}

#[test]
fn an_address_begins_only_so_many_games_and_watches_only_so_many() {
    let limits =
        Config { games_per_second: 0.1, game_burst: 2.0, streams_per_address: 1, ..generous() };
    let server = Server::with(limits);
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    client.begin(&json!({ "game": "mines" }));
    let reply = client.post("/api/games", &json!({ "game": "chess" }));
    assert_eq!((reply.status, reply.code().as_str()), (429, "too-many-games"));
    assert!(reply.header("retry-after").is_some());
    // The next game after another is one more game.
    client.command(&id, &json!({ "expected": 1, "action": "abort" }));
    let again = client.post(&format!("/api/games/{id}/rematch"), &json!({}));
    assert_eq!((again.status, again.code().as_str()), (429, "too-many-games"));

    let mut stream = client.watch(&id, None);
    assert!(stream.next().is_some());
    let reply = client.get(&format!("/api/games/{id}/stream"));
    assert_eq!((reply.status, reply.code().as_str()), (429, "too-many-streams"));
    assert_eq!(reply.header("retry-after").as_deref(), Some("10"));
}

#[test]
fn a_game_does_not_go_on_for_ever() {
    let server = Server::with(Config { most_events: 3, ..generous() });
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    let flag = |expected: u64| json!({ "expected": expected, "action": "move", "move": "flag a1" });
    assert_eq!(client.command(&id, &flag(1)).status, 200);
    assert_eq!(client.command(&id, &flag(2)).status, 200);
    let reply = client.command(&id, &flag(3));
    assert_eq!((reply.status, reply.code().as_str()), (422, "too-long"));
    assert_eq!(server.events(&id).len(), 3);
    let resign = client.command(&id, &json!({ "expected": 3, "action": "resign" }));
    assert_eq!((resign.status, &resign.json()["scene"]["over"]), (200, &json!(true)));
}

#[test]
fn heads_that_are_too_large_or_no_heads_at_all_are_refused() {
    let server = Server::start();
    let large =
        format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(40_000));
    assert_eq!(exchange(server.address, large.as_bytes()).status, 431);
    let many = "A: b\r\n".repeat(200);
    let many = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{many}\r\n");
    assert_eq!(exchange(server.address, many.as_bytes()).status, 431);
    for nonsense in ["\r\n\r\nhello\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
        let status = exchange(server.address, nonsense.as_bytes()).status;
        assert!(status == 400 || status == 0, "{nonsense:?}: {status}");
    }
    assert_eq!(server.client().get("/healthz").json(), json!({ "ok": true }));
}

#[test]
fn a_half_sent_head_is_closed_and_a_half_sent_body_is_refused() {
    let moment = Duration::from_millis(200);
    let server = Server::with(Config { header_timeout: moment, ..generous() });
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: lo").unwrap();
    let mut rest = Vec::new();
    // The server closes; had it not, patience would have ended with an error.
    stream.read_to_end(&mut rest).unwrap();

    let server = Server::with(Config { body_timeout: moment, ..generous() });
    let half = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"game\"";
    let reply = exchange(server.address, half.as_bytes());
    assert_eq!((reply.status, reply.code().as_str()), (408, "too-slow"));
}

#[test]
fn an_address_holds_only_so_many_connections_and_others_are_served() {
    let server = Server::with(Config { connections_per_address: 3, ..generous() });
    let held: Vec<TcpStream> =
        (0..3).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    // The connections are counted when they are accepted, in order.
    let refused = server.client().get("/healthz");
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after").as_deref(), Some("5"));
    let elsewhere = server.block_on(async {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    });
    assert!(elsewhere.starts_with("HTTP/1.1 200"), "{elsewhere}");
    drop(held);
    wait_until(|| server.client().get("/healthz").status == 200);
}

#[test]
fn a_connection_beyond_the_last_place_is_refused_at_once() {
    let server = Server::with(Config { most_connections: 1, ..generous() });
    let held = TcpStream::connect(server.address).unwrap();
    assert_eq!(server.client().get("/healthz").status, 503);
    drop(held);
    wait_until(|| server.client().get("/healthz").status == 200);
}

#[test]
fn what_is_counted_can_be_read() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    client.command(&id, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    client.command(&id, &json!({ "expected": 2, "action": "move", "move": "e4" }));
    let text = client.get("/metrics").body;
    for line in ["tablero_games_total 1", "tablero_commands_total 1", "tablero_refusals_total 1"] {
        assert!(text.lines().any(|l| l == line), "{line} is missing in {text}");
    }
    assert!(text.contains("tablero_append_seconds_bucket{le=\"+Inf\"} 1"));
    let token = client.cookie.unwrap();
    assert!(!text.contains(token.trim_start_matches("tablero=")));
}

#[test]
fn a_reader_that_never_reads_loses_its_connection() {
    let write_timeout = Duration::from_millis(300);
    let server = Server::with(Config { write_timeout, ..generous() });
    let mut client = server.client();
    // Scenes so large that a few of them fill every buffer on the way.
    let id = client.begin(&json!({ "game": "mines", "start": "100x100/2000 safe 7" }));
    let deaf = client.watch(&id, None);
    let streams = |client: &mut crate::client::Client| {
        let metrics = client.get("/metrics").body;
        metrics.lines().any(|line| line == "tablero_streams 1")
    };
    assert!(streams(&mut client));
    let path = format!("/api/games/{id}/commands?scene=false");
    for number in 1..500 {
        let flag = json!({ "expected": number, "action": "move", "move": "flag a1" });
        assert_eq!(client.post(&path, &flag).status, 200);
        if !streams(&mut client) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!streams(&mut client), "the stream is still open");
    drop(deaf);
}

#[test]
fn behind_a_trusted_proxy_each_client_has_limits_of_its_own() {
    let limits = Config {
        requests_per_second: 0.1,
        request_burst: 2.0,
        secure_cookies: true,
        trusted_proxies: vec!["127.0.0.1".parse().unwrap()],
        ..generous()
    };
    let server = Server::with(limits);
    let ask = |from: &str| {
        let request = format!(
            "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             X-Forwarded-For: {from}\r\nContent-Type: application/json\r\n\
             Content-Length: 16\r\n\r\n{{\"game\":\"chess\"}}"
        );
        exchange(server.address, request.as_bytes())
    };
    let statuses = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "7, 192.0.2.1"]
        .map(|from| ask(from).status);
    assert_eq!(statuses, [201, 201, 429, 201, 429]);
    let cookie = ask("192.0.2.3").header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
}
