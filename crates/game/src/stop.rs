//! How a long computation is ended from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that asks a computation to stop. Its copies are the same flag: the caller keeps one and sets
/// it, the computation looks at the other now and then. A signal handler sets the atomic that a flag
/// was made from.
///
/// ```
/// # use game::Stop;
/// let stop = Stop::new();
/// let seen_by_the_search = stop.clone();
/// stop.set();
/// assert!(seen_by_the_search.is_set());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the computation to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has the computation been asked to stop?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}
