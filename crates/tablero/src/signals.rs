//! Stopping a command: by Ctrl-C, and on Unix by SIGTERM and by closing the terminal.
//!
//! A command that dies of a signal leaves the programs behind that it has started.

use anyhow::Context;
use game::Stop;

/// A flag that the signals set.
pub fn stop_on_signal() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let set = stop.clone();
    ctrlc::set_handler(move || set.set()).context("cannot listen to Ctrl-C")?;
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
    let set = stop.clone();
    std::thread::spawn(move || signals.forever().for_each(|_| set.set()));
    Ok(())
}

/// Was this process started with a signal ignored? Where the system does not say, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
