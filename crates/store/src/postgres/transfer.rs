//! A database from which a club is moved elsewhere, or to which it is moved.

use super::address::Address;
use super::link::{Fault, Link, connected};
use super::schema;
use crate::StoreError;
use crate::transfer::{Kind, PIECE, Row, Source, Table, Target, Value};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;

/// A database that is away is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// One statement on a large club takes no longer.
const LONGEST: Duration = Duration::from_hours(6);

/// A connection, and the thread on which it is waited for.
struct Side {
    runtime: Runtime,
    link: Link,
}

impl Side {
    fn open(address: &Address) -> Result<Side, StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let link = runtime.block_on(async {
            let mut link = connected(address, "tablero store", PATIENCE).await?;
            schema::prepare(&mut link).await?;
            // What concerns a whole table takes longer than an answer to a client may.
            link.silence = LONGEST;
            link.batch("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
                .await?;
            Ok::<_, Fault>(link)
        })?;
        Ok(Side { runtime, link })
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.runtime.block_on(self.link.batch(sql))?)
    }

    fn number(&mut self, sql: &str) -> Result<i64, StoreError> {
        let row = self.runtime.block_on(self.link.row(sql, &[]))?;
        Ok(row.map_or(0, |row| row.get(0)))
    }
}

/// A database that is read, as it is at one moment.
pub struct Reading {
    side: Side,
    open: bool,
}

impl Reading {
    pub fn open(address: &Address) -> Result<Reading, StoreError> {
        let mut side = Side::open(address)?;
        side.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        Ok(Reading { side, open: false })
    }
}

impl Source for Reading {
    fn read(&mut self, table: &Table, first: bool) -> Result<Vec<Row>, StoreError> {
        if first {
            if self.open {
                self.side.batch("CLOSE reading")?;
            }
            let (names, name, key) = (names(table), table.name, table.key);
            let sql =
                format!("DECLARE reading CURSOR FOR SELECT {names} FROM {name} ORDER BY {key}");
            self.side.batch(&sql)?;
            self.open = true;
        }
        let Side { runtime, link } = &mut self.side;
        // Unlike others it must not be prepared once: each table has its own columns.
        let rows = runtime.block_on(link.rows_once(&format!("FETCH {PIECE} FROM reading")))?;
        let read = |row: &tokio_postgres::Row| -> Row {
            let columns = table.all_columns().enumerate();
            columns.map(|(place, (_, kind))| value(row, place, *kind)).collect()
        };
        Ok(rows.iter().map(read).collect())
    }

    fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        Ok(self.side.number(&format!("SELECT count(*) FROM {}", table.name))?.unsigned_abs())
    }
}

fn names(table: &Table) -> String {
    table.all_columns().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn value(row: &tokio_postgres::Row, place: usize, kind: Kind) -> Value {
    let value = match kind {
        Kind::Text => row.get::<_, Option<String>>(place).map(Value::Text),
        Kind::Number => row.get::<_, Option<i64>>(place).map(Value::Number),
        Kind::Truth => row.get::<_, Option<bool>>(place).map(Value::Truth),
        Kind::Bytes => row.get::<_, Option<Vec<u8>>>(place).map(Value::Bytes),
    };
    value.unwrap_or(Value::Nothing)
}

/// A database that is written, in one transaction.
pub struct Writing {
    side: Side,
}

impl Writing {
    pub fn open(address: &Address) -> Result<Writing, StoreError> {
        let mut side = Side::open(address)?;
        side.batch("BEGIN; LOCK TABLE games, nicknames, handovers IN EXCLUSIVE MODE")?;
        for table in ["games", "nicknames", "handovers"] {
            if side.number(&format!("SELECT count(*) FROM (SELECT FROM {table} LIMIT 1) AS one"))?
                > 0
            {
                return Err(StoreError::NotEmpty);
            }
        }
        // It was drawn when the tables were made.
        side.batch("DELETE FROM secret; DELETE FROM alive")?;
        Ok(Writing { side })
    }
}

/// A column of many rows.
enum Column {
    Texts(Vec<Option<String>>),
    Numbers(Vec<Option<i64>>),
    Truths(Vec<Option<bool>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Column {
    fn of(kind: Kind) -> Column {
        match kind {
            Kind::Text => Column::Texts(Vec::new()),
            Kind::Number => Column::Numbers(Vec::new()),
            Kind::Truth => Column::Truths(Vec::new()),
            Kind::Bytes => Column::Bytes(Vec::new()),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (Column::Texts(texts), Value::Text(text)) => texts.push(Some(text)),
            (Column::Numbers(numbers), Value::Number(number)) => numbers.push(Some(number)),
            (Column::Truths(truths), Value::Truth(truth)) => truths.push(Some(truth)),
            (Column::Bytes(many), Value::Bytes(bytes)) => many.push(Some(bytes)),
            // Only nothing is left: rows have the kinds of their columns.
            (Column::Texts(texts), _) => texts.push(None),
            (Column::Numbers(numbers), _) => numbers.push(None),
            (Column::Truths(truths), _) => truths.push(None),
            (Column::Bytes(many), _) => many.push(None),
        }
    }

    fn parameter(&self) -> (&'static str, &(dyn ToSql + Sync)) {
        match self {
            Column::Texts(texts) => ("text[]", texts),
            Column::Numbers(numbers) => ("bigint[]", numbers),
            Column::Truths(truths) => ("boolean[]", truths),
            Column::Bytes(bytes) => ("bytea[]", bytes),
        }
    }
}

impl Target for Writing {
    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), StoreError> {
        let mut columns: Vec<Column> =
            table.all_columns().map(|(_, kind)| Column::of(*kind)).collect();
        for row in rows {
            if row.iter().any(|value| matches!(value, Value::Text(text) if text.contains('\0'))) {
                let named = row.first().map(|key| format!("{key:?}")).unwrap_or_default();
                let table = table.name;
                let error = format!(
                    "a text of {named} in the table {table} has the sign 0, which PostgreSQL does not keep"
                );
                return Err(StoreError::Failed(error));
            }
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
        let (types, values): (Vec<_>, Vec<_>) = columns.iter().map(Column::parameter).unzip();
        let places = types.iter().zip(1..).map(|(kind, place)| format!("${place}::{kind}"));
        let places = places.collect::<Vec<_>>().join(", ");
        let sql =
            format!("INSERT INTO {} ({}) SELECT * FROM unnest({places})", table.name, names(table));
        let Side { runtime, link } = &mut self.side;
        runtime.block_on(link.execute(&sql, &values))?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        self.side.batch(
            "SELECT setval('beginnings', greatest((SELECT max(begun) FROM games), 1)); COMMIT; ANALYZE",
        )
    }
}
