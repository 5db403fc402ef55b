//! What nodes share: who is alive, who does what for which game, and the notes that they leave for each other.

use super::link::{Fault, Link};
use super::news::CHANNEL;
use super::statements::{game_id, owned};
use crate::integers::unsigned;
use crate::{Digest, GameId, Keeping, NODE_LIFE, News, Note, Renewed, Work};
use std::time::Duration;

/// All nodes were down when none has renewed itself for so long, in milliseconds.
const GAP: i64 = NODE_LIFE.as_millis() as i64 + 2_000;

/// A node that has not renewed itself for so long has missed a renewal.
const MISSED: Duration = Duration::from_millis(2_500);

const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// Renews a node. The row says whether it was there before.
const RENEW: &str =
    "INSERT INTO nodes VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
    ON CONFLICT (node) DO UPDATE SET until = excluded.until RETURNING (xmax = 0)";

/// Takes away nodes that are dead, each by one of those that look: those that have not renewed themselves for their whole life, and those that
/// have missed a renewal and have no connection left, as when their process was killed. What belongs to them goes with them; of their notes the
/// others are told.
const DEAD: &str = "SELECT node FROM nodes WHERE until < clock_timestamp()
        OR (until < clock_timestamp() + $1 * interval '1 millisecond'
            AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name LIKE 'tablero ' || node || ' %'))
    FOR UPDATE SKIP LOCKED";
pub const FORGET_NOTES: &str =
    "DELETE FROM notes WHERE node = ANY ($1) AND NOT lasting RETURNING game, node, key";
const FORGET_NODES: &str = "DELETE FROM nodes WHERE node = ANY ($1)";

pub async fn renew(link: &mut Link, node: &str) -> Result<(Renewed, Vec<News>), Fault> {
    let life = NODE_LIFE.as_millis() as f64;
    let inserted = link.row(RENEW, &[&node, &life]).await?;
    let anew = inserted.is_some_and(|row| row.get(0));
    let overdue = life - MISSED.as_millis() as f64;
    let dead = link.rows(DEAD, &[&overdue]).await?;
    let dead: Vec<String> = dead.iter().map(|row| row.get(0)).collect();
    let news = if dead.is_empty() { Vec::new() } else { bury(link, &dead).await? };
    // All nodes were down where nobody has renewed itself for too long: from when to when is kept.
    let sql = format!(
        "UPDATE uptime SET seen = {NOW},
            down_from = CASE WHEN {NOW} - seen > $1 THEN seen ELSE down_from END,
            down_until = CASE WHEN {NOW} - seen > $1 THEN {NOW} ELSE down_until END
         RETURNING seen, down_from, down_until"
    );
    let row = link.row(&sql, &[&GAP]).await?;
    let times = row.map_or((0, 0, 0), |row| (row.get(0), row.get(1), row.get(2)));
    let (now, from, until) = (unsigned(times.0), unsigned(times.1), unsigned(times.2));
    Ok((Renewed { now, anew, down: (from, until) }, news))
}

async fn bury(link: &mut Link, nodes: &[String]) -> Result<Vec<News>, Fault> {
    let rows = link.rows(FORGET_NOTES, &[&nodes]).await?;
    link.execute(FORGET_NODES, &[&nodes]).await?;
    let taken_back = |row: &tokio_postgres::Row| {
        let (node, key) = (row.get(1), row.get(2));
        Ok(News::Noted(Note { game: game_id(row.get(0))?, node, key, text: None }))
    };
    rows.iter().map(taken_back).collect()
}

pub async fn leave(link: &mut Link, node: &str) -> Result<((), Vec<News>), Fault> {
    let news = bury(link, &[node.to_owned()]).await?;
    Ok(((), news))
}

pub const LEASE: &str = "INSERT INTO leases (game, work, node) SELECT id, $3, $2 FROM games WHERE id = $1
    ON CONFLICT (game, work) DO UPDATE SET node = excluded.node
    WHERE leases.node = excluded.node
        OR NOT EXISTS (SELECT FROM nodes WHERE nodes.node = leases.node AND until >= clock_timestamp())
    RETURNING game";

pub async fn lease(link: &mut Link, game: &GameId, work: Work, node: &str) -> Result<bool, Fault> {
    Ok(!link.rows(LEASE, &[&game.as_str(), &node, &work.name()]).await?.is_empty())
}

pub const RELEASE: &str = "DELETE FROM leases WHERE game = ANY ($1) AND node = $2 AND work = $3";

/// Running games in which something is to be done and that no living node looks after. Of several nodes that look at once each takes others. Games
/// at a terminal go on there.
pub const ADOPT: &str = "WITH due AS (
        SELECT id FROM games WHERE id IN (
            SELECT id FROM games WHERE computer_to_move
            UNION ALL
            SELECT id FROM games WHERE flag_at <= (extract(epoch FROM now()) * 1000)::bigint)
        AND NOT over
        AND NOT EXISTS (SELECT FROM leases JOIN nodes USING (node) WHERE leases.game = games.id AND work = 'play' AND until >= clock_timestamp())
        AND (SELECT count(*) FROM seats WHERE seats.game = games.id AND token = decode(repeat('00', 32), 'hex')) = 0
        ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED),
    leased AS (
        INSERT INTO leases (game, work, node) SELECT id, 'play', $2 FROM due
        ON CONFLICT (game, work) DO UPDATE SET node = excluded.node
        WHERE NOT EXISTS (SELECT FROM nodes WHERE nodes.node = leases.node AND until >= clock_timestamp())
        RETURNING game)
    SELECT game, (SELECT token FROM seats WHERE seats.game = leased.game AND token IS NOT NULL ORDER BY seat LIMIT 1)
    FROM leased ORDER BY game";

pub async fn adopt(
    link: &mut Link,
    most: u32,
    node: &str,
) -> Result<Vec<(GameId, Option<Digest>)>, Fault> {
    owned(&link.rows(ADOPT, &[&i64::from(most), &node]).await?)
}

/// A note that is to be written and told.
pub struct Left {
    pub note: Note,
    pub keeping: Keeping,
}

const KEEP: &str = "INSERT INTO notes (game, key, node, lasting, text)
    SELECT w.game, w.key, w.node, w.lasting, w.text
    FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[]) AS w (game, key, node, lasting, text)
    WHERE EXISTS (SELECT FROM games WHERE id = w.game)
    ON CONFLICT (game, key, node) DO UPDATE SET text = excluded.text";

/// Writes notes, of each key at most one, and tells them together.
pub async fn keep(link: &mut Link, notes: &[Left]) -> Result<(), Fault> {
    // One note for all nodes has no node in the table.
    let place = |left: &Left| match left.keeping {
        Keeping::WithGame => String::new(),
        _ => left.note.node.clone(),
    };
    let kept = || notes.iter().filter(|left| left.keeping != Keeping::Not);
    let gone: Vec<&Left> = kept().filter(|left| left.note.text.is_none()).collect();
    if !gone.is_empty() {
        let games: Vec<&str> = gone.iter().map(|left| left.note.game.as_str()).collect();
        let keys: Vec<&str> = gone.iter().map(|left| left.note.key.as_str()).collect();
        let places: Vec<String> = gone.iter().map(|left| place(left)).collect();
        let sql = "DELETE FROM notes USING unnest($1::text[], $2::text[], $3::text[]) AS w (game, key, node)
            WHERE notes.game = w.game AND notes.key = w.key AND notes.node = w.node";
        link.execute(sql, &[&games, &keys, &places]).await?;
    }
    let stay: Vec<(&Left, &str)> =
        kept().filter_map(|left| Some((left, left.note.text.as_deref()?))).collect();
    if !stay.is_empty() {
        let games: Vec<&str> = stay.iter().map(|(left, _)| left.note.game.as_str()).collect();
        let keys: Vec<&str> = stay.iter().map(|(left, _)| left.note.key.as_str()).collect();
        let places: Vec<String> = stay.iter().map(|(left, _)| place(left)).collect();
        let lasting: Vec<bool> =
            stay.iter().map(|(left, _)| left.keeping == Keeping::WithGame).collect();
        let texts: Vec<&str> = stay.iter().map(|(_, text)| *text).collect();
        link.execute(KEEP, &[&games, &keys, &places, &lasting, &texts]).await?;
    }
    Ok(())
}

pub const NOTES: &str = "SELECT node, key, text FROM notes WHERE game = $1 ORDER BY key, node";

/// Tells what has happened to the other nodes when the transaction is committed.
pub async fn tell(link: &mut Link, node: &str, news: &[News]) -> Result<(), Fault> {
    let payload = super::news::written(node, news);
    link.rows("SELECT pg_notify($1, $2)", &[&CHANNEL, &payload]).await?;
    Ok(())
}
