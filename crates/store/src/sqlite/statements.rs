//! What is asked of the database, one function for each question. Those that write run inside the
//! transaction of a group and look before they touch anything: when they refuse, nothing is changed.

use crate::integers::{signed, unsigned};
use crate::{
    Append, Appended, BestTime, Claim, Digest, GameId, NewGame, NewSeat, Seat, StoreError, Summary,
    TimesQuery,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

pub fn create(connection: &Connection, new: &NewGame) -> Result<Appended, StoreError> {
    if let Some(next) = next(connection, &new.id)? {
        return Err(StoreError::Taken { expected: 0, next });
    }
    let Summary { kind, players, moves, over, computer_to_move, at, time, .. } = &new.summary;
    let next = new.events.len() as u64;
    connection
        .prepare_cached(
            "INSERT INTO games (id, kind, players, moves, over, computer_to_move, at, next,
             heading, time, listed, begun) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
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
            time.map(signed),
            new.is_open_to_everyone()
        ])?;
    for (number, event) in (0..).zip(&new.events) {
        insert_event(connection, &new.id, number, event)?;
    }
    for NewSeat { seat, token, invitation } in &new.seats {
        connection
            .prepare_cached(
                "INSERT INTO seats (game, seat, token, invitation) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![
                new.id.as_str(),
                seat,
                token.as_ref().map(Digest::bytes),
                invitation.as_ref().map(Digest::bytes)
            ])?;
        if let Some(token) = token {
            enter_owner(connection, &new.id, seat, token)?;
        }
    }
    Ok(Appended { game: new.id.clone(), next })
}

/// The plus keeps the other seats from being looked for among all that the owner has.
pub const ENTER_OWNER: &str = "UPDATE seats
    SET kind = games.kind, over = games.over, at = games.at, begun = games.begun
    FROM games WHERE games.id = ?1 AND seats.game = ?1 AND seats.seat = ?2 AND NOT EXISTS
        (SELECT 1 FROM seats AS other
         WHERE other.game = ?1 AND +other.token = ?3 AND other.at IS NOT NULL)";

/// Enters a game among those of an owner, unless it is there with another seat.
fn enter_owner(
    connection: &Connection,
    game: &GameId,
    seat: &str,
    token: &Digest,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(ENTER_OWNER)?;
    statement.execute(params![game.as_str(), seat, token.bytes()])?;
    Ok(())
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
    connection
        .prepare_cached("UPDATE seats SET over = ?2, at = ?3 WHERE game = ?1 AND at IS NOT NULL")?
        .execute(params![game.as_str(), summary.over, signed(summary.at)])?;
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
    enter_owner(connection, &claim.game, seat, &claim.token)
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

pub fn best_times(
    connection: &Connection,
    query: &TimesQuery,
) -> Result<Vec<BestTime>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, time, at, helped,
            EXISTS (SELECT 1 FROM seats WHERE game = id AND token = ?2),
            (SELECT name FROM seats JOIN nicknames ON owner = token WHERE game = id LIMIT 1)
         FROM games WHERE heading = ?1 AND time IS NOT NULL AND at >= ?3 AND helped <= ?4
         ORDER BY time, at, id LIMIT ?5",
    )?;
    let asker = query.asker.as_ref().map(Digest::bytes);
    let parameters =
        params![query.leaderboard, asker, signed(query.since), query.helped, query.limit];
    let rows = statement.query_map(parameters, |row| {
        let id: String = row.get(0)?;
        let (time, at) = (unsigned(row.get(1)?), unsigned(row.get(2)?));
        Ok((id, time, at, row.get(3)?, row.get(4)?, row.get(5)?))
    })?;
    let best_time = |(id, time, at, helped, yours, nickname): (String, _, _, _, _, _)| {
        Ok(BestTime { game: game_id(&id)?, time, at, yours, nickname, helped })
    };
    rows.map(|row| best_time(row?)).collect()
}

pub fn has_played(
    connection: &Connection,
    leaderboard: &str,
    owner: &Digest,
) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM seats JOIN games ON id = game
         WHERE token = ?2 AND seats.at IS NOT NULL AND heading = ?1)",
    )?;
    Ok(statement.query_row(params![leaderboard, owner.bytes()], |row| row.get(0))?)
}

pub fn secret(connection: &Connection) -> Result<Vec<u8>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT bytes FROM secret")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// Reads a row of kind, players, moves, over, `computer_to_move`, at and time.
pub fn summary(row: &Row<'_>) -> Result<Summary, rusqlite::Error> {
    Ok(Summary {
        kind: row.get(0)?,
        players: row.get(1)?,
        moves: unsigned(row.get(2)?),
        over: row.get(3)?,
        computer_to_move: row.get(4)?,
        at: unsigned(row.get(5)?),
        time: row.get::<_, Option<i64>>(6)?.map(unsigned),
        flag_at: None,
    })
}

pub fn untouched(
    connection: &Connection,
    before: u64,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<(GameId, Summary)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT kind, players, moves, over, computer_to_move, at, time, id FROM games
         WHERE id > ?1 AND at < ?2 ORDER BY id LIMIT ?3",
    )?;
    let after = after.map_or("", GameId::as_str);
    let rows = statement.query_map(params![after, signed(before), limit], |row| {
        Ok((row.get::<_, String>(7)?, summary(row)?))
    })?;
    let mut games = Vec::new();
    for row in rows {
        match row {
            // An entry with changed bytes is passed over; `tablero check` names it.
            Ok((id, summary)) => games.extend(game_id(&id).ok().map(|id| (id, summary))),
            Err(error) if error.sqlite_error_code().is_none() => {}
            Err(error) if games.is_empty() => return Err(error.into()),
            Err(_) => break,
        }
    }
    Ok(games)
}

pub fn remove(connection: &Connection, games: &[(GameId, u64)]) -> Result<Vec<GameId>, StoreError> {
    let mut gone = Vec::new();
    for (game, at) in games {
        let mut unchanged = connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1 AND at = ?2)")?;
        if !unchanged.query_row(params![game.as_str(), signed(*at)], |row| row.get(0))? {
            continue;
        }
        delete(connection, game)?;
        gone.push(game.clone());
    }
    Ok(gone)
}

/// Deletes a game with all that belongs to it.
pub fn delete(connection: &Connection, game: &GameId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM looks WHERE game = ?1",
        "DELETE FROM events WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([game.as_str()])?;
    }
    Ok(())
}

/// Writes a page as it is, so that a full disk shows. The version is the one that stands there: a newer program
/// may have brought the file to another one than this program writes.
pub fn write_again(connection: &Connection) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(connection.pragma_update(None, "user_version", version)?)
}

pub fn note_alive(connection: &Connection, at: u64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO alive (row, at) VALUES (1, ?1) ON CONFLICT (row) DO UPDATE SET at = ?1",
        )?
        .execute([signed(at)])?;
    Ok(())
}

pub fn last_alive(connection: &Connection) -> Result<Option<u64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT at FROM alive")?;
    Ok(statement.query_row([], |row| row.get(0)).optional()?.map(unsigned))
}

pub fn disqualify(connection: &Connection, game: &GameId) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("UPDATE games SET helped = 1 WHERE id = ?1")?;
    if statement.execute([game.as_str()])? == 0 { Err(StoreError::NoSuchGame) } else { Ok(()) }
}

pub fn waiting_for_computer(
    connection: &Connection,
) -> Result<Vec<(GameId, Option<Digest>)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, (SELECT token FROM seats WHERE game = id AND token IS NOT NULL ORDER BY seat LIMIT 1)
         FROM games WHERE computer_to_move = 1 ORDER BY id",
    )?;
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<Vec<u8>>>(1)?)))?;
    rows.map(|row| {
        let (id, token) = row?;
        Ok((game_id(&id)?, token.as_deref().and_then(Digest::from_bytes)))
    })
    .collect()
}

pub fn keep_look(
    connection: &Connection,
    game: &GameId,
    ply: u32,
    found: &str,
) -> Result<(), StoreError> {
    if next(connection, game)?.is_none() {
        return Err(StoreError::NoSuchGame);
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO looks VALUES (?1, ?2, ?3)")?
        .execute(params![game.as_str(), ply, found])?;
    Ok(())
}

pub fn looks(connection: &Connection, game: &GameId) -> Result<Vec<(u32, String)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT ply, found FROM looks WHERE game = ?1 ORDER BY ply")?;
    let rows = statement.query_map([game.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub fn seats(connection: &Connection, game: &GameId) -> Result<Vec<Seat>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seat, token, invitation IS NOT NULL, name FROM seats
         LEFT JOIN nicknames ON owner = token WHERE game = ?1 ORDER BY seat DESC",
    )?;
    let seats = statement.query_map([game.as_str()], |row| {
        let token: Option<Vec<u8>> = row.get(1)?;
        let invited: bool = row.get(2)?;
        let open = !invited && token.is_none();
        let token = token.as_deref().and_then(Digest::from_bytes);
        Ok(Seat { seat: row.get(0)?, token, open, invited, nickname: row.get(3)? })
    })?;
    let seats: Vec<Seat> = seats.collect::<Result<_, _>>()?;
    if seats.is_empty() { Err(StoreError::NoSuchGame) } else { Ok(seats) }
}

pub fn next(connection: &Connection, game: &GameId) -> Result<Option<u64>, StoreError> {
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

pub fn game_id(text: &str) -> Result<GameId, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged("a game has an impossible name".to_owned()))
}
