//! The log is killed at random moments, and loses nothing that it has acknowledged.
//!
//! The test runs itself again as a child that writes to many games and prints each event after its
//! acknowledgement; the child is killed, the file is opened, and everything printed must be there,
//! once and in order. `TABLERO_CRASH_ROUNDS` asks for more rounds than the usual twenty. That the test
//! can fail is shown by a log that acknowledges too early, which it must catch.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};
use store::{
    Answer, Append, BestTime, Claim, Digest, GameId, Handover, KeptResult, Listed, Log, NewGame,
    News, OwnGame, OwnQuery, OwnResult, Query, Seat, Sqlite, StoreError, Summary, TakenOver,
    TimesQuery,
};
use tokio::sync::broadcast;

use crate::common::{append, create, id, wait};

const FILE: &str = "TABLERO_CRASH_FILE";
const ROUNDS: &str = "TABLERO_CRASH_ROUNDS";
const HASTY: &str = "TABLERO_CRASH_HASTY";
const WRITERS: usize = 12;

/// Not a test of its own: what the child does.
#[test]
#[ignore = "the child of the crash test"]
fn child_that_writes_until_it_is_killed() {
    let Some(file) = env::var_os(FILE) else { return };
    let log = Sqlite::open(Path::new(&file)).unwrap();
    let log: Box<dyn Log> =
        if env::var_os(HASTY).is_some() { Box::new(Hasty::new(log)) } else { Box::new(log) };
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let log = log.as_ref();
            scope.spawn(move || write_for_ever(log, &format!("game{writer}")));
        }
    });
}

/// A log that acknowledges what it is given and writes it a moment later.
struct Hasty {
    log: Arc<Sqlite>,
    later: Sender<Answer<()>>,
}

impl Hasty {
    fn new(log: Sqlite) -> Hasty {
        let (later, waiting) = channel::<Answer<()>>();
        thread::spawn(move || {
            for write in waiting {
                thread::sleep(Duration::from_millis(5));
                wait(write).unwrap();
            }
        });
        Hasty { log: Arc::new(log), later }
    }

    /// Promises to write, and says that it is done.
    fn promise(
        &self,
        write: impl Future<Output = Result<(), StoreError>> + Send + 'static,
    ) -> Answer<()> {
        self.later.send(Box::pin(write)).unwrap();
        Box::pin(async { Ok(()) })
    }
}

impl Log for Hasty {
    fn create(&self, game: NewGame) -> Answer<()> {
        let log = Arc::clone(&self.log);
        self.promise(async move { log.create(game).await })
    }

    fn append(&self, append: Append) -> Answer<()> {
        let log = Arc::clone(&self.log);
        self.promise(async move { log.append(append).await })
    }

    fn read(&self, game: &GameId, since: u64) -> Answer<Vec<String>> {
        self.log.read(game, since)
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        self.log.list(query)
    }

    fn waiting_for_computer(&self) -> Answer<Vec<(GameId, Option<Digest>)>> {
        self.log.waiting_for_computer()
    }

    fn untouched(
        &self,
        before: u64,
        after: Option<GameId>,
        limit: u32,
    ) -> Answer<Vec<(GameId, Summary)>> {
        self.log.untouched(before, after, limit)
    }

    fn remove(&self, games: Vec<(GameId, u64)>) -> Answer<Vec<GameId>> {
        self.log.remove(games)
    }

    fn check_writable(&self) -> Answer<()> {
        self.log.check_writable()
    }

    fn note_alive(&self, at: u64) -> Answer<()> {
        self.log.note_alive(at)
    }

    fn last_alive(&self) -> Answer<Option<u64>> {
        self.log.last_alive()
    }

    fn best_times(&self, query: TimesQuery) -> Answer<Vec<BestTime>> {
        self.log.best_times(query)
    }

    fn has_played(&self, leaderboard: &str, owner: Digest) -> Answer<bool> {
        self.log.has_played(leaderboard, owner)
    }

    fn secret(&self) -> Answer<Vec<u8>> {
        self.log.secret()
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        self.log.disqualify(game)
    }

    fn seats(&self, game: &GameId) -> Answer<Vec<Seat>> {
        self.log.seats(game)
    }

    fn claim(&self, claim: Claim) -> Answer<()> {
        self.log.claim(claim)
    }

    fn keep_look(&self, game: &GameId, ply: u32, found: String) -> Answer<()> {
        self.log.keep_look(game, ply, found)
    }

    fn looks(&self, game: &GameId) -> Answer<Vec<(u32, String)>> {
        self.log.looks(game)
    }

    fn keep_result(&self, game: &GameId, result: KeptResult) -> Answer<()> {
        self.log.keep_result(game, result)
    }

    fn without_result(&self, owner: Digest, limit: u32) -> Answer<Vec<GameId>> {
        self.log.without_result(owner, limit)
    }

    fn own_games(&self, query: OwnQuery) -> Answer<Vec<OwnGame>> {
        self.log.own_games(query)
    }

    fn own_results(&self, owner: Digest) -> Answer<Vec<OwnResult>> {
        self.log.own_results(owner)
    }

    fn discard(&self, game: &GameId, owner: Digest) -> Answer<bool> {
        self.log.discard(game, owner)
    }

    fn set_nickname(&self, owner: Digest, name: Option<String>) -> Answer<()> {
        self.log.set_nickname(owner, name)
    }

    fn nickname(&self, owner: Digest) -> Answer<Option<String>> {
        self.log.nickname(owner)
    }

    fn offer(&self, handover: Handover) -> Answer<()> {
        self.log.offer(handover)
    }

    fn take_over(&self, code: Digest, taker: Option<Digest>, now: u64) -> Answer<TakenOver> {
        self.log.take_over(code, taker, now)
    }

    fn heads(&self, games: Vec<GameId>) -> Answer<Vec<(GameId, u64)>> {
        self.log.heads(games)
    }

    fn subscribe(&self) -> broadcast::Receiver<News> {
        self.log.subscribe()
    }
}

fn write_for_ever(log: &dyn Log, game: &str) {
    let mut number = match wait(log.read(&id(game), 0)) {
        Ok(events) => events.len() as u64,
        Err(StoreError::NoSuchGame) => 0,
        Err(error) => panic!("{error}"),
    };
    // The parent kills long before; a child whose parent is gone ends by itself.
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        let event = format!("{game}-{number}");
        let done = match number {
            0 => wait(create(log, game, &event)),
            // Now and then two events at once: both or neither.
            _ if number % 7 == 0 => {
                let second = format!("{game}-{}", number + 1);
                wait(append(log, game, number, &[&event, &second]))
            }
            _ => wait(append(log, game, number, &[&event])),
        };
        done.unwrap();
        number += if number > 0 && number % 7 == 0 { 2 } else { 1 };
        // One write, so that a killed child leaves no half line in the middle.
        let line = format!("ack {game} {number}\n");
        if std::io::stdout().lock().write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Runs a child for a while, kills it, and returns how far each game was acknowledged.
fn round(file: &Path, life: Duration, hasty: bool) -> HashMap<String, u64> {
    let mut child = Command::new(env::current_exe().unwrap());
    if hasty {
        child.env(HASTY, "yes");
    }
    let mut child = child
        .args([
            "--exact",
            "crash::child_that_writes_until_it_is_killed",
            "--ignored",
            "--nocapture",
        ])
        .env(FILE, file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let reader = thread::spawn(move || {
        let mut acknowledged = HashMap::new();
        for line in output.lines().map_while(Result::ok) {
            let mut words = line.split_whitespace();
            let (Some("ack"), Some(game), Some(next)) = (words.next(), words.next(), words.next())
            else {
                continue;
            };
            acknowledged.insert(game.to_owned(), next.parse::<u64>().unwrap());
        }
        acknowledged
    });
    thread::sleep(life);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

/// What is wrong with a log after the end of the one who wrote to it, given how far each game had been
/// acknowledged.
fn check(file: &Path, known: &HashMap<String, u64>) -> Result<(), String> {
    let log = Sqlite::open(file).map_err(|error| error.to_string())?;
    for (game, &next) in known {
        let events = match wait(log.read(&id(game), 0)) {
            Ok(events) => events,
            Err(StoreError::NoSuchGame) => Vec::new(),
            Err(error) => return Err(error.to_string()),
        };
        let count = events.len() as u64;
        if count < next {
            return Err(format!("{game} had {next} events acknowledged and has {count}"));
        }
        let in_order = |(number, event): (usize, &String)| *event == format!("{game}-{number}");
        if !events.iter().enumerate().all(in_order) {
            return Err(format!("{game}: doubled or out of order"));
        }
        // A pair that begins at a multiple of seven is there as a whole or not at all.
        if count > 1 && (count - 1).is_multiple_of(7) {
            return Err(format!("{game} has half a pair"));
        }
    }
    Ok(())
}

#[test]
fn what_was_acknowledged_survives_a_kill_at_any_moment() {
    let rounds: u32 = env::var(ROUNDS).ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.db");
    let mut known: HashMap<String, u64> = HashMap::new();
    let mut progressed = 0;
    for number in 0..rounds {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_nanos();
        let life = Duration::from_millis(u64::from(60 + now % 340));
        let acknowledged = round(&file, life, false);
        progressed += u32::from(!acknowledged.is_empty());
        known.extend(acknowledged);
        assert_eq!(check(&file, &known), Ok(()), "round {number}");
    }
    assert!(progressed > rounds / 2, "only {progressed} rounds of {rounds} came to write anything");
}

#[test]
fn a_log_that_acknowledges_before_it_commits_is_caught() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.db");
    let mut known = HashMap::new();
    while known.is_empty() {
        known = round(&file, Duration::from_millis(500), true);
    }
    let loss = check(&file, &known).unwrap_err();
    assert!(loss.contains("events acknowledged and has"), "{loss}");
}
