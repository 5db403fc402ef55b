//! Attacks a real server and says whether it kept its promises. `scripts/soak MINUTES` builds and runs it:
//!
//!     cargo run --release -p web --example soak -- target/release/tablero 15
//!
//! Half of the time the server is killed again and again while many clients write and look on. In the other half
//! one address asks for all the thinking that it may. All the while other addresses bring the heaviest games
//! that they may. Each client has an address of its own, since the server takes this machine for a proxy that it
//! trusts. The figures are rows of a table, for `docs/reliability.md`.

#[allow(dead_code)]
#[path = "../tests/http/client.rs"]
mod client;

use client::{Client, Message};
use game::{Stop, Viewer};
use players::Thinker;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use table::{Action, Language, Player, Seats};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A quarter of the writers plays Minesweeper, each in one long game with a stream beside it.
const WRITERS: usize = 64;
const STREAMS: usize = WRITERS / 4;
/// Games of each kind that one address begins, as many as it may at once.
const GREEDY_GAMES: usize = 30;
/// Addresses that bring games: together they fill the memory for games within a minute or two.
const IMPORTERS: usize = 48;
/// What is promised to the others meanwhile.
const LEVEL_WITHIN: Duration = Duration::from_secs(2);
const HINT_WITHIN: Duration = Duration::from_secs(3);
/// Memory for games in megabytes, as it is without an argument.
const MEMORY: u64 = 256;
/// What the process takes beside the games, in megabytes: code, caches, transposition tables of the threads that
/// think, and games that are just being read.
const BESIDE: u64 = 160;
/// Events of a game from a file: with the largest board, as many as fit into a request.
const HEAVIEST: usize = 13_000;
/// A game may not have more events than this.
const LONGEST: usize = 19_000;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(minutes)) = (arguments.next(), arguments.next()) else {
        return Err("say the program and how many minutes: soak target/release/tablero 15".into());
    };
    let half = Duration::from_secs(60 * minutes.parse::<u64>()?) / 2;
    let folder = tempfile::tempdir()?;
    let attack = Attack { program: program.into(), folder: folder.path().to_owned() };
    println!("| attack | figures of `scripts/soak {minutes}` |\n|---|---|");
    let kept = [attack.crashes(half)?, attack.starvation(half)?];
    if kept.contains(&false) { Err("a promise was not kept".into()) } else { Ok(()) }
}

struct Attack {
    program: PathBuf,
    folder: PathBuf,
}

/// A server in a process of its own, killed when this is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
    /// Held open: a server that cannot say where it listens ends.
    _output: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    fn start(program: &Path, store: &Path, address: SocketAddr) -> Result<Server> {
        let mut process = Command::new(program)
            .args(["serve", "--trusted-proxy", "127.0.0.1"])
            .args(["--listen", &address.to_string()])
            .arg("--store")
            .arg(store)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().ok_or("the server has no output")?;
        let (mut output, mut line) = (BufReader::new(output), String::new());
        output.read_line(&mut line)?;
        let address = line.trim().rsplit("//").next().unwrap_or_default().parse()?;
        Ok(Server { process, address, _output: output })
    }

    /// Ends it without warning.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The memory of a process in megabytes; 0 while there is none.
fn resident(process: u64) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) >> 10
}

/// An address of a range for tests of networks.
fn address(number: usize) -> String {
    format!("198.18.{}.{}", number / 250, 1 + number % 250)
}

fn client_at(server: SocketAddr, number: usize) -> Client {
    Client { address: server, cookie: None, forwarded: Some(address(number)) }
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// The value below which 95 of 100 are.
fn percentile(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times
        .get((times.len() * 95 / 100).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// Tells the threads of an attack to end, whichever way it ends.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Attack {
    /// Kills the server again and again while many clients write, and then looks for every event that was
    /// acknowledged.
    fn crashes(&self, time: Duration) -> Result<bool> {
        let (store, listen) = (self.folder.join("crashes.db"), free_address()?);
        let mut server = Server::start(&self.program, &store, listen)?;
        let process = AtomicU64::new(server.process.id().into());
        let (ended, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let (end, mut rounds, mut starts) = (Instant::now() + time, 0, Vec::new());
        let watched: Vec<Mutex<Option<String>>> = (0..STREAMS).map(|_| Mutex::default()).collect();
        let (written, seen, imports) = thread::scope(|scope| -> Result<_> {
            let ending = Ending(&ended);
            let (ended, failed, watched, process) = (&ended, &failed, &watched, &process);
            let writers: Vec<_> = (0..WRITERS)
                .map(|number| scope.spawn(move || write(listen, number, watched, ended)))
                .collect();
            let watchers: Vec<_> = (0..STREAMS)
                .map(|number| scope.spawn(move || look_on(listen, &watched[number], ended)))
                .collect();
            let importing = scope.spawn(move || import(listen, process, ended, failed));
            while Instant::now() < end {
                thread::sleep(Duration::from_millis(300 + 97 * (rounds % 13)));
                server.kill();
                let began = Instant::now();
                server = Server::start(&self.program, &store, listen)?;
                starts.push(began.elapsed());
                process.store(server.process.id().into(), Ordering::SeqCst);
                rounds += 1;
            }
            drop(ending);
            let failure = |_| "a client failed";
            let mut written = Vec::new();
            for writer in writers {
                written.extend(writer.join().map_err(failure)?);
            }
            // A stream on which nothing happens ends with its server.
            server.kill();
            let mut seen = Seen::default();
            for watcher in watchers {
                seen.add(&watcher.join().map_err(failure)?);
            }
            Ok((written, seen, importing.join().map_err(failure)?))
        })?;
        let _server = Server::start(&self.program, &store, listen)?;
        let games = written.len();
        let (mut acknowledged, mut repeated, mut wrong) = (0, 0, 0);
        for Written { client, id, moves, again } in written {
            let game = patiently(|| client.clone().get(&format!("/api/games/{id}")));
            let found: Vec<&str> = game["scene"]["moves"]
                .as_array()
                .map_or(Vec::new(), |moves| moves.iter().filter_map(Value::as_str).collect());
            acknowledged += moves.len();
            repeated += again;
            if found != moves {
                wrong += 1;
                eprintln!("game {id}: {} moves acknowledged, {} found", moves.len(), found.len());
            }
        }
        println!(
            "| crashes | {rounds} rounds of SIGKILL with {WRITERS} writers in {} games: {acknowledged} moves acknowledged in {games} games, \
             {repeated} of them when they were sent again; {wrong} games with a move lost, doubled or out of order; \
             the server listens again within {:.0?} at the 95th percentile |",
            games::CLUB.cards().len(),
            percentile(starts)
        );
        println!(
            "| streams | {STREAMS} streams resumed {} times: {} events, {} gaps |",
            seen.resumed, seen.events, seen.gaps
        );
        println!("| imports beside the crashes | {imports} |");
        Ok(wrong == 0 && seen.gaps == 0 && !failed.load(Ordering::SeqCst))
    }

    /// One address asks for all the thinking that it may; others want a quick move and a hint.
    fn starvation(&self, time: Duration) -> Result<bool> {
        let server = Server::start(&self.program, &self.folder.join("starve.db"), free_address()?)?;
        let process = AtomicU64::new(server.process.id().into());
        let (ended, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let (imports, kept) = thread::scope(|scope| -> Result<_> {
            let ending = Ending(&ended);
            let (ended, failed, process, listen) = (&ended, &failed, &process, server.address);
            let importing = scope.spawn(move || import(listen, process, ended, failed));
            let kept = starve(listen, time);
            drop(ending);
            Ok((importing.join().map_err(|_| "a client failed")?, kept?))
        })?;
        let size = |name| std::fs::metadata(self.folder.join(name)).map_or(0, |file| file.len());
        let disk = (size("starve.db") + size("starve.db-wal")) >> 20;
        println!(
            "| imports beside the starvation | {imports} with `--memory {MEMORY}`; {disk} MB of disk |"
        );
        Ok(kept && !failed.load(Ordering::SeqCst) && imports.most < MEMORY + BESIDE)
    }
}

fn starve(server: SocketAddr, time: Duration) -> Result<bool> {
    let mut greedy = client_at(server, 0);
    let mut streams = Vec::new();
    for number in 0..2 * GREEDY_GAMES {
        let watched = number % 2 == 1;
        let players = if watched {
            json!({ "white": "engine:time=10s", "black": "engine:time=10s" })
        } else {
            json!({ "white": "human", "black": "engine:time=10s" })
        };
        let game = json!({ "game": "chess", "players": players, "pace": 0 });
        let begun = patiently(|| greedy.post("/api/games", &game));
        let id = begun["id"].as_str().unwrap_or_default().to_owned();
        if watched {
            streams.push(greedy.watch(&id, None));
        } else {
            patiently(|| greedy.command(&id, &mv(1, "e4")));
        }
    }
    let (end, mut levels, mut hints) = (Instant::now() + time, Vec::new(), Vec::new());
    for number in 1.. {
        if Instant::now() > end {
            break;
        }
        let mut modest = client_at(server, 2_000 + number);
        let players = json!({ "white": "human", "black": "level:1" });
        let id = modest.begin(&json!({ "game": "chess", "players": players }));
        let began = Instant::now();
        modest.command(&id, &mv(1, "e4"));
        let path = format!("/api/games/{id}");
        client::wait_until(|| modest.get(&path).json()["scene"]["next"] == 3);
        levels.push(began.elapsed());
        let began = Instant::now();
        let hint = modest.post(&format!("{path}/hints"), &json!({}));
        if hint.status != 200 {
            return Err(format!("no hint: {} {}", hint.head, hint.body).into());
        }
        hints.push(began.elapsed());
    }
    let rounds = levels.len();
    let (level, hint) = (percentile(levels), percentile(hints));
    println!(
        "| starvation | {rounds} other visitors beside {} games of one address against and between engine:time=10s: \
         level:1 answers within {level:.2?} at the 95th percentile, a hint comes within {hint:.2?} |",
        2 * GREEDY_GAMES
    );
    Ok(level < LEVEL_WITHIN && hint < HINT_WITHIN)
}

/// What those that bring games have done.
#[derive(Default)]
struct Imports {
    taken: usize,
    refused: usize,
    /// The most memory of the process in megabytes.
    most: u64,
}

impl std::fmt::Display for Imports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Imports { taken, refused, most } = self;
        write!(
            f,
            "{taken} games of {HEAVIEST} events from {IMPORTERS} addresses taken, {refused} times told to wait; \
             at most {most} MB of memory"
        )
    }
}

/// Some addresses bring the heaviest games that they may, as often as they may.
fn import(
    server: SocketAddr,
    process: &AtomicU64,
    ended: &AtomicBool,
    failed: &AtomicBool,
) -> Imports {
    let game = json!({ "game": "mines", "record": heaviest_record() }).to_string();
    let mut imports = Imports::default();
    let mut addresses: Vec<(Client, Instant)> =
        (0..IMPORTERS).map(|number| (client_at(server, 1_000 + number), Instant::now())).collect();
    while !ended.load(Ordering::SeqCst) {
        for (client, not_before) in &mut addresses {
            if ended.load(Ordering::SeqCst) || Instant::now() < *not_before {
                continue;
            }
            let mut wait = 0;
            // A server that is down refuses the connection or breaks it off.
            if let Ok(reply) = client.try_send("POST", "/api/games", Some(&game)) {
                match reply.status {
                    201 => imports.taken += 1,
                    429 => imports.refused += 1,
                    0 | 503 => {}
                    _ => {
                        eprintln!("an import was answered with {}", reply.head);
                        failed.store(true, Ordering::SeqCst);
                    }
                }
                let seconds = reply.header("retry-after").and_then(|wait| wait.parse().ok());
                wait = seconds.unwrap_or(0);
            }
            *not_before = Instant::now() + Duration::from_secs(wait);
            imports.most = imports.most.max(resident(process.load(Ordering::SeqCst)));
        }
        thread::sleep(Duration::from_millis(20));
    }
    imports
}

/// What a stream has shown.
#[derive(Default)]
struct Seen {
    resumed: usize,
    events: usize,
    gaps: usize,
}

impl Seen {
    fn add(&mut self, other: &Seen) {
        self.resumed += other.resumed;
        self.events += other.events;
        self.gaps += other.gaps;
    }

    /// Takes note of a message, of which the first event should have the number that comes next.
    fn note(&mut self, next: &mut Option<u64>, message: &Message) {
        let numbers = message.data["events"].as_array().into_iter().flatten();
        for number in numbers.filter_map(|event| event["number"].as_u64()) {
            self.gaps += usize::from(next.is_some_and(|next| next != number));
            self.events += 1;
            *next = Some(number + 1);
        }
        if message.event == "resync" {
            *next = message.data["scene"]["next"].as_u64();
        }
    }
}

/// Reads the stream of a game until the end, and goes on where it broke off.
fn look_on(server: SocketAddr, game: &Mutex<Option<String>>, ended: &AtomicBool) -> Seen {
    let (mut seen, mut next) = (Seen::default(), None);
    while !ended.load(Ordering::SeqCst) {
        let id = game.lock().ok().and_then(|game| game.clone());
        let client = client_at(server, 500);
        let stream = id.and_then(|id| {
            let last = next.and_then(|next: u64| next.checked_sub(1));
            client.try_watch(&id, last).ok()
        });
        let Some(mut stream) = stream else {
            thread::sleep(Duration::from_millis(5));
            continue;
        };
        seen.resumed += 1;
        while !ended.load(Ordering::SeqCst)
            && let Ok(Some(message)) = stream.try_next()
        {
            seen.note(&mut next, &message);
        }
    }
    seen
}

/// A game in which a writer has had moves acknowledged.
struct Written {
    client: Client,
    id: String,
    moves: Vec<String>,
    /// How many were answered only when they were sent again, as done already.
    again: usize,
}

/// Plays games until the end, sends each command again until it is answered, and keeps what was acknowledged.
fn write(
    server: SocketAddr,
    number: usize,
    watched: &[Mutex<Option<String>>],
    ended: &AtomicBool,
) -> Vec<Written> {
    let names: Vec<&str> = games::CLUB.cards().iter().map(|card| card.name()).collect();
    let mut client = client_at(server, number);
    let mut written = Vec::new();
    for round in 0.. {
        if ended.load(Ordering::SeqCst) {
            break;
        }
        let stream = number.is_multiple_of(4).then_some(number / 4);
        let kind = if stream.is_some() { "mines" } else { names[(number + round) % names.len()] };
        let start = (kind == "mines").then_some("16x16/40 safe");
        let game = json!({ "game": kind, "start": start }).to_string();
        let begun = insist(&mut client, "/api/games", &game, 201);
        let id = begun["id"].as_str().unwrap_or_default().to_owned();
        if let Some(place) = stream.and_then(|stream| watched.get(stream))
            && let Ok(mut place) = place.lock()
        {
            *place = Some(id.clone());
        }
        let most = if stream.is_some() { LONGEST } else { 200 };
        let (texts, names) = script(kind, (number * 1_000 + round) as u64, most);
        let path = format!("/api/games/{id}/commands?scene=false");
        let (mut moves, mut again) = (Vec::new(), 0);
        for (text, name) in texts.iter().zip(names) {
            if ended.load(Ordering::SeqCst) {
                break;
            }
            let body = mv(moves.len() as u64 + 1, text).to_string();
            let reply = insist(&mut client, &path, &body, 200);
            again += usize::from(reply["repeated"] == true);
            moves.push(name);
        }
        written.push(Written { client: client.clone(), id, moves, again });
    }
    written
}

/// Sends something until it is answered with this status.
fn insist(client: &mut Client, path: &str, body: &str, status: u16) -> Value {
    loop {
        // A server that is down refuses the connection or breaks it off.
        match client.try_send("POST", path, Some(body)) {
            Ok(reply) if reply.status == status && reply.body.ends_with('}') => {
                return reply.json();
            }
            Ok(reply) if ![0, status, 429, 503].contains(&reply.status) => {
                panic!("{} {}", reply.head, reply.body)
            }
            _ => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Moves of a game as they are sent, and as they are shown: at random, or flags that come and go.
fn script(kind: &str, seed: u64, most: usize) -> (Vec<String>, Vec<String>) {
    if kind == "mines" {
        let flag = |number: usize| {
            let column = char::from(b'a' + (number % 16) as u8);
            format!("flag {column}{}", 1 + number / 16 % 16)
        };
        let flags: Vec<String> = (0..most).map(flag).collect();
        return (flags.clone(), flags);
    }
    random_game(kind, seed, most).unwrap_or_else(|error| panic!("{kind}: {error}"))
}

fn random_game(kind: &str, seed: u64, most: usize) -> Result<(Vec<String>, Vec<String>)> {
    let card = games::CLUB.card(kind).ok_or("there is no such game")?;
    let player = |seed| Player::Random { seed: Some(seed) };
    let players = Seats::Two { white: player(seed), black: player(seed + 1) };
    let mut table = card.open(&card.started(card.start(None, 0)?, players, None, 0))?;
    let mut texts = Vec::new();
    while let Some(seat) = table.turn().filter(|_| texts.len() < most) {
        let mv = Thinker::new().think(&table, seat, &Stop::new())?.mv;
        let action = Action::Move { mv: mv.clone() };
        let command = table::Command { expected: table.next(), action };
        let decided = table.decide(&command, seat, 0)?;
        if decided.events.len() > 1 {
            // A computer claims a draw with its move, a person by a command.
            break;
        }
        table = decided.after;
        texts.push(mv);
    }
    let names = table.scene(Viewer::Spectator, 0, Language::default()).moves;
    Ok((texts, names))
}

fn mv(expected: u64, text: &str) -> Value {
    json!({ "expected": expected, "action": "move", "move": text })
}

/// Asks until the address may.
fn patiently(mut ask: impl FnMut() -> client::Reply) -> Value {
    loop {
        let reply = ask();
        if reply.status < 300 {
            return reply.json();
        }
        let wait = reply.header("retry-after").and_then(|wait| wait.parse().ok()).unwrap_or(1);
        thread::sleep(Duration::from_secs(wait));
    }
}

/// As many flags as fit into a body, on the largest board.
fn heaviest_record() -> String {
    let row = "0".repeat(99);
    let rows = format!("{row}0\n").repeat(99);
    let flags = "0 rc 2 2 (24 24)\n".repeat(HEAVIEST);
    format!(
        "RawVF_Version: Rev6.2\nWidth: 100\nHeight: 100\nMines: 1\nBoard:\n*{row}\n{rows}\
         Events:\n0.00 start\n{flags}"
    )
}
