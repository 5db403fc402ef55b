//! What is asked of the database, one function for each question. Those that write run inside the
//! transaction of a group and look before they touch anything: when they refuse, nothing is changed.

use crate::{
    Append, Appended, BestTime, Claim, Digest, GameId, Listed, NewGame, Query, Seat, StoreError,
    Summary,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

pub fn create(connection: &Connection, new: &NewGame) -> Result<Appended, StoreError> {
    if let Some(next) = next(connection, &new.id)? {
        return Err(StoreError::Taken { expected: 0, next });
    }
    let Summary { kind, players, moves, over, computer_to_move, at, time } = &new.summary;
    let next = new.events.len() as u64;
    connection
        .prepare_cached(
            "INSERT INTO games (id, kind, players, moves, over, computer_to_move, at, next,
             heading, time, begun) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
             (SELECT coalesce(max(begun), 0) + 1 FROM games))",
        )?
        .execute(params![
            new.id.as_str(),
            kind,
            players,
            signed(*moves),
            over,
            computer_to_move,
            signed(*at),
            signed(next),
            new.leaderboard,
            time.map(signed)
        ])?;
    for (number, event) in (0..).zip(&new.events) {
        insert_event(connection, &new.id, number, event)?;
    }
    for seat in &new.seats {
        connection.prepare_cached("INSERT INTO seats VALUES (?1, ?2, ?3, ?4)")?.execute(
            params![
                new.id.as_str(),
                seat.seat,
                seat.token.as_ref().map(Digest::bytes),
                seat.invitation.as_ref().map(Digest::bytes)
            ],
        )?;
    }
    Ok(Appended { game: new.id.clone(), next })
}

pub fn append(connection: &Connection, append: &Append) -> Result<Appended, StoreError> {
    let Append { game, expected, events, summary } = append;
    let next = next(connection, game)?.ok_or(StoreError::NoSuchGame)?;
    if next != *expected {
        return Err(StoreError::Taken { expected: *expected, next });
    }
    for (number, event) in (next..).zip(events) {
        insert_event(connection, game, number, event)?;
    }
    let next = next + events.len() as u64;
    connection
        .prepare_cached(
            "UPDATE games SET players = ?2, moves = ?3, over = ?4, computer_to_move = ?5, at = ?6,
             next = ?7, time = ?8 WHERE id = ?1",
        )?
        .execute(params![
            game.as_str(),
            summary.players,
            signed(summary.moves),
            summary.over,
            summary.computer_to_move,
            signed(summary.at),
            signed(next),
            summary.time.map(signed)
        ])?;
    Ok(Appended { game: game.clone(), next })
}

/// The digests of a seat's token and of its invitation, as they are stored.
type Held = (Option<Vec<u8>>, Option<Vec<u8>>);

pub fn claim(connection: &Connection, claim: &Claim) -> Result<(), StoreError> {
    let (game, seat) = (claim.game.as_str(), &claim.seat);
    if next(connection, &claim.game)?.is_none() {
        return Err(StoreError::NoSuchGame);
    }
    let held: Option<Held> = connection
        .prepare_cached("SELECT token, invitation FROM seats WHERE game = ?1 AND seat = ?2")?
        .query_row(params![game, seat], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (token, invitation) = held.ok_or(StoreError::NoSuchSeat)?;
    match token.as_deref().map(Digest::from_bytes) {
        // The answer to the first claim may have been lost: asking again changes nothing.
        Some(holder) if holder == Some(claim.token) => return Ok(()),
        Some(_) => return Err(StoreError::SeatTaken),
        None => {}
    }
    let wanted = invitation.as_deref().map(Digest::from_bytes);
    if wanted.is_some_and(|wanted| wanted.is_none() || wanted != claim.invitation) {
        return Err(StoreError::NotInvited);
    }
    connection
        .prepare_cached("UPDATE seats SET token = ?3 WHERE game = ?1 AND seat = ?2")?
        .execute(params![game, seat, claim.token.bytes()])?;
    Ok(())
}

pub fn read(connection: &Connection, game: &GameId, since: u64) -> Result<Vec<String>, StoreError> {
    if next(connection, game)?.is_none() {
        return Err(StoreError::NoSuchGame);
    }
    let mut statement = connection.prepare_cached(
        "SELECT event FROM events WHERE game = ?1 AND number >= ?2 ORDER BY number",
    )?;
    let events = statement.query_map(params![game.as_str(), signed(since)], |row| row.get(0))?;
    Ok(events.collect::<Result<_, _>>()?)
}

pub fn list(connection: &Connection, query: &Query) -> Result<Vec<Listed>, StoreError> {
    let (after_at, after_id) = match &query.after {
        Some((at, id)) => (signed(*at), id.as_str()),
        None => (i64::MAX, ""),
    };
    // Two statements, so that each is answered from the index that suits it. Games in seats that are
    // taken for good concern only the one who plays them.
    let whose = if query.mine {
        "id IN (SELECT game FROM seats WHERE token = ?6)"
    } else {
        "id NOT IN (SELECT game FROM seats WHERE token = zeroblob(32))"
    };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, kind, players, moves, over, computer_to_move, at, time,
            (SELECT group_concat(seat) FROM seats
             WHERE game = id AND token IS NULL AND invitation IS NULL),
            (SELECT group_concat(seat) FROM seats WHERE game = id AND token = ?6)
         FROM games
         WHERE (at < ?1 OR at = ?1 AND begun < (SELECT begun FROM games WHERE id = ?2))
            AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR over = ?4) AND {whose}
         ORDER BY at DESC, begun DESC LIMIT ?5",
    ))?;
    let asker = query.asker.as_ref().map(Digest::bytes);
    let rows = statement.query_map(
        params![after_at, after_id, query.kind, query.over, query.limit, asker],
        listed,
    )?;
    rows.map(|row| row?).collect()
}

fn listed(row: &Row<'_>) -> Result<Result<Listed, StoreError>, rusqlite::Error> {
    let seats = |seats: Option<String>| {
        seats.map(|seats| seats.split(',').map(str::to_owned).collect()).unwrap_or_default()
    };
    let (open_seats, your_seats) = (seats(row.get(8)?), seats(row.get(9)?));
    let summary = Summary {
        kind: row.get(1)?,
        players: row.get(2)?,
        moves: unsigned(row.get(3)?),
        over: row.get(4)?,
        computer_to_move: row.get(5)?,
        at: unsigned(row.get(6)?),
        time: row.get::<_, Option<i64>>(7)?.map(unsigned),
    };
    let id = game_id(&row.get::<_, String>(0)?);
    Ok(id.map(|id| Listed { id, summary, open_seats, your_seats }))
}

pub fn best_times(
    connection: &Connection,
    leaderboard: &str,
    asker: Option<Digest>,
    limit: u32,
) -> Result<Vec<BestTime>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, time, at, EXISTS (SELECT 1 FROM seats WHERE game = id AND token = ?2)
         FROM games WHERE heading = ?1 AND time IS NOT NULL ORDER BY time, at, id LIMIT ?3",
    )?;
    let asker = asker.as_ref().map(Digest::bytes);
    let rows = statement.query_map(params![leaderboard, asker, limit], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    let best_time = |(id, time, at, yours): (String, i64, i64, bool)| {
        Ok(BestTime { game: game_id(&id)?, time: unsigned(time), at: unsigned(at), yours })
    };
    rows.map(|row| best_time(row?)).collect()
}

pub fn disqualify(connection: &Connection, game: &GameId) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("UPDATE games SET heading = NULL WHERE id = ?1")?;
    if statement.execute([game.as_str()])? == 0 { Err(StoreError::NoSuchGame) } else { Ok(()) }
}

pub fn waiting_for_computer(connection: &Connection) -> Result<Vec<GameId>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM games WHERE computer_to_move = 1 ORDER BY id")?;
    let ids = statement.query_map([], |row| row.get::<_, String>(0))?;
    ids.map(|id| game_id(&id?)).collect()
}

pub fn seats(connection: &Connection, game: &GameId) -> Result<Vec<Seat>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seat, token, invitation IS NULL FROM seats WHERE game = ?1 ORDER BY seat DESC",
    )?;
    let seats = statement.query_map([game.as_str()], |row| {
        let token: Option<Vec<u8>> = row.get(1)?;
        let open: bool = row.get(2)?;
        let open = open && token.is_none();
        Ok(Seat { seat: row.get(0)?, token: token.as_deref().and_then(Digest::from_bytes), open })
    })?;
    let seats: Vec<Seat> = seats.collect::<Result<_, _>>()?;
    if seats.is_empty() { Err(StoreError::NoSuchGame) } else { Ok(seats) }
}

fn next(connection: &Connection, game: &GameId) -> Result<Option<u64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT next FROM games WHERE id = ?1")?;
    let next = statement.query_row([game.as_str()], |row| row.get(0)).optional()?;
    Ok(next.map(unsigned))
}

fn insert_event(
    connection: &Connection,
    game: &GameId,
    number: u64,
    event: &str,
) -> Result<(), StoreError> {
    connection.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3)")?.execute(params![
        game.as_str(),
        signed(number),
        event
    ])?;
    Ok(())
}

fn game_id(text: &str) -> Result<GameId, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged("a game has an impossible name".to_owned()))
}

/// The database's integers have a sign; numbers beyond them do not occur and would not be found.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
