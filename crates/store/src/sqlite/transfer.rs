//! A file from which a club is moved elsewhere, or to which it is moved.

use super::{PATIENCE, connect, schema};
use crate::StoreError;
use crate::transfer::{Kind, PIECE, Row, Source, Table, Target, Value};
use rusqlite::types::{Value as Stored, ValueRef};
use rusqlite::{Connection, OpenFlags, params_from_iter};
use std::path::Path;

/// A file that is read, in one transaction.
pub struct Reading {
    connection: Connection,
    /// The last row that was read, by the columns of its key.
    last: Vec<Stored>,
}

impl Reading {
    pub fn open(path: &Path) -> Result<Reading, StoreError> {
        if !path.exists() {
            return Err(StoreError::Failed(format!("there is no {}", path.display())));
        }
        let access = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(path, access, PATIENCE)?;
        let found = schema::version(&connection.unchecked_transaction()?)?;
        if found != schema::VERSION {
            return Err(StoreError::TooOld { found, known: schema::VERSION });
        }
        connection.execute_batch("BEGIN")?;
        Ok(Reading { connection, last: Vec::new() })
    }
}

/// The columns of the key of a table, and their places.
fn key(table: &Table) -> Vec<usize> {
    let place = |name: &str| table.columns.iter().position(|(column, _)| *column == name);
    table.key.split(", ").filter_map(place).collect()
}

impl Source for Reading {
    fn read(&mut self, table: &Table, first: bool) -> Result<Vec<Row>, StoreError> {
        if first {
            self.last.clear();
        }
        let places: Vec<String> = (1..=self.last.len()).map(|place| format!("?{place}")).collect();
        let after = if self.last.is_empty() {
            String::new()
        } else {
            format!("WHERE ({}) > ({})", table.key, places.join(", "))
        };
        let sql = format!(
            "SELECT {} FROM {} {after} ORDER BY {} LIMIT {PIECE}",
            table.names(),
            table.name,
            table.key
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(&self.last))?;
        let mut read = Vec::new();
        let mut last = Vec::new();
        while let Some(row) = rows.next()? {
            let mut values = Row::new();
            for (place, (name, kind)) in table.columns.iter().enumerate() {
                let changed =
                    || StoreError::Damaged(format!("{} of {} is no {kind:?}", name, table.name));
                values.push(value(row.get_ref(place)?, *kind).ok_or_else(changed)?);
            }
            values.extend(table.only_databases.iter().map(|_| Value::Nothing));
            last = key(table).iter().map(|&place| row.get(place)).collect::<Result<_, _>>()?;
            read.push(values);
        }
        drop(rows);
        drop(statement);
        self.last = last;
        Ok(read)
    }

    fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}

fn value(stored: ValueRef<'_>, kind: Kind) -> Option<Value> {
    Some(match (kind, stored) {
        (_, ValueRef::Null) => Value::Nothing,
        (Kind::Text, ValueRef::Text(text)) => {
            Value::Text(std::str::from_utf8(text).ok()?.to_owned())
        }
        (Kind::Number, ValueRef::Integer(number)) => Value::Number(number),
        (Kind::Truth, ValueRef::Integer(truth)) => Value::Truth(truth != 0),
        (Kind::Bytes, ValueRef::Blob(bytes)) => Value::Bytes(bytes.to_vec()),
        _ => return None,
    })
}

/// A file that is written, in one transaction.
pub struct Writing {
    connection: Connection,
}

impl Writing {
    pub fn open(path: &Path) -> Result<Writing, StoreError> {
        let mut connection = connect(path, OpenFlags::default(), PATIENCE)?;
        schema::prepare(&mut connection)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for table in ["games", "nicknames", "handovers"] {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM {table})");
            if connection.query_row(&sql, [], |row| row.get(0))? {
                return Err(StoreError::NotEmpty);
            }
        }
        // It was drawn when the file was made.
        connection.execute_batch("DELETE FROM secret; DELETE FROM alive")?;
        Ok(Writing { connection })
    }
}

impl Target for Writing {
    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), StoreError> {
        let places: Vec<String> =
            (1..=table.columns.len()).map(|place| format!("?{place}")).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({})",
            table.name,
            table.names(),
            places.join(", ")
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        for row in rows {
            let values = row.into_iter().take(table.columns.len()).map(stored);
            statement.execute(params_from_iter(values))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }
}

fn stored(value: Value) -> Stored {
    match value {
        Value::Nothing => Stored::Null,
        Value::Text(text) => Stored::Text(text),
        Value::Number(number) => Stored::Integer(number),
        Value::Truth(truth) => Stored::Integer(truth.into()),
        Value::Bytes(bytes) => Stored::Blob(bytes),
    }
}
