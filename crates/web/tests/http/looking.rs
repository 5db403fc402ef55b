//! Looking back, copying, sharing, hints with reasons, times.

use crate::client::{Client, Server};
use serde_json::{Value, json};

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

#[test]
fn the_board_after_each_move_can_be_seen_again() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let path = format!("/api/games/{id}");
    let mut seen = vec![client.get(&path).json()["scene"].clone()];
    for (expected, text) in (1..).zip(["e4", "e5", "Nf3"]) {
        let answer = client.command(&id, &mv(expected, text)).json();
        seen.push(answer["scene"].clone());
    }
    for (moves, scene) in seen.iter().enumerate() {
        let then = server.client().get(&format!("{path}/picture?moves={moves}")).json();
        let (picture, position) = (&scene["picture"], &scene["position"]);
        let opening = scene.get("opening");
        let expected =
            json!({ "moves": moves, "picture": picture, "position": position, "opening": opening });
        assert_eq!(then, expected);
        assert_eq!(scene.get("numbering"), None);
    }
    let none = client.get(&format!("{path}/picture?moves=4"));
    assert_eq!((none.status, none.code().as_str()), (404, "no-such-move"));
    assert_eq!(none.json()["message"], "The game has only come to move 3.");
    assert_eq!(client.get(&format!("{path}/picture?moves=-1")).code(), "bad-query");
    assert_eq!(client.get(&format!("{path}/picture")).code(), "bad-query");
}

#[test]
fn a_position_is_there_to_be_copied_and_begun_from() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let mut stream = client.watch(&id, None);
    client.command(&id, &mv(1, "e4"));
    let position = client.get(&format!("/api/games/{id}")).json()["scene"]["position"].clone();
    assert!(position.as_str().unwrap().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"), "{position}");
    let update = std::iter::from_fn(|| stream.next()).find(|message| message.id == 1).unwrap();
    assert_eq!(update.data["scene"]["position"], position);
    let copy = client.begin(&json!({ "game": "chess", "start": position }));
    let copy = client.get(&format!("/api/games/{copy}")).json();
    assert_eq!(copy["scene"]["players"][1]["to_move"], true);
}

#[test]
fn a_finished_board_is_shared_by_its_code() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "beginner opening" }));
    let answer = client.command(&id, &mv(1, "open e5")).json();
    let scene = &answer["scene"];
    assert_eq!((&scene["code"], &scene["position"]), (&Value::Null, &Value::Null));
    assert_eq!(scene["timer"]["running"], true);
    let open = scene["picture"].clone();
    let over = client.command(&id, &json!({ "expected": 3, "action": "resign" })).json();
    assert_eq!(over["scene"]["timer"]["running"], false);
    let code = over["scene"]["code"].as_str().unwrap();
    assert!(code.starts_with("m1-9x9x10-o-") && code.ends_with("-e5"), "{code}");
    let again = client.begin(&json!({ "game": "mines", "start": code }));
    let again = client.get(&format!("/api/games/{again}")).json();
    let pieces = |picture: &Value| -> Vec<Value> {
        picture["cells"].as_array().unwrap().iter().map(|cell| cell["piece"].clone()).collect()
    };
    assert_eq!(pieces(&again["scene"]["picture"]), pieces(&open));
}

#[test]
fn a_hint_comes_with_its_reason_and_with_exact_probabilities() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 opening 7" }));
    client.command(&id, &mv(1, "open e5"));
    let path = format!("/api/games/{id}/hints");
    let hint = client.post(&path, &json!({})).json();
    let reason = hint["reason"].as_str().unwrap();
    assert!(reason.starts_with("Open ") && reason.ends_with('.'), "{reason}");
    assert!(hint.get("probabilities").is_none());
    let hint = client.post(&format!("{path}?lang=es"), &json!({})).json();
    assert!(hint["reason"].as_str().unwrap().starts_with("Abre "), "{hint}");
    let hint = client.post(&path, &json!({ "probabilities": true })).json();
    let chances = hint["probabilities"].as_array().unwrap().clone();
    let scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
    let cells = scene["picture"]["cells"].as_array().unwrap();
    let closed = cells.iter().filter(|cell| cell["shade"] == "closed").map(|cell| &cell["name"]);
    assert!(closed.eq(chances.iter().map(|chance| &chance["cell"])));
    let mines: f64 = chances.iter().map(|chance| chance["mine"].as_f64().unwrap()).sum();
    assert!((mines - 10.0).abs() < 1e-9, "{mines} mines are expected");

    let players = json!({ "white": "human", "black": "random:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let hint = client.post(&format!("/api/games/{id}/hints"), &json!({})).json();
    let expected = format!("The play expected is {} ", hint["move"].as_str().unwrap());
    assert!(hint["reason"].as_str().unwrap().starts_with(&expected), "{hint}");
}

/// Wins a small board: one mine, and every cell but that one is opened by trying in turn.
fn win(client: &mut Client, wanted: &Value, hints: usize) -> (String, Value) {
    loop {
        let id = client.begin(wanted);
        let mut scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
        for number in 0.. {
            let choices = scene["choices"].as_array().unwrap();
            if choices.is_empty() {
                break;
            }
            if number < hints {
                client.post(&format!("/api/games/{id}/hints"), &json!({}));
            }
            let command = mv(scene["next"].as_u64().unwrap(), choices[0]["move"].as_str().unwrap());
            scene = client.command(&id, &command).json()["scene"].clone();
        }
        if scene["status"][0].as_str().unwrap().starts_with("You won") {
            return (id, scene);
        }
    }
}

#[test]
fn the_best_times_are_those_of_people_alone_on_unknown_boards() {
    let server = Server::start();
    let (mut ann, mut bob) = (server.client(), server.client());
    let small = json!({ "game": "mines", "start": "2x2/1 safe" });
    let (first, scene) = win(&mut ann, &small, 0);
    win(&mut bob, &small, 0);
    win(&mut bob, &small, 1);
    win(&mut bob, &json!({ "game": "mines", "start": "2x2/1 safe 7" }), 0);
    let (_, shared) = win(&mut bob, &json!({ "game": "mines", "start": "3x2/1 opening" }), 0);
    win(&mut bob, &json!({ "game": "mines", "start": shared["code"] }), 0);

    let best = ann.get("/api/best-times?level=2x2/1").json();
    let [safe] = best["levels"].as_array().unwrap().as_slice() else { panic!("{best}") };
    assert_eq!((&safe["level"], &safe["rule"]), (&json!("2x2/1"), &json!("safe")));
    assert_eq!(safe["no_guess"], false);
    let times = safe["times"].as_array().unwrap();
    assert_eq!(times.len(), 2, "{best}");
    let mine: Vec<&Value> = times.iter().filter(|time| time["yours"] == true).collect();
    assert_eq!((mine.len(), &mine[0]["id"]), (1, &json!(first)));
    assert_eq!(mine[0]["time"], scene["timer"]["elapsed"]);
    let count = |text: &str| {
        let best = server.client().get(&format!("/api/best-times?level={text}")).json();
        best["levels"][0]["times"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(count("2x2/1%20safe"), 2);
    assert_eq!(count("2x2/1%20safe&limit=1"), 1);
    assert_eq!(count("2x2/1%20opening"), 0);
    assert_eq!(count("3x2/1%20opening"), 1);
    assert_eq!(server.client().get("/api/best-times").json(), json!({ "levels": [] }));
    let wrong = server.client().get("/api/best-times?level=huge");
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "bad-query"));
}

#[test]
fn games_are_listed_with_the_seats_of_the_client_and_without_seeds() {
    let server = Server::start();
    let (mut ann, mut bob) = (server.client(), server.client());
    let players = json!({ "white": "human", "black": "random:424242" });
    let id = ann.begin(&json!({ "game": "chess", "players": players }));
    bob.begin(&json!({ "game": "othello" }));
    let listed = |client: &mut Client| client.get("/api/games?mine=true").json()["games"].clone();
    let mine = listed(&mut ann);
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["id"]), (1, &json!(id)));
    assert_eq!(mine[0]["yours"], json!(["black", "white"]));
    assert_eq!(mine[0]["players"], json!({ "white": "human", "black": "random" }));
    assert_eq!(listed(&mut server.client()), json!([]));
    let all = bob.get("/api/games").json()["games"].clone();
    let yours: Vec<usize> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["yours"].as_array().unwrap().len())
        .collect();
    assert_eq!(yours, [2, 0]);
    ann.command(&id, &json!({ "from": "white", "expected": 1, "action": "resign" }));
    assert_eq!(listed(&mut ann)[0]["players"]["black"], "random:424242");
}

#[test]
fn what_a_screen_shows_around_the_board_comes_with_every_scene() {
    let server = Server::start();
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "minimax:1" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    let path = format!("/api/games/{id}");
    let seen = client.get(&format!("{path}?lang=es")).json()["view"].clone();
    assert_eq!((&seen["bottom"], &seen["turned"]), (&json!("white"), &json!(false)));
    assert_eq!((&seen["your_turn"], &seen["watching"]), (&json!(true), &json!(false)));
    let names: Vec<&Value> = seen["bars"].as_array().unwrap().iter().map(|b| &b["side"]).collect();
    assert_eq!(names, ["Negras", "Blancas"]);
    let enabled = |view: &Value, name: &str| {
        let controls = view["controls"].as_array().unwrap();
        controls.iter().find(|control| control["name"] == name).unwrap()["enabled"].clone()
    };
    assert_eq!((enabled(&seen, "hint"), enabled(&seen, "resign")), (json!(true), json!(false)));
    let watched = server.client().get(&path).json()["view"].clone();
    assert_eq!((&watched["watching"], enabled(&watched, "hint")), (&json!(true), json!(false)));

    let mut stream = client.watch(&id, None);
    assert_eq!(stream.next().unwrap().data["view"]["your_turn"], true);
    let moved = client.command(&id, &mv(1, "e4")).json();
    assert_eq!((&moved["next"], moved["view"].is_object()), (&json!(2), true));
    let stale = client.command(&id, &mv(1, "d4")).json();
    assert_eq!((&stale["code"], stale["view"].is_object()), (&json!("stale"), true));
    let short = client.post(&format!("{path}/commands?scene=false"), &mv(1, "e4")).json();
    assert_eq!((&short["repeated"], &short["view"]), (&json!(true), &Value::Null));
}
