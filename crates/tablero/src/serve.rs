//! `tablero serve`: the page and the games over HTTP.

use crate::club::CLUB;
use crate::learn;
#[cfg(unix)]
use crate::signals::is_ignored;
use crate::storage::usual_file;
use crate::upkeep;
use anyhow::{Context, bail};
use clap::ValueHint;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Address, Log, Postgres, Sqlite};
use tracing_subscriber::EnvFilter;
use web::{Config, KeepFor, Retention, Running};

/// Serve games to browsers and programs: open the address that is printed, and play.
///
/// The games are kept in one file, and a move that was answered is never lost. Stop the server
/// with Ctrl-C, or by closing the terminal; it finishes what it is doing.
///
///     tablero serve
///     tablero serve --listen 127.0.0.1:8080 --store club.db
///     tablero serve --store :memory:
///     tablero serve --store postgres://club@db.example/club
///     tablero serve --keep 90d --keep-unfinished 14d
///     tablero serve --secure-cookies --trusted-proxy 127.0.0.1 --host club.example
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,

    /// The file in which the games are kept, or :memory: to keep them nowhere, or the address of a PostgreSQL database
    /// that several servers may share (docs/several-nodes.md). Without it, what the environment variable TABLERO_STORE
    /// names, or else a file in your data directory.
    #[allow(clippy::doc_markdown)]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,

    /// Let browsers send their cookie over TLS only. For a server behind a proxy that provides
    /// TLS; without TLS the cookie of a seat would not arrive.
    #[arg(long)]
    secure_cookies: bool,

    /// The address of a proxy whose X-Forwarded-For and X-Forwarded-Host headers are believed. Can be given
    /// several times.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,

    /// A name by which clients reach the server, for example through a proxy. Needed only where it listens on
    /// this machine alone: there, other names than localhost are refused. Can be given several times.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// How many megabytes the games in memory may take. Games that are not being played or watched leave it
    /// first, and are read from the store when a client comes back to them.
    #[arg(long, value_name = "MEGABYTES", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,

    /// How many megabytes of moves each address may store in a day, those of the computers included that
    /// play for it. What it has stored is remembered in memory and begins again with the server.
    #[arg(long, value_name = "MEGABYTES", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    quota: u32,

    /// Let clients start and stop programs that teach themselves on the page of the lab, although the server can be
    /// reached from elsewhere. Without it they can where it listens on this machine alone and serves no proxy.
    #[arg(long)]
    lab: bool,

    /// With how many threads computers think for seconds; half of the processors if not given. A thought that is
    /// alone uses all of them, and several share them.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// How many megabytes the transposition table of such a thought has.
    #[arg(long, value_name = "MEGABYTES", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,

    #[command(flatten)]
    keep: RetentionArguments,
}

/// How long games are kept.
#[derive(clap::Args)]
pub struct RetentionArguments {
    /// How long a game that a person played is kept when nobody touches it: 12h, 90d, 8w or forever. Games with a best time are
    /// always kept.
    #[arg(long, value_name = "TIME", default_value = "forever")]
    keep: KeepFor,

    /// The same for a game that is not over; without it as long as one that is.
    #[arg(long, value_name = "TIME")]
    keep_unfinished: Option<KeepFor>,

    /// The same for a game of computers among themselves that nobody watches.
    #[arg(long, value_name = "TIME", default_value = "7d")]
    keep_computers: KeepFor,
}

impl RetentionArguments {
    pub fn retention(&self) -> Retention {
        Retention {
            finished: self.keep.0,
            unfinished: self.keep_unfinished.unwrap_or(self.keep).0,
            computers: self.keep_computers.0,
        }
    }
}

/// Serves until a signal ends it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // In a file colours would be noise.
    log.with_ansi(io::stderr().is_terminal()).init();
    web::raise_open_file_limit();
    let (log, place) = open(arguments.store.as_deref())?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    runtime.block_on(async {
        let usual = Config::default();
        let config = Config {
            secure_cookies: arguments.secure_cookies,
            trusted_proxies: arguments.trusted_proxy.clone(),
            hosts: arguments.host.clone(),
            memory: (arguments.memory as usize) << 20,
            kilobytes_per_day: f64::from(arguments.quota) * 1024.0,
            retention: arguments.keep.retention(),
            learnt: learn::library().folder().map(Path::to_owned),
            lab: arguments.lab,
            thinkers: arguments.threads.map_or(usual.thinkers, usize::from),
            hash: arguments.hash as usize,
            ..usual
        };
        // Before anything is started that a signal would have to end.
        let ending = end_signal()?;
        let server = web::start(arguments.listen, CLUB, log, config).await?;
        announce(&server, &place)?;
        ending.await?;
        server.end().await;
        Ok(())
    })
}

fn announce(server: &Running, place: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "tablero listens on http://{}", server.address())?;
    writeln!(output, "Open it in a browser to play.")?;
    writeln!(output, "The games are kept {place}.")?;
    output.flush()
}

/// The environment variable that names the store where no argument does. Unlike arguments it is not seen by other users.
const VARIABLE: &str = "TABLERO_STORE";

/// Reads the address of a database that stands in an argument, where everyone on the machine can see it.
pub fn address_in_argument(text: &str) -> anyhow::Result<Address> {
    let address: Address = text.parse()?;
    if address.has_password() {
        bail!(
            "the address has a password, and everyone on this machine can see arguments: put the whole address into the \
             environment variable {VARIABLE}, or the password into a file that PGPASSFILE names"
        );
    }
    Ok(address)
}

fn open(store: Option<&Path>) -> anyhow::Result<(Arc<dyn Log>, String)> {
    let named = env::var_os(VARIABLE).filter(|named| store.is_none() && !named.is_empty());
    let variable = named.map(PathBuf::from);
    if let Some(text) = store.and_then(Path::to_str).filter(|text| Address::is_meant(text)) {
        return open_database(&address_in_argument(text)?);
    }
    if let Some(text) = variable.as_deref().and_then(Path::to_str).filter(|t| Address::is_meant(t))
    {
        return open_database(&text.parse().with_context(|| format!("in {VARIABLE}"))?);
    }
    let store = store.or(variable.as_deref());
    if store.is_some_and(|path| path.as_os_str() == ":memory:") {
        return Ok((Arc::new(Sqlite::in_memory()?), "in memory, until the server ends".to_owned()));
    }
    let path = match store {
        Some(path) => path.to_owned(),
        None => usual_file()?,
    };
    let place = path.display();
    let log = Sqlite::open(&path).with_context(|| format!("cannot open {place}"))?;
    if let Some(kept) = log.kept_wal() {
        tracing::error!("{}", upkeep::kept_wal_warning(&path, kept));
    }
    Ok((Arc::new(log), format!("in {place}")))
}

fn open_database(address: &Address) -> anyhow::Result<(Arc<dyn Log>, String)> {
    let place = address.place();
    let log = Postgres::open(address).with_context(|| format!("cannot open {place}"))?;
    Ok((Arc::new(log), format!("in {place}")))
}

/// Listens from now on for Ctrl-C, for the signal with which systems end services, and for the end of the
/// terminal, and can be waited for.
fn end_signal() -> io::Result<impl Future<Output = io::Result<()>>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        // Under `nohup` the server is to go on when the terminal is closed.
        let ignored = is_ignored(SignalKind::hangup().as_raw_value());
        let mut hangup = (!ignored).then(|| signal(SignalKind::hangup())).transpose()?;
        Ok(async move {
            let hung_up = async {
                match &mut hangup {
                    Some(hangup) => hangup.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = interrupt.recv() => Ok(()),
                _ = terminate.recv() => Ok(()),
                _ = hung_up => Ok(()),
            }
        })
    }
    #[cfg(not(unix))]
    Ok(tokio::signal::ctrl_c())
}
