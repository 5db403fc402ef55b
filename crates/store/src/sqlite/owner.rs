//! What is kept of an owner beside its seats.

use crate::integers::signed;
use crate::{Digest, Handover, StoreError, TakenOver};
use rusqlite::{Connection, OptionalExtension, params};

pub fn set_nickname(
    connection: &Connection,
    owner: &Digest,
    name: Option<&str>,
) -> Result<(), StoreError> {
    match name {
        Some(name) => connection
            .prepare_cached("INSERT OR REPLACE INTO nicknames VALUES (?1, ?2)")?
            .execute(params![owner.bytes(), name])?,
        None => connection
            .prepare_cached("DELETE FROM nicknames WHERE owner = ?1")?
            .execute([owner.bytes()])?,
    };
    Ok(())
}

pub fn nickname(connection: &Connection, owner: &Digest) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT name FROM nicknames WHERE owner = ?1")?;
    Ok(statement.query_row([owner.bytes()], |row| row.get(0)).optional()?)
}

pub fn offer(connection: &Connection, handover: &Handover) -> Result<(), StoreError> {
    let Handover { owner, code, sealed, now, until } = handover;
    // Those that nobody has taken in time go with the next one.
    connection
        .prepare_cached("DELETE FROM handovers WHERE until <= ?1 OR owner = ?2")?
        .execute(params![signed(*now), owner.bytes()])?;
    connection
        .prepare_cached(
            "INSERT INTO handovers (code, owner, sealed, until) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![code.bytes(), owner.bytes(), sealed, signed(*until)])?;
    Ok(())
}

/// The seats of one owner become those of another. Where that one sits in the same game, the game stays in its list once.
const MOVE_SEATS: &str = "UPDATE seats SET token = ?1, at = CASE WHEN EXISTS
        (SELECT 1 FROM seats AS other
         WHERE other.game = seats.game AND +other.token = ?1 AND other.at IS NOT NULL)
        THEN NULL ELSE at END
    WHERE +token = ?2 AND game IN
        (SELECT game FROM seats INDEXED BY seats_by_owner WHERE token = ?2 AND at IS NOT NULL)";

pub fn take_over(
    connection: &Connection,
    code: &Digest,
    taker: Option<&Digest>,
    now: u64,
) -> Result<TakenOver, StoreError> {
    let handover: Option<(Vec<u8>, Vec<u8>)> = connection
        .prepare_cached(
            "DELETE FROM handovers WHERE code = ?1 AND until > ?2 RETURNING owner, sealed",
        )?
        .query_row(params![code.bytes(), signed(now)], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (owner, sealed) = handover.ok_or(StoreError::NothingHandedOver)?;
    let owner = Digest::from_bytes(&owner)
        .ok_or_else(|| StoreError::Damaged("a handover has no owner".to_owned()))?;
    if let Some(taker) = taker.filter(|taker| **taker != owner && **taker != Digest::NOBODY) {
        connection.prepare_cached(MOVE_SEATS)?.execute(params![owner.bytes(), taker.bytes()])?;
        // Of two names that of the owner stays.
        connection
            .prepare_cached("UPDATE OR IGNORE nicknames SET owner = ?1 WHERE owner = ?2")?
            .execute(params![owner.bytes(), taker.bytes()])?;
        set_nickname(connection, taker, None)?;
    }
    Ok(TakenOver { owner, sealed })
}
