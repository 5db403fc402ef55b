//! The tables, and how older ones become today's.

use super::link::{Fault, Link};
use crate::StoreError;

/// Held by the node that makes or changes the tables; the others wait.
const LOCK: i64 = 0x5461_626c_6572_6f00;

/// Each step brings the tables from the version that is its index to the next one. A step that has been released is never changed.
///
/// Names and tokens are compared byte by byte, whatever the language of the database. There are no foreign keys from events to games: each
/// append holds the lock of its game, and a key would be looked up for every event.
const STEPS: [&str; 1] = ["
    CREATE SEQUENCE beginnings;
    CREATE TABLE games (
        id text COLLATE \"C\" PRIMARY KEY,
        kind text COLLATE \"C\" NOT NULL,
        players text NOT NULL,
        moves bigint NOT NULL,
        over boolean NOT NULL,
        computer_to_move boolean NOT NULL,
        at bigint NOT NULL,
        next bigint NOT NULL,
        begun bigint NOT NULL UNIQUE,
        listed boolean NOT NULL,
        stage bigint GENERATED ALWAYS AS (CASE WHEN over THEN 2 ELSE 0 END + CASE WHEN moves > 0 THEN 1 ELSE 0 END) STORED,
        heading text COLLATE \"C\",
        time bigint,
        helped boolean NOT NULL DEFAULT false,
        opening text,
        title text,
        flag_at bigint
    ) WITH (fillfactor = 85);
    CREATE INDEX games_waiting_for_computer ON games (id) WHERE computer_to_move;
    CREATE INDEX games_by_flag ON games (flag_at) WHERE flag_at IS NOT NULL;
    CREATE INDEX games_by_time ON games (heading, time, at, id) WHERE heading IS NOT NULL AND time IS NOT NULL;
    CREATE INDEX games_listed ON games (kind, stage, at, begun) WHERE listed;

    CREATE TABLE events (
        game text COLLATE \"C\" NOT NULL,
        number bigint NOT NULL,
        event text NOT NULL,
        PRIMARY KEY (game, number)
    );

    CREATE TABLE seats (
        game text COLLATE \"C\" NOT NULL,
        seat text COLLATE \"C\" NOT NULL,
        token bytea,
        invitation bytea,
        kind text COLLATE \"C\",
        over boolean,
        at bigint,
        begun bigint,
        outcome bigint,
        opponent text COLLATE \"C\",
        PRIMARY KEY (game, seat)
    ) WITH (fillfactor = 85);
    CREATE INDEX seats_by_owner ON seats (token, kind, over, at, begun) WHERE at IS NOT NULL;
    CREATE INDEX seats_finished ON seats (token, at, begun) WHERE at IS NOT NULL AND over;
    CREATE INDEX seats_without_result ON seats (token) WHERE at IS NOT NULL AND over AND opponent IS NULL;

    CREATE TABLE looks (
        game text COLLATE \"C\" NOT NULL,
        ply bigint NOT NULL,
        found text NOT NULL,
        PRIMARY KEY (game, ply)
    );
    CREATE TABLE nicknames (owner bytea PRIMARY KEY, name text NOT NULL);
    CREATE TABLE handovers (
        code bytea PRIMARY KEY,
        owner bytea NOT NULL UNIQUE,
        sealed bytea NOT NULL,
        until bigint NOT NULL
    );
    CREATE INDEX handovers_by_end ON handovers (until);
    CREATE TABLE alive (row bigint PRIMARY KEY CHECK (row = 1), at bigint NOT NULL);
    CREATE TABLE secret (row bigint PRIMARY KEY CHECK (row = 1), bytes bytea NOT NULL);
    INSERT INTO secret VALUES (1, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

    CREATE TABLE nodes (node text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);
    CREATE TABLE leases (
        game text COLLATE \"C\" NOT NULL,
        work text COLLATE \"C\" NOT NULL,
        node text COLLATE \"C\" NOT NULL REFERENCES nodes ON DELETE CASCADE,
        PRIMARY KEY (game, work)
    );
    CREATE INDEX leases_by_node ON leases (node);
    CREATE TABLE notes (
        game text COLLATE \"C\" NOT NULL,
        key text COLLATE \"C\" NOT NULL,
        node text COLLATE \"C\" NOT NULL,
        lasting boolean NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (game, key, node)
    );
    CREATE INDEX notes_by_node ON notes (node) WHERE NOT lasting;
    CREATE TABLE uptime (row bigint PRIMARY KEY CHECK (row = 1), seen bigint NOT NULL, down_from bigint NOT NULL, down_until bigint NOT NULL);
    INSERT INTO uptime VALUES (1, 0, 0, 0);
"];

/// The version that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// Makes the tables, or brings them to today's version. Of several nodes that do so at once the first does it, and the others wait.
pub async fn prepare(link: &mut Link) -> Result<(), Fault> {
    link.batch("BEGIN").await?;
    let prepared = steps(link).await;
    link.batch(if prepared.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    prepared
}

async fn steps(link: &mut Link) -> Result<(), Fault> {
    link.rows("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let exists = link.rows("SELECT to_regclass('tablero.version') IS NOT NULL", &[]).await?;
    let exists = exists.first().is_some_and(|row| row.get::<_, bool>(0));
    let found: i64 = if exists {
        let rows = link.rows("SELECT number FROM tablero.version", &[]).await?;
        let damaged = || StoreError::Damaged("its schema tablero has no version".to_owned());
        rows.first().ok_or_else(damaged)?.get(0)
    } else {
        link.batch(
            "CREATE SCHEMA IF NOT EXISTS tablero;
             CREATE TABLE tablero.version (number bigint NOT NULL);
             INSERT INTO tablero.version VALUES (0)",
        )
        .await?;
        0
    };
    if !(0..=VERSION).contains(&found) {
        return Err(StoreError::TooNew { found, known: VERSION }.into());
    }
    for step in STEPS.iter().skip(found as usize) {
        link.batch(step).await?;
    }
    if found < VERSION {
        link.rows("UPDATE tablero.version SET number = $1", &[&VERSION]).await?;
    }
    Ok(())
}
