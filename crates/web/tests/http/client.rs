//! A server to test, and a small client that shows every byte.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Log, Postgres, Sqlite, SqliteOptions};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use web::{Config, Running};

/// Nothing here takes so long unless it hangs.
pub const PATIENCE: Duration = Duration::from_mins(1);

pub struct Server {
    runtime: Runtime,
    running: Option<Running>,
    log: Option<Arc<dyn Log>>,
    pub address: SocketAddr,
    config: Config,
    options: SqliteOptions,
    folder: TempDir,
    /// The address of the database, where the games are kept in one.
    database: Option<String>,
}

/// Where the environment says so, the servers of all tests keep their games in `PostgreSQL`.
pub const STORE: &str = "TABLERO_TEST_STORE";

/// No limits but those that a test sets.
pub fn generous() -> Config {
    Config {
        requests_per_second: 1e6,
        request_burst: 1e6,
        games_per_second: 1e6,
        game_burst: 1e6,
        most_waiting_per_address: 1_000,
        kilobytes_per_day: 1e9,
        pace: Duration::from_millis(1),
        ..Config::default()
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(generous())
    }

    pub fn with(config: Config) -> Server {
        Server::on_a_store_with(SqliteOptions::default(), config)
    }

    pub fn on_a_store_with(options: SqliteOptions, config: Config) -> Server {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let address = "127.0.0.1:0".parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let database = std::env::var_os(STORE).map(|_| {
            let postgres = private_postgres::shared().expect("a PostgreSQL");
            postgres.database().unwrap()
        });
        let (running, log) = (None, None);
        let mut server =
            Server { runtime, running, log, address, config, options, folder, database };
        server.run();
        server
    }

    /// A server on a database that others may share.
    pub fn on_a_database(database: &str, config: Config) -> Server {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let mut server = Server {
            runtime,
            running: None,
            log: None,
            address: "127.0.0.1:0".parse().unwrap(),
            config,
            options: SqliteOptions::default(),
            folder: tempfile::tempdir().unwrap(),
            database: Some(database.to_owned()),
        };
        server.run();
        server
    }

    fn open(&self) -> Arc<dyn Log> {
        match &self.database {
            Some(database) => Arc::new(Postgres::open(&database.parse().unwrap()).unwrap()),
            None => Arc::new(Sqlite::open_with(&self.store(), self.options).unwrap()),
        }
    }

    fn run(&mut self) {
        let log = self.open();
        let address = "127.0.0.1:0".parse().unwrap();
        let start = web::start(address, games::CLUB, Arc::clone(&log), self.config.clone());
        let running = self.runtime.block_on(start).unwrap();
        self.address = running.address();
        self.running = Some(running);
        self.log = Some(log);
    }

    /// The file of the games.
    pub fn store(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    pub fn end(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.end());
        }
        self.log = None;
    }

    pub fn restart(&mut self) {
        self.restart_after(async |_| ());
    }

    /// Ends the server, and starts it again with other limits.
    pub fn restart_with(&mut self, config: Config) {
        self.config = config;
        self.restart();
    }

    /// Ends the server, works on the log, and starts the server again.
    pub fn restart_after(&mut self, meanwhile: impl AsyncFnOnce(&dyn Log)) {
        self.end();
        let log = self.open();
        self.runtime.block_on(meanwhile(&*log));
        drop(log);
        self.run();
    }

    /// A second server on the same log.
    pub fn another(&self) -> (SocketAddr, Running) {
        let log = match &self.database {
            Some(_) => self.open(),
            None => Arc::clone(self.log.as_ref().unwrap()),
        };
        let address = "127.0.0.1:0".parse().unwrap();
        let start = web::start(address, games::CLUB, log, self.config.clone());
        let running = self.runtime.block_on(start).unwrap();
        (running.address(), running)
    }

    pub fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    pub fn client(&self) -> Client {
        Client { address: self.address, cookie: None, forwarded: None }
    }

    /// A client at another address, for a server that trusts this machine as a proxy.
    pub fn client_at(&self, address: &str) -> Client {
        Client { forwarded: Some(address.to_owned()), ..self.client() }
    }

    pub fn log(&self) -> &dyn Log {
        self.log.as_deref().unwrap()
    }

    /// The events of a game as they stand in the log.
    pub fn events(&self, id: &str) -> Vec<String> {
        let log = self.log.as_ref().unwrap();
        self.runtime.block_on(log.read(&id.parse().unwrap(), 0)).unwrap()
    }
}

impl Server {
    /// Ends the server as a loss of power does: nobody hears of it, and what it was doing is not finished.
    pub fn die(mut self) {
        let idle = tokio::runtime::Builder::new_current_thread().build().unwrap();
        std::mem::replace(&mut self.runtime, idle).shutdown_background();
        std::mem::forget(self.running.take());
        std::mem::forget(self.log.take());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    /// The address that a proxy names.
    pub forwarded: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v.to_owned()).next()
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Waits for something that is bound to become true.
pub fn wait_until(mut is_true: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_true() {
        assert!(Instant::now() < end, "it did not become true");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends bytes and reads until the other side closes.
pub fn exchange(address: SocketAddr, bytes: &[u8]) -> Reply {
    try_exchange(address, bytes).unwrap()
}

/// The same where there may be no server.
pub fn try_exchange(address: SocketAddr, bytes: &[u8]) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    // The server may refuse and close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok(Reply { status, head: head.to_owned(), body: body.to_owned() })
}

impl Client {
    /// The lines of a request that say who asks.
    fn head(&self) -> String {
        let line = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{name}: {value}\r\n")).unwrap_or_default()
        };
        line("Cookie", &self.cookie) + &line("X-Forwarded-For", &self.forwarded)
    }

    pub fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> Reply {
        self.try_send(method, path, body).unwrap()
    }

    /// The same where there may be no server.
    pub fn try_send(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        let content = body.map(|body| {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        });
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}{}\r\n{}",
            self.head(),
            content.unwrap_or_default(),
            body.unwrap_or_default()
        );
        let reply = try_exchange(self.address, request.as_bytes())?;
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(reply)
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, None)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(&body.to_string()))
    }

    /// Sends bytes as they are: the server does not look at their kind.
    pub fn post_text(&mut self, path: &str, body: &str) -> Reply {
        self.send("POST", path, Some(body))
    }

    /// Begins a game and returns its name.
    pub fn begin(&mut self, game: &Value) -> String {
        let reply = self.post("/api/games", game);
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    pub fn command(&mut self, id: &str, command: &Value) -> Reply {
        self.post(&format!("/api/games/{id}/commands"), command)
    }

    pub fn watch(&self, id: &str, last: Option<u64>) -> Stream {
        self.try_watch(id, last).unwrap()
    }

    /// The same where there may be no server.
    pub fn try_watch(&self, id: &str, last: Option<u64>) -> io::Result<Stream> {
        self.try_listen(&format!("/api/games/{id}/stream"), last)
    }

    /// A stream of server-sent events at this path.
    pub fn listen(&self, path: &str) -> Stream {
        self.try_listen(path, None).unwrap()
    }

    /// The same where the server may refuse it, with the last event that the client has read.
    pub fn try_listen(&self, path: &str, last: Option<u64>) -> io::Result<Stream> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let last = last.map(|last| format!("Last-Event-ID: {last}\r\n"));
        // Without chunks, as HTTP/1.0 has none: the bytes are the messages.
        let request = format!(
            "GET {path} HTTP/1.0\r\nHost: localhost\r\n{}{}\r\n",
            self.head(),
            last.unwrap_or_default()
        );
        stream.write_all(request.as_bytes())?;
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if !line.contains(" 200 ") {
            return Err(io::Error::other(line));
        }
        while line.trim() != "" {
            line.clear();
            reader.read_line(&mut line)?;
        }
        Ok(Stream { reader })
    }
}

/// A stream of server-sent events.
pub struct Stream {
    reader: BufReader<TcpStream>,
}

#[derive(Debug, PartialEq)]
pub struct Message {
    pub event: String,
    pub id: u64,
    pub data: Value,
    pub text: String,
}

impl Stream {
    /// The next message; `None` at the end of the stream.
    pub fn next(&mut self) -> Option<Message> {
        self.try_next().unwrap()
    }

    /// The same where the server may go.
    pub fn try_next(&mut self) -> io::Result<Option<Message>> {
        let mut message =
            Message { event: String::new(), id: 0, data: Value::Null, text: String::new() };
        loop {
            let mut line = String::new();
            // A line that breaks off is none.
            if self.reader.read_line(&mut line)? == 0 || !line.ends_with('\n') {
                return Ok(None);
            }
            message.text.push_str(&line);
            match line.trim_end().split_once(": ") {
                Some(("event", event)) => event.clone_into(&mut message.event),
                Some(("id", id)) => message.id = id.parse().unwrap(),
                Some(("data", data)) => message.data = serde_json::from_str(data).unwrap(),
                _ if line.trim().is_empty() && !message.event.is_empty() => {
                    return Ok(Some(message));
                }
                _ => {}
            }
        }
    }
}
