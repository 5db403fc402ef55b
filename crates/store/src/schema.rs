//! The tables, and how older ones become today's.

use crate::StoreError;
use rusqlite::Connection;

/// Stands in the head of the file and tells a store from any other database: "Tabl".
const APPLICATION: i64 = 0x5461_626c;

/// Each step brings a file from the version that is its index to the next one. A step that has been
/// released is never changed.
const STEPS: [&str; 4] = [
    // The games, their events and their seats.
    "CREATE TABLE games (
        id TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        players TEXT NOT NULL,
        moves INTEGER NOT NULL,
        over INTEGER NOT NULL,
        computer_to_move INTEGER NOT NULL,
        at INTEGER NOT NULL,
        next INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        game TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id),
        seat TEXT NOT NULL,
        token BLOB,
        invitation BLOB,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;",
    // The list and the restart look at what they need, not at every game.
    "CREATE INDEX games_by_activity ON games (at DESC, id);
    CREATE INDEX games_waiting_for_computer ON games (id) WHERE computer_to_move = 1;",
    // The best times, and the games in which somebody sits.
    "ALTER TABLE games ADD COLUMN heading TEXT;
    ALTER TABLE games ADD COLUMN time INTEGER;
    CREATE INDEX games_by_time ON games (heading, time, at, id)
        WHERE heading IS NOT NULL AND time IS NOT NULL;
    CREATE INDEX seats_by_token ON seats (token, game) WHERE token IS NOT NULL;",
    // The order in which games began, which decides between games that changed in the same millisecond.
    "ALTER TABLE games ADD COLUMN begun INTEGER;
    UPDATE games SET begun = numbered.begun FROM
        (SELECT id, row_number() OVER (ORDER BY at, id DESC) AS begun FROM games) AS numbered
        WHERE games.id = numbered.id;
    CREATE UNIQUE INDEX games_by_beginning ON games (begun);
    DROP INDEX games_by_activity;
    CREATE INDEX games_by_activity ON games (at DESC, begun DESC);",
];

/// The version that this program writes.
const VERSION: i64 = STEPS.len() as i64;

/// Makes the connection durable and brings the file to today's version.
pub fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    // A file that is no database says so here, at the first look into it.
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && application != APPLICATION {
        return Err(StoreError::Damaged("it is a database of another program".to_owned()));
    }
    if !(0..=VERSION).contains(&found) {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if found < VERSION {
        let transaction = connection.transaction()?;
        for step in STEPS.iter().skip(found as usize) {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    Ok(())
}
