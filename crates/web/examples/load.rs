//! How much the server bears, on this machine, over real connections to itself:
//!
//!     cargo run --release -p web --example load -- moves     durable moves per second, in groups and one by one
//!     cargo run --release -p web --example load -- looks     answers per second to "show me the home page, this game, its JSON"
//!     cargo run --release -p web --example load -- streams   memory of streams on which nothing happens
//!     cargo run --release -p web --example load -- latency   from a move to the other side's stream
//!     cargo run --release -p web --example load -- start     how soon a server with 10,000 games answers
//!     cargo run --release -p web --example load -- lists     what a list of 100,000 games costs, and what many at once leave of the home page
//!     cargo run --release -p web --example load -- nodes     all of this with one, two and three servers on one PostgreSQL, started for it
//!
//! Server and clients share the process and its cores: the figures are lower than a server alone would
//! reach.

use game::Stop;
use players::Thinker;
use private_postgres::PrivatePostgres;
use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{
    Address, Digest, Log, NewGame, NewSeat, Postgres, Query, Scope, Sqlite, SqliteOptions, Summary,
};
use table::{Action, Card, Command, Event, Player, Seats};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use web::{Config, Running};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const CONNECTIONS: usize = 64;
const STREAMS: usize = 5_000;
const GAMES: usize = 1_000;
const ROUND: Duration = Duration::from_secs(4);
const BETWEEN_MOVES: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> Result<()> {
    let what = std::env::args().nth(1).unwrap_or_default();
    match what.as_str() {
        "moves" => moves().await,
        "looks" => looks().await,
        "streams" => streams().await,
        "latency" => latency().await,
        "start" => start().await,
        "lists" => lists().await,
        "nodes" => nodes().await,
        _ => Err("say moves, looks, streams, latency, start, lists or nodes".into()),
    }
}

fn without_limits() -> Config {
    Config {
        requests_per_second: 1e9,
        request_burst: 1e9,
        games_per_second: 1e9,
        game_burst: 1e9,
        streams_per_address: usize::MAX,
        most_connections: 100_000,
        connections_per_address: 100_000,
        most_live_games: 100_000,
        ..Config::default()
    }
}

async fn serve(path: &Path, largest_group: usize) -> Result<Running> {
    let log = Sqlite::open_with(path, SqliteOptions { largest_group, ..SqliteOptions::default() })?;
    serve_log(Arc::new(log)).await
}

async fn serve_log(log: Arc<dyn Log>) -> Result<Running> {
    Ok(web::start("127.0.0.1:0".parse()?, games::CLUB, log, without_limits()).await?)
}

fn chess() -> Result<&'static dyn Card> {
    games::CLUB.card("chess").ok_or_else(|| "there is no chess".into())
}

/// A random game of chess, to be played again and again.
fn script() -> Result<Vec<String>> {
    let card = chess()?;
    let player = |seed| Player::Random { seed: Some(seed) };
    let players = Seats::Two { white: player(1), black: player(2) };
    let started = card.started(card.start(None, 0)?, players, None, 0);
    let mut table = card.open(&started)?;
    let mut moves = Vec::new();
    while let Some(seat) = table.turn().filter(|_| moves.len() < 60) {
        let mv = Thinker::new().think(&table, seat, &Stop::new())?.mv;
        let command = Command { expected: table.next(), action: Action::Move { mv: mv.clone() } };
        table = table.decide(&command, seat, 0)?.after;
        moves.push(mv);
    }
    Ok(moves)
}

/// A connection that is kept, and the token of its client.
struct Connection {
    stream: BufReader<TcpStream>,
    cookie: String,
    body: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream: BufReader::new(stream), cookie: String::new(), body: Vec::new() })
    }

    /// Sends a request and reads the answer into `body`.
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<()> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        if !line.starts_with("HTTP/1.1 20") {
            return Err(format!("{method} {path}: {line}").into());
        }
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            match line.trim_end().split_once(": ") {
                Some(("content-length", text)) => length = text.parse()?,
                Some(("set-cookie", text)) => {
                    text.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
                }
                Some(_) => {}
                None => break,
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        Ok(())
    }

    async fn begin(&mut self) -> Result<String> {
        self.ask("POST", "/api/games", r#"{"game":"chess"}"#).await?;
        let answer: serde_json::Value = serde_json::from_slice(&self.body)?;
        Ok(answer["id"].as_str().ok_or("a game without a name")?.to_owned())
    }

    async fn make_move(&mut self, id: &str, expected: usize, mv: &str) -> Result<()> {
        let body = format!(r#"{{"expected":{expected},"action":"move","move":"{mv}"}}"#);
        self.ask("POST", &format!("/api/games/{id}/commands?scene=false"), &body).await
    }

    /// Turns the connection into a stream of a game, its head read.
    async fn watch(mut self, id: &str) -> Result<BufReader<TcpStream>> {
        let request = format!("GET /api/games/{id}/stream HTTP/1.0\r\nHost: localhost\r\n\r\n");
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        if !line.contains(" 200 ") {
            return Err(format!("the stream of {id}: {line}").into());
        }
        while line != "\r\n" {
            line.clear();
            self.stream.read_line(&mut line).await?;
        }
        Ok(self.stream)
    }
}

/// The time below which so many of a hundred lie.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times
        .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// Plays on many connections for a while, in turns at these servers; returns how long each move took, and the rate.
async fn play_for_a_while(servers: &[Running]) -> Result<(Vec<Duration>, f64)> {
    let script = Arc::new(script()?);
    let began = Instant::now();
    let play = |number: usize| {
        let (script, address) = (Arc::clone(&script), servers[number % servers.len()].address());
        tokio::spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut times = Vec::new();
            while began.elapsed() < ROUND {
                let id = connection.begin().await?;
                for (number, mv) in (1..).zip(script.iter()) {
                    let sent = Instant::now();
                    connection.make_move(&id, number, mv).await?;
                    times.push(sent.elapsed());
                }
            }
            Result::Ok(times)
        })
    };
    let players: Vec<_> = (0..CONNECTIONS).map(play).collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    Ok((times, rate))
}

async fn moves() -> Result<()> {
    let mut best = [0.0f64; 2];
    for _ in 0..3 {
        for (index, (name, group)) in
            [("in groups", 1024), ("one by one", 1)].into_iter().enumerate()
        {
            let folder = tempfile::tempdir_in(".")?;
            let server = [serve(&folder.path().join("games.db"), group).await?];
            let (mut times, rate) = play_for_a_while(&server).await?;
            let [server] = server;
            server.end().await;
            best[index] = best[index].max(rate);
            let (middle, late) = (percentile(&mut times, 50), percentile(&mut times, 99));
            println!("{name}: {rate:.0} durable moves/s, p50 {middle:.1?}, p99 {late:.1?}");
        }
    }
    println!("ratio {:.1}", best[0] / best[1]);
    Ok(())
}

async fn looks() -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let server = serve(&folder.path().join("games.db"), 1024).await?;
    let id = Connection::open(server.address()).await?.begin().await?;
    for path in ["/".to_owned(), format!("/games/{id}"), format!("/api/games/{id}")] {
        look(server.address(), &path).await?;
    }
    server.end().await;
    Ok(())
}

/// How many answers a second the server gives to those who ask for `path` again and again.
async fn look(address: SocketAddr, path: &str) -> Result<()> {
    let (began, count) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let look = |_| {
        let (path, count) = (path.to_owned(), Arc::clone(&count));
        tokio::spawn(async move {
            let mut connection = Connection::open(address).await?;
            while began.elapsed() < ROUND {
                connection.ask("GET", &path, "").await?;
                count.fetch_add(1, Ordering::Relaxed);
            }
            Result::Ok(connection.body.len())
        })
    };
    let mut size = 0;
    for looker in (0..CONNECTIONS).map(look).collect::<Vec<_>>() {
        size = looker.await??;
    }
    let rate = count.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64();
    println!("{path}: {rate:.0} answers/s of {size} bytes on {CONNECTIONS} connections");
    Ok(())
}

/// What the process holds in memory, as Linux tells it.
fn memory() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
    Ok(kilobytes * 1024)
}

async fn streams() -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let server = serve(&folder.path().join("games.db"), 1024).await?;
    let mut connection = Connection::open(server.address()).await?;
    let id = connection.begin().await?;
    let before = memory()?;
    let mut open = Vec::new();
    for _ in 0..STREAMS {
        let mut stream = Connection::open(server.address()).await?.watch(&id).await?;
        read_message(&mut stream).await?;
        // The client's own buffer is given back, so that the figure is the server's.
        let stream = stream.into_inner();
        open.push(stream);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let grown = memory()? - before;
    println!("{} kB for each of {STREAMS} idle streams", grown / STREAMS as u64 / 1000);
    drop(open);
    server.end().await;
    Ok(())
}

async fn latency() -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let server = serve(&folder.path().join("games.db"), 1024).await?;
    latency_between(server.address(), server.address(), GAMES).await?;
    server.end().await;
    Ok(())
}

/// How long it takes from a move at one server to the stream of the other side at another one, with two seconds between the moves of a game.
async fn latency_between(at: SocketAddr, there: SocketAddr, games_played: usize) -> Result<()> {
    let script = Arc::new(script()?);
    let done = Arc::new(AtomicBool::new(false));
    let mut games = Vec::new();
    for number in 0..games_played {
        let (script, done) = (Arc::clone(&script), Arc::clone(&done));
        let mut player = Connection::open(at).await?;
        let id = player.begin().await?;
        let mut stream = Connection::open(there).await?.watch(&id).await?;
        read_message(&mut stream).await?;
        games.push(tokio::spawn(async move {
            let mut times = Vec::new();
            // Evenly spread: with a thousand games these are 500 moves a second.
            tokio::time::sleep(BETWEEN_MOVES * number as u32 / games_played as u32).await;
            for (number, mv) in (1..).zip(script.iter()).take(4) {
                let sent = Instant::now();
                let (made, told) =
                    tokio::join!(player.make_move(&id, number, mv), read_message(&mut stream));
                made?;
                times.push(told? - sent);
                tokio::time::sleep(BETWEEN_MOVES).await;
                if done.load(Ordering::Relaxed) {
                    break;
                }
            }
            Result::Ok(times)
        }));
    }
    let mut times = Vec::new();
    for game in games {
        times.extend(game.await??);
    }
    done.store(true, Ordering::Relaxed);
    let (middle, late) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!("{} moves in {games_played} games: p50 {middle:.1?}, p99 {late:.1?}", times.len());
    Ok(())
}

/// Reads a message and says when it was there.
async fn read_message(stream: &mut BufReader<TcpStream>) -> Result<Instant> {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err("the stream ended".into());
        }
        if line.starts_with("data: ") {
            return Ok(Instant::now());
        }
    }
}

async fn start() -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let path = folder.path().join("games.db");
    begin_games(&Sqlite::open(&path)?, 10_000).await?;
    let began = Instant::now();
    let server = serve(&path, 1024).await?;
    Connection::open(server.address()).await?.ask("GET", "/api/games", "").await?;
    println!("10,000 games: the first list is answered after {:.1?}", began.elapsed());
    server.end().await;
    Ok(())
}

/// Begins so many games of chess against a computer, which is to move in every tenth.
async fn begin_games(log: &dyn Log, count: u64) -> Result<()> {
    let card = chess()?;
    let players = Seats::Two { white: Player::Human, black: Player::Minimax { depth: 1 } };
    let started = card.started(card.start(None, 0)?, players, None, 0);
    let event = serde_json::to_string(&Event::<String>::Started(started))?;
    let create = |number: u64| {
        let seats = vec![NewSeat { seat: "white".to_owned(), token: None, invitation: None }];
        let summary = Summary {
            kind: card.name().to_owned(),
            players: "{}".to_owned(),
            moves: 0,
            over: false,
            computer_to_move: number.is_multiple_of(10),
            at: number,
            time: None,
            flag_at: None,
        };
        let id = format!("game{number}").parse().map_err(|_| "a bad name")?;
        let events = vec![event.clone()];
        Result::Ok(log.create(NewGame { id, events, summary, leaderboard: None, seats }))
    };
    let creating = (0..count).map(create).collect::<Result<Vec<_>>>()?;
    for created in creating {
        created.await?;
    }
    Ok(())
}

/// Streams that two servers together are to bear. Both ends of each are files of this process, and many systems allow it no more than 20,000.
const NODE_STREAMS: usize = 9_000;
/// Games in a database that a server starts with.
const NODE_GAMES: u64 = 100_000;
/// Games in which moves go from one server to another at the same time.
const NODE_LATENCY_GAMES: usize = 100;

/// Starts so many servers on a database.
async fn serve_nodes(database: &Address, count: usize) -> Result<Vec<Running>> {
    let mut servers = Vec::new();
    for _ in 0..count {
        servers.push(serve_log(Arc::new(Postgres::open(database)?)).await?);
    }
    Ok(servers)
}

async fn end(servers: Vec<Running>) {
    for server in servers {
        server.end().await;
    }
}

async fn nodes() -> Result<()> {
    // Five databases, because what is started here blocks and has no place among tasks.
    let started = tokio::task::spawn_blocking(|| -> Result<_> {
        let postgres = PrivatePostgres::start_durable()?;
        let databases = (0..5).map(|_| Ok(postgres.database()?.parse()?));
        let databases = databases.collect::<Result<Vec<Address>>>()?;
        Ok((postgres, databases))
    });
    let (postgres, databases) = started.await??;
    let measured = measure_nodes(&databases).await;
    tokio::task::spawn_blocking(move || drop(postgres)).await?;
    measured
}

async fn measure_nodes(databases: &[Address]) -> Result<()> {
    let [several @ .., with_streams, with_games] = databases else {
        return Err("too few databases".into());
    };
    for (count, database) in (1..).zip(several) {
        let servers = serve_nodes(database, count).await?;
        let (mut times, rate) = play_for_a_while(&servers).await?;
        let (middle, late) = (percentile(&mut times, 50), percentile(&mut times, 99));
        println!("servers: {count}: {rate:.0} durable moves/s, p50 {middle:.1?}, p99 {late:.1?}");
        if let [at, .., there] = &servers[..] {
            print!("from a move at one to a stream at another: ");
            latency_between(at.address(), there.address(), NODE_LATENCY_GAMES).await?;
        }
        end(servers).await;
    }
    let servers = serve_nodes(with_streams, 2).await?;
    node_streams(&servers).await?;
    end(servers).await;
    begin_games(&Postgres::open(with_games)?, NODE_GAMES).await?;
    let began = Instant::now();
    let servers = serve_nodes(with_games, 1).await?;
    Connection::open(servers[0].address()).await?.ask("GET", "/api/games", "").await?;
    println!("{NODE_GAMES} games: the first list is answered after {:.1?}", began.elapsed());
    end(servers).await;
    Ok(())
}

/// Streams of one game, in turns at these servers: their memory, and when each of them has heard of a move.
async fn node_streams(servers: &[Running]) -> Result<()> {
    let mut player = Connection::open(servers[0].address()).await?;
    let id = player.begin().await?;
    let (before, mut open) = (memory()?, Vec::new());
    for server in servers.iter().cycle().take(NODE_STREAMS) {
        let mut stream = Connection::open(server.address()).await?.watch(&id).await?;
        read_message(&mut stream).await?;
        open.push(stream.into_inner());
    }
    let grown = memory()?.saturating_sub(before);
    println!("{} kB for each of {NODE_STREAMS} streams", grown / NODE_STREAMS as u64 / 1000);
    let listen = |stream: TcpStream| {
        tokio::spawn(async move { read_message(&mut BufReader::new(stream)).await })
    };
    let listeners: Vec<_> = open.into_iter().map(listen).collect();
    let sent = Instant::now();
    player.make_move(&id, 1, "e2e4").await?;
    let mut times = Vec::new();
    for listener in listeners {
        times.push(listener.await?? - sent);
    }
    let (middle, last) = (percentile(&mut times, 50), percentile(&mut times, 100));
    println!("a move is told to half of them within {middle:.1?}, to all within {last:.1?}");
    Ok(())
}

/// How many games the lists are made of.
const LISTED_GAMES: u64 = 100_000;
/// So many connections ask for lists at once.
const LIST_READERS: usize = 40;

/// A store in which one client has a seat in every second game, every seventh is by invitation, and every
/// third is over.
async fn fill(path: &Path, club: table::Club, owner: Digest) -> Result<()> {
    let log = Sqlite::open(path)?;
    let create = |number: u64| {
        let cards = club.cards();
        let card = cards[number as usize % cards.len()];
        let (other, invitation) = (Digest::of(&number.to_string()), Digest::of("come"));
        let seat = |seat: &str, token| NewSeat { seat: seat.to_owned(), token, invitation: None };
        let mut seats = vec![
            seat("white", Some(if number.is_multiple_of(2) { owner } else { other })),
            seat("black", Some(other)),
        ];
        if number.is_multiple_of(7) {
            seats[1] = NewSeat { token: None, invitation: Some(invitation), ..seats[1].clone() };
        }
        let summary = Summary {
            kind: card.name().to_owned(),
            players: r#"{"white":"human","black":"level:3"}"#.to_owned(),
            moves: number / 5 % 5,
            over: number.is_multiple_of(3),
            computer_to_move: false,
            at: number / 4,
            time: None,
            flag_at: None,
        };
        let id = format!("game{number}").parse().map_err(|_| "a bad name")?;
        let events = vec!["{}".to_owned(); 8];
        Result::Ok(log.create(NewGame { id, events, summary, leaderboard: None, seats }))
    };
    for created in (0..LISTED_GAMES).map(create).collect::<Result<Vec<_>>>()? {
        created.await?;
    }
    Ok(())
}

/// Processor time of this process, as Linux tells it: hundredths of a second.
fn processor_time() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(") ").ok_or("no fields")?;
    let ticks = fields.split(' ').skip(11).take(2).map(str::parse::<u64>);
    Ok(Duration::from_millis(10 * ticks.sum::<std::result::Result<u64, _>>()?))
}

/// Every kind of list, from its beginning and from the middle.
fn every_list(owner: Digest) -> Result<Vec<Query>> {
    let middle = Some((LISTED_GAMES / 8, format!("game{}", LISTED_GAMES / 2).parse()?));
    let mut lists = Vec::new();
    for (scope, asker) in [
        (Scope::All, None),
        (Scope::All, Some(owner)),
        (Scope::Own, Some(owner)),
        (Scope::Others, None),
        (Scope::Others, Some(owner)),
    ] {
        for over in [None, Some(false), Some(true)] {
            for kind in [None, Some(chess()?.name().to_owned())] {
                for after in [None, middle.clone()] {
                    let kind = kind.clone();
                    lists.push(Query { kind, over, asker, scope, after, limit: 200 });
                }
            }
        }
    }
    Ok(lists)
}

async fn lists() -> Result<()> {
    const TIMES: u32 = 100;
    let folder = tempfile::tempdir_in(".")?;
    let path = folder.path().join("games.db");
    let token = "abcdefghijkmnpqrstuvwxyz23456789";
    fill(&path, games::CLUB, Digest::of(token)).await?;
    let log = Sqlite::open(&path)?;
    let mut worst = Duration::ZERO;
    for query in every_list(Digest::of(token))? {
        let before = processor_time()?;
        for _ in 0..TIMES {
            log.list(query.clone()).await?;
        }
        worst = worst.max(processor_time()?.saturating_sub(before) / TIMES);
    }
    drop(log);
    println!("{LISTED_GAMES} games: no list of 200 takes more than {worst:.1?} of a processor");
    beside_lists(&path, token).await
}

/// How long the home page takes while many connections of one client read lists.
async fn beside_lists(path: &Path, token: &'static str) -> Result<()> {
    let server = serve(path, 1024).await?;
    let address = server.address();
    let done = Arc::new(AtomicBool::new(false));
    let read = |number: usize| {
        let done = Arc::clone(&done);
        let paths = ["?limit=200", "?game=chess&state=running&limit=200", "?mine=true&limit=200"];
        let path = format!("/api/games{}", paths[number % paths.len()]);
        tokio::spawn(async move {
            let mut connection = Connection::open(address).await?;
            connection.cookie = format!("tablero={token}");
            while !done.load(Ordering::Relaxed) {
                connection.ask("GET", &path, "").await?;
            }
            Result::Ok(())
        })
    };
    let readers: Vec<_> = (0..LIST_READERS).map(read).collect();
    let mut times = Vec::new();
    let mut home = Connection::open(address).await?;
    let began = Instant::now();
    while began.elapsed() < ROUND {
        let sent = Instant::now();
        home.ask("GET", "/", "").await?;
        times.push(sent.elapsed());
    }
    done.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.await??;
    }
    let (middle, last) = (percentile(&mut times, 50), percentile(&mut times, 100));
    println!(
        "beside {LIST_READERS} lists at once the home page takes p50 {middle:.1?}, at most {last:.1?}"
    );
    server.end().await;
    Ok(())
}
