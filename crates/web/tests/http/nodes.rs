//! Several servers on one database.

use crate::client::{Client, Server, generous, wait_until};
use private_postgres::PrivatePostgres;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use web::Config;

fn mv(expected: u64, mv: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": mv })
}

/// Two servers on a database of their own; `None` where there is no `PostgreSQL`.
fn two() -> Option<(Server, Server)> {
    let database = private_postgres::shared()?.database().unwrap();
    let server = || Server::on_a_database(&database, generous());
    Some((server(), server()))
}

/// The same client at another server.
fn at(server: &Server, client: &Client) -> Client {
    Client { address: server.address, ..client.clone() }
}

fn seat<'a>(game: &'a Value, name: &str) -> &'a Value {
    let seats = game["seats"].as_array().unwrap();
    seats.iter().find(|seat| seat["seat"] == name).unwrap()
}

#[test]
fn what_happens_at_one_server_is_seen_at_the_other() {
    let Some((one, other)) = two() else { return };
    let mut ann = one.client();
    let id = ann.begin(&json!({ "game": "chess", "mine": ["white"], "open": true }));
    let mut bob = other.client();
    let mut stream = at(&other, &ann).watch(&id, None);
    assert_eq!(seat(&stream.next().unwrap().data, "black")["taken"], false);

    // A seat is claimed at one, and seen at the other.
    let mut here = ann.watch(&id, None);
    assert_eq!(seat(&here.next().unwrap().data, "black")["taken"], false);
    let path = format!("/api/games/{id}");
    assert_eq!(bob.post(&format!("{path}/claims"), &json!({ "seat": "black" })).status, 200);
    while seat(&here.next().unwrap().data, "black")["taken"] != true {}

    // Moves go both ways.
    assert_eq!(ann.command(&id, &mv(1, "e4")).status, 200);
    while stream.next().unwrap().id < 1 {}
    assert_eq!(bob.command(&id, &mv(2, "e5")).status, 200);
    while here.next().unwrap().id < 2 {}

    // Who has the game open.
    let is_here =
        |client: &mut Client, name: &str| seat(&client.get(&path).json(), name)["here"] == true;
    assert!(!is_here(&mut ann, "black"));
    let open = bob.watch(&id, None);
    wait_until(|| is_here(&mut ann, "black"));
    drop(open);

    // What is said, how somebody is called, and the next game.
    let said = bob.post(&format!("{path}/phrases"), &json!({ "phrase": "good-luck" }));
    assert_eq!(said.status, 200);
    wait_until(|| ann.get(&path).json()["phrases"][0]["phrase"] == "good-luck");
    assert_eq!(bob.post("/api/me", &json!({ "name": "Bob" })).status, 200);
    wait_until(|| seat(&ann.get(&path).json(), "black")["nickname"] == "Bob");
    assert_eq!(ann.command(&id, &json!({ "expected": 3, "action": "resign" })).status, 200);
    while here.next().unwrap().id < 3 {}
    // Before that the other server does not know that the game is over, and refuses another one.
    while stream.next().unwrap().id < 3 {}
    let next = bob.post(&format!("{path}/rematch"), &json!({})).json()["id"].clone();
    assert!(next.is_string(), "{next}");
    while here.next().unwrap().data["rematch"] != next {}
}

#[test]
fn the_pace_of_computers_and_their_moves_are_the_same_at_both_servers() {
    let Some((one, other)) = two() else { return };
    let mut ann = one.client();
    let players = json!({ "white": "random:1", "black": "random:2" });
    let id = ann.begin(&json!({ "game": "chess", "players": players, "pace": 150 }));
    // Nobody looks on at the first server: the second lets them play.
    let mut stream = at(&other, &ann).watch(&id, None);
    while stream.next().unwrap().id < 5 {}
    let path = format!("/api/games/{id}/pace");
    assert_eq!(ann.post(&path, &json!({ "paused": true })).status, 200);
    while stream.next().unwrap().data["paused"] != true {}
    assert_eq!(ann.post(&path, &json!({ "pace": 100 })).status, 200);
    while stream.next().unwrap().data["pace"] != 100 {}
    assert_eq!(ann.post(&path, &json!({ "paused": false })).status, 200);
    let next = ann.get(&format!("/api/games/{id}")).json()["scene"]["next"].as_u64().unwrap();
    while stream.next().unwrap().id < next + 3 {}
    // The one who looked on goes, and another comes to the first server.
    drop(stream);
    let mut stream = ann.watch(&id, None);
    let seen = stream.next().unwrap().id;
    while stream.next().unwrap().id < seen + 3 {}
}

#[test]
fn a_computer_goes_on_at_another_server_when_its_own_is_gone() {
    let Some((one, other)) = two() else { return };
    let mut ann = one.client();
    let players = json!({ "white": "human", "black": "engine:time=10s" });
    let id = ann.begin(&json!({ "game": "chess", "players": players }));
    assert_eq!(ann.command(&id, &mv(1, "e4")).status, 200);
    let mut there = at(&other, &ann);
    let mut stream = there.watch(&id, None);
    assert_eq!(stream.next().unwrap().id, 1);
    one.die();
    let died = Instant::now();
    let change =
        json!({ "expected": 2, "action": "change-player", "seat": "black", "player": "random:1" });
    assert_eq!(there.command(&id, &change).status, 200);
    while stream.next().unwrap().id < 3 {}
    assert!(died.elapsed() < Duration::from_secs(30), "{:?}", died.elapsed());
    assert_eq!(other.events(&id).len(), 4);
}

#[test]
fn a_flag_falls_at_another_server_when_its_own_is_gone() {
    let Some((one, other)) = two() else { return };
    let mut ann = one.client();
    let id = ann.begin(&json!({ "game": "chess", "clock": "0+1" }));
    for (number, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(ann.command(&id, &mv(number, text)).status, 200);
    }
    one.die();
    // Nobody has the game open there: the server finds it by itself.
    wait_until(|| other.events(&id).iter().any(|event| event.contains("time-ran-out")));
    let mut there = at(&other, &ann);
    wait_until(|| there.get(&format!("/api/games/{id}")).json()["scene"]["over"] == true);
}

#[test]
fn time_in_which_no_server_was_alive_counts_for_nobody() {
    let Some(postgres) = private_postgres::shared() else { return };
    let url = postgres.database().unwrap();
    let database = url.split('/').nth(3).unwrap().split('?').next().unwrap();
    let server = || Server::on_a_database(&url, generous());
    let (one, other) = (server(), server());
    let mut ann = one.client();
    let id = ann.begin(&json!({ "game": "chess", "clock": "10+0" }));
    for (number, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(ann.command(&id, &mv(number, text)).status, 200);
    }
    // Another server was there all the time.
    drop(one);
    assert_eq!(at(&other, &ann).command(&id, &mv(3, "Nf3")).status, 200);
    assert_eq!(other.events(&id).len(), 4);
    drop(other);
    // A minute without any of them.
    postgres.sql(database, "UPDATE tablero.uptime SET seen = seen - 60000").unwrap();
    let third = server();
    let game = at(&third, &ann).get(&format!("/api/games/{id}"));
    assert_eq!(game.status, 200);
    wait_until(|| third.events(&id).len() == 5);
    assert!(third.events(&id)[4].contains("downtime"), "{:?}", third.events(&id));
}

#[test]
fn a_clock_that_could_not_be_put_right_after_a_downtime_is_put_right_later() {
    let Some(postgres) = private_postgres::shared() else { return };
    let url = postgres.database().unwrap();
    let database = url.split('/').nth(3).unwrap().split('?').next().unwrap();
    let server = Server::on_a_database(&url, generous());
    let mut ann = server.client();
    let id = ann.begin(&json!({ "game": "chess", "clock": "10+0" }));
    for (number, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(ann.command(&id, &mv(number, text)).status, 200);
    }
    let refuse = "CREATE FUNCTION tablero.refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''not now''; END';
        CREATE TRIGGER refuse BEFORE INSERT ON tablero.events EXECUTE FUNCTION tablero.refuse()";
    postgres.sql(database, refuse).unwrap();
    postgres.sql(database, "UPDATE tablero.uptime SET seen = seen - 60000").unwrap();
    // Longer than between two renewals: one of them has tried it.
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(server.events(&id).len(), 3);
    postgres.sql(database, "DROP TRIGGER refuse ON tablero.events").unwrap();
    wait_until(|| server.events(&id).len() == 4);
    assert!(server.events(&id)[3].contains("downtime"), "{:?}", server.events(&id));
}

#[test]
fn a_database_that_is_away_is_waited_for_and_nothing_is_lost() {
    let mut postgres = match PrivatePostgres::start() {
        Ok(postgres) => postgres,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{error}");
            return eprintln!("skipped: {error}");
        }
    };
    let database = postgres.database().unwrap();
    let (one, other) = (
        Server::on_a_database(&database, generous()),
        Server::on_a_database(
            &database,
            Config { heartbeat: Duration::from_millis(50), ..generous() },
        ),
    );
    let mut ann = one.client();
    let id = ann.begin(&json!({ "game": "mines" }));
    let mut stream = at(&other, &ann).watch(&id, None);
    assert_eq!(stream.next().unwrap().id, 0);
    postgres.stop().unwrap();
    let refused = ann.command(&id, &mv(1, "flag a1"));
    assert_eq!((refused.status, refused.code().as_str()), (503, "store-unavailable"));
    assert!(refused.header("retry-after").is_some());
    postgres.resume().unwrap();
    // The same again, as a client does.
    wait_until(|| ann.command(&id, &mv(1, "flag a1")).status == 200);
    while stream.next().unwrap().id < 1 {}
    assert_eq!(at(&other, &ann).command(&id, &mv(2, "flag b2")).status, 200);
    assert_eq!(one.events(&id).len(), 3);
    // A short absence is not seen at all.
    postgres.stop().unwrap();
    postgres.resume().unwrap();
    assert_eq!(ann.command(&id, &mv(3, "flag c3")).status, 200);
    while stream.next().unwrap().id < 3 {}
    assert_eq!(other.events(&id).len(), 4);
}
