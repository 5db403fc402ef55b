//! Copies, checks, and what is left of a damaged file.

use crate::common::{append, create, id, wait};
use std::fs;
use std::path::Path;
use store::{GameId, Inspection, Log, Sqlite, StoreError, wal_damage, wal_file};

fn events(store: &Path, game: &str) -> Vec<String> {
    Inspection::open(store).unwrap().events(&id(game)).unwrap()
}

/// A file with one game for each name, of so many events.
fn filled(store: &Path, games: &[&str], count: u64) {
    let log = Sqlite::open(store).unwrap();
    let mut answers = Vec::new();
    for game in games {
        answers.push(create(&log, game, "zero"));
        for number in 1..count {
            answers.push(append(&log, game, number, &[&format!("{game}{number}")]));
        }
    }
    for answer in answers {
        wait(answer).unwrap();
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
        inspection.games().games.into_iter().partition(|game| inspection.events(game).is_ok());
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

/// The leaves of a table, as page numbers.
fn leaves(store: &Path, table: &str) -> Vec<usize> {
    let connection = rusqlite::Connection::open(store).unwrap();
    let sql = "SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = 'leaf' ORDER BY path";
    let mut statement = connection.prepare(sql).unwrap();
    let pages = statement.query_map([table], |row| row.get::<_, i64>(0)).unwrap();
    pages.map(|page| page.unwrap() as usize).collect()
}

/// Noise that is the same each time.
fn noise(seed: u64) -> impl Iterator<Item = u8> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    })
}

fn overwrite(store: &Path, page: usize, bytes: impl Iterator<Item = u8>) {
    let mut file = fs::read(store).unwrap();
    let page = &mut file[(page - 1) * 4096..page * 4096];
    page.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
    fs::write(store, file).unwrap();
}

#[test]
fn a_damaged_page_costs_only_the_games_that_are_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let names: Vec<String> = (0..400).map(|number| format!("g{}x{number}", number % 7)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    filled(&store, &names, 4);
    let whole = fs::read(&store).unwrap();
    for table in ["events", "games", "seats"] {
        let pages = leaves(&store, table);
        assert!(pages.len() > 2, "{table} has {} leaves", pages.len());
        for damage in 0..6 {
            fs::write(&store, &whole).unwrap();
            // The first page, one in the middle, two with whole ones between them.
            let hit = match damage % 3 {
                0 => vec![pages[0]],
                1 => vec![pages[pages.len() / 2]],
                _ => vec![pages[0], pages[pages.len() - 1]],
            };
            for &page in &hit {
                let bytes: Box<dyn Iterator<Item = u8>> = match damage {
                    0..3 => Box::new(std::iter::repeat(0)),
                    seed => Box::new(noise(seed)),
                };
                overwrite(&store, page, bytes);
            }
            let case = format!("{table} {damage}");
            let inspection = Inspection::open(&store).unwrap();
            assert!(!inspection.faults().is_ok_and(|faults| faults.is_empty()), "{case}");
            let found = inspection.games();
            assert!(!found.damage.is_empty(), "{case}");
            let whole = |game: &&GameId| inspection.events(game).is_ok();
            let (whole, damaged): (Vec<_>, Vec<_>) = found.games.iter().partition(whole);
            // What is missing in one table is found in another.
            assert_eq!(found.games.len(), names.len(), "{case}");
            let most = hit.len() * (names.len() / (pages.len() - 1) + 10);
            assert!(!damaged.is_empty() && damaged.len() < most, "{case}: {}", damaged.len());
            let saved = folder.path().join("saved.db");
            let whole: Vec<GameId> = whole.into_iter().cloned().collect();
            assert_eq!(store::salvage(&store, &saved, &whole), Ok(Vec::new()), "{case}");
            assert_eq!(Inspection::open(&saved).unwrap().games().games, whole, "{case}");
            fs::remove_file(&saved).unwrap();
        }
    }
}

#[test]
#[cfg(unix)]
fn a_restore_that_fails_at_a_file_beside_the_store_puts_the_store_back() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    filled(&copy, &["a"], 3);
    let garbage: Vec<u8> = noise(1).take(20_000).collect();
    fs::write(&store, &garbage).unwrap();
    // A journal that begins with 0 has nothing to undo, and stays where it is.
    let journal = folder.path().join("games.db-journal");
    fs::write(&journal, [0; 100]).unwrap();
    // The store can get this name, and its journal cannot, for which it is too long.
    let now = "x".repeat(255 - 2 - "games.db.before-".len());
    let failed = store::restore(&copy, &store, &now);
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    assert_eq!(fs::read(&store).unwrap(), garbage);
    assert_eq!(fs::read(&journal).unwrap(), [0; 100]);
    let names = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(!names.iter().any(|name| name.starts_with("games.db.")), "{names:?}");
}

#[test]
fn whatever_is_in_the_place_of_a_store_a_backup_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (store, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    filled(&copy, &["a"], 3);
    let newer = {
        let file = folder.path().join("newer.db");
        fs::copy(&copy, &file).unwrap();
        rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
        fs::read(&file).unwrap()
    };
    let truncated = fs::read(&copy).unwrap()[..5_000].to_vec();
    let garbage: Vec<u8> = noise(1).take(20_000).collect();
    for (number, before) in [newer, truncated, garbage, b"text".to_vec()].iter().enumerate() {
        fs::write(&store, before).unwrap();
        fs::write(wal_file(&store), [7; 5_000]).unwrap();
        let kept = store::restore(&copy, &store, &format!("{number}")).unwrap().unwrap();
        assert_eq!(events(&store, "a").len(), 3, "{number}");
        assert_eq!(fs::read(&kept).unwrap().len(), before.len(), "{number}");
        assert!(!folder.path().join("games.db.part").exists());
        assert!(Sqlite::open(&store).is_ok());
    }
    // Of two in the same second none is lost.
    let again = store::restore(&copy, &store, "0").unwrap().unwrap();
    assert_eq!(again, folder.path().join("games.db.before-0-2"));
}

#[test]
fn what_was_committed_last_in_a_store_that_is_gone_is_not_replayed_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let store = killed(folder.path());
    let copy = folder.path().join("copy.db");
    filled(&copy, &["b"], 3);
    let wal = fs::read(wal_file(&store)).unwrap();
    fs::remove_file(&store).unwrap();
    let kept = store::restore(&copy, &store, "now").unwrap().unwrap();
    assert_eq!(kept, folder.path().join("games.db.before-now-wal"));
    assert_eq!(fs::read(kept).unwrap(), wal);
    assert_eq!(events(&store, "b").len(), 3);
    // The same where a copy is written over a file that was a store.
    fs::write(wal_file(&store), wal).unwrap();
    store::backup(&copy, &store).unwrap();
    assert_eq!(events(&store, "b").len(), 3);
    assert!(!wal_file(&store).exists());
    let log = Sqlite::open(&store).unwrap();
    wait(append(&log, "b", 3, &["more"])).unwrap();
    assert_eq!(store::backup(&copy, &store), Err(StoreError::InUse));
    assert_eq!(wait(log.read(&id("b"), 0)).unwrap().len(), 4);
    assert!(!folder.path().join("games.db.part").exists());
}

#[test]
#[cfg(unix)]
fn a_store_is_not_copied_onto_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    filled(&store, &["a"], 3);
    let (link, hard) = (folder.path().join("link.db"), folder.path().join("hard.db"));
    std::os::unix::fs::symlink(&store, &link).unwrap();
    fs::hard_link(&store, &hard).unwrap();
    for same in [&store, &link, &hard, &folder.path().join(".").join("games.db")] {
        assert_eq!(store::backup(&store, same), Err(StoreError::SameFile), "{}", same.display());
        assert_eq!(store::backup(same, &store), Err(StoreError::SameFile), "{}", same.display());
        assert_eq!(store::restore(same, &store, "now"), Err(StoreError::SameFile));
    }
    assert_eq!(events(&store, "a").len(), 3);
}

#[test]
fn frames_of_a_torn_transaction_are_no_damage_in_whatever_order_they_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = killed(folder.path());
    let wal = wal_file(&store);
    let whole = fs::read(&wal).unwrap();
    let frame = 24 + 4096;
    let frames = (whole.len() - 32) / frame;
    let commits = |number: usize| whole[32 + number * frame + 4..][..4] != [0; 4];
    assert!(commits(frames - 1));
    let begin = (0..frames - 1).rev().find(|&number| commits(number)).unwrap() + 1;
    assert!(begin < frames - 1, "the last transaction has one frame");
    // Any frame of the last transaction is missing, but its commit frame is there.
    for torn in begin..frames {
        let mut changed = whole.clone();
        changed[32 + torn * frame..][..frame].fill(0);
        fs::write(&wal, &changed).unwrap();
        assert_eq!(wal_damage(&store).unwrap(), None, "frame {torn} of {begin}..{frames}");
    }
    // One of a transaction before it was synced: bytes have changed. Its header may be hit, too.
    for place in [0, 9, 30, 2_000] {
        let mut changed = whole.clone();
        changed[32 + (begin / 2) * frame + place] ^= 1;
        fs::write(&wal, &changed).unwrap();
        assert!(wal_damage(&store).unwrap().is_some(), "byte {place}");
    }
}

#[test]
fn a_damaged_write_ahead_log_is_kept_before_it_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let store = killed(folder.path());
    let mut bytes = fs::read(wal_file(&store)).unwrap();
    bytes[32 + 5 * (24 + 4096) + 100] ^= 1;
    fs::write(wal_file(&store), &bytes).unwrap();
    let log = Sqlite::open(&store).unwrap();
    let kept = log.kept_wal().unwrap().clone();
    assert_eq!(kept.copy, folder.path().join("games.db-wal.damaged-1"));
    assert_eq!(kept.damage.used, 5);
    assert_eq!(fs::read(&kept.copy).unwrap(), bytes);
    // What was left behind the damage is not found once more.
    assert_eq!(wal_damage(&store).unwrap(), None);
    drop(log);
    assert!(Sqlite::open(&store).unwrap().kept_wal().is_none());
}
