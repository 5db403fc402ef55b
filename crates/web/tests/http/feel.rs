//! What makes the page quick and plain: all boards at once, causes, several moves in one request, changes only, who is here, the
//! board of the day.

use crate::client::{Server, generous};
use serde_json::{Value, json};
use std::time::Duration;
use web::Config;

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

/// The cells after changes of some of them.
fn changed(cells: &mut [Value], changes: &Value) {
    for change in changes.as_array().unwrap() {
        cells[change[0].as_u64().unwrap() as usize] = change[1].clone();
    }
}

#[test]
fn all_boards_come_at_once_and_are_those_that_come_one_by_one() {
    let server = Server::start();
    let mut client = server.client();
    let games = [
        ("chess", "", ["e4", "e5", "Nf3"]),
        ("mines", "9x9/10 safe 5", ["flag a1", "open e5", "flag b2"]),
    ];
    for (game, start, moves) in games {
        let start = if start.is_empty() { Value::Null } else { json!(start) };
        let id = client.begin(&json!({ "game": game, "start": start }));
        let path = format!("/api/games/{id}");
        for text in moves {
            let next = client.get(&path).json()["scene"]["next"].as_u64().unwrap();
            assert_eq!(client.command(&id, &mv(next, text)).status, 200, "{text}");
        }
        let all = client.get(&format!("{path}/pictures")).json();
        let mut cells = all["first"]["cells"].as_array().unwrap().clone();
        for made in 0..=moves.len() {
            let one = client.get(&format!("{path}/picture?moves={made}")).json();
            assert_eq!(json!(cells), one["picture"]["cells"], "{game} after {made}");
            assert_eq!(all["positions"][made], one["position"]);
            assert_eq!(all["openings"][made], one["opening"]);
            if let Some(changes) = all["changes"].get(made) {
                changed(&mut cells, changes);
            }
        }
        assert_eq!(all["changes"].as_array().unwrap().len(), moves.len());
    }
}

#[test]
fn a_refusal_shows_its_cause_and_so_does_a_piece_that_cannot_move() {
    let server = Server::start();
    let mut client = server.client();
    let start = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
    let id = client.begin(&json!({ "game": "chess", "start": start }));
    let refused = client.command(&id, &mv(1, "d2-f3")).json();
    assert_eq!((&refused["code"], &refused["because"]), (&json!("illegal-move"), &json!(["b4"])));
    let why = client.get(&format!("/api/games/{id}/why?square=d2")).json();
    assert_eq!(why, json!({ "message": refused["message"], "because": ["b4"] }));
    let why = client.get(&format!("/api/games/{id}/why?square=b4&lang=es")).json();
    assert!(why["message"].as_str().unwrap().contains("b4"), "{why}");
    let free = client.get(&format!("/api/games/{id}/why?square=e1")).json();
    assert_eq!(free, json!({ "message": null, "because": [] }));
    assert_eq!(server.client().get(&format!("/api/games/{id}/why?square=d2")).status, 401);

    let id = client.begin(&json!({ "game": "checkers", "start": "B:W18,22:B9,14" }));
    let why = client.get(&format!("/api/games/{id}/why?square=9")).json();
    assert_eq!(why["because"], json!(["14"]));
    let start = "B:W17,19,21,24,25:B13,12,8,3";
    let id = client.begin(&json!({ "game": "checkers", "start": start }));
    let why = client.get(&format!("/api/games/{id}/why?square=8")).json();
    assert_eq!(why["because"], json!(["13"]), "what must be done comes before what is in the way");
}

#[test]
fn two_people_say_phrases_to_each_other_and_nobody_else_does() {
    let server = Server::start();
    let (mut anna, mut ben) = (server.client(), server.client());
    let begun = anna.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = begun["id"].as_str().unwrap();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    assert_eq!(ben.post(&format!("/api/games/{id}/claims"), &claim).status, 200);
    let path = format!("/api/games/{id}/phrases");
    let mut stream = ben.listen(&format!("/api/games/{id}/stream"));
    assert_eq!(stream.next().unwrap().data["phrases"], Value::Null);
    let said = anna.post(&path, &json!({ "phrase": "good-luck" })).json();
    assert_eq!(said, json!({ "number": 1, "seat": "white", "phrase": "good-luck" }));
    let heard = std::iter::from_fn(|| stream.next()).find(|news| !news.data["phrases"].is_null());
    assert_eq!(heard.unwrap().data["phrases"], json!([said]));
    assert_eq!(ben.get(&format!("/api/games/{id}")).json()["phrases"], json!([said]));
    let again = ben.post(&path, &json!({ "phrase": "thanks" })).json();
    assert_eq!((&again["number"], &again["seat"]), (&json!(2), &json!("black")));

    assert_eq!(ben.post(&path, &json!({ "phrase": "you lose" })).status, 400);
    assert_eq!(server.client().post(&path, &json!({ "phrase": "hello" })).status, 401);
    let alone = anna.begin(&json!({ "game": "chess" }));
    let refused = anna.post(&format!("/api/games/{alone}/phrases"), &json!({ "phrase": "hello" }));
    assert_eq!(refused.code(), "nobody-to-talk-to");
}

#[test]
fn several_moves_go_in_one_request_and_once() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 5" }));
    let wanted = json!({ "expected": 1, "action": "move", "move": "open e5", "then": ["flag a1", "open a1", "flag i9"] });
    let first = client.command(&id, &wanted).json();
    assert_eq!(first["repeated"], false);
    let [refused] = first["refused"].as_array().unwrap().as_slice() else { panic!("{first}") };
    assert_eq!((&refused["at"], &refused["code"]), (&json!(2), &json!("illegal-move")));
    assert_eq!(first["scene"]["moves"], json!(["open e5", "flag a1", "flag i9"]));
    let again = client.command(&id, &wanted).json();
    assert_eq!(
        again["scene"]["moves"], first["scene"]["moves"],
        "an answer that was lost changes nothing"
    );
    assert_eq!(again["next"], first["next"]);
    let wrong = json!({ "expected": first["next"], "action": "resign", "then": ["open a2"] });
    assert_eq!(client.command(&id, &wrong).code(), "bad-field");
}

#[test]
fn a_stream_of_changes_tells_what_a_whole_scene_would() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 5" }));
    let mut stream = client.listen(&format!("/api/games/{id}/stream?changes=true"));
    let first = stream.next().unwrap();
    assert_eq!(first.data["scene"]["choices"], json!([]));
    // Every cell is closed and has nothing on it, so none is listed.
    assert_eq!(
        (&first.data["scene"]["changed"], &first.data["scene"]["picture"]["cells"]),
        (&json!({ "blank": "closed", "cells": [], "moves": 0 }), &json!([]))
    );
    let before = client.get(&format!("/api/games/{id}")).json();
    let mut cells = before["scene"]["picture"]["cells"].as_array().unwrap().clone();
    let answer = client.command(&id, &mv(1, "open e5")).json();
    let update = stream.next().unwrap();
    let scene = &update.data["scene"];
    assert_eq!(scene["picture"]["cells"], json!([]));
    assert_eq!((&scene["changed"]["moves"], &scene["moves"]), (&json!(0), &json!(["open e5"])));
    changed(&mut cells, &scene["changed"]["cells"]);
    assert_eq!(json!(cells), answer["scene"]["picture"]["cells"]);
    let few = scene["changed"]["cells"].as_array().unwrap().len();
    assert!(few < 81, "{few} cells were sent");
    // A stream that is opened later has all but the cells that are still closed.
    let late = client.listen(&format!("/api/games/{id}/stream?changes=true")).next().unwrap();
    let blank = |cell: &&Value| cell["shade"] == "closed" && cell["piece"].is_null();
    let closed = cells.iter().filter(blank).count();
    let listed = late.data["scene"]["changed"]["cells"].as_array().unwrap();
    assert_eq!((listed.len(), &late.data["scene"]["moves"]), (81 - closed, &json!(["open e5"])));
    assert!(listed.iter().all(|pair| pair[1] == cells[pair[0].as_u64().unwrap() as usize]));
}

#[test]
fn one_is_told_whether_the_other_person_is_here() {
    let server = Server::start();
    let (mut ann, mut bob) = (server.client(), server.client());
    let begun = ann.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    assert_eq!(bob.post(&format!("/api/games/{id}/claims"), &claim).status, 200);
    let seat = |client: &mut crate::client::Client| {
        let seats = client.get(&format!("/api/games/{id}")).json()["seats"].clone();
        seats.as_array().unwrap().iter().find(|seat| seat["seat"] == "black").unwrap().clone()
    };
    assert_eq!(seat(&mut ann)["here"], false);
    let stream = bob.watch(&id, None);
    let seen = seat(&mut ann);
    assert_eq!(
        (&seen["seat"], &seen["here"], seen.get("away_since")),
        (&json!("black"), &json!(true), None)
    );
    assert_eq!(seat(&mut bob).get("here"), None, "nobody is told of themselves");
    drop(stream);
}

#[test]
fn a_client_that_polls_is_here_and_the_streams_are_told_when_it_stops() {
    let server = Server::with(Config { poll_lasts: Duration::from_secs(2), ..generous() });
    let (mut ann, mut bob) = (server.client(), server.client());
    let begun = ann.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    assert_eq!(bob.post(&format!("/api/games/{id}/claims"), &claim).status, 200);
    let mut stream = ann.watch(&id, None);
    let mut is_here = || stream.next().unwrap().data["seats"][1]["here"].clone();
    assert_eq!(is_here(), false);
    bob.get(&format!("/api/games/{id}"));
    assert_eq!(is_here(), true);
    bob.get(&format!("/api/games/{id}"));
    assert_eq!(is_here(), false, "told once, when the last poll was too long ago");
}

#[test]
fn the_board_of_the_day_is_the_same_for_all_and_counts_once() {
    let server = Server::start();
    let (mut ann, mut bob) = (server.client(), server.client());
    let wanted = json!({ "game": "mines", "daily": true });
    let board = |client: &mut crate::client::Client| {
        let begun = client.post("/api/games", &wanted).json();
        begun["scene"]["picture"]["cells"].clone()
    };
    assert_eq!(board(&mut ann), board(&mut bob));
    assert_eq!(board(&mut ann), board(&mut bob), "the second time, too");
    assert_eq!(ann.get("/api/best-times?daily=true").json(), json!({ "levels": [] }));
    let none = ann.post("/api/games", &json!({ "game": "chess", "daily": true }));
    assert_eq!((none.status, none.code().as_str()), (400, "bad-field"));
}

#[test]
fn a_game_for_one_is_called_off_and_begun_again_in_one_request() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "beginner" }));
    client.command(&id, &mv(1, "open e5"));
    assert_eq!(client.post(&format!("/api/games/{id}/rematch"), &json!({})).code(), "not-over");
    let next = client.post(&format!("/api/games/{id}/rematch"), &json!({ "abort": true })).json();
    assert_ne!(next["id"], json!(id));
    assert_eq!(next["scene"]["moves"], json!([]));
    assert_eq!(client.get(&format!("/api/games/{id}")).json()["scene"]["over"], true);
}
