//! A client as an outside programmer would write it from `docs/api.md` alone, and games that go on
//! by themselves.

use crate::client::{Client, Server, wait_until};
use serde_json::{Value, json};
use std::thread;
use store::{NewGame, NewSeat, Summary};
use table::{Event, Player, Seats};

/// Plays a game against the computer to its end: waits for its turn on the stream, and takes a
/// choice that the scene offers. Returns the last scene.
fn play(client: &mut Client, game: &Value, choose: impl Fn(&[Value], u64) -> usize) -> Value {
    let id = client.begin(game);
    let mut stream = client.watch(&id, None);
    loop {
        let scene = stream.next().expect("the stream ended before the game").data["scene"].clone();
        if scene["over"] == true {
            return scene;
        }
        let Some(choices) = scene["choices"].as_array().filter(|choices| !choices.is_empty())
        else {
            continue;
        };
        let next = scene["next"].as_u64().unwrap();
        let choice = &choices[choose(choices, next) % choices.len()];
        let command = json!({ "expected": next, "action": "move", "move": choice["move"] });
        let reply = client.command(&id, &command);
        // The same scene may come twice, once before and once after our move.
        assert!(reply.status == 200 || reply.code() == "stale", "{}", reply.body);
    }
}

#[test]
fn a_client_written_from_the_documentation_plays_every_game_to_the_end() {
    let server = Server::start();
    let mut client = server.client();
    let spread = |_: &[Value], next: u64| (next * 7919) as usize;
    for (game, start, players) in [
        // A king and a queen against a king: over soon, one way or the other.
        (
            "chess",
            "8/8/8/3k4/8/8/1Q6/K7 w - - 90 80",
            json!({ "white": "human", "black": "random:5" }),
        ),
        (
            "chess",
            "7k/8/8/8/8/r7/1r6/7K b - - 0 1",
            json!({ "white": "human", "black": "minimax:2" }),
        ),
        ("checkers", "", json!({ "white": "human", "black": "random:3" })),
        ("othello", "", json!({ "white": "minimax:1", "black": "human" })),
        ("mines", "9x9/10 safe 7", json!({ "solo": "human" })),
        ("mines", "9x9/10 safe 7", json!({ "solo": "random:4" })),
    ] {
        let mut wanted = json!({ "game": game, "players": players });
        if !start.is_empty() {
            wanted["start"] = start.into();
        }
        let scene = play(&mut client, &wanted, spread);
        let status = scene["status"][0].as_str().unwrap();
        let ended = ["won", "Draw", "lost"].iter().any(|word| status.contains(word));
        assert!(ended, "{game}: {status}");
        assert_eq!(scene["game"], game);
    }
}

#[test]
fn computers_play_each_other_to_the_end() {
    let server = Server::start();
    let players = json!({ "white": "random:1", "black": "random:2" });
    let mut client = server.client();
    let never = |_: &[Value], _| panic!("a person has no move here");
    let scene = play(&mut client, &json!({ "game": "othello", "players": players }), never);
    assert!(scene["moves"].as_array().unwrap().len() > 20);
}

#[test]
fn the_computer_goes_on_after_a_restart() {
    let mut server = Server::start();
    let card = games::CLUB.card("chess").unwrap();
    let players = Seats::Two { white: Player::Random { seed: Some(1) }, black: Player::Human };
    let started = card.started(card.start(None, 0).unwrap(), players, None, 0);
    let event = serde_json::to_string(&Event::<String>::Started(started)).unwrap();
    server.restart_after(async |log| {
        // The server was killed before its player could move.
        let summary = Summary {
            kind: card.name().to_owned(),
            players: "{}".to_owned(),
            moves: 0,
            over: false,
            computer_to_move: true,
            at: 0,
            time: None,
            flag_at: None,
        };
        let seats = vec![NewSeat { seat: "black".to_owned(), token: None, invitation: None }];
        let id = "waiting".parse().unwrap();
        let new = NewGame { id, events: vec![event], summary, leaderboard: None, seats };
        log.create(new).await.unwrap();
    });
    // No client asks for the game: the server finds it by itself.
    wait_until(|| server.events("waiting").len() >= 2);
}

#[test]
fn a_game_that_has_ended_gets_no_late_move_of_the_computer() {
    let server = Server::start();
    let mut client = server.client();
    let players = json!({ "white": "human", "black": "minimax:4" });
    // A position with so many moves that four of them ahead take a while.
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let id = client.begin(&json!({ "game": "chess", "start": start, "players": players }));
    let mv = json!({ "expected": 1, "action": "move", "move": "a3" });
    assert_eq!(client.command(&id, &mv).status, 200);
    assert_eq!(client.command(&id, &json!({ "expected": 2, "action": "abort" })).status, 200);
    // Another game needs the same threads, and gets them.
    let players = json!({ "white": "human", "black": "minimax:1" });
    let other = client.begin(&json!({ "game": "chess", "players": players }));
    let mut stream = client.watch(&other, None);
    client.command(&other, &json!({ "expected": 1, "action": "move", "move": "e4" }));
    while stream.next().unwrap().id < 2 {}
    assert_eq!(server.events(&id).len(), 3);
}

#[test]
fn a_seat_changes_hands_between_people_and_computers() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess" }));
    let change = |expected: u64, player: &str| json!({ "expected": expected, "action": "change-player", "seat": "black", "player": player });
    let first = client.command(&id, &change(1, "random")).json();
    let again = client.command(&id, &change(1, "random")).json();
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    assert_eq!(first["events"][0]["player"], "random", "its seed would tell its moves");
    let mut stream = client.watch(&id, None);
    client.command(&id, &json!({ "expected": 2, "action": "move", "move": "e4" }));
    while stream.next().unwrap().id < 3 {}
    assert_eq!(client.command(&id, &change(4, "human")).status, 200);
    let mv = json!({ "expected": 5, "action": "move", "move": "d4" });
    assert_eq!(client.command(&id, &mv).status, 200);
    let you = client.get(&format!("/api/games/{id}")).json()["you"].clone();
    assert_eq!(you, "black", "the one who began plays both sides again");
}

#[test]
fn a_computer_answers_the_offer_of_a_draw_by_how_it_stands() {
    let server = Server::start();
    let mut client = server.client();
    // White, a person, is a queen up, or a queen down.
    for (start, ends) in
        [("3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1", true), ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false)]
    {
        let players = json!({ "white": "human", "black": "level:1" });
        let id = client.begin(&json!({ "game": "chess", "start": start, "players": players }));
        let mut stream = client.watch(&id, None);
        let reply = client.command(&id, &json!({ "expected": 1, "action": "offer-draw" }));
        assert_eq!(reply.status, 200, "{}", reply.body);
        let answered = std::iter::from_fn(|| stream.next())
            .map(|message| message.data["scene"].clone())
            .find(|scene| scene["next"] == 3)
            .expect("an answer");
        assert_eq!(answered["over"], ends);
        let said = if ends { "Draw by agreement." } else { "White to move." };
        assert_eq!(answered["status"][0], said);
    }
}

#[test]
fn one_person_plays_both_sides_on_one_stream() {
    let server = Server::start();
    let mut client = server.client();
    let first = |choices: &[Value], _| choices.len() / 2;
    let start = "8/8/8/3k4/8/8/1Q6/K7 w - - 94 80";
    let scene = play(&mut client, &json!({ "game": "chess", "start": start }), first);
    assert_eq!(scene["over"], true);
}

#[test]
fn those_who_want_to_play_again_find_each_other() {
    let server = Server::start();
    let (mut white, mut black) = (server.client(), server.client());
    let begun = white.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let claim = json!({ "seat": "black", "invitation": begun["invitations"]["black"] });
    black.post(&format!("/api/games/{id}/claims"), &claim);
    let path = format!("/api/games/{id}/rematch");
    let exchange = json!({ "exchange": true });
    assert_eq!(white.post(&path, &exchange).code(), "not-over");
    white.command(&id, &json!({ "expected": 1, "action": "resign" }));
    let (one, two) = (white.post(&path, &exchange).json(), black.post(&path, &exchange).json());
    assert_eq!(one["id"], two["id"]);
    assert_eq!((&one["you"], &two["you"]), (&json!("black"), &json!("white")));
    assert_eq!(server.client().post(&path, &exchange).code(), "no-token");
    // A client that comes back later finds it, too, and after a restart.
    let mut server = server;
    server.restart();
    let mut late = crate::client::Client { address: server.address, ..white };
    assert_eq!(late.watch(&id, Some(2)).next().unwrap().data["rematch"], one["id"]);
    assert_eq!(late.post(&path, &exchange).json()["id"], one["id"]);
}

#[test]
fn an_invitation_that_was_never_used_is_renewed_for_the_next_game() {
    let server = Server::start();
    let mut white = server.client();
    let begun = white.post("/api/games", &json!({ "game": "chess", "mine": ["white"] })).json();
    let id = begun["id"].as_str().unwrap();
    white.command(id, &json!({ "expected": 1, "action": "abort" }));
    let next = white.post(&format!("/api/games/{id}/rematch"), &json!({ "exchange": true })).json();
    assert_eq!((&next["you"], &next["seats"][0]["open"]), (&json!("black"), &json!(false)));
    let path = format!("/api/games/{}/claims", next["id"].as_str().unwrap());
    assert_eq!(server.client().post(&path, &json!({ "seat": "white" })).code(), "not-invited");
    let claim = json!({ "seat": "white", "invitation": next["invitations"]["white"] });
    assert_eq!(server.client().post(&path, &claim).status, 200);
}

#[test]
fn a_flag_falls_by_itself() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess", "clock": "0.01+0" }));
    let mut stream = client.watch(&id, None);
    for (expected, mv) in [(1, "e4"), (2, "e5")] {
        client.command(&id, &json!({ "expected": expected, "action": "move", "move": mv }));
    }
    let last =
        std::iter::from_fn(|| stream.next()).find(|message| message.data["scene"]["over"] == true);
    let last = last.unwrap().data;
    assert_eq!(last["scene"]["status"][0], "Black won by time.");
}

#[test]
fn time_during_which_the_server_was_down_is_given_back() {
    let mut server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "chess", "clock": "1+0" }));
    let hour_ago = |line: &String| {
        let event: Event = serde_json::from_str(line).unwrap();
        serde_json::to_string(&event.later(3_600_000_u64.wrapping_neg())).unwrap()
    };
    let mv =
        |expected: u64, text: &str| json!({ "expected": expected, "action": "move", "move": text });
    for (expected, text) in [(1, "e4"), (2, "e5")] {
        assert_eq!(client.command(&id, &mv(expected, text)).status, 200);
    }
    let events: Vec<String> = server.events(&id).iter().map(hour_ago).collect();
    let turn = serde_json::from_str::<Event>(&events[2]).unwrap().at();
    let (other, copied) = ("hourago", id.clone());
    server.restart_after(async |log| {
        // The same game as if it had been played an hour ago, and the server had been killed four seconds later.
        let summary = Summary {
            kind: "chess".to_owned(),
            players: "{}".to_owned(),
            moves: 2,
            over: false,
            computer_to_move: false,
            at: turn,
            time: None,
            flag_at: None,
        };
        let seats = log.seats(&copied.parse().unwrap()).await.unwrap();
        let seat =
            |seat: store::Seat| NewSeat { seat: seat.seat, token: seat.token, invitation: None };
        let seats = seats.into_iter().map(seat).collect();
        let id = other.parse().unwrap();
        log.create(NewGame { id, events, summary, leaderboard: None, seats }).await.unwrap();
        log.note_alive(turn + 4_000).await.unwrap();
    });
    client.address = server.address;
    let clock = |client: &mut Client| {
        let game = client.get(&format!("/api/games/{other}")).json();
        let white = &game["scene"]["players"][0];
        assert_eq!(white["seat"], "white");
        white["clock"].as_u64().unwrap()
    };
    let left = clock(&mut client);
    assert!((30_000..=56_000).contains(&left), "{left}");
    assert!(clock(&mut client) <= left, "the clock runs on");
    assert!(server.events(other)[3].contains("\"event\":\"downtime\""));
    // The client could not know of that event.
    assert_eq!(client.command(other, &mv(3, "Nf3")).status, 200);
    assert_eq!(client.command(other, &mv(3, "Nf3")).json()["repeated"], true);
    assert_eq!(server.events(other).len(), 5);
}

#[test]
fn a_board_without_guessing_is_searched_for_once_and_then_read_from_the_log() {
    let mut server = Server::start();
    let mut client = server.client();
    let id = client.begin(&json!({ "game": "mines", "start": "9x9/10 safe no-guess 7" }));
    let open = json!({ "expected": 1, "action": "move", "move": "open e5" });
    let opened = client.command(&id, &open);
    assert_eq!((opened.status, &opened.json()["scene"]["over"]), (200, &json!(false)));
    assert!(server.events(&id)[1].contains(r#""event":"laid""#));
    // Another board in its place: the first row and a corner. A search would find the one of before.
    let row = "000001000200030004000500060007000800";
    let laid = json!({ "event": "laid", "board": format!("0909000a{row}0008"), "at": 1 });
    let (store, game) = (server.store(), id.clone());
    server.restart_after(async |_| {
        let log = rusqlite::Connection::open(&store).unwrap();
        let sql = "UPDATE events SET event = ?2 WHERE game = ?1 AND number = 1";
        assert_eq!(log.execute(sql, [game, laid.to_string()]).unwrap(), 1);
    });
    client.address = server.address;
    let scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
    assert_eq!(scene["over"], true, "everything is open at once");
}

#[test]
fn a_game_from_a_log_of_version_1_goes_on() {
    let mut server = Server::start();
    let events = [
        r#"{"event":"started","version":1,"game":"mines","start":"9x9/10 safe no-guess 7","players":{"solo":"human"},"at":0}"#,
        r#"{"event":"moved","seat":"solo","move":"open e5","at":1}"#,
    ];
    let mut client = server.client();
    client.cookie = Some("tablero=abcdefghijkmnpqrstuvwxyz23456789".to_owned());
    server.restart_after(async |log| {
        let summary = Summary {
            kind: "mines".to_owned(),
            players: "{}".to_owned(),
            moves: 1,
            over: false,
            computer_to_move: false,
            at: 0,
            time: None,
            flag_at: None,
        };
        let token = Some(store::Digest::of("abcdefghijkmnpqrstuvwxyz23456789"));
        let seats = vec![NewSeat { seat: "solo".to_owned(), token, invitation: None }];
        let events = events.map(str::to_owned).to_vec();
        let id = "old".parse().unwrap();
        log.create(NewGame { id, events, summary, leaderboard: None, seats }).await.unwrap();
    });
    client.address = server.address;
    // However many ask for it at once, the board is searched for and the timer set right by one of them.
    let asking = [(); 8].map(|()| {
        let mut client = client.clone();
        thread::spawn(move || client.get("/api/games/old").status)
    });
    assert_eq!(asking.map(|asking| asking.join().unwrap()), [200; 8]);
    let downtimes = server.events("old").iter().filter(|event| event.contains("downtime")).count();
    assert_eq!(downtimes, 1);
    let scene = client.get("/api/games/old").json()["scene"].clone();
    assert_eq!(scene["next"], 3);
    let open = |scene: &Value| {
        let cells = scene["picture"]["cells"].as_array().unwrap();
        cells.iter().filter(|cell| cell["shade"] == "open").count()
    };
    assert!(open(&scene) >= 1, "the first cell is open");
    let flag =
        client.command("old", &json!({ "expected": 2, "action": "move", "move": "flag a1" }));
    assert_eq!(flag.status, 200, "{}", flag.body);
    assert_eq!(open(&flag.json()["scene"]), open(&scene));
    assert_eq!(server.events("old").len(), 4);
}
