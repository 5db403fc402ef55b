//! `tablero serve`: the page and the games over HTTP.

use crate::club::CLUB;
use crate::storage::usual_file;
use anyhow::Context;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Log, Sqlite};
use tracing_subscriber::EnvFilter;
use web::{Config, Running};

/// Serve games to browsers and programs: open the address that is printed, and play.
///
/// The games are kept in one file, and a move that was answered is never lost. Stop the server
/// with Ctrl-C; it finishes what it is doing.
///
///     tablero serve
///     tablero serve --listen 127.0.0.1:8080 --store club.db
///     tablero serve --store :memory:
///     tablero serve --secure-cookies --trusted-proxy 127.0.0.1
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,

    /// The file in which the games are kept, or :memory: to keep them nowhere. Without it, a
    /// file in your data directory.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Let browsers send their cookie over TLS only. For a server behind a proxy that provides
    /// TLS; without TLS the cookie of a seat would not arrive.
    #[arg(long)]
    secure_cookies: bool,

    /// The address of a proxy whose X-Forwarded-For header is believed. Can be given several times.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
}

/// Serves until a signal ends it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
    let (log, place) = open(arguments.store.as_deref())?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    runtime.block_on(async {
        let config = Config {
            secure_cookies: arguments.secure_cookies,
            trusted_proxies: arguments.trusted_proxy.clone(),
            ..Config::default()
        };
        let server = web::start(arguments.listen, CLUB, log, config).await?;
        // From the announcement on, the server can be ended by a signal.
        let ending = end_signal()?;
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

fn open(store: Option<&Path>) -> anyhow::Result<(Arc<dyn Log>, String)> {
    if store.is_some_and(|path| path.as_os_str() == ":memory:") {
        return Ok((Arc::new(Sqlite::in_memory()?), "in memory, until the server ends".to_owned()));
    }
    let path = match store {
        Some(path) => path.to_owned(),
        None => usual_file()?,
    };
    let place = path.display();
    let log = Sqlite::open(&path).with_context(|| format!("cannot open {place}"))?;
    Ok((Arc::new(log), format!("in {place}")))
}

/// Listens from now on for Ctrl-C and for the signal with which systems end services, and can be
/// waited for.
fn end_signal() -> io::Result<impl Future<Output = io::Result<()>>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => Ok(()),
                _ = terminate.recv() => Ok(()),
            }
        })
    }
    #[cfg(not(unix))]
    Ok(tokio::signal::ctrl_c())
}
