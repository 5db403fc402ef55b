//! The log is killed at random moments, and loses nothing that it has acknowledged.
//!
//! The test runs itself again as a child that writes to many games and prints each event after its
//! acknowledgement; the child is killed, the file is opened, and everything printed must be there,
//! once and in order. `TABLERO_CRASH_ROUNDS` asks for more rounds than the usual twenty.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};
use store::{Log, Sqlite, StoreError};

mod common;
use common::{append, create, id, wait};

const FILE: &str = "TABLERO_CRASH_FILE";
const ROUNDS: &str = "TABLERO_CRASH_ROUNDS";
const WRITERS: usize = 12;

/// Not a test of its own: what the child does.
#[test]
#[ignore = "the child of the crash test"]
fn child_that_writes_until_it_is_killed() {
    let Some(file) = env::var_os(FILE) else { return };
    let log = Sqlite::open(Path::new(&file)).unwrap();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let log = &log;
            scope.spawn(move || write_for_ever(log, &format!("game{writer}")));
        }
    });
}

fn write_for_ever(log: &Sqlite, game: &str) {
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
fn round(file: &Path, life: Duration) -> HashMap<String, u64> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "child_that_writes_until_it_is_killed", "--ignored", "--nocapture"])
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
        let acknowledged = round(&file, life);
        progressed += u32::from(!acknowledged.is_empty());
        known.extend(acknowledged);
        let log = Sqlite::open(&file).unwrap();
        for (game, &next) in &known {
            let events = wait(log.read(&id(game), 0)).unwrap();
            assert!(
                events.len() as u64 >= next,
                "round {number}: {game} had {next} events acknowledged and has {}",
                events.len()
            );
            for (number, event) in events.iter().enumerate() {
                assert_eq!(*event, format!("{game}-{number}"), "lost, doubled or out of order");
            }
            // A pair that begins at a multiple of seven is there as a whole or not at all.
            assert_ne!((events.len() - 1) % 7, if events.len() > 1 { 0 } else { 9 }, "half a pair");
        }
    }
    assert!(progressed > rounds / 2, "only {progressed} rounds of {rounds} came to write anything");
}
