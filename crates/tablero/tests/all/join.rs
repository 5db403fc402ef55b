//! Games of a server in the terminal: the real binary on both sides, and a server that is killed in the middle.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Long enough for a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(1);

fn tablero(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    command.env("XDG_DATA_HOME", home).env("LANG", "C.UTF-8").env_remove("LC_ALL");
    command
}

/// A port to try, below those that the system gives to connections: a client that tries to reach a server which is down would
/// otherwise connect to itself now and then.
fn next_port() -> u16 {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + (std::process::id() % 20_000) as u16;
    first + TAKEN.fetch_add(1, Ordering::Relaxed)
}

/// A server on a port of its own, with its games in a file.
struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..100 {
            let port = next_port();
            if let Some(child) = Server::spawn(port, folder.path()) {
                return Server { child, port, folder };
            }
        }
        panic!("every port is taken");
    }

    /// Starts a server at this port and waits until it listens; `None` if another process has the port.
    fn spawn(port: u16, folder: &Path) -> Option<Child> {
        let mut child = tablero(folder)
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--store"])
            .arg(folder.join("club.db"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listens = lines.next().is_some_and(|line| line.unwrap().starts_with("tablero listens"));
        if !listens {
            child.wait().unwrap();
            return None;
        }
        // The pipe is drained, so that the server never blocks on its output.
        thread::spawn(move || lines.count());
        Some(child)
    }

    /// As a power failure does.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn restart(&mut self) {
        self.child = Server::spawn(self.port, self.folder.path()).expect("the port is still free");
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn get(&self, path: &str) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!("GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A person at `tablero join`, with a data directory of their own.
struct Person {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: String,
}

impl Person {
    fn join(home: &Path, arguments: &[&str]) -> Person {
        let mut child = tablero(home)
            .arg("join")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Person { child, input, lines, seen: String::new() }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads on until a line contains this.
    #[track_caller]
    fn sees(&mut self, text: &str) {
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("{text:?} did not come:\n{}", self.seen);
            };
            self.seen += &line;
            self.seen.push('\n');
            if line.contains(text) {
                return;
            }
        }
    }

    /// Closes the input and says whether the program ended well.
    fn leaves(mut self) -> bool {
        drop(self.input.take());
        self.child.wait().unwrap().success()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Begins a game, and gives the link for the other player and one's own.
fn invite(home: &Path, server: &Server, arguments: &[&str]) -> [String; 2] {
    let output = tablero(home)
        .args(["invite", "chess", "--json", "--server", &server.url()])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    ["link", "own"].map(|name| told[name].as_str().unwrap().to_owned())
}

#[test]
fn a_game_over_the_network_goes_on_exactly_when_the_server_is_killed_and_restarted() {
    let mut server = Server::start();
    let [home, visitor] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [link, own] = invite(home.path(), &server, &[]);
    assert!(link.contains("#black."), "{link}");
    let mut white = Person::join(home.path(), &[&own]);
    white.sees("You are White.");
    white.sees("Black is not here yet.");
    let mut black = Person::join(visitor.path(), &[&link]);
    black.sees("You are Black.");
    white.sees("Black is here now.");
    white.types("e4");
    // Told by an event, or by the first scene where the stream was opened after it.
    black.sees("e4.");
    black.types("e7e5");
    white.sees("e5.");

    server.kill();
    white.sees("The connection is lost");
    black.sees("The connection is lost");
    // Made while there is no server, and sent until there is one.
    white.types("Nf3");
    white.sees("White> Nf3");
    thread::sleep(Duration::from_millis(300));
    server.restart();
    black.sees("Nf3.");
    black.types("Nf3");
    black.sees("no knight of yours can go to f3");
    black.types("Nc6");
    white.sees("Nc6.");

    // A person whose program was killed comes back by the link without its code.
    black.child.kill().unwrap();
    let game = own.rsplit('/').next().unwrap();
    let mut black = Person::join(visitor.path(), &["--language", "es", &own]);
    black.sees("Llevas: Negras.");
    white.types("Bb5");
    black.sees("Ab5");
    let shown = server.get(&format!("/api/games/{game}"));
    let moves: Vec<&str> =
        shown["scene"]["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5"], "each once");
    black.types("resign");
    white.sees("White won by resignation");
    assert!(white.leaves() && black.leaves());
}

#[test]
fn a_visitor_watches_without_a_seat_and_the_token_is_for_its_owner_only() {
    let server = Server::start();
    let [home, visitor] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [_, own] = invite(home.path(), &server, &["--opponent", "random:1"]);
    let mut watcher = Person::join(visitor.path(), &[&own]);
    watcher.sees("You watch.");
    let mut white = Person::join(home.path(), &[&own]);
    white.types("e4");
    watcher.sees("e4");
    white.types("resign");
    // In a pipe a watcher leaves when there is nothing more to see.
    watcher.sees("Black won by resignation");
    assert!(watcher.leaves() && white.leaves());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = home.path().join("tablero/servers.json");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_script_leaves_at_the_end_of_its_input_although_it_is_not_its_turn() {
    let server = Server::start();
    let home = tempfile::tempdir().unwrap();
    let [_, own] = invite(home.path(), &server, &[]);
    let mut white = Person::join(home.path(), &[&own]);
    white.types("e4");
    // Nobody is there who would answer.
    assert!(white.leaves());
    let game = own.rsplit('/').next().unwrap();
    assert_eq!(server.get(&format!("/api/games/{game}"))["scene"]["moves"][0], "e4");
    assert!(Person::join(home.path(), &[&own]).leaves(), "without a line, too");
    let [_, own] = invite(home.path(), &server, &["--opponent", "minimax:1"]);
    let mut white = Person::join(home.path(), &[&own]);
    for line in ["e4", "hint", "resign"] {
        white.types(line);
    }
    // Each line waits for its turn and for the answers before it.
    white.sees("White> hint");
    white.sees("White> resign");
    white.sees("Black won by resignation");
    assert!(white.leaves());
}

#[test]
fn what_cannot_be_joined_is_explained() {
    let home = tempfile::tempdir().unwrap();
    let fails = |link: &str| {
        let output = tablero(home.path()).args(["join", link]).output().unwrap();
        assert!(!output.status.success(), "{link}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(fails("https://example.org/games/abc").contains("https needs TLS"));
    assert!(fails("nonsense").contains("is no address of a game"));
    let server = Server::start();
    let missing = fails(&format!("{}/games/abc123", server.url()));
    assert!(missing.contains("game"), "{missing}");
}
