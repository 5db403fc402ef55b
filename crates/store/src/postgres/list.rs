//! Lists of games, each a merge of ranges of one index: however many games there are, a list looks at those that it shows and at
//! little else.

use super::link::{Fault, Link, Parameters};
use super::statements::{game_id, summary};
use crate::integers::signed;
use crate::{Digest, GameId, Listed, Query, Scope, Summary};
use std::collections::HashMap;
use std::fmt::Write;
use tokio_postgres::types::ToSql;

/// Games that are looked at for a list without those of the asker, at most.
const MOST_CANDIDATES: u32 = 200;

/// The kinds of games that there are among those open to everyone, found by leaping from one to the next.
pub const KINDS: &str = "WITH RECURSIVE kinds AS (
        (SELECT kind FROM games WHERE listed ORDER BY kind LIMIT 1)
        UNION ALL
        SELECT (SELECT games.kind FROM games WHERE listed AND games.kind > kinds.kind ORDER BY games.kind LIMIT 1)
        FROM kinds WHERE kinds.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL";

/// The same among those of an owner.
pub const KINDS_OF_OWNER: &str = "WITH RECURSIVE kinds AS (
        (SELECT kind FROM seats WHERE token = $1 AND at IS NOT NULL ORDER BY kind LIMIT 1)
        UNION ALL
        SELECT (SELECT seats.kind FROM seats WHERE token = $1 AND at IS NOT NULL AND seats.kind > kinds.kind ORDER BY seats.kind LIMIT 1)
        FROM kinds WHERE kinds.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL";

pub const DETAILS: &str =
    "SELECT kind, players, moves, over, computer_to_move, at, time, flag_at, id
    FROM games WHERE id = ANY ($1)";
pub const SEATS: &str =
    "SELECT game, seat, token IS NULL AND invitation IS NULL, coalesce(token = $2, false),
        (SELECT name FROM nicknames WHERE owner = token)
    FROM seats WHERE game = ANY ($1) ORDER BY seat";
pub const BEGUN: &str = "SELECT begun FROM games WHERE id = $1";

/// Games that stand next to each other in an index.
pub struct Range {
    kind: String,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    /// Of the games open to everyone those of a stage: 0 without a move, 1 with one, 2 and 3 the same when they are over.
    Stage(u8),
    /// Of the games of the asker those that are over, or those that are not.
    Own { over: bool },
}

pub async fn list(link: &mut Link, query: &Query) -> Result<Vec<Listed>, Fault> {
    let ranges = ranges(link, query).await?;
    if ranges.is_empty() || query.limit == 0 {
        return Ok(Vec::new());
    }
    let (at, begun) = match &query.after {
        Some((at, id)) => {
            let begun = link.row(BEGUN, &[&id.as_str()]).await?;
            (signed(*at), begun.map_or(0, |row| row.get(0)))
        }
        None => (i64::MAX, i64::MAX),
    };
    let candidates = match query.scope {
        // A game of the asker that is open to everyone is found twice.
        Scope::All => query.limit.saturating_mul(2),
        Scope::Own => query.limit,
        Scope::Others => MOST_CANDIDATES.max(query.limit),
    };
    let candidates = i64::from(candidates);
    let token = query.asker.as_ref().map(Digest::bytes);
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&at, &begun, &candidates, &token];
    values.extend(ranges.iter().map(|range| -> &(dyn ToSql + Sync) { &range.kind }));
    let rows = link.rows(&page(&ranges), values.as_slice() as Parameters<'_>).await?;
    let mut ids: Vec<GameId> = Vec::new();
    for row in &rows {
        let id = game_id(row.get(0))?;
        if ids.last() != Some(&id) {
            ids.push(id);
        }
    }
    let mut games = details(link, &ids, query.asker).await?;
    let mut listed = Vec::new();
    for id in &ids {
        // A game may have been removed between the two questions.
        let Some(game) = games.remove(id) else { continue };
        if query.scope == Scope::Others && !game.your_seats.is_empty() {
            continue;
        }
        listed.push(game);
        if listed.len() == query.limit as usize {
            break;
        }
    }
    Ok(listed)
}

async fn ranges(link: &mut Link, query: &Query) -> Result<Vec<Range>, Fault> {
    let wanted = |over: bool| query.over.is_none_or(|wanted| wanted == over);
    let mut ranges = Vec::new();
    if query.scope != Scope::Own {
        let stages: &[u8] = if query.scope == Scope::Others { &[1, 3] } else { &[0, 1, 2, 3] };
        let kinds = match &query.kind {
            Some(kind) => vec![kind.clone()],
            None => texts(link, KINDS, &[]).await?,
        };
        for kind in kinds {
            let stages = stages.iter().filter(|&&stage| wanted(stage >= 2));
            ranges.extend(
                stages.map(|&stage| Range { kind: kind.clone(), part: Part::Stage(stage) }),
            );
        }
    }
    if let Some(asker) = query.asker.filter(|_| query.scope != Scope::Others) {
        let kinds = match &query.kind {
            Some(kind) => vec![kind.clone()],
            None => texts(link, KINDS_OF_OWNER, &[&asker.bytes()]).await?,
        };
        for kind in kinds {
            let ends = [false, true].into_iter().filter(|&over| wanted(over));
            ranges.extend(ends.map(|over| Range { kind: kind.clone(), part: Part::Own { over } }));
        }
    }
    Ok(ranges)
}

async fn texts(
    link: &mut Link,
    sql: &str,
    parameters: Parameters<'_>,
) -> Result<Vec<String>, Fault> {
    Ok(link.rows(sql, parameters).await?.iter().map(|row| row.get(0)).collect())
}

/// The statement that merges ranges into a page: the games before $1 and $2 in the order of the list, $3 of them, for the owner $4; the
/// kinds of the ranges follow.
pub fn page(ranges: &[Range]) -> String {
    // Every list has the same parameters first, whether it uses them or not.
    let mut sql = "SELECT id, at, begun FROM (SELECT NULL::text AS id, 0::bigint AS at, 0::bigint AS begun WHERE $4::bytea IS NULL AND false".to_owned();
    for (parameter, range) in (5..).zip(ranges) {
        let _ = match range.part {
            Part::Stage(stage) => write!(
                sql,
                " UNION ALL (SELECT id, at, begun FROM games WHERE listed AND kind = ${parameter}::text AND stage = {stage}
                 AND (at, begun) < ($1::bigint, $2::bigint) ORDER BY at DESC, begun DESC LIMIT $3::bigint)"
            ),
            Part::Own { over } => write!(
                sql,
                " UNION ALL (SELECT game, at, begun FROM seats WHERE token = $4::bytea AND kind = ${parameter}::text AND over = {over}
                 AND at IS NOT NULL AND (at, begun) < ($1::bigint, $2::bigint) ORDER BY at DESC, begun DESC LIMIT $3::bigint)"
            ),
        };
    }
    sql + ") AS ranges ORDER BY at DESC, begun DESC, id LIMIT $3::bigint"
}

/// The statements that merge ranges, a few of each kind.
#[cfg(test)]
pub fn pages() -> Vec<String> {
    let range = |part: &Part| Range { kind: String::new(), part: *part };
    let stages = [0, 1, 2, 3].map(Part::Stage);
    let own = [false, true].map(|over| Part::Own { over });
    let of = |parts: &[Part]| page(&parts.iter().map(range).collect::<Vec<_>>());
    let all: Vec<Part> = stages.into_iter().chain(own).collect();
    vec![of(&stages), of(&stages[..2]), of(&stages[2..]), of(&own), of(&own[..1]), of(&all)]
}

async fn details(
    link: &mut Link,
    ids: &[GameId],
    asker: Option<Digest>,
) -> Result<HashMap<GameId, Listed>, Fault> {
    let names: Vec<&str> = ids.iter().map(GameId::as_str).collect();
    let mut games = HashMap::new();
    for row in link.rows(DETAILS, &[&names]).await? {
        let (id, summary): (GameId, Summary) = (game_id(row.get(8))?, summary(&row));
        let (open_seats, your_seats, nicknames) = (Vec::new(), Vec::new(), Vec::new());
        games.insert(id.clone(), Listed { id, summary, open_seats, your_seats, nicknames });
    }
    let token = asker.as_ref().map(Digest::bytes);
    for row in link.rows(SEATS, &[&names, &token]).await? {
        let Some(game) = games.get_mut(&game_id(row.get(0))?) else { continue };
        let seat: String = row.get(1);
        if row.get(2) {
            game.open_seats.push(seat.clone());
        }
        if let Some(name) = row.get(4) {
            game.nicknames.push((seat.clone(), name));
        }
        if row.get(3) {
            game.your_seats.push(seat);
        }
    }
    Ok(games)
}
