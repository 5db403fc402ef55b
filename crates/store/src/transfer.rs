//! A club moved from one store to another, of the same kind or not: row by row, with a digest of both sides at the end.

use crate::postgres::{self, Address};
use crate::{StoreError, sqlite};
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// Rows that are read and written in one piece.
pub(crate) const PIECE: usize = 1_000;

/// Where a store is.
#[derive(Debug, Clone, Copy)]
pub enum StorePlace<'a> {
    File(&'a Path),
    Database(&'a Address),
}

/// What a column holds, the same in every store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Truth,
    Bytes,
}

/// What stands in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Nothing,
    Text(String),
    Number(i64),
    Truth(bool),
    Bytes(Vec<u8>),
}

pub(crate) type Row = Vec<Value>;

/// A table that is moved: what orders it, and its columns.
#[derive(Debug)]
pub(crate) struct Table {
    pub name: &'static str,
    pub key: &'static str,
    pub columns: &'static [(&'static str, Kind)],
    /// The columns that only databases have: the row of a file has nothing there.
    pub only_databases: &'static [(&'static str, Kind)],
}

use Kind::{Bytes, Number, Text, Truth};

/// In the order in which they are written: games come before what belongs to them.
pub(crate) const TABLES: [Table; 8] = [
    Table {
        name: "games",
        key: "id",
        columns: &[
            ("id", Text),
            ("kind", Text),
            ("players", Text),
            ("moves", Number),
            ("over", Truth),
            ("computer_to_move", Truth),
            ("at", Number),
            ("next", Number),
            ("begun", Number),
            ("listed", Truth),
            ("heading", Text),
            ("time", Number),
            ("helped", Truth),
            ("opening", Text),
            ("title", Text),
        ],
        only_databases: &[("flag_at", Number)],
    },
    Table {
        name: "events",
        key: "game, number",
        columns: &[("game", Text), ("number", Number), ("event", Text)],
        only_databases: &[],
    },
    Table {
        name: "seats",
        key: "game, seat",
        columns: &[
            ("game", Text),
            ("seat", Text),
            ("token", Bytes),
            ("invitation", Bytes),
            ("kind", Text),
            ("over", Truth),
            ("at", Number),
            ("begun", Number),
            ("outcome", Number),
            ("opponent", Text),
        ],
        only_databases: &[],
    },
    Table {
        name: "looks",
        key: "game, ply",
        columns: &[("game", Text), ("ply", Number), ("found", Text)],
        only_databases: &[],
    },
    Table {
        name: "nicknames",
        key: "owner",
        columns: &[("owner", Bytes), ("name", Text)],
        only_databases: &[],
    },
    Table {
        name: "handovers",
        key: "code",
        columns: &[("code", Bytes), ("owner", Bytes), ("sealed", Bytes), ("until", Number)],
        only_databases: &[],
    },
    Table {
        name: "alive",
        key: "row",
        columns: &[("row", Number), ("at", Number)],
        only_databases: &[],
    },
    Table {
        name: "secret",
        key: "row",
        columns: &[("row", Number), ("bytes", Bytes)],
        only_databases: &[],
    },
];

impl Table {
    /// The names of the columns that every store has.
    pub fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// The columns of a row: those that every store has, and behind them the others.
    pub fn all_columns(&self) -> impl Iterator<Item = &'static (&'static str, Kind)> + use<> {
        self.columns.iter().chain(self.only_databases)
    }

    /// How many columns of a row two stores can have in common.
    fn shared_columns(&self, from: StorePlace<'_>, to: StorePlace<'_>) -> usize {
        match (from, to) {
            (StorePlace::Database(_), StorePlace::Database(_)) => self.all_columns().count(),
            _ => self.columns.len(),
        }
    }
}

/// How many rows a table has, and their digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub table: &'static str,
    pub rows: u64,
    pub digest: [u8; 32],
}

/// Counts rows and digests them in their order.
struct Tally {
    /// How many values of each row are digested.
    columns: usize,
    rows: u64,
    digest: Sha256,
}

impl Tally {
    fn new(columns: usize) -> Tally {
        Tally { columns, rows: 0, digest: Sha256::new() }
    }

    fn add(&mut self, rows: &[Row]) {
        self.rows += rows.len() as u64;
        for value in rows.iter().flat_map(|row| row.iter().take(self.columns)) {
            // A letter for the kind and the length keep neighbours apart.
            let (letter, bytes): (u8, &[u8]) = match value {
                Value::Nothing => (b'-', &[]),
                Value::Text(text) => (b't', text.as_bytes()),
                Value::Number(number) => (b'n', &number.to_be_bytes()),
                Value::Truth(truth) => (b'b', if *truth { b"1" } else { b"0" }),
                Value::Bytes(bytes) => (b'x', bytes),
            };
            self.digest.update([letter]);
            self.digest.update((bytes.len() as u64).to_be_bytes());
            self.digest.update(bytes);
        }
    }

    fn of(self, table: &'static str) -> Moved {
        Moved { table, rows: self.rows, digest: self.digest.finalize().into() }
    }
}

/// A store from which rows are read: all of them as they are at one moment.
pub(crate) trait Source {
    /// The first rows of a table, or those after the ones that were read last; none at its end.
    fn read(&mut self, table: &Table, first: bool) -> Result<Vec<Row>, StoreError>;

    fn count(&mut self, table: &Table) -> Result<u64, StoreError>;
}

/// A store to which rows are written: all of them or none.
pub(crate) trait Target {
    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), StoreError>;

    fn finish(self: Box<Self>) -> Result<(), StoreError>;
}

fn source(place: StorePlace<'_>) -> Result<Box<dyn Source>, StoreError> {
    match place {
        StorePlace::File(path) => Ok(Box::new(sqlite::Reading::open(path)?)),
        StorePlace::Database(address) => Ok(Box::new(postgres::Reading::open(address)?)),
    }
}

/// Copies everything from one store to another that has no games yet, and compares both. `progress` is told how many of how many rows have been
/// written.
pub fn transfer(
    from: StorePlace<'_>,
    to: StorePlace<'_>,
    mut progress: impl FnMut(u64, u64),
) -> Result<Vec<Moved>, StoreError> {
    let mut reading = source(from)?;
    let mut writing: Box<dyn Target> = match to {
        StorePlace::File(path) => Box::new(sqlite::Writing::open(path)?),
        StorePlace::Database(address) => Box::new(postgres::Writing::open(address)?),
    };
    let mut all = 0;
    for table in &TABLES {
        all += reading.count(table)?;
    }
    let (mut moved, mut done) = (Vec::new(), 0);
    for table in &TABLES {
        let mut tally = Tally::new(table.shared_columns(from, to));
        loop {
            let rows = reading.read(table, tally.rows == 0)?;
            if rows.is_empty() {
                break;
            }
            tally.add(&rows);
            done += rows.len() as u64;
            writing.write(table, rows)?;
            progress(done, all);
        }
        moved.push(tally.of(table.name));
    }
    writing.finish()?;
    let mut reading = source(to)?;
    for (table, moved) in TABLES.iter().zip(&moved) {
        let mut tally = Tally::new(table.shared_columns(from, to));
        loop {
            let rows = reading.read(table, tally.rows == 0)?;
            if rows.is_empty() {
                break;
            }
            tally.add(&rows);
        }
        let arrived = tally.of(table.name);
        if arrived != *moved {
            return Err(StoreError::Damaged(format!(
                "of the table {} {} rows were written and {} arrived, or they are not the same",
                table.name, moved.rows, arrived.rows
            )));
        }
    }
    Ok(moved)
}
