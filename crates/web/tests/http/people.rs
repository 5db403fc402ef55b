//! Who people are to each other: names, and going on in another browser.

use crate::client::{Client, Server};
use serde_json::{Value, json};

/// What the player at the top is called.
fn opponent(client: &mut Client, game: &str) -> String {
    let bars = client.get(&format!("/api/games/{game}")).json()["view"]["bars"].clone();
    bars[0]["player"].as_str().unwrap().to_owned()
}

fn own_games(client: &mut Client) -> usize {
    client.get("/api/games?mine=true").json()["games"].as_array().unwrap().len()
}

/// A game between two clients.
fn sit_down(server: &Server) -> (Client, Client, String) {
    let (mut ann, mut bob) = (server.client(), server.client());
    let begun = ann.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let game = begun["id"].as_str().unwrap().to_owned();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    assert_eq!(bob.post(&format!("/api/games/{game}/claims"), &claim).status, 200);
    (ann, bob, game)
}

#[test]
fn a_name_is_shown_to_everybody_else_and_written_into_files() {
    let server = Server::start();
    let (mut ann, mut bob, game) = sit_down(&server);
    let mut watcher = server.client();
    assert_eq!(opponent(&mut bob, &game), "Opponent");
    assert_eq!(opponent(&mut watcher, &game), "A person");
    let stream = &mut bob.watch(&game, None);
    stream.next().unwrap();

    let named = ann.post("/api/me", &json!({ "name": "  Ana   María " }));
    assert_eq!((named.status, named.json()), (200, json!({ "name": "Ana María" })));
    assert_eq!(ann.get("/api/me").json(), json!({ "name": "Ana María" }));
    assert!(stream.next().unwrap().data.to_string().contains("Ana María"), "at once");
    assert_eq!(opponent(&mut bob, &game), "Ana María");
    assert_eq!(opponent(&mut ann, &game), "Opponent", "Bob has no name");
    ann.command(&game, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    let file = bob.get(&format!("/api/games/{game}/export")).body;
    assert!(file.contains("[White \"Ana María\"]") && file.contains("[Black \"human\"]"), "{file}");

    // A game that begins later knows it, too, and so does the list of one's own games.
    let begun = ann.post("/api/games", &json!({ "game": "four", "mine": ["white"] })).json();
    assert_eq!(begun["seats"][0]["nickname"], "Ana María");
    bob.command(&game, &json!({ "expected": 2, "action": "resign" }));
    let mine = bob.get("/api/mine").json();
    assert_eq!(mine["games"][0]["nickname"], "Ana María");
    for page in ["/mine", "/"] {
        let shown = bob.get(page).body;
        assert!(
            shown.contains("<bdi>Ana María</bdi>")
                && shown.contains(&format!("/games/{game}/board.svg"))
        );
    }
    assert!(!watcher.get("/").body.contains("board.svg"));
    assert_eq!(bob.get("/api/mine?words=ana").json()["games"].as_array().unwrap().len(), 1);

    assert_eq!(ann.post("/api/me", &json!({ "name": "" })).json(), json!({ "name": null }));
    assert_eq!(opponent(&mut bob, &game), "Opponent");
}

#[test]
fn a_name_that_could_mislead_is_refused_in_both_languages() {
    let server = Server::start();
    let mut ann = server.client();
    for name in [
        "Level 4",
        "LeveI 4",
        "Nivel 10",
        "White",
        "Blancas",
        "Black",
        "<b>x</b>",
        "x\u{202e}y",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        let reply = ann.post("/api/me", &json!({ "name": name }));
        assert_eq!((reply.status, reply.code().as_str()), (422, "bad-name"), "{name}");
    }
    let reply = ann.post("/api/me?lang=es", &json!({ "name": "Level 4" }));
    assert!(reply.json()["message"].as_str().unwrap().contains("Elige otro nombre"));
    assert_eq!(ann.get("/api/me").json(), json!({ "name": null }));
}

#[test]
fn everything_goes_on_in_another_browser_and_what_was_there_joins_it() {
    let mut server = Server::start();
    let (mut ann, mut bob, game) = sit_down(&server);
    ann.post("/api/me", &json!({ "name": "Ana" }));
    let mut phone = server.client();
    let own = phone.begin(&json!({ "game": "four" }));
    let offered = ann.post("/api/me/move", &json!({})).json();
    assert_eq!(offered["seconds"], 600);
    server.restart();
    let code = offered["code"].as_str().unwrap().to_owned();
    for client in [&mut ann, &mut bob, &mut phone] {
        client.address = server.client().address;
    }
    let taken = phone.post("/api/me/take", &json!({ "code": code }));
    assert_eq!((taken.status, taken.body.as_str()), (204, ""));
    assert!(taken.header("set-cookie").unwrap().contains("HttpOnly"));
    assert_eq!(phone.get("/api/me").json(), json!({ "name": "Ana" }));
    assert_eq!((own_games(&mut phone), own_games(&mut ann)), (2, 2));
    let moved = phone.command(&game, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    assert_eq!(moved.status, 200);
    assert_eq!(
        ann.command(&own, &json!({ "expected": 1, "action": "move", "move": "d" })).status,
        200
    );
    assert_eq!(opponent(&mut bob, &game), "Ana");

    let again = server.client().post("/api/me/take", &json!({ "code": code }));
    assert_eq!((again.status, again.code().as_str()), (404, "nothing-handed-over"));
}

#[test]
fn a_link_for_a_camera_is_made_for_the_page_that_asks() {
    let server = Server::start();
    let mut ann = server.client();
    assert_eq!(ann.post("/api/me/move", &json!({})).status, 401, "nothing to hand over yet");
    ann.begin(&json!({ "game": "four" }));
    let offered = ann.post("/api/me/move", &json!({})).json();
    assert_eq!((&offered["link"], &offered["picture"]), (&Value::Null, &Value::Null));
    assert!(ann.get("/move").body.contains("id=\"take\""));
}

/// A game of this kind in which its owner, in both seats, made a move and resigned.
fn resigned(client: &mut Client, kind: &str, mv: &str) -> String {
    let game = client.begin(&json!({ "game": kind }));
    let mv = json!({ "expected": 1, "action": "move", "move": mv });
    assert_eq!(client.command(&game, &mv).status, 200);
    let resign = json!({ "expected": 2, "action": "resign", "from": "white" });
    assert_eq!(client.command(&game, &resign).status, 200);
    game
}

/// Chess that a person has resigned to a computer.
fn against_a_computer(client: &mut Client) -> String {
    let players = json!({ "white": "human", "black": "random:1" });
    let game = client.begin(&json!({ "game": "chess", "players": players }));
    assert_eq!(client.command(&game, &json!({ "expected": 1, "action": "resign" })).status, 200);
    game
}

#[test]
fn a_damaged_game_is_listed_without_a_result_and_hides_no_other() {
    let server = Server::start();
    let mut ann = server.client();
    let games = [(); 4].map(|()| against_a_computer(&mut ann));
    let elsewhere = rusqlite::Connection::open(server.store()).unwrap();
    // Bytes of an event, and of the name of a seat, that are no text any more, and an event that is none.
    let damage = [
        ("UPDATE events SET event = CAST(x'ff' AS TEXT) WHERE game = ?1 AND number = 1", &games[0]),
        ("UPDATE events SET event = '{' WHERE game = ?1 AND number = 0", &games[1]),
        (
            "UPDATE seats SET seat = CAST(x'ff' AS TEXT) WHERE game = ?1 AND seat = 'black'",
            &games[2],
        ),
    ];
    for (sql, game) in damage {
        assert!(elsewhere.execute(sql, [game]).unwrap() > 0);
    }
    for _ in 0..2 {
        let listed = ann.get("/api/mine").json()["games"].as_array().unwrap().clone();
        let result = |game: &String| {
            let listed = listed.iter().find(|listed| listed["id"] == json!(game));
            listed.unwrap_or_else(|| panic!("{game} is missing"))["result"].clone()
        };
        assert_eq!(games.each_ref().map(result), ["none", "none", "none", "lost"]);
        assert_eq!(listed.len(), games.len());
    }
}

#[test]
fn an_export_names_a_damaged_game_and_has_all_others() {
    let server = Server::start();
    let mut ann = server.client();
    let elsewhere = rusqlite::Connection::open(server.store()).unwrap();
    for (kind, mv) in [("chess", "e4"), ("checkers", "11-15"), ("othello", "d3"), ("four", "d")] {
        let games = [(); 3].map(|()| resigned(&mut ann, kind, mv));
        let sql = "UPDATE events SET event = '{' WHERE game = ?1 AND number = 1";
        assert_eq!(elsewhere.execute(sql, [&games[1]]).unwrap(), 1);
        let sent = ann.get(&format!("/api/mine/export?game={kind}")).body;
        assert!(sent.ends_with("\r\n0\r\n\r\n"), "{kind}: {sent}");
        let file = unchunked(&sent);
        let note = format!("% The game {} is damaged and was left out.\n", games[1]);
        assert_eq!(file.matches(&note).count(), 1, "{kind}: {file}");
        // The file can be read with what stands between its games.
        let listed = ann.post_text(&format!("/api/files?last=true&game={kind}"), &file).json();
        let listed = listed["games"].as_array().unwrap();
        assert_eq!(listed.len(), 2, "{kind}: {file}");
        for game in listed {
            let place = |name: &str| game[name].as_u64().unwrap() as usize;
            let record = &file[place("from")..place("to")];
            let begun = ann.post("/api/games", &json!({ "game": kind, "record": record }));
            assert_eq!(begun.status, 201, "{kind}: {begun:?} {record}");
            assert_eq!(begun.json()["scene"]["moves"].as_array().unwrap().len(), 1, "{kind}");
        }
    }
}

/// The text of a body that was sent in chunks.
fn unchunked(body: &str) -> String {
    let (mut text, mut rest) = (String::new(), body);
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        text += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    text
}

#[test]
fn an_export_that_fails_half_way_does_not_look_complete() {
    let server = Server::start();
    let mut ann = server.client();
    for _ in 0..60 {
        resigned(&mut ann, "four", "d");
    }
    ann.get("/api/mine");
    let elsewhere = rusqlite::Connection::open(server.store()).unwrap();
    // What the list of the second part reads of a game is not what was written.
    let sql =
        "UPDATE games SET title = CAST(x'ff' AS TEXT) WHERE begun = (SELECT min(begun) FROM games)";
    assert_eq!(elsewhere.execute(sql, []).unwrap(), 1);
    let reply = ann.get("/api/mine/export?game=four");
    assert_eq!(reply.status, 200);
    assert!(reply.body.contains("[Game \"four\"]"), "{}", reply.body);
    assert!(!reply.body.ends_with("\r\n0\r\n\r\n"), "{}", reply.body);
}
