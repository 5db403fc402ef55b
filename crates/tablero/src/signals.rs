//! What tells a command to stop: Ctrl-C, and on Unix whoever ends processes or closes the terminal.
//!
//! A command that is ended without being told leaves the programs behind that it has started.

use anyhow::Context;
use engine::Stop;

/// A sign that is given when the command is told to stop.
pub fn stop_when_told() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let told = stop.clone();
    ctrlc::set_handler(move || told.set()).context("cannot listen to Ctrl-C")?;
    #[cfg(unix)]
    listen(&stop).context("cannot listen to signals")?;
    Ok(stop)
}

/// Decided against the feature of `ctrlc` that does the same: it would hold for every command, and a game
/// at the terminal goes on after Ctrl-C.
#[cfg(unix)]
fn listen(stop: &Stop) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    // Under `nohup` a match is to go on when the terminal is closed.
    let heard = if is_ignored(SIGHUP) { vec![SIGTERM] } else { vec![SIGTERM, SIGHUP] };
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    let told = stop.clone();
    std::thread::spawn(move || signals.forever().for_each(|_| told.set()));
    Ok(())
}

/// Is a signal ignored by the wish of whoever started us? Where the system does not tell, none is.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
