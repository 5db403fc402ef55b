//! Positions that are set up, and boards that are typed.

use crate::client::Server;
use serde_json::{Value, json};

fn check(server: &Server, asked: &Value) -> (u16, Value) {
    let reply = server.client().post("/api/positions", asked);
    (reply.status, reply.json())
}

#[test]
fn a_text_board_of_checkers_is_a_position_with_its_facts() {
    let server = Server::start();
    let empty = ". . . . \n . . . .\n".repeat(3);
    let text = format!("{empty}.b. . . \nw. . . .");
    let light = format!("{empty}b . . . \nw. . . .");
    let (status, answer) = check(&server, &json!({ "game": "checkers", "text": text }));
    assert_eq!((status, &answer["position"]), (200, &json!("B:W29:B25")), "{answer}");
    assert_eq!(answer["side"], "black");
    let facts = answer["facts"].as_array().unwrap();
    let values: Vec<&Value> = facts.iter().map(|fact| &fact["value"]).collect();
    assert_eq!(values, ["White 1, Black 1", "No", "White 1, Black 1", "No"]);
    let (status, answer) = check(&server, &json!({ "game": "checkers", "text": light }));
    assert_eq!((status, &answer["code"]), (422, &json!("bad-start")));
    assert_eq!(answer["message"], "Row 7, column 1: a black man on a light square.");
    let spanish = json!({ "game": "checkers", "text": "b\nw" });
    let spanish = server.client().post("/api/positions?lang=es", &spanish).json();
    let expected = "Un tablero tiene ocho filas de ocho caracteres, y este tiene 2 filas.";
    assert_eq!(spanish["message"], expected);
}

#[test]
fn what_stands_where_has_facts_too() {
    let server = Server::start();
    let placed = json!({ "e1": "white king", "e8": "black king", "e2": "black rook" });
    let asked = json!({ "game": "chess", "placed": placed, "side": "white" });
    let (_, answer) = check(&server, &asked);
    assert_eq!(answer["facts"][0], json!({ "label": "Legal moves", "value": "3" }));
    assert_eq!(answer["facts"][1], json!({ "label": "Check", "value": "Yes" }));
}

fn probabilities(server: &Server, game: &str, board: &str) -> (u16, Value) {
    let asked = json!({ "game": game, "board": board });
    let reply = server.client().post("/api/probabilities", &asked);
    (reply.status, reply.json())
}

#[test]
fn a_typed_board_is_answered_with_exact_probabilities() {
    let server = Server::start();
    let (status, answer) = probabilities(&server, "mines", "3x2/1\n1 . .\n. F .");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["board"], "3x2/1\n1..\n.F.\n");
    assert_eq!(answer["numbers"], json!([3, 2, 1]));
    assert_eq!(answer["picture"]["cells"][4]["piece"]["kind"], "flag");
    assert_eq!((&answer["fault"], &answer["layouts"]), (&Value::Null, &json!("3")));
    assert_eq!(answer["safest"], json!(["c1", "c2"]));
    assert_eq!(answer["verdict"], "Certainly safe: c1 and c2.");
    let of = |name: &str| {
        let all = answer["probabilities"].as_array().unwrap();
        all.iter().find(|each| each["cell"] == name).map(|each| each["mine"].as_f64().unwrap())
    };
    assert_eq!((of("c1"), of("a1")), (Some(0.0), None));
    assert!((of("b2").unwrap() - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn a_typed_board_that_cannot_be_is_shown_with_its_fault() {
    let server = Server::start();
    let (status, answer) = probabilities(&server, "mines", "3x2/1\n4..\n...");
    assert_eq!((status, &answer["fault"]["cell"]), (200, &json!("a1")));
    assert!(answer["fault"]["message"].as_str().unwrap().starts_with("No mines can be laid"));
    assert_eq!((&answer["probabilities"], &answer["verdict"]), (&json!([]), &Value::Null));
    assert_eq!(answer["picture"]["cells"].as_array().unwrap().len(), 6);
}

#[test]
fn a_typed_board_that_cannot_be_read_or_is_too_large_is_refused() {
    let server = Server::start();
    let refused = |game: &str, board: &str| {
        let (status, answer) = probabilities(&server, game, board);
        (status, answer["code"].as_str().unwrap().to_owned())
    };
    assert_eq!(refused("mines", "3x2/1\n1.?\n..."), (422, "bad-board".to_owned()));
    let rows = ".".repeat(100) + "\n";
    let large = format!("100x100/99\n{}", rows.repeat(100));
    assert_eq!(refused("mines", &large), (422, "bad-board".to_owned()));
    assert_eq!(refused("mines", &rows.repeat(200)), (413, "too-large".to_owned()));
    assert_eq!(refused("chess", "3x2/1\n1..\n..."), (422, "not-in-this-game".to_owned()));
    assert_eq!(refused("go", ""), (422, "no-such-kind".to_owned()));
}

#[test]
fn the_pages_for_positions_and_boards_are_linked_and_others_are_not_there() {
    let server = Server::start();
    let mut client = server.client();
    let home = client.get("/").body;
    for game in ["chess", "checkers", "othello", "mines"] {
        let path = format!("/editor/{game}");
        assert!(home.contains(&format!("href=\"{path}\"")), "{path}");
        let page = client.get(&path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.body.contains("id=\"facts\"") && page.body.contains("data-picture=\"png\""));
        for forbidden in ["<style", " style=", " onclick=", "javascript:", "http://", "https://"] {
            assert!(!page.body.contains(forbidden), "{path}: {forbidden}");
        }
    }
    assert_eq!(client.get("/editor/four").status, 404);
}
