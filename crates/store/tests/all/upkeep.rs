//! Copies, checks, and what is left of a damaged file.

use crate::common::{append, create, id, wait};
use std::fs;
use std::path::Path;
use store::{Inspection, Log, Sqlite, StoreError, wal_damage, wal_file};

fn events(store: &Path, game: &str) -> Vec<String> {
    Inspection::open(store).unwrap().events(&id(game)).unwrap()
}

/// A file with one game for each name, of so many events.
fn filled(store: &Path, games: &[&str], count: u64) {
    let log = Sqlite::open(store).unwrap();
    for game in games {
        wait(create(&log, game, "zero")).unwrap();
        for number in 1..count {
            wait(append(&log, game, number, &[&format!("{game}{number}")])).unwrap();
        }
    }
}

#[test]
fn a_store_that_was_closed_is_one_file_that_can_be_copied() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let (store, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
        filled(&store, &["a"], 3);
        fs::copy(&store, &copy).unwrap();
        assert_eq!(events(&copy, "a"), ["zero", "a1", "a2"]);
    }
}

#[test]
fn a_backup_is_a_whole_store_of_this_moment_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    let log = Sqlite::open(&store).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 1..200 {
                wait(append(&log, "a", number, &[&format!("a{number}")])).unwrap();
            }
        });
        while !writer.is_finished() {
            let before = wait(log.read(&id("a"), 0)).unwrap().len();
            store::backup(&store, &copy).unwrap();
            let found = events(&copy, "a");
            assert!(found.len() >= before, "{} of {before}", found.len());
            assert!(!copy.with_extension("db-wal").exists());
        }
    });
    // It can be gone on with like any other store.
    let again = Sqlite::open(&copy).unwrap();
    let next = wait(again.read(&id("a"), 0)).unwrap().len() as u64;
    wait(append(&again, "a", next, &["more"])).unwrap();
}

#[test]
fn restoring_keeps_what_was_there_and_is_refused_while_the_store_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    filled(&store, &["a"], 2);
    store::backup(&store, &copy).unwrap();
    let log = Sqlite::open(&store).unwrap();
    wait(append(&log, "a", 2, &["a2"])).unwrap();
    assert_eq!(store::restore(&copy, &store, "now"), Err(StoreError::InUse));
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap().len(), 3);
    drop(log);
    let kept = store::restore(&copy, &store, "now").unwrap().unwrap();
    assert_eq!(kept, folder.path().join("games.db.before-now"));
    assert_eq!((events(&store, "a").len(), events(&kept, "a").len()), (2, 3));
    // Where nothing was, nothing is kept.
    let new = folder.path().join("new.db");
    assert_eq!(store::restore(&copy, &new, "now"), Ok(None));
    assert_eq!(events(&new, "a").len(), 2);
    let missing = store::backup(&folder.path().join("none.db"), &new).unwrap_err();
    assert!(missing.to_string().contains("there is no "), "{missing}");
}

#[test]
fn what_is_whole_of_a_damaged_store_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games.db"), folder.path().join("saved.db"));
    filled(&store, &["a", "b", "c"], 4);
    let connection = rusqlite::Connection::open(&store).unwrap();
    connection.execute("DELETE FROM events WHERE game = 'b' AND number = 2", []).unwrap();
    drop(connection);
    let inspection = Inspection::open(&store).unwrap();
    assert_eq!(inspection.faults(), Ok(Vec::new()));
    let (whole, damaged): (Vec<_>, Vec<_>) =
        inspection.games().unwrap().into_iter().partition(|game| inspection.events(game).is_ok());
    assert_eq!(damaged, [id("b")]);
    let why = inspection.events(&id("b")).unwrap_err().to_string();
    assert!(why.contains("3 of its 4 events are there"), "{why}");
    assert_eq!(store::salvage(&store, &copy, &whole), Ok(Vec::new()));
    let saved = Sqlite::open(&copy).unwrap();
    assert_eq!(wait(saved.read(&id("c"), 0)).unwrap(), ["zero", "c1", "c2", "c3"]);
    assert_eq!(wait(saved.read(&id("b"), 0)), Err(StoreError::NoSuchGame));
    assert_eq!(wait(saved.seats(&id("a"))), wait(Sqlite::open(&store).unwrap().seats(&id("a"))));
}

/// A store as a killed server leaves it: copied while it is open, with its last moves beside it.
fn killed(folder: &Path) -> std::path::PathBuf {
    let (running, store) = (folder.join("running.db"), folder.join("games.db"));
    let log = Sqlite::open(&running).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    for number in 1..30 {
        wait(append(&log, "a", number, &[&format!("a{number}")])).unwrap();
    }
    fs::copy(&running, &store).unwrap();
    fs::copy(wal_file(&running), wal_file(&store)).unwrap();
    store
}

#[test]
fn damage_in_the_write_ahead_log_is_noticed_and_an_unfinished_end_is_not_damage() {
    let folder = tempfile::tempdir().unwrap();
    let store = killed(folder.path());
    let wal = wal_file(&store);
    let whole = fs::read(&wal).unwrap();
    assert_eq!(wal_damage(&store).unwrap(), None);
    // The last transaction was not finished.
    for cut in [1, 100, 5_000] {
        fs::write(&wal, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(wal_damage(&store).unwrap(), None, "{cut} bytes less");
    }
    let frame = 24 + 4096;
    let frames = (whole.len() - 32) as u64 / frame;
    for place in [32 + 30, 32 + 5 * frame as usize + 100] {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        fs::write(&wal, &changed).unwrap();
        let damage = wal_damage(&store).unwrap().unwrap();
        assert_eq!(damage.used, (place as u64 - 32) / frame);
        assert_eq!(damage.used + damage.dropped, frames);
    }
    let mut header = whole.clone();
    header[20] ^= 1;
    fs::write(&wal, &header).unwrap();
    assert_eq!(wal_damage(&store).unwrap().unwrap().used, 0);
    fs::remove_file(&wal).unwrap();
    assert_eq!(wal_damage(&store).unwrap(), None);
}

#[test]
fn what_is_left_of_an_earlier_round_of_the_write_ahead_log_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let log = Sqlite::open(&store).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    for number in 1..30 {
        wait(append(&log, "a", number, &["x"])).unwrap();
    }
    let other = rusqlite::Connection::open(&store).unwrap();
    let done: i64 =
        other.query_row("PRAGMA wal_checkpoint(RESTART)", [], |row| row.get(0)).unwrap();
    assert_eq!(done, 0);
    wait(append(&log, "a", 30, &["of the next round"])).unwrap();
    assert_eq!(wal_damage(&store).unwrap(), None);
}
