//! Results for other programs: one JSON object on a line of its own.

use serde_json::Value;
use std::io::{self, Write};

/// `--json`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct JsonOption {
    /// Print the result as JSON, for other programs.
    #[arg(long)]
    pub json: bool,
}

pub fn print(out: &mut impl Write, value: &Value) -> io::Result<()> {
    writeln!(out, "{value}")
}
