//! Thinking on a thread of its own.

use crate::thinker::Thinker;
use game::{Seat, Stop};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use table::{AnyTable, Report, Resources, ThinkError, Thought};

/// A player that is thinking, and comes to a `T`. Dropping it tells it to stop.
pub struct Background<T = Thought> {
    stop: Stop,
    thread: Option<JoinHandle<(Thinker, Result<T, ThinkError>)>>,
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
}

/// The search of an analysis, which reports on its way.
impl Background<()> {
    /// Lets a thinker look at the position of a table for so long. From its thread it calls `watch` with the best lines each
    /// time that it has looked further, and whether there is nothing more to find.
    pub fn analyse(
        thinker: Thinker,
        table: AnyTable,
        lines: usize,
        longest: Duration,
        mut watch: impl FnMut(&[Report], bool) + Send + 'static,
    ) -> Background<()> {
        Background::run(thinker, move |thinker, stop| {
            let mut best = Vec::new();
            let complete = thinker.analyse(&table, lines, longest, stop, &mut |reports| {
                watch(reports, false);
                best = reports.to_vec();
            })?;
            watch(&best, complete);
            Ok(())
        })
    }
}

impl<T: Send + 'static> Background<T> {
    fn run(
        mut thinker: Thinker,
        think: impl FnOnce(&mut Thinker, &Stop) -> Result<T, ThinkError> + Send + 'static,
    ) -> Background<T> {
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
    pub fn finish(mut self) -> (Thinker, Result<T, ThinkError>) {
        let ended = self.thread.take().and_then(|thread| thread.join().ok());
        ended.unwrap_or_else(|| (Thinker::with(self.resources), Err(ThinkError::Failed)))
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.set();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinker_that_panics_has_failed_and_was_not_stopped() {
        let thinking = Background::<Thought>::run(Thinker::new(), |_, _| panic!("on purpose"));
        assert_eq!(thinking.finish().1, Err(ThinkError::Failed));
    }
}
