//! Games that come from files and go into files.

use crate::client::Server;
use serde_json::json;

#[test]
fn a_game_is_exported_for_other_programs_and_as_it_is_stored() {
    let server = Server::start();
    let mut client = server.client();
    for (game, mv, extension, kind, begins) in [
        ("chess", "e4", "pgn", "application/vnd.chess-pgn", "[Event "),
        ("checkers", "11-15", "pdn", "text/plain", "[GameType "),
        ("othello", "d3", "ggf", "text/plain", "(;GM[Othello]"),
    ] {
        let id = client.begin(&json!({ "game": game }));
        client.command(&id, &json!({ "expected": 1, "action": "move", "move": mv }));
        let record = server.client().get(&format!("/api/games/{id}/export"));
        assert_eq!(record.header("content-type"), Some(format!("{kind}; charset=utf-8")));
        let name = format!("attachment; filename=\"tablero-{game}-{id}.{extension}\"");
        assert_eq!(record.header("content-disposition"), Some(name));
        assert!(record.body.starts_with(begins), "{}", record.body);
        let same = client.get(&format!("/api/games/{id}/export?format=record"));
        assert_eq!(same.body, record.body);

        let begun = client.post("/api/games", &json!({ "game": game, "record": record.body }));
        assert_eq!(begun.status, 201, "{}", begun.body);
        assert_eq!(begun.json()["scene"]["moves"], json!([mv]));
        assert_eq!(begun.json()["notes"], json!([]));

        let events = client.get(&format!("/api/games/{id}/export?format=events"));
        assert_eq!(table::log::read(games::CLUB, &events.body).unwrap().next(), 2);
    }
    let id = client.begin(&json!({ "game": "chess" }));
    assert_eq!(client.get(&format!("/api/games/{id}/export?format=jpeg")).code(), "bad-query");
}

#[test]
fn the_seed_of_a_player_is_in_no_file_while_the_game_runs() {
    let server = Server::start();
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "random:424242" });
    let id = client.begin(&json!({ "game": "chess", "players": players }));
    for format in ["record", "events"] {
        let path = format!("/api/games/{id}/export?format={format}");
        let text = server.client().get(&path).body;
        assert!(text.contains("random") && !text.contains("424242"), "{text}");
    }
    client.command(&id, &json!({ "expected": 1, "action": "resign" }));
    assert!(client.get(&format!("/api/games/{id}/export")).body.contains("424242"));
}

#[test]
fn a_minefield_is_a_file_only_when_it_is_over() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe 7" }));
    let path = format!("/api/games/{id}/export");
    assert_eq!(client.get(&path).code(), "not-over");
    client.command(&id, &json!({ "expected": 1, "action": "move", "move": "open e5" }));
    assert_eq!(client.get(&format!("{path}?format=events")).code(), "not-over");
    client.command(&id, &json!({ "expected": 3, "action": "resign" }));
    let record = client.get(&path);
    assert!(record.body.starts_with("RawVF_Version"), "{}", record.body);
    let again = client.post("/api/games", &json!({ "game": "mines", "record": record.body }));
    assert_eq!((again.status, &again.json()["scene"]["over"]), (201, &json!(true)));

    let id = client.begin(&json!({ "game": "mines" }));
    client.command(&id, &json!({ "expected": 1, "action": "resign" }));
    let none = client.get(&format!("/api/games/{id}/export"));
    assert_eq!((none.status, none.code().as_str()), (409, "nothing-to-export"));
}

#[test]
fn a_game_from_a_file_goes_on_with_other_players() {
    let server = Server::start();
    let mut client = server.client();
    let record = "[White \"minimax:4\"]\n[Black \"Somebody\"]\n\n1. e4 e5 2. Nf3 *";
    let players = json!({ "white": "human", "black": "random:1" });
    let wanted = json!({ "game": "chess", "record": record, "players": players });
    let id = client.begin(&wanted);
    let mut stream = client.watch(&id, None);
    let last = std::iter::from_fn(|| stream.next()).find(|message| message.id == 5).unwrap();
    assert_eq!(last.data["scene"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(last.data["scene"]["players"][0]["player"], "human");
    let listed = client.get("/api/games?limit=1").json();
    assert_eq!(listed["games"][0]["id"], json!(id), "a game from a file is a new one");

    let two = client.post(
        "/api/games",
        &json!({ "game": "chess", "record": "1. e4 e5 1-0\n\n1. d4 d5 0-1\n", "mine": ["white"] }),
    );
    let two = two.json();
    assert_eq!(two["notes"], json!(["The file has 2 games; this is the first."]));
    assert_eq!(two["scene"]["status"], json!(["White won."]));
    assert!(two["invitations"]["black"].is_string());
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_the_place() {
    let server = Server::start();
    let mut client = server.client();
    for (game, record, line, column) in [
        ("chess", "1. e4 e5\n2. Ke4 *", 2, 4),
        ("chess", "1. e4 {and so", 1, 7),
        ("checkers", "1. 11-15 22-99 *", 1, 10),
        ("othello", "d3 z9", 1, 4),
    ] {
        let reply = client.post("/api/games", &json!({ "game": game, "record": record }));
        let problem = reply.json();
        assert_eq!((reply.status, reply.code().as_str()), (422, "bad-record"), "{}", reply.body);
        let place = (problem["line"].as_u64(), problem["column"].as_u64());
        assert_eq!(place, (Some(line), Some(column)), "{problem}");
        let words = format!("line {line}, column {column}");
        assert!(problem["message"].as_str().unwrap().contains(&words), "{problem}");
    }
    for (wanted, status, code) in [
        (json!({ "game": "chess", "record": "" }), 422, "bad-record"),
        (json!({ "game": "mines", "record": "nonsense" }), 422, "bad-record"),
        (json!({ "game": "chess", "record": "1. e4 *", "start": "startpos" }), 400, "bad-field"),
        (json!({ "game": "chess", "record": "1. e4 *", "clock": "5+3" }), 400, "bad-field"),
        (
            json!({ "game": "chess", "record": "1. e4 *", "players": { "solo": "human" } }),
            422,
            "bad-record",
        ),
    ] {
        let reply = client.post("/api/games", &wanted);
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{}", reply.body);
    }
    assert_eq!(client.get("/api/games").json()["games"], json!([]));
}

#[test]
fn the_games_of_a_file_are_listed_part_by_part() {
    let server = Server::start();
    let mut client = server.client();
    let game = |name: &str| {
        format!("[Event \"x\"]\n[White \"{name}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
    };
    let text: String = ["Ada", "Bo", "<b>Cy</b>"].map(game).concat();
    let listed = client.post_text("/api/files?last=true", &text);
    assert_eq!(listed.status, 200, "{}", listed.body);
    let listed = listed.json();
    assert_eq!((&listed["game"], &listed["read"]), (&json!("chess"), &json!(text.len())));
    let (from, to) = (game("Ada").len(), game("Ada").len() + game("Bo").len());
    let second =
        json!({ "from": from, "to": to, "title": "Bo – ?", "occasion": "x", "result": "1-0" });
    assert_eq!(listed["games"][1], second);
    assert_eq!(listed["games"][2]["title"], "<b>Cy</b> – ?");
    // The game at the end of a part is left to the next.
    let part = client.post_text("/api/files?game=chess", &text[..to + 20]).json();
    assert_eq!((part["games"].as_array().unwrap().len(), &part["read"]), (2, &json!(to)));
    let othello = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3];)\n";
    let listed = client.post_text("/api/files?last=true", &othello.repeat(2)).json();
    assert_eq!(
        (&listed["game"], &listed["games"][1]["title"]),
        (&json!("othello"), &json!("Ann – Bob"))
    );
    assert_eq!(client.post_text("/api/files?last=true", "nonsense").json()["games"], json!([]));
    assert_eq!(client.post_text("/api/files?game=go", "").code(), "no-such-kind");
    assert_eq!(client.post_text("/api/files?last=perhaps", "").code(), "bad-query");
    assert_eq!(client.post_text("/api/files", &"x".repeat(300 << 10)).status, 413);
}

#[test]
fn names_place_and_time_of_a_file_are_told_and_can_be_changed() {
    let server = Server::start();
    let mut client = server.client();
    let record = "[Event \"Opera\"]\n[Date \"1858.??.??\"]\n[White \"Morphy\"]\n\n1. e4 {[%eval 0.3]} e5 *\n";
    let begun = client.post("/api/games", &json!({ "game": "chess", "record": record })).json();
    let id = begun["id"].as_str().unwrap();
    let tree = client.get(&format!("/api/games/{id}/tree")).json();
    assert_eq!((&tree["title"], &tree["occasion"]), (&json!("Morphy – ?"), &json!("Opera, 1858")));
    let tags = json!([["White", "Paul Morphy"], ["Black", "Duke & Count"]]);
    let edit = json!({ "change": "entitle", "tags": tags });
    let next = tree["next"].as_u64().unwrap();
    let command = json!({ "expected": next, "action": "edit", "edit": edit });
    assert_eq!(client.command(id, &command).status, 200);
    assert_eq!(client.get(&format!("/api/games/{id}/tree")).json()["tags"], tags);
    let written = client.get(&format!("/api/games/{id}/export")).body;
    assert!(
        written.contains("[Black \"Duke & Count\"]") && !written.contains("Opera"),
        "{written}"
    );
    let edit = json!({ "change": "entitle", "tags": [["White", "x".repeat(256)]] });
    let command = json!({ "expected": next + 1, "action": "edit", "edit": edit });
    assert_eq!(client.command(id, &command).code(), "bad-edit");
}
