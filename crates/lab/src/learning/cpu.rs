//! What learning costs: the time that processors spend on it, whatever else the machine does.

use learn::Crew;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The processor time of this thread so far.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// Where a thread has no clock of its own: time on the wall.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// Some threads, whose processor time is added up.
#[derive(Debug)]
pub struct Threads {
    size: usize,
    spent: Mutex<Duration>,
}

impl Threads {
    pub fn new(size: usize) -> Threads {
        Threads { size: size.max(1), spent: Mutex::new(Duration::ZERO) }
    }

    /// The processor time of some work: that of the calling thread and of all that the crew did in it.
    pub fn measure<T>(&self, work: impl FnOnce(&dyn Crew) -> T) -> (T, Duration) {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) = Duration::ZERO;
        let before = thread_time();
        let result = work(self);
        let own = thread_time().saturating_sub(before);
        (result, own + *self.spent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Crew for Threads {
    fn size(&self) -> usize {
        self.size
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        if self.size == 1 || jobs.len() == 1 {
            for job in jobs {
                job();
            }
            return;
        }
        let jobs = Mutex::new(jobs.into_iter());
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for _ in 0..self.size {
                scope.spawn(|| {
                    let before = thread_time();
                    while let Some(job) = next() {
                        job();
                    }
                    let spent = thread_time().saturating_sub(before);
                    *self.spent.lock().unwrap_or_else(PoisonError::into_inner) += spent;
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn the_work_of_every_thread_is_counted() {
        let done = AtomicU64::new(0);
        let work = || {
            let before = thread_time();
            while thread_time().saturating_sub(before) < Duration::from_millis(3) {
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let (count, spent) = Threads::new(2).measure(|crew| {
            crew.run((0..4).map(|_| Box::new(work) as Job<'_>).collect());
            4
        });
        assert_eq!(count, 4);
        assert!(spent >= Duration::from_millis(12), "{spent:?}");
    }
}
