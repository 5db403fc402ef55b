//! What can be set, with values that suit a small machine.

use crate::retention::Retention;
use crate::time::MachineClock;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;
use table::Resources;

/// Limits and timeouts of the server.
#[derive(Debug, Clone)]
pub struct Config {
    /// A head that has not arrived whole after this time ends the connection.
    pub header_timeout: Duration,
    /// A body that has not arrived whole after this time is refused.
    pub body_timeout: Duration,
    /// No answer takes longer than this, streams aside.
    pub answer_timeout: Duration,
    /// How long connections may finish what they are doing when the server ends.
    pub shutdown_timeout: Duration,
    /// A client that takes nothing for this time loses its connection.
    pub write_timeout: Duration,
    /// The largest body in bytes.
    pub largest_body: usize,
    /// The largest body in bytes where a game may come with it.
    pub largest_record: usize,
    /// The largest head in bytes.
    pub largest_head: usize,
    /// Connections at the same time, as far as the limit of open files leaves room for them.
    pub most_connections: usize,
    /// Connections that an address may hold open, proxies aside that are trusted.
    pub connections_per_address: usize,
    /// Requests per second that an address may make in the long run.
    pub requests_per_second: f64,
    /// Requests that an address may make at once.
    pub request_burst: f64,
    /// Games per second that an address may begin in the long run.
    pub games_per_second: f64,
    /// Games that an address may begin at once.
    pub game_burst: f64,
    /// Streams that an address may hold open.
    pub streams_per_address: usize,
    /// Events that the client of a stream may be behind before it has to resync.
    pub most_behind: u64,
    /// How long a poll of a game counts as having it open. Hidden tabs without a stream poll every 15 seconds.
    pub poll_lasts: Duration,
    /// Events that a game may have.
    pub most_events: u64,
    /// Events that a game from a file may have beside two for each cell of its board.
    pub most_imported_events: usize,
    /// Events of a game from a file that cost as much as beginning one more game.
    pub imported_events_per_game: usize,
    /// How long games are kept that nobody touches.
    pub retention: Retention,
    /// Kilobytes of events that an address may store in a day.
    pub kilobytes_per_day: f64,
    /// Games kept in memory before idle ones are let go.
    pub most_live_games: usize,
    /// Bytes that games may take in memory before idle ones are let go, the heaviest first.
    pub memory: usize,
    /// Threads on which computer players think.
    pub thinkers: usize,
    /// Megabytes of the transposition table of a player that thinks for seconds.
    pub hash: usize,
    /// Thoughts and requests of one address that may wait for a thread.
    pub most_waiting_per_address: usize,
    /// Hints, searches for hidden boards and files that may wait for a thread.
    pub most_requests_waiting: usize,
    /// The pause before each move when only computers play, so that people can watch.
    pub pace: Duration,
    /// How often the server notes that it is alive while a clock runs. A player gets back at most this much more
    /// than the downtime.
    pub heartbeat: Duration,
    /// The clock by which events happen.
    pub clock: MachineClock,
    /// Are cookies only for connections with TLS, which a proxy provides?
    pub secure_cookies: bool,
    /// Proxies whose X-Forwarded-For and X-Forwarded-Host are believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Names by which clients may reach the server, beside those of a loopback address.
    pub hosts: Vec<String>,
    /// The directory whose entries are runs of programs that teach themselves.
    pub learnt: Option<PathBuf>,
    /// May clients start and stop learning on a server that is open to strangers, too?
    pub lab: bool,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(30),
            shutdown_timeout: Duration::from_secs(5),
            write_timeout: Duration::from_secs(30),
            largest_body: 16 << 10,
            largest_record: 256 << 10,
            largest_head: 16 << 10,
            most_connections: 10_000,
            connections_per_address: 128,
            requests_per_second: 50.0,
            request_burst: 200.0,
            games_per_second: 1.0,
            game_burst: 30.0,
            streams_per_address: 64,
            most_behind: 32,
            poll_lasts: Duration::from_secs(20),
            most_events: 20_000,
            most_imported_events: 2_000,
            imported_events_per_game: 200,
            retention: Retention::default(),
            kilobytes_per_day: 131_072.0,
            most_live_games: 10_000,
            memory: 256 << 20,
            thinkers: cores.div_ceil(2),
            hash: Resources::default().megabytes,
            most_waiting_per_address: 16,
            most_requests_waiting: 64,
            pace: Duration::from_millis(700),
            heartbeat: Duration::from_secs(5),
            clock: MachineClock::default(),
            secure_cookies: false,
            trusted_proxies: Vec::new(),
            hosts: Vec::new(),
            learnt: None,
            lab: false,
        }
    }
}
