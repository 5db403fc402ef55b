//! What is kept of an owner: the finished games, the name, and what is handed over to another browser.

use super::link::{Fault, Link};
use super::statements::{delete, game_id, writable};
use crate::integers::{signed, unsigned};
use crate::{
    Digest, GameId, Handover, News, Outcome, OwnGame, OwnQuery, OwnResult, StoreError, TakenOver,
};
use std::fmt::Write;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

pub const WITHOUT_RESULT: &str = "SELECT game FROM seats
    WHERE token = $1 AND at IS NOT NULL AND over AND opponent IS NULL LIMIT $2";

pub const OWN_RESULTS: &str = "SELECT kind, opponent, outcome, at FROM seats
    WHERE token = $1 AND at IS NOT NULL AND over AND outcome < 3 ORDER BY at, begun";

pub async fn own_results(link: &mut Link, owner: &Digest) -> Result<Vec<OwnResult>, Fault> {
    let rows = link.rows(OWN_RESULTS, &[&owner.bytes()]).await?;
    let result = |row: &Row| OwnResult {
        kind: row.get(0),
        opponent: row.get(1),
        outcome: Outcome::of(row.get(2)),
        at: unsigned(row.get(3)),
    };
    Ok(rows.iter().map(result).collect())
}

const GAMES: &str = "SELECT * FROM (SELECT seats.game, seats.kind, seats.seat, seats.outcome, seats.opponent, games.opening, games.moves,
        seats.at, seats.begun, CASE seats.opponent WHEN 'human' THEN
            (SELECT name FROM seats AS other JOIN nicknames ON owner = other.token
             WHERE other.game = seats.game AND other.token <> $1 LIMIT 1) END AS nickname, games.title
        FROM seats JOIN games ON games.id = seats.game
        WHERE seats.token = $1 AND seats.at IS NOT NULL AND seats.over
        AND (seats.at, seats.begun) < ($2, $3) AND seats.at >= $4";

/// The statement for a query, with a place for each of its words.
pub fn games_sql(query: &OwnQuery, words: usize) -> String {
    let (mut sql, mut parameter) = (GAMES.to_owned(), 4);
    let mut and = |condition: &dyn Fn(usize) -> String| {
        parameter += 1;
        let _ = write!(sql, " AND {}", condition(parameter));
    };
    if query.kind.is_some() {
        and(&|parameter| format!("seats.kind = ${parameter}"));
    }
    if query.outcome.is_some() {
        and(&|parameter| format!("seats.outcome = ${parameter}"));
    }
    if query.opponent.is_some() {
        and(&|parameter| format!("seats.opponent = ${parameter}"));
    }
    sql += ") AS own WHERE true";
    for _ in 0..words {
        parameter += 1;
        // Unlike a pattern this has no signs that stand for others.
        let _ = write!(
            sql,
            " AND 0 < strpos(lower(concat_ws(' ', opening, title, nickname)), ${parameter})"
        );
    }
    let _ = write!(sql, " ORDER BY at DESC, begun DESC LIMIT ${}", parameter + 1);
    sql
}

pub async fn own_games(link: &mut Link, query: &OwnQuery) -> Result<Vec<OwnGame>, Fault> {
    let words: Vec<String> =
        query.words.split_whitespace().map(str::to_lowercase).map(|word| writable(&word)).collect();
    let (at, begun) = query.after.unwrap_or((query.until, 0));
    let (owner, at, begun, since) =
        (query.owner.bytes(), signed(at), signed(begun), signed(query.since));
    let (outcome, limit) = (query.outcome.map(Outcome::number), i64::from(query.limit));
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&owner, &at, &begun, &since];
    if let Some(kind) = &query.kind {
        values.push(kind);
    }
    if let Some(outcome) = &outcome {
        values.push(outcome);
    }
    if let Some(opponent) = &query.opponent {
        values.push(opponent);
    }
    values.extend(words.iter().map(|word| -> &(dyn ToSql + Sync) { word }));
    values.push(&limit);
    let rows = link.rows(&games_sql(query, words.len()), &values).await?;
    let game = |row: &Row| {
        Ok(OwnGame {
            id: game_id(row.get(0))?,
            kind: row.get(1),
            seat: row.get(2),
            outcome: Outcome::of(row.get(3)),
            opponent: row.get(4),
            opening: row.get(5),
            moves: unsigned(row.get(6)),
            at: unsigned(row.get(7)),
            begun: unsigned(row.get(8)),
            nickname: row.get(9),
            title: row.get(10),
        })
    };
    rows.iter().map(game).collect()
}

/// Removes a game for good, or takes it off the lists of an owner where somebody else sits in it, too. `before` remembers the answer, in
/// case this is done again because nobody knows what became of it.
pub async fn discard(
    link: &mut Link,
    game: &GameId,
    owner: &Digest,
    before: &mut Option<bool>,
) -> Result<(bool, Vec<News>), Fault> {
    link.rows("SELECT id FROM games WHERE id = $1 FOR UPDATE", &[&game.as_str()]).await?;
    let sql = "SELECT count(*) FILTER (WHERE token = $2), count(*) FILTER (WHERE token <> $2) FROM seats WHERE game = $1";
    let row = link.row(sql, &[&game.as_str(), &owner.bytes()]).await?;
    let (own, others): (i64, i64) = row.map_or((0, 0), |row| (row.get(0), row.get(1)));
    if own == 0 {
        let done = before.ok_or(StoreError::NoSuchSeat)?;
        return Ok((done, Vec::new()));
    }
    *before = Some(others == 0);
    if others == 0 {
        delete(link, std::slice::from_ref(game)).await?;
        return Ok((true, vec![News::Removed(game.clone())]));
    }
    let sql = "UPDATE seats SET at = NULL WHERE game = $1 AND token = $2";
    link.execute(sql, &[&game.as_str(), &owner.bytes()]).await?;
    Ok((false, Vec::new()))
}

pub async fn set_nickname(
    link: &mut Link,
    owner: &Digest,
    name: Option<&str>,
) -> Result<((), Vec<News>), Fault> {
    match name {
        Some(name) => {
            let sql = "INSERT INTO nicknames VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET name = excluded.name";
            link.execute(sql, &[&owner.bytes(), &writable(name)]).await?
        }
        None => link.execute("DELETE FROM nicknames WHERE owner = $1", &[&owner.bytes()]).await?,
    };
    Ok(((), vec![News::Owner(*owner)]))
}

pub async fn offer(link: &mut Link, handover: &Handover) -> Result<((), Vec<News>), Fault> {
    let Handover { owner, code, sealed, now, until } = handover;
    // Those that nobody has taken in time go with the next one.
    let sql = "DELETE FROM handovers WHERE until <= $1 OR owner = $2";
    link.execute(sql, &[&signed(*now), &owner.bytes()]).await?;
    let sql = "INSERT INTO handovers (code, owner, sealed, until) VALUES ($1, $2, $3, $4)
        ON CONFLICT (owner) DO UPDATE SET code = excluded.code, sealed = excluded.sealed, until = excluded.until";
    link.execute(sql, &[&code.bytes(), &owner.bytes(), sealed, &signed(*until)]).await?;
    Ok(((), Vec::new()))
}

/// The seats of one owner become those of another. Where that one sits in the same game, the game stays in its list once.
pub const MOVE_SEATS: &str = "UPDATE seats SET token = $1, at = CASE WHEN EXISTS
        (SELECT FROM seats AS other
         WHERE other.game = seats.game AND other.token = $1 AND other.at IS NOT NULL)
        THEN NULL ELSE at END
    WHERE token = $2 AND game IN (SELECT game FROM seats WHERE token = $2 AND at IS NOT NULL)";

/// The games are locked in the order of their names before their seats are written.
pub const HOLD_GAMES: &str = "SELECT id FROM games WHERE id IN
    (SELECT game FROM seats WHERE token = $1 AND at IS NOT NULL) ORDER BY id FOR UPDATE";

/// Hands over what a code stands for. `before` remembers it, in case this is done again because nobody knows what became of it: who has a code is
/// the only one.
pub async fn take_over(
    link: &mut Link,
    code: &Digest,
    taker: Option<&Digest>,
    now: u64,
    before: &mut Option<TakenOver>,
) -> Result<(TakenOver, Vec<News>), Fault> {
    let sql = "DELETE FROM handovers WHERE code = $1 AND until > $2 RETURNING owner, sealed";
    let Some(row) = link.row(sql, &[&code.bytes(), &signed(now)]).await? else {
        let handed = before.clone().ok_or(StoreError::NothingHandedOver)?;
        return Ok((handed, Vec::new()));
    };
    let damaged = || StoreError::Damaged("a handover has no owner".to_owned());
    let owner = Digest::from_bytes(row.get(0)).ok_or_else(damaged)?;
    let handed = TakenOver { owner, sealed: row.get(1) };
    *before = Some(handed.clone());
    let mut news = vec![News::Owner(owner)];
    if let Some(taker) = taker.filter(|taker| **taker != owner && **taker != Digest::NOBODY) {
        link.rows(HOLD_GAMES, &[&taker.bytes()]).await?;
        link.execute(MOVE_SEATS, &[&owner.bytes(), &taker.bytes()]).await?;
        // Of two names that of the owner stays.
        let sql = "INSERT INTO nicknames SELECT $1, name FROM nicknames WHERE owner = $2 ON CONFLICT (owner) DO NOTHING";
        link.execute(sql, &[&owner.bytes(), &taker.bytes()]).await?;
        link.execute("DELETE FROM nicknames WHERE owner = $1", &[&taker.bytes()]).await?;
        news.push(News::Owner(*taker));
    }
    Ok((handed, news))
}
