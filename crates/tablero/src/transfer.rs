//! `tablero store copy`: a club moved from one store to another.

use crate::progress;
use crate::serve::address_in_argument;
use anyhow::Context;
use clap::ValueHint;
use std::io::Write;
use std::path::Path;
use store::{Address, StorePlace};

/// The store in which games are kept: a file, or a database.
#[derive(clap::Subcommand)]
pub enum Store {
    Copy(Copy),
}

/// Copy a club from one store to another: from a file into a PostgreSQL database, back, or between two of a kind.
///
/// Everything is copied: games, seats, names, reviews and what the server keeps for itself. The other store must be empty. Afterwards both are read and
/// compared. End the server before, so that no move is left behind.
///
///     tablero store copy club.db postgres://club@db.example/club
///     tablero store copy postgres://club@db.example/club club.db
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Copy {
    /// The file or the address of the database from which the club is copied. A password comes from PGPASSFILE.
    #[arg(value_hint = ValueHint::FilePath)]
    from: String,

    /// The file or the address of the empty database into which it is copied.
    #[arg(value_hint = ValueHint::FilePath)]
    to: String,
}

pub fn run(Store::Copy(arguments): &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let address = |text: &str| -> anyhow::Result<Option<Address>> {
        Address::is_meant(text).then(|| address_in_argument(text)).transpose()
    };
    let (from, to) = (address(&arguments.from)?, address(&arguments.to)?);
    let name = |address: &Option<Address>, file: &str| {
        address.as_ref().map_or_else(|| file.to_owned(), |address| address.place().to_owned())
    };
    let (source, target) = (name(&from, &arguments.from), name(&to, &arguments.to));
    let bar = progress::bar(0, progress::FILES);
    let moved = store::transfer(
        place(from.as_ref(), &arguments.from),
        place(to.as_ref(), &arguments.to),
        |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        },
    );
    bar.finish_and_clear();
    let moved = moved.with_context(|| format!("cannot copy {source} to {target}"))?;
    writeln!(out, "{source} was copied to {target}. Both were read and are the same:")?;
    for moved in &moved {
        let digest = moved.digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        writeln!(out, "  {:10} {:>10} rows, digest {digest:016x}", moved.table, moved.rows)?;
    }
    Ok(())
}

fn place<'a>(address: Option<&'a Address>, file: &'a str) -> StorePlace<'a> {
    address.map_or_else(|| StorePlace::File(Path::new(file)), StorePlace::Database)
}
