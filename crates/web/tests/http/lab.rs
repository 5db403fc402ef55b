//! Programs that teach themselves: their pages, and starting and stopping them.

use crate::client::{Client, Reply, Server, exchange, generous, wait_until};
use game::Stop;
use lab::learning::{Budget, Measuring, Run, Session};
use learn::Method;
use serde_json::{Value, json};
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};
use table::Card;
use tempfile::TempDir;
use web::Config;

const CARD: &dyn Card = &games::othello::CARD;

/// Where the learnt players of all tests come from: a process has one library.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static LIBRARY: Once = Once::new();

/// An empty directory of runs.
fn runs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    FOLDERS.lock().unwrap().push(folder.path().to_owned());
    LIBRARY.call_once(|| {
        players::use_library(|run, generation| {
            let folders = FOLDERS.lock().unwrap().clone();
            let found = folders.iter().find_map(|folder| Run::open(&folder.join(run)).ok());
            let found = found.ok_or_else(|| players::Unavailable::Unknown(run.to_owned()))?;
            let player = found.player(generation);
            player.map(Arc::new).map_err(|why| players::Unavailable::Unreadable(why.to_string()))
        });
    });
    folder
}

/// A server that knows the runs of a directory.
fn server(folder: &TempDir) -> Server {
    Server::with(config(folder))
}

fn config(folder: &TempDir) -> Config {
    Config { learnt: Some(folder.path().to_owned()), ..generous() }
}

/// A run on the smallest board that has learnt from a few games.
fn small_run(folder: &TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    let mut session = begun(&path);
    let budget = Budget { time: None, games: Some(20) };
    let few = Measuring { games: 2, league: 2 };
    session.learn(budget, few, &Stop::new(), &mut |_| ()).unwrap();
    path
}

fn begun(path: &Path) -> Session {
    let start = CARD.start(Some("4x4"), 0).unwrap();
    let learning = CARD.kind_of(&start).learning.unwrap();
    let mut settings = learning.usual(Method::Td, 1, start);
    settings.games = 5;
    Session::begin(CARD, path, settings, 1).unwrap()
}

fn page(client: &Client, path: &str, head: &str) -> Reply {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}\r\n");
    exchange(client.address, request.as_bytes())
}

/// A run that is learnt on the smallest board.
fn wanted() -> Value {
    json!({ "game": "othello", "start": "4x4", "method": "td", "minutes": 600, "seed": 7 })
}

fn listed(client: &mut Client) -> Value {
    client.get("/api/lab/runs").json()["runs"].clone()
}

fn is_learning(client: &mut Client) -> bool {
    listed(client).as_array().unwrap().iter().any(|run| run["learning"] == true)
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status, reply.code().as_str()), (status, code), "{}", reply.body);
}

#[test]
fn the_runs_of_the_directory_are_listed_with_their_curves_and_stages_to_play() {
    let folder = runs();
    small_run(&folder, "listed-1");
    small_run(&folder, "listed-2");
    fs::write(folder.path().join("notes.txt"), "no run").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let server = server(&folder);
    let mut client = server.client();
    let runs = listed(&mut client);
    assert_eq!(runs.as_array().unwrap().len(), 2);
    assert_eq!((&runs[0]["run"], &runs[0]["game"]), (&json!("listed-1"), &json!("othello")));
    assert_eq!((&runs[0]["games"], &runs[0]["generations"]), (&json!(20), &json!(5)));
    assert_eq!(runs[0]["learning"], false);
    assert!(runs[0]["rating"].is_f64() && runs[0]["margin"].is_f64());

    for (head, words) in [
        ("en", ["The lab", "Play this one: listed-2, generation 4", "Strength over games"]),
        (
            "es",
            [
                "El laboratorio",
                "Jugar contra esta: listed-2, generación 4",
                "Fuerza según las partidas",
            ],
        ),
    ] {
        let reply = page(&client, "/lab", &format!("Accept-Language: {head}\r\n"));
        assert_eq!(reply.status, 200);
        for word in words {
            assert!(reply.body.contains(word), "{word} in {head}");
        }
        assert_eq!(reply.body.matches("class=\"group\"").count(), 1, "one game, one picture");
        assert!(reply.body.contains("<th scope=\"col\">"));
        assert!(reply.body.contains("role=\"img\" aria-label="));
        assert!(!reply.body.contains("data-changes"), "nothing is learning");
    }
    assert!(page(&client, "/", "").body.contains("href=\"/lab\""));
    assert!(page(&client, "/lab", "").body.contains("href=\"/\""));

    let found = client.get("/api/lab/runs/listed-1").json();
    assert_eq!(found["points"].as_array().unwrap().len(), 5);
    assert!(found["yardsticks"].as_array().unwrap().len() > 4);
}

#[test]
fn nothing_on_the_pages_of_the_lab_is_run_or_styled_from_within_them() {
    let folder = runs();
    small_run(&folder, "plain-1");
    let server = server(&folder);
    let client = server.client();
    for path in ["/lab", "/lab/plain-1", "/lab/none"] {
        let body = page(&client, path, "").body;
        assert!(!body.contains("<style") && !body.contains("style="), "{path}");
        assert!(!body.contains(" onclick") && !body.contains("<script>"), "{path}");
    }
}

#[test]
fn the_page_of_a_run_has_every_generation_its_settings_and_what_it_has_learnt() {
    let folder = runs();
    small_run(&folder, "single-1");
    let server = server(&folder);
    let client = server.client();
    let body = || page(&client, "/lab/single-1", "").body;
    let first = body();
    for generation in 0..5 {
        let label = format!("Play this one: single-1, generation {generation}");
        assert!(first.contains(&label), "{label}");
    }
    for words in ["How it learns", "Temporal differences (td)", "straight rows of", "itself"] {
        assert!(first.contains(words), "{words}");
    }
    // The board is drawn on a thread of its own, and the page is worth asking for again until it is.
    wait_until(|| body().contains("class=\"heat\""));
    let drawn = body();
    assert!(drawn.contains("What generation 4 has learnt"));
    assert!(drawn.contains("aria-label=\"black disc: from "));
    assert!(!drawn.contains("data-changes"));
    let spanish = page(&client, "/lab/single-1", "Accept-Language: es\r\n").body;
    for words in ["Cómo aprende", "Diferencias temporales (td)", "ficha negra: de "] {
        assert!(spanish.contains(words), "{words}");
    }
}

#[test]
fn a_page_that_is_shown_already_is_not_sent_again() {
    let folder = runs();
    small_run(&folder, "same-1");
    let server = server(&folder);
    let client = server.client();
    let first = page(&client, "/lab", "");
    let version = first.header("etag").unwrap();
    assert!(first.body.contains(&version.replace('"', "&quot;")), "the script knows it");
    let again = page(&client, "/lab", &format!("If-None-Match: {version}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let spanish = format!("If-None-Match: {version}\r\nAccept-Language: es\r\n");
    assert_eq!(page(&client, "/lab", &spanish).status, 200);
    small_run(&folder, "same-2");
    assert_eq!(page(&client, "/lab", &format!("If-None-Match: {version}\r\n")).status, 200);
}

#[test]
fn a_generation_is_played_at_the_table_and_is_called_by_its_run() {
    let folder = runs();
    small_run(&folder, "played-1");
    let server = server(&folder);
    let mut client = server.client();
    let body = page(&client, "/lab/played-1", "").body;
    let attribute = |name: &str| {
        let rest = body.split(&format!(" {name}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    assert_eq!(attribute("data-player"), "learnt:played-1@0");
    let (mine, other) = (attribute("data-mine"), attribute("data-other"));
    assert_eq!((mine.as_str(), other.as_str()), ("black", "white"), "a person moves first");
    let players = json!({ mine: "human", other: "learnt:played-1@0" });
    let game = json!({ "game": "othello", "start": attribute("data-start"), "players": players });
    let id = client.begin(&game);
    let view = client.get(&format!("/api/games/{id}")).json()["view"].to_string();
    assert!(view.contains("played-1, generation 0"), "{view}");
    let mv = client.get(&format!("/api/games/{id}")).json()["scene"]["choices"][0]["move"].clone();
    let mv = json!({ "expected": 1, "action": "move", "move": mv });
    assert_eq!(client.command(&id, &mv).status, 200);
    let moves = |client: &mut Client| {
        let scene = client.get(&format!("/api/games/{id}")).json()["scene"].clone();
        scene["moves"].as_array().unwrap().len()
    };
    wait_until(|| moves(&mut client) == 2);

    for (player, game) in [("learnt:played-1@99", "othello"), ("learnt:played-1@0", "four")] {
        let players = json!({ "white": "human", "black": player });
        let reply = client.post("/api/games", &json!({ "game": game, "players": players }));
        refused(&reply, 422, "player-not-allowed");
    }
}

#[test]
fn a_run_starts_stops_and_goes_on_and_a_second_is_refused_meanwhile() {
    let folder = runs();
    let server = server(&folder);
    let mut client = server.client();
    let empty = page(&client, "/lab", "").body;
    assert!(empty.contains("No program has learnt anything here yet."));
    // Every kind of game that can be learnt, the usual start of each first.
    for (start, title) in [("", "Othello"), ("4x4", "Othello, 4 x 4 squares"), ("", "Chess")] {
        assert!(empty.contains(&format!("data-start=\"{start}\">{title}</option>")), "{title}");
    }
    let reply = client.post("/api/lab/runs", &wanted());
    assert_eq!(reply.status, 201, "{reply:?}");
    assert_eq!(reply.json()["run"], "othello-td-7");
    assert_eq!(reply.header("location").as_deref(), Some("/api/lab/runs/othello-td-7"));
    let second = client.post("/api/lab/runs", &wanted());
    refused(&second, 409, "already-learning");
    assert!(second.json()["message"].as_str().unwrap().starts_with("othello-td-7 is learning."));
    let second = client.post("/api/lab/runs/othello-td-7/resume?lang=es", &json!({}));
    refused(&second, 409, "already-learning");
    assert!(second.json()["message"].as_str().unwrap().contains("está aprendiendo"));
    let body = page(&client, "/lab/othello-td-7", "").body;
    assert!(body.contains("data-changes") && body.contains("data-stop=\"othello-td-7\""));
    assert!(page(&client, "/lab", "").body.contains("data-changes"));

    let stop = |client: &mut Client| client.post("/api/lab/runs/othello-td-7/stop", &json!({}));
    assert_eq!(stop(&mut client).json(), json!({ "run": "othello-td-7", "stopping": true }));
    wait_until(|| !is_learning(&mut client));
    refused(&stop(&mut client), 409, "not-learning");
    let run = listed(&mut client)[0].clone();
    let before = run["generations"].as_u64().unwrap();
    assert!(before >= 1, "{run}");

    let reply = client.post("/api/lab/runs/othello-td-7/resume", &json!({ "minutes": 1 }));
    assert_eq!(reply.status, 200, "{reply:?}");
    let generations = |client: &mut Client| listed(client)[0]["generations"].as_u64().unwrap();
    wait_until(|| generations(&mut client) > before);
    assert_eq!(stop(&mut client).status, 200);
    wait_until(|| !is_learning(&mut client));

    // The name is taken: another is chosen.
    let reply = client.post("/api/lab/runs", &wanted());
    assert_eq!(reply.json()["run"], "othello-td-7-2");
    assert_eq!(client.post("/api/lab/runs/othello-td-7-2/stop", &json!({})).status, 200);
    wait_until(|| !is_learning(&mut client));
    assert!(Run::open(&folder.path().join("othello-td-7-2")).is_ok());
}

#[test]
fn the_end_of_the_server_ends_learning_and_keeps_what_was_learnt() {
    let folder = runs();
    let mut server = server(&folder);
    let mut client = server.client();
    assert_eq!(client.post("/api/lab/runs", &wanted()).status, 201);
    let path = folder.path().join("othello-td-7");
    assert!(Run::is_learning(&path));
    server.end();
    assert!(!Run::is_learning(&path));
    let run = Run::open(&path).unwrap();
    assert!(run.player(None).is_ok(), "the first generation at least is kept");
    assert!(Session::resume(CARD, &path).is_ok());
}

#[test]
fn strangers_neither_start_nor_stop() {
    let folder = runs();
    small_run(&folder, "kept-1");
    let proxy: IpAddr = "127.0.0.1".parse().unwrap();
    let open_to_strangers = [
        Config { trusted_proxies: vec![proxy], ..config(&folder) },
        Config { hosts: vec!["club.example".to_owned()], ..config(&folder) },
        Config { learnt: None, ..generous() },
    ];
    for config in open_to_strangers {
        let has_runs = config.learnt.is_some();
        let server = Server::with(config);
        let mut client = server.client();
        refused(&client.post("/api/lab/runs", &wanted()), 403, "lab-closed");
        let spanish = client.post("/api/lab/runs?lang=es", &wanted());
        assert!(spanish.json()["message"].as_str().unwrap().contains("--lab"));
        let stop = client.post("/api/lab/runs/kept-1/stop", &json!({}));
        refused(&stop, 403, "lab-closed");
        let resume = client.post("/api/lab/runs/kept-1/resume", &json!({}));
        refused(&resume, 403, "lab-closed");
        for path in ["/lab", "/lab/kept-1"] {
            let body = page(&client, path, "").body;
            assert!(!body.contains("<form") && !body.contains("data-stop"), "{path}");
            assert_eq!(body.contains("Play this one"), has_runs, "{path}");
        }
        assert_eq!(client.get("/api/lab/runs").json()["open"], false);
    }
    let allowed = Config { trusted_proxies: vec![proxy], lab: true, ..config(&folder) };
    let server = Server::with(allowed);
    let mut client = server.client();
    assert!(page(&client, "/lab", "").body.contains("<form"));
    assert_eq!(client.post("/api/lab/runs", &wanted()).status, 201);
}

#[test]
fn a_page_of_another_site_starts_nothing() {
    let folder = runs();
    let server = server(&folder);
    let body = wanted().to_string();
    let request = format!(
        "POST /api/lab/runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: https://evil.example\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    refused(&exchange(server.address, request.as_bytes()), 403, "foreign-origin");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_learnt_is_refused_with_the_reason() {
    let folder = runs();
    let server = server(&folder);
    let mut client = server.client();
    let with = |name: &str, value: Value| {
        let mut asked = wanted();
        asked[name] = value;
        asked
    };
    for (asked, status, code) in [
        (with("game", json!("go")), 422, "no-such-kind"),
        (with("game", json!("mines")), 422, "not-learnable"),
        (with("start", json!("nonsense")), 422, "bad-start"),
        (with("method", json!("magic")), 400, "bad-field"),
        (with("method", json!("fit")), 422, "bad-settings"),
        (with("minutes", json!(0)), 422, "bad-minutes"),
        (with("minutes", json!(601)), 422, "bad-minutes"),
        (with("minutes", json!(-1)), 400, "bad-field"),
        (with("seed", json!("one")), 400, "bad-field"),
        (with("out", json!("/etc")), 400, "bad-field"),
        (json!({}), 400, "bad-field"),
    ] {
        let reply = client.post("/api/lab/runs", &asked);
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{asked}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn a_run_that_is_not_there_or_is_a_path_is_none() {
    let folder = runs();
    small_run(&folder, "inside-1");
    let outside = tempfile::tempdir_in(folder.path().parent().unwrap()).unwrap();
    begun(&outside.path().join("outside-1"));
    let server = server(&folder);
    let mut client = server.client();
    let outside = outside.path().file_name().unwrap().to_str().unwrap().to_owned();
    let up = format!("..%2F{outside}%2Foutside-1");
    let absolute = folder.path().join("inside-1").display().to_string().replace('/', "%2F");
    for run in
        ["none", ".", "..", "%2e%2e", "inside-1%2F..%2Finside-1", "%00", "%FF", &up, &absolute]
    {
        let reply = page(&client, &format!("/lab/{run}"), "");
        assert_eq!(reply.status, 404, "{run}");
        assert_eq!(client.get(&format!("/api/lab/runs/{run}")).status, 404, "{run}");
        for action in ["stop", "resume"] {
            let reply = client.post(&format!("/api/lab/runs/{run}/{action}"), &json!({}));
            refused(&reply, 404, "no-such-run");
        }
    }
    let reply = page(&client, "/lab/none", "Accept-Language: es\r\n");
    assert!(reply.body.contains("Aquí no existe ese aprendizaje."));
}

#[test]
fn a_damaged_run_is_shown_as_damaged_beside_the_others() {
    let folder = runs();
    small_run(&folder, "whole-1");
    let journal = small_run(&folder, "journal-1").join("journal.jsonl");
    let header = small_run(&folder, "header-1").join("run.json");
    let newer = small_run(&folder, "newer-1").join("run.json");
    let huge = small_run(&folder, "huge-1").join("journal.jsonl");
    fs::write(&journal, "{\"generation\": 0").unwrap();
    fs::write(&header, [0xff, 0xfe, 0]).unwrap();
    let text = fs::read_to_string(&newer).unwrap();
    fs::write(&newer, text.replace("\"version\": 1", "\"version\": 9")).unwrap();
    let text = fs::read_to_string(&huge).unwrap();
    fs::write(&huge, text.replace("\"won\":", "\"won\":18446744073709551")).unwrap();
    let server = server(&folder);
    let mut client = server.client();
    let list = client.get("/api/lab/runs").json();
    assert_eq!(list["runs"].as_array().unwrap().len(), 1);
    assert_eq!(list["unreadable"].as_array().unwrap().len(), 4);
    let body = page(&client, "/lab", "").body;
    assert!(body.contains("Cannot be read") && body.contains("/lab/whole-1"));
    assert_eq!(body.matches("It is damaged.").count(), 3);
    assert_eq!(body.matches("It was made by another version of the program.").count(), 1);
    for run in ["journal-1", "header-1", "newer-1", "huge-1"] {
        assert_eq!(page(&client, &format!("/lab/{run}"), "").status, 404);
        refused(&client.get(&format!("/api/lab/runs/{run}")), 409, "run-damaged");
        let resume = client.post(&format!("/api/lab/runs/{run}/resume"), &json!({}));
        refused(&resume, 409, "run-damaged");
        assert!(!resume.body.contains(folder.path().to_str().unwrap()), "no path is told");
    }
}

#[test]
fn a_run_that_another_program_teaches_is_shown_and_left_alone() {
    let folder = runs();
    let session = begun(&folder.path().join("elsewhere-1"));
    let server = server(&folder);
    let mut client = server.client();
    let body = page(&client, "/lab/elsewhere-1", "").body;
    assert!(body.contains("Learning now, in another program") && body.contains("data-changes"));
    assert!(!body.contains("data-stop"));
    for action in ["stop", "resume"] {
        let reply = client.post(&format!("/api/lab/runs/elsewhere-1/{action}"), &json!({}));
        refused(&reply, 409, "learns-elsewhere");
    }
    drop(session);
    assert!(!is_learning(&mut client));
    refused(&client.post("/api/lab/runs/elsewhere-1/stop", &json!({})), 409, "not-learning");
}

/// What stands in the place of a directory stands for a disk that cannot be written.
#[test]
fn learning_that_fails_is_told_on_the_page() {
    let folder = runs();
    let path = small_run(&folder, "failing-1");
    fs::remove_dir_all(path.join("generations")).unwrap();
    fs::write(path.join("generations"), "in the way").unwrap();
    let server = server(&folder);
    let mut client = server.client();
    let reply = client.post("/api/lab/runs/failing-1/resume", &json!({ "minutes": 600 }));
    assert_eq!(reply.status, 200, "{reply:?}");
    wait_until(|| !is_learning(&mut client));
    let body = page(&client, "/lab/failing-1", "").body;
    assert!(body.contains("Learning ended because its files cannot be written."), "{body}");
    let body = page(&client, "/lab/failing-1", "Accept-Language: es\r\n").body;
    assert!(body.contains("El aprendizaje terminó porque no se pueden escribir sus archivos."));
    assert_eq!(listed(&mut client)[0]["generations"], 5, "what was learnt before is kept");
}
