//! What is kept of an owner beside its seats: how it wants to be called, and what it takes over to another browser.
//!
//! A token is kept nowhere, so what hands one over is kept sealed: only the code opens it, and of the code only the digest is here.

use crate::statements::signed;
use crate::{Digest, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// What a code hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub owner: Digest,
    /// The digest of the code.
    pub code: Digest,
    /// What the code opens; the log does not look into it.
    pub sealed: Vec<u8>,
    /// From when to when it can be taken, in milliseconds since 1970.
    pub now: u64,
    pub until: u64,
}

/// What was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenOver {
    pub owner: Digest,
    pub sealed: Vec<u8>,
}

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
