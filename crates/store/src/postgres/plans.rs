//! How the database carries out each statement: by an index, however many games there are.
//!
//! The test has a small club. With `TABLERO_PLAN_GAMES=100000` it has a large one, and the database is free to choose:
//!
//!     TABLERO_PLAN_GAMES=100000 cargo test -p store plans -- --nocapture

use super::link::{Fault, Link};
use super::{address::Address, list, nodes, own, schema, statements, writer};
use crate::{Digest, Outcome, OwnQuery};
use std::env;

/// Games of a small club.
const FEW: i64 = 2_000;

/// So many games of half as many owners, each with two seats and three events, spread over five kinds.
const CLUB: &str = "
    INSERT INTO games (id, kind, players, moves, over, computer_to_move, at, next, begun, listed, heading, time, flag_at)
        SELECT 'g' || n, 'kind' || n % 5, '{}', n % 3, n % 4 = 0, n % 50 = 1, n, 3, n, n % 7 <> 0,
            CASE WHEN n % 5 = 0 THEN 'board' || n % 3 END, CASE WHEN n % 20 = 0 THEN n END, CASE WHEN n % 100 = 0 THEN n END
        FROM generate_series(1, $1::bigint) AS n;
";
const EVENTS: &str =
    "INSERT INTO events SELECT id, n, 'event' FROM games, generate_series(0, 2) AS n";
const SEATS: &str = "INSERT INTO seats (game, seat, token, kind, over, at, begun, outcome, opponent)
    SELECT id, seat, sha256(('owner' || (begun + place) % (SELECT count(*) / 2 FROM games))::bytea), kind, over, at, begun, begun % 3,
        CASE WHEN begun % 9 > 0 THEN 'human' END
    FROM games, (VALUES ('white', 0), ('black', 1)) AS seats (seat, place)";
const OTHERS: [&str; 6] = [
    "INSERT INTO looks SELECT id, 1, 'found' FROM games WHERE begun % 10 = 0",
    "INSERT INTO nicknames SELECT DISTINCT token, 'name' FROM seats",
    "INSERT INTO nodes SELECT 'n' || n, now() + interval '1 day' FROM generate_series(1, 3) AS n",
    "INSERT INTO notes SELECT id, 'pace', '', true, '7' FROM games WHERE begun % 3 = 0",
    "INSERT INTO notes SELECT id, 'here', 'n' || begun % 50, false, '7' FROM games WHERE begun % 3 = 0",
    "INSERT INTO leases SELECT id, 'play', 'n' || 1 + begun % 3 FROM games WHERE begun % 10 = 1",
];

/// Every statement that looks for something in a table that grows.
fn statements() -> Vec<String> {
    let query = OwnQuery {
        owner: Digest::NOBODY,
        kind: Some(String::new()),
        outcome: Some(Outcome::Won),
        opponent: Some(String::new()),
        words: String::new(),
        since: 0,
        until: 0,
        after: None,
        limit: 0,
    };
    let mut all: Vec<String> = [
        writer::APPEND,
        writer::CREATE,
        writer::HEADS,
        writer::EVENTS,
        statements::READ,
        statements::HOLD,
        statements::HELD,
        statements::SEATS,
        statements::ENTER_OWNER,
        statements::BEST_TIMES,
        statements::HAS_PLAYED,
        statements::UNTOUCHED,
        statements::WAITING_FOR_COMPUTER,
        statements::LOOKS,
        list::KINDS,
        list::KINDS_OF_OWNER,
        list::DETAILS,
        list::SEATS,
        list::BEGUN,
        own::WITHOUT_RESULT,
        own::OWN_RESULTS,
        own::MOVE_SEATS,
        own::HOLD_GAMES,
        nodes::LEASE,
        nodes::RELEASE,
        nodes::ADOPT,
        nodes::NOTES,
        nodes::FORGET_NOTES,
    ]
    .map(str::to_owned)
    .to_vec();
    all.extend(statements::DELETE.map(str::to_owned));
    all.extend(list::pages());
    all.push(own::games_sql(&query, 2));
    all
}

/// What the database would do for a statement, whatever the values of its parameters.
async fn plan(link: &mut Link, sql: &str) -> Result<Vec<String>, Fault> {
    link.batch(&format!("PREPARE wanted AS {sql}")).await?;
    let parameters = (1..100).take_while(|place| sql.contains(&format!("${place}"))).count();
    let nothing = vec!["NULL"; parameters].join(", ");
    let execute = if parameters == 0 { String::new() } else { format!("({nothing})") };
    let rows = link.rows_once(&format!("EXPLAIN EXECUTE wanted{execute}")).await?;
    link.batch("DEALLOCATE wanted").await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

#[test]
fn every_statement_finds_what_it_looks_for_by_an_index() {
    let Some(server) = private_postgres::shared() else { return };
    let games: Option<i64> = env::var("TABLERO_PLAN_GAMES").ok().and_then(|text| text.parse().ok());
    let address: Address = server.database().unwrap().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut link = Link::connect(&address, "plans", None).await.unwrap();
        link.silence = std::time::Duration::from_mins(10);
        link.batch("SET statement_timeout = 0").await.unwrap();
        schema::prepare(&mut link).await.unwrap();
        let club = CLUB.replace("$1::bigint", &games.unwrap_or(FEW).to_string());
        for sql in [club.as_str(), EVENTS, SEATS].into_iter().chain(OTHERS) {
            link.batch(sql).await.unwrap();
        }
        link.batch("ANALYZE; SET plan_cache_mode = force_generic_plan").await.unwrap();
        if games.is_none() {
            // A small table is read as a whole, unless that is forbidden.
            link.batch("SET enable_seqscan = off").await.unwrap();
        }
        let statements = statements();
        for sql in &statements {
            let plan =
                plan(&mut link, sql).await.unwrap_or_else(|fault| panic!("{fault:?} in {sql}"));
            if games.is_some() {
                println!("{sql}\n    {}\n", plan.join("\n    "));
            }
            // The nodes are few, whatever else grows.
            let reads_all =
                |step: &&String| step.contains("Seq Scan") && !step.contains("Seq Scan on nodes");
            assert_eq!(plan.iter().find(reads_all), None, "{plan:#?} in {sql}");
        }
        let scan = plan(&mut link, "SELECT id FROM games WHERE players = $1").await.unwrap();
        assert!(scan.iter().any(|step| step.contains("Seq Scan")), "{scan:?}");
        println!("{} statements", statements.len());
    });
}
