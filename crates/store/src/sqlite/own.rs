//! The finished games of one owner.

use super::statements::{delete, game_id, next};
use crate::integers::{signed, unsigned};
use crate::{Digest, GameId, KeptResult, Outcome, OwnGame, OwnQuery, OwnResult, StoreError};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};
use std::fmt::Write;

pub fn keep_result(
    connection: &Connection,
    game: &GameId,
    result: &KeptResult,
) -> Result<(), StoreError> {
    if next(connection, game)?.is_none() {
        return Err(StoreError::NoSuchGame);
    }
    let mut seats = connection.prepare_cached(
        "UPDATE seats SET outcome = ?3, opponent = ?4 WHERE game = ?1 AND seat = ?2",
    )?;
    for (seat, outcome, opponent) in &result.seats {
        seats.execute(params![game.as_str(), seat, outcome.number(), opponent])?;
    }
    connection
        .prepare_cached("UPDATE games SET opening = ?2, title = ?3 WHERE id = ?1")?
        .execute(params![game.as_str(), result.opening, result.title])?;
    Ok(())
}

pub fn without_result(
    connection: &Connection,
    owner: &Digest,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game FROM seats INDEXED BY seats_without_result
         WHERE token = ?1 AND at IS NOT NULL AND over = 1 AND opponent IS NULL LIMIT ?2",
    )?;
    let rows = statement.query_map(params![owner.bytes(), limit], |row| row.get::<_, String>(0))?;
    rows.map(|id| game_id(&id?)).collect()
}

pub fn own_games(connection: &Connection, query: &OwnQuery) -> Result<Vec<OwnGame>, StoreError> {
    let mut sql = "SELECT seats.game, seats.kind, seats.seat, seats.outcome, seats.opponent, games.opening, games.moves,
        seats.at, seats.begun, CASE seats.opponent WHEN 'human' THEN
            (SELECT name FROM seats AS other JOIN nicknames ON owner = other.token
             WHERE other.game = seats.game AND +other.token <> ?1) END AS nickname, games.title
        FROM seats INDEXED BY seats_finished JOIN games ON games.id = seats.game
        WHERE seats.token = ?1 AND seats.at IS NOT NULL AND seats.over = 1
        AND (seats.at, seats.begun) < (?2, ?3) AND seats.at >= ?4"
        .to_owned();
    let (at, begun) = query.after.unwrap_or((query.until, 0));
    let mut values: Vec<Value> = vec![
        query.owner.bytes().to_vec().into(),
        signed(at).into(),
        signed(begun).into(),
        signed(query.since).into(),
    ];
    let mut and = |before: &str, value: Value, after: &str| {
        values.push(value);
        let _ = write!(sql, " AND {before} ?{}{after}", values.len());
    };
    if let Some(kind) = &query.kind {
        and("seats.kind =", kind.clone().into(), "");
    }
    if let Some(outcome) = query.outcome {
        and("seats.outcome =", outcome.number().into(), "");
    }
    if let Some(opponent) = &query.opponent {
        and("seats.opponent =", opponent.clone().into(), "");
    }
    for word in query.words.split_whitespace() {
        // Unlike a pattern this has no signs that stand for others.
        let said = "lower(concat_ws(' ', games.opening, games.title, nickname))";
        and(&format!("0 < instr({said},"), word.to_lowercase().into(), ")");
    }
    values.push(i64::from(query.limit).into());
    let _ = write!(sql, " ORDER BY seats.at DESC, seats.begun DESC LIMIT ?{}", values.len());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        games.push(OwnGame {
            id: game_id(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?,
            kind: row.get(1)?,
            seat: row.get(2)?,
            outcome: Outcome::of(row.get(3)?),
            opponent: row.get(4)?,
            opening: row.get(5)?,
            moves: unsigned(row.get(6)?),
            at: unsigned(row.get(7)?),
            begun: unsigned(row.get(8)?),
            nickname: row.get(9)?,
            title: row.get(10)?,
        });
    }
    Ok(games)
}

pub fn own_results(connection: &Connection, owner: &Digest) -> Result<Vec<OwnResult>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT kind, opponent, outcome, at FROM seats INDEXED BY seats_finished
         WHERE token = ?1 AND at IS NOT NULL AND over = 1 AND outcome < 3 ORDER BY at, begun",
    )?;
    let rows = statement.query_map([owner.bytes()], |row| {
        Ok(OwnResult {
            kind: row.get(0)?,
            opponent: row.get(1)?,
            outcome: Outcome::of(row.get(2)?),
            at: unsigned(row.get(3)?),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes a game for good, or takes it off the lists of an owner where somebody else sits in it, too. Is it gone for good?
pub fn discard(connection: &Connection, game: &GameId, owner: &Digest) -> Result<bool, StoreError> {
    let mut seats = connection.prepare_cached(
        "SELECT count(*) FILTER (WHERE token = ?2), count(*) FILTER (WHERE token <> ?2) FROM seats WHERE game = ?1",
    )?;
    let (own, others): (i64, i64) = seats
        .query_row(params![game.as_str(), owner.bytes()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if own == 0 {
        return Err(StoreError::NoSuchSeat);
    }
    if others == 0 {
        delete(connection, game)?;
        return Ok(true);
    }
    connection
        .prepare_cached("UPDATE seats SET at = NULL WHERE game = ?1 AND token = ?2")?
        .execute(params![game.as_str(), owner.bytes()])?;
    Ok(false)
}
