//! What streams carry.

use crate::client::{Server, generous};
use serde_json::{Value, json};
use std::time::Duration;
use web::Config;

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

#[test]
fn a_stream_has_each_event_with_its_number_and_resumes_where_it_was() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let mut stream = server.client().watch(&id, None);
    let first = stream.next().unwrap();
    assert_eq!((first.event.as_str(), first.id), ("resync", 0));
    assert_eq!(first.data["scene"]["choices"], json!([]), "a spectator has no moves");
    client.command(&id, &mv(1, "e4"));
    let second = stream.next().unwrap();
    assert_eq!((second.event.as_str(), second.id), ("update", 1));
    let events = json!([{ "number": 1, "event": "moved", "seat": "white", "move": "e4" }]);
    assert_eq!(second.data["events"], events);
    drop(stream);

    client.command(&id, &mv(2, "e5"));
    client.command(&id, &mv(3, "Nf3"));
    let mut resumed = server.client().watch(&id, Some(1));
    let missed = resumed.next().unwrap();
    assert_eq!((missed.event.as_str(), missed.id), ("update", 3));
    let numbers: Vec<&Value> =
        missed.data["events"].as_array().unwrap().iter().map(|event| &event["number"]).collect();
    assert_eq!(numbers, [2, 3]);

    // A client that has seen everything gets the seats, which are no event, and then what happens.
    let mut up_to_date = server.client().watch(&id, Some(3));
    let first = up_to_date.next().unwrap();
    assert_eq!((first.event.as_str(), first.id, &first.data["events"]), ("update", 3, &json!([])));
    assert_eq!(first.data["seats"].as_array().unwrap().len(), 2);
    client.command(&id, &mv(4, "Nc6"));
    let news = up_to_date.next().unwrap();
    assert_eq!((news.event.as_str(), news.id), ("update", 4));
    // A client that has seen what never happened has to resync.
    let mut confused = server.client().watch(&id, Some(99));
    assert_eq!(confused.next().unwrap().event, "resync");
}

#[test]
fn a_slow_client_has_to_resync_and_nothing_is_queued_for_it() {
    let server = Server::with(Config { most_behind: 4, ..generous() });
    let mut client = server.client();
    // Scenes so large that a few of them fill every buffer on the way.
    let id = client.begin(&json!({ "game": "mines", "start": "100x100/2000 safe 7" }));
    let mut slow = client.watch(&id, None);
    let moves = 60;
    for number in 1..=moves {
        let flag = json!({ "expected": number, "action": "move", "move": "flag a1" });
        let reply = client.command(&id, &flag);
        assert_eq!(reply.status, 200, "{}", &reply.body[..200.min(reply.body.len())]);
    }
    let mut messages = Vec::new();
    while messages.last().is_none_or(|message: &crate::client::Message| message.id < moves) {
        messages.push(slow.next().unwrap());
    }
    assert!(messages.len() < moves as usize / 2, "{} messages were queued", messages.len());
    assert!(messages.iter().skip(1).any(|message| message.event == "resync"));
    assert!(messages.is_sorted_by(|one, next| one.id < next.id));
    assert_eq!(messages.last().unwrap().data["scene"]["next"], moves + 1);
    let metrics = client.get("/metrics").body;
    assert!(!metrics.contains("tablero_resynchronised_total 0"), "{metrics}");
}

#[test]
fn the_end_of_the_server_ends_streams_and_loses_nothing() {
    // A stream that kept the server from ending would keep the test from ending.
    let mut server =
        Server::with(Config { shutdown_timeout: Duration::from_hours(24), ..generous() });
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let mut stream = client.watch(&id, None);
    assert!(stream.next().is_some());
    assert_eq!(client.command(&id, &mv(1, "e4")).status, 200);
    assert!(stream.next().is_some());
    server.restart();
    assert!(stream.next().is_none());
    let mut client = crate::client::Client { address: server.address, ..client };
    let mut resumed = client.watch(&id, Some(0));
    assert_eq!(resumed.next().unwrap().data["events"][0]["move"], "e4");
    assert_eq!(client.command(&id, &mv(2, "e5")).status, 200);
}
