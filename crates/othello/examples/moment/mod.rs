//! Time as the examples measure it.

use std::time::{Duration, Instant};

/// When something began: the processor time of the main thread by then, if it is to be counted and is known, and the clock.
pub struct Moment(Option<Duration>, Instant);

impl Moment {
    /// Now, for work on so many threads.
    pub fn now(threads: usize) -> Moment {
        Moment(processor_time().filter(|_| threads == 1), Instant::now())
    }

    /// The processor time since then with one thread where the system tells it (Linux), otherwise the time on the clock.
    pub fn elapsed(&self) -> Duration {
        let used = self.0.and_then(|before| processor_time()?.checked_sub(before));
        used.unwrap_or_else(|| self.1.elapsed())
    }
}

/// The processor time of the main thread.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
