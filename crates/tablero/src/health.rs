//! `tablero health`: is a server well? For containers and monitors, which then need no other program.

use client::{Client, Server};
use std::io::Write;

/// Say whether a server answers and its store can be written.
///
/// The exit code is 0 when all is well and 1 when it is not; what is wrong is said. Asks `/healthz` over plain http, once.
///
///     tablero health
///     tablero health http://127.0.0.1:8080
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The server.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:7878")]
    server: Server,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let language = terminal::language_of_environment();
    let mut client = Client::new(arguments.server.clone(), None).in_language(&language.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(client.health())?;
    writeln!(out, "{}: all is well.", arguments.server)?;
    Ok(())
}
