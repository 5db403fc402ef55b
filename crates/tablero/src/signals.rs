//! Stopping a command: by Ctrl-C, and on Unix by SIGTERM and by closing the terminal.
//!
//! What a command has found so far is printed, and its programs are asked to quit.

use anyhow::Context;
use game::Stop;
use signal_hook::consts::SIGINT;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the signals set.
pub fn stop_on_signal() -> anyhow::Result<Stop> {
    let flag = Arc::new(AtomicBool::new(false));
    listen(SIGINT, &flag)?;
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        listen(SIGTERM, &flag)?;
        // Under `nohup` a match is to go on when the terminal is closed.
        if !is_ignored(SIGHUP) {
            listen(SIGHUP, &flag)?;
        }
    }
    Ok(Stop::from(flag))
}

/// The same, but a second Ctrl-C ends the program at once.
pub fn stop_on_signal_or_end_at_second() -> anyhow::Result<Stop> {
    const INTERRUPTED: i32 = 130;
    let once = Arc::new(AtomicBool::new(false));
    // First in the order of registration: at the first signal it is not armed yet.
    signal_hook::flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(&once))
        .context("cannot listen to Ctrl-C")?;
    listen(SIGINT, &once)?;
    stop_on_signal()
}

fn listen(signal: i32, flag: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let registered = signal_hook::flag::register(signal, Arc::clone(flag));
    registered.with_context(|| format!("cannot listen to signal {signal}"))?;
    Ok(())
}

/// Was this process started with a signal ignored? Where the system does not say, it was not.
#[cfg(unix)]
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
