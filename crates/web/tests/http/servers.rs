//! Two servers on one log.

use crate::client::{Client, Server};
use serde_json::{Value, json};
use std::thread;

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
