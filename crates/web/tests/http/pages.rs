//! The pages as a browser gets them, without its script.

use crate::client::{Client, Reply, Server, exchange};
use serde_json::{Value, json};

/// A page, asked for with these lines in the head.
fn page(client: &Client, path: &str, head: &str) -> Reply {
    let cookie = client.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n"));
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}{head}\r\n",
        cookie.unwrap_or_default()
    );
    exchange(client.address, request.as_bytes())
}

fn packed_size(client: &Client, path: &str) -> usize {
    let reply = page(client, path, "Accept-Encoding: gzip\r\n");
    assert_eq!(reply.header("content-encoding").as_deref(), Some("gzip"));
    reply.header("content-length").unwrap().parse().unwrap()
}

#[test]
fn every_game_is_drawn_in_both_languages_before_any_script_runs() {
    let server = Server::start();
    let mut client = server.client();
    for card in games::CLUB.cards() {
        let game = card.name();
        let id = client.begin(&json!({ "game": game }));
        let scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
        let cells = scene["picture"]["cells"].as_array().unwrap().len();
        for (head, lang, words) in [
            ("en", "lang=\"en\"", "Resign|Call off|Restart"),
            ("es", "lang=\"es\"", "Abandonar|Anular|Otra vez"),
        ] {
            let reply =
                page(&client, &format!("/games/{id}"), &format!("Accept-Language: {head}\r\n"));
            assert_eq!(reply.status, 200);
            assert!(reply.header("content-type").unwrap().starts_with("text/html"));
            assert!(reply.body.contains(&format!("<html {lang}")), "{game}");
            assert!(words.split('|').any(|word| reply.body.contains(word)), "{game} in {head}");
            assert_eq!(reply.body.matches("data-name=").count(), cells);
            assert_eq!(
                reply.body.matches("role=\"row\"").count(),
                scene["picture"]["rows"].as_array().unwrap().len()
            );
        }
        let status = scene["status"][0].as_str().unwrap();
        assert!(page(&client, &format!("/games/{id}"), "").body.contains(status));
    }
}

#[test]
fn squares_are_buttons_with_spoken_names() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let path = format!("/games/{id}");
    let english = page(&client, &path, "").body;
    assert!(english.contains("aria-label=\"e1, white king\""));
    assert!(
        page(&client, &path, "Accept-Language: es\r\n")
            .body
            .contains("aria-label=\"e1, rey blanco\"")
    );
    let id = client.begin(&json!({ "game": "checkers" }));
    let checkers = page(&client, &format!("/games/{id}"), "").body;
    // Squares that no piece ever stands on have a name, too.
    assert!(checkers.contains("aria-label=\"a8, empty\""));
    assert!(checkers.contains("aria-label=\"1, black man\""));
}

#[test]
fn black_sees_the_board_from_black() {
    let server = Server::start();
    let mut client = server.client();
    let players = json!({ "white": "random:1", "black": "human" });
    for (game, flipped) in [("chess", true), ("checkers", true), ("othello", false)] {
        let id = client.begin(&json!({ "game": game, "players": players }));
        let body = page(&client, &format!("/games/{id}"), "").body;
        assert_eq!(body.contains(" data-flipped"), flipped, "{game}");
        let bar = body.split("data-bar=\"bottom\"").nth(1).unwrap();
        assert!(bar.starts_with(" data-seat=\"black\""), "{game}: {}", &bar[..40]);
        let watched = page(&server.client(), &format!("/games/{id}"), "").body;
        assert!(!watched.contains(" data-flipped"), "{game} for a spectator");
    }
}

#[test]
fn pages_are_small_on_the_way() {
    let server = Server::start();
    let mut client = server.client();
    assert!(packed_size(&client, "/") <= 15_000);
    for (game, start) in [
        ("chess", None),
        ("checkers", None),
        ("othello", None),
        ("mines", Some("expert opening 5")),
    ] {
        let id = client.begin(&json!({ "game": game, "start": start }));
        if game == "mines" {
            let open = json!({ "expected": 1, "action": "move", "move": "open h8" });
            assert_eq!(client.command(&id, &open).status, 200);
        }
        let size = packed_size(&client, &format!("/games/{id}"));
        assert!(size <= 15_000, "the page of {game} has {size} bytes");
    }
}

#[test]
fn nothing_on_a_page_is_run_or_styled_from_within_it() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines" }));
    for path in ["/".to_owned(), format!("/games/{id}"), "/games/none".to_owned()] {
        let reply = page(&client, &path, "");
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        for scripts in reply.body.split("<script").skip(1) {
            let tag = scripts.split('>').next().unwrap();
            assert!(tag.contains("src=\"/assets/") || tag.contains("application/json"), "{tag}");
        }
        for forbidden in ["<style", " style=", " onclick=", "javascript:", "http://", "https://"] {
            assert!(!reply.body.contains(forbidden), "{path}: {forbidden}");
        }
    }
}

#[test]
fn what_is_set_in_the_address_is_kept_in_a_cookie() {
    let server = Server::start();
    let client = server.client();
    let set = page(&client, "/?lang=es&theme=dark", "Accept-Language: en\r\n");
    assert!(set.body.contains("<html lang=\"es\" data-theme=\"dark\""));
    let cookies: Vec<&str> =
        set.head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    let cookie = cookies.iter().map(|cookie| cookie.split(';').next().unwrap());
    let cookie = cookie.collect::<Vec<_>>().join("; ");
    let kept = page(&Client { cookie: Some(cookie), ..client }, "/", "Accept-Language: en\r\n");
    assert!(kept.body.contains("<html lang=\"es\" data-theme=\"dark\""));
    assert!(!kept.head.contains("set-cookie"));
}

#[test]
fn the_page_of_a_running_board_holds_nothing_of_what_is_hidden() {
    let server = Server::start();
    let (mut one, mut two) = (server.client(), server.client());
    // Two layouts that agree on the one cell that is open.
    let opened = |client: &mut Client, seed: u64| {
        let id = client.begin(&json!({ "game": "mines", "start": format!("9x9/10 safe {seed}") }));
        let open = json!({ "expected": 1, "action": "move", "move": "open e5" });
        let scene = client.command(&id, &open).json()["scene"]["picture"].clone();
        let body = page(client, &format!("/games/{id}"), "").body.replace(&id, "ID");
        assert!(!body.contains(&seed.to_string()), "the seed shows");
        assert!(!body.contains("9x9x10-s-"), "the code of the board shows");
        (scene, body)
    };
    let (picture, body) = opened(&mut one, 987_654_321);
    let same = (1_000_000..1_000_200).find(|&seed| mines_picture(seed) == picture);
    let same = same.expect("none of the layouts looks the same");
    assert_eq!(opened(&mut two, same), (picture, body));
}

/// What is seen after e5 is opened on a board with this seed, found without the server.
fn mines_picture(seed: u64) -> Value {
    use table::{Action, Command, Language, Player, Seats};
    let card = games::CLUB.card("mines").unwrap();
    let start = card.start(Some(&format!("9x9/10 safe {seed}")), 0).unwrap();
    let players = Seats::Solo { solo: Player::Human };
    let table = card.open(&card.started(start, players, None, 0)).unwrap();
    let command = Command { expected: 1, action: Action::Move { mv: "open e5".to_owned() } };
    let table = table.decide(&command, game::Seat::Solo, 0).unwrap().after;
    let scene = table.scene(game::Viewer::Seat(game::Seat::Solo), 0, Language::English);
    serde_json::to_value(scene.picture).unwrap()
}

#[test]
fn a_game_that_is_not_there_has_a_page_that_says_so() {
    let server = Server::start();
    for path in ["/games/nothinghere", "/games/%3Cscript%3E"] {
        let reply = page(&server.client(), path, "Accept-Language: es\r\n");
        assert_eq!(reply.status, 404);
        assert!(reply.body.contains("No existe esa partida"));
        assert!(!reply.body.contains("<script>"));
    }
}

#[test]
fn what_pages_need_may_be_kept_for_ever() {
    let server = Server::start();
    let client = server.client();
    let home = page(&client, "/", "").body;
    let mut paths: Vec<&str> =
        home.split('"').filter(|text| text.starts_with("/assets/")).collect();
    paths.retain(|path| !path.ends_with('/'));
    paths.dedup();
    assert!(paths.len() > 5);
    for path in paths {
        let path = path.split('#').next().unwrap();
        let reply = page(&client, path, "");
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.header("cache-control").unwrap().contains("immutable"), "{path}");
    }
    let unknown = page(&client, "/assets/0/passwords.txt", "");
    assert_eq!(unknown.status, 404);
    let old = page(&client, "/assets/0/game.js", "");
    assert_eq!(old.header("cache-control").as_deref(), Some("no-store"));
}

#[test]
fn own_games_and_those_of_others_are_listed_apart() {
    let server = Server::start();
    let (mut me, mut other) = (server.client(), server.client());
    let mine = me.begin(&json!({ "game": "chess" }));
    let theirs = other.begin(&json!({ "game": "othello" }));
    let mv = json!({ "expected": 1, "action": "move", "move": "d3" });
    assert_eq!(other.command(&theirs, &mv).status, 200);
    let body = page(&me, "/", "").body;
    let (yours, watch) = body.split_once("id=\"watch\"").unwrap();
    assert!(yours.contains(&mine) && !watch.contains(&mine));
    assert!(watch.contains(&theirs) && !yours.contains(&theirs));
}
