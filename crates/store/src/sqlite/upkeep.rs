//! Work on a store from outside of a server: a copy of it, a look through it, and what can be saved of a damaged
//! one.

use super::scan::scan;
use super::{schema, statements};
use crate::{GameId, StoreError};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Faults of the file that are listed, at most.
const MOST_FAULTS: u32 = 20;

/// The files that may stand beside a store: what was committed last, its index, and what an unfinished
/// transaction would undo. `SQLite` applies the first and the last to whatever has the store's name.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Writes a copy of a store as it is at this moment, while a server may be writing to it. The copy is one file,
/// and it is whole or not there. A file of that name is written over, unless it is a store that a program has open.
pub fn backup(store: &Path, copy: &Path) -> Result<(), StoreError> {
    if is_same_file(store, copy) {
        return Err(StoreError::SameFile);
    }
    let unfinished = Unfinished(beside(copy, "part"));
    copy_into(store, &unfinished.0)?;
    release(copy)?;
    for file in files_beside(copy) {
        remove(&file)?;
    }
    Ok(put_in_place(&unfinished.0, copy)?)
}

/// Puts a copy in the place of a store that no program has open. What was there is kept beside it, damaged or not,
/// under the name that is returned.
pub fn restore(copy: &Path, store: &Path, now: &str) -> Result<Option<PathBuf>, StoreError> {
    if is_same_file(store, copy) {
        return Err(StoreError::SameFile);
    }
    let unfinished = Unfinished(beside(store, "part"));
    copy_into(copy, &unfinished.0)?;
    release(store)?;
    let name = |number: u32| match number {
        1 => beside(store, &format!("before-{now}")),
        _ => beside(store, &format!("before-{now}-{number}")),
    };
    let is_free = |name: &PathBuf| !name.exists() && files_beside(name).all(|file| !file.exists());
    let kept = (1..1_000).map(name).find(is_free);
    let kept = kept.ok_or_else(|| StoreError::Failed("too many stores are kept".to_owned()))?;
    let mut moved = Vec::new();
    let placed =
        move_aside(store, &kept, &mut moved).and_then(|()| put_in_place(&unfinished.0, store));
    if let Err(error) = placed {
        // Better the whole store of before than none, or one without its write-ahead log.
        for (name, new_name) in moved.iter().rev() {
            let _ = fs::rename(new_name, name);
        }
        return Err(error.into());
    }
    Ok(moved.into_iter().next().map(|(_, new_name)| new_name))
}

/// Writes a copy of a store under a name at which nothing is kept.
fn copy_into(store: &Path, copy: &Path) -> Result<(), StoreError> {
    let connection = open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let name = copy.to_str().ok_or_else(|| {
        StoreError::Failed(format!("{} is no name that can be written", copy.display()))
    })?;
    remove(copy)?;
    connection.execute("VACUUM INTO ?1", [name])?;
    Ok(())
}

/// Gives a store and the files beside it another name. Those that were there are added to `moved` with their new names, also
/// where it fails at a later one.
fn move_aside(store: &Path, kept: &Path, moved: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    let names = [store.to_owned()].into_iter().chain(files_beside(store));
    let new_names = [kept.to_owned()].into_iter().chain(files_beside(kept));
    for (name, new_name) in names.zip(new_names) {
        match fs::rename(&name, &new_name) {
            Ok(()) => moved.push((name, new_name)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Moves everything into the one file of a store, of whatever version. Fails when a program has it open; one that
/// is missing or too damaged to be read is left as it is.
fn release(store: &Path) -> Result<(), StoreError> {
    if !store.exists() {
        return Ok(());
    }
    let access = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // Only the last connection may leave the mode in which there is a write-ahead log.
    let mode = Connection::open_with_flags(store, access).and_then(|connection| {
        connection.busy_timeout(Duration::ZERO)?;
        connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))
    });
    match mode {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => Err(StoreError::InUse),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Ok(()),
            Some(ErrorCode::DatabaseBusy) => Err(StoreError::InUse),
            _ => Err(error.into()),
        },
    }
}

/// Do two names mean one file?
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
        id(one).is_some() && id(one) == id(other)
    }
    #[cfg(not(unix))]
    {
        let name = |path: &Path| path.canonicalize().ok();
        name(one).is_some() && name(one) == name(other)
    }
}

/// A file that is being written, removed when this is dropped unless it has got its name by then.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for file in [self.0.clone()].into_iter().chain(files_beside(&self.0)) {
            let _ = remove(&file);
        }
    }
}

fn files_beside(store: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let store = store.as_os_str().to_owned();
    BESIDE.into_iter().map(move |ending| {
        let mut name = store.clone();
        name.push(ending);
        name.into()
    })
}

/// The games that were found in a store.
#[derive(Debug, Default)]
pub struct FoundGames {
    pub games: Vec<GameId>,
    /// Why there may have been others, in sentences.
    pub damage: Vec<String>,
}

/// A store that is looked through.
pub struct Inspection {
    connection: Connection,
}

impl Inspection {
    pub fn open(store: &Path) -> Result<Inspection, StoreError> {
        Ok(Inspection { connection: open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)? })
    }

    /// What is wrong with the file as a database, in the words of `SQLite`.
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        let sql = format!("PRAGMA integrity_check({MOST_FAULTS})");
        let mut statement = self.connection.prepare(&sql)?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
        Ok(if lines == ["ok"] { Vec::new() } else { lines })
    }

    /// All games of which anything is left. Damage hides only what is on the pages that it hits.
    pub fn games(&self) -> FoundGames {
        let mut games = BTreeSet::new();
        let mut damage = Vec::new();
        for (table, column) in [("games", "id"), ("events", "game"), ("seats", "game")] {
            let scanned = scan(&self.connection, table, column);
            games.extend(scanned.games);
            if let Some(failure) = scanned.failure {
                damage.push(format!("a part of the table {table} cannot be read: {failure}"));
            }
            if scanned.nameless {
                damage.push(format!("the table {table} has an entry without the name of a game"));
            }
        }
        FoundGames { games: games.into_iter().collect(), damage }
    }

    /// The events of a game, if all of them are there.
    pub fn events(&self, game: &GameId) -> Result<Vec<String>, StoreError> {
        let next = statements::next(&self.connection, game)?;
        let next = next.ok_or_else(|| StoreError::Damaged("its entry is missing".to_owned()))?;
        let events = statements::read(&self.connection, game, 0)?;
        statements::seats(&self.connection, game)
            .map_err(|_| StoreError::Damaged("its seats are missing".to_owned()))?;
        if events.len() as u64 != next {
            let found = events.len();
            return Err(StoreError::Damaged(format!("{found} of its {next} events are there")));
        }
        Ok(events)
    }
}

/// Writes a new store with these games of a damaged one. Returns those that could not be copied.
pub fn salvage(
    store: &Path,
    copy: &Path,
    games: &[GameId],
) -> Result<Vec<(GameId, StoreError)>, StoreError> {
    let version = version(&open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?)?;
    if version != schema::VERSION {
        return Err(StoreError::TooOld { found: version, known: schema::VERSION });
    }
    let unfinished = Unfinished(beside(copy, "part"));
    remove(&unfinished.0)?;
    let mut connection = Connection::open(&unfinished.0)?;
    schema::prepare(&mut connection)?;
    // The file is synced as a whole before it gets its name.
    connection.pragma_update(None, "synchronous", "OFF")?;
    let name =
        store.to_str().ok_or_else(|| StoreError::Failed("the name is no text".to_owned()))?;
    connection.execute("ATTACH ?1 AS damaged", [name])?;
    let tables = ["games", "events", "seats"].map(|table| {
        columns(&connection, table).map(|columns| {
            let key = if table == "games" { "id" } else { "game" };
            format!(
                "INSERT INTO main.{table} ({columns}) SELECT {columns} FROM damaged.{table} WHERE {key} = ?1"
            )
        })
    });
    let mut lost = Vec::new();
    for game in games {
        let transaction = connection.transaction()?;
        let copied = tables.iter().try_for_each(|table| {
            let sql = table.as_ref().map_err(StoreError::clone)?;
            transaction.prepare_cached(sql)?.execute([game.as_str()])?;
            Ok(())
        });
        match copied {
            Ok(()) => transaction.commit()?,
            Err(error) => lost.push((game.clone(), error)),
        }
    }
    // Names that cannot be read are given again by their owners.
    let _ = connection.execute("INSERT INTO main.nicknames SELECT * FROM damaged.nicknames", []);
    connection.execute("DETACH damaged", [])?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    drop(connection);
    for file in files_beside(copy) {
        remove(&file)?;
    }
    put_in_place(&unfinished.0, copy)?;
    Ok(lost)
}

/// The columns of a table that are stored, as a list.
fn columns(connection: &Connection, table: &str) -> Result<String, StoreError> {
    let mut statement = connection.prepare("SELECT name FROM main.pragma_table_info(?1)")?;
    let names = statement.query_map([table], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<Result<Vec<_>, _>>()?.join(", "))
}

fn open(store: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    if !store.exists() {
        return Err(StoreError::Failed(format!("there is no {}", store.display())));
    }
    let connection = Connection::open_with_flags(store, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    version(&connection)?;
    Ok(connection)
}

fn version(connection: &Connection) -> Result<i64, StoreError> {
    schema::version(&connection.unchecked_transaction()?)
}

/// A name beside that of a file.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn remove(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Gives a finished file its name, so that it survives the machine's losing power.
fn put_in_place(unfinished: &Path, name: &Path) -> io::Result<()> {
    File::open(unfinished)?.sync_all()?;
    fs::rename(unfinished, name)?;
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
