//! Attacks a real server and says whether it kept its promises. `scripts/soak MINUTES` builds and runs it:
//!
//!     cargo run --release -p web --example soak -- target/release/tablero 15
//!
//! Three parts share the time: the server is killed again and again while many clients write; one address
//! asks for all the thinking that it may; one address brings the heaviest games that it may. Each client has
//! an address of its own, since the server takes this machine for a proxy that it trusts.

#[allow(dead_code)]
#[path = "../tests/http/client.rs"]
mod client;

use client::Client;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const WRITERS: usize = 32;
/// Games of each kind that one address begins, as many as it may at once.
const GREEDY_GAMES: usize = 30;
/// What is promised to the others meanwhile.
const LEVEL_WITHIN: Duration = Duration::from_secs(2);
const HINT_WITHIN: Duration = Duration::from_secs(3);
/// Memory for games, in megabytes: little, so that it is used up soon.
const MEMORY: u64 = 24;
/// Events of a game from a file: with the largest board, as many as fit into a request.
const HEAVIEST: usize = 13_000;
/// What the process takes beside the games, in megabytes.
const BESIDE: u64 = 80;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(minutes)) = (arguments.next(), arguments.next()) else {
        return Err("say the program and how many minutes: soak target/release/tablero 15".into());
    };
    let part = Duration::from_secs(60 * minutes.parse::<u64>()?) / 3;
    let folder = tempfile::tempdir()?;
    let attack = Attack { program: program.into(), folder: folder.path().to_owned() };
    let kept = [attack.crashes(part)?, attack.starvation(part)?, attack.imports(part)?];
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
            .args(["--memory", &MEMORY.to_string()])
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

    fn client_at(&self, address: String) -> Client {
        Client { address: self.address, cookie: None, forwarded: Some(address) }
    }

    /// The memory of the process in megabytes.
    fn resident(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 =
            line.and_then(|l| l.split_whitespace().next()).unwrap_or("0").parse()?;
        Ok(kilobytes >> 10)
    }
}

/// An address of the range for documentation.
fn address(number: usize) -> String {
    format!("198.51.{}.{}", 100 + number / 250, 1 + number % 250)
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

impl Attack {
    /// Kills the server again and again while many clients write, and then looks for every event that was
    /// acknowledged.
    fn crashes(&self, time: Duration) -> Result<bool> {
        let (store, listen) = (self.folder.join("crashes.db"), free_address()?);
        let mut server = Server::start(&self.program, &store, listen)?;
        let ended = AtomicBool::new(false);
        let (end, mut rounds) = (Instant::now() + time, 0);
        let written: Vec<Written> = thread::scope(|scope| -> Result<Vec<Written>> {
            let begin = |number| {
                let mut client = server.client_at(address(number));
                let id = client.begin(&json!({ "game": "mines", "start": "16x16/40 safe" }));
                (client, id)
            };
            let games: Vec<(Client, String)> = (0..WRITERS).map(begin).collect();
            let writers: Vec<_> =
                games.into_iter().map(|game| scope.spawn(|| write(game, &ended))).collect();
            while Instant::now() < end {
                thread::sleep(Duration::from_millis(300 + 97 * (rounds % 13)));
                server.kill();
                server = Server::start(&self.program, &store, listen)?;
                rounds += 1;
            }
            ended.store(true, Ordering::SeqCst);
            let joined = writers.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined.collect::<std::result::Result<_, _>>().map_err(|_| "a writer failed".into())
        })?;
        let (mut acknowledged, mut repeated, mut wrong) = (0, 0, 0);
        for Written { mut client, id, moves, again } in written {
            client.address = server.address;
            let game = client.get(&format!("/api/games/{id}")).json();
            let found: Vec<&str> = game["scene"]["moves"]
                .as_array()
                .map_or(Vec::new(), |moves| moves.iter().filter_map(Value::as_str).collect());
            acknowledged += moves.len();
            repeated += again;
            if found != moves {
                wrong += 1;
                println!("game {id}: {} moves acknowledged, {} found", moves.len(), found.len());
            }
        }
        println!(
            "crashes: {rounds} rounds of SIGKILL, {acknowledged} moves acknowledged in {WRITERS} games, \
             {repeated} of them when they were sent again, {wrong} games with a move lost, doubled or out of order"
        );
        Ok(wrong == 0)
    }

    /// One address asks for all the thinking that it may; others want a quick move and a hint.
    fn starvation(&self, time: Duration) -> Result<bool> {
        let server = Server::start(&self.program, &self.folder.join("starve.db"), free_address()?)?;
        let mut greedy = server.client_at(address(0));
        let mut streams = Vec::new();
        for number in 0..2 * GREEDY_GAMES {
            let watched = number % 2 == 1;
            let players = if watched {
                json!({ "white": "engine:time=10s", "black": "engine:time=10s" })
            } else {
                json!({ "white": "human", "black": "engine:time=10s" })
            };
            let game = json!({ "game": "chess", "players": players, "pace": 0 });
            let id = patiently(|| greedy.post("/api/games", &game))["id"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
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
            let mut modest = server.client_at(address(number));
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
                println!("no hint: {hint:?}");
                return Ok(false);
            }
            hints.push(began.elapsed());
        }
        let rounds = levels.len();
        let (level, hint) = (percentile(levels), percentile(hints));
        println!(
            "starvation: {rounds} other visitors beside {} games against and between engine:time=10s; \
             level:1 answers within {level:.2?} at the 95th percentile, a hint comes within {hint:.2?}",
            2 * GREEDY_GAMES
        );
        Ok(level < LEVEL_WITHIN && hint < HINT_WITHIN)
    }

    /// One address brings the heaviest games that it may, as often as it may.
    fn imports(&self, time: Duration) -> Result<bool> {
        let store = self.folder.join("imports.db");
        let server = Server::start(&self.program, &store, free_address()?)?;
        let mut greedy = server.client_at(address(0));
        let game = json!({ "game": "mines", "record": heaviest_record() });
        let (end, mut imported, mut refused, mut most) = (Instant::now() + time, 0, 0, 0);
        while Instant::now() < end {
            let reply = greedy.post("/api/games", &game);
            match reply.status {
                201 => imported += 1,
                429 => refused += 1,
                _ => return Err(format!("an import was answered with {}", reply.head).into()),
            }
            most = most.max(server.resident()?);
            let wait = reply.header("retry-after").and_then(|wait| wait.parse().ok()).unwrap_or(0);
            thread::sleep(
                Duration::from_secs(wait).min(end.saturating_duration_since(Instant::now())),
            );
        }
        let size = |name| std::fs::metadata(self.folder.join(name)).map_or(0, |file| file.len());
        let bytes = (size("imports.db") + size("imports.db-wal")) >> 20;
        println!(
            "imports: {imported} games of {HEAVIEST} events taken, {refused} times told to wait; at most {most} MB of \
             memory with --memory {MEMORY}, {bytes} MB of disk"
        );
        Ok(most < MEMORY + BESIDE)
    }
}

/// What a writer has had acknowledged.
struct Written {
    client: Client,
    id: String,
    moves: Vec<String>,
    /// How many were answered only when they were sent again, as done already.
    again: usize,
}

/// Sets and takes flags until the end, sends each again until it is answered, and keeps what was
/// acknowledged.
fn write((mut client, id): (Client, String), ended: &AtomicBool) -> Written {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let path = format!("/api/games/{id}/commands?scene=false");
    let (mut moves, mut again) = (Vec::new(), 0);
    while !ended.load(Ordering::SeqCst) && moves.len() < 19_000 {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let column = char::from(b'a' + (number % 16) as u8);
        let text = format!("flag {column}{}", 1 + number / 16 % 16);
        let body = mv(moves.len() as u64 + 1, &text).to_string();
        loop {
            // A server that is down refuses the connection or breaks it off.
            match client.try_send("POST", &path, Some(&body)) {
                Ok(reply) if reply.status == 200 => {
                    again += usize::from(reply.json()["repeated"] == true);
                    break;
                }
                Ok(reply) if ![0, 429, 503].contains(&reply.status) => {
                    panic!("{} {}", reply.head, reply.body)
                }
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
        moves.push(text);
    }
    Written { client, id, moves, again }
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
