//! Lists of games, each a merge of ranges of one index: however many games there are, a list looks at those
//! that it shows and at little else.

use super::statements::{game_id, summary};
use crate::integers::signed;
use crate::{Digest, GameId, Listed, Query, Scope, StoreError};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use std::fmt::Write;

/// Games that are looked at for a list without those of the asker, at most.
const MOST_CANDIDATES: u32 = 200;

/// The first kind after another, among the games open to everyone and among those of an owner.
const NEXT_KIND: &str = "SELECT min(kind) FROM games INDEXED BY games_listed
    WHERE listed = 1 AND kind > ?1";
const NEXT_KIND_OF_OWNER: &str = "SELECT min(kind) FROM seats INDEXED BY seats_by_owner
    WHERE token = ?2 AND at IS NOT NULL AND kind > ?1";

const DETAILS: &str = "SELECT kind, players, moves, over, computer_to_move, at, time
    FROM games WHERE id = ?1";
const SEATS: &str =
    "SELECT seat, token IS NULL AND invitation IS NULL, coalesce(token = ?2, 0), name
    FROM seats LEFT JOIN nicknames ON owner = token WHERE game = ?1 ORDER BY seat";
const BEGUN: &str = "SELECT begun FROM games WHERE id = ?1";

pub fn list(connection: &Connection, query: &Query) -> Result<Vec<Listed>, StoreError> {
    // All statements see the same moment.
    let _snapshot = connection.unchecked_transaction()?;
    let ranges = ranges(connection, query)?;
    if ranges.is_empty() || query.limit == 0 {
        return Ok(Vec::new());
    }
    let (at, begun) = match &query.after {
        Some((at, id)) => (signed(*at), begun(connection, id)?.unwrap_or(0)),
        None => (i64::MAX, i64::MAX),
    };
    let candidates = match query.scope {
        // A game of the asker that is open to everyone is found twice.
        Scope::All => query.limit.saturating_mul(2),
        Scope::Own => query.limit,
        Scope::Others => MOST_CANDIDATES.max(query.limit),
    };
    let token = query.asker.as_ref().map_or(Value::Null, |token| token.bytes().to_vec().into());
    let mut values = vec![at.into(), begun.into(), i64::from(candidates).into(), token];
    values.extend(ranges.iter().map(|range| range.kind.clone().into()));
    let mut statement = connection.prepare_cached(&page(&ranges))?;
    let mut rows = statement.query(params_from_iter(values))?;
    let mut games: Vec<Listed> = Vec::new();
    while let Some(row) = rows.next()? {
        let id = game_id(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
        if games.last().is_some_and(|last| last.id == id) {
            continue;
        }
        let game = details(connection, id, query.asker)?;
        if query.scope == Scope::Others && !game.your_seats.is_empty() {
            continue;
        }
        games.push(game);
        if games.len() == query.limit as usize {
            break;
        }
    }
    Ok(games)
}

/// Games that stand next to each other in an index.
struct Range {
    kind: String,
    part: Part,
}

enum Part {
    /// Of the games open to everyone those of a stage: 0 without a move, 1 with one, 2 and 3 the same when
    /// they are over.
    Stage(u8),
    /// Of the games of the asker those that are over, or those that are not.
    Own { over: bool },
}

fn ranges(connection: &Connection, query: &Query) -> Result<Vec<Range>, StoreError> {
    let wanted = |over: bool| query.over.is_none_or(|wanted| wanted == over);
    let mut ranges = Vec::new();
    if query.scope != Scope::Own {
        let stages: &[u8] = if query.scope == Scope::Others { &[1, 3] } else { &[0, 1, 2, 3] };
        for kind in kinds(connection, query, None)? {
            let stages = stages.iter().filter(|&&stage| wanted(stage >= 2));
            let range = |&stage| Range { kind: kind.clone(), part: Part::Stage(stage) };
            ranges.extend(stages.map(range));
        }
    }
    if query.scope != Scope::Others && query.asker.is_some() {
        for kind in kinds(connection, query, query.asker)? {
            let ends = [false, true].into_iter().filter(|&over| wanted(over));
            let range = |over| Range { kind: kind.clone(), part: Part::Own { over } };
            ranges.extend(ends.map(range));
        }
    }
    Ok(ranges)
}

/// The kinds of games that there are, found by leaping from one to the next; or the one that is asked for.
fn kinds(
    connection: &Connection,
    query: &Query,
    owner: Option<Digest>,
) -> Result<Vec<String>, StoreError> {
    if let Some(kind) = &query.kind {
        return Ok(vec![kind.clone()]);
    }
    let mut kinds: Vec<String> = Vec::new();
    loop {
        let last = kinds.last().map_or("", String::as_str);
        let next: Option<String> = match &owner {
            None => connection.prepare_cached(NEXT_KIND)?.query_row([last], |row| row.get(0))?,
            Some(owner) => connection
                .prepare_cached(NEXT_KIND_OF_OWNER)?
                .query_row(params![last, owner.bytes()], |row| row.get(0))?,
        };
        match next {
            Some(kind) => kinds.push(kind),
            None => return Ok(kinds),
        }
    }
}

/// The statement that merges ranges into a page: the games before ?1 and ?2 in the order of the list, ?3 of
/// them, for the owner ?4; the kinds of the ranges follow.
fn page(ranges: &[Range]) -> String {
    let mut sql = String::new();
    for (parameter, range) in (5..).zip(ranges) {
        let before = if sql.is_empty() { "" } else { " UNION ALL " };
        let _ = match range.part {
            Part::Stage(stage) => write!(
                sql,
                "{before}SELECT id, at, begun FROM games INDEXED BY games_listed WHERE listed = 1
                 AND kind = ?{parameter} AND stage = {stage} AND (at, begun) < (?1, ?2)"
            ),
            Part::Own { over } => write!(
                sql,
                "{before}SELECT game, at, begun FROM seats INDEXED BY seats_by_owner
                 WHERE token = ?4 AND kind = ?{parameter} AND over = {over} AND at IS NOT NULL
                 AND (at, begun) < (?1, ?2)"
            ),
        };
    }
    sql + " ORDER BY 2 DESC, 3 DESC LIMIT ?3"
}

fn begun(connection: &Connection, game: &GameId) -> Result<Option<i64>, StoreError> {
    let mut statement = connection.prepare_cached(BEGUN)?;
    Ok(statement.query_row([game.as_str()], |row| row.get(0)).optional()?)
}

fn details(
    connection: &Connection,
    id: GameId,
    asker: Option<Digest>,
) -> Result<Listed, StoreError> {
    let summary = connection.prepare_cached(DETAILS)?.query_row([id.as_str()], summary)?;
    let (mut open_seats, mut your_seats, mut nicknames) = (Vec::new(), Vec::new(), Vec::new());
    let mut statement = connection.prepare_cached(SEATS)?;
    let mut rows = statement.query(params![id.as_str(), asker.as_ref().map(Digest::bytes)])?;
    while let Some(row) = rows.next()? {
        let (open, yours): (bool, bool) = (row.get(1)?, row.get(2)?);
        if open {
            open_seats.push(row.get(0)?);
        }
        if yours {
            your_seats.push(row.get(0)?);
        }
        if let Some(name) = row.get(3)? {
            nicknames.push((row.get(0)?, name));
        }
    }
    Ok(Listed { id, summary, open_seats, your_seats, nicknames })
}

#[cfg(test)]
mod tests {
    use super::super::schema;
    use super::super::statements::ENTER_OWNER;
    use super::*;

    /// What `SQLite` says it would do for a statement, a step to a line.
    fn plan(connection: &Connection, sql: &str) -> Vec<String> {
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let values = vec![Value::Null; statement.parameter_count()];
        let steps = statement.query_map(params_from_iter(values), |row| row.get(3)).unwrap();
        steps.collect::<Result<_, _>>().unwrap()
    }

    fn store() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::prepare(&mut connection).unwrap();
        connection
    }

    /// Every statement that lists may use: each kind of list, of one kind of game and of two.
    fn statements() -> Vec<String> {
        let connection = store();
        let token = Digest::of("ann");
        let game = "INSERT INTO games (id, kind, players, moves, over, computer_to_move, at, next)
            VALUES (?1, ?1, '', 0, 0, 0, 0, 0)";
        let seat = "INSERT INTO seats (game, seat, token, kind, over, at, begun)
            VALUES (?1, 'solo', ?2, ?1, 0, 0, 0)";
        for kind in ["one", "two"] {
            connection.execute(game, [kind]).unwrap();
            connection.execute(seat, params![kind, token.bytes()]).unwrap();
        }
        let mut statements = Vec::new();
        for scope in [Scope::All, Scope::Own, Scope::Others] {
            for over in [None, Some(false), Some(true)] {
                for kind in [None, Some("one".to_owned())] {
                    for asker in [None, Some(token)] {
                        let kind = kind.clone();
                        let query = Query { kind, over, asker, scope, ..Query::default() };
                        let ranges = ranges(&connection, &query).unwrap();
                        let listable = scope != Scope::Own || asker.is_some();
                        assert_eq!(ranges.is_empty(), !listable, "{query:?}");
                        if listable {
                            statements.push(page(&ranges));
                        }
                    }
                }
            }
        }
        statements
            .extend([NEXT_KIND, NEXT_KIND_OF_OWNER, DETAILS, SEATS, BEGUN].map(str::to_owned));
        statements
    }

    #[test]
    fn no_list_scans_or_sorts() {
        let connection = store();
        let statements = statements();
        assert!(statements.len() > 30);
        for sql in statements {
            for step in plan(&connection, &sql) {
                let merges = ["MERGE (UNION ALL)", "LEFT", "RIGHT"].contains(&step.as_str());
                let searches = step.starts_with("SEARCH ") && step.contains(" USING ");
                assert!(merges || searches, "{step:?} in {sql}");
            }
        }
    }

    #[test]
    fn a_seat_is_entered_without_looking_at_the_other_games_of_its_owner() {
        for step in plan(&store(), ENTER_OWNER) {
            let by_key = step.contains("USING PRIMARY KEY") || step.starts_with("SCALAR SUBQUERY");
            assert!(by_key, "{step:?}");
        }
    }

    #[test]
    fn a_plan_that_scans_or_sorts_is_recognised() {
        let connection = store();
        let scan = plan(&connection, "SELECT id FROM games WHERE players = ?1 ORDER BY moves");
        assert!(scan.iter().any(|step| step.starts_with("SCAN games")), "{scan:?}");
        assert!(scan.iter().any(|step| step.contains("TEMP B-TREE")), "{scan:?}");
    }
}
