//! Work on a store from outside of a server: a copy of it, a look through it, and what can be saved of a damaged
//! one.

use crate::{GameId, StoreError, schema, statements};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Faults of the file that are listed, at most.
const MOST_FAULTS: u32 = 20;

/// Writes a copy of a store as it is at this moment, while a server may be writing to it. The copy is one file,
/// and it is whole or not there.
pub fn backup(store: &Path, copy: &Path) -> Result<(), StoreError> {
    let connection = open(store, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let unfinished = beside(copy, "part");
    let name = unfinished.to_str().ok_or_else(|| {
        StoreError::Failed(format!("{} is no name that can be written", copy.display()))
    })?;
    remove(&unfinished)?;
    connection.execute("VACUUM INTO ?1", [name])?;
    Ok(put_in_place(&unfinished, copy)?)
}

/// Puts a copy in the place of a store that no program has open. The store that was there, if any, is kept beside it
/// under the name that is returned.
pub fn restore(copy: &Path, store: &Path, now: &str) -> Result<Option<PathBuf>, StoreError> {
    let unfinished = beside(store, "part");
    backup(copy, &unfinished)?;
    let kept = if store.exists() {
        release(store)?;
        let kept = beside(store, &format!("before-{now}"));
        fs::rename(store, &kept)?;
        Some(kept)
    } else {
        None
    };
    put_in_place(&unfinished, store)?;
    Ok(kept)
}

/// Moves everything into the one file of a store. Fails when a program has it open.
fn release(store: &Path) -> Result<(), StoreError> {
    let connection = open(store, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(Duration::ZERO)?;
    // Only the last connection may leave the mode in which there is a write-ahead log.
    let mode: Result<String, _> =
        connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0));
    match mode {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => Err(StoreError::InUse),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
            Err(StoreError::InUse)
        }
        Err(error) => Err(error.into()),
    }
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

    /// All games, those included of which only events are left.
    pub fn games(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games UNION SELECT DISTINCT game FROM events";
        let mut statement = self.connection.prepare(sql)?;
        let ids = statement.query_map([], |row| row.get::<_, String>(0))?;
        ids.map(|id| statements::game_id(&id?)).collect()
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
    let unfinished = beside(copy, "part");
    remove(&unfinished)?;
    let mut connection = Connection::open(&unfinished)?;
    schema::prepare(&mut connection)?;
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
    connection.execute("DETACH damaged", [])?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    drop(connection);
    put_in_place(&unfinished, copy)?;
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
