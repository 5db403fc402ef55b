//! Three servers on one database behind a proxy that knows no games, killed again and again while clients play.
//!
//! `TABLERO_NODE_ROUNDS` asks for more rounds than the usual few, and `scripts/nodes` runs a hundred; what is printed then are the rows of the table
//! in docs/several-nodes.md.

#[allow(dead_code)]
#[path = "../../../web/tests/http/client.rs"]
mod client;

use client::Client;
use private_postgres::PrivatePostgres;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, thread};
use store::{Log, Postgres};

const ROUNDS: &str = "TABLERO_NODE_ROUNDS";
/// Games in play: half of them with a stream beside them, a quarter against a computer, a few between computers.
const FLAGS: usize = 40;
const AGAINST: usize = 16;
const BETWEEN: usize = 8;
/// What is promised: a stream goes on at another server, and a computer moves, after at most so long.
const STREAM_WITHIN: Duration = Duration::from_secs(2);
const COMPUTER_WITHIN: Duration = Duration::from_secs(15);

/// An address that stays free while nobody listens there: connections of this machine to itself come from ports of 127.0.0.1.
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.7:0").unwrap().local_addr().unwrap()
}

/// A process that is killed when this is dropped.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Tells the clients to end, also where the test fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn serve(database: &str, address: SocketAddr) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    command.args(["serve", "--trusted-proxy", "127.0.0.1", "--listen", &address.to_string()]);
    command.env("TABLERO_STORE", database).env("RUST_LOG", "off");
    Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

fn is_healthy(address: SocketAddr) -> bool {
    let mut client = Client { address, cookie: None, forwarded: None };
    client.try_send("GET", "/healthz", None).is_ok_and(|reply| reply.status == 200)
}

/// The way of one server to the database, which can be cut.
struct Cable {
    cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<UnixStream>>>,
}

impl Cable {
    fn lay(folder: &Path, to: &Path) -> Cable {
        const SOCKET: &str = ".s.PGSQL.5432";
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let (to, cut) = (to.join(SOCKET), Arc::new(AtomicBool::new(false)));
        let open: Arc<Mutex<Vec<UnixStream>>> = Arc::default();
        let (is_cut, streams) = (Arc::clone(&cut), Arc::clone(&open));
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(far) = UnixStream::connect(&to) else { continue };
                if let (Ok(near), Ok(far), Ok(mut streams)) =
                    (near.try_clone(), far.try_clone(), streams.lock())
                {
                    streams.extend([near, far]);
                }
                let (Ok(near_too), Ok(far_too)) = (near.try_clone(), far.try_clone()) else {
                    continue;
                };
                thread::spawn(move || carry(near, far));
                thread::spawn(move || carry(far_too, near_too));
            }
        });
        Cable { cut, open }
    }

    fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
        for stream in self.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn carry(mut from: UnixStream, mut to: UnixStream) {
    let mut bytes = [0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// What the clients have seen.
#[derive(Default)]
struct Report {
    games: usize,
    acknowledged: usize,
    /// Answered only when they were sent again, as done already.
    repeated: usize,
    /// The moves of games of which all were acknowledged.
    played: Vec<(String, Vec<String>)>,
    /// How long it took until a stream that had broken off showed something again.
    resumed: Vec<Duration>,
    gaps: usize,
    events: usize,
    /// How long a computer took.
    replies: Vec<Duration>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.games += other.games;
        self.acknowledged += other.acknowledged;
        self.repeated += other.repeated;
        self.played.extend(other.played);
        self.resumed.extend(other.resumed);
        self.gaps += other.gaps;
        self.events += other.events;
        self.replies.extend(other.replies);
    }
}

fn client_at(proxy: SocketAddr, number: usize) -> Client {
    Client { address: proxy, cookie: None, forwarded: Some(format!("198.18.0.{}", 1 + number)) }
}

/// Sends something until it is answered with this status, by whichever server.
fn insist(client: &mut Client, method: &str, path: &str, body: Option<&str>, status: u16) -> Value {
    loop {
        match client.try_send(method, path, body) {
            Ok(reply) if reply.status == status && reply.body.ends_with('}') => {
                return reply.json();
            }
            // Servers come and go; one that has just come may be asked for a game before the database has told it.
            Ok(reply) if ![0, status, 429, 502, 503, 504].contains(&reply.status) => {
                panic!("{} {}", reply.head, reply.body)
            }
            _ => thread::sleep(Duration::from_millis(10)),
        }
    }
}

fn begin(client: &mut Client, game: &Value) -> String {
    let begun = insist(client, "POST", "/api/games", Some(&game.to_string()), 201);
    begun["id"].as_str().unwrap().to_owned()
}

fn mv(expected: u64, text: &str) -> String {
    json!({ "expected": expected, "action": "move", "move": text }).to_string()
}

/// Sets and takes flags until the end, each again and again until it is acknowledged.
fn play_flags(proxy: SocketAddr, number: usize, ended: &AtomicBool) -> Report {
    let mut client = client_at(proxy, number);
    let id = begin(&mut client, &json!({ "game": "mines", "start": "16x16/40 safe" }));
    let path = format!("/api/games/{id}/commands?scene=false");
    let (mut report, mut moves) = (Report { games: 1, ..Report::default() }, Vec::new());
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let (id, over) = (&id, &over);
        let watched = client.clone();
        let watching =
            number.is_multiple_of(2).then(|| scope.spawn(move || look_on(&watched, id, over)));
        while !ended.load(Ordering::SeqCst) {
            let cell = moves.len() % 256;
            let flag = format!("flag {}{}", char::from(b'a' + (cell % 16) as u8), 1 + cell / 16);
            let body = mv(moves.len() as u64 + 1, &flag);
            let reply = insist(&mut client, "POST", &path, Some(&body), 200);
            report.repeated += usize::from(reply["repeated"] == true);
            moves.push(flag);
            // Two cores carry three servers, a database and everything else.
            thread::sleep(Duration::from_millis(20));
        }
        over.store(true, Ordering::SeqCst);
        if let Some(watching) = watching {
            // The last move ends the waiting for news.
            let body = mv(moves.len() as u64 + 1, "flag a1");
            insist(&mut client, "POST", &path, Some(&body), 200);
            moves.push("flag a1".to_owned());
            report.add(watching.join().unwrap());
        }
    });
    report.acknowledged += moves.len();
    report.played.push((id, moves));
    report
}

/// Reads a stream, and goes on where it broke off, at whichever server.
fn look_on(client: &Client, id: &str, over: &AtomicBool) -> Report {
    let (mut report, mut next) = (Report::default(), None);
    let mut broken: Option<Instant> = None;
    'streams: while !over.load(Ordering::SeqCst) {
        let last = next.and_then(|next: u64| next.checked_sub(1));
        let Ok(mut stream) = client.try_watch(id, last) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        while let Ok(Some(message)) = stream.try_next() {
            if let Some(broken) = broken.take() {
                report.resumed.push(broken.elapsed());
            }
            for number in message.data["events"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|event| event["number"].as_u64())
            {
                report.gaps += usize::from(next.is_some_and(|next| next != number));
                report.events += 1;
                next = Some(number + 1);
            }
            if message.event == "resync" {
                next = message.data["scene"]["next"].as_u64();
            }
            if over.load(Ordering::SeqCst) {
                break 'streams;
            }
        }
        broken = Some(Instant::now());
    }
    report
}

/// Plays Othello against a computer until the end, and measures how long it takes to answer.
fn play_computer(proxy: SocketAddr, number: usize, ended: &AtomicBool) -> Report {
    let mut client = client_at(proxy, number);
    let mut report = Report::default();
    while !ended.load(Ordering::SeqCst) {
        let players = json!({ "black": "human", "white": "random:7" });
        let id = begin(&mut client, &json!({ "game": "othello", "players": players }));
        report.games += 1;
        let path = format!("/api/games/{id}");
        let mut sent: Option<(Instant, u64)> = None;
        while !ended.load(Ordering::SeqCst) {
            let scene = insist(&mut client, "GET", &path, None, 200)["scene"].take();
            let next = scene["next"].as_u64().unwrap();
            if let Some((at, after)) = sent
                && next > after
            {
                report.replies.push(at.elapsed());
                sent = None;
            }
            if scene["over"] == true {
                break;
            }
            let choice = scene["choices"][0]["move"].as_str();
            if let (Some(choice), None) = (choice, sent) {
                let commands = format!("{path}/commands?scene=false");
                // What another server has not heard of yet is answered by 409 with what is true.
                let reply = client.try_send("POST", &commands, Some(&mv(next, choice)));
                if let Ok(reply) = reply
                    && reply.status == 200
                {
                    report.acknowledged += 1;
                    let after = reply.json()["next"].as_u64().unwrap();
                    sent = Some((Instant::now(), after));
                }
            }
            thread::sleep(Duration::from_millis(100));
        }
        if let Some((at, _)) = sent {
            // The game ended with the person's move, or the drive is over.
            report.replies.push(at.elapsed().min(COMPUTER_WITHIN));
        }
    }
    report
}

/// Looks on while computers play.
fn watch_computers(proxy: SocketAddr, number: usize, ended: &AtomicBool) -> Report {
    let mut client = client_at(proxy, number);
    let players = json!({ "white": "random:1", "black": "random:2" });
    let mut report = Report::default();
    while !ended.load(Ordering::SeqCst) {
        let game = json!({ "game": "checkers", "players": players, "pace": 250 });
        let id = begin(&mut client, &game);
        report.games += 1;
        let mut last = Instant::now();
        let (mut next, mut over) = (None, false);
        while !over && !ended.load(Ordering::SeqCst) {
            let Ok(mut stream) = client.try_watch(&id, next) else {
                thread::sleep(Duration::from_millis(20));
                continue;
            };
            while let Ok(Some(message)) = stream.try_next() {
                if next.is_some_and(|next| message.id > next) {
                    report.replies.push(last.elapsed());
                    last = Instant::now();
                }
                next = Some(message.id);
                over = message.data["scene"]["over"] == true;
                if over || ended.load(Ordering::SeqCst) {
                    break;
                }
            }
        }
    }
    report
}

/// The games in which an acknowledged move is missing, doubled or out of order in the database.
fn wrong_games(database: &str, played: &[(String, Vec<String>)]) -> Vec<String> {
    let log = Postgres::open(&database.parse().unwrap()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut wrong = Vec::new();
    for (id, moves) in played {
        let events = runtime.block_on(log.read(&id.parse().unwrap(), 0)).unwrap();
        let found: Vec<String> = events
            .iter()
            .map(|event| serde_json::from_str::<Value>(event).unwrap()["move"].take())
            .filter_map(|mv| mv.as_str().map(str::to_owned))
            .collect();
        if found != *moves {
            wrong.push(format!("{id}: {} moves acknowledged, {} found", moves.len(), found.len()));
        }
    }
    wrong
}

/// The value below which so many of a hundred are.
fn percentile(times: &mut [Duration], hundredths: usize) -> Duration {
    times.sort_unstable();
    let place = (times.len() * hundredths / 100).min(times.len().saturating_sub(1));
    times.get(place).copied().unwrap_or_default()
}

/// The database and the proxy; `None` where one of them cannot be had.
fn surroundings() -> Option<PrivatePostgres> {
    let missing = |what: &str| {
        assert!(env::var_os("CI").is_none(), "{what}");
        eprintln!("skipped: {what}");
    };
    if Command::new("haproxy").arg("-v").output().is_err() {
        missing("there is no haproxy: install Debian's haproxy");
        return None;
    }
    PrivatePostgres::start().map_err(|error| missing(&error.to_string())).ok()
}

fn proxy(listen: SocketAddr, nodes: &[SocketAddr]) -> Process {
    let mut haproxy = Command::new("haproxy");
    haproxy.arg("-f").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/haproxy.cfg"));
    haproxy.env("TABLERO_LISTEN", listen.to_string());
    for (number, node) in (1..).zip(nodes) {
        haproxy.env(format!("TABLERO_NODE_{number}"), node.to_string());
    }
    let haproxy = haproxy.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Process(haproxy.unwrap())
}

#[test]
fn servers_are_killed_and_nothing_is_lost_doubled_or_out_of_order() {
    let Some(mut postgres) = surroundings() else { return };
    let rounds: usize = env::var(ROUNDS).ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let database = postgres.database().unwrap();
    // The third server has a way of its own to the database.
    let folder = tempfile::Builder::new().prefix("cable").tempdir_in("/tmp").unwrap();
    let cable = Cable::lay(folder.path(), postgres.socket_folder());
    let apart = database.replace(
        &*postgres.socket_folder().display().to_string(),
        &folder.path().display().to_string(),
    );
    let databases = [&database, &database, &apart];
    let addresses = [free_address(), free_address(), free_address()];
    let mut nodes: Vec<Process> = databases
        .iter()
        .zip(addresses)
        .map(|(database, address)| serve(database, address))
        .collect();
    client::wait_until(|| addresses.iter().all(|address| is_healthy(*address)));
    let listen = free_address();
    let _proxy = proxy(listen, &addresses);
    client::wait_until(|| is_healthy(listen));

    let ended = AtomicBool::new(false);
    let mut away = Duration::ZERO;
    let mut report = thread::scope(|scope| {
        let ended = &ended;
        let ending = Ending(ended);
        let mut clients = Vec::new();
        for number in 0..FLAGS {
            clients.push(scope.spawn(move || play_flags(listen, number, ended)));
        }
        for number in FLAGS..FLAGS + AGAINST {
            clients.push(scope.spawn(move || play_computer(listen, number, ended)));
        }
        for number in FLAGS + AGAINST..FLAGS + AGAINST + BETWEEN {
            clients.push(scope.spawn(move || watch_computers(listen, number, ended)));
        }
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for round in 0..rounds {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            thread::sleep(Duration::from_millis(1_000 + (random >> 33) % 1_000));
            let victim = (random >> 40) as usize % nodes.len();
            nodes[victim].kill();
            nodes[victim] = serve(databases[victim], addresses[victim]);
            client::wait_until(|| is_healthy(addresses[victim]));
            if round == rounds / 2 {
                let began = Instant::now();
                postgres.stop().unwrap();
                thread::sleep(Duration::from_secs(2));
                postgres.resume().unwrap();
                client::wait_until(|| addresses.iter().all(|address| is_healthy(*address)));
                away = began.elapsed();
                cable.cut(true);
                client::wait_until(|| !is_healthy(addresses[2]));
                assert!(is_healthy(addresses[0]) && is_healthy(addresses[1]));
                cable.cut(false);
                client::wait_until(|| is_healthy(addresses[2]));
            }
        }
        drop(ending);
        let mut report = Report::default();
        for client in clients {
            report.add(client.join().unwrap());
        }
        report
    });

    let wrong = wrong_games(&database, &report.played);
    let resumed = report.resumed.len();
    let (half, most) = (percentile(&mut report.resumed, 50), percentile(&mut report.resumed, 99));
    let late = report.resumed.iter().filter(|time| **time > STREAM_WITHIN + away).count();
    println!(
        "| kill -9 of a server | {rounds} rounds, {} games, {} moves acknowledged, {} of them when they were sent again | lost, doubled or out of order: {} |",
        report.games,
        report.acknowledged,
        report.repeated,
        wrong.len()
    );
    println!(
        "| streams | resumed {resumed} times, {} events | gaps: {}; within {half:.0?} half of them, {most:.0?} 99 of 100 |",
        report.events, report.gaps
    );
    let replies = report.replies.len();
    let (half, most) = (percentile(&mut report.replies, 50), percentile(&mut report.replies, 100));
    println!("| computers | {replies} moves | within {half:.0?} half of them, {most:.1?} all |");
    println!("| the database | away for {away:.1?} | clients waited and went on |");
    assert_eq!(wrong, [] as [String; 0]);
    assert_eq!((report.gaps, late), (0, 0), "{:?}", report.resumed.last());
    assert!(report.acknowledged > 20 * rounds && resumed > 0 && replies > 0);
    // The server that takes a game over may be killed, too: then another one has to take it over in turn.
    assert!(most <= 2 * COMPUTER_WITHIN + away, "{most:?}");
}
