//! Thinking on a thread of its own.

use crate::thinker::Thinker;
use game::{Seat, Stop};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use table::{AnyTable, Resources, ThinkError, Thought};

/// A player that is thinking. Dropping it tells it to stop.
pub struct Background {
    stop: Stop,
    thread: Option<JoinHandle<(Thinker, Result<Thought, ThinkError>)>>,
    /// Nothing is ever sent: the thread holds the other end until it is done.
    done: Receiver<()>,
    resources: Resources,
}

impl Background {
    /// Lets a thinker think about the move of a seat, with a copy of the table as it is now.
    pub fn start(thinker: Thinker, table: AnyTable, seat: Seat) -> Background {
        Background::run(thinker, move |thinker, stop| thinker.think(&table, seat, stop))
    }

    /// Lets a thinker look for a move to recommend to a seat, with a copy of the table as it is now.
    pub fn hint(thinker: Thinker, table: AnyTable, seat: Seat) -> Background {
        Background::run(thinker, move |thinker, stop| thinker.hint(&table, seat, stop))
    }

    fn run(
        mut thinker: Thinker,
        think: impl FnOnce(&mut Thinker, &Stop) -> Result<Thought, ThinkError> + Send + 'static,
    ) -> Background {
        let (stop, resources) = (Stop::new(), thinker.resources());
        let heeded = stop.clone();
        let (at_work, done) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _at_work: Sender<()> = at_work;
            let thought = think(&mut thinker, &heeded);
            (thinker, thought)
        });
        Background { stop, thread: Some(thread), done, resources }
    }

    /// Waits for the end, but no longer than this. Has it come?
    pub fn wait(&self, at_most: Duration) -> bool {
        self.done.recv_timeout(at_most) == Err(RecvTimeoutError::Disconnected)
    }

    /// Has it come to an end?
    pub fn is_done(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Tells it to stop; it does within a moment.
    pub fn stop(&self) {
        self.stop.set();
    }

    /// Waits for the end: the thinker, to think again with, and the thought. A thinker that panicked
    /// is replaced by a new one, and its thought has failed.
    pub fn finish(mut self) -> (Thinker, Result<Thought, ThinkError>) {
        let ended = self.thread.take().and_then(|thread| thread.join().ok());
        ended.unwrap_or_else(|| (Thinker::with(self.resources), Err(ThinkError::Failed)))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.set();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinker_that_panics_has_failed_and_was_not_stopped() {
        let thinking = Background::run(Thinker::new(), |_, _| panic!("on purpose"));
        assert_eq!(thinking.finish().1, Err(ThinkError::Failed));
    }
}
