//! Looking at lines: the tree, boards of lines, the search as a stream, and who may.

use crate::client::{Client, Server, wait_until};
use serde_json::{Value, json};

fn edit(expected: u64, edit: &Value) -> Value {
    json!({ "expected": expected, "action": "edit", "edit": edit })
}

fn insert(moves: &[&str]) -> Value {
    json!({ "change": "insert", "path": moves })
}

fn moves(client: &mut Client, id: &str) -> Vec<(Value, Value)> {
    let tree = client.get(&format!("/api/games/{id}/tree")).json();
    let moves = tree["moves"].as_array().unwrap().iter();
    moves.map(|mv| (mv["move"].clone(), mv["parent"].clone())).collect()
}

#[test]
fn a_tree_grows_by_commands_and_survives_the_server() {
    let mut server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    assert_eq!(moves(&mut client, &id), []);
    let answer = client.command(&id, &edit(1, &insert(&["e2e4", "c5"])));
    assert_eq!(answer.status, 200, "{answer:?}");
    let event = json!({ "number": 1, "event": "edited", "edit": insert(&["e4", "c5"]) });
    assert_eq!(answer.json()["events"], json!([event]));
    assert_eq!(client.command(&id, &edit(2, &insert(&["e4", "e5"]))).status, 200);
    let comment = json!({ "change": "comment", "path": ["e4"], "text": "<b>best</b> by test" });
    assert_eq!(client.command(&id, &edit(3, &comment)).status, 200);
    // The same again is recognised.
    assert_eq!(client.command(&id, &edit(3, &comment)).json()["repeated"], true);
    server.restart();
    let mut client = Client { address: server.client().address, ..client };
    let expected = [(json!("e4"), Value::Null), (json!("c5"), json!(0)), (json!("e5"), json!(0))];
    assert_eq!(moves(&mut client, &id), expected);
    let tree = client.get(&format!("/api/games/{id}/tree")).json();
    assert_eq!(tree["moves"][0]["after"], json!(["<b>best</b> by test"]));
    assert_eq!(tree["next"], 4);
    // The game itself has not moved.
    let scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
    assert_eq!(scene["moves"], json!([]));
}

#[test]
fn the_board_of_any_line_can_be_seen_with_its_moves() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let line = client.get(&format!("/api/games/{id}/line?moves=e2e4%20e5%20Nf3")).json();
    assert_eq!(line["moves"], json!(["e4", "e5", "Nf3"]));
    assert_eq!(line["choices"].as_array().unwrap().len(), 29);
    assert_eq!(line["opening"], "C40 King's Knight Opening");
    assert!(line["position"].as_str().unwrap().contains(" b KQkq "), "{line}");
    let wrong = client.get(&format!("/api/games/{id}/line?moves=e4%20Ke2&lang=es"));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "bad-edit"));
    assert!(wrong.json()["message"].as_str().unwrap().starts_with("Jugada 2, \"Ke2\": "));
    let long = format!("/api/games/{id}/line?moves={}", "e4+".repeat(1001));
    assert_eq!(client.get(&long).code(), "bad-edit");
    assert_eq!(client.get(&format!("/api/games/{id}/line?lang=xx")).code(), "bad-query");
    assert_eq!(client.get(&format!("/api/games/{id}/line?moves=&x=1")).code(), "bad-query");
}

#[test]
fn the_search_goes_deeper_while_somebody_looks_and_is_remembered() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "othello", "start": "4x4" }));
    let path = format!("/api/games/{id}/analysis?moves=&lines=2");
    let found: Vec<_> = {
        let mut stream = client.listen(&path);
        std::iter::from_fn(|| stream.next().filter(|message| message.event == "found")).collect()
    };
    let depths: Vec<u64> =
        found.iter().map(|message| message.data["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted() && !depths.is_empty(), "{depths:?}");
    let last = &found.last().unwrap().data;
    // On four by four squares it sees the end, and that is all there is.
    assert_eq!(last["complete"], true);
    assert_eq!(last["lines"].as_array().unwrap().len(), 2);
    let best = &last["lines"][0];
    assert!(
        best["score"].is_string() && best["value"].as_f64().unwrap() > 0.0,
        "white wins: {best}"
    );
    let mut again = client.listen(&path);
    let (first, end) = (again.next().unwrap(), again.next().unwrap());
    assert_eq!(&first.data, last, "what is known is there at once");
    assert_eq!((end.event.as_str(), again.next()), ("end", None));
    // A game that is over has nothing to search.
    let chess = client.begin(&json!({ "game": "chess" }));
    let over = format!("/api/games/{chess}/analysis?moves=f3%20e5%20g4%20Qh4");
    assert_eq!(client.listen(&over).next().unwrap().event, "end");
}

#[test]
fn what_each_piece_is_worth_where_it_stands_is_known_in_chess() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let worths = |client: &mut Client, moves: &str| {
        let reply = client.get(&format!("/api/games/{id}/worths?moves={moves}")).json();
        reply["worths"].as_object().unwrap().clone()
    };
    // White is a queen ahead after this: each side sees its own pieces.
    let ahead = worths(&mut client, "e4%20d5%20exd5%20Qxd5%20Nc3%20a6%20Nxd5");
    assert_eq!(ahead.len(), 27, "all but the kings: {ahead:?}");
    assert!(ahead["d1"].as_i64() > Some(500) && ahead["a8"].as_i64() > Some(100), "{ahead:?}");
    assert!(!ahead.contains_key("e1") && !ahead.contains_key("d8"));
    let wrong = client.get(&format!("/api/games/{id}/worths?moves=e5"));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "bad-edit"));
    let othello = client.begin(&json!({ "game": "othello" }));
    let none = client.get(&format!("/api/games/{othello}/worths")).json();
    assert_eq!(none, json!({ "worths": {} }));
}

#[test]
fn a_game_between_two_people_is_not_looked_at_before_its_end() {
    let server = Server::start();
    let (mut anna, mut ben) = (server.client(), server.client());
    let reply = anna.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = reply["id"].as_str().unwrap();
    let code = &reply["invitations"]["black"];
    let claim = json!({ "seat": "black", "invitation": code });
    assert_eq!(ben.post(&format!("/api/games/{id}/claims"), &claim).status, 200);
    let paths = ["tree", "line?moves=e4", "analysis?moves=", "worths?moves=e4"];
    for path in paths {
        for client in [&mut anna, &mut ben, &mut server.client()] {
            let refused = client.get(&format!("/api/games/{id}/{path}"));
            assert_eq!((refused.status, refused.code().as_str()), (403, "not-fair"), "{path}");
        }
    }
    let page = anna.get(&format!("/games/{id}/analysis"));
    assert_eq!(page.status, 403);
    assert!(page.body.contains("A game between two people is analysed when it is over."));
    assert_eq!(anna.command(id, &edit(1, &insert(&["e4"]))).code(), "not-fair");
    anna.command(id, &json!({ "expected": 1, "action": "abort" }));
    assert_eq!(anna.command(id, &edit(2, &insert(&["e4"]))).status, 200);
    assert_eq!(moves(&mut ben, id).len(), 1);
    // Who has no seat looks on, and changes nothing.
    let mut visitor = server.client();
    assert_eq!(visitor.get(&format!("/api/games/{id}/line?moves=d4")).status, 200);
    assert_eq!(visitor.command(id, &edit(3, &insert(&["d4"]))).code(), "no-token");
    assert_eq!(visitor.get(&format!("/games/{id}/analysis")).status, 200);
}

#[test]
fn where_a_board_is_hidden_there_are_no_lines() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines" }));
    for path in ["tree", "line", "analysis"] {
        let refused = client.get(&format!("/api/games/{id}/{path}"));
        assert_eq!((refused.status, refused.code().as_str()), (422, "not-in-this-game"));
    }
    assert_eq!(client.get(&format!("/games/{id}/analysis")).status, 422);
    assert_eq!(client.get("/games/nothing/analysis").status, 404);
}

#[test]
fn only_so_many_analyses_and_reviews_go_on_at_a_time() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let path = |what: &str| format!("/api/games/{id}/{what}");
    let mut streams: Vec<_> = (0..24).map(|_| client.listen(&path("analysis"))).collect();
    for what in ["analysis", "review"] {
        let reply = client.get(&path(what));
        assert_eq!((reply.status, reply.code().as_str()), (503, "busy"));
    }
    streams.pop();
    wait_until(|| client.try_listen(&path("analysis"), None).is_ok());
}
