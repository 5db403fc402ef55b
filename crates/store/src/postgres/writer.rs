//! The task that appends: whatever is waiting goes to the database as one statement, with one notification for all of it.
//!
//! A statement is a transaction of its own, so there is no moment between a group and its commit. Where the connection is lost while the database works
//! on a group, nobody has said whether it was committed: then the process that worked on it is ended, and the games are looked at before anybody
//! gets an answer.

use super::Shared;
use super::link::{Fault, Link, connected};
use super::news::{CHANNEL, LONGEST, TOO_MUCH};
use crate::integers::{signed, unsigned};
use crate::{Append, Appended, Digest, GameId, NewGame, News, StoreError, Summary};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::ToSql;

/// Appends and new games that go together at most.
const LARGEST_GROUP: usize = 512;
/// The process of a lost connection is waited for in steps of this length, and for so many of them.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
const MOST_LOOKS: usize = 100;

/// Something to write, and who waits for it.
pub struct Job {
    pub what: What,
    pub waiting: oneshot::Sender<Result<(), StoreError>>,
}

pub enum What {
    Append(Append),
    Create(Box<NewGame>),
}

impl What {
    fn game(&self) -> &GameId {
        match self {
            What::Append(append) => &append.game,
            What::Create(new) => &new.id,
        }
    }

    /// The number of the first event and the events.
    fn events(&self) -> (u64, &[String]) {
        match self {
            What::Append(append) => (append.expected, &append.events),
            What::Create(new) => (0, &new.events),
        }
    }

    /// The number that is next when this is done.
    fn next(&self) -> u64 {
        let (first, events) = self.events();
        first + events.len() as u64
    }
}

/// The games of arrays, of which those that are where they should be go on: their rows are locked in the order of their names, so that
/// groups of two nodes never wait for each other in a circle.
pub const APPEND: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[],
            $8::bigint[], $9::bigint[], $10::bigint[])
        AS w (game, expected, next, players, moves, over, computer_to_move, at, time, flag_at)),
    locked AS MATERIALIZED (SELECT id FROM games WHERE id = ANY ($1) ORDER BY id FOR UPDATE),
    updated AS (
        UPDATE games SET players = w.players, moves = w.moves, over = w.over, computer_to_move = w.computer_to_move, at = w.at,
            next = w.next, time = w.time, flag_at = w.flag_at
        FROM wanted w JOIN locked ON locked.id = w.game
        WHERE games.id = w.game AND games.next = w.expected
        RETURNING games.id, games.next, w.over, w.at),
    written AS (
        INSERT INTO events (game, number, event)
        SELECT e.game, e.number, e.event FROM unnest($11::text[], $12::bigint[], $13::text[]) AS e (game, number, event)
        JOIN updated ON updated.id = e.game),
    listed AS (
        UPDATE seats SET over = updated.over, at = updated.at FROM updated WHERE seats.game = updated.id AND seats.at IS NOT NULL),
    told AS MATERIALIZED (
        SELECT pg_notify($14, CASE WHEN length(list.news) > $16 THEN $15 || E'\\n' || $17 ELSE list.news END) FROM
            (SELECT $15 || string_agg(E'\\na\\t' || id || E'\\t' || next, '') AS news FROM updated) AS list
        WHERE list.news IS NOT NULL)
    SELECT updated.id FROM updated, (SELECT count(*) FROM told) AS all_told";

/// New games. Games are numbered in the order in which they begin; a number that is left out does no harm.
pub const CREATE: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[],
            $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::boolean[]) WITH ORDINALITY
        AS w (game, next, kind, players, moves, over, computer_to_move, at, time, flag_at, heading, listed, place)),
    made AS (
        INSERT INTO games (id, next, kind, players, moves, over, computer_to_move, at, time, flag_at, heading, listed, begun)
        SELECT game, next, kind, players, moves, over, computer_to_move, at, time, flag_at, heading, listed, nextval('beginnings')
        FROM (SELECT * FROM wanted ORDER BY place) AS ordered
        ON CONFLICT (id) DO NOTHING
        RETURNING id, next, kind, over, at, begun),
    written AS (
        INSERT INTO events (game, number, event)
        SELECT e.game, e.number, e.event FROM unnest($13::text[], $14::bigint[], $15::text[]) AS e (game, number, event)
        JOIN made ON made.id = e.game),
    seated AS (
        INSERT INTO seats (game, seat, token, invitation, kind, over, at, begun)
        SELECT s.game, s.seat, s.token, s.invitation, CASE WHEN s.entered THEN made.kind END, CASE WHEN s.entered THEN made.over END,
            CASE WHEN s.entered THEN made.at END, CASE WHEN s.entered THEN made.begun END
        FROM unnest($16::text[], $17::text[], $18::bytea[], $19::bytea[], $20::boolean[]) AS s (game, seat, token, invitation, entered)
        JOIN made ON made.id = s.game),
    told AS MATERIALIZED (
        SELECT pg_notify($21, CASE WHEN length(list.news) > $23 THEN $22 || E'\\n' || $24 ELSE list.news END) FROM
            (SELECT $22 || string_agg(E'\\na\\t' || id || E'\\t' || next, '') AS news FROM made) AS list
        WHERE list.news IS NOT NULL)
    SELECT made.id FROM made, (SELECT count(*) FROM told) AS all_told";

pub const HEADS: &str = "SELECT id, next FROM games WHERE id = ANY ($1)";
pub const EVENTS: &str =
    "SELECT event FROM events WHERE game = $1 AND number >= $2 AND number < $3 ORDER BY number";

/// Writes what comes in until all senders are gone.
pub async fn write_groups(shared: Arc<Shared>, mut jobs: mpsc::UnboundedReceiver<Job>) {
    let name = format!("tablero {} writer", shared.node);
    let mut writer = Writer { shared, name, link: None };
    // Of each game one job at a time: the others wait for their turn, in their order.
    let mut later: Vec<Job> = Vec::new();
    loop {
        let mut waiting = std::mem::take(&mut later);
        if waiting.is_empty() {
            match jobs.recv().await {
                Some(job) => waiting.push(job),
                None => return,
            }
        }
        while waiting.len() < LARGEST_GROUP {
            match jobs.try_recv() {
                Ok(job) => waiting.push(job),
                Err(_) => break,
            }
        }
        let (mut group, mut games) = (Vec::new(), HashSet::new());
        for job in waiting {
            if games.insert(job.what.game().clone()) { group.push(job) } else { later.push(job) }
        }
        writer.write(group).await;
    }
}

struct Writer {
    shared: Arc<Shared>,
    /// By which the database knows the connection.
    name: String,
    link: Option<Link>,
}

impl Writer {
    async fn write(&mut self, group: Vec<Job>) {
        let (appends, creates): (Vec<Job>, Vec<Job>) =
            group.into_iter().partition(|job| matches!(job.what, What::Append(_)));
        for group in [appends, creates] {
            if !group.is_empty() {
                self.write_alike(group).await;
            }
        }
    }

    /// Writes jobs of one kind. Where one of them cannot be written at all, each is tried alone.
    async fn write_alike(&mut self, group: Vec<Job>) {
        let (whats, waiting): (Vec<What>, Vec<_>) =
            group.into_iter().map(|job| (job.what, job.waiting)).unzip();
        let answers = match self.results(&whats).await {
            Ok(answers) => answers,
            Err(StoreError::Failed(_)) if whats.len() > 1 => {
                let mut answers = Vec::new();
                for what in whats.chunks(1) {
                    answers
                        .extend(self.results(what).await.unwrap_or_else(|error| vec![Err(error)]));
                }
                answers
            }
            Err(error) => vec![Err(error); whats.len()],
        };
        for ((what, waiting), answer) in whats.iter().zip(waiting).zip(answers) {
            if answer.is_ok() {
                let (game, next) = (what.game().clone(), what.next());
                self.shared.tell(News::Appended(Appended { game, next }));
            }
            // The caller may have gone; what was done stays done.
            let _ = waiting.send(answer);
        }
    }

    /// What became of each job. An error means that none of them was carried out.
    async fn results(&mut self, whats: &[What]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let mut answers: Vec<Option<Result<(), StoreError>>> = vec![None; whats.len()];
        let end = Instant::now() + self.shared.patience;
        // The process of a connection that was lost while it worked on these.
        let mut lost: Option<i32> = None;
        loop {
            let open: Vec<usize> = (0..whats.len()).filter(|&i| answers[i].is_none()).collect();
            if open.is_empty() {
                let known = |answer: Option<_>| answer.unwrap_or(Err(StoreError::Closed));
                return Ok(answers.into_iter().map(known).collect());
            }
            let wanted: Vec<&What> = open.iter().map(|&i| &whats[i]).collect();
            let found = match lost {
                None => self.try_once(&wanted).await,
                Some(process) => self.look_up(process, &wanted).await,
            };
            match found {
                Ok(found) => {
                    lost = None;
                    for (i, answer) in open.into_iter().zip(found) {
                        answers[i] = answer;
                    }
                }
                Err(fault)
                    if Instant::now() >= end || !fault.is_lost() && !fault.is_collision() =>
                {
                    return Writer::partly(answers, fault.into());
                }
                Err(fault) if fault.is_lost() => {
                    let process = self.link.take().map(|link| link.process);
                    lost = lost.or(process);
                    tokio::time::sleep(BETWEEN_LOOKS).await;
                }
                Err(_) => {}
            }
        }
    }

    /// The answers when no more can be found out: what is known stays, the rest has failed.
    fn partly(
        answers: Vec<Option<Result<(), StoreError>>>,
        error: StoreError,
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        if answers.iter().all(Option::is_none) {
            return Err(error);
        }
        Ok(answers.into_iter().map(|answer| answer.unwrap_or_else(|| Err(error.clone()))).collect())
    }

    async fn link(&mut self) -> Result<&mut Link, Fault> {
        let link = match self.link.take().filter(|link| !link.is_closed()) {
            Some(link) => link,
            None => connected(&self.shared.address, &self.name, self.shared.patience).await?,
        };
        Ok(self.link.insert(link))
    }

    async fn try_once(
        &mut self,
        whats: &[&What],
    ) -> Result<Vec<Option<Result<(), StoreError>>>, Fault> {
        let node = self.shared.node.clone();
        let link = self.link().await?;
        let done: HashSet<String> = match whats {
            [What::Append(_), ..] => append(link, whats, &node).await?,
            _ => create(link, whats, &node).await?,
        };
        if done.len() == whats.len() {
            return Ok(vec![Some(Ok(())); whats.len()]);
        }
        let games: Vec<&str> = whats.iter().map(|what| what.game().as_str()).collect();
        let rows = link.rows(HEADS, &[&games]).await?;
        let heads: HashMap<&str, u64> =
            rows.iter().map(|row| (row.get(0), unsigned(row.get(1)))).collect();
        let answer = |what: &&What| {
            if done.contains(what.game().as_str()) {
                return Some(Ok(()));
            }
            Some(match heads.get(what.game().as_str()) {
                Some(&next) => Err(StoreError::Taken { expected: what.events().0, next }),
                None => Err(StoreError::NoSuchGame),
            })
        };
        Ok(whats.iter().map(answer).collect())
    }

    /// Which jobs of a group were carried out whose connection was lost; the others are still open. The process that worked on them is ended
    /// first, so that it cannot commit after this look.
    async fn look_up(
        &mut self,
        process: i32,
        whats: &[&What],
    ) -> Result<Vec<Option<Result<(), StoreError>>>, Fault> {
        let name = self.name.clone();
        let link = self.link().await?;
        for _ in 0..MOST_LOOKS {
            let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE pid = $1 AND application_name = $2 AND pid <> pg_backend_pid()";
            if link.rows(sql, &[&process, &name]).await?.is_empty() {
                break;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        let mut found = Vec::new();
        for what in whats {
            let (first, events) = what.events();
            let parameters: [&(dyn ToSql + Sync); 3] =
                [&what.game().as_str(), &signed(first), &signed(what.next())];
            let rows = link.rows(EVENTS, &parameters).await?;
            let kept = rows.iter().map(|row| row.get::<_, &str>(0));
            let same = !events.is_empty() && kept.eq(events.iter().map(String::as_str));
            found.push(same.then_some(Ok(())));
        }
        Ok(found)
    }
}

/// The columns that appends and new games share, game by game.
#[derive(Default)]
struct Columns<'a> {
    games: Vec<&'a str>,
    next: Vec<i64>,
    players: Vec<&'a str>,
    moves: Vec<i64>,
    over: Vec<bool>,
    computer_to_move: Vec<bool>,
    at: Vec<i64>,
    time: Vec<Option<i64>>,
    flag_at: Vec<Option<i64>>,
    event_games: Vec<&'a str>,
    numbers: Vec<i64>,
    events: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn add(&mut self, what: &'a What, summary: &'a Summary) {
        let (first, events) = what.events();
        let game = what.game().as_str();
        self.games.push(game);
        self.next.push(signed(what.next()));
        self.players.push(&summary.players);
        self.moves.push(signed(summary.moves));
        self.over.push(summary.over);
        self.computer_to_move.push(summary.computer_to_move);
        self.at.push(signed(summary.at));
        self.time.push(summary.time.map(signed));
        self.flag_at.push(summary.flag_at.filter(|_| !summary.over).map(signed));
        for (number, event) in (first..).zip(events) {
            self.event_games.push(game);
            self.numbers.push(signed(number));
            self.events.push(event);
        }
    }
}

async fn append(link: &mut Link, whats: &[&What], node: &str) -> Result<HashSet<String>, Fault> {
    let (mut columns, mut expected) = (Columns::default(), Vec::new());
    for what in whats {
        let What::Append(append) = what else { continue };
        columns.add(what, &append.summary);
        expected.push(signed(append.expected));
    }
    let c = &columns;
    let longest = LONGEST as i32;
    let rows = link
        .rows(
            APPEND,
            &[
                &c.games,
                &expected,
                &c.next,
                &c.players,
                &c.moves,
                &c.over,
                &c.computer_to_move,
                &c.at,
                &c.time,
                &c.flag_at,
                &c.event_games,
                &c.numbers,
                &c.events,
                &CHANNEL,
                &node,
                &longest,
                &TOO_MUCH,
            ],
        )
        .await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

async fn create(link: &mut Link, whats: &[&What], node: &str) -> Result<HashSet<String>, Fault> {
    let mut columns = Columns::default();
    let (mut kinds, mut headings, mut listed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut seat_games, mut seats, mut tokens, mut invitations, mut entered) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for what in whats {
        let What::Create(new) = what else { continue };
        columns.add(what, &new.summary);
        kinds.push(new.summary.kind.as_str());
        headings.push(new.leaderboard.as_deref());
        listed.push(new.is_open_to_everyone());
        let mut owners = HashSet::new();
        for seat in &new.seats {
            seat_games.push(new.id.as_str());
            seats.push(seat.seat.as_str());
            tokens.push(seat.token.as_ref().map(Digest::bytes));
            invitations.push(seat.invitation.as_ref().map(Digest::bytes));
            // Of several seats of one owner in a game only the first lists it.
            entered.push(seat.token.is_some_and(|token| owners.insert(token)));
        }
    }
    let c = &columns;
    let longest = LONGEST as i32;
    let rows = link
        .rows(
            CREATE,
            &[
                &c.games,
                &c.next,
                &kinds,
                &c.players,
                &c.moves,
                &c.over,
                &c.computer_to_move,
                &c.at,
                &c.time,
                &c.flag_at,
                &headings,
                &listed,
                &c.event_games,
                &c.numbers,
                &c.events,
                &seat_games,
                &seats,
                &tokens,
                &invitations,
                &entered,
                &CHANNEL,
                &node,
                &longest,
                &TOO_MUCH,
            ],
        )
        .await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
