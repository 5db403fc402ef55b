//! What is asked of the database, one function for each question. Those that write run inside a transaction and look before they
//! touch anything; where they refuse, it is rolled back.

use super::link::{Fault, Link};
use crate::integers::{signed, unsigned};
use crate::{
    BestTime, Claim, Digest, GameId, KeptResult, News, Seat, StoreError, Summary, TimesQuery,
};
use tokio_postgres::Row;

pub async fn read(link: &mut Link, game: &GameId, since: u64) -> Result<Vec<String>, Fault> {
    // The row of the game comes in any case, so that one that has not come so far is told from one that is not there.
    let rows = link.rows(READ, &[&game.as_str(), &signed(since)]).await?;
    if rows.is_empty() {
        return Err(StoreError::NoSuchGame.into());
    }
    Ok(rows.iter().filter_map(|row| row.get(0)).collect())
}

pub const READ: &str = "SELECT event FROM games LEFT JOIN events ON game = id AND number >= $2
    WHERE id = $1 ORDER BY number";

/// Holds on to a game until the end of the transaction, if it is there.
pub const HOLD: &str = "SELECT next FROM games WHERE id = $1 FOR UPDATE";

async fn hold(link: &mut Link, game: &GameId) -> Result<(), Fault> {
    match link.row(HOLD, &[&game.as_str()]).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::NoSuchGame.into()),
    }
}

pub const SEATS: &str = "SELECT seat, token, invitation IS NOT NULL, name FROM seats
    LEFT JOIN nicknames ON owner = token WHERE game = $1 ORDER BY seat DESC";

pub async fn seats(link: &mut Link, game: &GameId) -> Result<Vec<Seat>, Fault> {
    let rows = link.rows(SEATS, &[&game.as_str()]).await?;
    if rows.is_empty() {
        return Err(StoreError::NoSuchGame.into());
    }
    let seat = |row: &Row| {
        let token: Option<&[u8]> = row.get(1);
        let invited: bool = row.get(2);
        let open = !invited && token.is_none();
        let token = token.and_then(Digest::from_bytes);
        Seat { seat: row.get(0), token, open, invited, nickname: row.get(3) }
    };
    Ok(rows.iter().map(seat).collect())
}

pub const HELD: &str =
    "SELECT token, invitation FROM seats WHERE game = $1 AND seat = $2 FOR UPDATE";

pub const ENTER_OWNER: &str = "UPDATE seats
    SET kind = games.kind, over = games.over, at = games.at, begun = games.begun
    FROM games WHERE games.id = $1 AND seats.game = $1 AND seats.seat = $2 AND NOT EXISTS
        (SELECT FROM seats AS other WHERE other.game = $1 AND other.token = $3 AND other.at IS NOT NULL)";

pub async fn claim(link: &mut Link, claim: &Claim) -> Result<((), Vec<News>), Fault> {
    let (game, seat) = (claim.game.as_str(), &claim.seat);
    // Moves write into the seats, too, after they have locked the game.
    hold(link, &claim.game).await?;
    let held = link.row(HELD, &[&game, seat]).await?.ok_or(StoreError::NoSuchSeat)?;
    match held.get::<_, Option<&[u8]>>(0).map(Digest::from_bytes) {
        // The answer to the first claim may have been lost: asking again changes nothing.
        Some(holder) if holder == Some(claim.token) => return Ok(((), Vec::new())),
        Some(_) => return Err(StoreError::SeatTaken.into()),
        None => {}
    }
    let wanted = held.get::<_, Option<&[u8]>>(1).map(Digest::from_bytes);
    if wanted.is_some_and(|wanted| wanted.is_none() || wanted != claim.invitation) {
        return Err(StoreError::NotInvited.into());
    }
    let token = claim.token.bytes();
    link.execute(
        "UPDATE seats SET token = $3 WHERE game = $1 AND seat = $2",
        &[&game, seat, &token],
    )
    .await?;
    link.execute(ENTER_OWNER, &[&game, seat, &token]).await?;
    Ok(((), vec![News::Seated(claim.game.clone())]))
}

pub const BEST_TIMES: &str = "SELECT id, time, at, helped,
        EXISTS (SELECT FROM seats WHERE game = id AND token = $2),
        (SELECT name FROM seats JOIN nicknames ON owner = token WHERE game = id LIMIT 1)
    FROM games WHERE heading = $1 AND time IS NOT NULL AND at >= $3 AND helped <= $4
    ORDER BY time, at, id LIMIT $5";

pub async fn best_times(link: &mut Link, query: &TimesQuery) -> Result<Vec<BestTime>, Fault> {
    let asker = query.asker.as_ref().map(Digest::bytes);
    let (since, limit) = (signed(query.since), i64::from(query.limit));
    let rows =
        link.rows(BEST_TIMES, &[&query.leaderboard, &asker, &since, &query.helped, &limit]).await?;
    let best_time = |row: &Row| {
        Ok(BestTime {
            game: game_id(row.get(0))?,
            time: unsigned(row.get(1)),
            at: unsigned(row.get(2)),
            helped: row.get(3),
            yours: row.get(4),
            nickname: row.get(5),
        })
    };
    rows.iter().map(best_time).collect()
}

pub const HAS_PLAYED: &str = "SELECT EXISTS (SELECT FROM seats JOIN games ON id = game
    WHERE token = $2 AND seats.at IS NOT NULL AND heading = $1)";

pub const UNTOUCHED: &str =
    "SELECT kind, players, moves, over, computer_to_move, at, time, flag_at, id FROM games
    WHERE id > $1 AND at < $2 ORDER BY id LIMIT $3";

pub async fn untouched(
    link: &mut Link,
    before: u64,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<(GameId, Summary)>, Fault> {
    let after = after.map_or("", GameId::as_str);
    let rows = link.rows(UNTOUCHED, &[&after, &signed(before), &i64::from(limit)]).await?;
    rows.iter().map(|row| Ok((game_id(row.get(8))?, summary(row)))).collect()
}

/// Reads a row of kind, players, moves, over, `computer_to_move`, at, time and `flag_at`.
pub fn summary(row: &Row) -> Summary {
    Summary {
        kind: row.get(0),
        players: row.get(1),
        moves: unsigned(row.get(2)),
        over: row.get(3),
        computer_to_move: row.get(4),
        at: unsigned(row.get(5)),
        time: row.get::<_, Option<i64>>(6).map(unsigned),
        flag_at: row.get::<_, Option<i64>>(7).map(unsigned),
    }
}

pub async fn remove(
    link: &mut Link,
    games: &[(GameId, u64)],
) -> Result<(Vec<GameId>, Vec<News>), Fault> {
    let ids: Vec<&str> = games.iter().map(|(game, _)| game.as_str()).collect();
    let times: Vec<i64> = games.iter().map(|(_, at)| signed(*at)).collect();
    let sql = "SELECT id FROM games JOIN unnest($1::text[], $2::bigint[]) AS w (game, at)
        ON id = w.game AND games.at = w.at ORDER BY id FOR UPDATE OF games";
    let rows = link.rows(sql, &[&ids, &times]).await?;
    let gone: Vec<GameId> =
        rows.iter().map(|row| game_id(row.get(0))).collect::<Result<_, Fault>>()?;
    delete(link, &gone).await?;
    // In the order in which they were asked for.
    let gone = games.iter().map(|(game, _)| game).filter(|game| gone.contains(game)).cloned();
    let gone: Vec<GameId> = gone.collect();
    Ok((gone.clone(), gone.into_iter().map(News::Removed).collect()))
}

/// Deletes games with all that belongs to them.
pub async fn delete(link: &mut Link, games: &[GameId]) -> Result<(), Fault> {
    let ids: Vec<&str> = games.iter().map(GameId::as_str).collect();
    for sql in DELETE {
        link.execute(sql, &[&ids]).await?;
    }
    Ok(())
}

pub const DELETE: [&str; 6] = [
    "DELETE FROM looks WHERE game = ANY ($1)",
    "DELETE FROM notes WHERE game = ANY ($1)",
    "DELETE FROM leases WHERE game = ANY ($1)",
    "DELETE FROM events WHERE game = ANY ($1)",
    "DELETE FROM seats WHERE game = ANY ($1)",
    "DELETE FROM games WHERE id = ANY ($1)",
];

pub const WAITING_FOR_COMPUTER: &str = "SELECT id,
        (SELECT token FROM seats WHERE game = id AND token IS NOT NULL ORDER BY seat LIMIT 1)
    FROM games WHERE computer_to_move ORDER BY id";

/// Reads rows of the name of a game and the digest of an owner.
pub fn owned(rows: &[Row]) -> Result<Vec<(GameId, Option<Digest>)>, Fault> {
    let owned = |row: &Row| {
        let owner = row.get::<_, Option<&[u8]>>(1).and_then(Digest::from_bytes);
        Ok((game_id(row.get(0))?, owner))
    };
    rows.iter().map(owned).collect()
}

pub async fn keep_look(
    link: &mut Link,
    game: &GameId,
    ply: u32,
    found: &str,
) -> Result<((), Vec<News>), Fault> {
    hold(link, game).await?;
    let sql = "INSERT INTO looks VALUES ($1, $2, $3)
        ON CONFLICT (game, ply) DO UPDATE SET found = excluded.found";
    link.execute(sql, &[&game.as_str(), &i64::from(ply), &found]).await?;
    Ok(((), vec![News::Looked(game.clone())]))
}

pub const LOOKS: &str = "SELECT ply, found FROM looks WHERE game = $1 ORDER BY ply";

pub async fn keep_result(
    link: &mut Link,
    game: &GameId,
    result: &KeptResult,
) -> Result<((), Vec<News>), Fault> {
    hold(link, game).await?;
    for (seat, outcome, opponent) in &result.seats {
        let sql = "UPDATE seats SET outcome = $3, opponent = $4 WHERE game = $1 AND seat = $2";
        let opponent = writable(opponent);
        link.execute(sql, &[&game.as_str(), seat, &outcome.number(), &opponent]).await?;
    }
    let opening = result.opening.as_deref().map(writable);
    let title = result.title.as_deref().map(writable);
    let sql = "UPDATE games SET opening = $2, title = $3 WHERE id = $1";
    link.execute(sql, &[&game.as_str(), &opening, &title]).await?;
    Ok(((), Vec::new()))
}

/// `PostgreSQL` keeps every text but one with the sign 0.
pub fn writable(text: &str) -> String {
    text.replace('\0', "")
}

pub fn game_id(text: &str) -> Result<GameId, Fault> {
    let impossible = |_| StoreError::Damaged("a game has an impossible name".to_owned());
    text.parse().map_err(|error| impossible(error).into())
}
