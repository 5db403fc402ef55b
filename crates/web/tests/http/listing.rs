//! Lists: what may be asked of them, and whose games they show.

use crate::client::{Client, Server, generous};
use serde_json::{Value, json};
use store::SqliteOptions;

/// The names of the games in a list.
fn listed(client: &mut Client, query: &str) -> Vec<String> {
    let games = client.get(&format!("/api/games{query}")).json()["games"].clone();
    let name = |game: &Value| game["id"].as_str().unwrap().to_owned();
    games.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn a_list_of_an_unknown_game_is_refused_in_both_languages() {
    let server = Server::start();
    let mut client = server.client();
    client.begin(&json!({ "game": "chess" }));
    for (query, message) in [
        ("?game=nonsense", "The games are chess, checkers, othello, mines and four."),
        ("?game=nonsense&lang=es", "Los juegos son chess, checkers, othello, mines y four."),
    ] {
        let reply = client.get(&format!("/api/games{query}"));
        assert_eq!((reply.status, reply.code().as_str()), (422, "no-such-kind"));
        assert_eq!(reply.json()["message"], message);
    }
    assert_eq!(listed(&mut client, "?game=chess").len(), 1);
    assert!(listed(&mut client, "?game=mines").is_empty());
}

#[test]
fn a_game_by_invitation_and_its_rematch_are_listed_to_their_players_only() {
    let server = Server::start();
    let (mut white, mut black, mut eve) = (server.client(), server.client(), server.client());
    let watched = white.begin(&json!({ "game": "chess" }));
    let begun = white.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let game = begun["id"].as_str().unwrap().to_owned();
    assert_eq!(listed(&mut white, ""), [game.as_str(), &watched]);
    assert_eq!(listed(&mut eve, ""), [watched.as_str()], "the invitation waits");

    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    assert_eq!(black.post(&format!("/api/games/{game}/claims"), &claim).status, 200);
    white.command(&game, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    assert_eq!(listed(&mut black, "?mine=true"), [game.as_str()]);
    assert_eq!(listed(&mut black, ""), [game.as_str(), &watched]);
    assert_eq!(listed(&mut eve, ""), [watched.as_str()], "the invitation is used");
    assert!(!eve.get("/").body.contains(&game));

    let mut before = game;
    for _ in 0..2 {
        let next = black.get(&format!("/api/games/{before}")).json()["scene"]["next"].clone();
        black.command(&before, &json!({ "expected": next, "action": "resign" }));
        let again = white.post(&format!("/api/games/{before}/rematch"), &json!({})).json();
        let again = again["id"].as_str().unwrap().to_owned();
        assert_eq!(listed(&mut black, "?state=running"), [again.as_str(), &watched]);
        assert_eq!(listed(&mut eve, ""), [watched.as_str()], "the game after a game by invitation");
        before = again;
    }
}

#[test]
fn lists_that_too_many_wait_for_are_refused_with_a_time_to_come_back() {
    let options = SqliteOptions { most_lists_waiting: 0, ..SqliteOptions::default() };
    let server = Server::on_a_store_with(options, generous());
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let reply = client.get("/api/games?lang=es");
    assert_eq!((reply.status, reply.code().as_str()), (503, "busy"));
    assert_eq!(reply.header("retry-after").as_deref(), Some("1"));
    let message = "El servidor tiene demasiado que hacer. Inténtalo otra vez dentro de un momento.";
    assert_eq!(reply.json()["message"], message);
    let moved = client.command(&id, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    assert_eq!(moved.status, 200, "games go on");
}
