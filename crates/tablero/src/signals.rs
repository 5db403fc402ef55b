//! Stopping a command: by Ctrl-C, and on Unix by SIGTERM and by closing the terminal.
//!
//! What a command has found so far is printed, and its programs are asked to quit.

use anyhow::Context;
use game::Stop;
use signal_hook::consts::SIGINT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A flag that the signals set.
pub fn stop_on_signal() -> anyhow::Result<Stop> {
    Ok(stop_and_tell()?.0)
}

/// The same, and which signal it was.
pub fn stop_and_tell() -> anyhow::Result<(Stop, Signal)> {
    let (flag, which) = (Arc::new(AtomicBool::new(false)), Signal::default());
    let hear = |signal: i32| {
        // Before the flag: what is seen as stopped has a reason.
        let number = usize::try_from(signal).unwrap_or_default();
        signal_hook::flag::register_usize(signal, Arc::clone(&which.0), number)
            .with_context(|| format!("cannot listen to signal {signal}"))?;
        listen(signal, &flag)
    };
    hear(SIGINT)?;
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        hear(SIGTERM)?;
        // Under `nohup` a match is to go on when the terminal is closed.
        if !is_ignored(SIGHUP) {
            hear(SIGHUP)?;
        }
    }
    Ok((Stop::from(flag), which))
}

/// The signal that came, if one did.
#[derive(Debug, Clone, Default)]
pub struct Signal(Arc<AtomicUsize>);

impl Signal {
    pub fn get(&self) -> Option<u8> {
        u8::try_from(self.0.load(Ordering::SeqCst)).ok().filter(|&signal| signal > 0)
    }

    /// Ends a command that has printed what it has: with an error where a signal ended it early.
    pub fn report(&self) -> anyhow::Result<()> {
        self.get().map_or(Ok(()), |signal| Err(EndedBySignal(signal).into()))
    }
}

/// A command was ended by a signal. What it had is printed; the exit status says the rest.
#[derive(Debug, thiserror::Error)]
#[error("ended by signal {0}")]
pub struct EndedBySignal(pub u8);

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
