//! The tables, and how older ones become today's.

use super::PATIENCE;
use crate::StoreError;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::thread;
use std::time::{Duration, Instant};

/// Stands in the head of the file and tells a store from any other database: "Tabl".
const APPLICATION: i64 = 0x5461_626c;

/// Each step brings a file from the version that is its index to the next one. A step that has been
/// released is never changed.
const STEPS: [&str; 10] = [
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
    // When a server was last known to be alive, in one row.
    "CREATE TABLE alive (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        at INTEGER NOT NULL
    ) STRICT;",
    // Every list is a merge of ranges of one index: of the games that everyone may see by kind and stage, of
    // the games of one owner by kind and end. A seat repeats what its index needs to know of the game;
    // of several seats of one owner in a game only the first does.
    "ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
    UPDATE games SET listed = 0 WHERE id IN
        (SELECT game FROM seats WHERE token = zeroblob(32) OR invitation IS NOT NULL);
    ALTER TABLE games ADD COLUMN stage INTEGER
        GENERATED ALWAYS AS (2 * over + (moves > 0)) VIRTUAL;
    DROP INDEX games_by_activity;
    CREATE INDEX games_listed ON games (kind, stage, at DESC, begun DESC) WHERE listed = 1;
    ALTER TABLE seats ADD COLUMN kind TEXT;
    ALTER TABLE seats ADD COLUMN over INTEGER;
    ALTER TABLE seats ADD COLUMN at INTEGER;
    ALTER TABLE seats ADD COLUMN begun INTEGER;
    UPDATE seats SET kind = games.kind, over = games.over, at = games.at, begun = games.begun
        FROM games WHERE games.id = seats.game AND token IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM seats AS before WHERE before.game = seats.game
             AND before.token = seats.token AND before.seat < seats.seat);
    DROP INDEX seats_by_token;
    CREATE INDEX seats_by_owner ON seats (token, kind, over, at DESC, begun DESC)
        WHERE at IS NOT NULL;",
    // What searches found about positions of games, for reviews. It follows from the game and can be found again, so it stands
    // beside the log and not in it.
    "CREATE TABLE looks (
        game TEXT NOT NULL REFERENCES games (id),
        ply INTEGER NOT NULL,
        found TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;",
    // How games ended for their owners. The indexes hold finished games only, so that no move pays for them; the first has all
    // that lists and statistics filter by, the second what is still to be found out.
    "ALTER TABLE games ADD COLUMN opening TEXT;
    ALTER TABLE seats ADD COLUMN outcome INTEGER;
    ALTER TABLE seats ADD COLUMN opponent TEXT;
    CREATE INDEX seats_finished ON seats (token, at DESC, begun DESC, kind, outcome, opponent, over)
        WHERE at IS NOT NULL AND over = 1;
    CREATE INDEX seats_without_result ON seats (token)
        WHERE at IS NOT NULL AND over = 1 AND opponent IS NULL;",
    // How owners want to be called, what they take over to another browser, and who played in games of others.
    "ALTER TABLE games ADD COLUMN title TEXT;
    CREATE TABLE nicknames (
        owner BLOB PRIMARY KEY NOT NULL,
        name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE handovers (
        code BLOB PRIMARY KEY NOT NULL,
        owner BLOB NOT NULL UNIQUE,
        sealed BLOB NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;",
    // Times of players who were helped stay on their leaderboard and are named as such. What chance draws for all clients of
    // one server follows from a secret of its own.
    "ALTER TABLE games ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE secret (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        bytes BLOB NOT NULL
    ) STRICT;
    INSERT INTO secret VALUES (1, randomblob(32));",
];

/// The version that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// Makes the connection durable and brings the file to today's version.
pub fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    let found = version(&connection.transaction()?)?;
    write_ahead(connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if found < VERSION {
        // Of several processes that open the file at once the first brings it to today's version.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = version(&transaction)?;
        for step in STEPS.iter().skip(found as usize) {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Switches to the write-ahead log. `SQLite` does not wait by itself where two processes do this at once.
fn write_ahead(connection: &Connection) -> Result<(), StoreError> {
    let begun = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            result => return Ok(result?),
        }
    }
}

/// The version of the file, if it is a store that this program can read: in one transaction, because another
/// process may be making the tables.
pub fn version(transaction: &Transaction<'_>) -> Result<i64, StoreError> {
    // A file that is no database says so here, at the first look into it.
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i64 =
        transaction.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && application != APPLICATION {
        return Err(StoreError::Damaged("it is a database of another program".to_owned()));
    }
    if !(0..=VERSION).contains(&found) {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    Ok(found)
}
